use std::sync::Arc;

use game::{Game, Packed};

use super::{certain, choices, sound};
use crate::key::Key;
use crate::{
    Bound, Budget, Decision, Entry, Meter, Model, MoveEstimate, Request, SearchError, Solution, Spec, Status,
    Strategy, TablebaseFile,
};

const FILE: Key<Option<TablebaseFile>> =
    Key::tablebase("file", "the file that `spielbaum solve GAME -o FILE` has written");

pub(crate) const ENTRY: Entry = Entry {
    name: "solved",
    help: "plays by the exact values of all states in a file of `spielbaum solve`, without a search",
    reference: "Thompson, Retrograde analysis of certain endgames, ICCA Journal 9 (1986)",
    status: Status::Exact,
    model: Some(Model::Minimise),
    positional: true,
    parameters: &[FILE.parameter],
};

/// Play by a table of solved states: a move of the greatest value, of those that win one that wins soonest, of those that lose one that loses latest.
///
/// The file must be of the same rules, and must have the state. Where roles choose at the same time, or where there are more than two, the value of a move is what it makes
/// sure, whatever the others do.
///
/// Source: K. Thompson, *Retrograde analysis of certain endgames*, ICCA Journal 9 (1986).
#[derive(Clone, Debug)]
pub struct Solved {
    file: Option<TablebaseFile>,
    /// The circuit that packs the states of the game, once somebody has asked about it.
    packed: Option<Arc<Packed>>,
}

impl Solved {
    /// Play by the table in a file.
    pub fn new(file: TablebaseFile) -> Self {
        Self { file: Some(file), packed: None }
    }

    pub(crate) fn from_spec(spec: &Spec) -> Self {
        Self { file: spec.get(FILE), packed: None }
    }
}

fn refusal(why: impl Into<String>) -> SearchError {
    SearchError::Inapplicable { strategy: ENTRY.name, why: why.into() }
}

impl<G: Game> Strategy<G> for Solved {
    fn choose(&mut self, request: Request<'_, G>) -> Result<Decision<G::Move>, SearchError> {
        let Request { game, state, role, .. } = request;
        certain(ENTRY.name, game)?;
        let choices = choices(game, state)?;
        let Some(file) = &self.file else {
            return Err(refusal(
                "it has no table: `spielbaum solve GAME -o FILE` writes one, which is named as in solved(FILE)",
            ));
        };
        let about = |why: &dyn std::fmt::Display| refusal(format!("{}: {why}", file.path()));
        let packed = match &self.packed {
            Some(packed) => packed,
            None => self.packed.insert(file.table().circuit_of(game).map_err(|error| about(&error))?),
        };
        let known = |state: &G::State| {
            let key = packed.packing().pack(game.encoding()?.bits(state));
            file.table().guarantees(&key)
        };
        let best = Solution::best(game, state, role, &known);
        let (Some(solution), Some(mov)) = (Solution::of(game, state, &known), best) else {
            return Err(about(&"the state is not in the table; solve the game from a state before it"));
        };
        let value = solution.bounds[role].at_least;
        let estimates = choices.of_role(role).iter().map(|&mov| {
            let found = solution.moves.iter().find(|found| found.role == role && found.mov == mov);
            let bounds = found.map_or(solution.bounds[role], |found| found.bounds);
            let bound = if bounds.value().is_some() { None } else { Some(Bound::Lower) };
            let value = bounds.at_least.map(f64::from);
            MoveEstimate {
                mov,
                value,
                bound: bound.filter(|_| value.is_some()),
                proven: value.is_some(),
                visits: 0,
            }
        });
        let meter = Meter::start(Budget::default());
        let decision = Decision {
            mov,
            moves: estimates.collect(),
            value: value.map(f64::from),
            nodes: 0,
            leaves: 0,
            simulations: 0,
            playouts: 0,
            proven_visits: 0,
            depth: solution.bounds[role].plies.unwrap_or(0),
            proven: solution.bounds[role].value().is_some(),
            pv: solution.line,
            remark: None,
        };
        sound(&meter, decision)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{decide, rules};

    #[test]
    fn without_a_file_it_says_what_to_do() {
        let error = decide("solved", &rules("tictactoe"), &Budget::default()).unwrap_err().to_string();
        assert!(error.contains("spielbaum solve GAME -o FILE"), "{error}");
    }
}
