//! Play a game: read its rules, ask for the legal moves, make them, play at random.
//!
//! # Rules
//!
//! A game is described by a *rulesheet*, text in the Game Description Language. Some come with the library:
//!
//! ```
//! use spielbaum::{BUILTIN, Game, built_in_game};
//!
//! let names: Vec<&str> = BUILTIN.iter().map(|game| game.name).collect();
//! assert!(names.contains(&"connect-four"));
//!
//! let game = built_in_game("connect-four")?;
//! assert_eq!(game.roles(), 2);
//! # Ok::<(), spielbaum::LoadError>(())
//! ```
//!
//! [`game_from_file`](crate::game_from_file) reads a rulesheet of your own. Rules in the text of a program
//! are read in the same way. This is a puzzle for one role, who has to switch two lamps on:
//!
//! ```
//! use spielbaum::{Game, game_from_text};
//!
//! let game = game_from_text("
//!     (role you)
//!     (lamp left) (lamp right)
//!     (<= (legal you (press ?lamp)) (lamp ?lamp))
//!     (<= (next (on ?lamp)) (does you (press ?lamp)))
//!     (<= (next (on ?lamp)) (true (on ?lamp)))
//!     (<= terminal (true (on left)) (true (on right)))
//!     (goal you 100)
//! ")?;
//! assert_eq!(game.roles(), 1);
//! # Ok::<(), spielbaum::LoadError>(())
//! ```
//!
//! Rules with a mistake are [rejected](crate::Rejected) with diagnostics that name the place and a remedy:
//!
//! ```
//! let error = spielbaum::game_from_text("(role you) (init (off)").err().unwrap();
//! assert_eq!(error.to_string(), "rules:1:12: this `(` is never closed");
//! ```
//!
//! # States and moves
//!
//! In every state that is not terminal, each role makes one of its legal moves, all at the same time;
//! together they are a *joint move*. In a game with turns, whoever is not to move has one legal move that
//! does nothing. [`Choices`](crate::Choices) asks for the legal moves of all roles,
//! [`Game::next`](crate::Game::next) makes a joint move, and the game ends in a terminal state with a goal
//! for each role, from 0 to 100.
//!
//! ```
//! use spielbaum::{Choices, Game, Mover, built_in_game};
//!
//! let game = built_in_game("tictactoe")?;
//! let mut state = game.initial();
//! let mut plies = 0;
//! while !game.terminal(&state) {
//!     let choices = Choices::of(&game, &state);
//!     // The first legal move of every role.
//!     let joint: Vec<_> = choices.each().map(|moves| moves[0]).collect();
//!     assert_eq!(choices.mover(), Mover::One(plies % 2));
//!     state = game.next(&state, &joint);
//!     plies += 1;
//! }
//! assert_eq!([game.goal(&state, 0), game.goal(&state, 1)], [100, 0]);
//! # Ok::<(), spielbaum::LoadError>(())
//! ```
//!
//! A [`Course`](crate::Course) makes moves by their names, as people write them, and says which one is
//! illegal and why:
//!
//! ```
//! use spielbaum::{Course, Game, built_in_game};
//!
//! let game = built_in_game("tictactoe")?;
//! let mut course = Course::of(&game);
//! course.follow(&game, &["(mark 1 1)".to_owned()])?;
//! course.follow(&game, &["(mark 2 2)".to_owned()])?;
//! println!("{}", game.notation().draw(course.end()));
//!
//! let error = course.follow(&game, &["(mark 2 2)".to_owned()]).unwrap_err();
//! assert!(error.to_string().contains("is not legal for xplayer"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Random playouts
//!
//! A *playout* plays to the end with uniformly random moves. [`Playouts`](crate::Playouts) plays one at a
//! time, [`Sample`](crate::Sample) many at once in the lanes of the rules' circuit, and
//! [`perft`](crate::perft) counts all joint moves to a depth. Whatever is random comes from a seed, so that
//! it can be repeated.
//!
//! ```
//! use spielbaum::{Game, Playouts, SearchRng, SeedableRng, built_in_game, perft};
//!
//! let game = built_in_game("tictactoe")?;
//! let mut rng = SearchRng::seed_from_u64(7);
//! let playout = Playouts::new(&game).run(&game.initial(), &mut rng);
//! assert!((5..=9).contains(&playout.plies));
//! assert!(game.terminal(&playout.end));
//!
//! assert_eq!(perft(&game, 3)?, [9, 72, 504]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Chance and hidden information
//!
//! In some games a role moves by chance, the role `random` of a rulesheet. Nobody chooses for it, and most
//! strategies refuse to: [`drawn_move`](crate::drawn_move) draws its moves by their
//! [probabilities](crate::Game::chance). Others hide something from their roles. There a role knows its own
//! moves and [what it sees](crate::Game::percepts), and a strategy is asked by
//! [`Strategy::choose_hidden`](crate::Strategy::choose_hidden) in place of
//! [`choose`](crate::Strategy::choose). A [`Match`](crate::Match) does all of this: it draws the moves of
//! chance, and tells each player what its role knows, and nothing else.
//!
//! ```
//! use spielbaum::{Game, Match, Outcome, Player, Seed, Spec, built_in_game};
//!
//! // Chance deals a card to each of two players, and no one sees that of the other.
//! let game = built_in_game("kuhn-poker")?;
//! assert!(game.chance().is_some() && game.percepts().is_some());
//!
//! let players = Spec::list("ismcts(playouts=100),random")?;
//! let players = players.iter().map(Player::from).collect();
//! let record = Match::new(&game, players).play(Seed(1))?.expect("nobody stops it");
//! let Outcome::Goals(goals) = record.outcome else { panic!("{:?}", record.outcome) };
//! assert_eq!(goals.len(), 2); // chance has none
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
