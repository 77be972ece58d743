use std::ops::RangeInclusive;

use super::BoardState;
use super::reflections::Reflections;
use crate::{Goal, Knowledge, Pieces};

/// The knowledge that native boards share: their pieces, their reflections, and goals of both roles that add
/// up to 100.
#[derive(Clone, Debug)]
pub(super) struct BoardKnowledge {
    columns: u8,
    rows: u8,
    /// Bits of a column.
    pitch: u8,
    reflections: Reflections,
}

impl BoardKnowledge {
    /// A board on which left and right are alike.
    pub(super) fn sideways(columns: u8, rows: u8, pitch: u8) -> Self {
        Self { columns, rows, pitch, reflections: Reflections::sideways(columns, rows, pitch) }
    }

    /// A board on which all directions are alike.
    ///
    /// Play after one image of a state is the image of play after another, also where half of the reflections
    /// change the initial state.
    pub(super) fn all_ways(columns: u8, rows: u8, pitch: u8) -> Self {
        Self { columns, rows, pitch, reflections: Reflections::all(columns, rows, pitch) }
    }
}

impl Knowledge<BoardState> for BoardKnowledge {
    fn pieces(&self, state: &BoardState) -> Option<Pieces> {
        Some(state.pieces(self.columns, self.rows, self.pitch))
    }

    #[inline]
    fn canonical(&self, state: &BoardState) -> Option<BoardState> {
        Some(self.reflections.least(state))
    }

    fn goal_sums(&self) -> Option<RangeInclusive<Goal>> {
        Some(100..=100)
    }
}
