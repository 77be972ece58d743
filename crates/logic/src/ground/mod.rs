//! Grounding: rules with their variables gone.
//!
//! [`rules`] chooses the clauses that matter, [`demand`] holds back what is dear to list, by rules that [`alternatives`] writes
//! for it, [`mod@split`] makes wide rules narrower, [`relax`] divides each into what lists its instances and what these mean, [`reach`] lists them, over the relations in
//! [`stock`]; [`instances`] turns rows into numbered atoms and bodies, [`simplify`] finds out which of them are constant, and
//! [`output`] keeps the rest.

mod alternatives;
mod demand;
mod instances;
mod limits;
mod output;
mod reach;
mod relax;
mod rules;
mod simplify;
mod split;
mod stock;
#[cfg(test)]
mod tests;

use std::time::Instant;

use fixedbitset::FixedBitSet;
use gdl::{Keyword, Rulesheet};

use crate::Reasoner;
use crate::ground::demand::rewrite;
use crate::ground::instances::Instances;
use crate::ground::output::Output;
use crate::ground::reach::{Blocked, Halt, Reach};
use crate::ground::relax::Relaxed;
use crate::ground::rules::Rulebook;
use crate::ground::simplify::{Known, follows};
use crate::ground::split::split;
use crate::grounding::Grounding;
use crate::relation::RelationId;
use crate::terms::Lease;

pub use limits::{GroundLimits, Ungroundable};

impl Grounding {
    /// Grounds the rulesheet that a reasoner was made from. Fluents and moves are the reasoner's terms.
    ///
    /// What may hold is found by relaxed reachability (as in planning: Hoffmann & Nebel, *The FF Planning System*, 2001):
    /// whatever a state can change may hold and may fail. Static relations are exact, and vanish.
    ///
    /// # Errors
    /// If that exceeds `limits`, or the reasoner's on terms.
    pub fn new(sheet: &Rulesheet, reasoner: &Reasoner, limits: &GroundLimits) -> Result<Self, Ungroundable> {
        Self::new_while(sheet, reasoner, limits, &|| true)
    }

    /// Grounds as [`new`](Self::new) does, as long as `go_on` says so. It is asked many times a second.
    ///
    /// # Errors
    /// As for [`new`](Self::new), and if `go_on` says no.
    pub fn new_while(
        sheet: &Rulesheet,
        reasoner: &Reasoner,
        limits: &GroundLimits,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Self, Ungroundable> {
        let started = Instant::now();
        let mut terms = reasoner.terms.lease();
        let mut dear = FixedBitSet::with_capacity(reasoner.program.predicates.len());
        loop {
            match attempt(sheet, reasoner, limits, started, &dear, &mut terms, go_on) {
                Err(Failed::Ungroundable(why)) => return Err(why),
                Err(Failed::Dear(relations)) => dear.extend(relations),
                Ok(grounding) => return Ok(grounding),
            }
        }
    }
}

/// Why an attempt has come to nothing.
enum Failed {
    Ungroundable(Ungroundable),
    /// Some relations are dear to list.
    Dear(Vec<RelationId>),
}

/// Grounds with some relations derived on demand.
fn attempt(
    sheet: &Rulesheet,
    reasoner: &Reasoner,
    limits: &GroundLimits,
    started: Instant,
    dear: &FixedBitSet,
    terms: &mut Lease<'_>,
    go_on: &dyn Fn() -> bool,
) -> Result<Grounding, Failed> {
    let mut book = Rulebook::new(sheet, &reasoner.program);
    let rules = rewrite(std::mem::take(&mut book.rules), &mut book, dear);
    let rules = split(rules, &mut book, &reasoner.program.on_demand);
    let spans: Vec<_> = rules.iter().map(|rule| (rule.origin, rule.head.span)).collect();
    let ungroundable = |book: &Rulebook, Blocked { rule, why }: Blocked| {
        let (relation, span) = spans[rule];
        Failed::Ungroundable(Ungroundable {
            relation: book.name(relation).to_owned(),
            line: sheet.source().place(span.start).line,
            why,
        })
    };
    let mut relaxed = Vec::with_capacity(rules.len());
    for (number, rule) in rules.into_iter().enumerate() {
        match Relaxed::new(rule, &mut book, terms) {
            Ok(rule) => relaxed.push(rule),
            Err(error) => {
                return Err(ungroundable(&book, Blocked { rule: number, why: error.to_string() }));
            }
        }
    }
    // What a keyword speaks of is always wanted whole.
    let mut settled = dear.clone();
    settled.extend(Keyword::ALL.iter().map(|&keyword| keyword as usize));
    let initial = reasoner.initial().fluents();
    let reach = Reach::new(&relaxed, &book, sheet, reasoner, &settled, *limits, started);
    let mut relations = reach.run(initial, terms, go_on).map_err(|halt| match halt {
        Halt::Blocked(blocked) => ungroundable(&book, blocked),
        Halt::Dear(relations) => Failed::Dear(relations),
    })?;
    let in_time = || started.elapsed() <= limits.time;
    let instances = Instances::new(&relaxed, &book, &mut relations, terms, &|| in_time() && go_on());
    let instances = instances.map_err(|rule| {
        let late = || Blocked { rule, why: format!("it takes more than {:?}", limits.time) };
        ungroundable(&book, if in_time() { Blocked::stopped(rule) } else { late() })
    })?;

    let row = |keyword: Keyword, row: &[crate::TermId]| relations[keyword as usize].position(row);
    let initial: Vec<u32> = initial
        .iter()
        .filter_map(|&fluent| Some(instances.atom(Keyword::True, row(Keyword::True, &[fluent])?)))
        .collect();
    let follows = follows(&instances, |keyword, number| {
        let from = if keyword == Keyword::True { Keyword::Next } else { Keyword::Legal };
        row(keyword, relations[from as usize].row(number))
    });
    let known = Known::of(&instances, &initial, &follows);
    Ok(Output::new(&instances, &known).grounding(&relations, reasoner, &initial, terms))
}
