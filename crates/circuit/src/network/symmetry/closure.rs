use std::collections::HashSet;

use gdl::Interrupt;
use rustc_hash::FxHashSet;

/// All products of some permutations, the identity first. Those that agree on the images of the `counted`
/// numbers count as one. Some are missing if it is interrupted.
pub(super) fn closure(
    generators: &[Vec<u32>],
    size: usize,
    counted: &[u32],
    interrupt: &Interrupt<'_>,
) -> Vec<Vec<u32>> {
    let identity: Vec<u32> = (0..size as u32).collect();
    let key = |element: &[u32]| counted.iter().map(|&number| element[number as usize]).collect::<Vec<_>>();
    let mut seen: FxHashSet<Vec<u32>> = HashSet::from_iter([key(&identity)]);
    let mut elements = vec![identity];
    let mut next = 0;
    while next < elements.len() && interrupt.check_now().is_ok() {
        for generator in generators {
            let product: Vec<u32> = elements[next].iter().map(|&number| generator[number as usize]).collect();
            if seen.insert(key(&product)) {
                elements.push(product);
            }
        }
        next += 1;
    }
    elements
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_turn_and_a_reflection_make_eight() {
        let elements = closure(&[vec![1, 2, 3, 0], vec![0, 3, 2, 1]], 4, &[0, 1, 2, 3], &Interrupt::never());
        assert_eq!((elements.len(), &elements[0]), (8, &vec![0, 1, 2, 3]));
    }

    #[test]
    fn what_moves_only_the_rest_does_not_count() {
        let elements = closure(&[vec![1, 0, 2, 3], vec![0, 1, 3, 2]], 4, &[0, 1], &Interrupt::never());
        assert_eq!(elements, [[0, 1, 2, 3], [1, 0, 2, 3]]);
    }
}
