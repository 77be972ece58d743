//! Views of games: what a person sees of a position, of a list of moves, and of a rulesheet.
//!
//! [`Render`] gives a state as text for a terminal. A [`Picture`] is the same state as data, for programs
//! that draw: boards that [`Layout`] finds among the fluents, in the [`Style`] of the game if it has one. Of
//! several states both show what is the same in all of them, which is what a role knows that cannot
//! distinguish them. A [`PositionView`] adds the legal moves with the cells that a player points at to make
//! them, and tells which pieces decided a game that is over. A [`Menu`] finds the move that somebody means by
//! a number, a name or a part of it. [`CheckReport`] and [`RulesStatistics`] are the documents that describe
//! a rulesheet.
//!
//! Nothing here searches, and no view changes a game.
//!
//! ```
//! use game::{Builtin, Game, Rules};
//! use spielbaum_view::Render;
//!
//! let tictactoe = Builtin::named("tictactoe").expect("a built-in game");
//! let sheet = gdl::Rulesheet::parse(tictactoe.name, tictactoe.rules.as_bytes())?;
//! let rules = Rules::new(&sheet)?;
//! assert_eq!(
//!     rules.render(&rules.initial()),
//!     "3  . . .\n2  . . .\n1  . . .\n   1 2 3\n(control xplayer)"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check_report;
mod decisive;
mod drawing;
mod layout;
mod menu;
mod move_cells;
mod picture;
mod position_view;
mod render;
mod statistics;
mod style;
#[cfg(test)]
mod testing;
mod text;

pub use check_report::{CheckReport, Finding, ReachedState, RelatedPlace};
pub use layout::Layout;
pub use menu::{Menu, MenuEntry, MenuError};
pub use move_cells::MoveCells;
pub use picture::{
    Appearance, Cell, CellShape, Colour, Content, Grid, OffBoardFluent, Picture, PieceShape, Sides, Surface,
};
pub use position_view::{LegalMove, PositionView};
pub use render::Render;
pub use statistics::RulesStatistics;
pub use style::{FactWording, LocalizedName, Style};
