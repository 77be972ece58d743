use indexmap::IndexMap;
use svg::Document;
use svg::node::element::{Circle, Group, Line, Path, Polygon, Rectangle, Style, Text, Title};

use crate::outline::{strength, window, written_probability};
use crate::{Dominance, Label, Statistic, Trace, TraceDominance, TraceNode, number};

/// Pixels from leaf to leaf at least, and from level to level.
const COLUMN: f64 = 46.0;
const LEVEL: f64 = 84.0;
const MARGIN: f64 = 40.0;
/// Letters of a branch's name and probability that have room beside those of the next branch.
const LETTERS: usize = 8;
/// Half the width of a node.
const RADIUS: f64 = 15.0;
/// Pixels of a letter of a value, and of one in small print.
const LETTER: f64 = 7.0;
const SMALL_LETTER: f64 = 5.3;
/// Pixels between texts that stand beside each other.
const GAP: f64 = 6.0;
/// Which part of a branch is above its name.
const NAMED: f64 = 0.55;
/// How far the line of an information set hangs below its nodes.
const SAG: f64 = 20.0;
/// Cut branches of one node that are drawn one by one; more are drawn as so many with their number.
const STUBS: usize = 8;

/// Fixed colours for paper, and lighter ones where the reader prefers a dark page.
const STYLE: &str = "\
text { font: 12px sans-serif; text-anchor: middle; fill: #222 }
.legend { font-size: 9px; text-anchor: start }
.small { font-size: 9px; fill: #555; paint-order: stroke; stroke: #fff; stroke-width: 3 }
.node { fill: #fff; stroke: #444; stroke-width: 1.2 }
.leaf { fill: #eef3f8 }
.chance { stroke-dasharray: 1.5 2 }
.edge { stroke: #999; stroke-width: 1.2 }
.variation { stroke: #111; stroke-width: 3.5 }
.dominated { stroke-dasharray: 2 3 }
.cut { stroke: #b22; stroke-width: 1.2; stroke-dasharray: 4 3 }
.strike { stroke: #b22; stroke-width: 2 }
.set { fill: none; stroke: #2a62b8; stroke-width: 1.4; stroke-dasharray: 5 4 }
.set-name { font-size: 10px; fill: #2a62b8; paint-order: stroke; stroke: #fff; stroke-width: 3 }
.win, .draw, .lost { font-size: 10px }
.win { fill: #17692b; font-weight: bold } .lost { fill: #b22; font-weight: bold }
@media (prefers-color-scheme: dark) {
text { fill: #ddd } .small { fill: #aaa; stroke: #1a1a1a } .node { fill: #222; stroke: #bbb } .leaf { fill: #2b3540 }
.edge { stroke: #777 } .variation { stroke: #fff } .cut, .strike { stroke: #f66 }
.win { fill: #6c8 } .lost { fill: #f77 } .set { stroke: #7fb4ff } .set-name { fill: #7fb4ff; stroke: #1a1a1a } }";

/// A place on the picture.
#[derive(Clone, Copy)]
struct Place {
    x: f64,
    y: f64,
}

impl Trace {
    /// The search tree as an SVG picture: every node with its value and the window it was entered with, every
    /// branch with its move (and, where there were playouts, visits and the mean of each role), branches that
    /// were cut struck through, branches to nodes that a sibling dominates dotted, with `≺` (strongly) or `≼`
    /// (weakly) and the sibling, the principal variation bold. Nodes where the first role decides are
    /// triangles that point up, where the second does, down; where others, several or none do, circles;
    /// leaves are squares. Where chance moves, the circle has a dotted line, and branches have their
    /// probabilities. Nodes of one information set are joined by a dashed line with its name. Of a search
    /// that labels, nodes have their labels, and a line says whose they are.
    ///
    /// The picture has a column for each leaf, as wide as what stands at it, so a tree of more than some
    /// thousand nodes is better left to a program that shows a part at a time.
    pub fn svg(&self) -> String {
        let children = self.children();
        let varied = self.variation(&children);
        let windows = self.has_windows();
        let (places, taken) = self.places(&children, windows);
        let (mut edges, mut nodes) = (Group::new(), Group::new());
        for (index, node) in self.nodes.iter().enumerate() {
            let place = places[index];
            for &child in &children[index] {
                let bold = varied[index] && varied[child];
                edges = self.branch(edges, place, child, places[child], bold);
            }
            let right = children[index]
                .last()
                .map_or(place.x, |&last| places[last].x + (self.branch_width(last) - COLUMN).max(0.0) / 2.0);
            edges = stubs(edges, node.cut, place, right);
            nodes = nodes.add(self.picture_of(node, place, windows));
        }
        let bottom = places.iter().map(|place| place.y).fold(0.0, f64::max);
        let legend = self.legend();
        // The legend may be longer than a small tree is wide.
        let least = legend.as_ref().map_or(0.0, |legend| 8.0 + small_width(legend));
        let width = (2.0 * MARGIN - COLUMN + taken).max(least);
        let height = bottom + MARGIN;
        let mut picture = Document::new()
            .set("viewBox", (0, 0, width, height))
            .set("width", width)
            .set("height", height)
            .set("role", "img")
            .add(Title::new(format!("a search tree of {} nodes", self.nodes.len())))
            .add(Style::new(STYLE))
            .add(edges)
            .add(self.sets(&places))
            .add(nodes);
        if let Some(legend) = legend {
            picture = picture.add(text(&legend, 4.0, 12.0, "legend"));
        }
        if self.unrecorded > 0 {
            let note = format!("{} more visits are not in the trace", self.unrecorded);
            picture = picture.add(text(&note, width / 2.0, height - 6.0, "small"));
        }
        picture.to_string()
    }

    /// The information sets: a dashed line from each node to the next one, below what stands between them,
    /// and the name at the first.
    fn sets(&self, places: &[Place]) -> Group {
        let mut sets: IndexMap<&str, Vec<Place>> = IndexMap::new();
        for (node, place) in self.nodes.iter().zip(places) {
            if let Some(set) = &node.set {
                sets.entry(set).or_default().push(*place);
            }
        }
        let mut group = Group::new();
        for (name, mut places) in sets {
            places.sort_by(|one, other| one.x.total_cmp(&other.x));
            for pair in places.windows(2) {
                let (Place { x: left, y }, Place { x: right, y: end }) = (pair[0], pair[1]);
                let middle = Place { x: f64::midpoint(left, right), y: f64::midpoint(y, end) + 2.0 * SAG };
                let line = format!("M{left} {y} Q{} {} {right} {end}", middle.x, middle.y);
                group = group.add(Path::new().set("class", "set").set("d", line));
            }
            if let Some(&Place { x, y }) = places.first() {
                group = group.add(text(name, x - 1.7 * RADIUS, y + SAG, "set-name"));
            }
        }
        group
    }

    /// Where each node stands, and how wide the tree is: leaves side by side, every other node in the middle
    /// above its children.
    fn places(&self, children: &[Vec<usize>], windows: bool) -> (Vec<Place>, f64) {
        let own: Vec<f64> = (0..self.nodes.len()).map(|index| self.width(index, windows)).collect();
        // A node has a higher number than the one above it.
        let mut widths = vec![0.0; self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate().rev() {
            let below: f64 = children[index].iter().map(|&child| widths[child]).sum();
            widths[index] = (below + stubs_width(node)).max(own[index]);
        }
        let mut places = vec![Place { x: 0.0, y: MARGIN }; self.nodes.len()];
        let mut lefts = vec![MARGIN - COLUMN / 2.0; self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate() {
            let below: f64 = children[index].iter().map(|&child| widths[child]).sum();
            // The cut branches stand beside the last child.
            let mut left = lefts[index] + (widths[index] - below - stubs_width(node)) / 2.0;
            for &child in &children[index] {
                (lefts[child], places[child].y) = (left, places[index].y + LEVEL);
                left += widths[child];
            }
        }
        for index in (0..self.nodes.len()).rev() {
            let (left, right) =
                (lefts[index] + own[index] / 2.0, lefts[index] + widths[index] - own[index] / 2.0);
            let middle = match (children[index].first(), children[index].last()) {
                (Some(&first), Some(&last)) => f64::midpoint(places[first].x, places[last].x),
                _ => left,
            };
            places[index].x = middle.max(left).min(right);
        }
        (places, widths.first().copied().unwrap_or_default())
    }

    /// What a node takes for itself from its neighbours: for its value, its window, and what stands at the
    /// branch to it.
    fn width(&self, index: usize, windows: bool) -> f64 {
        let node = &self.nodes[index];
        let window = if windows && !node.leaf { small_width(&window(node.window)) } else { 0.0 };
        // Names of branches are nearer to each other than the nodes below.
        let own =
            value_width(&self.content(node)).max(window).max((self.branch_width(index) + GAP) / NAMED - GAP);
        COLUMN.max(own + GAP)
    }

    /// Which nodes are on the principal variation.
    fn variation(&self, children: &[Vec<usize>]) -> Vec<bool> {
        let mut varied = vec![false; self.nodes.len()];
        let mut joints = self.pv.iter();
        let mut at = (!self.nodes.is_empty() && !self.pv.is_empty()).then_some(0);
        while let Some(index) = at {
            varied[index] = true;
            at = joints.next().and_then(|joint| {
                children[index].iter().copied().find(|&child| self.nodes[child].joint == *joint)
            });
        }
        varied
    }

    fn branch(&self, edges: Group, from: Place, child: usize, to: Place, bold: bool) -> Group {
        let dominated = self.nodes[child].dominated;
        let class = match dominated {
            _ if bold => "edge variation",
            Some(_) => "edge dominated",
            None => "edge",
        };
        let (x, y) = (from.x + NAMED * (to.x - from.x), from.y + NAMED * (to.y - from.y));
        let mut edges = edges.add(line(from, to, class));
        for (below, line) in self.lines(child) {
            let mut line = text(&line, x, y + below, "small");
            if let Some(TraceDominance { by, kind }) = dominated.filter(|_| below > 0.0) {
                line = line.add(Title::new(format!("{} dominated by {}", strength(kind), self.name(by))));
            }
            edges = edges.add(line);
        }
        edges
    }

    /// What stands at the branch to a node, each line with how far it is below the name of the branch.
    fn lines(&self, child: usize) -> Vec<(f64, String)> {
        let TraceNode { parent, probability, dominated, playouts, proven_visits, means, joint, .. } =
            &self.nodes[child];
        let Some(parent) = *parent else { return Vec::new() };
        let mut lines = Vec::new();
        let mut name = self.name(child);
        if let Some(probability) = *probability {
            let written = written_probability(probability);
            if name.chars().count() + written.len() < LETTERS {
                name = format!("{name}: {written}");
            } else {
                // Of a fraction nothing is left out.
                let is_long = written.contains('.') && written.len() > "0.123".len();
                lines.push((-10.0, if is_long { format!("{probability:.3}") } else { written }));
            }
        }
        lines.push((0.0, name));
        if let Some(TraceDominance { by, kind }) = *dominated {
            let sign = match kind {
                Dominance::Strong => '≺',
                Dominance::Weak => '≼',
            };
            lines.push((10.0, format!("{sign} {}", self.name(by))));
        }
        let made = |statistic: &&Statistic| joint.get(statistic.role) == Some(&statistic.mov);
        match self.nodes[parent].moves.iter().find(made) {
            _ if !means.is_empty() => {
                let means: Vec<String> = means.iter().copied().map(number).collect();
                lines.push((
                    10.0,
                    format!("n={} {}", playouts.saturating_add(*proven_visits), means.join("/")),
                ));
            }
            Some(statistic) => {
                lines.push((10.0, format!("n={} {}", statistic.visits, number(statistic.mean))));
            }
            None => {}
        }
        lines
    }

    /// How wide the widest of these lines is.
    fn branch_width(&self, child: usize) -> f64 {
        self.lines(child).iter().map(|(_, line)| small_width(line)).fold(0.0, f64::max)
    }

    /// The value of a node as it is written in it.
    fn content(&self, node: &TraceNode) -> String {
        match (node.payoffs.as_slice(), node.value) {
            ([], Some(value)) => self.written(value),
            ([], None) => "?".to_owned(),
            (vectors, _) => crate::outline::vectors(vectors),
        }
    }

    /// A node with its value, and the window it was entered with if the search has windows.
    fn picture_of(&self, node: &TraceNode, Place { x, y }: Place, windows: bool) -> Group {
        let value = self.content(node);
        // A leaf is as wide as what stands in it.
        let half = RADIUS.max(value_width(&value) / 2.0 + 3.0);
        let mut group = Group::new();
        group = match *node.movers {
            _ if node.leaf => group.add(
                Rectangle::new()
                    .set("class", "node leaf")
                    .set("x", x - half)
                    .set("y", y - RADIUS * 0.8)
                    .set("width", half * 2.0)
                    .set("height", RADIUS * 1.6),
            ),
            [role @ (0 | 1)] if !self.is_chance(node) => {
                let tip = if role == 0 { -1.3 * RADIUS } else { 1.3 * RADIUS };
                let (base, half) = (-tip * 0.6, 1.35 * RADIUS);
                let points = format!("{},{} {},{} {},{}", x, y + tip, x - half, y + base, x + half, y + base);
                group.add(Polygon::new().set("class", "node").set("points", points))
            }
            _ => {
                let class = if self.is_chance(node) { "node chance" } else { "node" };
                group.add(Circle::new().set("class", class).set("cx", x).set("cy", y).set("r", RADIUS))
            }
        };
        let class = match self.labels.zip(node.value).map(|(labels, value)| labels.label(value)) {
            Some(Label::Win) => "value win",
            Some(Label::Lost) => "value lost",
            Some(Label::Draw) => "value draw",
            None => "value",
        };
        group = group.add(text(&value, x, y + 4.0, class));
        if windows && !node.leaf {
            group = group.add(text(&window(node.window), x, y - RADIUS - 8.0, "small"));
        }
        group
    }
}

/// How wide a text is in a node.
fn value_width(text: &str) -> f64 {
    LETTER * text.chars().count() as f64
}

/// How wide a text is in small print.
fn small_width(text: &str) -> f64 {
    SMALL_LETTER * text.chars().count() as f64
}

/// The room for the cut branches of a node.
fn stubs_width(node: &TraceNode) -> f64 {
    node.cut.min(STUBS) as f64 * COLUMN / 2.0
}

/// The cut branches of a node, to the right of its last child or what stands at the branch to it,
/// struck through.
fn stubs(mut edges: Group, cut: usize, from: Place, right: f64) -> Group {
    for stub in 0..cut.min(STUBS) {
        let to = Place { x: right + (stub + 1) as f64 * COLUMN / 2.0, y: from.y + 0.6 * LEVEL };
        let middle = Place { x: f64::midpoint(from.x, to.x), y: f64::midpoint(from.y, to.y) };
        let strike = |offset: f64| Place { x: middle.x + offset, y: middle.y + offset.abs() / 2.0 - offset };
        edges = edges.add(line(from, to, "cut")).add(line(strike(-5.0), strike(5.0), "strike"));
    }
    if cut > STUBS {
        let x = right + STUBS as f64 * COLUMN / 2.0;
        edges = edges.add(text(&format!("{cut} cut"), x, from.y + 0.6 * LEVEL + 12.0, "small"));
    }
    edges
}

fn line(from: Place, to: Place, class: &str) -> Line {
    Line::new().set("class", class).set("x1", from.x).set("y1", from.y).set("x2", to.x).set("y2", to.y)
}

fn text(content: &str, x: f64, y: f64, class: &str) -> Text {
    Text::new(content).set("class", class).set("x", x).set("y", y)
}

#[cfg(test)]
mod tests {
    use game::Tree;
    use rand::SeedableRng;

    use crate::testing::any_game;
    use crate::{Recorder, Report, Request, SearchRng, Spec, Trace};

    fn drawn(tree: &str, spec: &str) -> String {
        let tree = Tree::from_brackets(tree).unwrap();
        let tree = any_game(&tree);
        let spec: Spec = spec.parse().unwrap();
        let mut recorder = Recorder::new(&tree, 0, 1000);
        let mut rng = SearchRng::seed_from_u64(0);
        let decision = spec
            .build()
            .choose(Request::new(&tree, &tree.initial(), 0, &mut rng).watched_by(&mut recorder))
            .unwrap();
        let pv = Report::new(&tree, 0, &spec, decision, 0.0).pv;
        Trace { pv, ..recorder.trace() }.svg()
    }

    fn count(picture: &str, class: &str) -> usize {
        picture.matches(&format!("class=\"{class}\"")).count()
    }

    #[test]
    fn every_node_is_drawn_and_every_cut_branch_struck_through() {
        let picture = drawn("((3 12 8) (2 4 6) (14 5 2))", "alpha-beta");
        assert_eq!((count(&picture, "node leaf"), count(&picture, "node")), (7, 4));
        assert_eq!((count(&picture, "strike"), count(&picture, "cut")), (2, 2));
        assert!(picture.contains("3..+inf"), "windows are written");
        assert_eq!(picture.matches("<polygon").count(), 4, "max at the root, min below");
    }

    #[test]
    fn the_principal_variation_is_bold_down_to_the_leaf() {
        assert_eq!(count(&drawn("((3 12 8) (2 4 6) (14 5 2))", "minimax"), "edge variation"), 2);
        // The only move below the root is on the way, though nobody decides there.
        assert_eq!(count(&drawn("(((1 2)) ((3 4)))", "minimax"), "edge variation"), 3);
    }

    /// The texts of a class on a picture, each with its height and the place of its middle.
    fn texts<'p>(picture: &'p str, class: &str) -> Vec<(f64, f64, &'p str)> {
        let mut texts: Vec<_> = picture
            .split("<text ")
            .skip(1)
            .filter(|text| text.contains(&format!("class=\"{class}\"")))
            .map(|text| {
                let place = |name: &str| {
                    let after = text.split(&format!(" {name}=\"")).nth(1).unwrap();
                    after.split('"').next().unwrap().parse::<f64>().unwrap()
                };
                let content = text.split('>').nth(1).unwrap().split('<').next().unwrap();
                (place("y"), place("x"), content.trim())
            })
            .collect();
        texts.sort_by(|one, other| one.partial_cmp(other).unwrap());
        texts
    }

    #[test]
    fn texts_beside_each_other_do_not_overlap() {
        for (tree, spec) in [
            ("((0.3 0.9) (0.6 0.5))", "uct(plain=true,playouts=30)"),
            ("((first-move:3 \"a rather long name\":12) (x:2 y:4))", "alpha-beta"),
            ("((100000.5/2/3 1/2000.25/3) (1/2/3 3/4/5))", "maxn"),
            ("((3) (12) (2) (40000))", "alpha-beta(pvs=true)"),
            ("((?1/3|2/3 3 5) (?0.123|0.877 2 9))", "alpha-beta(chance=star1)"),
        ] {
            let picture = drawn(tree, spec);
            for (class, letter) in [("small", 5.0), ("value", 6.7)] {
                for pair in texts(&picture, class).windows(2) {
                    let [(y, x, text), (below, beside, other)] = pair else { panic!("two stand in a pair") };
                    let half = |text: &str| letter * text.chars().count() as f64 / 2.0;
                    assert!(y != below || beside - x > half(text) + half(other), "{tree}: {text}, {other}");
                }
            }
        }
    }

    #[test]
    fn playouts_leave_visits_and_means_at_the_branches() {
        let picture = drawn("(1 2)", "stepwise-mcts(playouts=3)");
        assert!(picture.contains("n="), "{picture}");
    }

    #[test]
    fn branches_to_dominated_nodes_are_dotted_and_say_by_which() {
        let tree = include_str!("../../../trees/soft-maxn.tree.json");
        let tree = Tree::from_json(tree).unwrap();
        let picture = |spec| crate::testing::watch(spec, &tree, 0).svg();
        let strong = picture("soft-maxn");
        let dominated = crate::testing::watch("soft-maxn", &tree, 0)
            .nodes
            .iter()
            .filter(|node| node.dominated.is_some())
            .count();
        assert!(dominated > 2);
        assert_eq!((count(&strong, "edge dominated"), strong.matches('≺').count()), (dominated, dominated));
        assert!(strong.contains("<title>") && strong.contains("strongly dominated by 1"), "{strong}");
        assert!(!strong.contains('≼') && !picture("maxn").contains('≺'));
    }

    #[test]
    fn an_empty_trace_is_an_empty_picture() {
        let picture = Recorder::new(&crate::testing::Counting, 0, 0).trace().svg();
        assert!(picture.starts_with("<svg") && count(&picture, "node") == 0);
    }

    #[test]
    fn names_of_moves_cannot_break_the_picture() {
        let json = r#"{"root": {"children": [1, 2], "moves": ["<b>&'", "c"]}}"#;
        let tree = Tree::from_json(json).unwrap();
        let tree = any_game(&tree);
        let mut recorder = Recorder::new(&tree, 0, 10);
        let spec: Spec = "minimax".parse().unwrap();
        let mut rng = SearchRng::seed_from_u64(0);
        spec.build()
            .choose(Request::new(&tree, &tree.initial(), 0, &mut rng).watched_by(&mut recorder))
            .unwrap();
        let picture = recorder.trace().svg();
        assert!(!picture.contains("<b>") && picture.contains("&lt;b"), "{picture}");
    }
}
