use game::Game;

use super::choices;
use super::lookup::TablebaseSource;
use crate::key::Key;
use crate::search_error::certain;
use crate::{Decision, Entry, Model, Request, SearchError, Spec, Status, Strategy, TablebaseFile};

const FILE: Key<Option<TablebaseFile>> =
    Key::tablebase("file", "the file of the tablebase, which `spielbaum solve GAME -o FILE` writes");

pub(crate) const ENTRY: Entry = Entry {
    name: "solved",
    help: "plays by the exact values of a tablebase, without a search",
    reference: "Thompson, Retrograde analysis of certain endgames, ICCA Journal 9 (1986)",
    status: Status::Exact,
    model: Some(Model::Minimise),
    positional: true,
    parameters: &[FILE.parameter],
};

/// Play by a tablebase: a move of the greatest value, of those that win one that wins soonest, of those that
/// lose one that loses latest.
///
/// The file must be of the same rules, and must have the state. Where roles choose at the same time, or where
/// there are more than two, the value of a move is what it makes sure, whatever the others do.
///
/// Source: K. Thompson, *Retrograde analysis of certain endgames*, ICCA Journal 9 (1986).
#[derive(Clone, Debug)]
pub struct Solved {
    tablebase: TablebaseSource,
}

impl Solved {
    /// Play by the tablebase in a file.
    pub fn new(file: TablebaseFile) -> Self {
        Self { tablebase: TablebaseSource::new(file) }
    }

    pub(crate) fn from_spec(spec: &Spec) -> Self {
        Self { tablebase: TablebaseSource::from_spec(spec) }
    }
}

fn refusal(why: impl Into<String>) -> SearchError {
    SearchError::Inapplicable { strategy: ENTRY.name, why: why.into() }
}

impl<G: Game> Strategy<G> for Solved {
    fn choose(&mut self, request: Request<'_, G>) -> Result<Decision<G::Move>, SearchError> {
        let Request { game, state, role, .. } = request;
        certain(
            ENTRY.name,
            game,
            "tablebases are of games without it; minimax and alpha-beta find the value",
        )?;
        choices(game, state)?;
        let lookup = self.tablebase.lookup(ENTRY.name, game)?.ok_or_else(|| {
            refusal("it has no tablebase: `spielbaum solve GAME -o FILE` writes one, which is named as in solved(FILE)")
        })?;
        lookup.decision(state, role).ok_or_else(|| {
            let why = "the state is not in the tablebase; solve the game from a state before it";
            refusal(format!("{}: {why}", lookup.path()))
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::Budget;
    use crate::testing::{decide, rules};

    #[test]
    fn without_a_file_it_says_what_to_do() {
        let error = decide("solved", &rules("tictactoe"), &Budget::default()).unwrap_err().to_string();
        assert!(error.contains("spielbaum solve GAME -o FILE"), "{error}");
    }
}
