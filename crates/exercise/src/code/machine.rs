use game::{Game, NodeIndex, Tree};

use super::Stop;
use super::language::{Block, Expression, Function, Operator, Statement};

/// The exploration constant of UCT in the programs, for payoffs from 0 to 100.
pub(super) const C: f64 = 40.0;

/// Steps that a program may take, all calls together; the right ones take some hundreds.
const MOST_STEPS: usize = 20_000;
/// Calls within calls; the trees have a few levels.
const MOST_CALLS: usize = 60;

/// Runs a function on a tree. What it has looked at and its tables stay from call to call.
#[derive(Debug)]
pub(super) struct Machine<'r> {
    function: &'r Function,
    tree: &'r Tree,
    /// What the playouts pay, one after the other and again from the first.
    playouts: &'r [f64],
    played: usize,
    steps: usize,
    calls: usize,
    /// The nodes with which the function was called.
    pub(super) entered: Vec<NodeIndex>,
    /// The leaves whose payoffs were asked for.
    pub(super) looked_at: Vec<NodeIndex>,
    pub(super) visits: Vec<f64>,
    pub(super) total: Vec<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Value {
    Number(f64),
    Node(NodeIndex),
    Truth(bool),
}

/// How it goes on after a statement.
enum Next {
    On,
    Break,
    Return(Value),
}

/// The variables of a call.
type Variables = Vec<(&'static str, Value)>;

impl<'r> Machine<'r> {
    pub(super) fn new(function: &'r Function, tree: &'r Tree, playouts: &'r [f64]) -> Self {
        let zeros = vec![0.0; tree.nodes()];
        let (entered, looked_at) = (Vec::new(), Vec::new());
        let (visits, total) = (zeros.clone(), zeros);
        Self { function, tree, playouts, played: 0, steps: 0, calls: 0, entered, looked_at, visits, total }
    }

    /// Calls the function for the root. Its further parameters are `alpha`, `beta` (open) and `sign`.
    pub(super) fn run(&mut self) -> Result<f64, (usize, Stop)> {
        let root = self.tree.initial();
        let sign = if self.tree.mover(root) == Some(1) { -1.0 } else { 1.0 };
        let argument = |&name: &&str| match name {
            "alpha" => Value::Number(f64::NEG_INFINITY),
            "beta" => Value::Number(f64::INFINITY),
            "sign" => Value::Number(sign),
            _ => Value::Node(root),
        };
        let arguments = self.function.parameters.iter().map(argument).collect();
        match self.call(0, arguments)? {
            Value::Number(value) => Ok(value),
            _ => Err((0, Stop::WrongType)),
        }
    }

    fn call(&mut self, line: usize, arguments: Vec<Value>) -> Result<Value, (usize, Stop)> {
        let function = self.function;
        if arguments.len() != function.parameters.len() {
            return Err((line, Stop::WrongType));
        }
        self.step(line)?;
        if self.calls == MOST_CALLS {
            return Err((line, Stop::Endless));
        }
        if let Some(&Value::Node(node)) = arguments.first() {
            self.entered.push(node);
        }
        self.calls += 1;
        let mut variables: Variables = function.parameters.iter().copied().zip(arguments).collect();
        let next = self.block(&function.body, &mut variables)?;
        self.calls -= 1;
        match next {
            Next::Return(value) => Ok(value),
            Next::On | Next::Break => Err((line, Stop::NoReturn)),
        }
    }

    fn step(&mut self, line: usize) -> Result<(), (usize, Stop)> {
        self.steps += 1;
        if self.steps > MOST_STEPS { Err((line, Stop::Endless)) } else { Ok(()) }
    }

    fn block(&mut self, block: &Block, variables: &mut Variables) -> Result<Next, (usize, Stop)> {
        for (line, statement) in block {
            self.step(*line)?;
            let next = self.statement(*line, statement, variables)?;
            if !matches!(next, Next::On) {
                return Ok(next);
            }
        }
        Ok(Next::On)
    }

    fn statement(
        &mut self,
        line: usize,
        statement: &Statement,
        variables: &mut Variables,
    ) -> Result<Next, (usize, Stop)> {
        match statement {
            Statement::Assign { name, add, value } => {
                let mut value = self.value(line, value, variables)?;
                if *add {
                    let before = number(line, variable(line, name, variables)?)?;
                    value = Value::Number(counted(line, before + number(line, value)?)?);
                }
                set(name, value, variables);
            }
            Statement::Enter { table, node, add, value } => {
                let node = self.node(line, node, variables)?.index();
                let value = self.number(line, value, variables)?;
                let entry = &mut self.table(line, table)?[node];
                *entry = counted(line, if *add { *entry + value } else { value })?;
            }
            Statement::Return(value) => return Ok(Next::Return(self.value(line, value, variables)?)),
            Statement::Break => return Ok(Next::Break),
            Statement::For { name, of, body } => {
                let (tree, of) = (self.tree, self.node(line, of, variables)?);
                for &child in tree.children(of) {
                    set(name, Value::Node(child), variables);
                    match self.block(body, variables)? {
                        Next::On => {}
                        Next::Break => break,
                        returned @ Next::Return(_) => return Ok(returned),
                    }
                }
            }
            Statement::If { arms, otherwise } => {
                for (line, condition, body) in arms {
                    match self.value(*line, condition, variables)? {
                        Value::Truth(true) => return self.block(body, variables),
                        Value::Truth(false) => {}
                        _ => return Err((*line, Stop::WrongType)),
                    }
                }
                return self.block(otherwise, variables);
            }
        }
        Ok(Next::On)
    }

    fn value(
        &mut self,
        line: usize,
        expression: &Expression,
        variables: &Variables,
    ) -> Result<Value, (usize, Stop)> {
        Ok(match expression {
            Expression::Number(number) => Value::Number(*number),
            Expression::Name("inf") => Value::Number(f64::INFINITY),
            Expression::Name("C") => Value::Number(C),
            Expression::Name(name) => variable(line, name, variables)?,
            Expression::Entry(table, node) => {
                let node = self.node(line, node, variables)?.index();
                Value::Number(self.table(line, table)?[node])
            }
            Expression::Minus(of) => Value::Number(-self.number(line, of, variables)?),
            Expression::Binary(operator, sides) => {
                let left = self.number(line, &sides[0], variables)?;
                let right = self.number(line, &sides[1], variables)?;
                apply(line, *operator, left, right)?
            }
            Expression::Call(name, arguments) => {
                let arguments = arguments
                    .iter()
                    .map(|argument| self.value(line, argument, variables))
                    .collect::<Result<Vec<Value>, _>>()?;
                if *name == self.function.name {
                    return self.call(line, arguments);
                }
                self.primitive(line, name, &arguments)?
            }
        })
    }

    /// What a function that every program may call gives.
    fn primitive(&mut self, line: usize, name: &str, arguments: &[Value]) -> Result<Value, (usize, Stop)> {
        Ok(match (name, arguments) {
            ("leaf", &[Value::Node(node)]) => Value::Truth(self.tree.mover(node).is_none()),
            ("max_moves", &[Value::Node(node)]) => Value::Truth(self.tree.mover(node) == Some(0)),
            ("min_moves", &[Value::Node(node)]) => Value::Truth(self.tree.mover(node) == Some(1)),
            ("payoff", &[Value::Node(node)]) => {
                let tree = self.tree;
                if tree.mover(node).is_some() {
                    return Err((line, Stop::NoPayoff));
                }
                self.looked_at.push(node);
                Value::Number(tree.payoffs(node)[0].into())
            }
            ("playout", &[Value::Node(_)]) => {
                let paid = self.playouts.get(self.played % self.playouts.len().max(1)).copied();
                self.played += 1;
                Value::Number(paid.ok_or((line, Stop::NoResult))?)
            }
            ("max", &[Value::Number(one), Value::Number(other)]) => Value::Number(one.max(other)),
            ("min", &[Value::Number(one), Value::Number(other)]) => Value::Number(one.min(other)),
            ("sqrt", &[Value::Number(of)]) => Value::Number(counted(line, of.sqrt())?),
            ("ln", &[Value::Number(of)]) if of > 0.0 => Value::Number(of.ln()),
            ("ln", &[Value::Number(_)]) => return Err((line, Stop::NoResult)),
            _ => return Err((line, Stop::WrongType)),
        })
    }

    fn number(
        &mut self,
        line: usize,
        expression: &Expression,
        variables: &Variables,
    ) -> Result<f64, (usize, Stop)> {
        number(line, self.value(line, expression, variables)?)
    }

    fn node(
        &mut self,
        line: usize,
        expression: &Expression,
        variables: &Variables,
    ) -> Result<NodeIndex, (usize, Stop)> {
        match self.value(line, expression, variables)? {
            Value::Node(node) => Ok(node),
            _ => Err((line, Stop::WrongType)),
        }
    }

    fn table(&mut self, line: usize, name: &str) -> Result<&mut Vec<f64>, (usize, Stop)> {
        match name {
            "visits" => Ok(&mut self.visits),
            "total" => Ok(&mut self.total),
            _ => Err((line, Stop::NoValue { name: name.to_owned() })),
        }
    }
}

fn apply(line: usize, operator: Operator, left: f64, right: f64) -> Result<Value, (usize, Stop)> {
    let number = |result| counted(line, result).map(Value::Number);
    match operator {
        Operator::Add => number(left + right),
        Operator::Subtract => number(left - right),
        Operator::Multiply => number(left * right),
        Operator::Divide if right == 0.0 => Err((line, Stop::NoResult)),
        Operator::Divide => number(left / right),
        Operator::Equal => Ok(Value::Truth(left == right)),
        Operator::Less => Ok(Value::Truth(left < right)),
        Operator::Greater => Ok(Value::Truth(left > right)),
        Operator::AtMost => Ok(Value::Truth(left <= right)),
        Operator::AtLeast => Ok(Value::Truth(left >= right)),
    }
}

fn variable(line: usize, name: &str, variables: &Variables) -> Result<Value, (usize, Stop)> {
    let found = variables.iter().find(|(known, _)| *known == name);
    found.map(|&(_, value)| value).ok_or_else(|| (line, Stop::NoValue { name: name.to_owned() }))
}

fn set(name: &'static str, value: Value, variables: &mut Variables) {
    match variables.iter_mut().find(|(known, _)| *known == name) {
        Some((_, known)) => *known = value,
        None => variables.push((name, value)),
    }
}

fn number(line: usize, value: Value) -> Result<f64, (usize, Stop)> {
    match value {
        Value::Number(number) => Ok(number),
        _ => Err((line, Stop::WrongType)),
    }
}

/// A result, unless it is none, such as infinity minus infinity.
fn counted(line: usize, result: f64) -> Result<f64, (usize, Stop)> {
    if result.is_nan() { Err((line, Stop::NoResult)) } else { Ok(result) }
}
