use std::collections::HashSet;

use serde::{Deserialize, Serialize};

/// A state as data for drawing: its boards, and the fluents that are on none of them. Or what several states
/// have in common. Displayed, it is text for a terminal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Picture {
    /// The boards, the largest first.
    pub grids: Vec<Grid>,
    /// The fluents that are on no board, sorted.
    pub others: Vec<OffBoardFluent>,
}

impl Picture {
    /// Leaves what another picture of the same layout shows too. Cells with other contents there
    /// become unknown.
    pub(crate) fn intersect(&mut self, other: &Self) {
        let others: HashSet<&str> = other.others.iter().map(|fluent| fluent.text.as_str()).collect();
        self.others.retain(|fluent| others.contains(fluent.text.as_str()));
        for (grid, other) in self.grids.iter_mut().zip(&other.grids) {
            for (cell, other) in grid.cells.iter_mut().zip(&other.cells) {
                cell.unknown |= cell.contents != other.contents;
                cell.contents.retain(|content| other.contents.contains(content));
                cell.fluents.retain(|fluent| other.fluents.contains(fluent));
            }
        }
    }
}

/// A board of columns and rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Grid {
    /// The name of the fluents that are its cells.
    pub fluent: String,
    /// The shape of its cells.
    #[serde(rename = "form")]
    pub cell_shape: CellShape,
    /// What the board is made of.
    #[serde(rename = "ground")]
    pub surface: Surface,
    /// The names of the columns, from the left.
    pub columns: Vec<String>,
    /// Whether people call the columns by letters instead: `a` for 1.
    pub letters: bool,
    /// The names of the rows, from the top.
    pub rows: Vec<String>,
    /// The colours of the sides, in a game where players connect them.
    pub sides: Option<Sides>,
    /// Everything that can be in a cell, sorted by name.
    pub contents: Vec<Content>,
    /// The cells row by row from the top, each row from the left.
    pub cells: Vec<Cell>,
}

/// The shape of a board's cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Form))]
#[serde(rename_all = "lowercase")]
pub enum CellShape {
    /// Squares: a cell has four neighbours, on both sides, above and below.
    #[default]
    Square,
    /// Hexagons, each row half a cell farther to the right than the row below: a cell has six neighbours, on
    /// both sides, above, below, above to the left and below to the right.
    Hex,
}

/// What a board is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Ground))]
#[serde(rename_all = "lowercase")]
pub enum Surface {
    /// Cells of one colour.
    #[default]
    Plain,
    /// Light and dark cells in turn; the lower left cell is dark.
    Checkered,
    /// Green felt.
    Felt,
    /// An upright rack with round holes, into which discs are dropped.
    Rack,
    /// Wood with holes.
    Wood,
}

/// The colours of a board's sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Sides {
    /// The colour of the top and the bottom.
    pub ends: Colour,
    /// The colour of the left and the right.
    pub flanks: Colour,
}

/// Something that can be in a cell, and how it is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Content {
    /// Its name in the rules.
    pub name: String,
    /// Whether it stands for an empty cell.
    pub blank: bool,
    /// The number of the role that owns the piece, if the name tells it.
    pub owner: Option<usize>,
    /// How it is drawn, if the game's style says so; otherwise its name is written.
    #[serde(rename = "look")]
    pub appearance: Option<Appearance>,
}

/// How a piece is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Look))]
#[serde(deny_unknown_fields)]
pub struct Appearance {
    /// Its shape.
    pub shape: PieceShape,
    /// Its colour.
    pub colour: Colour,
}

/// The shape of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Shape))]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum PieceShape {
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
    /// Whether it is not known what is in it, besides its contents: it is not the same in all the states of
    /// the picture. False in the picture of one state.
    pub unknown: bool,
    /// The names of what is in it: usually one, or none.
    pub contents: Vec<String>,
    /// The fluents that put the contents there.
    pub fluents: Vec<String>,
}

/// A fluent that is on no board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Fact))]
pub struct OffBoardFluent {
    /// The whole fluent, KIF text.
    pub text: String,
    /// Its name.
    pub name: String,
    /// Its arguments, KIF text each.
    pub args: Vec<String>,
}
