use std::any::Any;
use std::borrow::Cow;
use std::panic::{self, AssertUnwindSafe};
use std::time::{Duration, Instant};

use game::{Fault, Game, InformationState, no_move};
use rand::RngExt;
use search::{Budget, HiddenRequest, Request, SearchError, SearchRng, Spec, Strategy};

use crate::{MatchRecord, Opening, OpeningError, Outcome, Ply, Seed, Thought};

/// One match: a game, a player for every role but chance, and the bounds.
///
/// The match is the referee: it draws the moves of chance, and in a game that [hides](Game::percepts)
/// something each player is told its own moves and percepts and nothing else.
pub struct Match<'g, G: Game> {
    game: &'g G,
    players: Vec<Player<'g, G>>,
    budget: Budget,
    opening: Opening<G::Move>,
    ply_limit: u32,
    forfeit_after: Option<Duration>,
    chance: Option<Seed>,
}

/// A strategy with a name. It plays one match.
pub struct Player<'g, G: Game> {
    name: Cow<'g, str>,
    strategy: Box<dyn Strategy<G> + 'g>,
}

/// Why a match could not be played to its end. The game is at fault and no player, so the match is void.
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
    /// There must be as many players as roles, chance left out.
    #[error("{players} players for {roles} roles")]
    Seats {
        /// How many players were given.
        players: usize,
        /// How many roles of the game have a player.
        roles: usize,
    },
    /// There is no opening of the length that was asked for.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The game failed.
    #[error("the game failed: {0}")]
    Game(#[from] Fault),
}

/// Why a player forfeits a match.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
enum Foul {
    #[error("chose {0}, which is not legal")]
    Illegal(String),
    #[error("gave up: {0}")]
    Search(SearchError),
    #[error("took {taken:.3?}, more than the {allowed:?} it has")]
    Late { taken: Duration, allowed: Duration },
    #[error("panicked: {0}")]
    Panicked(String),
}

/// What came of asking a player.
enum Answer<M> {
    Chosen(M, Thought),
    Foul(Foul),
    /// The stop button was pressed meanwhile.
    Stopped,
}

impl<'g, G: Game> Player<'g, G> {
    /// A player of that name.
    pub fn new(name: impl Into<Cow<'g, str>>, strategy: Box<dyn Strategy<G> + 'g>) -> Self {
        Self { name: name.into(), strategy }
    }
}

impl<'g, G: Game + 'g> From<&Spec> for Player<'g, G> {
    fn from(spec: &Spec) -> Self {
        Self::new(spec.to_string(), spec.build())
    }
}

impl<'g, G: Game> Match<'g, G> {
    /// Plies after which a match ends without a result unless [`with_ply_limit`](Self::with_ply_limit)
    /// says otherwise.
    pub const PLY_LIMIT: u32 = 10_000;

    /// Marks the branch of a match's seed that moves of chance are drawn from. No role has this number.
    const CHANCE: u64 = u64::MAX;

    /// A match of `game` between `players`, one for each role in role order; [chance](game::Chance) has none.
    pub fn new(game: &'g G, players: Vec<Player<'g, G>>) -> Self {
        let opening = Opening { joint_moves: Vec::new() };
        let (budget, ply_limit) = (Budget::default(), Self::PLY_LIMIT);
        Self { game, players, budget, opening, ply_limit, forfeit_after: None, chance: None }
    }

    /// Bounds every decision, on top of what each strategy's own spec says. Its stop button ends the match.
    #[must_use]
    pub fn with_budget(mut self, budget: Budget) -> Self {
        self.budget = budget;
        self
    }

    /// The moves that are made before the players are asked. They must be legal and must not end the game;
    /// with others the game may panic while the match is [played](Self::play).
    #[must_use]
    pub fn with_opening(mut self, opening: Opening<G::Move>) -> Self {
        self.opening = opening;
        self
    }

    /// Ends the match without a result after so many joint moves.
    #[must_use]
    pub fn with_ply_limit(mut self, plies: u32) -> Self {
        self.ply_limit = plies;
        self
    }

    /// A player that takes longer for a decision forfeits the match; without it no player does.
    #[must_use]
    pub fn with_forfeit_after(mut self, time: Option<Duration>) -> Self {
        self.forfeit_after = time;
        self
    }

    /// Draws the moves of chance from this seed in place of the match's: of matches with the same one, chance
    /// draws the same at the same ply as far as its outcomes are the same.
    #[must_use]
    pub fn with_chance(mut self, seed: Seed) -> Self {
        self.chance = Some(seed);
        self
    }

    /// Plays the match; none if the stop button was pressed meanwhile. A player that panics, fails, chooses
    /// an illegal move or exceeds its time forfeits the match.
    ///
    /// # Errors
    /// If the game fails.
    pub fn play(mut self, seed: Seed) -> Result<Option<MatchRecord>, MatchError> {
        let mut plies = Vec::new();
        let opening = self.opening.joint_moves.len() as u32;
        match self.run(seed, &mut plies) {
            Ok(outcome) => Ok(outcome.map(|(outcome, remark)| MatchRecord {
                seed,
                opening,
                plies,
                protocol_errors: Vec::new(),
                outcome,
                remark,
            })),
            Err(cause) => {
                let players = self.players.into_iter().map(|player| player.name.into_owned()).collect();
                Err(MatchError { players, seed, ply: plies.len(), cause: Box::new(cause) })
            }
        }
    }

    /// How the match ends, and what people should know about that; nothing if the stop button was pressed.
    #[allow(clippy::type_complexity)]
    fn run(
        &mut self,
        seed: Seed,
        plies: &mut Vec<Ply>,
    ) -> Result<Option<(Outcome, Option<String>)>, Failure> {
        let (game, roles) = (self.game, self.game.roles());
        let seats: Vec<usize> = game::players(game).collect();
        if self.players.len() != seats.len() {
            return Err(Failure::Seats { players: self.players.len(), roles: seats.len() });
        }
        let chance = self.chance.unwrap_or_else(|| seed.derive(Self::CHANCE));
        // Where nothing is hidden, the state says it all.
        let hides = game.percepts().is_some();
        let mut known: Vec<InformationState<G::Move>> =
            if hides { (0..roles).map(InformationState::initial).collect() } else { Vec::new() };
        let mut streams: Vec<_> = (0..roles).map(|seat| seed.derive(seat as u64).stream()).collect();
        let mut opening = std::mem::take(&mut self.opening.joint_moves).into_iter();
        let mut state = game.initial();
        // Tiny games take hardly longer than asking for memory.
        let (mut legal, mut outcomes, mut joint) = (Vec::new(), Vec::new(), Vec::with_capacity(roles));
        while !game.terminal(&state) {
            // Where nobody has a choice no search notices the button.
            if self.budget.stop.pressed() {
                return Ok(None);
            }
            if plies.len() as u64 >= u64::from(self.ply_limit) {
                return Ok(Some((Outcome::PlyLimit, None)));
            }
            let mut thoughts = vec![None; roles];
            joint.clear();
            if let Some(given) = opening.next() {
                joint.extend(given);
            } else {
                for (role, stream) in streams.iter_mut().enumerate() {
                    game.legal(&state, role, &mut legal);
                    let seat = seats.iter().position(|&seated| seated == role);
                    match (legal.as_slice(), seat) {
                        ([], _) => return Err(Failure::Game(no_move(game, &state, role))),
                        ([only], _) => joint.push(*only),
                        (_, None) => {
                            // Whatever was drawn before, so that other moves of players do not change it.
                            let fortune = chance.derive(plies.len() as u64).stream().random();
                            let chance = game.chance().expect("only chance has no seat");
                            chance.outcomes(&state, &mut outcomes);
                            joint.extend(game::drawn(&outcomes, fortune));
                        }
                        (legal, Some(seat)) => {
                            match self.ask(seat, role, &state, known.get(role), legal, stream)? {
                                Answer::Chosen(mov, thought) => {
                                    joint.push(mov);
                                    thoughts[role] = Some(thought);
                                }
                                Answer::Foul(foul) => {
                                    let (player, name) =
                                        (&self.players[seat].name, game.notation().role_name(role));
                                    let foul = format!("{player} as {name} {foul}");
                                    return Ok(Some((Outcome::Forfeit { role: seat, foul }, None)));
                                }
                                Answer::Stopped => return Ok(None),
                            }
                        }
                    }
                }
            }
            known.iter_mut().for_each(|known| known.observe(game, &state, &joint));
            state = game.next(&state, &joint);
            let joint_move = joint.iter().map(|&mov| game.notation().move_name(mov)).collect();
            plies.push(Ply { joint_move, thoughts });
        }
        let goals = seats.iter().map(|&role| game.goal(&state, role)).collect();
        // A state in which the rules give no answer counts as terminal, so the end is the place to ask.
        match game.fault(&state) {
            Some(fault) => Err(Failure::Game(fault)),
            None => Ok(Some((Outcome::Goals(goals), game.notation().remark(&state)))),
        }
    }

    /// Asks the player in a seat, which is that of `role`, for one of its `legal` moves: by what the role
    /// knows if the game hides something, else by the state.
    fn ask(
        &mut self,
        seat: usize,
        role: usize,
        state: &G::State,
        known: Option<&InformationState<G::Move>>,
        legal: &[G::Move],
        stream: &mut SearchRng,
    ) -> Result<Answer<G::Move>, Failure> {
        let strategy = &mut self.players[seat].strategy;
        let started = Instant::now();
        let (game, budget) = (self.game, self.budget.clone());
        let choose = || match known {
            Some(known) => {
                strategy.choose_hidden(HiddenRequest::new(game, known, legal, stream).within(budget))
            }
            None => strategy.choose(Request::new(game, state, role, stream).within(budget)),
        };
        // The strategy is not asked again after a panic, so a state that it left half changed is not seen.
        let chosen = panic::catch_unwind(AssertUnwindSafe(choose));
        let taken = started.elapsed();
        // A search that was told to stop has chosen something else than it would have.
        if self.budget.stop.pressed() {
            return Ok(Answer::Stopped);
        }
        let decision = match chosen {
            // The game is at fault, not the player.
            Ok(Err(SearchError::Game(fault))) => return Err(Failure::Game(fault)),
            Ok(Err(error)) => return Ok(Answer::Foul(Foul::Search(error))),
            Err(panic) => return Ok(Answer::Foul(Foul::Panicked(panic_message(panic.as_ref()).to_owned()))),
            Ok(Ok(decision)) => decision,
        };
        Ok(match self.forfeit_after {
            _ if !legal.contains(&decision.mov) => {
                Answer::Foul(Foul::Illegal(game.notation().move_name(decision.mov)))
            }
            Some(allowed) if taken > allowed => Answer::Foul(Foul::Late { taken, allowed }),
            _ => Answer::Chosen(decision.mov, Thought::of(&decision, taken)),
        })
    }
}

/// What a panic says, which is nearly always a text.
fn panic_message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}

#[cfg(test)]
mod tests {
    use game::{Tree, TreeMove};
    use search::Decision;

    use super::*;
    use crate::testing::{ENDLESS, Pennies, Walk, chance_first, play, specs};

    /// A strategy that does the same everywhere.
    struct Always<F>(F);

    impl<F: FnMut() -> TreeMove + Send> Strategy<Tree> for Always<F> {
        fn choose(&mut self, _: Request<'_, Tree>) -> Result<Decision<TreeMove>, SearchError> {
            Ok(Decision::unsearched(self.0()))
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

    /// The foul by which a match of this player against a random one ends.
    fn foul(first: impl FnMut() -> TreeMove + Send + 'static, allowed: Option<Duration>) -> String {
        let (tree, random) = (tree(), Player::from(&specs("random")[0]));
        let players = vec![Player::new("stubborn", Box::new(Always(first))), random];
        let record = Match::new(&tree, players).with_forfeit_after(allowed).play(Seed(7)).expect("plays");
        match record.expect("not stopped") {
            MatchRecord { outcome: Outcome::Forfeit { role: 0, foul }, plies, .. } if plies.is_empty() => {
                foul
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn an_illegal_move_forfeits_the_match() {
        let foul = foul(|| TreeMove::Noop, None);
        assert_eq!(foul, "stubborn as max chose noop, which is not legal");
    }

    #[test]
    fn a_panic_forfeits_the_match() {
        let foul = foul(|| panic!("lost at move {}", 3), None);
        assert_eq!(foul, "stubborn as max panicked: lost at move 3");
    }

    #[test]
    fn taking_too_long_forfeits_the_match() {
        let (tree, mut moves) = (tree(), Vec::new());
        tree.legal(&tree.initial(), 0, &mut moves);
        let foul = foul(move || moves[0], Some(Duration::ZERO));
        assert!(
            foul.starts_with("stubborn as max took ") && foul.ends_with("more than the 0ns it has"),
            "{foul}"
        );
    }

    #[test]
    fn a_strategy_that_does_not_apply_forfeits_the_match() {
        let record = play(&Pennies, "random,minimax", 7).expect("the game is sound").expect("to the end");
        let Outcome::Forfeit { role: 1, foul } = record.outcome else { panic!("{:?}", record.outcome) };
        assert!(foul.starts_with("minimax as odd gave up: minimax does not apply to this game"), "{foul}");
    }

    #[test]
    fn the_opening_is_played_before_anybody_is_asked() {
        let tree = tree();
        let opening = Opening::random(&tree, 1, Seed(3)).expect("two plies");
        let players = specs("alpha-beta,alpha-beta").iter().map(Player::from).collect();
        let record = Match::new(&tree, players).with_opening(opening.clone()).play(Seed(1)).expect("plays");
        let record = record.expect("not stopped");
        assert_eq!((record.opening, record.plies.len()), (1, 2));
        assert_eq!(record.plies[0].joint_move[0], tree.notation().move_name(opening.joint_moves[0][0]));
        assert!(record.plies[0].thoughts.iter().all(Option::is_none));
        assert!(record.plies[1].thoughts[1].is_some());
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
        let error = play(&Walk::failing_at(3), "random", 7).expect_err("it fails");
        assert_eq!((error.ply, error.cause), (3, Box::new(Failure::Game(Walk::fault_value()))));
    }

    #[test]
    fn the_ply_limit_is_an_outcome_of_its_own() {
        let players = specs("random").iter().map(Player::from).collect();
        let record = Match::new(&ENDLESS, players).with_ply_limit(25).play(Seed(7)).expect("plays");
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
        assert_eq!(Match::new(&ENDLESS, players).with_budget(budget).play(Seed(7)), Ok(None));
    }

    #[test]
    fn a_pressed_stop_button_ends_a_match_without_choices() {
        let (game, budget) = (chance_first(), Budget::default());
        budget.stop.press();
        let players = specs("random,random").iter().map(Player::from).collect();
        assert_eq!(Match::new(&game, players).with_budget(budget).play(Seed(7)), Ok(None));
    }
}
