//! Search: let a strategy choose a move within a budget, and watch it search.
//!
//! # Name a strategy
//!
//! A [`Spec`](crate::Spec) names a strategy with its parameters, in the same text form as on the command line
//! and in the page. It is checked when it is parsed; the [`Catalogue`](crate::Catalogue) has every strategy
//! and parameter with its range and default.
//!
//! ```
//! use spielbaum::Spec;
//!
//! let spec: Spec = "uct(playouts=1000, c=0.7)".parse()?;
//! assert_eq!(spec.to_string(), "uct(playouts=1000,c=0.7)");
//!
//! let error = "uct(playout=1000)".parse::<Spec>().unwrap_err();
//! assert!(error.to_string().contains("did you mean `playouts`?"));
//! # Ok::<(), spielbaum::SpecError>(())
//! ```
//!
//! # Ask it for a move
//!
//! [`Spec::build`](crate::Spec::build) makes the [`Strategy`](crate::Strategy). A [`Budget`](crate::Budget)
//! bounds one decision by playouts, nodes, depth or time, beside the bounds in the spec; the tighter of both
//! holds. The [`Decision`](crate::Decision) says the move, and what the search found out about it and about
//! the other moves.
//!
//! ```
//! use std::time::Duration;
//!
//! use spielbaum::{Budget, Game, Request, SearchRng, SeedableRng, Spec, built_in_game};
//!
//! let game = built_in_game("connect-four")?;
//! let mut strategy = "uct".parse::<Spec>()?.build();
//! let budget = Budget { playouts: Some(2_000), time: Some(Duration::from_secs(5)), ..Budget::default() };
//! let mut rng = SearchRng::seed_from_u64(0);
//! let decision = strategy.choose(Request::new(&game, &game.initial(), 0, &mut rng).within(budget))?;
//!
//! assert_eq!(decision.moves.len(), 7);
//! println!("red plays {}, value {:?}", game.notation().move_name(decision.mov), decision.value);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A strategy lives for one match: keep it from one move to the next, so that it can use what it has learnt.
//! The same seed gives the same decision, unless the budget is bounded by time, or threads share a tree
//! (`uct(threads=4, parallel=tree)`).
//!
//! # Watch the search
//!
//! [`Request::watched_by`](crate::Request::watched_by) names an [`Observer`](crate::Observer), which is told
//! each step of the search. A search that nobody watches pays nothing for that. A
//! [`Recorder`](crate::Recorder) keeps the search tree as a [`Trace`](crate::Trace), with every window, value
//! and cut:
//!
//! ```
//! use spielbaum::{Game, Recorder, Request, SearchRng, SeedableRng, Spec, Tree};
//!
//! let tree = Tree::from_brackets("((3 12 8) (2 4 6) (14 5 2))")?;
//! let mut recorder = Recorder::new(&tree, 0, 1_000);
//! let mut rng = SearchRng::seed_from_u64(0);
//! let mut strategy = "alpha-beta".parse::<Spec>()?.build();
//! strategy.choose(Request::new(&tree, &tree.initial(), 0, &mut rng).watched_by(&mut recorder))?;
//!
//! let trace = recorder.trace();
//! assert_eq!(trace.nodes.len(), 11); // the root, its three children, and seven of nine leaves
//! let picture = trace.svg();
//! assert!(picture.contains("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An observer of your own implements the events that it wants to know of. This one counts nodes, those that
//! the search entered with a window that something bounds, and those that it cut:
//!
//! ```
//! use spielbaum::{Cut, Game, Observer, Request, SearchRng, SeedableRng, Spec, Tree, Window};
//!
//! #[derive(Default)]
//! struct Counts {
//!     nodes: usize,
//!     bounded: usize,
//!     cut: usize,
//! }
//!
//! impl<G: Game> Observer<G> for Counts {
//!     fn enter(&mut self, _: &G::State, _: &[G::Move], window: Window) {
//!         self.nodes += 1;
//!         self.bounded += usize::from(window != Window::OPEN);
//!     }
//!
//!     fn cut(&mut self, _: Cut, remaining: usize, _: &mut dyn Iterator<Item = Vec<G::Move>>) {
//!         self.cut += remaining;
//!     }
//! }
//!
//! let tree = Tree::from_brackets("((3 12 8) (2 4 6) (14 5 2))")?;
//! let mut counts = Counts::default();
//! let mut rng = SearchRng::seed_from_u64(0);
//! let mut strategy = "alpha-beta".parse::<Spec>()?.build();
//! strategy.choose(Request::new(&tree, &tree.initial(), 0, &mut rng).watched_by(&mut counts))?;
//! // The root, its first child and the first leaf have the open window.
//! assert_eq!((counts.nodes, counts.bounded, counts.cut), (11, 8, 2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
