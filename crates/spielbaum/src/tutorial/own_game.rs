//! Write a game in Rust: a board of your own, which all strategies can play.
//!
//! Whatever implements [`Game`](crate::Game) can be searched, sampled and entered in a tournament. This one is the subtraction game:
//! two players take one, two or three objects in turn from one heap, and whoever takes the last one wins. A role that is not to move has
//! the one move 0.
//!
//! ```
//! use spielbaum::{Game, Goal, Notation, Request, SearchRng, SeedableRng, Spec, perft};
//!
//! struct Subtraction {
//!     heap: u32,
//! }
//!
//! #[derive(Clone, Debug, PartialEq, Eq, Hash)]
//! struct Heap {
//!     left: u32,
//!     to_move: usize,
//! }
//!
//! impl Game for Subtraction {
//!     type State = Heap;
//!     type Move = u32;
//!
//!     fn roles(&self) -> usize {
//!         2
//!     }
//!
//!     fn initial(&self) -> Heap {
//!         Heap { left: self.heap, to_move: 0 }
//!     }
//!
//!     fn terminal(&self, state: &Heap) -> bool {
//!         state.left == 0
//!     }
//!
//!     fn legal(&self, state: &Heap, role: usize, moves: &mut Vec<u32>) {
//!         moves.clear();
//!         if role == state.to_move {
//!             moves.extend(1..=state.left.min(3));
//!         } else {
//!             moves.push(0);
//!         }
//!     }
//!
//!     fn next(&self, state: &Heap, joint: &[u32]) -> Heap {
//!         Heap { left: state.left - joint[state.to_move], to_move: 1 - state.to_move }
//!     }
//!
//!     fn goal(&self, state: &Heap, role: usize) -> Goal {
//!         // Whoever would have to move now did not take the last object.
//!         if role == state.to_move { 0 } else { 100 }
//!     }
//!
//!     fn notation(&self) -> &dyn Notation<Heap, u32> {
//!         self
//!     }
//! }
//!
//! impl Notation<Heap, u32> for Subtraction {
//!     fn role_name(&self, role: usize) -> &str {
//!         ["first", "second"][role]
//!     }
//!
//!     fn move_name(&self, mov: u32) -> String {
//!         mov.to_string()
//!     }
//! }
//!
//! let game = Subtraction { heap: 21 };
//! assert_eq!(perft(&game, 2)?, [3, 9]);
//!
//! let mut strategy = "alpha-beta(table=16)".parse::<Spec>()?.build();
//! let mut rng = SearchRng::seed_from_u64(0);
//! let decision = strategy.choose(Request::new(&game, &game.initial(), 0, &mut rng))?;
//! assert_eq!(decision.mov, 1); // 20 are left, a multiple of 4
//! assert_eq!(decision.value, Some(100.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
