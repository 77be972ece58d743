//! The Rust crate `minimax` on our games: what it searches is the same board.

use std::cell::Cell;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use game::Game;
use minimax::{Evaluation, Evaluator, IterativeOptions, IterativeSearch, Negamax, Strategy, Winner};
use rustc_hash::FxHasher;

/// Its searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Peer {
    /// Alpha-beta in negamax form, without a table.
    Negamax,
    /// Iterative deepening with principal variation search and a transposition table.
    Iterative,
}

impl Peer {
    pub(crate) const ALL: [Self; 2] = [Self::Negamax, Self::Iterative];

    /// Bytes of the table.
    const TABLE: usize = 64 << 20;

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Negamax => "minimax 0.6 Negamax",
            Self::Iterative => "minimax 0.6 IterativeSearch",
        }
    }

    /// Searches a game of two roles that move in turn, the first role first, to a depth.
    pub(crate) fn search<G: Game>(self, game: &G, depth: u8, limit: Duration) -> Searched {
        let clock = Clock { nodes: Cell::new(1), end: Cell::new(Instant::now()), late: Cell::new(false) };
        let mut moves = Vec::new();
        let initial = game.initial();
        game.legal(&initial, 1, &mut moves);
        let root = Position { game, clock: &clock, state: initial, mover: 0, waiting: moves[0] };
        let begin = || {
            clock.end.set(Instant::now() + limit);
            ProcessTime::now()
        };
        let (started, value) = match self {
            Self::Negamax => {
                let mut search = Negamax::new(Unknowing(PhantomData), depth);
                let started = begin();
                search.choose_move(&root);
                (started, search.root_value())
            }
            Self::Iterative => {
                let options = IterativeOptions::new().with_table_byte_size(Self::TABLE);
                let mut search = IterativeSearch::new(Unknowing(PhantomData), options);
                search.set_max_depth(depth);
                let started = begin();
                search.choose_move(&root);
                (started, search.root_value())
            }
        };
        let time = started.elapsed();
        let value = (!clock.late.get()).then(|| f64::from(value.signum()));
        Searched { nodes: clock.nodes.get(), time, value }
    }
}

/// What a search came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Searched {
    /// States visited.
    pub(crate) nodes: u64,
    /// Of the processor.
    pub(crate) time: Duration,
    /// From -1 to 1 for who begins; none if the time was up.
    pub(crate) value: Option<f64>,
}

/// Counts nodes, and ends a search that takes too long by calling every state a draw.
struct Clock {
    nodes: Cell<u64>,
    end: Cell<Instant>,
    late: Cell<bool>,
}

impl Clock {
    /// Nodes from one look at the time to the next, a power of two.
    const EVERY: u64 = 1024;

    fn tick(&self) {
        self.nodes.set(self.nodes.get() + 1);
        if self.nodes.get().is_multiple_of(Self::EVERY) && Instant::now() >= self.end.get() {
            self.late.set(true);
        }
    }
}

/// A state with the game it is of, as the crate's trait has no place for the game.
struct Position<'g, G: Game> {
    game: &'g G,
    clock: &'g Clock,
    state: G::State,
    mover: usize,
    /// The only move of who waits.
    waiting: G::Move,
}

impl<G: Game> Clone for Position<'_, G> {
    fn clone(&self) -> Self {
        Self { state: self.state.clone(), ..*self }
    }
}

struct Adapter<'g, G>(PhantomData<&'g G>);

impl<'g, G: Game> minimax::Game for Adapter<'g, G> {
    type S = Position<'g, G>;
    type M = G::Move;

    fn generate_moves(position: &Position<'g, G>, moves: &mut Vec<G::Move>) -> Option<Winner> {
        let winner = Self::get_winner(position);
        if winner.is_none() {
            position.game.legal(&position.state, position.mover, moves);
        }
        winner
    }

    fn apply(position: &mut Position<'g, G>, mov: G::Move) -> Option<Position<'g, G>> {
        position.clock.tick();
        let Position { mover, waiting, .. } = *position;
        let joint = if mover == 0 { [mov, waiting] } else { [waiting, mov] };
        let state = position.game.next(&position.state, &joint);
        Some(Position { state, mover: 1 - mover, ..*position })
    }

    fn get_winner(position: &Position<'g, G>) -> Option<Winner> {
        if position.clock.late.get() {
            return Some(Winner::Draw);
        }
        let Position { game, state, mover, .. } = position;
        if !game.terminal(state) {
            return None;
        }
        Some(match game.goal(state, *mover).cmp(&game.goal(state, 1 - mover)) {
            std::cmp::Ordering::Less => Winner::PlayerJustMoved,
            std::cmp::Ordering::Equal => Winner::Draw,
            std::cmp::Ordering::Greater => Winner::PlayerToMove,
        })
    }

    fn zobrist_hash(position: &Position<'g, G>) -> u64 {
        let mut hasher = FxHasher::default();
        position.state.hash(&mut hasher);
        hasher.finish()
    }
}

/// Calls every state a draw, as our evaluator `zero` does.
struct Unknowing<'g, G>(PhantomData<&'g G>);

impl<'g, G: Game> Evaluator for Unknowing<'g, G> {
    type G = Adapter<'g, G>;

    fn evaluate(&self, _: &Position<'g, G>) -> Evaluation {
        0
    }
}

#[cfg(test)]
mod tests {
    use game::{ConnectFour, MnkGame};

    use super::*;

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn tictactoe_is_a_draw() {
        let game = MnkGame::new(3, 3, 3).unwrap();
        for peer in Peer::ALL {
            let searched = peer.search(&game, 9, LONG);
            assert_eq!(searched.value, Some(0.0), "{}", peer.name());
            assert!(searched.nodes > 9);
        }
    }

    #[test]
    fn a_win_within_the_depth_is_found() {
        // Where there is room for a fourth column, the first makes two threats at once.
        let game = MnkGame::new(4, 3, 3).unwrap();
        for peer in Peer::ALL {
            assert_eq!(peer.search(&game, 7, LONG).value, Some(1.0), "{}", peer.name());
            assert_eq!(peer.search(&game, 2, LONG).value, Some(0.0), "{}", peer.name());
        }
    }

    #[test]
    fn a_search_ends_when_its_time_is_up() {
        let game = ConnectFour::new(7, 6).unwrap();
        for peer in Peer::ALL {
            assert_eq!(peer.search(&game, 42, Duration::ZERO).value, None, "{}", peer.name());
        }
    }
}
