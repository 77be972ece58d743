//! A sheet as a page of HTML that prints well, without anything to load.

use std::fmt::Write;

use exercise::{Answer, AnswerKind, ExerciseKind, Material, Sheet, Solution};
use svg::Document;
use svg::node::element::{Group, Line, Polygon, Rectangle, Text};

use super::Paper;
use super::words;

const STYLE: &str = "\
body { font: 16px/1.45 sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color: #111; background: #fff }
section { break-inside: avoid; margin-block-end: 2.5rem } h2 { font-size: 1.1rem; margin-block-end: .3rem } svg { max-width: 100%; height: auto }
pre { font: 15px/1.7 monospace } li { margin-block: .2rem } .solutions { break-before: page }
svg text { font: 14px sans-serif; text-anchor: middle } line { stroke: #555; stroke-width: 1.3 } .cut { stroke-dasharray: 4 4 } .again { stroke: #111; stroke-width: 4 } .strike { stroke: #111; stroke-width: 2 }
.shape { fill: #fff; stroke: #111; stroke-width: 1.2 } .blank { fill: #fff; stroke: #777 } .probability { fill: #fff } .small { font-size: 11px }";

/// Pixels from level to level, and the height of a blank.
const LEVEL: f64 = 92.0;
const BLANK: f64 = 24.0;
const MARGIN: f64 = 24.0;
/// Where a cut branch is struck through, as a part of its length: below the blank of its upper end.
const STRIKE: f64 = 0.7;
/// Where the probability of a branch stands: below the blank of its upper end, or above the place where it
/// may be struck through.
const PROBABILITY: f64 = 0.72;
const PROBABILITY_ABOVE: f64 = 0.4;

/// The sheet, and its solutions on a page of their own if they are wanted.
pub(super) fn render(title: &str, papers: &[Paper], solutions: bool) -> String {
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>{0}</title>\n<style>\n{STYLE}\n</style>\n</head>\n<body>\n<h1>{0}</h1>\n",
        escaped(title)
    );
    for (index, paper) in papers.iter().enumerate() {
        section(&mut out, index, paper, false);
    }
    if solutions {
        out.push_str("<h1 class=\"solutions\">Solutions</h1>\n");
        for (index, paper) in papers.iter().enumerate() {
            section(&mut out, index, paper, true);
        }
    }
    out.push_str("</body>\n</html>\n");
    out
}

/// An exercise, or its solution.
fn section(out: &mut String, index: usize, paper: &Paper, solved: bool) {
    let Paper { sheet, solution, .. } = paper;
    // Writing to a string does not fail.
    let _ = write!(out, "<section>\n<h2>{}</h2>\n", escaped(&paper.heading(index)));
    if !solved {
        let _ = writeln!(out, "<p>{}</p>", escaped(&words::task(sheet)));
    }
    match &sheet.material {
        Material::Tree { players, .. } => {
            let _ = writeln!(out, "{}", tree(sheet, *players, solved.then_some(solution)));
        }
        other if !solved => {
            let _ = writeln!(out, "<pre>{}</pre>", escaped(&words::given(other).join("\n")));
        }
        _ => {}
    }
    if solved {
        let lines: Vec<String> =
            paper.solved().iter().map(|line| format!("<li>{}</li>", escaped(line))).collect();
        let _ = writeln!(out, "<ul>\n{}\n</ul>", lines.join("\n"));
    } else {
        let apart = sheet.blanks.iter().filter(|blank| {
            let in_tree = matches!(sheet.material, Material::Tree { .. }) && blank.at.is_some();
            !in_tree && blank.takes != AnswerKind::Branches
        });
        for blank in apart {
            let _ = writeln!(out, "<p>{} ____________</p>", escaped(&words::place(sheet, blank)));
        }
    }
    out.push_str("</section>\n");
}

/// Where a node stands.
#[derive(Clone, Copy)]
struct Place {
    x: f64,
    y: f64,
}

/// The tree with its blanks, filled in if there is a solution.
fn tree(sheet: &Sheet, players: usize, solution: Option<&Solution>) -> Document {
    let nodes = words::tree(sheet);
    let places = places(sheet);
    let answer = |id: &str| solution.and_then(|solution| solution.answers.get(id));
    let cut: &[usize] = match answer("cuts") {
        Some(Answer::Branches(branches)) => branches,
        _ => &[],
    };
    let cuts = sheet.blanks.iter().any(|blank| blank.takes == AnswerKind::Branches);
    let along = if cuts { PROBABILITY_ABOVE } else { PROBABILITY };
    let (mut lines, mut drawn) = (Group::new(), Group::new());
    for (number, node) in nodes.iter().enumerate() {
        let Place { x, y } = places[number];
        if let Some(parent) = node.parent {
            let is_cut = cut.contains(&number);
            let look = if !is_cut {
                "branch"
            } else if sheet.kind == ExerciseKind::Pvs {
                "again"
            } else {
                "cut"
            };
            lines = lines.add(line(places[parent], places[number], look));
            if let Some(probability) = &node.probability {
                let (above, width) = (places[parent], width_of(probability) - 6.0);
                let [dx, dy] = [x - above.x, y - above.y].map(|distance| along * distance);
                drawn = drawn
                    .add(rectangle(above.x + dx, above.y + dy, width, 16.0, "probability"))
                    .add(text(probability, above.x + dx, above.y + dy + 4.0, "small"));
            }
            if look == "cut" {
                let above = places[parent];
                let [dx, dy] = [x - above.x, y - above.y].map(|distance| STRIKE * distance);
                let end = |offset: f64| Place { x: above.x + dx + offset, y: above.y + dy - offset };
                lines = lines.add(line(end(-7.0), end(7.0), "strike"));
            }
        }
        let Some(mover) = node.mover else {
            let leaf = words::leaf(node);
            let width = width_of(&leaf);
            drawn = drawn.add(rectangle(x, y, width, BLANK, "shape")).add(text(&leaf, x, y + 5.0, "payoffs"));
            if let Some(name) = &node.name {
                drawn = drawn.add(text(name, x, y + BLANK, "small"));
            }
            continue;
        };
        drawn = shape(drawn, players, mover, places[number]);
        drawn = drawn.add(text(node.name.as_deref().unwrap_or_default(), x + 24.0, y - 8.0, "name"));
        if players != 2 {
            drawn = drawn.add(text(&(mover + 1).to_string(), x, y + 5.0, "mover"));
        }
        if let Some(blank) = sheet.blanks.iter().find(|blank| blank.at == Some(number)) {
            let filled =
                answer(&blank.id).map_or_else(String::new, |given| words::answer(sheet, blank, given));
            let box_y = y + 34.0;
            drawn = drawn.add(rectangle(x, box_y, blank_width(blank.takes), BLANK, "blank")).add(text(
                &filled,
                x,
                box_y + 5.0,
                "answer",
            ));
            if blank.takes == AnswerKind::Window && solution.is_none() {
                for (sign, offset) in [("α", -44.0), ("β", 8.0)] {
                    drawn = drawn.add(text(sign, x + offset, box_y + 5.0, "small"));
                }
            }
        }
    }
    let right = places.iter().map(|place| place.x).fold(0.0, f64::max) + column(sheet) / 2.0 + MARGIN;
    let bottom = places.iter().map(|place| place.y).fold(0.0, f64::max) + 2.0 * MARGIN;
    Document::new()
        .set("viewBox", (0, 0, right, bottom))
        .set("width", right)
        .set("height", bottom)
        .set("role", "img")
        .set("aria-label", "game tree")
        .add(lines)
        .add(drawn)
}

/// Leaves side by side, every other node in the middle above its children.
fn places(sheet: &Sheet) -> Vec<Place> {
    let (nodes, column) = (words::tree(sheet), column(sheet));
    let mut places = vec![Place { x: 0.0, y: MARGIN }; nodes.len()];
    let mut next = column / 2.0 + MARGIN / 2.0;
    for (number, node) in nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            places[number].y = places[parent].y + LEVEL;
        }
        if node.mover.is_none() {
            places[number].x = next;
            next += column;
        }
    }
    // Children come after their parents.
    for number in (0..nodes.len()).rev().filter(|&number| nodes[number].mover.is_some()) {
        let own = || (0..nodes.len()).filter(|&child| nodes[child].parent == Some(number));
        if let (Some(first), Some(last)) = (own().next(), own().next_back()) {
            places[number].x = f64::midpoint(places[first].x, places[last].x);
        }
    }
    places
}

/// Pixels from leaf to leaf, so that neither payoffs nor blanks touch each other.
fn column(sheet: &Sheet) -> f64 {
    let nodes = words::tree(sheet);
    let leaf = nodes.iter().map(|node| width_of(&words::leaf(node))).fold(0.0, f64::max);
    let mut leaves: Vec<usize> = nodes.iter().map(|node| usize::from(node.mover.is_none())).collect();
    for number in (0..nodes.len()).rev() {
        if let Some(parent) = nodes[number].parent {
            leaves[parent] += leaves[number];
        }
    }
    let blank = |blank: &exercise::Blank| {
        blank.at.map_or(0.0, |at| (blank_width(blank.takes) + 10.0) / leaves[at].max(1) as f64)
    };
    let blanks = sheet.blanks.iter().map(blank).fold(0.0, f64::max);
    (leaf + 12.0).max(blanks).max(44.0)
}

fn width_of(text: &str) -> f64 {
    (text.chars().count() as f64 * 8.5 + 10.0).max(28.0)
}

fn blank_width(takes: AnswerKind) -> f64 {
    match takes {
        AnswerKind::Window => 104.0,
        AnswerKind::Vector { length } => 32.0 * length as f64,
        AnswerKind::NodeLabel { .. } => 68.0,
        _ => 52.0,
    }
}

/// A triangle that points up for max and down for min, a circle for chance and for others, who have numbers.
fn shape(group: Group, players: usize, mover: usize, Place { x, y }: Place) -> Group {
    if players != 2 || mover == players {
        return group.add(rectangle(x, y, 26.0, 26.0, "shape").set("rx", 13));
    }
    let tip = if mover == 0 { -15.0 } else { 15.0 };
    let points = format!("{},{} {},{} {},{}", x, y + tip, x - 15.0, y - 0.7 * tip, x + 15.0, y - 0.7 * tip);
    group.add(Polygon::new().set("class", "shape").set("points", points))
}

fn rectangle(x: f64, y: f64, width: f64, height: f64, class: &str) -> Rectangle {
    Rectangle::new()
        .set("class", class)
        .set("x", x - width / 2.0)
        .set("y", y - height / 2.0)
        .set("width", width)
        .set("height", height)
}

fn line(from: Place, to: Place, class: &str) -> Line {
    Line::new().set("class", class).set("x1", from.x).set("y1", from.y).set("x2", to.x).set("y2", to.y)
}

fn text(content: &str, x: f64, y: f64, class: &str) -> Text {
    Text::new(content).set("class", class).set("x", x).set("y", y)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use exercise::{Exercise, ExerciseKind};
    use game::Tree;

    use super::*;

    fn page(tree: &str, kind: ExerciseKind, solutions: bool) -> String {
        let tree = Tree::from_brackets(tree).unwrap();
        let paper = Paper::of(&Exercise::of_tree(kind, &tree).unwrap());
        render("Sheet", &[paper], solutions)
    }

    fn count(page: &str, class: &str) -> usize {
        page.matches(&format!("class=\"{class}\"")).count()
    }

    #[test]
    fn every_node_is_drawn_with_its_blank() {
        let page = page("((3 12 8) (2 4 6) (14 5 2))", ExerciseKind::Minimax, false);
        assert_eq!((count(&page, "shape"), count(&page, "blank"), count(&page, "branch")), (13, 4, 12));
        assert!(!page.contains("Solutions"));
    }

    #[test]
    fn a_solution_fills_blanks_and_strikes_cut_branches_through() {
        let page = page("((3 12 8) (2 4 6) (14 5 2))", ExerciseKind::AlphaBetaCuts, true);
        assert_eq!((count(&page, "strike"), count(&page, "cut")), (2, 2));
        assert!(page.contains("Alpha cut at C: 2 ≤ 3."));
    }

    #[test]
    fn a_labelled_tree_has_labels_in_leaves_and_blanks_and_skipped_branches_struck_through() {
        let page = page("A:(B:(1 -1 1) C:(0 1) D:(1 1) E:(-1 0))", ExerciseKind::LabelsTree, true);
        // The tree is drawn twice, the second time with its five blanks filled in.
        assert_eq!((count(&page, "blank"), count(&page, "strike")), (10, 2));
        let drawn = |word: &str| page.matches(&format!("\n{word}\n</text>")).count();
        assert_eq!(["WIN", "DRAW", "LOST", "skipped"].map(drawn), [2 * 5 + 2, 2 * 2 + 1, 2 * 2 + 1, 1]);
        assert!(page.contains("Early exit at A: its child D is WIN, and max moves at A"));
    }

    #[test]
    fn branches_from_chance_nodes_have_their_probabilities() {
        let page = page("((? 3 6) (?1/4|3/4 2 9))", ExerciseKind::Expectiminimax, true);
        // Drawn twice, and told once.
        assert_eq!((count(&page, "probability"), count(&page, "blank")), (2 * 4, 2 * 3));
        assert!(page.contains("1/4 · 2 + 3/4 · 9 = 7.25"), "{page}");
    }

    #[test]
    fn labels_cannot_break_the_page() {
        let page = page("\"<b>&\":(3 \"</svg>\":5)", ExerciseKind::Minimax, true);
        assert!(!page.contains("<b>") && page.matches("</svg>").count() == 2, "{page}");
    }
}
