use std::collections::BTreeMap;
use std::process::ExitCode;

use clap::ValueEnum;
use game::{Game, Information, Rules, Variable};
use indexmap::IndexMap;
use serde::Serialize;
use view::{Render, RulesStatistics};

use crate::error::Error;
use crate::factors::{self, FactorsReport};
use crate::kind;
use crate::load::{LoadArguments, Loaded};
use crate::output;

/// Show a game: its roles, its board, the legal moves in the initial state; or its rules, as they are or
/// without variables, or its circuit
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  spielbaum show connect-four\n  spielbaum show my-game.kif\n  spielbaum show 'hex(size=5)' --rules\n  spielbaum show tictactoe --grounded > grounded.kif\n  spielbaum show tictactoe --network aiger > tictactoe.aag\n  spielbaum show nim --network dot | dot -Tsvg > nim.svg"
)]
pub(crate) struct Arguments {
    /// A built-in game, a path to a rulesheet, or `-`
    game: String,
    /// Print the rulesheet
    #[arg(long, conflicts_with_all = ["grounded", "network", "json"])]
    rules: bool,
    /// Print the rules without variables (grounded), as a rulesheet of the same game
    #[arg(long, conflicts_with_all = ["network", "json"])]
    grounded: bool,
    /// Print the circuit of the rules
    #[arg(long, value_name = "FORMAT", conflicts_with = "json")]
    network: Option<NetworkFormat>,
    #[command(flatten)]
    loading: LoadArguments,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// A language for circuits.
#[derive(Clone, Copy, ValueEnum)]
enum NetworkFormat {
    /// AIGER in its ASCII form, for other programs: inputs are moves, latches are fluents, outputs are
    /// terminal, legal, goal and sees
    Aiger,
    /// DOT, for drawings by Graphviz; inverted edges are dashed
    Dot,
}

/// Legal moves of a role that are shown at most.
const MOST_MOVES: usize = 200;

/// Lines of a header comment that are shown at most.
const HEADER_LINES: usize = 12;

#[derive(Serialize)]
struct Report {
    game: String,
    #[serde(flatten)]
    statistics: RulesStatistics,
    /// The state as variables, if there is a circuit.
    #[serde(skip_serializing_if = "Option::is_none")]
    variables: Option<Vec<VariableReport>>,
    /// The independent games that it consists of, if there are several.
    factors: Option<FactorsReport>,
    initial: Vec<String>,
    terminal: bool,
    legal: IndexMap<String, Vec<String>>,
    warnings: Vec<String>,
    /// The role of chance.
    chance: Option<String>,
    /// What players know of the state.
    information: Information,
    /// How many percepts each role may ever have, if the rules hide something and there is a circuit.
    #[serde(skip_serializing_if = "Option::is_none")]
    percepts: Option<IndexMap<String, usize>>,
}

/// Fluents of which at most one holds in every reachable state.
#[derive(Serialize)]
struct VariableReport {
    fluents: Vec<String>,
    may_be_none: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    let loaded = Loaded::from_argument(&arguments.game, &arguments.loading)?;
    if arguments.rules {
        output::text(loaded.sheet.source().text())?;
        return Ok(ExitCode::SUCCESS);
    }
    if arguments.grounded {
        output::text(&ground(&loaded)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    let rules = loaded.rules(None)?;
    if let Some(format) = arguments.network {
        output::text(&network(&loaded.name, &rules, format)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    let reasoner = rules.reasoner();
    let initial = rules.initial();
    let at_fault = |error| Error::about(&loaded.name, error);
    let roles: Vec<String> =
        (0..rules.roles()).map(|role| rules.notation().role_name(role).to_owned()).collect();
    let terminal = rules.is_terminal(&initial).map_err(at_fault)?;
    let moves = rules.legal_moves_of_all(&initial).map_err(at_fault)?;
    let moves = moves.map_or_else(
        || (0..roles.len()).map(|role| rules.legal_moves(&initial, role)).collect::<Result<_, _>>(),
        Ok,
    );
    let texts = moves.map_err(at_fault)?.into_iter().map(|moves| reasoner.texts(&moves));
    let legal: IndexMap<String, Vec<String>> = roles.iter().cloned().zip(texts).collect();
    let warnings = loaded.sheet.warnings();
    if arguments.json {
        output::json(&Report {
            statistics: RulesStatistics::new(&loaded.sheet, &rules),
            variables: variables(&rules),
            factors: factors::find(&rules).ok().flatten().and_then(|found| FactorsReport::new(&rules, found)),
            initial: reasoner.texts(&rules.fluents(&initial)),
            terminal,
            legal,
            warnings: warnings.iter().map(ToString::to_string).collect(),
            chance: rules.chance().map(|chance| roles[chance.role()].clone()),
            information: rules.information(),
            percepts: percepts(&rules).map(|counts| roles.iter().cloned().zip(counts).collect()),
            game: loaded.name,
        })?;
        return Ok(ExitCode::SUCCESS);
    }
    output::line(&loaded.name)?;
    for line in header(loaded.sheet.source().text()) {
        output::line(format!("  {line}").trim_end())?;
    }
    output::line(format_args!(
        "\n{}, {}: {}",
        output::count(loaded.sheet.rules().len(), "rule"),
        output::count(roles.len(), "role"),
        roles.join(", ")
    ))?;
    output::line(kind::describe(&rules))?;
    describe_circuit(&rules)?;
    output::line("\nInitial state")?;
    output::line(rules.render(&initial))?;
    output::line(if terminal { "\nThe game is over before it begins." } else { "\nLegal moves" })?;
    for (role, moves) in legal.iter().filter(|_| !terminal) {
        let shown = &moves[..moves.len().min(MOST_MOVES)];
        let more = match moves.len() - shown.len() {
            0 => String::new(),
            more => format!("  and {more} more, which --json prints"),
        };
        output::line(format_args!("{role}: {}{more} ({})", shown.join("  "), moves.len()))?;
    }
    for warning in warnings {
        output::note(format_args!("warning: line {}: {warning}", warning.place().line));
    }
    Ok(ExitCode::SUCCESS)
}

/// The rules without variables, as a rulesheet.
fn ground(loaded: &Loaded) -> Result<String, Error> {
    Ok(format!(";; {} without variables\n\n{}", loaded.name, loaded.grounded()?))
}

/// The circuit of the rules.
fn network(name: &str, rules: &Rules, format: NetworkFormat) -> Result<String, Error> {
    let compiled =
        rules.compiled().map_err(|why| Error::about(name, format_args!("there is no circuit: {why}")))?;
    let (circuit, names) = (compiled.circuit(), compiled.port_names(rules.reasoner()));
    let text = match format {
        NetworkFormat::Aiger => circuit.aiger(&names),
        NetworkFormat::Dot => circuit.dot(&names),
    };
    text.map_err(|error| Error::about(name, error))
}

/// The state as variables, with the texts of their fluents; none without a circuit.
fn variables(rules: &Rules) -> Option<Vec<VariableReport>> {
    let compiled = rules.compiled().ok()?;
    let report = |Variable { fluents, may_be_none }: &Variable| {
        let terms: Vec<_> = fluents.iter().map(|&fluent| compiled.fluents()[fluent]).collect();
        VariableReport { fluents: rules.reasoner().texts(&terms), may_be_none: *may_be_none }
    };
    Some(compiled.variables().iter().map(report).collect())
}

/// How many percepts each role may ever have; none where the rules hide nothing, or without a circuit.
fn percepts(rules: &Rules) -> Option<Vec<usize>> {
    let compiled = rules.compiled().ok().filter(|_| rules.percepts().is_some())?;
    Some((0..rules.roles()).map(|role| compiled.percepts(role).len()).collect())
}

/// How many variables there are of each number of values, and of how many states they can tell at most.
fn describe_variables(variables: &[Variable]) -> String {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for variable in variables {
        *counts.entry(variable.values()).or_default() += 1;
    }
    let each: Vec<String> =
        counts.iter().rev().map(|(values, count)| format!("{count} of {values} values")).collect();
    let digits: f64 = variables.iter().map(|variable| (variable.values() as f64).log10()).sum();
    let states = if digits < 6.0 {
        format!("{:.0}", 10_f64.powf(digits))
    } else {
        // The number itself may be greater than floating point can tell, so that only its first digits
        // are rounded.
        let first = format!("{:.1e}", 10_f64.powf(digits.fract()));
        let (first, carried) = first.split_once('e').unwrap_or((&first, "0"));
        format!("{first}e{}", digits.trunc() + carried.parse().unwrap_or(0.0))
    };
    let told = output::count(variables.len(), "state variable");
    match each.as_slice() {
        [] => "a single state".to_owned(),
        each => format!("{told}: {}; at most {states} states", each.join(", ")),
    }
}

/// How many of something each role has, with its noun.
fn of_each_role(counts: &[usize], noun: &str) -> String {
    let ending = if counts == [1_usize] { "" } else { "s" };
    let counts: Vec<String> = counts.iter().map(usize::to_string).collect();
    format!("{} {noun}{ending}", counts.join(" + "))
}

/// What the rules come to once their variables are gone.
fn describe_circuit(rules: &Rules) -> Result<(), Error> {
    let compiled = match rules.compiled() {
        Ok(compiled) => compiled,
        Err(why) => return output::line(format_args!("no circuit: {why}")),
    };
    let size = compiled.circuit().size();
    let (fluents, moves) = (output::count(size.fluents, "fluent"), of_each_role(&size.moves, "move"));
    let percepts = percepts(rules).map(|counts| format!(", {}", of_each_role(&counts, "percept")));
    output::line(format_args!("{fluents}, {moves}{}", percepts.unwrap_or_default()))?;
    output::line(describe_variables(compiled.variables()))?;
    let blocks = match size.blocks {
        0 => "no recursion".to_owned(),
        blocks => format!("{} recursive in {}", size.block_variables, output::count(blocks, "block")),
    };
    output::line(format_args!(
        "circuit: {} (before: {}), {} deep, {blocks}, {}",
        output::count(size.gates, "gate"),
        size.gates_before,
        size.depth,
        output::count(size.invariants, "invariant")
    ))?;
    output::line(match compiled.symmetries().count() {
        1 => "no symmetries".to_owned(),
        count => format!("{count} symmetries, the identity included"),
    })?;
    output::line(factors::describe(factors::find(rules)))?;
    let (ground, build) = (compiled.grounding_time(), compiled.building_time());
    let evaluated = match compiled.circuit().fewest_in_lanes() {
        Some(fewest) => format!("states are evaluated together from {fewest} on, fewer one by one"),
        None => "states are always evaluated together".to_owned(),
    };
    let played = match compiled.circuit().fewest_playouts_in_lanes() {
        1 => "random games are always played together".to_owned(),
        fewest => format!("random games are played together from {fewest} on, fewer one by one"),
    };
    let origin = match compiled.loading_time() {
        Some(time) => format!("read from the cache of circuits in {:.3} s", time.as_secs_f64()),
        None => format!("grounded in {:.3} s, built in {:.3} s", ground.as_secs_f64(), build.as_secs_f64()),
    };
    output::note(format_args!("{origin}; {evaluated}; {played}"));
    Ok(())
}

/// What the text says about itself: the comment it begins with, its title and first paragraph.
fn header(text: &str) -> Vec<&str> {
    let comments = text.lines().map_while(|line| line.trim().strip_prefix(';'));
    let lines: Vec<&str> = comments.map(|line| line.trim_start_matches(';').trim()).collect();
    // The first empty line may stand just below the title.
    let end = (2..lines.len()).find(|&number| lines[number].is_empty()).unwrap_or(lines.len());
    lines[..end.min(HEADER_LINES)].to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_counted_by_their_values() {
        let variable =
            |fluents: usize, may_be_none| Variable { fluents: (0..fluents).collect(), may_be_none };
        assert_eq!(describe_variables(&[]), "a single state");
        assert_eq!(
            describe_variables(&[variable(1, true)]),
            "1 state variable: 1 of 2 values; at most 2 states"
        );
        let cells = vec![variable(2, true); 42];
        let told = describe_variables(&[cells, vec![variable(2, false)]].concat());
        assert_eq!(told, "43 state variables: 42 of 3 values, 1 of 2 values; at most 2.2e20 states");
        let nearly_ten = describe_variables(&[variable(9_999_999, false)]);
        assert_eq!(nearly_ten, "1 state variable: 1 of 9999999 values; at most 1.0e7 states");
        let told = describe_variables(&vec![variable(1, true); 4_000]);
        assert!(told.ends_with("at most 1.3e1204 states"), "{told}");
    }

    #[test]
    fn one_of_something_has_a_singular() {
        assert_eq!(of_each_role(&[1], "move"), "1 move");
        assert_eq!(of_each_role(&[1, 1], "move"), "1 + 1 moves");
        assert_eq!(of_each_role(&[3, 0], "percept"), "3 + 0 percepts");
        assert_eq!(of_each_role(&[0], "percept"), "0 percepts");
    }

    #[test]
    fn the_header_is_title_and_first_paragraph() {
        let text = ";; Nim\n;;\n;; Take from heaps.\n;; Who cannot loses.\n;;\n;;   more\n\n(role a)";
        assert_eq!(header(text), ["Nim", "", "Take from heaps.", "Who cannot loses."]);
        assert!(header("(role a) ; not a header").is_empty());
        assert_eq!(header("; one line\n(role a)"), ["one line"]);
    }
}
