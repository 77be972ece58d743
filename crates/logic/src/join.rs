//! Running a plan over relations.

use std::time::Instant;

use fixedbitset::FixedBitSet;
use smallvec::SmallVec;

use crate::plan::{Output, Pattern, Plan, Step, Template};
use crate::relation::{Cursor, Relation, RelationId, value};
use crate::tabling::{Answers, Ask, Progress};
use crate::terms::Lease;
use crate::{Limits, LogicError, TermId};

/// The relations that a plan reads: those that never change, and those of one state.
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

/// Counts the work spent on one question.
pub(crate) struct Meter {
    limits: Limits,
    deadline: Instant,
    steps: u64,
}

/// Why a meter says stop, still without the name of the relation.
pub(crate) enum Stop {
    Work(String),
    Logic(LogicError),
}

impl From<LogicError> for Stop {
    fn from(error: LogicError) -> Self {
        Stop::Logic(error)
    }
}

impl Meter {
    /// Steps between two looks at the clock.
    const STRIDE: u64 = 1 << 16;

    pub(crate) fn start(limits: Limits) -> Self {
        // A time that overflows the clock is no limit that anyone can reach.
        let now = Instant::now();
        let deadline = now.checked_add(limits.time).unwrap_or(now + std::time::Duration::from_secs(1 << 30));
        Self { limits, deadline, steps: 0 }
    }

    /// Steps made so far.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    /// Bounds the steps still to come.
    pub(crate) fn allow(&mut self, steps: u64) {
        self.limits.steps = self.steps.saturating_add(steps);
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    fn step(&mut self) -> Result<(), Stop> {
        self.steps += 1;
        if self.steps > self.limits.steps {
            return Err(Stop::Work(format!("{} steps", self.limits.steps)));
        }
        if self.steps.is_multiple_of(Self::STRIDE) && Instant::now() > self.deadline {
            return Err(Stop::Work(format!("{:?}", self.limits.time)));
        }
        Ok(())
    }
}

/// Buffers of one join.
#[derive(Default)]
pub(crate) struct Scratch {
    slots: Vec<TermId>,
    frames: Vec<Frame>,
    row: Vec<TermId>,
}

/// Where a step stands among its matches.
#[derive(Default)]
struct Frame {
    key: SmallVec<[TermId; 8]>,
    cursor: Cursor,
    row: u32,
    answers: Vec<u32>,
}

/// All that a join reads and spends, and what it remembers of asks.
pub(crate) struct Context<'a, 't> {
    pub(crate) tables: Tables<'a>,
    /// The bounds of what is new in each relation, for plans that start from new rows.
    pub(crate) new_rows: &'a [(u32, u32)],
    pub(crate) asks: &'a [Ask],
    pub(crate) answers: &'a mut [Answers],
    pub(crate) terms: &'a mut Lease<'t>,
    pub(crate) meter: &'a mut Meter,
    /// Buffers that are not in use.
    pub(crate) scratch: &'a mut Vec<Scratch>,
    pub(crate) fresh: &'a mut Vec<Relation>,
    /// Asks being answered, one inside the other.
    pub(crate) nested: usize,
    /// Asks that are partly answered, in the order they were.
    pub(crate) partial: Vec<(usize, usize)>,
    /// Answers found so far, each by its [`weight`].
    pub(crate) answered: usize,
}

/// Finds every row that a plan derives from the given `key` and that is not `known` already; adds them to `fresh`.
/// Returns the depth of the outermost unfinished ask that the rows depend on.
pub(crate) fn run(
    plan: &Plan,
    key: &[TermId],
    known: Option<&Relation>,
    context: &mut Context<'_, '_>,
    fresh: &mut Relation,
) -> Result<usize, Stop> {
    let mut scratch = context.scratch.pop().unwrap_or_default();
    let result = join(plan, key, known, context, &mut scratch, fresh);
    context.scratch.push(scratch);
    result
}

fn join(
    plan: &Plan,
    key: &[TermId],
    known: Option<&Relation>,
    context: &mut Context<'_, '_>,
    scratch: &mut Scratch,
    fresh: &mut Relation,
) -> Result<usize, Stop> {
    let Scratch { slots, frames, row } = scratch;
    // Every slot is bound before it is read, so what it holds at first does not matter.
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
            let new = known.is_none_or(|known| !known.contains(row)) && fresh.insert(row);
            if new && fresh.len() as usize * weight(plan.row.len()) > context.meter.limits.facts {
                return Err(Stop::Work(format!("{} facts", context.meter.limits.facts)));
            }
            // What follows `head_bound` could only derive the same row again.
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

/// How much a fact counts for [`Limits::facts`]: wide ones take more room.
pub(crate) fn weight(arity: usize) -> usize {
    1 + arity / 8
}

/// Goes to a step's next match, its first one when it is entered; false if there is none.
fn advance(
    step: &Step,
    entering: bool,
    frame: &mut Frame,
    slots: &mut [TermId],
    context: &mut Context<'_, '_>,
    waits_for: &mut usize,
) -> Result<bool, Stop> {
    context.meter.step()?;
    match step {
        Step::Scan { relation, lookup, outputs, only_new } => {
            let table = context.tables.get(*relation);
            let (start, end) = if *only_new { context.new_rows[*relation] } else { (0, u32::MAX) };
            if entering {
                frame.row = start;
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
                    None => (frame.row < table.len().min(end)).then(|| {
                        frame.row += 1;
                        frame.row - 1
                    }),
                };
                let Some(number) = next else { return Ok(false) };
                if lookup.is_some() && number < start {
                    // Chains lead from new rows to old ones.
                    return Ok(false);
                }
                if (start..end).contains(&number) && accept(outputs, table.row(number), slots, context.terms)
                {
                    return Ok(true);
                }
                context.meter.step()?;
            }
        }
        Step::Contains { relation, row, wanted } => Ok(entering && {
            let known = frame.fill(row, |template| find(template, slots, context.terms));
            (known && context.tables.get(*relation).contains(&frame.key)) == *wanted
        }),
        Step::Same { a, b, wanted } => {
            Ok(entering && (build(a, slots, context.terms)? == build(b, slots, context.terms)?) == *wanted)
        }
        Step::Unify { value, pattern } => Ok(entering && {
            let cells = [build(value, slots, context.terms)?];
            fits(pattern, &cells, slots, context.terms)
        }),
        Step::Ask { ask, key, pattern } => {
            if entering {
                frame.ask(*ask, key, slots, context, waits_for)?;
            }
            while let Some(number) = frame.answers.pop() {
                let row = context.answers[*ask].row(number);
                if fits(pattern, row, slots, context.terms) {
                    return Ok(true);
                }
                context.meter.step()?;
            }
            Ok(false)
        }
        Step::Asked { ask, key, wanted } => Ok(entering && {
            frame.ask(*ask, key, slots, context, waits_for)?;
            frame.answers.is_empty() != *wanted
        }),
    }
}

impl Frame {
    /// Sets the key to the templates' terms; false if one of them is unknown.
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

    /// Has an ask answered, and keeps the numbers of the answers.
    fn ask(
        &mut self,
        ask: usize,
        key: &[Template],
        slots: &[TermId],
        context: &mut Context<'_, '_>,
        waits_for: &mut usize,
    ) -> Result<(), Stop> {
        self.key.clear();
        for template in key {
            self.key.push(build(template, slots, context.terms)?);
        }
        *waits_for = (*waits_for).min(answer(context, ask, &self.key)?);
        self.answers = context.answers[ask].matching(&self.key, context.terms);
        Ok(())
    }
}

/// Depth of nested asks beyond which a question is given up; each takes some kilobytes of stack, which grows on the heap.
const MOST_NESTED: usize = 20_000;

/// Stack that must be left for one more nested ask, and what is added when it is not, in bytes.
const RED_ZONE: usize = 64 << 10;
const MORE_STACK: usize = 1 << 20;

/// An ask that depends on no unfinished one.
const NOTHING: usize = usize::MAX;

/// Works out the answers to an ask, by running its relation's clauses with the key given. Returns the depth of the
/// outermost unfinished ask they depend on.
///
/// Where an ask depends on itself, the outermost ask of the circle is repeated until nothing new is found. That is the
/// least fixpoint, and then every ask inside the circle is complete too (Chen & Warren, *Tabled Evaluation with Delaying
/// for General Logic Programs*, 1996).
fn answer(context: &mut Context<'_, '_>, number: usize, key: &[TermId]) -> Result<usize, Stop> {
    let depth = context.nested;
    let answers = &mut context.answers[number];
    if answers.asked.insert(key) {
        answers.progress.push(Progress::Open);
        // Questions take room too, also those without an answer.
        let most = context.meter.limits.facts;
        if answers.asked.len() as usize * weight(key.len()) > most {
            return Err(Stop::Work(format!("{most} facts")));
        }
    }
    // Just inserted, if it was not there.
    let Some(entry) = answers.asked.position(key) else { unreachable!("every asked key has a row") };
    let entry = entry as usize;
    match answers.progress[entry] {
        Progress::Complete => return Ok(NOTHING),
        Progress::Active(at) => return Ok(at),
        Progress::Partial { waits_for } => return Ok(waits_for),
        Progress::Open => {}
    }
    if depth == MOST_NESTED {
        return Err(Stop::Work(format!("{MOST_NESTED} nested conditions")));
    }
    let inside = context.partial.len();
    context.answers[number].progress[entry] = Progress::Active(depth);
    loop {
        let known = context.answered;
        let waits_for = derive_answers(context, number, key)?;
        if waits_for < depth {
            context.answers[number].progress[entry] = Progress::Partial { waits_for };
            context.partial.push((number, entry));
            return Ok(waits_for);
        }
        let again = waits_for == depth && context.answered > known;
        let progress = if again { Progress::Open } else { Progress::Complete };
        for (ask, entry) in context.partial.drain(inside..) {
            context.answers[ask].progress[entry] = progress;
        }
        if !again {
            context.answers[number].progress[entry] = Progress::Complete;
            return Ok(NOTHING);
        }
    }
}

/// Runs the clauses of an ask's relation once.
fn derive_answers(context: &mut Context<'_, '_>, number: usize, key: &[TermId]) -> Result<usize, Stop> {
    let mut waits_for = NOTHING;
    let ask = &context.asks[number];
    for plan in &ask.plans {
        let mut fresh = context.fresh.pop().unwrap_or_default();
        fresh.reset(ask.arity);
        context.nested += 1;
        let ran = stacker::maybe_grow(RED_ZONE, MORE_STACK, || run(plan, key, None, context, &mut fresh));
        context.nested -= 1;
        waits_for = waits_for.min(ran?);
        for row in fresh.rows() {
            if context.answers[number].rows.insert(row) {
                context.answered += weight(ask.arity);
            }
        }
        let most = context.meter.limits.facts;
        if context.answered > most {
            return Err(Stop::Work(format!("{most} facts")));
        }
        context.fresh.push(fresh);
    }
    Ok(waits_for)
}

/// Whether a row looks like a pattern; binds what is learnt from it.
fn fits(pattern: &Pattern, row: &[TermId], slots: &mut [TermId], terms: &Lease<'_>) -> bool {
    pattern.shape.iter().all(|(path, top)| terms.top(value(row, path, terms)) == *top)
        && pattern.given.iter().all(|(path, term)| find(term, slots, terms) == Some(value(row, path, terms)))
        && accept(&pattern.outputs, row, slots, terms)
}

/// Binds what a matching row tells; false if a variable would need two values.
fn accept(outputs: &[Output], row: &[TermId], slots: &mut [TermId], terms: &Lease<'_>) -> bool {
    outputs.iter().all(|output| {
        let cell = value(row, &output.path, terms);
        if output.binds {
            slots[output.slot] = cell;
        }
        slots[output.slot] == cell
    })
}

/// The term a template stands for, made if it is new.
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

/// The term a template stands for, unless nobody has met it: then it is in no relation.
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
