use super::board::Board;

impl<const SIZE: usize> Board<SIZE> {
    /// Discs of the side of `own` that no further play flips; there may be others. `taken` are the discs of
    /// both sides.
    ///
    /// A disc is never flipped along a line that is full, that leads off the board beside the disc, or on
    /// which a disc beside it is never flipped.
    #[inline(always)]
    pub(super) fn stable(own: u64, taken: u64) -> u64 {
        let [up, down] = Self::ENTERED;
        let spread =
            |set: u64, way: usize| set << Self::STEPS[way] & up[way] | set >> Self::STEPS[way] & down[way];
        // The lines with an empty cell.
        let mut open = [Self::CELLS & !taken; 4];
        for _ in 1..SIZE {
            open = std::array::from_fn(|way| open[way] | spread(open[way], way));
        }
        let mut stable = 0;
        loop {
            let safe: [u64; 4] =
                std::array::from_fn(|way| !open[way] | Self::EDGES[way] | spread(stable, way));
            let more = safe.into_iter().fold(own, |all, safe| all & safe);
            if more == stable {
                return stable;
            }
            stable = more;
        }
    }
}
