//! Grounding: rules with their variables gone.
//!
//! [`rules`] chooses the clauses that matter, [`split`] makes wide ones narrower, [`relax`] divides each into what lists its instances and what these mean,
//! [`reach`] lists them, over the relations in [`stock`]; [`instances`] turns rows into numbered atoms and bodies, [`simplify`]
//! finds out which of them are constant, and [`output`] keeps the rest.

mod instances;
mod limits;
mod output;
mod reach;
mod relax;
mod rules;
mod simplify;
mod split;
mod stock;

use std::time::Instant;

use gdl::{Keyword, Rulesheet};

use crate::ground::instances::Instances;
use crate::ground::output::Output;
use crate::ground::reach::{Blocked, Reach};
use crate::ground::relax::Relaxed;
use crate::ground::rules::Rulebook;
use crate::ground::simplify::{Known, follows};
use crate::ground::split::split;
use crate::grounding::Grounding;
use crate::{LogicError, Reasoner};

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
        let started = Instant::now();
        let mut terms = reasoner.terms.lease();
        let mut book = Rulebook::new(sheet, &reasoner.program);
        let rules = std::mem::take(&mut book.rules);
        let rules = split(rules, &mut book, &reasoner.program.on_demand);
        let spans: Vec<_> = rules.iter().map(|rule| (rule.origin, rule.span())).collect();
        let ungroundable = |book: &Rulebook, Blocked { rule, why }| {
            let (relation, span) = spans[rule];
            Ungroundable {
                relation: book.name(relation).to_owned(),
                line: sheet.source().place(span.start).line,
                why,
            }
        };
        let mut relaxed = Vec::with_capacity(rules.len());
        for (number, rule) in rules.into_iter().enumerate() {
            match Relaxed::new(rule, &mut book, &mut terms) {
                Ok(rule) => relaxed.push(rule),
                Err(error) => {
                    return Err(ungroundable(&book, Blocked { rule: number, why: error.to_string() }));
                }
            }
        }
        let initial = reasoner.initial().fluents();
        let reach = Reach::new(&relaxed, &book, sheet, reasoner, *limits, started);
        let mut relations = reach.run(initial, &mut terms).map_err(|blocked| ungroundable(&book, blocked))?;
        let deadline = started.checked_add(limits.time);
        let instances =
            Instances::new(&relaxed, &book, &mut relations, &terms, deadline).map_err(|rule| {
                let why =
                    LogicError::TooMuchWork { relation: String::new(), limit: format!("{:?}", limits.time) };
                ungroundable(&book, Blocked { rule, why: why.to_string() })
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
        Ok(Output::new(&instances, &known).grounding(&relations, reasoner, &initial, &terms))
    }
}
