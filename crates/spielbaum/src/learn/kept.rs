//! `learn list` and `learn forget`: the evaluations in the store.

use std::path::Path;
use std::process::ExitCode;

use arena::{EvaluationEntry, Store, StoreError};
use comfy_table::CellAlignment;
use search::LearnedFile;
use serde::Serialize;

use crate::error::Error;
use crate::{output, store};

/// List the evaluations that the store has
#[derive(clap::Args)]
pub(super) struct ListArguments {
    /// Print one JSON document of {evaluations: [{game, rules, games, kept, bytes}, ...]}
    #[arg(long)]
    json: bool,
}

/// Remove an evaluation from the store
#[derive(clap::Args)]
pub(super) struct ForgetArguments {
    /// The name of the game in the list, or the first digits of its rules there
    game: String,
}

#[derive(Serialize)]
struct Listing {
    evaluations: Vec<EvaluationEntry>,
}

/// Digits of the hash of rules that are shown.
const DIGITS: usize = 12;

pub(super) fn list(arguments: &ListArguments, db: Option<&Path>) -> Result<ExitCode, Error> {
    let path = store::file(db)?;
    let evaluations = match Store::reading(&path, Store::evaluations) {
        Err(StoreError::Missing { .. }) => Vec::new(),
        evaluations => evaluations?,
    };
    if arguments.json {
        output::json(&Listing { evaluations })?;
    } else if evaluations.is_empty() {
        let db = store::option(db);
        output::note(format_args!("nothing has been learned yet; `spielbaum learn GAME{db}` does it"));
    } else {
        let mut table = output::columns(&["game", "rules", "games", "kept", "kB"]);
        for EvaluationEntry { game, rules, games, kept, bytes } in evaluations {
            let digits = rules.chars().take(DIGITS).collect();
            table.add_row([game, digits, games.to_string(), kept, bytes.div_ceil(1000).to_string()]);
        }
        for column in [2, 4] {
            if let Some(column) = table.column_mut(column) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        output::line(output::trimmed(&table))?;
    }
    Ok(ExitCode::SUCCESS)
}

pub(super) fn forget(arguments: &ForgetArguments, db: Option<&Path>) -> Result<ExitCode, Error> {
    let mut store = store::open_existing(db)?;
    let EvaluationEntry { game, rules, .. } = entry(&store, &arguments.game, db)?;
    store.forget_evaluation(&rules)?;
    output::note(format_args!("forgot what was learned of {game}"));
    Ok(ExitCode::SUCCESS)
}

/// The evaluation that the store has of a game, which is named as in [`ForgetArguments::game`].
pub(super) fn kept(asked: &str, db: Option<&Path>) -> Result<LearnedFile, Error> {
    let store = store::read(db)?;
    let EvaluationEntry { rules, .. } = entry(&store, asked, db)?;
    let gone = || Error::Fault(format!("the evaluation of `{asked}` was removed just now"));
    store.evaluation(&rules)?.ok_or_else(gone)
}

fn entry(store: &Store, asked: &str, db: Option<&Path>) -> Result<EvaluationEntry, Error> {
    let db = store::option(db);
    let named = |entry: &EvaluationEntry| entry.game == asked || entry.rules.starts_with(asked);
    let mut found = store.evaluations()?.into_iter().filter(named);
    match (found.next(), found.next()) {
        (Some(entry), None) => Ok(entry),
        (None, _) => Err(Error::Usage(format!(
            "the store has no evaluation of `{asked}`; `spielbaum learn list{db}` lists what it has"
        ))),
        (Some(_), Some(_)) => Err(Error::Usage(format!(
            "the store has several evaluations of `{asked}`; name one by the first digits of its rules, see `spielbaum learn list{db}`"
        ))),
    }
}
