mod equilibrium;

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use game::{Game, Tree, TreeError, plain_json_problem, read_text, read_text_from};
use search::{Budget, SearcherError, Spec, Stop, Viewpoint};
use solve::Algorithm;

use crate::decision::{self, Question};
use crate::error::Error;
use crate::interrupt::{INTERRUPTED, end_on_interrupt};
use crate::{output, players};

/// Search an explicit game tree, and show each step of the search
///
/// The drawing has one line for each node, in the order of the search: the move that leads to it, its value,
/// the window it was searched with, and what was cut.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  spielbaum tree '((3 12 8) (2 4 6) (14 5 2))' --strategy alpha-beta
  spielbaum tree trees/minimax.tree.json --strategy 'alpha-beta(fail=hard)' --json
  spielbaum tree trees/minimax.tree.json --strategy alpha-beta --svg search.svg
  spielbaum tree '(min (=4 3 5) (=7 2 9))' --strategy 'alpha-beta(depth=1)'
  spielbaum tree '((? 3 5) (?0.9|0.1 2 9))' --strategy 'alpha-beta(chance=star1)'
  spielbaum tree '((3 12 8) (2 4 6) (14 5 2))' --strategy alpha-beta --steps 20
  spielbaum tree '((1 -1 1) (0 1) (1 1) (-1 0))' --label
  spielbaum tree trees/bluff.tree.json --equilibrium cfr --iterations 1000 --svg bluff.svg

A tree in brackets (docs/trees.md has all of it, and the form of JSON files):
  ((3 12 8) (2 4 6))      max moves at the root, then min, and so on; numbers are max's payoffs
  (min (3 5) (2 9))       min moves at the root; all values stay max's
  A:(B:(3 x:5) C:(2 9))   names of nodes and leaves; the move to a node has its name
  ((0.5 -0.25) 1)         payoffs with up to six decimals
  ((=4 3 5) (=7 2 9))     inner nodes with static values, for searches with a depth limit
  ((1/2/3 4/1/2) 6/2/0)   a payoff for every role; (@2 ...) where role 2 moves out of turn
  ((? 3 5) (?1/3|2/3 2 9)) chance moves at nodes with ?, by the probabilities given or each child equally likely
  (({h} 3 5) ({h} 2 9))   nodes of the information set h: who moves there does not know at which of them")]
pub(crate) struct Arguments {
    /// A file of JSON or of brackets, the brackets themselves, or `-`
    tree: String,
    /// The strategy, see `spielbaum help strategies`; it must be given, unless `--label` or
    /// `--equilibrium` is
    #[arg(
        long,
        value_name = "SPEC",
        value_parser = players::spec,
        default_value_if("label", "true", "labels")
    )]
    strategy: Option<Spec>,
    /// Label each node WIN, LOST or DRAW, with early exit: short for `--strategy labels`
    #[arg(long, conflicts_with = "strategy")]
    label: bool,
    /// Work out how one or two players should play, by counterfactual regret minimisation in place of a
    /// search: for trees with information sets and chance
    #[arg(
        long,
        value_name = "METHOD",
        value_parser = algorithm(),
        num_args = 0..=1,
        default_missing_value = "cfr+",
        conflicts_with_all = ["strategy", "label", "steps", "trace"]
    )]
    equilibrium: Option<Algorithm>,
    /// Iterations of counterfactual regret minimisation [default: 1000, and 1000000 of those that
    /// take samples]
    #[arg(long, value_name = "N", requires = "equilibrium", conflicts_with_all = ["strategy", "label"], value_parser = clap::value_parser!(u64).range(1..))]
    iterations: Option<u64>,
    /// The seed of all random numbers
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Tell the first N steps of the search in words; of uct the first N simulations, with the formula of
    /// each selection
    #[arg(long, value_name = "N", conflicts_with = "json")]
    steps: Option<usize>,
    /// Write the search tree to a file, as JSON, with its steps if `--steps` is given
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Draw the search tree to a file, as SVG: values, windows, what was cut, the principal variation; with
    /// `--equilibrium` the tree as it is played
    #[arg(long, value_name = "FILE", value_parser = decision::svg_file)]
    svg: Option<PathBuf>,
    /// Print one JSON document of {strategy, move, moves, value, nodes, ...}
    #[arg(long)]
    json: bool,
}

/// Nodes that are drawn at most.
const DRAWN_NODES: usize = 200;

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    let outputs = [("--trace", arguments.trace.as_deref()), ("--svg", arguments.svg.as_deref())];
    let inputs = arguments.strategy.iter().flat_map(players::files);
    output::check_outputs(&outputs, inputs.chain([PathBuf::from(&arguments.tree)]))?;
    let tree = read(&arguments.tree)?;
    if let Some(algorithm) = arguments.equilibrium {
        return equilibrium::run(arguments, &tree, algorithm);
    }
    let Some(spec) = &arguments.strategy else {
        return Err(Error::Usage(format!("{}, or --label, or --equilibrium", players::UNNAMED)));
    };
    let root = tree.initial();
    let role = search::tree_searcher(&tree, None).map_err(|error| match error {
        SearcherError::Chance { .. } => Error::Usage(
            "chance moves at the root of the tree, so that no strategy chooses a move there; write a root with one child above it, as in ((? (max 3 5) (max 2 9))), or let `--equilibrium` work out how the players should play".to_owned(),
        ),
        error => Error::Fault(error.to_string()),
    })?;
    let stop = Stop::default();
    let budget = Budget { stop: stop.clone(), ..Budget::default() };
    let work = end_on_interrupt(stop.clone())?;
    let seed = arguments.seed;
    let viewpoint = &Viewpoint::after(&tree, std::slice::from_ref(&root), Vec::<Vec<_>>::new(), role);
    let question = Question { game: &tree, viewpoint, role, spec, seed, budget };
    let (answer, trace) = question.watch(arguments.steps.is_some())?;
    drop(work);
    let code = if stop.pressed() { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS };
    if let Some(path) = &arguments.trace {
        decision::write_trace(&trace, path)?;
    }
    if let Some(path) = &arguments.svg {
        decision::write_picture(&trace, path)?;
    }
    if arguments.json {
        output::json(&answer.report)?;
        return Ok(code);
    }
    print_tree(&tree)?;
    if trace.nodes.is_empty() {
        // Nothing was searched.
    } else if trace.nodes.len() <= DRAWN_NODES && trace.unrecorded == 0 {
        output::line(format_args!("{}\n", trace.outline()))?;
    } else {
        output::note("the search is too large to be drawn; `--trace FILE` keeps it");
    }
    if let Some(steps) = arguments.steps {
        output::line(format_args!("{}\n", trace.narration(steps)))?;
    }
    decision::print(&answer, tree.notation().role_name(role))?;
    decision::remark(&answer);
    Ok(code)
}

/// Prints the name of a tree, and its brackets if it is small.
fn print_tree(tree: &Tree) -> Result<(), Error> {
    if let Some(name) = tree.name() {
        output::line(name)?;
    }
    if tree.nodes() <= DRAWN_NODES {
        output::line(tree.notation().draw(&tree.initial()))?;
    }
    output::line("")
}

/// An algorithm by its name.
fn algorithm() -> impl TypedValueParser<Value = Algorithm> {
    PossibleValuesParser::new(Algorithm::ALL.map(Algorithm::name)).try_map(|name| name.parse::<Algorithm>())
}

/// Whether a text that is no file is a tree whose root has a name: `A:(3 5)` or `A: (3 5)`.
fn is_named(argument: &str) -> bool {
    let mut after_colons = argument.split(':').skip(1);
    after_colons.any(|rest| rest.trim_start().starts_with('(')) && !Path::new(argument).exists()
}

/// The tree that an argument is or names.
pub(crate) fn read(argument: &str) -> Result<Tree, Error> {
    let text = if argument == "-" {
        read_text_from(io::stdin().lock()).map_err(|error| Error::about("standard input", error))?
    } else if argument.trim_start().starts_with(['(', '{', '[']) || is_named(argument) {
        argument.to_owned()
    } else if Path::new(argument).is_dir() {
        return Err(Error::Usage(format!("`{argument}` is a directory; name one tree in it")));
    } else {
        read_text(Path::new(argument)).map_err(|error| {
            Error::unreadable(argument, &error, "a tree of brackets looks like '((3 12) (2 4))'")
        })?
    };
    let is_json = text.trim_start().starts_with(['{', '[']);
    let tree = if is_json { Tree::from_json(&text) } else { Tree::from_brackets(&text) };
    let name = match argument {
        "-" => "standard input",
        _ if text == argument => "the tree",
        _ => argument,
    };
    tree.map_err(|error| match error {
        TreeError::Text { line, column, what } if is_json => {
            let what = plain_json_problem(&what);
            Error::about(name, TreeError::Text { line, column, what })
        }
        error => Error::about(name, error),
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_tree_whose_root_has_a_name_is_no_file() {
        for text in ["A:(3 5)", "A: (3 5)", "\"far corner\" :\n(3 x: 5)"] {
            assert!(read(text).is_ok_and(|tree| tree.label(tree.initial()).is_some()), "{text}");
        }
        let missing = read("lecture (2).tree").expect_err("no such file").to_string();
        assert!(missing.starts_with("there is no file `lecture (2).tree`"), "{missing}");
    }

    #[test]
    fn a_byte_order_mark_is_left_out() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        let path = file.path().to_str().expect("text");
        for text in ["(3 5)", "[3, 5]"] {
            fs::write(path, format!("\u{feff}{text}")).expect("writable");
            assert_eq!(read(path).expect("a tree"), Tree::from_brackets("(3 5)").expect("a tree"));
        }
    }
}
