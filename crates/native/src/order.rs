/// The numbers of some gates, depth first from the roots and then from all others; of a gate's operands, the
/// one whose cone needs most values at once comes first (Sethi & Ullman, *The Generation of Optimal Code for
/// Arithmetic Expressions*, 1970, used as a heuristic for graphs).
///
/// `operands` gives the gates that a gate reads, which are before it.
pub fn depth_first<O: IntoIterator<Item = usize>>(
    gates: usize,
    operands: impl Fn(usize) -> O,
    roots: impl IntoIterator<Item = usize>,
) -> Vec<usize> {
    let (mut need, mut needs): (Vec<u32>, Vec<u32>) = (Vec::with_capacity(gates), Vec::new());
    for gate in 0..gates {
        needs.clear();
        needs.extend(operands(gate).into_iter().map(|operand| need[operand]));
        needs.sort_unstable_by(|a, b| b.cmp(a));
        need.push((0..).zip(&needs).map(|(held, need)| held + need).max().unwrap_or(0));
    }
    let mut listed = vec![false; gates];
    let mut order = Vec::with_capacity(gates);
    let mut open = Vec::new();
    for root in roots.into_iter().chain(0..gates) {
        open.push((root, false));
        while let Some((gate, operands_listed)) = open.pop() {
            if listed[gate] {
                continue;
            }
            if operands_listed {
                listed[gate] = true;
                order.push(gate);
                continue;
            }
            open.push((gate, true));
            let from = open.len();
            open.extend(operands(gate).into_iter().map(|operand| (operand, false)));
            open[from..].sort_by_key(|&(operand, _)| need[operand]);
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operand_is_listed_before_what_reads_it_and_the_needier_first() {
        // Gate 2 reads a pair of gates, 3 the latter and something else; 4 is below no root.
        let operands = [vec![], vec![], vec![0, 1], vec![2], vec![]];
        let order = depth_first(5, |gate: usize| operands[gate].clone(), [3]);
        let place = |gate| order.iter().position(|&listed| listed == gate);
        assert_eq!(order.len(), 5);
        assert!(place(0) < place(2) && place(1) < place(2) && place(2) < place(3) && place(3) < place(4));
    }

    #[test]
    fn the_operand_that_needs_more_values_is_listed_first() {
        // Gate 3 needs two values at once, and 4 none.
        let operands = [vec![], vec![], vec![], vec![0, 1, 2], vec![], vec![4, 3]];
        let order = depth_first(6, |gate: usize| operands[gate].clone(), [5]);
        assert_eq!(order[3..], [3, 4, 5]);
    }
}
