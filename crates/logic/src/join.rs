//! Joins: running a plan over relations.

use std::ops::Range;

use fixedbitset::FixedBitSet;
use gdl::{Interrupt, Interrupted};
use smallvec::SmallVec;

use crate::plan::{Among, JoinStep, Output, Pattern, Plan, Template};
use crate::relation::{Cursor, Relation, RelationId, value};
use crate::tabling::{AnswerTable, Query, QueryStatus};
use crate::terms::Lease;
use crate::{Limits, LogicError, TermId};

/// The relations that a plan reads: the static ones and those of one state.
#[derive(Clone, Copy)]
pub(crate) struct Tables<'t> {
    pub(crate) statics: &'t [Relation],
    pub(crate) own: &'t [Relation],
    pub(crate) is_static: &'t FixedBitSet,
}

impl<'t> Tables<'t> {
    pub(crate) fn get(&self, id: RelationId) -> &'t Relation {
        if self.is_static.contains(id) { &self.statics[id] } else { &self.own[id] }
    }
}

/// Measures the work of an evaluation against its limits.
pub(crate) struct WorkMeter<'i> {
    limits: Limits,
    interrupt: &'i Interrupt<'i>,
    steps: u64,
    /// The memory in bytes that the rows of a join may take.
    bytes: usize,
}

/// Why a join was stopped. The name of the relation is added by the caller.
pub(crate) enum JoinError {
    Work(String),
    Interrupted(Interrupted),
    Logic(LogicError),
}

impl From<Interrupted> for JoinError {
    fn from(interrupted: Interrupted) -> Self {
        JoinError::Interrupted(interrupted)
    }
}

impl From<LogicError> for JoinError {
    fn from(error: LogicError) -> Self {
        JoinError::Logic(error)
    }
}

impl<'i> WorkMeter<'i> {
    pub(crate) fn start(limits: Limits, interrupt: &'i Interrupt<'i>) -> Self {
        Self { limits, interrupt, steps: 0, bytes: usize::MAX }
    }

    pub(crate) fn interrupt(&self) -> &'i Interrupt<'i> {
        self.interrupt
    }

    /// The number of steps so far.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    /// Sets limits for the steps from here on, and for the memory of the rows of a join in bytes.
    pub(crate) fn allow(&mut self, steps: u64, bytes: usize) {
        self.limits.steps = self.steps.saturating_add(steps);
        self.bytes = bytes;
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    fn step(&mut self) -> Result<(), JoinError> {
        self.steps += 1;
        if self.steps > self.limits.steps {
            return Err(JoinError::Work(format!("{} steps", self.limits.steps)));
        }
        Ok(self.interrupt.check()?)
    }

    /// Measures the rows that a join has found, by the number of their arguments and their memory.
    fn found(&self, rows: &Relation, arity: usize) -> Result<(), JoinError> {
        let Limits { facts, .. } = self.limits;
        let limit = if rows.len() as usize * weight(arity) > facts {
            format!("{facts} facts")
        } else if rows.bytes() > self.bytes {
            format!("{} bytes", self.bytes)
        } else {
            return Ok(());
        };
        Err(JoinError::Work(limit))
    }
}

/// Buffers of one join.
#[derive(Default)]
pub(crate) struct Scratch {
    slots: Vec<TermId>,
    frames: Vec<Frame>,
    row: Vec<TermId>,
}

/// The position of a step among its matches.
#[derive(Default)]
struct Frame {
    key: SmallVec<[TermId; 8]>,
    cursor: Cursor,
    row: u32,
    /// The row that matches.
    found: u32,
    answers: Vec<u32>,
}

/// What a join reads and writes, with the tables of queries.
pub(crate) struct Context<'a, 't, 'i> {
    pub(crate) tables: Tables<'a>,
    /// The range of new rows of each relation, for plans that start from new rows.
    pub(crate) new_rows: &'a [(u32, u32)],
    pub(crate) queries: &'a [Query],
    pub(crate) answers: &'a mut [AnswerTable],
    pub(crate) terms: &'a mut Lease<'t>,
    pub(crate) meter: &'a mut WorkMeter<'i>,
    /// Buffers for reuse.
    pub(crate) scratch: &'a mut Vec<Scratch>,
    pub(crate) fresh: &'a mut Vec<Relation>,
    /// The number of nested queries being evaluated.
    pub(crate) nested: usize,
    /// The partially evaluated queries, in their order.
    pub(crate) partial: Vec<(usize, usize)>,
    /// The total [`weight`] of the answers so far.
    pub(crate) answered: usize,
}

impl Context<'_, '_, '_> {
    /// The numbers of some rows of a relation.
    fn range(&self, relation: RelationId, among: Among) -> Range<u32> {
        if among == Among::All { 0..u32::MAX } else { among.range(self.new_rows[relation]) }
    }
}

/// Adds to `fresh` every row that a plan derives from the given `key` and that is not `known` already.
/// Returns the depth of the outermost unfinished query that the rows depend on.
pub(crate) fn run(
    plan: &Plan,
    key: &[TermId],
    known: Option<&Relation>,
    context: &mut Context<'_, '_, '_>,
    fresh: &mut Relation,
) -> Result<usize, JoinError> {
    let mut scratch = context.scratch.pop().unwrap_or_default();
    let result = join(plan, key, known, context, &mut scratch, fresh);
    context.scratch.push(scratch);
    result
}

fn join(
    plan: &Plan,
    key: &[TermId],
    known: Option<&Relation>,
    context: &mut Context<'_, '_, '_>,
    scratch: &mut Scratch,
    fresh: &mut Relation,
) -> Result<usize, JoinError> {
    let Scratch { slots, frames, row } = scratch;
    // Every slot is bound before it is read, so its initial value does not matter.
    slots.resize(plan.slots.max(slots.len()), TermId::default());
    frames.resize_with(plan.steps.len().max(frames.len()), Frame::default);
    let mut waits_for = NOTHING;
    if !fits(&plan.inputs, key, slots, context.terms) {
        return Ok(waits_for);
    }
    let mut depth = 0;
    let mut entering = true;
    loop {
        if depth == plan.steps.len() {
            row.clear();
            for template in &plan.row {
                let cell = build(template, slots, context.terms)?;
                row.push(cell);
            }
            row.extend(plan.told.iter().map(|&step| TermId::from_number(frames[step].found)));
            if known.is_none_or(|known| !known.contains(row)) && fresh.insert(row) {
                context.meter.found(fresh, plan.row.len())?;
            }
            // The steps after `head_bound` would only derive the same row again.
            depth = plan.head_bound;
        } else if advance(&plan.steps[depth], entering, &mut frames[depth], slots, context, &mut waits_for)? {
            depth += 1;
            entering = true;
            continue;
        }
        entering = false;
        if depth == 0 {
            return Ok(waits_for);
        }
        depth -= 1;
    }
}

/// The weight of a fact for [`Limits::facts`], by its number of arguments.
pub(crate) fn weight(arity: usize) -> usize {
    1 + arity / 8
}

/// Goes to the next match of a step, the first one on entering it; false if there is none.
fn advance(
    step: &JoinStep,
    entering: bool,
    frame: &mut Frame,
    slots: &mut [TermId],
    context: &mut Context<'_, '_, '_>,
    waits_for: &mut usize,
) -> Result<bool, JoinError> {
    context.meter.step()?;
    match step {
        JoinStep::Scan { relation, lookup, outputs, among } => {
            let table = context.tables.get(*relation);
            let range = context.range(*relation, *among);
            if entering {
                frame.row = range.start;
                if let Some(lookup) = lookup {
                    let known = frame.fill(&lookup.key, |template| find(template, slots, context.terms));
                    frame.cursor =
                        if known { table.look_up(lookup.index, &frame.key) } else { Cursor::end() };
                }
            }
            loop {
                let next = match lookup {
                    Some(lookup) => {
                        table.next_match(lookup.index, &frame.key, &mut frame.cursor, context.terms)
                    }
                    None => (frame.row < table.len().min(range.end)).then(|| {
                        frame.row += 1;
                        frame.row - 1
                    }),
                };
                let Some(number) = next else { return Ok(false) };
                if lookup.is_some() && number < range.start {
                    // Chains lead from newer rows to older ones.
                    return Ok(false);
                }
                if range.contains(&number) && accept(outputs, table.row(number), slots, context.terms) {
                    frame.found = number;
                    return Ok(true);
                }
                context.meter.step()?;
            }
        }
        JoinStep::Contains { relation, row, wanted, among } => Ok(entering && {
            let known = frame.fill(row, |template| find(template, slots, context.terms));
            let number = if known { context.tables.get(*relation).position(&frame.key) } else { None };
            frame.found = number.unwrap_or_default();
            number.is_some_and(|number| context.range(*relation, *among).contains(&number)) == *wanted
        }),
        JoinStep::Same { a, b, wanted } => {
            Ok(entering && (build(a, slots, context.terms)? == build(b, slots, context.terms)?) == *wanted)
        }
        JoinStep::Unify { value, pattern } => Ok(entering && {
            let cells = [build(value, slots, context.terms)?];
            fits(pattern, &cells, slots, context.terms)
        }),
        JoinStep::Query { query, key, pattern } => {
            if entering {
                frame.query(*query, key, slots, context, waits_for)?;
            }
            while let Some(number) = frame.answers.pop() {
                let row = context.answers[*query].row(number);
                if fits(pattern, row, slots, context.terms) {
                    return Ok(true);
                }
                context.meter.step()?;
            }
            Ok(false)
        }
        JoinStep::QueryTest { query, key, wanted } => Ok(entering && {
            frame.query(*query, key, slots, context, waits_for)?;
            frame.answers.is_empty() != *wanted
        }),
    }
}

impl Frame {
    /// Sets the key to the terms of templates; false if one of them is new.
    fn fill(&mut self, templates: &[Template], find: impl Fn(&Template) -> Option<TermId>) -> bool {
        self.key.clear();
        for template in templates {
            match find(template) {
                Some(cell) => self.key.push(cell),
                None => return false,
            }
        }
        true
    }

    /// Evaluates a query, and stores the row numbers of its answers.
    fn query(
        &mut self,
        query: usize,
        key: &[Template],
        slots: &[TermId],
        context: &mut Context<'_, '_, '_>,
        waits_for: &mut usize,
    ) -> Result<(), JoinError> {
        self.key.clear();
        for template in key {
            self.key.push(build(template, slots, context.terms)?);
        }
        *waits_for = (*waits_for).min(answer(context, query, &self.key)?);
        let interrupt = context.meter.interrupt();
        self.answers = context.answers[query].matching(&self.key, context.terms, interrupt)?;
        Ok(())
    }
}

/// The largest depth of nested queries. Each takes some kilobytes of stack, which grows on the heap.
const MAX_NESTED: usize = 20_000;

/// The stack in bytes that must be free for a nested query, and the amount added if it is not.
const RED_ZONE: usize = 64 << 10;
const MORE_STACK: usize = 1 << 20;

/// The depth for a query that depends on no unfinished query.
const NOTHING: usize = usize::MAX;

/// Evaluates a query by running the clauses of its relation with the given key. Returns the depth of the
/// outermost unfinished query that the answers depend on.
///
/// If queries depend on one another in a cycle, the outermost one is repeated until there are no new answers.
/// That is the least fixpoint, and all queries of the cycle are complete then (Chen & Warren, *Tabled
/// Evaluation with Delaying for General Logic Programs*, 1996).
fn answer(context: &mut Context<'_, '_, '_>, number: usize, key: &[TermId]) -> Result<usize, JoinError> {
    let depth = context.nested;
    let answers = &mut context.answers[number];
    if answers.keys.insert(key) {
        answers.status.push(QueryStatus::Open);
        // Keys take memory too, even without an answer.
        let most = context.meter.limits.facts;
        if answers.keys.len() as usize * weight(key.len()) > most {
            return Err(JoinError::Work(format!("{most} facts")));
        }
    }
    // It was inserted above, if it was not there.
    let Some(entry) = answers.keys.position(key) else { unreachable!("every key in the table has a row") };
    let entry = entry as usize;
    match answers.status[entry] {
        QueryStatus::Complete => return Ok(NOTHING),
        QueryStatus::Active(at) => return Ok(at),
        QueryStatus::Partial { waits_for } => return Ok(waits_for),
        QueryStatus::Open => {}
    }
    if depth == MAX_NESTED {
        return Err(JoinError::Work(format!("{MAX_NESTED} nested conditions")));
    }
    let inside = context.partial.len();
    context.answers[number].status[entry] = QueryStatus::Active(depth);
    loop {
        let known = context.answered;
        let waits_for = derive_answers(context, number, key)?;
        if waits_for < depth {
            context.answers[number].status[entry] = QueryStatus::Partial { waits_for };
            context.partial.push((number, entry));
            return Ok(waits_for);
        }
        let again = waits_for == depth && context.answered > known;
        let status = if again { QueryStatus::Open } else { QueryStatus::Complete };
        for (query, entry) in context.partial.drain(inside..) {
            context.answers[query].status[entry] = status;
        }
        if !again {
            context.answers[number].status[entry] = QueryStatus::Complete;
            return Ok(NOTHING);
        }
    }
}

/// Runs the clauses of a query's relation once.
fn derive_answers(
    context: &mut Context<'_, '_, '_>,
    number: usize,
    key: &[TermId],
) -> Result<usize, JoinError> {
    let mut waits_for = NOTHING;
    let query = &context.queries[number];
    for plan in &query.plans {
        let mut fresh = context.fresh.pop().unwrap_or_default();
        fresh.reset(query.arity);
        context.nested += 1;
        let ran = stacker::maybe_grow(RED_ZONE, MORE_STACK, || run(plan, key, None, context, &mut fresh));
        context.nested -= 1;
        waits_for = waits_for.min(ran?);
        for row in fresh.rows() {
            if context.answers[number].rows.insert(row) {
                context.answered += weight(query.arity);
            }
        }
        let most = context.meter.limits.facts;
        if context.answered > most {
            return Err(JoinError::Work(format!("{most} facts")));
        }
        context.fresh.push(fresh);
    }
    Ok(waits_for)
}

/// Whether a row matches a pattern; binds variables by the match.
fn fits(pattern: &Pattern, row: &[TermId], slots: &mut [TermId], terms: &Lease<'_>) -> bool {
    pattern.shape.iter().all(|(path, top)| terms.top(value(row, path, terms)) == *top)
        && pattern.given.iter().all(|(path, term)| find(term, slots, terms) == Some(value(row, path, terms)))
        && accept(&pattern.outputs, row, slots, terms)
}

/// Binds variables by a matching row; false if a variable would need two values.
fn accept(outputs: &[Output], row: &[TermId], slots: &mut [TermId], terms: &Lease<'_>) -> bool {
    outputs.iter().all(|output| {
        let cell = value(row, &output.path, terms);
        if output.binds {
            slots[output.slot] = cell;
        }
        slots[output.slot] == cell
    })
}

/// The term of a template; a new term is added to the table.
pub(crate) fn build(
    template: &Template,
    slots: &[TermId],
    terms: &mut Lease<'_>,
) -> Result<TermId, LogicError> {
    match template {
        Template::Ground(id) => Ok(*id),
        Template::Slot(slot) => Ok(slots[*slot]),
        Template::Function(top, args) => {
            let args = args
                .iter()
                .map(|arg| build(arg, slots, terms))
                .collect::<Result<SmallVec<[TermId; 8]>, LogicError>>()?;
            terms.intern(*top, &args)
        }
    }
}

/// The term of a template; none if the term is new, and so in no relation.
pub(crate) fn find(template: &Template, slots: &[TermId], terms: &Lease<'_>) -> Option<TermId> {
    match template {
        Template::Ground(id) => Some(*id),
        Template::Slot(slot) => Some(slots[*slot]),
        Template::Function(top, args) => {
            let args =
                args.iter().map(|arg| find(arg, slots, terms)).collect::<Option<SmallVec<[TermId; 8]>>>()?;
            terms.find(*top, &args)
        }
    }
}
