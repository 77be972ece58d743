//! Grounding: the rules without variables.
//!
//! The steps, one a module: [`steady`] makes fluents static that never change; [`rules`] selects the clauses
//! that the result depends on; [`history`] drops lists of what paths have visited, and [`idle`] arguments
//! whose values make no difference; [`diagram`] makes chains of static conditions on many variables;
//! [`demand`] rewrites expensive relations so that they are derived on demand, with rules prepared by
//! [`alternatives`]; [`mod@split`] splits wide rules; [`relax`] separates the listing of instances from
//! their meaning; [`reach`] lists the instances, over the relations in [`store`]; [`instances`] numbers
//! their atoms and makes bodies of them; [`simplify`] finds the constant ones; [`output`] builds the
//! grounding of the others.

mod alternatives;
mod demand;
mod diagram;
mod history;
mod idle;
mod instances;
mod limits;
mod output;
mod reach;
mod relax;
mod rules;
mod simplify;
mod split;
mod steady;
mod store;
#[cfg(test)]
mod tests;

use fixedbitset::FixedBitSet;
use gdl::{Interrupt, Interrupted, Keyword, Rulesheet};

use crate::compiler::compile;
use crate::ground::demand::rewrite;
use crate::ground::diagram::diagrams;
use crate::ground::history::drop_histories;
use crate::ground::idle::drop_idle;
use crate::ground::instances::Instances;
use crate::ground::output::GroundingBuilder;
use crate::ground::reach::{Blocked, Halt, Reach};
use crate::ground::relax::{Relaxed, needed};
use crate::ground::rules::{Input, Rulebook};
use crate::ground::simplify::{TruthBounds, follows};
use crate::ground::split::split;
use crate::ground::steady::SteadyRules;
use crate::grounding::Grounding;
use crate::relation::RelationId;
use crate::terms::Lease;
use crate::{Limits, Reasoner};

pub use limits::{GroundLimits, Ungroundable};

/// The most join steps for the relations that are static because fluents never change.
const STEADY_STEPS: u64 = 20_000_000;

impl Grounding {
    /// Grounds the rulesheet that a reasoner was made from. Fluents and moves are the reasoner's terms.
    ///
    /// The atoms are found by relaxed reachability (as in planning: Hoffmann & Nebel, *The FF Planning
    /// System*, 2001): an atom that depends on the state may be true and false at the same time. Static
    /// relations are exact, and removed.
    ///
    /// # Errors
    /// If that exceeds `limits`, or the reasoner's limits on terms.
    pub fn new(sheet: &Rulesheet, reasoner: &Reasoner, limits: &GroundLimits) -> Result<Self, Ungroundable> {
        Self::new_while(sheet, reasoner, limits, &Interrupt::never())
    }

    /// Does the same as [`new`](Self::new) until it is interrupted.
    ///
    /// # Errors
    /// As for [`new`](Self::new), and if it is interrupted.
    pub fn new_while(
        sheet: &Rulesheet,
        reasoner: &Reasoner,
        limits: &GroundLimits,
        interrupt: &Interrupt<'_>,
    ) -> Result<Self, Ungroundable> {
        let clauses = sheet.clauses();
        let input = Input::new(sheet, reasoner, &clauses);
        if let Some(steady) = SteadyRules::of(&clauses, reasoner) {
            let clauses = steady.clauses();
            let symbols = &steady.symbols;
            let limits_of_statics =
                Limits { steps: STEADY_STEPS.min(reasoner.limits.steps), ..reasoner.limits };
            // Where the static relations exceed a limit, the rules are grounded as they are.
            match compile(&clauses, symbols, &reasoner.terms, &limits_of_statics, interrupt) {
                Ok(program) => {
                    let input = Input { clauses: &clauses, symbols, program: &program, ..input };
                    return ground(&input, limits, interrupt);
                }
                Err(_) => interrupt.check_now()?,
            }
        }
        ground(&input, limits, interrupt)
    }
}

/// Grounds, and tries again with the relations on demand that turn out to be expensive.
fn ground(
    input: &Input<'_>,
    limits: &GroundLimits,
    interrupt: &Interrupt<'_>,
) -> Result<Grounding, Ungroundable> {
    let mut terms = input.reasoner.terms.lease();
    let mut expensive = FixedBitSet::with_capacity(input.program.predicates.len());
    loop {
        match attempt(input, limits, &expensive, &mut terms, interrupt) {
            Err(Failed::Ungroundable(why)) => return Err(why),
            Err(Failed::Expensive(relations)) => expensive.extend(relations),
            Ok(grounding) => return Ok(grounding),
        }
    }
}

/// Why an attempt failed.
enum Failed {
    Ungroundable(Ungroundable),
    /// These relations are expensive to list.
    Expensive(Vec<RelationId>),
}

impl From<Interrupted> for Failed {
    fn from(interrupted: Interrupted) -> Self {
        Self::Ungroundable(interrupted.into())
    }
}

/// Grounds with the `expensive` relations derived on demand.
fn attempt(
    input: &Input<'_>,
    limits: &GroundLimits,
    expensive: &FixedBitSet,
    terms: &mut Lease<'_>,
    interrupt: &Interrupt<'_>,
) -> Result<Grounding, Failed> {
    let Input { sheet, reasoner, program, .. } = *input;
    let mut book = Rulebook::new(input, interrupt)?;
    let rules = std::mem::take(&mut book.rules);
    let rules = drop_histories(rules, &mut book, input, interrupt)?;
    let rules = drop_idle(rules, &mut book, &program.statics, terms, interrupt)?;
    let rules = diagrams(rules, &mut book, input, terms, interrupt)?;
    let rules = rewrite(rules, &mut book, expensive, interrupt)?;
    let rules = split(rules, &mut book, &program.on_demand, expensive, interrupt)?;
    let spans: Vec<_> = rules.iter().map(|rule| (rule.origin, rule.head.span)).collect();
    let ungroundable = |book: &Rulebook, Blocked { rule, why }: Blocked| {
        let (relation, span) = spans[rule];
        Failed::Ungroundable(Ungroundable::Rule {
            relation: book.name(relation).to_owned(),
            line: sheet.source().place(span.start).line,
            why,
        })
    };
    let mut relaxed = Vec::with_capacity(rules.len());
    for (number, rule) in rules.into_iter().enumerate() {
        interrupt.check()?;
        match Relaxed::new(rule, &mut book, terms) {
            Ok(rule) => relaxed.push(rule),
            Err(error) => {
                return Err(ungroundable(&book, Blocked { rule: number, why: error.to_string() }));
            }
        }
    }
    // The relations of keywords are always listed.
    let mut settled = expensive.clone();
    settled.extend(Keyword::ALL.iter().map(|&keyword| keyword as usize));
    let initial = reasoner.initial().fluents();
    let needed = needed(&relaxed);
    let reach = Reach::new(&relaxed, &book, input, &needed, &settled, *limits, interrupt);
    let (mut relations, atom_rows) = reach.run(initial, terms).map_err(|halt| match halt {
        Halt::Blocked(blocked) => ungroundable(&book, blocked),
        Halt::Expensive(relations) => Failed::Expensive(relations),
    })?;
    let instances = Instances::new(&relaxed, &book, &needed, (&mut relations, atom_rows), terms, interrupt)?;

    let row = |keyword: Keyword, row: &[crate::TermId]| relations[keyword as usize].position(row);
    let initial: Vec<u32> = initial
        .iter()
        .filter_map(|&fluent| Some(instances.atom(Keyword::True, row(Keyword::True, &[fluent])?)))
        .collect();
    let follows = follows(&instances, interrupt, |keyword, number| {
        let from = if keyword == Keyword::True { Keyword::Next } else { Keyword::Legal };
        row(keyword, relations[from as usize].row(number))
    })?;
    let known = TruthBounds::of(&instances, &initial, &follows, interrupt)?;
    let builder = GroundingBuilder::new(&instances, &known, interrupt)?;
    Ok(builder.grounding(&relations, input, &initial, terms)?)
}
