//! The `Game` trait, and all that implements it.
//!
//! A [`Game`] answers what a search asks: who may do what, what comes of it, and what it pays. [`Tree`] is an
//! explicit game tree, [`Tabulated`] any small game kept as tables, [`Native`] a board written by hand.
//! [`Playouts`] plays at random, [`perft`] counts.
//!
//! ```
//! use spielbaum_game::{TableLimits, Tabulated, Tree, perft};
//!
//! let tree = Tree::from_brackets("((3 12 8) (2 4 6) (14 5 2))")?;
//! assert_eq!(perft(&tree, 2), Ok(vec![3, 9]));
//! let table = Tabulated::new(tree, TableLimits::default()).expect("13 states");
//! assert_eq!(table.states(), 13);
//! # Ok::<(), spielbaum_game::TreeError>(())
//! ```

mod batch;
mod board;
mod borrowed;
mod builtin;
mod cache;
mod chance;
mod choices;
mod course;
mod encoding;
mod engines;
mod factor_games;
mod factoring;
mod family;
mod game;
mod information;
mod information_sets;
mod knowledge;
mod loading;
mod move_tally;
mod named_game;
mod native;
mod notation;
mod outcomes;
mod percepts;
mod perft;
mod pieces;
mod planning;
mod playout;
mod playtest;
mod position;
mod replace;
mod rules;
mod sample;
mod scale;
mod side_by_side;
mod tabulated;
mod tactics;
#[cfg(test)]
mod testing;
mod text;
mod tree;
mod tree_size;

pub use batch::{Batch, MOST_TOGETHER, Parent, children, children_of_all};
pub use board::{Board, BoardReading, Coordinate, Fluent};
pub use builtin::{BUILTIN, Builtin};
pub use cache::{CacheEntry, CacheError, CircuitCache};
pub use chance::{Chance, drawn, drawn_move, is_certain, players};
pub use choices::{Choices, JointMoves, Mover};
pub use course::{Course, CourseError, canonical, line_text};
pub use encoding::{Encoding, StateStructure};
pub use engines::{EngineComparison, compare_engines};
pub use factor_games::{BoxedGame, FactorGame, FactorGames};
pub use factoring::{FactorActions, FactorOfMoves, Factoring};
pub use family::{Family, FamilyError, FamilyMember, FamilyParameter};
pub use game::{Fault, Game, Goal, no_move};
// What is known of a compiled game.
pub use circuit::{
    CanonicalForm, Combination, Composition, Counting, Factor, Factors, GoalBounds, GoalDistance, Horizon,
    Packed, Packing, PatternDatabases, PlanAnswer, PlyBounds, Variable,
};
// Hashes are told in digits.
pub use circuit::hexadecimal;
// Who waits for a circuit may play on another before.
pub use circuit::FirstStage;
// Long work of games can be ended.
pub use gdl::{Interrupt, Interrupted};
// Games ask a reasoner on behalf of whoever searches them.
pub use logic::{ask_while, gave_up};

pub use information::{InformationState, Observation};
pub use knowledge::{Knowledge, constant_sum, goal_sums};
pub use loading::{GameLoader, LoadError, built_in_game, game_from_file, game_from_text};
pub use move_tally::{MoveSum, MoveTally};
pub use named_game::{NameError, NamedGame, member};
pub use native::{
    BoardError, BoardMove, BoardState, Breakthrough, ConnectFour, MnkGame, Native, Othello, PawnMove,
};
pub use notation::Notation;
pub use outcomes::Outcomes;
pub use percepts::{Percept, Percepts, successors_seen};
pub use perft::{PerftError, perft, perft_watched};
pub use pieces::Pieces;
pub use planning::Planning;
pub use playout::{FastPlayout, Playout, Playouts};
pub use playtest::{Flaw, FlawKind, Playtest, playtest};
pub use position::Position;
pub use replace::{can_replace, replace_file};
pub use rules::{CHANCE, Compiled, Information, NoCircuit, Rules, RulesState};
pub use sample::Sample;
pub use scale::Scale;
pub use tabulated::{NoTable, StateIndex, TableLimits, Tabulated};
pub use tactics::{Favour, Heed, Policy, Tactics};
pub use text::{BYTE_ORDER_MARK, json_problem, plain_json_problem, read_text, read_text_from};
pub use tree::{BUILTIN_TREES, BuiltinTree, NodeIndex, Tree, TreeError, TreeMove};
pub use tree_size::TreeSize;
