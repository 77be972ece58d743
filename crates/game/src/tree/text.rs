use std::fmt::Write;

use super::brackets::is_word;
use super::decimal::written;
use super::probability::Probability;
use super::{NodeIndex, Tree};
use crate::{Game, Goal};

/// What is still to be written.
enum Piece {
    /// A node, where this role would move if it is not said who does.
    Node(NodeIndex, usize),
    Text(&'static str),
}

impl Tree {
    /// The subtree below `root` as bracket text. What brackets cannot say is left out: names of moves
    /// and roles.
    pub(super) fn text(&self, root: NodeIndex) -> String {
        let mut text = String::new();
        let mut pieces = vec![Piece::Node(root, 0)];
        while let Some(piece) = pieces.pop() {
            match piece {
                Piece::Text(piece) => text.push_str(piece),
                Piece::Node(node, in_turn) => {
                    if let Some(label) = self.label(node) {
                        text.push_str(&quoted(label));
                        text.push(':');
                    }
                    let payoffs = self.goals_of(node).map(|goals| self.payoffs_text(goals));
                    if self.terminal(&node) {
                        text.push_str(&payoffs.unwrap_or_default());
                        continue;
                    }
                    let mover = self.nodes[node.index()].mover as usize;
                    text.push('(');
                    if mover == self.players {
                        text.push_str(&self.chance_text(node));
                        text.push(' ');
                    } else if mover != in_turn {
                        text.push_str(&self.mover_text(mover));
                        text.push(' ');
                    }
                    if let Some(name) = self.set_name(node) {
                        // Writing to a string does not fail.
                        let _ = write!(text, "{{{name}}} ");
                    }
                    let below = if mover == self.players { in_turn } else { (mover + 1) % self.players };
                    if let Some(payoffs) = payoffs {
                        let _ = write!(text, "={payoffs} ");
                    }
                    pieces.push(Piece::Text(")"));
                    for (i, &child) in self.children(node).iter().enumerate().rev() {
                        pieces.push(Piece::Node(child, below));
                        if i > 0 {
                            pieces.push(Piece::Text(" "));
                        }
                    }
                }
            }
        }
        text
    }

    /// Payoffs as they are typed: `3`, or `1/2/3`.
    pub(super) fn payoffs_text(&self, goals: &[Goal]) -> String {
        let shown = if self.single { &goals[..1] } else { goals };
        let numbers: Vec<String> = shown.iter().map(|&goal| written(goal.into(), self.places)).collect();
        numbers.join("/")
    }

    /// What stands at the beginning of a chance node: `?` where all children are equally likely, else
    /// `?0.5|1/4|1/4`.
    fn chance_text(&self, node: NodeIndex) -> String {
        let children = self.children(node);
        let uniform = Probability::uniform(children.len());
        let texts: Vec<&str> = children.iter().filter_map(|&child| self.probability(child)).collect();
        if texts.iter().all(|&text| text == &*uniform.text) {
            "?".to_owned()
        } else {
            format!("?{}", texts.join("|"))
        }
    }

    fn mover_text(&self, mover: usize) -> String {
        match self.roles[mover].as_str() {
            name @ ("max" | "min") if self.roles[..self.players] == ["max", "min"] => name.to_owned(),
            _ => format!("@{}", mover + 1),
        }
    }
}

fn quoted(label: &str) -> String {
    if is_word(label) { label.to_owned() } else { format!("\"{label}\"") }
}
