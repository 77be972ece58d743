use std::process::ExitCode;

use game::{Course, Game, Position, Rules, RulesState};
use indexmap::IndexMap;
use logic::{LogicError, RoleGoal, TermId};
use serde::Serialize;
use view::Render;

use crate::error::Error;
use crate::load::{Engine, EngineArgument, LoadArguments, Loaded};
use crate::{moves, output};

/// Play given moves and print every state
///
/// MOVES is a file that holds the moves of every role in role order, {"joint_moves": [["(mark 1 1)", "noop"],
/// ["noop", "(mark 2 2)"]]}, or the joint moves themselves with `;` between them: '(mark 1 1) noop; noop
/// (mark 2 2)'. Where just one role has a choice its move is enough, so that the line that `think` expects
/// can be replayed: '(mark 1 1); (mark 2 2)'.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  spielbaum replay tictactoe --moves game.json --json\n  spielbaum replay tictactoe --moves '(mark 1 1) noop; noop (mark 2 2)'"
)]
pub(crate) struct Arguments {
    /// A built-in game, a path to a rulesheet, or `-`
    game: String,
    /// A JSON file with the moves, `-`, or the moves themselves
    #[arg(long, value_name = "MOVES")]
    moves: String,
    #[command(flatten)]
    engine: EngineArgument,
    #[command(flatten)]
    loading: LoadArguments,
    /// Print JSON lines, one a state, of {step, state, legal, terminal, goals}; where the rules say what
    /// roles see (`sees`), with percepts from step 1 on
    #[arg(long)]
    json: bool,
}

/// What is printed of a state.
#[derive(Serialize)]
struct Line<'r> {
    step: usize,
    state: Vec<String>,
    legal: IndexMap<&'r str, Vec<String>>,
    terminal: bool,
    /// One a role but chance in a terminal state, none where the rules do not name exactly one.
    goals: Option<IndexMap<&'r str, Option<u8>>>,
    /// What each role saw of the joint move that led here, in a game with percepts.
    #[serde(skip_serializing_if = "Option::is_none")]
    percepts: Option<IndexMap<&'r str, Vec<String>>>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    if arguments.game == "-" && arguments.moves == "-" {
        return Err(Error::Usage("the rules and the moves cannot both come from the standard input".into()));
    }
    if arguments.engine.engine == Some(Engine::Native) {
        let message =
            "a native board has no fluents to print; replay with `--engine circuit` or `--engine reasoner`";
        return Err(Error::Usage(message.into()));
    }
    let joint_moves = moves::read(&arguments.moves)?;
    let loaded = Loaded::from_argument(&arguments.game, &arguments.loading)?;
    let rules = loaded.rules(arguments.engine.engine)?;
    let at_fault = |step: usize| {
        let name = &loaded.name;
        move |error: LogicError| Error::about(name, format_args!("step {step}: {error}"))
    };
    let mut course = Course::of(&rules);
    let mut joint_moves = joint_moves.iter();
    for step in 0.. {
        let state = course.end();
        let line = answer(&rules, &course, step).map_err(at_fault(step))?;
        if arguments.json {
            output::json(&line)?;
        } else {
            print(&line, &rules.render(state))?;
        }
        let Some(texts) = joint_moves.next() else { break };
        if line.terminal {
            let left = joint_moves.len() + 1;
            return Err(Error::Fault(format!(
                "step {step}: the game is over, but joint moves are left, {left} in all"
            )));
        }
        course.follow(&rules, texts)?;
        if let Some(fault) = rules.fault(course.end()) {
            return Err(Error::about(&loaded.name, format_args!("step {step}: {fault}")));
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn answer<'r>(rules: &'r Rules, course: &Course<Rules>, step: usize) -> Result<Line<'r>, LogicError> {
    let state = course.end();
    let Position { fluents, legal: moves, goals: role_goals } = Position::of(rules, state)?;
    let names = || (0..rules.roles()).map(|role| rules.notation().role_name(role));
    let legal = names().zip(&moves).map(|(role, moves)| (role, rules.reasoner().texts(moves))).collect();
    let chance = rules.chance().map(game::Chance::role);
    let goals = |goals: Vec<RoleGoal>| {
        let players = names().zip(goals).enumerate().filter(|(role, _)| Some(*role) != chance);
        players.map(|(_, (role, role_goal))| (role, goal(role, role_goal))).collect()
    };
    let (terminal, goals) = (role_goals.is_some(), role_goals.map(goals));
    let percepts = match (rules.percepts(), course.joints().last()) {
        (Some(_), Some(joint)) => Some(percepts(rules, &course.states()[step - 1], joint)?),
        _ => None,
    };
    Ok(Line { step, state: rules.reasoner().texts(&fluents), legal, terminal, goals, percepts })
}

/// What each role sees of a joint move.
fn percepts<'r>(
    rules: &'r Rules,
    state: &RulesState,
    joint: &[TermId],
) -> Result<IndexMap<&'r str, Vec<String>>, LogicError> {
    let of_role = |role| {
        let seen = rules.percepts_of(state, joint, role)?;
        Ok((rules.notation().role_name(role), rules.reasoner().texts(&seen)))
    };
    (0..rules.roles()).map(of_role).collect()
}

fn goal(role: &str, payoff: RoleGoal) -> Option<u8> {
    match payoff {
        RoleGoal::Unique(goal) => Some(goal),
        RoleGoal::Missing => {
            output::note(format_args!("warning: the rules give {role} no goal in the terminal state"));
            None
        }
        RoleGoal::Ambiguous(goals) => {
            let goals = goals.join(", ");
            output::note(format_args!(
                "warning: the goal of {role} in the terminal state is unclear: {goals}"
            ));
            None
        }
    }
}

fn print(line: &Line<'_>, drawn: &str) -> Result<(), Error> {
    output::line(format_args!("Step {}\n{drawn}", line.step))?;
    for (role, seen) in line.percepts.iter().flatten() {
        let seen = if seen.is_empty() { "nothing".to_owned() } else { seen.join("  ") };
        output::line(format_args!("{role} sees: {seen}"))?;
    }
    match &line.goals {
        Some(goals) => {
            let goals = goals.iter().map(|(role, goal)| match goal {
                Some(goal) => format!("{role} {goal}"),
                None => format!("{role} ?"),
            });
            output::line(format_args!("over: {}", goals.collect::<Vec<_>>().join(", ")))?;
        }
        None => {
            for (role, moves) in &line.legal {
                output::line(format_args!("{role}: {}", moves.join("  ")))?;
            }
        }
    }
    output::line("")
}
