use game::Game;
use rand::SeedableRng;
use search::{Budget, Decision, SearchError, SearchRng, Spec};

/// Who plays a game, and how often, if nobody says: four strategies with budgets that suit the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Lineup {
    /// The players.
    pub players: Vec<Spec>,
    /// Games of each pairing.
    pub games: u32,
    /// What people should know about the choice.
    pub remarks: Vec<String>,
}

/// For a game that alpha-beta searches to its end.
const SOLVABLE: (&str, u32) = ("alpha-beta,random,flat-mc,stepwise-mcts", 100);

/// For a game with few states, but too many ways through them.
const TANGLED: (&str, u32) = ("alpha-beta(depth=5),random,flat-mc,stepwise-mcts", 100);

/// For a game whose rules are evaluated anew at every move.
const SLOW: (&str, u32) = ("alpha-beta(depth=2),random,flat-mc(playouts=40),stepwise-mcts(playouts=1)", 4);

/// Nodes within which alpha-beta must reach the end of the game to play without a depth limit; a fraction of a second.
const SOLVABLE_NODES: u64 = 300_000;

impl Lineup {
    /// Who plays a game that answers from memory, such as a [`Tabulated`](game::Tabulated) one.
    pub fn quick<G: Game>(game: &G) -> Self {
        Self::searched(game, SOLVABLE_NODES)
    }

    fn searched<G: Game>(game: &G, nodes: u64) -> Self {
        // Where alpha-beta does not apply, its depth is of no interest.
        let tangled = first_decision(game, &specs("alpha-beta")[0], nodes)
            .is_some_and(|decision| decision.is_ok_and(|decision| !decision.proven));
        if tangled {
            let remark = "alpha-beta cannot search this game to its end, so it looks 5 plies ahead";
            Self::of(game, TANGLED, &[remark])
        } else {
            Self::of(game, SOLVABLE, &[])
        }
    }

    /// Who plays a game whose rules are evaluated anew at every move.
    pub fn slow<G: Game>(game: &G) -> Self {
        let remark = "the game is too large for a table, so alpha-beta looks 2 plies ahead, the others make few playouts, and games are few";
        Self::of(game, SLOW, &[remark])
    }

    fn of<G: Game>(game: &G, (players, games): (&str, u32), remarks: &[&str]) -> Self {
        let mut remarks: Vec<String> = remarks.iter().map(|&remark| remark.to_owned()).collect();
        let mut players = specs(players);
        players.retain(|player| match Self::objection(game, player) {
            Some(error) => {
                remarks.push(error.to_string());
                false
            }
            None => true,
        });
        Self { players, games, remarks }
    }

    /// Why a strategy cannot play a game, as far as the initial state tells.
    pub fn objection<G: Game>(game: &G, player: &Spec) -> Option<SearchError> {
        match first_decision(game, player, 1) {
            Some(Err(error @ SearchError::Inapplicable { .. })) => Some(error),
            _ => None,
        }
    }
}

fn specs(text: &str) -> Vec<Spec> {
    Spec::list(text).expect("the lists above are made of names that the catalogue has")
}

/// What a strategy decides first within so many nodes or playouts; nothing if there is nothing to decide.
fn first_decision<G: Game>(
    game: &G,
    spec: &Spec,
    effort: u64,
) -> Option<Result<Decision<G::Move>, SearchError>> {
    let state = game.initial();
    let budget = Budget { nodes: Some(effort), playouts: Some(effort), ..Budget::default() };
    let mut rng = SearchRng::seed_from_u64(0);
    (!game.terminal(&state)).then(|| spec.build().choose(game, &state, 0, &budget, &mut rng, &mut ()))
}

#[cfg(test)]
mod tests {
    use game::Tree;

    use super::*;

    fn names(lineup: &Lineup) -> Vec<String> {
        lineup.players.iter().map(Spec::to_string).collect()
    }

    #[test]
    fn a_small_game_is_searched_to_its_end() {
        let tree = Tree::from_brackets("((3 12 8) (2 4 6) (14 5 2))").unwrap();
        let lineup = Lineup::quick(&tree);
        assert_eq!(names(&lineup), ["alpha-beta", "random", "flat-mc", "stepwise-mcts"]);
        assert!(lineup.remarks.is_empty());
    }

    #[test]
    fn a_game_with_too_many_ways_is_searched_to_a_depth() {
        let tree = Tree::from_brackets("((3 12 8) (2 4 6) (14 5 2))").unwrap();
        let lineup = Lineup::searched(&tree, 5);
        assert_eq!(names(&lineup)[0], "alpha-beta(depth=5)");
        assert_eq!(lineup.remarks.len(), 1);
    }

    #[test]
    fn a_slow_game_is_played_seldom() {
        let tree = Tree::from_brackets("(1 2)").unwrap();
        let lineup = Lineup::slow(&tree);
        assert_eq!((names(&lineup)[0].as_str(), lineup.games), ("alpha-beta(depth=2)", 4));
    }

    #[test]
    fn a_game_that_is_over_has_a_lineup_too() {
        assert_eq!(Lineup::quick(&Tree::from_brackets("7").unwrap()).players.len(), 4);
    }
}
