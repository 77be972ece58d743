//! Tournaments as pages see them: what is asked for, how far it is, what came of it.

mod request;
mod running;

use arena::{Plan, RepeatedPairing, Store, Table, TournamentEntry};
use serde::Serialize;
use utoipa::ToSchema;

use crate::games::GameRef;
use crate::problem::Problem;

pub(crate) use request::ComparisonRequest;
pub(crate) use running::{Work, run};

/// A tournament of the store.
#[derive(Serialize, ToSchema)]
pub(crate) struct Comparison {
    #[serde(flatten)]
    entry: TournamentEntry,
    /// How many roles the game has.
    roles: usize,
    /// What would repeat it, and what a form can be filled in with; null where the store does not hold its
    /// rules, or its matches were not played between strategies alone.
    request: Option<ComparisonRequest>,
    /// What it came to so far.
    table: Table,
    /// Pairings whose matches were few different games, so that they say less than their number promises;
    /// random openings make games differ.
    repeated: Vec<RepeatedPairing>,
    /// Warnings of damage to what the store holds of it, and remarks on the run that ends with this document,
    /// such as what was chosen in place of options that were left open.
    remarks: Vec<String>,
}

/// How far a comparison is.
#[derive(Serialize, ToSchema)]
pub(crate) struct ComparisonProgress {
    /// Its number in the store.
    id: i64,
    /// Matches that count so far.
    done: u64,
    /// All matches, if no test and no ladder ends before.
    most: u64,
    /// Matches that were played since the job began.
    played: u64,
    /// Seconds since the first of them began.
    seconds: f64,
    /// What the matches came to so far, without ratings in Elo.
    table: Table,
    /// Remarks on the run, such as what was chosen in place of options that were left open.
    remarks: Vec<String>,
}

impl Comparison {
    /// The tournament of this number.
    ///
    /// # Errors
    /// If there is none, or the store cannot be read.
    pub(crate) fn of(store: &Store, id: i64) -> Result<Self, Problem> {
        let (entry, plan, rules) = (store.tournament(id)?, store.plan(id)?, store.rules(id)?);
        let request = rules.and_then(|rules| ComparisonRequest::of(&plan, rules));
        let table = store.table(id)?;
        let (repeated, remarks) = (table.repeated(), store.warnings());
        Ok(Self { entry, roles: plan.roles, request, table, repeated, remarks })
    }
}

/// The game of a tournament: the one of its name, if its rules are still the same.
pub(crate) fn game(plan: &Plan, rules: String) -> GameRef {
    match game::NamedGame::find(&plan.game) {
        Ok(named) if named.rules == rules => GameRef::Named { name: plan.game.clone() },
        _ => GameRef::Written { rules },
    }
}
