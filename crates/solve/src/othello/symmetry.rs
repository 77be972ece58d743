use super::board::{Board, pitch};

impl<const SIZE: usize> Board<SIZE> {
    /// A set with the rows in reverse order.
    fn upside_down(set: u64) -> u64 {
        let row = (1_u64 << SIZE) - 1;
        (0..SIZE).fold(0, |image, from| {
            image | (set >> (from * pitch(SIZE)) & row) << ((SIZE - 1 - from) * pitch(SIZE))
        })
    }

    /// A set mirrored in the diagonal from the first cell.
    fn transposed(set: u64) -> u64 {
        let step = pitch(SIZE) - 1;
        (0..SIZE).fold(0, |image, offset| {
            // The cells so far to the right of the diagonal, and so far above it.
            let right = const { Self::DIAGONALS }[offset];
            image | (set & right) << (step * offset) | set >> (step * offset) & right
        })
    }

    /// By how far to the right of the diagonal they are, the cells on it or to the right of it.
    const DIAGONALS: [u64; SIZE] = {
        let (mut sets, mut row) = ([0; SIZE], 0);
        while row < SIZE {
            let mut offset = 0;
            while row + offset < SIZE {
                sets[offset] |= 1 << (row * pitch(SIZE) + row + offset);
                offset += 1;
            }
            row += 1;
        }
        sets
    };

    /// The same one of the eight images of a position, whichever of them is given.
    pub(super) fn canonical(own: u64, other: u64) -> (u64, u64) {
        let (mut image, mut least) = ((own, other), (own, other));
        for turn in 0..7 {
            // The two reflections by turns run through all images.
            let reflect = if turn % 2 == 0 { Self::transposed } else { Self::upside_down };
            image = (reflect(image.0), reflect(image.1));
            least = least.min(image);
        }
        least
    }
}
