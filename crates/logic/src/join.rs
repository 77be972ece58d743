//! Running a plan over relations.

use std::time::Instant;

use fixedbitset::FixedBitSet;
use smallvec::SmallVec;

use crate::plan::{Output, Plan, Step, Template};
use crate::program::RelationId;
use crate::relation::{Cursor, Relation, value};
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

/// Buffers of the join, kept from one run to the next.
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
}

/// Finds every row that a plan derives and that its head's relation does not have yet; adds them to `fresh`.
/// `new_rows` are the bounds of what is new in each relation, for plans that start from new rows.
pub(crate) fn run(
    plan: &Plan,
    tables: Tables<'_>,
    new_rows: &[(u32, u32)],
    terms: &mut Lease<'_>,
    scratch: &mut Scratch,
    meter: &mut Meter,
    fresh: &mut Relation,
) -> Result<(), Stop> {
    let head = tables.get(plan.head);
    let Scratch { slots, frames, row } = scratch;
    // Every slot is bound before it is read, so what it holds at first does not matter.
    slots.resize(plan.slots.max(slots.len()), TermId::default());
    frames.resize_with(plan.steps.len().max(frames.len()), Frame::default);
    let mut depth = 0;
    let mut entering = true;
    loop {
        if depth == plan.steps.len() {
            row.clear();
            for template in &plan.row {
                let cell = build(template, slots, terms)?;
                row.push(cell);
            }
            if !head.contains(row) && fresh.insert(row) && fresh.len() as usize > meter.limits.facts {
                return Err(Stop::Work(format!("{} facts", meter.limits.facts)));
            }
            // What follows `head_bound` could only derive the same row again.
            depth = plan.head_bound;
            entering = false;
        } else {
            let frame = &mut frames[depth];
            let found = match &plan.steps[depth] {
                Step::Scan { relation, lookup, outputs, only_new } => {
                    let table = tables.get(*relation);
                    let (start, end) = if *only_new { new_rows[*relation] } else { (0, u32::MAX) };
                    if entering {
                        frame.row = start;
                        if let Some(lookup) = lookup {
                            frame.key.clear();
                            let mut known = true;
                            for template in &lookup.key {
                                match find(template, slots, terms) {
                                    Some(cell) => frame.key.push(cell),
                                    None => known = false,
                                }
                            }
                            frame.cursor =
                                if known { table.look_up(lookup.index, &frame.key) } else { Cursor::end() };
                        }
                    }
                    loop {
                        meter.step()?;
                        let next = match lookup {
                            Some(lookup) => {
                                table.next_match(lookup.index, &frame.key, &mut frame.cursor, terms)
                            }
                            None => (frame.row < table.len().min(end)).then(|| {
                                frame.row += 1;
                                frame.row - 1
                            }),
                        };
                        match next {
                            None => break false,
                            Some(number) if number < start || number >= end => {}
                            Some(number) if accept(outputs, table.row(number), slots, terms) => break true,
                            Some(_) => {}
                        }
                    }
                }
                Step::Contains { relation, row: wanted_row, wanted } => {
                    entering && {
                        meter.step()?;
                        row.clear();
                        let known = wanted_row.iter().all(|template| match find(template, slots, terms) {
                            Some(cell) => {
                                row.push(cell);
                                true
                            }
                            None => false,
                        });
                        (known && tables.get(*relation).contains(row)) == *wanted
                    }
                }
                Step::Same { a, b, wanted } => {
                    entering && (build(a, slots, terms)? == build(b, slots, terms)?) == *wanted
                }
                Step::Unify { value: term, shape, given, outputs } => {
                    entering && {
                        let cells = [build(term, slots, terms)?];
                        shape.iter().all(|(path, top)| terms.top(value(&cells, path, terms)) == *top)
                            && given.iter().all(|(path, template)| {
                                find(template, slots, terms) == Some(value(&cells, path, terms))
                            })
                            && accept(outputs, &cells, slots, terms)
                    }
                }
            };
            if found {
                depth += 1;
                entering = true;
                continue;
            }
            entering = false;
        }
        if depth == 0 {
            return Ok(());
        }
        depth -= 1;
    }
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
fn build(template: &Template, slots: &[TermId], terms: &mut Lease<'_>) -> Result<TermId, LogicError> {
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
fn find(template: &Template, slots: &[TermId], terms: &Lease<'_>) -> Option<TermId> {
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
