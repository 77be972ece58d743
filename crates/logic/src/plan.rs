//! Plans: a clause as a sequence of join steps.

mod waiting;

use std::ops::Range;

use fixedbitset::FixedBitSet;
use gdl::{Atom, Clause, Condition, Symbol, Term, TermKind};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::relation::{IndexSpec, Path, RelationId};
use crate::terms::{Lease, TermTable, Top};
use crate::{LogicError, TermId};
use waiting::Waiting;

/// The plan of a clause: each sequence of matches of the steps derives a row of the head.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) head: RelationId,
    /// The pattern of the given values of a [`Query`](crate::tabling::Query); empty in a plan that lists
    /// all rows.
    pub(crate) inputs: Pattern,
    pub(crate) row: Vec<Template>,
    pub(crate) steps: Vec<JoinStep>,
    /// The step of each condition of the clause.
    steps_of: Vec<usize>,
    /// The steps whose matches are told: each row of the head ends with the numbers of the rows that they
    /// match, written as terms.
    pub(crate) told: Vec<usize>,
    /// The number of variables.
    pub(crate) slots: usize,
    /// After this many steps every variable of the head is bound: the rest only queries whether
    /// something exists.
    pub(crate) head_bound: usize,
}

impl Plan {
    /// The relation whose new rows the plan starts from, if it starts from new rows.
    pub(crate) fn starts_from_new(&self) -> Option<RelationId> {
        match self.steps.first() {
            Some(JoinStep::Scan { relation, among: Among::New, .. }) => Some(*relation),
            _ => None,
        }
    }

    /// The same plan, which also tells the rows that match these conditions of its clause.
    pub(crate) fn telling(self, conditions: &[usize]) -> Self {
        Self { told: conditions.iter().map(|&condition| self.steps_of[condition]).collect(), ..self }
    }

    /// The look-ups of the plan: relations and their indexes.
    pub(crate) fn lookups(&self) -> impl Iterator<Item = (RelationId, usize)> {
        self.steps.iter().filter_map(|step| match step {
            JoinStep::Scan { relation, lookup: Some(lookup), .. } => Some((*relation, lookup.index)),
            _ => None,
        })
    }
}

/// A step of a join. Each match of a step is combined with all matches of the steps after it.
#[derive(Clone, Debug)]
pub(crate) enum JoinStep {
    /// The rows of a relation that agree with the bound variables.
    Scan { relation: RelationId, lookup: Option<Lookup>, outputs: Vec<Output>, among: Among },
    /// A test whether a relation has a row, or does not.
    Contains { relation: RelationId, row: Vec<Template>, wanted: bool, among: Among },
    /// A test whether two terms are equal, or are not.
    Same { a: Template, b: Template, wanted: bool },
    /// Matches a term with a pattern.
    Unify { value: Template, pattern: Pattern },
    /// The answers of a query to a relation on demand.
    Query { query: usize, key: Vec<Template>, pattern: Pattern },
    /// A test whether a relation on demand has a row, or does not.
    QueryTest { query: usize, key: Vec<Template>, wanted: bool },
}

/// The rows of a relation that a step looks at. Semi-naive evaluation goes in rounds; each has a range of new
/// rows of every relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Among {
    All,
    /// The new ones.
    New,
    /// Those before the new ones.
    Old,
    /// The old and the new ones, without those that wait for another round.
    Seen,
}

impl Among {
    /// The range of these rows, given that of the new ones.
    pub(crate) fn range(self, (from, to): (u32, u32)) -> Range<u32> {
        match self {
            Self::All => 0..u32::MAX,
            Self::New => from..to,
            Self::Old => 0..from,
            Self::Seen => 0..to,
        }
    }
}

/// A pattern of rows, and the variables that a match binds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pattern {
    /// The functions required at these paths, outer ones first.
    pub(crate) shape: Vec<(Path, Top)>,
    /// The values required at these paths.
    pub(crate) given: Vec<(Path, Template)>,
    pub(crate) outputs: Vec<Output>,
}

/// A look-up in an index of the scanned relation.
#[derive(Clone, Debug)]
pub(crate) struct Lookup {
    pub(crate) index: usize,
    pub(crate) key: Vec<Template>,
}

/// A path in a matching row. Its value binds a variable, or must equal it if the variable is bound already.
#[derive(Clone, Debug)]
pub(crate) struct Output {
    pub(crate) path: Path,
    pub(crate) slot: usize,
    pub(crate) binds: bool,
}

/// A term to build from the variables' values.
#[derive(Clone, Debug)]
pub(crate) enum Template {
    Ground(TermId),
    Slot(usize),
    Function(Top, Vec<Template>),
}

/// What the planner knows of the relations: their numbers, indexes and sizes.
pub(crate) trait Catalogue {
    fn relation(&mut self, atom: &Atom) -> RelationId;
    /// Whether a relation is evaluated on demand.
    fn on_demand(&self, relation: RelationId) -> bool;
    /// Whether a relation has new rows in the rounds of [`Start::NewOnce`].
    fn grows(&self, _relation: RelationId) -> bool {
        false
    }
    /// An error if the work is interrupted. Planning counts too, as some rules need much of it.
    fn check(&self, relation: RelationId) -> Result<(), LogicError>;
    /// The number of the query of a relation with values given for these columns, ascending.
    fn query(&mut self, relation: RelationId, given: &[usize]) -> usize;
    fn index(&mut self, relation: RelationId, spec: &IndexSpec) -> usize;
    /// The expected number of matches of a look-up.
    fn expected_matches(
        &mut self,
        relation: RelationId,
        spec: &IndexSpec,
        variables: usize,
        terms: &TermTable,
    ) -> Result<f64, LogicError>;
}

/// Orders the conditions of a clause into steps: tests as soon as their variables are bound, otherwise the
/// relation with the fewest expected matches.
pub(crate) fn plan(
    clause: &Clause<'_>,
    start: Start<'_>,
    catalogue: &mut impl Catalogue,
    terms: &mut Lease<'_>,
) -> Result<Plan, LogicError> {
    let head = catalogue.relation(clause.head);
    let mut planner = Planner::new(terms);
    let mut steps = Vec::with_capacity(clause.body.len());
    let mut steps_of = vec![0; clause.body.len()];
    clause.body.iter().for_each(|condition| planner.wait(condition));
    let mut inputs = Pattern::default();
    if let Start::Given(columns) = start {
        for (position, &column) in columns.iter().enumerate() {
            planner.flatten(&clause.head.args[column], &Path::from_slice(&[position as u32]), &mut inputs)?;
        }
        inputs.settle();
        planner.bind(&inputs.outputs);
    }
    if let Start::New(number) | Start::NewOnce(number) = start
        && let Condition::Holds(atom) = clause.body[number]
    {
        planner.waiting.take(number);
        steps.push(planner.scan(atom, Among::New, catalogue)?);
    }
    let head_slots = planner.slots_of(clause.head.args.iter());
    let mut head_slots = head_slots.into_iter().peekable();
    let mut head_bound = None;
    loop {
        while head_slots.next_if(|&slot| planner.bound.contains(slot)).is_some() {}
        if head_slots.peek().is_none() {
            head_bound.get_or_insert(steps.len());
        }
        if planner.waiting.is_empty() {
            break;
        }
        catalogue.check(head)?;
        let (number, step) = match planner.waiting.take_ready() {
            Some(number) => {
                let among = start.among(clause, number, catalogue);
                (number, planner.test(&clause.body[number], among, catalogue)?)
            }
            None => {
                let (number, atom) = planner.narrowest(clause, catalogue)?;
                (number, planner.scan(atom, start.among(clause, number, catalogue), catalogue)?)
            }
        };
        steps_of[number] = steps.len();
        steps.push(step);
    }
    let row = clause.head.args.iter().map(|arg| planner.template(arg)).collect::<Result<_, _>>()?;
    let slots = planner.slots.len();
    let head_bound = head_bound.unwrap_or(steps.len());
    Ok(Plan { head, inputs, row, steps, steps_of, told: Vec::new(), slots, head_bound })
}

/// The plan for the facts of a relation on demand.
pub(crate) fn plan_facts(
    relation: RelationId,
    arity: usize,
    given: &[usize],
    catalogue: &mut impl Catalogue,
) -> Plan {
    let column_path = |column: usize| Path::from_slice(&[column as u32]);
    let output = |place: usize, slot: usize| Output { path: column_path(place), slot, binds: true };
    let spec =
        IndexSpec { shape: Vec::new(), keys: given.iter().map(|&column| column_path(column)).collect() };
    let lookup = (!given.is_empty()).then(|| Lookup {
        index: catalogue.index(relation, &spec),
        key: given.iter().map(|&column| Template::Slot(column)).collect(),
    });
    let outputs =
        (0..arity).filter(|column| !given.contains(column)).map(|column| output(column, column)).collect();
    Plan {
        head: relation,
        inputs: Pattern {
            outputs: given.iter().enumerate().map(|(position, &column)| output(position, column)).collect(),
            ..Pattern::default()
        },
        row: (0..arity).map(Template::Slot).collect(),
        steps: vec![JoinStep::Scan { relation, lookup, outputs, among: Among::All }],
        steps_of: Vec::new(),
        told: Vec::new(),
        slots: arity,
        head_bound: if given.len() == arity { 0 } else { 1 },
    }
}

/// What a plan starts from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Start<'a> {
    /// Nothing.
    Nothing,
    /// The new rows of the condition of this number.
    New(usize),
    /// The same, where rows of one relation after the other become new: each combination of rows of growing
    /// relations is found in the last round that makes one of them new, and there once.
    NewOnce(usize),
    /// The values of these columns of the head.
    Given(&'a [usize]),
}

impl Start<'_> {
    /// The rows that the condition of another number looks at.
    fn among(self, clause: &Clause<'_>, number: usize, catalogue: &mut impl Catalogue) -> Among {
        let mut relation = |number: usize| match clause.body[number] {
            Condition::Holds(atom) => Some(catalogue.relation(atom)),
            _ => None,
        };
        let Self::NewOnce(start) = self else { return Among::All };
        let (own, first) = (relation(number), relation(start));
        match own {
            Some(own) if !catalogue.grows(own) => Among::All,
            Some(_) if own == first && number < start => Among::Old,
            Some(_) => Among::Seen,
            None => Among::All,
        }
    }
}

struct Planner<'p, 't> {
    terms: &'p mut Lease<'t>,
    slots: FxHashMap<Symbol, usize>,
    bound: FixedBitSet,
    waiting: Waiting,
}

impl Pattern {
    /// Lets the first output of each variable bind it.
    fn settle(&mut self) {
        let mut bound = FxHashSet::default();
        self.outputs.iter_mut().for_each(|output| output.binds = bound.insert(output.slot));
    }

    fn spec(&self) -> IndexSpec {
        IndexSpec {
            shape: self.shape.clone(),
            keys: self.given.iter().map(|(path, _)| path.clone()).collect(),
        }
    }
}

impl<'p, 't> Planner<'p, 't> {
    fn new(terms: &'p mut Lease<'t>) -> Self {
        Self { terms, slots: FxHashMap::default(), bound: FixedBitSet::new(), waiting: Waiting::default() }
    }

    /// Lets a condition wait for its step.
    fn wait(&mut self, condition: &Condition<'_>) {
        if let Condition::Same(a, b) = condition {
            let [a, b] = [a, b].map(|&term| self.slots_of(std::iter::once(term)));
            self.waiting.add_equation(&a, &b);
        } else {
            let mut slots = Vec::new();
            condition.each_term(&mut |term| slots.extend(self.slots_of(std::iter::once(term))));
            self.waiting.add(&slots, matches!(condition, Condition::Holds(_)));
        }
    }

    /// The step of a condition whose variables are all bound, or those of one side of an equation.
    fn test(
        &mut self,
        condition: &Condition<'_>,
        among: Among,
        catalogue: &mut impl Catalogue,
    ) -> Result<JoinStep, LogicError> {
        Ok(match *condition {
            Condition::Holds(atom) | Condition::Fails(atom) => {
                let row = atom.args.iter().map(|arg| self.template(arg)).collect::<Result<_, _>>()?;
                let wanted = matches!(condition, Condition::Holds(_));
                let relation = catalogue.relation(atom);
                if catalogue.on_demand(relation) {
                    let all: Vec<usize> = (0..atom.args.len()).collect();
                    JoinStep::QueryTest { query: catalogue.query(relation, &all), key: row, wanted }
                } else {
                    JoinStep::Contains { relation, row, wanted, among }
                }
            }
            Condition::Differ(a, b) => {
                JoinStep::Same { a: self.template(a)?, b: self.template(b)?, wanted: false }
            }
            Condition::Same(a, b) => match [a, b].map(|term| self.is_bound(std::iter::once(term))) {
                [true, true] => JoinStep::Same { a: self.template(a)?, b: self.template(b)?, wanted: true },
                [true, false] => self.unify(a, b)?,
                [false, _] => self.unify(b, a)?,
            },
        })
    }

    /// The number and the atom of the positive condition with the fewest expected matches, which no
    /// longer waits.
    fn narrowest<'r>(
        &mut self,
        clause: &Clause<'r>,
        catalogue: &mut impl Catalogue,
    ) -> Result<(usize, &'r Atom), LogicError> {
        let atom = |number: usize| match clause.body[number] {
            Condition::Holds(atom) => atom,
            _ => unreachable!("only a positive condition is scanned"),
        };
        while let Some(number) = self.waiting.next_stale() {
            let atom = atom(number);
            let pattern = self.flatten_atom(atom)?;
            let variables = pattern.outputs.iter().filter(|output| output.binds).count();
            let relation = catalogue.relation(atom);
            catalogue.check(relation)?;
            let expected = if catalogue.on_demand(relation) {
                // A query is cheaper the more columns are given, so conditions that bind variables go first.
                64.0 * 8_f64.powi((atom.args.len() - self.given_columns(atom).len()).min(8) as i32)
            } else {
                catalogue.expected_matches(relation, &pattern.spec(), variables, self.terms)?
            };
            self.waiting.expect(number, expected);
        }
        let Some(number) = self.waiting.take_narrowest() else {
            unreachable!(
                "a checked clause is safe: while tests wait for variables, a positive condition binds them"
            )
        };
        Ok((number, atom(number)))
    }

    fn scan(
        &mut self,
        atom: &Atom,
        among: Among,
        catalogue: &mut impl Catalogue,
    ) -> Result<JoinStep, LogicError> {
        let relation = catalogue.relation(atom);
        let pattern = self.flatten_atom(atom)?;
        if catalogue.on_demand(relation) {
            let columns = self.given_columns(atom);
            let key =
                columns.iter().map(|&column| self.template(&atom.args[column])).collect::<Result<_, _>>()?;
            self.bind(&pattern.outputs);
            return Ok(JoinStep::Query { query: catalogue.query(relation, &columns), key, pattern });
        }
        let spec = pattern.spec();
        let whole = spec.shape.is_empty() && spec.keys.is_empty();
        let lookup = (!whole).then(|| Lookup {
            index: catalogue.index(relation, &spec),
            key: pattern.given.into_iter().map(|(_, template)| template).collect(),
        });
        self.bind(&pattern.outputs);
        Ok(JoinStep::Scan { relation, lookup, outputs: pattern.outputs, among })
    }

    fn unify(&mut self, value: &Term, form: &Term) -> Result<JoinStep, LogicError> {
        let value = self.template(value)?;
        let mut pattern = Pattern::default();
        self.flatten(form, &Path::from_slice(&[0]), &mut pattern)?;
        pattern.settle();
        self.bind(&pattern.outputs);
        Ok(JoinStep::Unify { value, pattern })
    }

    /// The columns of an atom with bound values.
    fn given_columns(&mut self, atom: &Atom) -> Vec<usize> {
        (0..atom.args.len()).filter(|&column| self.is_bound(std::iter::once(&atom.args[column]))).collect()
    }

    fn flatten_atom(&mut self, atom: &Atom) -> Result<Pattern, LogicError> {
        let mut pattern = Pattern::default();
        for (column, arg) in atom.args.iter().enumerate() {
            self.flatten(arg, &Path::from_slice(&[column as u32]), &mut pattern)?;
        }
        pattern.settle();
        Ok(pattern)
    }

    fn flatten(&mut self, term: &Term, path: &Path, pattern: &mut Pattern) -> Result<(), LogicError> {
        match &term.kind {
            TermKind::Variable(name) => {
                let slot = self.slot(*name);
                if self.bound.contains(slot) {
                    pattern.given.push((path.clone(), Template::Slot(slot)));
                } else {
                    // `settle` says which output binds the variable.
                    pattern.outputs.push(Output { path: path.clone(), slot, binds: true });
                }
            }
            TermKind::Function(name, args) if !term.is_ground() => {
                pattern.shape.push((path.clone(), Top::Function(*name, args.len())));
                for (position, arg) in args.iter().enumerate() {
                    let mut inner = path.clone();
                    inner.push(position as u32);
                    self.flatten(arg, &inner, pattern)?;
                }
            }
            _ => pattern.given.push((path.clone(), self.template(term)?)),
        }
        Ok(())
    }

    fn template(&mut self, term: &Term) -> Result<Template, LogicError> {
        Ok(match &term.kind {
            TermKind::Variable(name) => Template::Slot(self.slot(*name)),
            TermKind::Function(name, args) if !term.is_ground() => {
                let args: Vec<Template> =
                    args.iter().map(|arg| self.template(arg)).collect::<Result<_, _>>()?;
                Template::Function(Top::Function(*name, args.len()), args)
            }
            _ => Template::Ground(ground(term, self.terms)?),
        })
    }

    fn slot(&mut self, name: Symbol) -> usize {
        let fresh = self.slots.len();
        *self.slots.entry(name).or_insert(fresh)
    }

    fn slots_of<'r>(&mut self, terms: impl Iterator<Item = &'r Term>) -> Vec<usize> {
        let mut slots = Vec::new();
        for term in terms {
            term.each_variable(&mut |name, _| slots.push(self.slot(name)));
        }
        slots
    }

    fn is_bound<'r>(&mut self, terms: impl Iterator<Item = &'r Term>) -> bool {
        let slots = self.slots_of(terms);
        self.all_bound(&slots)
    }

    fn all_bound(&self, slots: &[usize]) -> bool {
        slots.iter().all(|&slot| self.bound.contains(slot))
    }

    fn bind(&mut self, outputs: &[Output]) {
        for output in outputs {
            if !self.bound.contains(output.slot) {
                self.bound.grow_and_insert(output.slot);
                self.waiting.bind(output.slot);
            }
        }
    }
}

/// The templates of terms whose variables are the slots in the order of `columns`.
pub(crate) fn templates(
    args: &[Term],
    columns: &[Symbol],
    terms: &mut Lease<'_>,
) -> Result<Vec<Template>, LogicError> {
    let slots = columns.iter().copied().zip(0..).collect();
    let mut planner = Planner { slots, ..Planner::new(terms) };
    args.iter().map(|arg| planner.template(arg)).collect()
}

/// The id of a term without variables.
pub(crate) fn ground(term: &Term, terms: &mut Lease<'_>) -> Result<TermId, LogicError> {
    match &term.kind {
        TermKind::Constant(name) | TermKind::Variable(name) => terms.intern(Top::Constant(*name), &[]),
        TermKind::Function(name, args) => {
            let args: Vec<TermId> = args.iter().map(|arg| ground(arg, terms)).collect::<Result<_, _>>()?;
            terms.intern(Top::Function(*name, args.len()), &args)
        }
    }
}
