//! Relations that are too large to list: each is worked out only for the values that somebody asks about.
//!
//! An ask is answered by running the relation's clauses with those values given, and the answers are remembered
//! (tabling: Tamaki & Sato, *OLD Resolution with Tabulation*, 1986). Where an ask depends on itself, the outermost ask of the
//! circle is repeated until nothing new is found, which is the least fixpoint.

use crate::TermId;
use crate::join::{Context, Stop, run};
use crate::plan::Plan;
use crate::program::{Phase, RelationId};
use crate::relation::{IndexSpec, Path, Relation};
use crate::terms::TermTable;

/// One way to ask about a relation: with the values of certain columns given.
#[derive(Clone, Debug)]
pub(crate) struct Ask {
    pub(crate) relation: RelationId,
    pub(crate) arity: usize,
    /// The columns whose values are given, ascending.
    pub(crate) given: Vec<usize>,
    pub(crate) plans: Vec<Plan>,
    pub(crate) phase: Phase,
}

/// What has been asked in one way, and answered.
#[derive(Clone, Default)]
pub(crate) struct Answers {
    asked: Relation,
    progress: Vec<Progress>,
    rows: Relation,
}

/// How far an ask has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Progress {
    /// Being answered, at this depth of nested asks.
    Active(usize),
    /// Answered as far as was possible in this round, while an ask at depth `waits_for` was still being answered.
    Partial {
        round: u64,
        waits_for: usize,
    },
    Complete,
}

/// Depth of nested asks beyond which a question is given up; each takes about a kilobyte of stack.
const MOST_NESTED: usize = 400;

/// An ask that depends on no unfinished one.
const NOTHING: usize = usize::MAX;

impl Answers {
    pub(crate) fn new(ask: &Ask) -> Self {
        let mut answers = Self {
            asked: Relation::new(ask.given.len()),
            progress: Vec::new(),
            rows: Relation::new(ask.arity),
        };
        answers.rows.index(&ask.key_spec());
        answers
    }

    pub(crate) fn clear(&mut self) {
        self.asked.clear();
        self.progress.clear();
        self.rows.clear();
    }

    /// Numbers of the answers to a key.
    pub(crate) fn matching(&mut self, key: &[TermId], terms: &TermTable) -> Vec<u32> {
        self.rows.catch_up(0, terms);
        let mut cursor = self.rows.look_up(0, key);
        std::iter::from_fn(|| self.rows.next_match(0, key, &mut cursor, terms)).collect()
    }

    pub(crate) fn row(&self, row: u32) -> &[TermId] {
        self.rows.row(row)
    }
}

impl Ask {
    fn key_spec(&self) -> IndexSpec {
        IndexSpec {
            shape: Vec::new(),
            keys: self.given.iter().map(|&column| Path::from_slice(&[column as u32])).collect(),
        }
    }
}

/// Works out the answers to an ask. Returns the depth of the outermost unfinished ask they depend on.
pub(crate) fn answer(context: &mut Context<'_, '_>, number: usize, key: &[TermId]) -> Result<usize, Stop> {
    let depth = context.nested;
    let answers = &mut context.answers[number];
    if answers.asked.insert(key) {
        answers.progress.push(Progress::Partial { round: 0, waits_for: NOTHING });
    }
    // Just inserted, if it was not there.
    let Some(entry) = answers.asked.position(key) else { unreachable!("every asked key has a row") };
    match answers.progress[entry as usize] {
        Progress::Complete => return Ok(NOTHING),
        Progress::Active(at) => return Ok(at),
        Progress::Partial { round, waits_for } if round == context.round => return Ok(waits_for),
        Progress::Partial { .. } => {}
    }
    if depth == MOST_NESTED {
        return Err(Stop::Work(format!("{MOST_NESTED} nested conditions")));
    }
    let mut waits_for;
    loop {
        context.round += 1;
        context.answers[number].progress[entry as usize] = Progress::Active(depth);
        let known = context.answered;
        waits_for = NOTHING;
        let asks = context.asks;
        for plan in &asks[number].plans {
            let mut fresh = context.fresh.pop().unwrap_or_default();
            fresh.reset(asks[number].arity);
            context.nested = depth + 1;
            let ran = run(plan, key, None, context, &mut fresh);
            context.nested = depth;
            waits_for = waits_for.min(ran?);
            for row in fresh.rows() {
                context.answered += u64::from(context.answers[number].rows.insert(row));
            }
            context.fresh.push(fresh);
        }
        if waits_for != depth || context.answered == known {
            break;
        }
    }
    let (progress, waits_for) = if waits_for < depth {
        (Progress::Partial { round: context.round, waits_for }, waits_for)
    } else {
        (Progress::Complete, NOTHING)
    };
    context.answers[number].progress[entry as usize] = progress;
    Ok(waits_for)
}
