use crate::network::{Network, Part};

/// The gates of a part, depth first from its outputs; of a gate's operands, the one whose cone needs most values at once comes first (Sethi & Ullman, *The
/// Generation of Optimal Code for Arithmetic Expressions*, 1970, used as a heuristic for graphs).
pub(crate) fn depth_first(network: &Network, start: usize, part: &Part) -> Vec<usize> {
    let given = network.given();
    // The number of a gate of this part, counted from its start.
    let own = |value: u32| (value as usize).checked_sub(given + start);
    let mut need = vec![0u32; part.end - start];
    for (number, gate) in network.gates[start..part.end].iter().enumerate() {
        let mut needs = [0; 3];
        for (place, value) in gate.needed() {
            needs[place] = own(value).map_or(0, |gate| need[gate]);
        }
        needs.sort_unstable_by(|a, b| b.cmp(a));
        need[number] = (0..).zip(needs).map(|(held, need)| held + need).max().unwrap_or(0);
    }
    let mut listed = vec![false; need.len()];
    let mut order = Vec::with_capacity(need.len());
    let mut open = Vec::new();
    let outputs = part.outputs.iter().filter_map(|output| own(output.value));
    // What later parts read need not be below an output.
    for root in outputs.chain(0..need.len()) {
        open.push((root, false));
        while let Some((number, operands_listed)) = open.pop() {
            if listed[number] {
                continue;
            }
            if operands_listed {
                listed[number] = true;
                order.push(start + number);
                continue;
            }
            open.push((number, true));
            let from = open.len();
            let operands = network.gates[start + number].needed().filter_map(|(_, value)| own(value));
            open.extend(operands.map(|operand| (operand, false)));
            open[from..].sort_by_key(|&(operand, _)| need[operand]);
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::{Gate, Output};

    #[test]
    fn an_operand_is_listed_before_what_reads_it_and_the_needier_first() {
        let and = |a, b| Gate { table: 0x88, operands: [a, b, b] };
        // Values 4, 5 and 6 are a pair of gates and what reads them; 7 reads an input and the latter; 8 belongs to no output.
        let gates = vec![and(0, 1), and(2, 3), and(4, 5), and(0, 6), and(1, 2)];
        let part = Part { end: 5, outputs: vec![Output { value: 7, slot: 9 }], ..Part::default() };
        let network = Network { inputs: 4, gates, parts: vec![part.clone()], ..Network::default() };
        let order = depth_first(&network, 0, &part);
        let place = |gate| order.iter().position(|&listed| listed == gate);
        assert_eq!(order.len(), 5);
        assert!(place(0) < place(2) && place(1) < place(2) && place(2) < place(3) && place(3) < place(4));
        // Of a later part, only its own gates are listed.
        let later = Part { end: 5, ..Part::default() };
        assert_eq!(depth_first(&network, 3, &later), [3, 4]);
    }
}
