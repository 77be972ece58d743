//! Write a game in Rust: a board of your own, which can be searched, sampled and entered in a tournament.
//!
//! That is whatever implements [`Game`](crate::Game). What reads the rules of a rulesheet has nothing to read
//! there: tablebases (`solved`) and the evaluator `learned`; `goal-proximity` and `pieces` need
//! [`Knowledge`](crate::Knowledge). This one is the subtraction game: two players take one, two or three
//! objects in turn from one heap, and whoever takes the last one wins. A role that is not to move has the one
//! move 0.
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
//!
//! # Chance and hidden information
//!
//! What only some games have, a game hands out as an object with a trait of its own. With
//! [`Game::chance`](crate::Game::chance) one of its roles moves at random: here a coin that falls heads up
//! three times of four, on which the other role bets.
//!
//! ```
//! use spielbaum::{Chance, Game, Goal, Notation, Request, SearchRng, SeedableRng, Spec};
//!
//! struct Bet;
//!
//! impl Game for Bet {
//!     /// Whether the bet is won, once it is made.
//!     type State = Option<bool>;
//!     /// Heads, or else tails.
//!     type Move = bool;
//!
//!     fn roles(&self) -> usize {
//!         2
//!     }
//!
//!     fn initial(&self) -> Option<bool> {
//!         None
//!     }
//!
//!     fn terminal(&self, state: &Option<bool>) -> bool {
//!         state.is_some()
//!     }
//!
//!     fn legal(&self, _: &Option<bool>, _: usize, moves: &mut Vec<bool>) {
//!         *moves = vec![false, true];
//!     }
//!
//!     fn next(&self, _: &Option<bool>, joint: &[bool]) -> Option<bool> {
//!         Some(joint[0] == joint[1])
//!     }
//!
//!     fn goal(&self, state: &Option<bool>, _: usize) -> Goal {
//!         if *state == Some(true) { 100 } else { 0 }
//!     }
//!
//!     fn chance(&self) -> Option<&dyn Chance<Option<bool>, bool>> {
//!         Some(self)
//!     }
//!
//!     fn notation(&self) -> &dyn Notation<Option<bool>, bool> {
//!         self
//!     }
//! }
//!
//! impl Chance<Option<bool>, bool> for Bet {
//!     fn role(&self) -> usize {
//!         1
//!     }
//!
//!     fn outcomes(&self, _: &Option<bool>, outcomes: &mut Vec<(bool, f64)>) {
//!         *outcomes = vec![(false, 0.25), (true, 0.75)];
//!     }
//! }
//!
//! impl Notation<Option<bool>, bool> for Bet {
//!     fn role_name(&self, role: usize) -> &str {
//!         ["you", "coin"][role]
//!     }
//!
//!     fn move_name(&self, heads: bool) -> String {
//!         if heads { "heads" } else { "tails" }.to_owned()
//!     }
//! }
//!
//! let mut strategy = "deepening".parse::<Spec>()?.build();
//! let mut rng = SearchRng::seed_from_u64(0);
//! let decision = strategy.choose(Request::new(&Bet, &Bet.initial(), 0, &mut rng))?;
//! assert!(decision.mov);
//! assert_eq!(decision.value, Some(75.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A game that hides something hands out [`Percepts`](crate::Percepts), which tell what each role sees of a
//! joint move; what a role knows is an [`InformationState`](crate::InformationState).
