//! Solve a tree: exact values of explicit trees and of small games.
//!
//! # Explicit trees
//!
//! A [`Tree`](crate::Tree) is read from brackets, as lectures write it: a list of children is a node, where
//! max and min take turns, and a number is a leaf; [`Tree::from_brackets`](crate::Tree::from_brackets) tells
//! of names of nodes, static values and payoffs for many roles. [`Tree::from_json`](crate::Tree::from_json)
//! reads what brackets cannot say.
//!
//! ```
//! use spielbaum::{Game, Request, SearchRng, SeedableRng, Spec, Tree};
//!
//! let tree = Tree::from_brackets("((3 12 8) (2 4 6) (14 5 2))")?;
//! let mut rng = SearchRng::seed_from_u64(0);
//! let mut leaves = Vec::new();
//! for name in ["minimax", "alpha-beta"] {
//!     let mut strategy = name.parse::<Spec>()?.build();
//!     let decision = strategy.choose(Request::new(&tree, &tree.initial(), 0, &mut rng))?;
//!     assert_eq!(decision.value, Some(3.0));
//!     leaves.push(decision.effort.leaves);
//! }
//! assert_eq!(leaves, [9, 7]); // alpha-beta cuts two of nine
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Small games
//!
//! A search that sees the whole game proves its value: [`Decision::proven`](crate::Decision::proven) says so.
//! A table of positions saves it from searching the same one twice. [`Tabulated`](crate::Tabulated) lists all
//! states of a small game once, and answers every later question from tables.
//!
//! ```
//! use spielbaum::{Game, Request, SearchRng, SeedableRng, Spec, TableLimits, Tabulated, built_in_game};
//!
//! let nim = Tabulated::new(built_in_game("nim")?, TableLimits::default())?;
//! let mut strategy = "alpha-beta(table=16)".parse::<Spec>()?.build();
//! let mut rng = SearchRng::seed_from_u64(0);
//! let decision = strategy.choose(Request::new(&nim, &nim.initial(), 0, &mut rng))?;
//! assert!(decision.proven);
//! assert_eq!(decision.value, Some(100.0)); // the first player wins
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
