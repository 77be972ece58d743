use std::fmt::Write;

use game::{CHANCE, Tree};

use crate::{CutKind, Dominance, Statistic, Trace, TraceDominance, TraceNode, TraceWindow, number};

impl Trace {
    /// The search tree as text: one line for each node, in the order of the search, indented by depth.
    ///
    /// ```text
    /// root = 3  in -inf..+inf
    /// ├─ 1 = 3  in -inf..+inf
    /// │  ├─ 1 = 3
    /// │  └─ 2 = 12
    /// └─ 2 = 2  in 3..+inf, cut 1 of 2
    ///    └─ 1 = 2
    /// ```
    ///
    /// The name of an information set stands in braces after the move that leads to its node. Of a search
    /// that labels it has the labels, and before the tree a line that says whose they are.
    pub fn outline(&self) -> String {
        let children = self.children();
        let windows = self.has_windows();
        let mut out = self.legend().map_or_else(String::new, |legend| legend + "\n\n");
        // The nodes to come, with what stands before the names of their children.
        let mut open: Vec<(usize, String, &str)> = Vec::new();
        if !self.nodes.is_empty() {
            open.push((0, String::new(), ""));
        }
        while let Some((number, indent, branch)) = open.pop() {
            let own = &children[number];
            // Writing to a string does not fail.
            let _ = writeln!(out, "{indent}{branch}{}", self.describe(number, own.len(), windows));
            let below = match branch {
                "" => indent,
                "└─ " => indent + "   ",
                _ => indent + "│  ",
            };
            for (place, &child) in own.iter().enumerate().rev() {
                let branch = if place + 1 == own.len() { "└─ " } else { "├─ " };
                open.push((child, below.clone(), branch));
            }
        }
        out.truncate(out.trim_end().len());
        out
    }

    /// Whether the search has windows: some end is finite.
    pub(crate) fn has_windows(&self) -> bool {
        self.nodes.iter().any(|node| node.window.alpha.or(node.window.beta).is_some())
    }

    /// What there is to say about a node that has so many children.
    fn describe(&self, index: usize, children: usize, windows: bool) -> String {
        let node = &self.nodes[index];
        let mut text = if node.parent.is_none() { "root".to_owned() } else { self.name(index) };
        if let Some(set) = &node.set {
            let _ = write!(text, " {{{set}}}");
        }
        if let Some(probability) = node.probability {
            let _ = write!(text, " ({})", written_probability(probability));
        }
        if let Some(value) = node.value {
            let _ = write!(text, " = {}", self.written(value));
        }
        if !node.payoffs.is_empty() {
            let _ = write!(text, " of {}", vectors(&node.payoffs));
        }
        let mut remarks = Vec::new();
        if self.is_chance(node) {
            remarks.push("chance".to_owned());
        }
        if windows && !node.leaf {
            remarks.push(format!("in {}", window(node.window)));
        }
        if node.cut > 0 {
            let unsound = node.cuts.iter().any(|cut| cut.kind == CutKind::Deep);
            let kind = if unsound { " (deep, unsound)" } else { "" };
            remarks.push(format!("cut {} of {}{kind}", node.cut, node.cut.saturating_add(children)));
        }
        if let Some(TraceDominance { by, kind }) = node.dominated {
            remarks.push(format!("{} dominated by {}", strength(kind), self.name(by)));
        }
        let mut whose = None;
        for Statistic { role, mov, visits, mean } in &node.moves {
            // Means are the goals of the role that moves, not those of whose value the node has.
            let of_role = match whose.replace(*role) {
                Some(before) if before == *role => String::new(),
                None if *role == 0 => String::new(),
                _ => format!("for {}: ", self.roles[*role]),
            };
            remarks.push(format!("{of_role}{mov}: n={visits} mean {}", number(*mean)));
        }
        if !remarks.is_empty() {
            let _ = write!(text, "  {}", remarks.join(", "));
        }
        text
    }

    /// Whether chance alone moves in a node.
    pub(crate) fn is_chance(&self, node: &TraceNode) -> bool {
        matches!(*node.movers, [role] if self.roles[role] == CHANCE)
    }

    /// The joint move that leads to a node, by the moves of those who had a choice; where nobody had one, by
    /// all that are no `noop`. A determinization has its number.
    pub(crate) fn name(&self, number: usize) -> String {
        let TraceNode { parent, joint, determinization, .. } = &self.nodes[number];
        if let Some(determinization) = determinization {
            return format!("determinization {determinization}");
        }
        let movers = parent.map_or(&[][..], |parent| &self.nodes[parent].movers);
        let mut made: Vec<&str> = movers.iter().map(|&role| joint[role].as_str()).collect();
        if made.is_empty() {
            made.extend(joint.iter().map(String::as_str).filter(|mov| *mov != "noop"));
        }
        if made.is_empty() { joint.join(" ") } else { made.join(" ") }
    }
}

/// The greatest denominator of a probability that is written as a fraction.
const DENOMINATORS: u32 = 216;

/// A probability as people write it: a decimal if it is short, else a fraction if it is one with a small
/// denominator, as of dice.
pub(crate) fn written_probability(probability: f64) -> String {
    let short = probability.to_string();
    if short.len() <= "0.1234".len() {
        return short;
    }
    let fraction = (2..=DENOMINATORS).find_map(|denominator| {
        let numerator = (probability * f64::from(denominator)).round();
        let near = (numerator / f64::from(denominator) - probability).abs() < 1e-9;
        (near && numerator > 0.0).then(|| format!("{numerator}/{denominator}"))
    });
    fraction.unwrap_or_else(|| format!("{probability:.4}"))
}

/// A window as text: `3..14`, `-inf..+inf`; a null window has an end beside a value, `3..3+` or `3-..3`.
pub(crate) fn window(TraceWindow { alpha, beta }: TraceWindow) -> String {
    let text = |end: Option<f64>, infinite: &str| end.map_or_else(|| infinite.to_owned(), window_end);
    format!("{}..{}", text(alpha, "-inf"), text(beta, "+inf"))
}

/// An end of a window. That of a null window lies nearer to a payoff than any value or mean does.
fn window_end(end: f64) -> String {
    let scale = 10_f64.powi(Tree::MAX_DECIMALS as i32);
    let payoff = (end * scale).round() / scale;
    match end - payoff {
        beyond if beyond == 0.0 || beyond.abs() >= 1e-9 => number(end),
        beyond => format!("{}{}", number(payoff), if beyond > 0.0 { '+' } else { '-' }),
    }
}

/// How a node is dominated.
pub(crate) fn strength(kind: Dominance) -> &'static str {
    match kind {
        Dominance::Strong => "strongly",
        Dominance::Weak => "weakly",
    }
}

/// Payoff vectors, as bracket text has them: `4/6/3`, `4/6/3 5/1/2`.
pub(crate) fn vectors(vectors: &[Vec<f64>]) -> String {
    let vector = |vector: &Vec<f64>| {
        let numbers: Vec<String> = vector.iter().map(|&payoff| number(payoff)).collect();
        numbers.join("/")
    };
    vectors.iter().map(vector).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use game::Tree;
    use rand::SeedableRng;

    use crate::testing::any_game;
    use crate::{Recorder, Request, SearchRng, Spec, Trace};

    fn watched(spec: &str) -> Trace {
        let tree = Tree::from_brackets("((3 12 8) (2 4 6) (14 5 2))").unwrap();
        let tree = any_game(&tree);
        let spec: Spec = spec.parse().unwrap();
        let mut recorder = Recorder::new(&tree, 0, 1000);
        let mut rng = SearchRng::seed_from_u64(0);
        spec.build()
            .choose(Request::new(&tree, &tree.initial(), 0, &mut rng).watched_by(&mut recorder))
            .unwrap();
        recorder.trace()
    }

    #[test]
    fn windows_and_cuts_are_drawn() {
        insta::assert_snapshot!(watched("alpha-beta").outline(), @r"
        root = 3  in -inf..+inf
        ├─ 1 = 3  in -inf..+inf
        │  ├─ 1 = 3
        │  ├─ 2 = 12
        │  └─ 3 = 8
        ├─ 2 = 2  in 3..+inf, cut 2 of 3
        │  └─ 1 = 2
        └─ 3 = 2  in 3..+inf
           ├─ 1 = 14
           ├─ 2 = 5
           └─ 3 = 2
        ");
    }

    #[test]
    fn statistics_are_drawn() {
        insta::assert_snapshot!(
            watched("flat-mc(playouts=3)").outline(),
            @"root = 4  1: n=1 mean 3, 2: n=1 mean 4, 3: n=1 mean 5"
        );
    }

    #[test]
    fn an_empty_trace_is_an_empty_outline() {
        assert_eq!(Recorder::new(&Tree::from_brackets("1").unwrap(), 0, 0).trace().outline(), "");
    }
}
