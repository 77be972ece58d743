//! Words of lanes: plain arrays, which the compiler vectorises in plain loops. The functions of the standard
//! library that make arrays are not inlined everywhere, and then a gate costs more than ten times as much.

/// One bit for each of `64 * W` lanes.
pub(crate) type Word<const W: usize> = [u64; W];

#[inline(always)]
pub(crate) fn map2<const W: usize>(a: Word<W>, b: Word<W>, f: impl Fn(u64, u64) -> u64) -> Word<W> {
    map3(a, b, b, |a, b, _| f(a, b))
}

#[inline(always)]
pub(crate) fn map3<const W: usize>(
    a: Word<W>,
    b: Word<W>,
    c: Word<W>,
    f: impl Fn(u64, u64, u64) -> u64,
) -> Word<W> {
    let mut result = [0; W];
    for i in 0..W {
        result[i] = f(a[i], b[i], c[i]);
    }
    result
}

/// The word with all lanes set, or none.
#[inline(always)]
pub(crate) fn splat<const W: usize>(bit: bool) -> Word<W> {
    [if bit { !0 } else { 0 }; W]
}

#[inline(always)]
pub(crate) fn and<const W: usize>(a: Word<W>, b: Word<W>) -> Word<W> {
    map2(a, b, |a, b| a & b)
}

#[inline(always)]
pub(crate) fn and_not<const W: usize>(a: Word<W>, b: Word<W>) -> Word<W> {
    map2(a, b, |a, b| a & !b)
}

#[inline(always)]
pub(crate) fn or<const W: usize>(a: Word<W>, b: Word<W>) -> Word<W> {
    map2(a, b, |a, b| a | b)
}

#[inline(always)]
pub(crate) fn xor<const W: usize>(a: Word<W>, b: Word<W>) -> Word<W> {
    map2(a, b, |a, b| a ^ b)
}

/// Whether any lane is set.
#[inline(always)]
pub(crate) fn any<const W: usize>(a: Word<W>) -> bool {
    a.iter().fold(0, |all, word| all | word) != 0
}

/// How many lanes are set.
#[inline(always)]
pub(crate) fn count<const W: usize>(a: Word<W>) -> u64 {
    a.iter().map(|word| u64::from(word.count_ones())).sum()
}

/// The lanes that are set, in ascending order.
pub(crate) fn lanes<const W: usize>(a: Word<W>) -> impl Iterator<Item = usize> {
    (0..W).flat_map(move |i| {
        let mut rest = a[i];
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                64 * i + bit
            })
        })
    })
}

/// The first `n` of the set lanes.
pub(crate) fn first<const W: usize>(a: Word<W>, n: u64) -> Word<W> {
    let mut left = n;
    a.map(|mut word| {
        let taken = u64::from(word.count_ones()).min(left);
        left -= taken;
        let mut kept = 0;
        for _ in 0..taken {
            kept |= word & word.wrapping_neg();
            word &= word - 1;
        }
        kept
    })
}

/// Whether the lane is set.
pub(crate) fn has<const W: usize>(a: &Word<W>, lane: usize) -> bool {
    a[lane / 64] >> (lane % 64) & 1 == 1
}

/// Sets the lane.
pub(crate) fn set<const W: usize>(a: &mut Word<W>, lane: usize) {
    a[lane / 64] |= 1 << (lane % 64);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_lanes_are_the_lowest() {
        let word: Word<4> = [0b1011, 0, 1 << 63, 0b110];
        assert_eq!(first(word, 0), [0; 4]);
        assert_eq!(first(word, 2), [0b11, 0, 0, 0]);
        assert_eq!(first(word, 5), [0b1011, 0, 1 << 63, 0b10]);
        assert_eq!(first(word, 99), word);
    }

    #[test]
    fn set_lanes_are_listed_in_order() {
        let mut word: Word<4> = [0; 4];
        for lane in [255, 64, 3] {
            set(&mut word, lane);
        }
        assert_eq!(lanes(word).collect::<Vec<_>>(), [3, 64, 255]);
        assert!(has(&word, 64) && !has(&word, 65));
        assert_eq!((count(word), any(word), any([0u64; 4])), (3, true, false));
    }
}
