//! General game playing and game-tree search.
//!
//! This crate is the front door of the library: it re-exports what a program needs to read the rules of a
//! game, to play it, to search its tree with a strategy, and to compare strategies in a tournament. The
//! [tutorial] explains it step by step.
//!
//! ```
//! use spielbaum::{Game, Request, SearchRng, SeedableRng, Spec, built_in_game};
//!
//! let game = built_in_game("tictactoe")?;
//! let state = game.initial();
//!
//! // Ask a strategy for the move of the first role.
//! let mut strategy = "alpha-beta(table=16)".parse::<Spec>()?.build();
//! let mut rng = SearchRng::seed_from_u64(0);
//! let decision = strategy.choose(Request::new(&game, &state, 0, &mut rng))?;
//! assert_eq!(decision.value, Some(50.0)); // a draw, if both sides play well
//! assert!(decision.proven);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | to | take |
//! | --- | --- |
//! | read rules | [`built_in_game`], [`game_from_file`], [`game_from_text`] |
//! | write a game in Rust | the trait [`Game`], and what some games have: [`Chance`], [`Percepts`], [`Knowledge`], [`Batch`] |
//! | ask for moves, make them | [`Game`], [`Choices`], [`Course`] |
//! | play at random, count moves | [`Playouts`], [`Sample`], [`perft`] |
//! | search | [`Spec`], [`Request`], [`Budget`], [`Strategy`], [`Decision`] |
//! | search where something is hidden | [`HiddenRequest`], [`InformationState`] |
//! | watch a search | [`Observer`], [`Recorder`], [`Trace`] |
//! | play a match, with chance and hidden information | [`Match`], [`Player`], [`MatchRecord`] |
//! | compare strategies | [`Tournament`], [`Table`], [`Store`] |
//! | search an explicit tree | [`Tree`] |
//! | do anything else | the crates [`game`], [`search`] and [`arena`], and [`gdl`] for the text of rules |
//!
//! # Features
//!
//! The library is always there; `cargo add --path CLONE/crates/spielbaum --no-default-features` takes nothing
//! else. The features are parts of the program `spielbaum`, which
//! `cargo install --path CLONE/crates/spielbaum` builds with all of them.
//!
//! | feature | what it adds |
//! | --- | --- |
//! | `program` | the program itself, with the commands that need nothing of the following |
//! | `network` | `spielbaum player` and `spielbaum match` |
//! | `page` | `spielbaum web` |
//! | `png` | pictures of tournaments as PNG, beside SVG |

pub mod tutorial;

// What the names below need, and all else.
#[doc(no_inline)]
pub use {arena, game, gdl, search};

#[doc(inline)]
pub use arena::{
    Match, MatchError, MatchRecord, Outcome, Pairing, Plan, Player, Progress, Rating, Schedule, Seed, Store,
    StoreError, Table, Tournament, TournamentError,
};
#[doc(inline)]
pub use game::{
    BUILTIN, Batch, Builtin, Chance, Choices, Course, CourseError, Fault, Game, Goal, InformationState,
    Knowledge, LoadError, Mover, NoTable, Notation, Parent, Percept, Percepts, PerftError, Playout, Playouts,
    Rules, RulesState, Sample, TableLimits, Tabulated, Tree, TreeError, built_in_game, drawn_move,
    game_from_file, game_from_text, perft,
};
#[doc(inline)]
pub use gdl::{Diagnostic, Rejected, Rulesheet};
#[doc(inline)]
pub use rand::SeedableRng;
#[doc(inline)]
pub use search::{
    Bound, Budget, Catalogue, Cut, Decision, Effort, HiddenRequest, Meter, MoveEstimate, Observer, Recorder,
    Report, Request, SearchError, SearchRng, Spec, SpecError, Stop, Strategy, Trace, Watch, Window,
};
