//! One decision of a strategy, watched and printed: what `think` and `tree` have in common.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Instant;

use comfy_table::CellAlignment;
use game::{Game, replace_file};
use rand::SeedableRng;
use search::{
    Budget, Decision, MoveEstimate, Observer, Recorder, Report, SearchRng, SearcherError, Spec, Trace,
    Viewpoint, number,
};

use crate::error::Error;
use crate::output;

/// What is said after a line of play that ends in a state in which it has been before.
pub(crate) const IN_A_CIRCLE: &str = "; and so on, in a circle";

/// What a strategy is asked.
pub(crate) struct Question<'q, G: Game> {
    pub(crate) game: &'q G,
    /// Where the role stands.
    pub(crate) viewpoint: &'q Viewpoint<G>,
    pub(crate) role: usize,
    pub(crate) spec: &'q Spec,
    pub(crate) seed: u64,
    /// What the decision may cost, beside the bounds in the spec.
    pub(crate) budget: Budget,
}

/// What a strategy answers.
pub(crate) struct Answer {
    pub(crate) report: Report,
    /// The principal variation as text, if it goes beyond the strategy's own move.
    expected: Option<String>,
}

/// The principal variation as text that `--after` takes, if it goes beyond the first ply, and whether it goes
/// in a circle.
pub(crate) fn expected<G: Game>(game: &G, state: &G::State, decision: &Decision<G::Move>) -> Option<String> {
    (decision.pv.len() > 1).then(|| {
        let circle = if comes_again(game, state, &decision.pv) { IN_A_CIRCLE } else { "" };
        format!("expects {}{circle}", game::line_text(game, state, &decision.pv))
    })
}

/// Whether a line of joint moves ends in a state in which it has been before.
fn comes_again<G: Game>(game: &G, state: &G::State, line: &[Vec<G::Move>]) -> bool {
    // Where a game hides something, the state is none that the searcher knows.
    if game.percepts().is_some() {
        return false;
    }
    let mut states = vec![state.clone()];
    for joint in line {
        states.push(game.next(&states[states.len() - 1], joint));
    }
    let last = states.pop();
    last.is_some_and(|last| states.contains(&last))
}

impl<G: Game> Question<'_, G> {
    /// Lets the strategy choose.
    pub(crate) fn answer(&self) -> Result<Answer, Error> {
        self.ask(None)
    }

    /// Lets the strategy choose, and keeps its search tree, with its steps if they are wanted.
    pub(crate) fn watch(&self, steps: bool) -> Result<(Answer, Trace), Error> {
        let mut recorder = Recorder::new(self.game, self.role, Recorder::<G>::NODES);
        if steps {
            recorder = recorder.with_steps(Recorder::<G>::STEPS);
        }
        let answer = self.ask(Some(&mut recorder))?;
        let trace = recorder.trace().with_report(&answer.report);
        Ok((answer, trace))
    }

    fn ask(&self, observer: Option<&mut dyn Observer<G>>) -> Result<Answer, Error> {
        let mut rng = SearchRng::seed_from_u64(self.seed);
        let started = Instant::now();
        let mut strategy = self.spec.build::<G>();
        let spinner = output::spinner("searching, Ctrl-C ends it and prints what it has found");
        let state = self.viewpoint.state();
        let decision = self.viewpoint.ask(strategy.as_mut(), self.game, &self.budget, &mut rng, observer);
        let decision =
            decision.map(|decision| decision.with_forced_moves(self.game, state, &self.budget.stop));
        spinner.finish_and_clear();
        let decision = decision?;
        // What has no parameters does not search, and a search that has proven nothing may know why.
        if decision.is_guess() && decision.remark.is_none() && !self.spec.entry().parameters.is_empty() {
            output::note("note: the search was over before it learnt anything; the move is a guess");
        }
        let seconds = started.elapsed().as_secs_f64();
        let expected = expected(self.game, state, &decision);
        Ok(Answer { report: Report::new(self.game, self.role, self.spec, decision, seconds), expected })
    }
}

/// The role that searches: the one asked for, or the one that has a choice.
pub(crate) fn searcher<G: Game>(game: &G, state: &G::State, asked: Option<&str>) -> Result<usize, Error> {
    search::searcher(game, state, asked).map_err(|error| match error {
        SearcherError::GameOver | SearcherError::Game(_) => Error::Fault(error.to_string()),
        SearcherError::NoSuchRole { .. } => Error::Usage(error.to_string()),
        SearcherError::Chance { .. } => Error::Usage(format!("{error} (`--after`)")),
        SearcherError::Several { .. } => Error::Usage(format!("{error} (`--as ROLE`)")),
    })
}

/// Passes on what people should know of a decision: of one that is proven, or gives no value, it is
/// no warning.
pub(crate) fn remark(Answer { report, .. }: &Answer) {
    match &report.remark {
        Some(remark) if report.proven || report.value.is_none() => {
            output::note(format_args!("note: {remark}"));
        }
        remark => output::remark(remark.as_deref()),
    }
}

/// Prints the moves and what the search of `role` came to.
pub(crate) fn print(Answer { report, expected }: &Answer, role: &str) -> Result<(), Error> {
    if report.moves.iter().any(|estimate| estimate.value.is_some() || estimate.proven || estimate.visits > 0)
    {
        let mut header = vec!["move", if report.labels.is_some() { "label" } else { "value" }, "visits"];
        if let Some(scale) = &report.scale {
            header.insert(2, &scale.evaluator);
        }
        let mut table = output::columns(&header);
        for estimate in &report.moves {
            let told = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
            let label = label(report, estimate.value);
            let value = told(label.or_else(|| worth(estimate, &report.moves)));
            let mut row = vec![estimate.mov.clone(), value, estimate.visits.to_string()];
            if let Some(scale) = &report.scale {
                let figure = estimate.value.and_then(|value| scale.figure(value));
                let bound = estimate.sign(&report.moves);
                row.insert(2, told(figure.map(|figure| format!("{bound}{}", signed(figure)))));
            }
            table.add_row(row);
        }
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        output::line(output::trimmed(&table))?;
        output::line("")?;
    }
    let text =
        label(report, report.value).or_else(|| report.value.map(|value| format!("value {}", number(value))));
    let value = match text {
        Some(text) => Some(text + &certainty(report.proven, report.assumption.as_deref())),
        None => report.proven.then(|| ENDLESS.to_owned()),
    };
    let mut value = value.map(|value| format!(", {value}")).unwrap_or_default();
    if let Some(scale) = &report.scale
        && let Some(figure) = report.value.and_then(|value| scale.figure(value))
    {
        value.push_str(&format!(", {} {}", scale.evaluator, signed(figure)));
    }
    output::line(format_args!("{role} plays {}{value}", report.mov))?;
    if let Some(expected) = expected {
        output::line(expected)?;
    }
    let counts = [
        ("node", "nodes", report.nodes),
        ("leaf", "leaves", report.leaves),
        // Where each simulation makes one playout, that says it.
        (
            "simulation",
            "simulations",
            if report.simulations == report.playouts { 0 } else { report.simulations },
        ),
        ("playout", "playouts", report.playouts),
        ("proven visit", "proven visits", report.proven_visits),
        ("tablebase hit", "tablebase hits", report.tablebase_hits),
        ("ply deep", "plies deep", report.depth.into()),
    ];
    let counts: Vec<String> = counts
        .iter()
        .filter(|(.., count)| *count > 0)
        .map(|(one, many, count)| format!("{count} {}", if *count == 1 { one } else { many }))
        .collect();
    if !counts.is_empty() {
        output::line(counts.join(", "))?;
    }
    tracing::info!("{:.3} s", report.seconds);
    Ok(())
}

/// What is said of a decision after which best play does not end.
pub(crate) const ENDLESS: &str = "best play does not end";

/// The value of a decision, whether it is proven, and on what assumption.
pub(crate) fn valued(value: f64, proven: bool, assumption: Option<&str>) -> String {
    format!("value {}{}", number(value), certainty(proven, assumption))
}

/// Whether what stands before is proven, and on what assumption.
fn certainty(proven: bool, assumption: Option<&str>) -> String {
    match (proven, assumption) {
        (false, _) => String::new(),
        (true, None) => " (proven)".to_owned(),
        (true, Some(assumption)) => format!(" (proven, if {assumption})"),
    }
}

/// The label of a value, if the search labels.
fn label(report: &Report, value: Option<f64>) -> Option<String> {
    Some(report.labels?.label(value?).to_string())
}

/// The value of a move with its sign, as a table of such values shows it, or that best play does not end;
/// none if it has none.
pub(crate) fn worth<M>(estimate: &MoveEstimate<M>, table: &[MoveEstimate<M>]) -> Option<String> {
    match estimate.value {
        Some(value) => Some(format!("{}{}", estimate.sign(table), number(value))),
        None => estimate.proven.then(|| NO_END.to_owned()),
    }
}

/// What stands in the place of a value where best play does not end.
pub(crate) const NO_END: &str = "no end";

/// A figure of an evaluator, with its sign.
fn signed(figure: f64) -> String {
    if figure > 0.0 { format!("+{}", number(figure)) } else { number(figure) }
}

/// The file of a picture, whose name says nothing else than that it is SVG.
pub(crate) fn svg_file(name: &str) -> Result<PathBuf, &'static str> {
    let path = PathBuf::from(name);
    let is_other = path.extension().is_some_and(|ending| !ending.eq_ignore_ascii_case("svg"));
    if is_other { Err("the picture is SVG: end the name in .svg") } else { Ok(path) }
}

/// Draws a trace to a file.
pub(crate) fn write_picture(trace: &Trace, path: &Path) -> Result<(), Error> {
    let (nodes, most) = (trace.nodes.len(), Trace::PICTURED_NODES);
    if nodes > most {
        return Err(Error::Fault(format!(
            "the search tree of {nodes} nodes is too large for a picture of at most {most}; bound the search (depth=, playouts=), or keep it as JSON with `--trace FILE`"
        )));
    }
    replace_file(path, |out| out.write_all(trace.svg().as_bytes()))
        .map_err(|error| Error::about(path.display(), error))
}

/// Writes a trace to a file.
pub(crate) fn write_trace(trace: &Trace, path: &Path) -> Result<(), Error> {
    replace_file(path, |out| serde_json::to_writer(out, trace).map_err(io::Error::from))
        .map_err(|error| Error::about(path.display(), error))?;
    if trace.unrecorded > 0 {
        output::note(format_args!(
            "warning: the trace holds {} nodes; {} more visits are not in it",
            trace.nodes.len(),
            trace.unrecorded
        ));
    }
    Ok(())
}
