//! The steps of a recorded search in words.

use std::fmt::Write;

use crate::outline::{strength, vectors, window, written_probability};
use crate::{CutKind, Statistic, Trace, TraceNode, TraceStep, TraceWindow, number, uct_value};

impl Trace {
    /// The first `count` steps of the search in words, one a line; of a Monte Carlo search that goes down its
    /// tree again and again, its first `count` simulations. Empty if no steps were
    /// [recorded](crate::Recorder::with_steps). A search that labels begins with a line that says whose the
    /// labels are.
    ///
    /// The selection of UCT is shown by its formula `Q + C sqrt(ln N / n)` with the means and visits of that
    /// moment, `C` on the scale of the goals.
    pub fn narration(&self, count: usize) -> String {
        let Some(steps) = self.steps.as_deref() else { return String::new() };
        let returns =
            steps.iter().filter(|step| matches!(step, TraceStep::Enter { node: 0, .. })).take(2).count() > 1;
        let simulates = returns
            && steps.iter().any(|step| matches!(step, TraceStep::Playouts { .. } | TraceStep::BackUp { .. }));
        if simulates { self.simulations(steps, count) } else { self.plain_steps(steps, count) }
    }

    fn plain_steps(&self, steps: &[TraceStep], count: usize) -> String {
        // That the search leaves a leaf goes without saying.
        let leaves_leaf = |place: usize| {
            let before = place.checked_sub(1).map(|before| &steps[before]);
            matches!((before, &steps[place]), (Some(TraceStep::Leaf { node, .. }), TraceStep::Leave { node: left, .. }) if node == left)
        };
        let told: Vec<&TraceStep> =
            (0..steps.len()).filter(|&place| !leaves_leaf(place)).map(|place| &steps[place]).collect();
        let windows = self.has_windows();
        let mut out = self.legend().map_or_else(String::new, |legend| legend + "\n");
        for (place, step) in told.iter().take(count).enumerate() {
            // Writing to a string does not fail.
            let _ = writeln!(out, "{:>4}  {}", place + 1, self.sentence(step, windows));
        }
        let left = told.len().saturating_sub(count) as u64;
        rest(&mut out, &[counted(left.saturating_add(self.unrecorded_steps), "more step")]);
        out
    }

    fn simulations(&self, steps: &[TraceStep], count: usize) -> String {
        let mut out = String::new();
        // What a constant is not worth exactly in binary is no figure to show.
        let exploration = self.exploration.map(|c| (c * 1e9).round() / 1e9);
        if let Some(c) = exploration {
            let _ = writeln!(out, "C = {} on the scale of the goals", number(c));
        }
        let mut known: Vec<Vec<Known>> =
            self.nodes.iter().map(|node| vec![Known::default(); node.moves.len()]).collect();
        let mut entered = vec![false; self.nodes.len()];
        let (mut simulation, mut simulated) = (0, false);
        // For how many visits the simulation counts, and whether some move has more.
        let (mut worth, mut counts_others) = (1, false);
        for step in steps {
            match step {
                TraceStep::Enter { node: 0, .. } => {
                    simulation += 1;
                    (simulated, worth) = (false, 1);
                    entered[0] = true;
                    if simulation <= count {
                        let _ = writeln!(out, "Simulation {simulation}");
                    }
                }
                _ if simulation > count => {}
                &TraceStep::Enter { node, .. } => {
                    let word = if std::mem::replace(&mut entered[node], true) { "select" } else { "expand" };
                    let _ = writeln!(
                        out,
                        "  {word:<9} {}{}",
                        self.way(node),
                        self.selection(node, exploration, &known)
                    );
                }
                &TraceStep::Leaf { node, value } => {
                    simulated = true;
                    let _ = writeln!(out, "  {:<9} {}: {}", "terminal", self.way(node), number(value));
                }
                // The same results are told of in each node on the way back.
                TraceStep::Playouts { count, goals, .. } if !simulated => {
                    (simulated, worth) = (true, *count);
                    let noun = if *count == 1 { "playout" } else { "playouts" };
                    let _ = writeln!(out, "  {:<9} {count} {noun}: {}", "simulate", means(goals, *count));
                }
                TraceStep::ProvenVisits { count, goals, .. } if !simulated => {
                    (simulated, worth) = (true, *count);
                    let noun = if *count == 1 { "visit" } else { "visits" };
                    let _ = writeln!(out, "  {:<9} {} for {count} {noun}", "proven", means(goals, *count));
                }
                &TraceStep::BackUp { node, mov, visits, mean } => {
                    counts_others |= visits > known[node][mov].visits.saturating_add(worth);
                    known[node][mov] = Known { visits, mean };
                    let _ = writeln!(
                        out,
                        "  {:<9} {}: {} has n = {visits}, Q = {}",
                        "back up",
                        self.way(node),
                        self.move_at(node, mov),
                        number(mean)
                    );
                }
                _ => {}
            }
        }
        let left = counted(simulation.saturating_sub(count) as u64, "more simulation");
        rest(&mut out, &[left, counted(self.unrecorded_steps, "unrecorded step")]);
        if counts_others {
            out.push_str(
                "\nn also counts simulations of the same batch that have not ended yet, and those that came to the state by other moves.",
            );
        }
        out
    }

    /// Why a search went to a node: the UCT value of the move of each role that chose, and those of
    /// its others.
    fn selection(&self, node: usize, exploration: Option<f64>, known: &[Vec<Known>]) -> String {
        let TraceNode { parent, determinization: None, .. } = self.nodes[node] else { return String::new() };
        let (Some(c), Some(parent)) = (exploration, parent) else { return String::new() };
        match self.nodes[parent].movers.as_slice() {
            _ if self.is_chance(&self.nodes[parent]) => format!("  drawn{}", self.likelihood(node)),
            [] => String::new(),
            &[mover] => self.choice(parent, mover, &self.nodes[node].joint[mover], c, &known[parent]),
            movers => movers
                .iter()
                .map(|&mover| {
                    let mov = &self.nodes[node].joint[mover];
                    let why = self.choice(parent, mover, mov, c, &known[parent]);
                    format!("\n            {}: {mov}{why}", self.roles[mover])
                })
                .collect(),
        }
    }

    /// How likely chance comes to a node, in brackets; nothing if chance did not move.
    fn likelihood(&self, node: usize) -> String {
        let probability = self.nodes[node].probability.map(written_probability);
        probability.map_or_else(String::new, |probability| format!(" (probability {probability})"))
    }

    /// Why a role made a move in a node.
    fn choice(&self, node: usize, role: usize, mov: &str, c: f64, known: &[Known]) -> String {
        let moves = &self.nodes[node].moves;
        let own: Vec<usize> = (0..moves.len()).filter(|&place| moves[place].role == role).collect();
        let total = own.iter().fold(0, |total: u64, &place| total.saturating_add(known[place].visits));
        let value = |place: usize| uct_value(known[place].mean, known[place].visits as u32, total as u32, c);
        let chosen = own.iter().copied().find(|&place| moves[place].mov == mov);
        let Some(chosen) = chosen.filter(|&chosen| known[chosen].visits > 0) else {
            return ", not tried before".to_owned();
        };
        let Known { visits, mean, .. } = known[chosen];
        let greatest = value(chosen);
        let mut text =
            format!(": {} + {} sqrt(ln {total} / {visits}) = {greatest:.2}", number(mean), number(c));
        let tried = |&other: &usize| other != chosen && known[other].visits > 0;
        let others: Vec<usize> = own.into_iter().filter(tried).collect();
        if !others.is_empty() {
            let listed: Vec<String> =
                others.iter().map(|&other| format!("{} {:.2}", moves[other].mov, value(other))).collect();
            let _ = write!(text, "; others: {}", listed.join(", "));
        }
        if others.iter().any(|&other| value(other) > greatest + 1e-9) {
            // A batch selects before its results are known; proven values, RAVE and a bias count too.
            text.push_str(" (not by these figures alone)");
        }
        text
    }

    /// A step of a search that enters each node once, with its window if it has any.
    fn sentence(&self, step: &TraceStep, windows: bool) -> String {
        let window = |alpha, beta| match windows {
            true => format!(", window {}", window(TraceWindow { alpha, beta })),
            false => String::new(),
        };
        match *step {
            TraceStep::Iteration { depth } => format!("iteration to depth {depth}"),
            TraceStep::Enter { node, alpha, beta } => {
                format!("enter {}{}", self.way(node), window(alpha, beta))
            }
            TraceStep::Leaf { node, value } => format!("leaf {}: {}", self.way(node), self.value(value)),
            TraceStep::Recall { node, value } => {
                format!("{} is in the transposition table: {}", self.way(node), number(value))
            }
            TraceStep::Update { node, value, alpha, beta } => {
                format!("update {}: {} so far{}", self.way(node), self.value(value), window(alpha, beta))
            }
            TraceStep::Cut { node, remaining, value, .. } if self.labels.is_some() => {
                let (way, label, left_out) = (self.way(node), self.written(value), left_out(remaining));
                format!("early exit at {way}: {label}, {left_out}")
            }
            TraceStep::Cut { node, remaining, kind, value, bound } => {
                let (name, relation) = match kind {
                    CutKind::Beta => ("beta", ">="),
                    CutKind::Alpha => ("alpha", "<="),
                    CutKind::Immediate => ("immediate", ">="),
                    CutKind::Shallow => ("shallow", "<="),
                    CutKind::Deep => ("deep (unsound)", "<="),
                };
                let (value, bound) = (number(value), number(bound));
                let (way, left_out) = (self.way(node), left_out(remaining));
                format!("{name} cut at {way}: {value} {relation} {bound}, {left_out}")
            }
            TraceStep::Payoffs { node, vectors: ref payoffs } => {
                format!("payoffs of {}: {}", self.way(node), vectors(payoffs))
            }
            TraceStep::Dominated { node, by, kind } => {
                format!("{} is {} dominated by {}", self.way(node), strength(kind), self.way(by))
            }
            TraceStep::Playouts { node, count, ref goals } => {
                format!("playouts from {}: {count}, mean {}", self.way(node), means(goals, count))
            }
            TraceStep::ProvenVisits { node, count, ref goals } => {
                format!("proven visits of {}: {count}, mean {}", self.way(node), means(goals, count))
            }
            TraceStep::BackUp { node, mov, visits, mean } => {
                let mov = self.move_at(node, mov);
                format!("back up at {}: {mov} has n = {visits}, Q = {}", self.way(node), number(mean))
            }
            TraceStep::Leave { node, value: None } => format!("leave {}", self.way(node)),
            TraceStep::Leave { node, value: Some(value) } => {
                format!("leave {} with {}", self.way(node), self.value(value))
            }
        }
    }

    /// A move in a node, and of which role it is where several choose.
    fn move_at(&self, node: usize, number: usize) -> String {
        let Statistic { role, mov, .. } = &self.nodes[node].moves[number];
        match self.nodes[node].movers.len() {
            0 | 1 => format!("move {mov}"),
            _ => format!("move {mov} of {}", self.roles[*role]),
        }
    }

    /// A value or its label, with the figure of the evaluator that it comes from.
    fn value(&self, value: f64) -> String {
        let figure = self.scale.as_ref().and_then(|scale| Some((&scale.evaluator, scale.figure(value)?)));
        let figure =
            figure.map_or_else(String::new, |(name, figure)| format!(" ({name} {})", number(figure)));
        format!("{}{figure}", self.written(value))
    }

    /// A node by the moves that lead to it, each with the information set that it leads to if that has
    /// a name.
    fn way(&self, node: usize) -> String {
        let nodes = std::iter::successors(Some(node), |&node| self.nodes[node].parent);
        let step = |node: usize| match &self.nodes[node].set {
            Some(set) => format!("{} {{{set}}}", self.name(node)),
            None => self.name(node),
        };
        let mut moves: Vec<String> =
            nodes.filter(|&node| self.nodes[node].parent.is_some()).map(step).collect();
        moves.reverse();
        if moves.is_empty() { "root".to_owned() } else { moves.join(" › ") }
    }
}

/// Ends a text with what is left out of it, if anything is.
fn rest(out: &mut String, left_out: &[Option<String>]) {
    let left_out: Vec<&str> = left_out.iter().flatten().map(String::as_str).collect();
    if !left_out.is_empty() {
        let _ = writeln!(out, "... {}", left_out.join(", and "));
    }
    out.truncate(out.trim_end().len());
}

/// So many of a thing; none if there are none.
fn counted(count: u64, noun: &str) -> Option<String> {
    (count > 0).then(|| format!("{count} {noun}{}", if count == 1 { "" } else { "s" }))
}

/// How many children are left out.
fn left_out(count: usize) -> String {
    let noun = if count == 1 { "child" } else { "children" };
    format!("{count} {noun} left out")
}

/// What is known of a move at a moment of the search.
#[derive(Clone, Copy, Default)]
struct Known {
    visits: u64,
    mean: f64,
}

/// What each role got on the average, in role order: `75/40`.
fn means(goals: &[f64], count: u64) -> String {
    let means: Vec<String> = goals.iter().map(|sum| number(sum / count as f64)).collect();
    means.join("/")
}

#[cfg(test)]
mod tests {
    use game::{Game, Tree};
    use rand::SeedableRng;

    use crate::testing::{any_game, rules};
    use crate::{Recorder, Request, SearchRng, Spec};

    fn narrate(spec: &str, tree: &str, count: usize) -> String {
        narrate_on(&Tree::from_brackets(tree).unwrap(), spec, count)
    }

    fn narrate_on<G: Game>(game: &G, spec: &str, count: usize) -> String {
        let (spec, game): (Spec, _) = (spec.parse().unwrap(), any_game(game));
        let mut recorder = Recorder::new(&game, 0, 10_000).with_steps(100_000);
        let mut rng = SearchRng::seed_from_u64(0);
        spec.build()
            .choose(Request::new(&game, &game.initial(), 0, &mut rng).watched_by(&mut recorder))
            .unwrap();
        recorder.trace().narration(count)
    }

    const LECTURE: &str = "((3 12 8) (2 4 6) (14 5 2))";

    #[test]
    fn alpha_beta_enters_evaluates_updates_and_cuts() {
        insta::assert_snapshot!(narrate("alpha-beta(fail=hard)", LECTURE, 15), @r"
           1  enter root, window -inf..+inf
           2  enter 1, window -inf..+inf
           3  enter 1 › 1, window -inf..+inf
           4  leaf 1 › 1: 3
           5  update 1: 3 so far, window -inf..3
           6  enter 1 › 2, window -inf..3
           7  leaf 1 › 2: 12
           8  enter 1 › 3, window -inf..3
           9  leaf 1 › 3: 8
          10  leave 1 with 3
          11  update root: 3 so far, window 3..+inf
          12  enter 2, window 3..+inf
          13  enter 2 › 1, window 3..+inf
          14  leaf 2 › 1: 2
          15  update 2: 2 so far, window 3..2
        ... 14 more steps
        ");
    }

    #[test]
    fn uct_selects_by_its_formula_expands_simulates_and_backs_up() {
        insta::assert_snapshot!(narrate("uct(plain=true,c=0.7,playouts=20)", "((70 20) (60 (0 90)) 30)", 5), @r"
        C = 63 on the scale of the goals
        Simulation 1
          expand    1, not tried before
          simulate  1 playout: 70/20
          back up   root: move 1 has n = 1, Q = 70
        Simulation 2
          expand    2, not tried before
          simulate  1 playout: 60/30
          back up   root: move 2 has n = 1, Q = 60
        Simulation 3
          expand    3, not tried before
          terminal  3: 30
          back up   root: move 3 has n = 1, Q = 30
        Simulation 4
          select    1: 70 + 63 sqrt(ln 3 / 1) = 136.03; others: 2 126.03, 3 96.03
          expand    1 › 1, not tried before
          terminal  1 › 1: 70
          back up   1: move 1 has n = 1, Q = 20
          back up   root: move 1 has n = 2, Q = 70
        Simulation 5
          select    2: 60 + 63 sqrt(ln 4 / 1) = 134.18; others: 1 122.45, 3 104.18
          expand    2 › 1, not tried before
          terminal  2 › 1: 60
          back up   2: move 1 has n = 1, Q = 30
          back up   root: move 2 has n = 2, Q = 60
        ... 15 more simulations
        ");
    }

    #[test]
    fn steps_that_were_not_recorded_are_no_simulations() {
        let tree = Tree::from_brackets("((70 20) (60 (0 90)) 30)").unwrap();
        let game = any_game(&tree);
        let told = |limit| {
            let mut recorder = Recorder::new(&game, 0, 10_000).with_steps(limit);
            let mut rng = SearchRng::seed_from_u64(0);
            let mut uct = "uct(plain=true,c=0.7,playouts=20)".parse::<Spec>().unwrap().build();
            uct.choose(Request::new(&game, &tree.initial(), 0, &mut rng).watched_by(&mut recorder)).unwrap();
            recorder.trace().narration(1).lines().last().unwrap().to_owned()
        };
        assert_eq!(told(100_000), "... 19 more simulations");
        // The first three simulations take 17 steps.
        let some = told(17);
        assert!(
            some.starts_with("... 2 more simulations, and ") && some.ends_with(" unrecorded steps"),
            "{some}"
        );
    }

    #[test]
    fn where_several_roles_choose_each_has_its_formula() {
        let text =
            narrate_on(&rules("prisoners-dilemma"), "uct(simultaneous=joint,plain=true,playouts=9)", 6);
        let sixth = text.split("Simulation 6").nth(1).unwrap();
        assert!(sixth.contains("\n            left: "), "{text}");
        assert!(sixth.contains("\n            right: ") && sixth.contains(" sqrt(ln 5 / "), "{text}");
        assert!(sixth.contains(" of left has n = ") && sixth.contains(" of right has n = "), "{text}");
    }

    #[test]
    fn visits_that_are_not_those_of_the_simulations_told_are_explained() {
        let explained =
            |spec| narrate_on(&rules("tictactoe"), spec, 300).contains("\nn also counts simulations of");
        assert!(explained("uct(playouts=100)"), "a batch");
        assert!(explained("uct(leaves=1,each=1,playouts=300)"), "other ways to a state");
        assert!(!explained("uct(leaves=1,each=1,transpositions=false,playouts=300)"));
        assert!(!explained("uct(plain=true,playouts=100)"));
    }

    #[test]
    fn the_constant_is_on_the_scale_of_the_goals() {
        // The goals of a tree are those from its least to its greatest leaf.
        let text = narrate("uct(plain=true,c=0.7,playouts=20)", "((0 100) (60 20))", 1);
        assert!(text.starts_with("C = 70 on the scale of the goals"), "{text}");
    }

    #[test]
    fn a_selection_that_the_formula_does_not_explain_is_marked() {
        // By the greatest bias the worst move is tried on and on.
        let marked =
            |spec| narrate(spec, "((70 20) (60 (0 90)) 30)", 200).contains("not by these figures alone");
        assert!(!marked("uct(plain=true,c=0.7,playouts=100)"));
        assert!(marked("uct(solver=false,c=0.7,history=1000,leaves=1,each=1,playouts=100)"));
    }

    #[test]
    fn playouts_from_the_root_alone_are_told_one_by_one() {
        insta::assert_snapshot!(narrate("flat-mc(playouts=6)", "(1 2 3)", 5), @r"
           1  enter root
           2  playouts from root: 1, mean 1/3
           3  back up at root: move 1 has n = 1, Q = 1
           4  playouts from root: 1, mean 2/2
           5  back up at root: move 2 has n = 1, Q = 2
        ... 9 more steps
        ");
    }

    #[test]
    fn without_recorded_steps_there_is_nothing_to_tell() {
        let tree = Tree::from_brackets("(1 2)").unwrap();
        assert_eq!(Recorder::new(&tree, 0, 10).trace().narration(5), "");
    }
}
