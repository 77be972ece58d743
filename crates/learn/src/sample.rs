use game::{Choices, Encoding, Game, Mover};
use rand::Rng;
use rand::seq::IndexedRandom;

/// A state that random play came to.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    /// The fluents that hold.
    pub(crate) bits: Box<[u64]>,
    /// The role that chose there, if it was one.
    pub(crate) mover: Option<usize>,
    /// How many moves the role with the most had.
    pub(crate) moves: usize,
}

/// States that are looked at before features are chosen.
const STATES: usize = 3_000;
/// Plies of a playout.
const PLIES: usize = 500;

/// States of random playouts from the initial state, as long as `go_on` says so.
pub(crate) fn sample<G: Game>(
    game: &G,
    encoding: &dyn Encoding<G::State>,
    rng: &mut impl Rng,
    go_on: &dyn Fn() -> bool,
) -> Vec<Seen> {
    let mut seen = Vec::new();
    if game.terminal(&game.initial()) {
        return seen;
    }
    while seen.len() < STATES && go_on() {
        let mut state = game.initial();
        for _ in 0..PLIES {
            if game.terminal(&state) || seen.len() == STATES || !go_on() {
                break;
            }
            let choices = Choices::of(game, &state);
            let mover = match choices.mover() {
                Mover::One(role) => Some(role),
                Mover::Nobody | Mover::Several => None,
            };
            let moves = choices.each().map(<[_]>::len).max().unwrap_or(0);
            seen.push(Seen { bits: encoding.bits(&state).into(), mover, moves });
            let joint: Vec<G::Move> = choices.each().filter_map(|moves| moves.choose(rng).copied()).collect();
            state = game.next(&state, &joint);
        }
    }
    seen
}
