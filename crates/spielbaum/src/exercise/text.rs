//! A sheet as text.

use std::fmt::Write;

use exercise::{AnswerKind, Blank, Material, Sheet};

use super::Paper;
use super::words;

/// A place to write in.
const LINE: &str = "______";

/// The sheet, and its solutions behind it if they are wanted.
pub(super) fn render(title: &str, papers: &[Paper], solutions: bool) -> String {
    let mut out = format!("{title}\n{}\n", "=".repeat(title.chars().count()));
    for (index, paper) in papers.iter().enumerate() {
        // Writing to a string does not fail.
        let _ = write!(out, "\n{}\n\n{}\n\n", paper.heading(index), wrapped(&words::task(&paper.sheet)));
        for line in body(&paper.sheet) {
            let _ = writeln!(out, "{}", line.trim_end());
        }
    }
    if solutions {
        let _ = write!(out, "\nSolutions\n---------\n");
        for (index, paper) in papers.iter().enumerate() {
            let _ = write!(out, "\n{}\n\n", paper.heading(index));
            for line in paper.solved() {
                let _ = writeln!(out, "{line}");
            }
        }
    }
    out
}

/// A text in lines of at most so many characters, if its words allow it.
fn wrapped(text: &str) -> String {
    const MOST: usize = 96;
    let mut out = String::new();
    let mut width = 0;
    for word in text.split(' ') {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > MOST {
            out.push('\n');
            width = 0;
        } else if width > 0 {
            out.push(' ');
            width += 1;
        }
        out.push_str(word);
        width += length;
    }
    out
}

fn body(sheet: &Sheet) -> Vec<String> {
    let mut lines = match &sheet.material {
        Material::Tree { players, .. } => tree(sheet, *players),
        other => words::given(other),
    };
    let apart: Vec<&Blank> = sheet.blanks.iter().filter(|blank| !is_in_tree(sheet, blank)).collect();
    if !apart.is_empty() {
        lines.push(String::new());
    }
    lines.extend(apart.into_iter().map(|blank| format!("{} {LINE}", words::place(sheet, blank))));
    lines
}

/// Whether a blank stands at its node of the drawn tree.
fn is_in_tree(sheet: &Sheet, blank: &Blank) -> bool {
    matches!(sheet.material, Material::Tree { .. }) && blank.at.is_some()
}

/// The tree, a line for each node, indented by depth.
fn tree(sheet: &Sheet, players: usize) -> Vec<String> {
    let nodes = words::tree(sheet);
    let children = |node: usize| (0..nodes.len()).filter(move |&child| nodes[child].parent == Some(node));
    let mut lines = Vec::new();
    let mut open = vec![(0, String::new(), "")];
    while let Some((node, indent, branch)) = open.pop() {
        let blank = sheet.blanks.iter().find(|blank| blank.at == Some(node));
        let shown = match nodes[node].mover {
            Some(mover) => {
                let name = words::node_name(nodes, node);
                format!("{} {name}{}", words::symbol(players, mover), blank.map_or_else(String::new, space))
            }
            None => {
                let leaf = words::leaf(&nodes[node]);
                nodes[node].name.as_ref().map_or(leaf.clone(), |name| format!("{name}: {leaf}"))
            }
        };
        let probability = nodes[node]
            .probability
            .as_ref()
            .map_or_else(String::new, |probability| format!("({probability}) "));
        lines.push(format!("{indent}{branch}{probability}{shown}"));
        let below = match branch {
            "" => indent,
            "└─ " => indent + "   ",
            _ => indent + "│  ",
        };
        let own: Vec<usize> = children(node).collect();
        for (place, &child) in own.iter().enumerate().rev() {
            let branch = if place + 1 == own.len() { "└─ " } else { "├─ " };
            open.push((child, below.clone(), branch));
        }
    }
    lines
}

/// Where an answer is written.
fn space(blank: &Blank) -> String {
    match blank.takes {
        AnswerKind::Window => format!("  alpha {LINE}  beta {LINE}"),
        AnswerKind::Vector { length } => format!(" = {}", vec!["____"; length].join("/")),
        _ => format!(" = {LINE}"),
    }
}
