//! Compare strategies: run a tournament, read its table, keep it in a file.
//!
//! A [`Tournament`](crate::Tournament) lets every strategy play every strategy in every order of seats, on
//! all cores. Its result depends on the seed alone, unless time bounds what players think (`time=` in a
//! spec), or threads of a player share a tree (`parallel=tree`). The [`Table`](crate::Table) has one
//! [`Pairing`](crate::Pairing) for each order of seats, with the wins of each role and their 95 % intervals,
//! and one [`Rating`](crate::Rating) for each player.
//!
//! ```
//! use spielbaum::{Spec, Tournament, built_in_game};
//!
//! let game = built_in_game("tictactoe")?;
//! let players = Spec::list("flat-mc(playouts=50),random")?;
//! let table = Tournament::new(&game, "tictactoe", &players, 20)?
//!     .with_seed(1)
//!     .run(|progress| {
//!         eprintln!("{} of {} matches", progress.done, progress.most);
//!         Ok(())
//!     })?;
//!
//! // The players by their numbers, one for each seat.
//! let pairing = table.pairing(&[0, 1]).expect("every pairing is played");
//! assert_eq!(pairing.games, 20);
//! assert!(pairing.wins[0] > pairing.wins[1]);
//!
//! let score = |player: usize| table.ratings[player].score.expect("it has played");
//! assert!(score(0) > 0.5 && score(1) < 0.5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Keep it
//!
//! A [`Store`](crate::Store) is a SQLite file with the plan, the matches, the moves and what the strategies
//! thought of them. It is the file of `spielbaum results`, and other programs can read it.
//!
//! ```
//! use spielbaum::{Spec, Store, Tournament, Tree};
//!
//! let tree = Tree::from_brackets("((3 12) (14 12) (2 4))")?;
//! let tournament = Tournament::new(&tree, "lecture", &Spec::list("alpha-beta,random")?, 10)?;
//!
//! # let directory = tempfile::tempdir()?;
//! # let path = directory.path().join("results.db");
//! let mut store = Store::open(&path)?;
//! let mut recorder = store.begin(tournament.plan(), None)?;
//! let table = tournament.run(|progress| recorder.record(progress))?;
//! recorder.finish()?;
//!
//! assert_eq!(store.table(1)?, table);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
