use super::{Line, Stop};

/// A function in pseudo-code.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Function {
    pub(super) name: &'static str,
    pub(super) parameters: Vec<&'static str>,
    pub(super) body: Block,
}

/// Statements, each with the number of its line.
pub(super) type Block = Vec<(usize, Statement)>;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Statement {
    /// `name = value`, `name += value`.
    Assign {
        name: &'static str,
        add: bool,
        value: Expression,
    },
    /// `table[node] = value`, `table[node] += value`.
    Enter {
        table: &'static str,
        node: Expression,
        add: bool,
        value: Expression,
    },
    Return(Expression),
    Break,
    /// `for name in children(of):`.
    For {
        name: &'static str,
        of: Expression,
        body: Block,
    },
    /// `if` and `elif` with their conditions, and what `else` has.
    If {
        arms: Vec<(usize, Expression, Block)>,
        otherwise: Block,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Expression {
    Number(f64),
    Name(&'static str),
    /// `table[node]`.
    Entry(&'static str, Box<Expression>),
    Call(&'static str, Vec<Expression>),
    Minus(Box<Expression>),
    Binary(Operator, Box<[Expression; 2]>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Equal,
    Less,
    Greater,
    AtMost,
    AtLeast,
}

/// The operators by how strongly they bind, the weakest first; of two signs that begin alike the
/// longer first.
const OPERATORS: [&[(&str, Operator)]; 3] = [
    &[
        ("==", Operator::Equal),
        ("<=", Operator::AtMost),
        (">=", Operator::AtLeast),
        ("<", Operator::Less),
        (">", Operator::Greater),
    ],
    &[("+", Operator::Add), ("-", Operator::Subtract)],
    &[("*", Operator::Multiply), ("/", Operator::Divide)],
];

/// A line that cannot stand where it stands, and why.
pub(super) type Misplaced = (usize, Stop);

impl Function {
    /// Reads a program, whose first line is its `def`.
    pub(super) fn read(lines: &[Line]) -> Result<Self, Misplaced> {
        let head = lines.first().and_then(|(_, text)| text.strip_prefix("def ")?.strip_suffix("):"));
        let (name, parameters) = head.and_then(|head| head.split_once('(')).ok_or((0, Stop::Misplaced))?;
        let mut reader = Reader { lines, at: 1 };
        let body = reader.body(0, false)?;
        match reader.at {
            at if at < lines.len() => Err((at, Stop::Misplaced)),
            _ => Ok(Self { name, parameters: parameters.split(", ").collect(), body }),
        }
    }
}

/// Reads the lines of a program one after the other.
struct Reader<'l> {
    lines: &'l [Line],
    at: usize,
}

impl Reader<'_> {
    /// What is indented below the line `head`, on which the reader has just been.
    fn body(&mut self, head: usize, in_loop: bool) -> Result<Block, Misplaced> {
        let indent = self.lines[head].0 + 1;
        let mut body = Block::new();
        while let Some(&(depth, text)) = self.lines.get(self.at).filter(|(depth, _)| *depth >= indent) {
            let line = self.at;
            if depth > indent {
                return Err((line, Stop::Misplaced));
            }
            self.at += 1;
            body.push((line, self.statement(line, text, in_loop)?));
        }
        if body.is_empty() { Err((head, Stop::NoBody)) } else { Ok(body) }
    }

    fn statement(&mut self, line: usize, text: &'static str, in_loop: bool) -> Result<Statement, Misplaced> {
        let misplaced = || (line, Stop::Misplaced);
        let header = |keyword| header(text, keyword);
        if let Some(condition) = header("if ") {
            return self.branches(line, condition, in_loop);
        }
        if let Some((name, of)) = header("for ").and_then(|head| head.split_once(" in ")) {
            let of = match expression(of) {
                Some(Expression::Call("children", mut of)) if of.len() == 1 => of.remove(0),
                _ => return Err(misplaced()),
            };
            return Ok(Statement::For { name, of, body: self.body(line, true)? });
        }
        if text == "break" && in_loop {
            return Ok(Statement::Break);
        }
        if let Some(value) = text.strip_prefix("return ") {
            return expression(value).map(Statement::Return).ok_or_else(misplaced);
        }
        assignment(text).ok_or_else(misplaced)
    }

    /// An `if` with the `elif` and `else` that follow it.
    fn branches(
        &mut self,
        line: usize,
        condition: &'static str,
        in_loop: bool,
    ) -> Result<Statement, Misplaced> {
        let read = |line, condition| expression(condition).ok_or((line, Stop::Misplaced));
        let mut arms = vec![(line, read(line, condition)?, self.body(line, in_loop)?)];
        while let Some(&(_, text)) = self.lines.get(self.at).filter(|(depth, _)| *depth == self.lines[line].0)
        {
            let head = self.at;
            if let Some(condition) = header(text, "elif ") {
                self.at += 1;
                arms.push((head, read(head, condition)?, self.body(head, in_loop)?));
            } else if text == "else:" {
                self.at += 1;
                return Ok(Statement::If { arms, otherwise: self.body(head, in_loop)? });
            } else {
                break;
            }
        }
        Ok(Statement::If { arms, otherwise: Block::new() })
    }
}

/// What stands between a keyword and the colon at the end.
fn header(text: &'static str, keyword: &str) -> Option<&'static str> {
    text.strip_prefix(keyword)?.strip_suffix(':')
}

fn assignment(text: &'static str) -> Option<Statement> {
    let (place, value) = text.split_once(" = ").or_else(|| text.split_once(" += "))?;
    let (add, value) = (text.contains(" += "), expression(value)?);
    match expression(place)? {
        Expression::Name(name) => Some(Statement::Assign { name, add, value }),
        Expression::Entry(table, node) => Some(Statement::Enter { table, node: *node, add, value }),
        _ => None,
    }
}

/// Reads a whole expression.
fn expression(text: &'static str) -> Option<Expression> {
    let mut rest = text;
    let read = binary(&mut rest, 0)?;
    rest.is_empty().then_some(read)
}

/// Operands with operators between them that bind at least as strongly as those of `level`.
fn binary(rest: &mut &'static str, level: usize) -> Option<Expression> {
    let Some(operators) = OPERATORS.get(level) else { return operand(rest) };
    let mut left = binary(rest, level + 1)?;
    while let Some(&(sign, operator)) = operators.iter().find(|(sign, _)| rest.trim_start().starts_with(sign))
    {
        *rest = rest.trim_start()[sign.len()..].trim_start();
        left = Expression::Binary(operator, Box::new([left, binary(rest, level + 1)?]));
    }
    Some(left)
}

fn operand(rest: &mut &'static str) -> Option<Expression> {
    if take(rest, "-") {
        return operand(rest).map(|of| Expression::Minus(Box::new(of)));
    }
    if take(rest, "+") {
        return operand(rest);
    }
    if take(rest, "(") {
        let inside = binary(rest, 0)?;
        return take(rest, ")").then_some(inside);
    }
    let end = rest.find(|sign: char| !sign.is_alphanumeric() && sign != '_').unwrap_or(rest.len());
    let (word, after) = rest.split_at(end);
    *rest = after;
    if word.starts_with(|sign: char| sign.is_ascii_digit()) {
        return word.parse().ok().map(Expression::Number);
    }
    if word.is_empty() {
        return None;
    }
    if take(rest, "[") {
        let node = binary(rest, 0)?;
        return take(rest, "]").then(|| Expression::Entry(word, Box::new(node)));
    }
    if take(rest, "(") {
        let mut arguments = vec![binary(rest, 0)?];
        while take(rest, ", ") {
            arguments.push(binary(rest, 0)?);
        }
        return take(rest, ")").then_some(Expression::Call(word, arguments));
    }
    Some(Expression::Name(word))
}

/// Goes over a sign, if it comes next.
fn take(rest: &mut &'static str, sign: &str) -> bool {
    match rest.strip_prefix(sign) {
        Some(after) => {
            *rest = after;
            true
        }
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_bind_more_strongly_than_sums_and_sums_than_comparisons() {
        let text = |expression: Option<Expression>| format!("{:?}", expression.unwrap());
        assert_eq!(
            text(expression("a + b * c > d - e - f")),
            text(expression("(a + (b * c)) > ((d - e) - f)"))
        );
        assert_eq!(text(expression("-a * b")), text(expression("(-a) * b")));
    }

    #[test]
    fn a_line_that_cannot_stand_where_it_stands_is_named() {
        let head = (0, "def f(node):");
        let cases: [(&[Line], usize, Stop); 7] = [
            (&[head, (1, "else:"), (2, "return 1")], 1, Stop::Misplaced),
            (&[head, (1, "break")], 1, Stop::Misplaced),
            (&[head, (1, "v = 1"), (2, "return v")], 2, Stop::Misplaced),
            (&[head, (1, "if leaf(node):"), (1, "return 1")], 1, Stop::NoBody),
            (&[head], 0, Stop::NoBody),
            (&[head, (1, "return 1"), (0, "return 2")], 2, Stop::Misplaced),
            (&[head, (1, "v = (1")], 1, Stop::Misplaced),
        ];
        for (lines, at, why) in cases {
            assert_eq!(Function::read(lines), Err((at, why)), "{lines:?}");
        }
    }
}
