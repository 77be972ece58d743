//! Lines on a board whose columns are `pitch` bits each, the highest of which stays empty.

/// The cells, taken or not, that complete four in a line with three of `discs`. There may be bits among them
/// that are no cells.
#[inline(always)]
pub(super) fn completing(discs: u64, pitch: u32) -> u64 {
    let mut cells = discs << 1 & discs << 2 & discs << 3;
    for step in [pitch, pitch - 1, pitch + 1] {
        let (after, before) = (discs << step, discs >> step);
        cells |= after & discs << (2 * step) & (discs << (3 * step) | before);
        cells |= before & discs >> (2 * step) & (discs >> (3 * step) | after);
    }
    cells
}

/// Whether four of `discs` are in a line.
#[inline(always)]
pub(super) fn any_line(discs: u64, pitch: u32) -> bool {
    let line = |step: u32| {
        let pairs = discs & discs >> step;
        pairs & pairs >> (2 * step) != 0
    };
    [1, pitch, pitch - 1, pitch + 1].into_iter().any(line)
}
