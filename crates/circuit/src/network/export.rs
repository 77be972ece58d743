use std::fmt::Write;

use gdl::Interrupt;

use super::aig::{Aig, Lit, Node};
use super::network::Network;
use super::unroll::unroll;

/// What the inputs and the outputs of a circuit are called in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PortNames {
    /// The roles.
    pub roles: Vec<String>,
    /// The fluents, in the circuit's order.
    pub fluents: Vec<String>,
    /// Each role's moves, in the circuit's order.
    pub moves: Vec<Vec<String>>,
    /// Each role's percepts, in the circuit's order; empty where the rules hide nothing.
    pub percepts: Vec<Vec<String>>,
}

/// Why a circuit cannot be written to a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExportError {
    /// Its network is too large to have been kept.
    #[error("the circuit has {gates} gates; only circuits of at most {limit} can be exported")]
    TooLarge {
        /// Its gates.
        gates: usize,
        /// The most gates of a network that is kept.
        limit: usize,
    },
    /// Its recursive blocks are too large without recursion.
    #[error(
        "the circuit has {variables} recursive variables; it would have more than {limit} gates without recursion"
    )]
    Recursive {
        /// The variables of all blocks.
        variables: usize,
        /// The limit.
        limit: usize,
    },
}

/// The most nodes of a network that is exported, after its blocks have been unrolled: some 100 MB of text.
const MOST_NODES: usize = 4_000_000;

/// A network without blocks as a sequential circuit: each literal with its name.
struct Machine<'n> {
    aig: Aig,
    names: &'n PortNames,
    initial: &'n [bool],
    /// `terminal`, the legal moves, the goals, and the percepts, which alone depend on moves.
    outputs: Vec<(String, Lit)>,
    next: Vec<Lit>,
}

impl Network {
    /// The network in the ASCII form of AIGER 1.9.
    pub(crate) fn aiger(&self, names: &PortNames) -> Result<String, ExportError> {
        Ok(self.machine(names)?.aiger())
    }

    /// The network in the DOT language.
    pub(crate) fn dot(&self, names: &PortNames) -> Result<String, ExportError> {
        Ok(self.machine(names)?.dot())
    }

    fn machine<'n>(&'n self, names: &'n PortNames) -> Result<Machine<'n>, ExportError> {
        // What is never interrupted comes to its end.
        let unrolled = unroll(&self.aig, &self.roots(), MOST_NODES, &Interrupt::never());
        let (aig, roots) = unrolled.ok().flatten().ok_or_else(|| ExportError::Recursive {
            variables: self.size().block_variables,
            limit: MOST_NODES,
        })?;
        let mut outputs = vec!["terminal".to_owned()];
        for (role, moves) in names.roles.iter().zip(&names.moves) {
            outputs.extend(moves.iter().map(|mov| format!("(legal {role} {mov})")));
        }
        for (role, goals) in names.roles.iter().zip(&self.goals) {
            // A goal that is no number has no name here.
            let goal = |goal: Option<u8>| goal.map_or_else(|| "?".to_owned(), |goal| goal.to_string());
            outputs.extend(goals.iter().map(|&(number, _)| format!("(goal {role} {})", goal(number))));
        }
        // The roots are in the same order, then come those of the next state and of what roles see of the
        // joint move.
        let (views, rest) = roots.split_at(outputs.len());
        let (next, seen) = rest.split_at(self.next.len());
        for (role, percepts) in names.roles.iter().zip(&names.percepts) {
            outputs.extend(percepts.iter().map(|percept| format!("(sees {role} {percept})")));
        }
        Ok(Machine {
            aig,
            names,
            initial: &self.initial,
            outputs: outputs.into_iter().zip(views.iter().chain(seen).copied()).collect(),
            next: next.to_vec(),
        })
    }
}

impl Machine<'_> {
    /// The names of the moves, role by role.
    fn moves(&self) -> impl Iterator<Item = String> {
        let roles = self.names.roles.iter().zip(&self.names.moves);
        roles.flat_map(|(role, moves)| moves.iter().map(move |mov| format!("(does {role} {mov})")))
    }

    fn gates(&self) -> impl Iterator<Item = (u32, Lit, Lit)> {
        (0..).zip(self.aig.nodes()).filter_map(|(node, &kind)| match kind {
            Node::And(a, b) => Some((node, a, b)),
            _ => None,
        })
    }

    fn aiger(&self) -> String {
        let (fluents, inputs) = (self.initial.len(), self.aig.inputs());
        let moves = inputs.len() - fluents;
        // AIGER numbers moves first, then fluents, then gates.
        let mut variables = vec![0; self.aig.nodes().len()];
        let ordered = inputs[fluents..]
            .iter()
            .chain(&inputs[..fluents])
            .copied()
            .chain(self.gates().map(|(gate, ..)| gate));
        (1..).zip(ordered).for_each(|(variable, node)| variables[node as usize] = variable);
        let literal = |literal: Lit| 2 * variables[literal.node() as usize] + u32::from(literal.inverted());
        let gates = self.gates().count();
        let mut out =
            format!("aag {} {moves} {fluents} {} {gates}\n", inputs.len() + gates, self.outputs.len());
        // Writing to a string does not fail.
        for number in 0..moves {
            let _ = writeln!(out, "{}", 2 * (number + 1));
        }
        for ((&fluent, &next), &initial) in inputs.iter().zip(&self.next).zip(self.initial) {
            let reset = if initial { " 1" } else { "" };
            let _ = writeln!(out, "{} {}{reset}", literal(Lit::new(fluent, false)), literal(next));
        }
        for &(_, output) in &self.outputs {
            let _ = writeln!(out, "{}", literal(output));
        }
        for (gate, a, b) in self.gates() {
            let (a, b) = (literal(a), literal(b));
            let _ = writeln!(out, "{} {} {}", literal(Lit::new(gate, false)), a.max(b), a.min(b));
        }
        for (number, name) in self.moves().enumerate() {
            let _ = writeln!(out, "i{number} {name}");
        }
        for (number, name) in self.names.fluents.iter().enumerate() {
            let _ = writeln!(out, "l{number} (true {name})");
        }
        for (number, (name, _)) in self.outputs.iter().enumerate() {
            let _ = writeln!(out, "o{number} {name}");
        }
        out.push_str("c\nA game's rules, by Spielbaum: inputs are moves, latches are fluents. It is right in every reachable state and for legal moves, one a role.\n");
        out
    }

    fn dot(&self) -> String {
        let mut out = String::from("digraph network {\n  rankdir=LR;\n  node [fontname=\"sans-serif\"];\n");
        let inputs = self.aig.inputs();
        let fluents = self.names.fluents.iter().map(|fluent| format!("(true {fluent})"));
        for (node, name) in inputs.iter().zip(fluents.chain(self.moves())) {
            let _ = writeln!(out, "  n{node} [shape=box, label={}];", quoted(&name));
        }
        for (gate, a, b) in self.gates() {
            let _ = writeln!(out, "  n{gate} [shape=circle, label=\"and\"];");
            [a, b].iter().for_each(|&operand| edge(&mut out, operand, &format!("n{gate}")));
        }
        let next = self.names.fluents.iter().zip(&self.next);
        let next = next.map(|(fluent, &next)| (format!("(next {fluent})"), next));
        let mut constant = false;
        for (number, (name, literal)) in self.outputs.iter().cloned().chain(next).enumerate() {
            let _ = writeln!(out, "  o{number} [shape=box, style=rounded, label={}];", quoted(&name));
            edge(&mut out, literal, &format!("o{number}"));
            constant |= literal.node() == 0;
        }
        if constant {
            out.push_str("  n0 [shape=plaintext, label=\"false\"];\n");
        }
        out.push_str("}\n");
        out
    }
}

/// An edge; it is dashed if it is inverted.
fn edge(out: &mut String, from: Lit, to: &str) {
    let style = if from.inverted() { " [style=dashed]" } else { "" };
    let _ = writeln!(out, "  n{} -> {to}{style};", from.node());
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::Group;

    /// A light that its button switches, on at the start; the game ends when it is off.
    fn light() -> (Network, PortNames) {
        let mut aig = Aig::new();
        let [on, press] = [aig.input(), aig.input()];
        let next = aig.and(on, !press);
        let network = Network {
            aig,
            initial: vec![true],
            terminal: !on,
            legal: vec![vec![Lit::TRUE]],
            first_moves: vec![1],
            goals: vec![vec![(Some(100), on)]],
            next: vec![next],
            percepts: Vec::new(),
            chance: None,
            groups: Vec::<Group>::new(),
            gates_before: 1,
        };
        let names = PortNames {
            roles: vec!["you".into()],
            fluents: vec!["(light \"a\")".into()],
            moves: vec![vec!["press".into()]],
            percepts: Vec::new(),
        };
        (network, names)
    }

    #[test]
    fn aiger_has_moves_as_inputs_fluents_as_latches_and_a_name_for_each() {
        let (network, names) = light();
        let text = network.aiger(&names).unwrap();
        let (circuit, comment) = text.split_once("c\n").unwrap();
        assert_eq!(
            circuit,
            "aag 3 1 1 3 1\n2\n4 6 1\n5\n1\n4\n6 4 3\ni0 (does you press)\nl0 (true (light \"a\"))\no0 terminal\no1 (legal you press)\no2 (goal you 100)\n"
        );
        assert!(comment.starts_with("A game's rules"));
    }

    #[test]
    fn dot_draws_inverted_edges_dashed() {
        let (network, names) = light();
        let text = network.dot(&names).unwrap();
        for line in [
            "n1 [shape=box, label=\"(true (light \\\"a\\\"))\"];",
            "n2 -> n3 [style=dashed];",
            "n1 -> o0 [style=dashed];",
            "n0 -> o1 [style=dashed];",
            "n3 -> o3;",
        ] {
            assert!(text.contains(line), "{line} in {text}");
        }
    }
}
