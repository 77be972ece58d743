use arena::{Ending, Played, Ply, ProtocolError, Store, Thought};
use game::{CHANCE, Course, Game, Rules, RulesState};
use gdl::Rulesheet;
use logic::Limits;
use search::number;
use serde::Serialize;
use view::Render;

use super::costs::seconds;
use super::numbered;
use super::own_view::OwnView;
use crate::error::Error;
use crate::output;

/// Show one match: the board after each move, the players' estimates, and what each role saw if the game
/// hides something
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  spielbaum results match 17
  spielbaum results match 17 --view alice
      What the role alice knew: its own moves and percepts.
  spielbaum results match 17 --json > match.json
  spielbaum replay tictactoe --moves match.json
      What is legal in every state of it.")]
pub(super) struct Arguments {
    /// The number of a match, see `spielbaum results matches ID`
    #[arg(value_parser = match_id)]
    id: i64,
    /// Show only what this role knew, if the game hides something: its own moves and percepts
    #[arg(long, value_name = "ROLE")]
    view: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// The number of a match, as it stands in the list of a tournament's.
fn match_id(text: &str) -> Result<i64, &'static str> {
    text.parse()
        .map_err(|_| "matches have whole numbers; `spielbaum results matches ID` lists a tournament's")
}

/// A match, in a form that `replay` reads, too.
#[derive(Serialize)]
struct Document<'m> {
    #[serde(rename = "match")]
    id: i64,
    tournament: i64,
    game: &'m str,
    players: Vec<&'m str>,
    roles: &'m [String],
    /// Its number within its pairing, from 0.
    number: u32,
    seed: u64,
    opening: u32,
    joint_moves: Vec<&'m [String]>,
    /// For every joint move what each role saw; none if the game hides nothing, or the rules are not at hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    seen: Option<&'m [Vec<Vec<String>>]>,
    /// For every joint move what each role's player thought; none where it was not asked.
    thoughts: Vec<Vec<Option<Reckoning>>>,
    /// Protocol errors of players on a network.
    #[serde(rename = "slips")]
    protocol_errors: &'m [ProtocolError],
    #[serde(flatten)]
    ending: Ending,
}

/// A thought, its time in seconds.
#[derive(Serialize)]
struct Reckoning {
    value: Option<f64>,
    visits: u64,
    playouts: u64,
    nodes: u64,
    seconds: f64,
}

impl From<&Thought> for Reckoning {
    fn from(thought: &Thought) -> Self {
        let Thought { value, visits, playouts, nodes, time } = *thought;
        Self { value, visits, playouts, nodes, seconds: time.as_secs_f64() }
    }
}

pub(super) fn run(arguments: &Arguments, store: &Store) -> Result<(), Error> {
    let (tournament, played) = store.played(arguments.id)?;
    let plan = store.plan(tournament)?;
    let rules = match rules(store, tournament) {
        // Moves can be told without the rules, boards cannot.
        Err(error) if arguments.json && arguments.view.is_none() => {
            output::note(format_args!("warning: {error}"));
            None
        }
        rules => rules?,
    };
    let roles = rules.as_ref().map_or_else(
        || numbered(plan.movers()),
        |rules| (0..rules.roles()).map(|role| rules.notation().role_name(role).to_owned()).collect(),
    );
    let seats = plan.seats(played.fixture.pairing);
    let player = |role| plan.seat(role).map(|seat| plan.players[seats[seat]].as_str());
    let record = &played.record;
    let boards = match &rules {
        Some(rules) => match Boards::of(rules, &played).map_err(|error| unfit(tournament, &error)) {
            Err(error) if arguments.json && arguments.view.is_none() => {
                output::note(format_args!("warning: {error}"));
                None
            }
            boards => Some(boards?),
        },
        None => None,
    };
    if let Some(role) = &arguments.view {
        let Some((rules, boards)) = rules.as_ref().zip(boards.as_ref()) else {
            return Err(Error::Fault(format!(
                "the rules were not kept with tournament {tournament}, so it is not known what roles saw; leave --view away"
            )));
        };
        let view = OwnView::of(role, (tournament, arguments.id), (&plan, &played), (rules, boards))?;
        return if arguments.json { output::json(&view) } else { view.print() };
    }
    if arguments.json {
        let thoughts =
            |ply: &Ply| ply.thoughts.iter().map(|thought| thought.as_ref().map(Reckoning::from)).collect();
        return output::json(&Document {
            id: arguments.id,
            tournament,
            game: &plan.game,
            players: (0..roles.len()).map(|role| player(role).unwrap_or(CHANCE)).collect(),
            roles: &roles,
            number: played.fixture.index,
            seed: record.seed.0,
            opening: record.opening,
            joint_moves: record.plies.iter().map(|ply| ply.joint_move.as_slice()).collect(),
            seen: boards.as_ref().and_then(|boards| boards.seen.as_deref()),
            thoughts: record.plies.iter().map(thoughts).collect(),
            protocol_errors: &record.protocol_errors,
            ending: Ending::from(&record.outcome),
        });
    }
    if boards.is_none() {
        output::note("note: the rules were not kept with this tournament, so there are no boards");
    }
    output::line(format_args!(
        "{}: match {} of tournament {tournament}, game {} of its pairing, seed {}",
        plan.game,
        arguments.id,
        played.fixture.index + 1,
        record.seed.0
    ))?;
    // Chance has no seat.
    let seated = || roles.iter().enumerate().filter_map(|(role, name)| Some((name, player(role)?)));
    for (role, player) in seated() {
        output::line(format_args!("{role}: {player}"))?;
    }
    go_through(&played, &roles, boards.as_ref())?;
    let plies = output::count(record.plies.len(), "joint move");
    let seated: Vec<String> = seated().map(|(role, _)| role.clone()).collect();
    output::line(format_args!("\nOver after {plies}: {}", Ending::from(&record.outcome).text(&seated)))
}

/// The rules that a tournament was played by, if they were kept.
fn rules(store: &Store, tournament: i64) -> Result<Option<Rules>, Error> {
    let Some(text) = store.rules(tournament)? else {
        return Ok(None);
    };
    let damaged = |why: &dyn std::fmt::Display| unfit(tournament, why);
    let sheet = Rulesheet::parse("rules", text.as_bytes()).map_err(|error| damaged(&error))?;
    // One game needs no circuit.
    Rules::reasoned(&sheet, Limits::default()).map(Some).map_err(|error| damaged(&error))
}

/// What the store keeps of a tournament does not fit together.
fn unfit(tournament: i64, why: &dyn std::fmt::Display) -> Error {
    Error::Fault(format!(
        "the rules kept with tournament {tournament} are damaged: {why}; with `--json` the moves are shown without them, and with `--db FILE` a copy of the store is read"
    ))
}

/// The states of a match, the initial one first.
pub(super) struct Boards<'r> {
    rules: &'r Rules,
    states: Vec<RulesState>,
    /// For every joint move what each role saw; none if the game hides nothing.
    pub(super) seen: Option<Vec<Vec<Vec<String>>>>,
}

impl<'r> Boards<'r> {
    fn of(rules: &'r Rules, played: &Played) -> Result<Self, Error> {
        let joint_moves: Vec<_> = played.record.plies.iter().map(|ply| ply.joint_move.clone()).collect();
        let (states, joints) = Course::through(rules, &joint_moves)?.into_parts();
        let seen = rules.percepts().map(|percepts| {
            let by_role = |state: &RulesState, joint: &Vec<_>, role| {
                let mut seen = Vec::new();
                percepts.seen(state, joint, role, &mut seen);
                let mut names: Vec<String> =
                    seen.into_iter().map(|seen| percepts.percept_name(seen)).collect();
                names.sort();
                names
            };
            let by_ply =
                |(state, joint)| (0..rules.roles()).map(|role| by_role(state, joint, role)).collect();
            states.iter().zip(&joints).map(by_ply).collect()
        });
        Ok(Self { rules, states, seen })
    }

    fn draw(&self, step: usize) -> Result<(), Error> {
        output::line(format_args!("\n{}", self.rules.render(&self.states[step])))
    }

    /// Whether a role may choose from more than one move.
    pub(super) fn chooses(&self, step: usize, role: usize) -> bool {
        self.rules.legal_moves(&self.states[step], role).is_ok_and(|moves| moves.len() > 1)
    }
}

/// Prints the moves ply by ply, with the players' estimates.
fn go_through(played: &Played, roles: &[String], boards: Option<&Boards<'_>>) -> Result<(), Error> {
    for error in played.record.protocol_errors.iter().filter(|error| error.ply.is_none()) {
        output::line(format_args!("{} while preparing: {}", roles[error.role], error.error))?;
    }
    boards.map_or(Ok(()), |boards| boards.draw(0))?;
    for (step, ply) in played.record.plies.iter().enumerate() {
        output::line("")?;
        let wrong = |role| played.record.protocol_error(step as u32, role);
        let chooses = |role: usize| {
            ply.thoughts[role].is_some()
                || wrong(role).is_some()
                || boards.is_some_and(|boards| boards.chooses(step, role))
        };
        // Who had no choice did nothing worth telling, unless nobody had one or it is not known.
        let known = (0..roles.len()).any(chooses);
        let opening = if step < played.record.opening as usize { "  (opening)" } else { "" };
        for (role, name) in roles.iter().enumerate().filter(|(role, _)| !known || chooses(*role)) {
            let thought = ply.thoughts[role].as_ref();
            let thought =
                thought.map_or_else(|| opening.to_owned(), |thought| format!("  ({})", describe(thought)));
            let replaced =
                wrong(role).map_or_else(String::new, |wrong| format!("  at random: {}", wrong.error));
            output::line(format_args!("{}. {name} {}{thought}{replaced}", step + 1, ply.joint_move[role]))?;
        }
        if let Some(seen) = boards.and_then(|boards| boards.seen.as_ref()) {
            for (name, seen) in roles.iter().zip(&seen[step]).filter(|(_, seen)| !seen.is_empty()) {
                output::line(format_args!("   {name} sees {}", seen.join(", ")))?;
            }
        }
        boards.map_or(Ok(()), |boards| boards.draw(step + 1))?;
    }
    Ok(())
}

fn describe(thought: &Thought) -> String {
    let Thought { value, visits, playouts, nodes, time } = thought;
    let counts = [("visit", visits), ("playout", playouts), ("node", nodes)];
    let counts = counts
        .into_iter()
        .filter(|(_, count)| **count > 0)
        .map(|(noun, count)| output::count(*count as usize, noun));
    let value = value.map(|value| format!("value {}", number(value)));
    let parts: Vec<String> =
        value.into_iter().chain(counts).chain([seconds(Some(time.as_secs_f64()))]).collect();
    parts.join(", ")
}
