use std::time::Instant;

use game::{Choices, Fault, Game};
use search::{Budget, SearchError, Spec, Strategy};

use crate::{MatchRecord, Outcome, Ply, Seed, Thought};

/// One match: a game, a player for every role, and the bounds.
pub struct Match<'g, G: Game> {
    game: &'g G,
    players: Vec<Player<'g, G>>,
    budget: Budget,
    ply_limit: u32,
}

/// A strategy with a name, for the length of one match.
pub struct Player<'g, G: Game> {
    name: String,
    strategy: Box<dyn Strategy<G> + 'g>,
}

/// Why a match could not be played to its end. It is always a bug in a strategy, a fault in the rules or a strategy that
/// is not made for the game, so nobody is given a substitute move: the match is void.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("the match {} (seed {}) failed at ply {ply}: {cause}", .players.join(" - "), .seed.0)]
pub struct MatchError {
    /// The players in role order.
    pub players: Vec<String>,
    /// What the match can be repeated from.
    pub seed: Seed,
    /// How many joint moves had been made.
    pub ply: usize,
    /// What happened.
    pub cause: Box<Failure>,
}

/// What can go wrong in a match.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Failure {
    /// There must be as many players as roles.
    #[error("{players} players for {roles} roles")]
    Seats {
        /// How many players were given.
        players: usize,
        /// How many roles the game has.
        roles: usize,
    },
    /// A strategy chose what it may not.
    #[error("{player} as {role} chose {mov}, which is not legal")]
    Illegal {
        /// The strategy's name.
        player: String,
        /// Its role's name.
        role: String,
        /// The move, as the program writes it.
        mov: String,
    },
    /// A strategy could not choose.
    #[error("{player} as {role}: {error}")]
    Search {
        /// The strategy's name.
        player: String,
        /// Its role's name.
        role: String,
        /// What it said.
        error: SearchError,
    },
    /// The game failed.
    #[error("the game failed: {0}")]
    Game(#[from] Fault),
}

impl<'g, G: Game> Player<'g, G> {
    /// A player of that name.
    pub fn new(name: impl Into<String>, strategy: Box<dyn Strategy<G> + 'g>) -> Self {
        Self { name: name.into(), strategy }
    }
}

impl<'g, G: Game + 'g> From<&Spec> for Player<'g, G> {
    fn from(spec: &Spec) -> Self {
        Self::new(spec.to_string(), spec.build())
    }
}

impl<'g, G: Game> Match<'g, G> {
    /// Plies after which a match ends without a result unless [`with_ply_limit`](Self::with_ply_limit) says otherwise.
    pub const PLY_LIMIT: u32 = 10_000;

    /// A match of `game` between `players`, one for each role in role order.
    pub fn new(game: &'g G, players: Vec<Player<'g, G>>) -> Self {
        Self { game, players, budget: Budget::default(), ply_limit: Self::PLY_LIMIT }
    }

    /// Bounds every decision, on top of what each strategy's own spec says. Its stop button ends the match.
    #[must_use]
    pub fn with_budget(mut self, budget: Budget) -> Self {
        self.budget = budget;
        self
    }

    /// Ends the match without a result after so many joint moves.
    #[must_use]
    pub fn with_ply_limit(mut self, plies: u32) -> Self {
        self.ply_limit = plies;
        self
    }

    /// Plays the match. Gives nothing if the stop button was pressed meanwhile.
    ///
    /// # Errors
    /// If a strategy chooses an illegal move or none, or if the game fails.
    pub fn play(mut self, seed: Seed) -> Result<Option<MatchRecord>, MatchError> {
        let mut plies = Vec::new();
        match self.run(seed, &mut plies) {
            Ok(outcome) => Ok(outcome.map(|outcome| MatchRecord { seed, plies, outcome })),
            Err(cause) => {
                let players = self.players.into_iter().map(|player| player.name).collect();
                Err(MatchError { players, seed, ply: plies.len(), cause: Box::new(cause) })
            }
        }
    }

    fn run(&mut self, seed: Seed, plies: &mut Vec<Ply>) -> Result<Option<Outcome>, Failure> {
        let roles = self.game.roles();
        if self.players.len() != roles {
            return Err(Failure::Seats { players: self.players.len(), roles });
        }
        let mut streams: Vec<_> = (0..roles).map(|seat| seed.derive(seat as u64).stream()).collect();
        let mut state = self.game.initial();
        while !self.game.terminal(&state) {
            if plies.len() as u64 >= u64::from(self.ply_limit) {
                return Ok(Some(Outcome::PlyLimit));
            }
            let choices = Choices::of(self.game, &state);
            let mut joint = Vec::with_capacity(roles);
            let mut thoughts = Vec::with_capacity(roles);
            for (role, stream) in streams.iter_mut().enumerate() {
                let legal = choices.of_role(role);
                if let [only] = legal {
                    joint.push(*only);
                    thoughts.push(None);
                    continue;
                }
                if legal.is_empty() {
                    return Err(Failure::Game(self.game.fault().unwrap_or_else(|| Fault {
                        message: format!("{} has no legal move", self.game.role_name(role)),
                    })));
                }
                let player = &mut self.players[role];
                let started = Instant::now();
                let chosen = player.strategy.choose(self.game, &state, role, &self.budget, stream, &mut ());
                // A search that was told to stop has chosen something else than it would have.
                if self.budget.stop.pressed() {
                    return Ok(None);
                }
                let time = started.elapsed();
                let named = || (player.name.clone(), self.game.role_name(role).to_owned());
                let decision = chosen.map_err(|error| match error {
                    // Not the player's doing.
                    SearchError::Game(fault) => Failure::Game(fault),
                    error => {
                        let (player, role) = named();
                        Failure::Search { player, role, error }
                    }
                })?;
                if !legal.contains(&decision.mov) {
                    let (player, role) = named();
                    return Err(Failure::Illegal { player, role, mov: format!("{:?}", decision.mov) });
                }
                let estimate = decision.moves.iter().find(|estimate| estimate.mov == decision.mov);
                joint.push(decision.mov);
                thoughts.push(Some(Thought {
                    value: decision.value,
                    visits: estimate.map_or(0, |estimate| estimate.visits),
                    playouts: decision.playouts,
                    nodes: decision.nodes,
                    time,
                }));
            }
            state = self.game.next(&state, &joint);
            let joint_move = joint.iter().map(|&mov| self.game.move_name(mov)).collect();
            plies.push(Ply { joint_move, thoughts });
        }
        let goals = (0..roles).map(|role| self.game.goal(&state, role)).collect();
        // A game that failed calls its states terminal, so the end is the place to ask.
        self.game.fault().map_or(Ok(Some(Outcome::Goals(goals))), |fault| Err(Failure::Game(fault)))
    }
}

#[cfg(test)]
mod tests {
    use game::{Tree, TreeMove};
    use search::{Decision, Observer, SearchRng};

    use super::*;
    use crate::testing::{Endless, Failing, Pennies, play, specs};

    /// Chooses the same move everywhere.
    struct Stubborn(TreeMove);

    impl<O: Observer<Tree>> Strategy<Tree, O> for Stubborn {
        fn choose(
            &mut self,
            _game: &Tree,
            _state: &<Tree as Game>::State,
            _role: usize,
            _budget: &Budget,
            _rng: &mut SearchRng,
            _observer: &mut O,
        ) -> Result<Decision<TreeMove>, SearchError> {
            Ok(Decision::unsearched(self.0))
        }
    }

    fn tree() -> Tree {
        Tree::from_brackets("((3 12 8) (2 4 6) (14 5 2))").expect("a tree")
    }

    #[test]
    fn a_match_records_every_ply() {
        let record = play(&tree(), "minimax,alpha-beta", 1).expect("plays").expect("to the end");
        let moves: Vec<_> = record.plies.iter().map(|ply| ply.joint_move.join(" ")).collect();
        assert_eq!(moves, ["1 noop", "noop 1"]);
        assert_eq!(record.outcome, Outcome::Goals(vec![3, 13]));
        let thoughts = &record.plies[0].thoughts;
        assert_eq!(thoughts[0].expect("max has three moves").value, Some(3.0));
        assert_eq!(thoughts[1], None);
    }

    #[test]
    fn a_match_can_be_repeated_from_its_seed() {
        let tree = Tree::uniform(4, 6, |leaf| (leaf % 17) as i32).expect("small");
        let records = [1, 1, 2].map(|seed| {
            play(&tree, "random,flat-mc(playouts=20)", seed).expect("plays").expect("to the end").timeless()
        });
        assert_eq!(records[0], records[1]);
        assert_ne!(records[0].plies, records[2].plies);
    }

    #[test]
    fn an_illegal_move_voids_the_match() {
        let tree = tree();
        let first = Player::new("stubborn", Box::new(Stubborn(TreeMove::Noop)));
        let second = Player::from(&specs("random")[0]);
        let error = Match::new(&tree, vec![first, second]).play(Seed(7)).expect_err("illegal");
        assert_eq!(
            error.to_string(),
            "the match stubborn - random (seed 7) failed at ply 0: stubborn as max chose Noop, which is not legal"
        );
    }

    #[test]
    fn a_strategy_that_does_not_apply_voids_the_match() {
        let error =
            play(&Pennies, "random,minimax", 7).expect_err("minimax does not choose at the same time");
        assert!(
            matches!(*error.cause, Failure::Search { error: SearchError::Inapplicable { .. }, .. }),
            "{error}"
        );
        assert!(
            error
                .to_string()
                .starts_with("the match random - minimax (seed 7) failed at ply 0: minimax as odd: ")
        );
    }

    #[test]
    fn roles_may_choose_at_the_same_time() {
        let record = play(&Pennies, "first-legal,first-legal", 7).expect("plays").expect("to the end");
        assert_eq!(record.plies[0].joint_move, ["tails", "tails"]);
        assert!(record.plies[0].thoughts.iter().all(Option::is_some));
        assert_eq!(record.outcome, Outcome::Goals(vec![100, 0]));
    }

    #[test]
    fn a_fault_of_the_game_voids_the_match() {
        let error = play(&Failing::at_ply(3), "random", 7).expect_err("it fails");
        assert_eq!((error.ply, error.cause), (3, Box::new(Failure::Game(Failing::fault_value()))));
    }

    #[test]
    fn the_ply_limit_is_an_outcome_of_its_own() {
        let players = specs("random").iter().map(Player::from).collect();
        let record = Match::new(&Endless, players).with_ply_limit(25).play(Seed(7)).expect("plays");
        let record = record.expect("not stopped");
        assert_eq!((record.plies.len(), record.outcome), (25, Outcome::PlyLimit));
    }

    #[test]
    fn seats_must_fit_the_roles() {
        let error = play(&tree(), "random", 7).expect_err("one player for two roles");
        assert_eq!(*error.cause, Failure::Seats { players: 1, roles: 2 });
    }

    #[test]
    fn a_terminal_initial_state_is_a_match_without_moves() {
        let record = play(&Tree::from_brackets("7").expect("a tree"), "random,random", 1).expect("plays");
        let record = record.expect("not stopped");
        assert_eq!((record.plies.len(), record.outcome), (0, Outcome::Goals(vec![7, 7])));
    }

    #[test]
    fn a_pressed_stop_button_ends_the_match() {
        let budget = Budget::default();
        budget.stop.press();
        let players = specs("random").iter().map(Player::from).collect();
        assert_eq!(Match::new(&Endless, players).with_budget(budget).play(Seed(7)), Ok(None));
    }
}
