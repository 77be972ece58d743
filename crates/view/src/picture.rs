//! States as pictures: boards where fluents look like cells, and what else holds.

mod board;
mod canvas;
mod fluent;
mod meaning;
mod style;
mod text;

use serde::{Deserialize, Serialize};

pub(crate) use board::Board;
pub use canvas::Canvas;
pub(crate) use canvas::owner;
pub(crate) use fluent::{BLANK, Fluent, fluents};
pub use meaning::Meaning;
pub(crate) use meaning::{Candidate, meanings};
pub use style::{Names, Style};

/// A state as a picture for people: its boards, and the fluents that are on none of them. As text it is drawn for a terminal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Picture {
    /// The boards, the largest first.
    pub grids: Vec<Grid>,
    /// The fluents that are on no board, sorted.
    pub others: Vec<Fact>,
}

/// A board of columns and rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Grid {
    /// The name of the fluents that are its cells.
    pub fluent: String,
    /// The form of its cells.
    pub form: Form,
    /// What lies under the pieces.
    pub ground: Ground,
    /// The names of the columns, from the left.
    pub columns: Vec<String>,
    /// The names of the rows, from the top.
    pub rows: Vec<String>,
    /// The colours of the sides that players are to join.
    pub sides: Option<Sides>,
    /// Everything that can be in a cell, sorted by name.
    pub contents: Vec<Content>,
    /// The cells row by row from the top, each row from the left.
    pub cells: Vec<Cell>,
}

/// The form of a board's cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// Each cell touches the four beside it, above and below.
    #[default]
    Square,
    /// Hexagons, each row half a cell farther to the right than the one below: a cell touches those beside it, above and below it,
    /// above to the left and below to the right.
    Hex,
}

/// What lies under the pieces of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Ground {
    /// Cells of one colour.
    #[default]
    Plain,
    /// Light and dark cells in turn, the lower left one dark.
    Checkered,
    /// Green cloth.
    Felt,
    /// A rack with round holes that discs fall into.
    Rack,
    /// Wood with holes.
    Wood,
}

/// The colours of a board's sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Sides {
    /// Of the top and the bottom.
    pub ends: Colour,
    /// Of the left and the right.
    pub flanks: Colour,
}

/// Something that can be in a cell, and how it looks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Content {
    /// As the rules call it.
    pub name: String,
    /// Whether it says that the cell is empty.
    pub blank: bool,
    /// The number of the role whose piece it is, if its name tells.
    pub owner: Option<usize>,
    /// How it looks, if a hint says so; else its name is written.
    pub look: Option<Look>,
}

/// How a piece looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Look {
    /// Its outline.
    pub shape: Shape,
    /// Its colour.
    pub colour: Colour,
}

/// The outline of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Shape {
    Coin,
    Cross,
    Cycle,
    Disc,
    Dot,
    Flag,
    King,
    Knight,
    Lamp,
    Pawn,
    Peg,
    Ring,
    Robot,
    Square,
    /// A triangle.
    Delta,
    /// A tile with the content's name on it.
    Tile,
    /// The whole cell.
    Wall,
}

/// The colour of a piece or a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Colour {
    Black,
    Blue,
    Brown,
    Green,
    Grey,
    Red,
    White,
    Yellow,
}

/// A cell of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Cell {
    /// Its column's name.
    pub column: String,
    /// Its row's name.
    pub row: String,
    /// Whether anything can ever be in it, as far as is known.
    pub used: bool,
    /// The names of what is in it: mostly one, or none.
    pub contents: Vec<String>,
    /// The fluents that say so.
    pub fluents: Vec<String>,
}

/// A fluent that is on no board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Fact {
    /// The whole fluent.
    pub text: String,
    /// Its name.
    pub name: String,
    /// Its arguments' texts.
    pub args: Vec<String>,
}
