use std::process::ExitCode;

use game::Course;
use search::Stop;
use serde::Serialize;
use solve::{Explanation, InTime, Unexplained};
use view::Render;

use crate::effort::{self, EffortArgument};
use crate::error::Error;
use crate::interrupt::{INTERRUPTED, end_on_interrupt};
use crate::load::{LoadArguments, Loaded};
use crate::{moves, output};

/// Explain why a position is won or lost: by the nim-sum of a sum of games
///
/// A game is a sum of games if a turn moves in one of several independent parts, and whoever cannot move in
/// any loses. Each part has a value, the size of the heap of nim that it is equal to (R. Sprague 1935, P. M.
/// Grundy 1939). The role to move wins exactly if the nim-sum of the values, their bitwise exclusive or, is
/// not 0.
///
/// The parts are found in the rules, and all that the explanation needs is proven of them. Of other games it
/// is told why the theory does not apply.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  spielbaum explain nim
  spielbaum explain coin-row --after '(take_pair 3 2)'
  spielbaum explain two-rows --json
  spielbaum explain counting-to-21 --after '(say 2)'")]
pub(crate) struct Arguments {
    /// A built-in game, a path to a rulesheet, or `-`
    game: String,
    /// Joint moves that lead to the state to explain, as in `spielbaum think`
    #[arg(long, value_name = "MOVES")]
    after: Option<String>,
    #[command(flatten)]
    effort: EffortArgument,
    #[command(flatten)]
    loading: LoadArguments,
    /// Print one JSON document of {game, mover, winner, parts, nim_sum, winning_moves, ...}
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report<'e> {
    game: &'e str,
    #[serde(flatten)]
    explanation: &'e Explanation,
    text: String,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    let loaded = Loaded::from_argument(&arguments.game, &arguments.loading)?;
    let rules = &loaded.rules(None)?;
    let joint_moves = arguments.after.as_deref().map_or(Ok(Vec::new()), moves::read)?;
    let state = Course::through(rules, &joint_moves)?.end().clone();
    let stop = Stop::default();
    let limits = arguments.effort.limits(stop.clone());
    let work = end_on_interrupt(stop.clone())?;
    let explained = Explanation::of(rules, &state, &limits);
    drop(work);
    let explanation = match explained.map_err(|why| Error::about(&loaded.name, unexplained(&why))) {
        Err(error) if stop.pressed() => {
            output::note(error);
            return Ok(ExitCode::from(INTERRUPTED));
        }
        explanation => explanation?,
    };
    let text = sentences(&explanation);
    if arguments.json {
        output::json(&Report { game: &loaded.name, explanation: &explanation, text })?;
        return Ok(ExitCode::SUCCESS);
    }
    output::line(format_args!("{}\n", rules.render(&state)))?;
    let mut table = output::columns(&["part", "value", "holding"]);
    for (number, part) in explanation.parts.iter().enumerate() {
        table.add_row([(number + 1).to_string(), part.value.to_string(), part.fluents.join(" ")]);
    }
    output::line(output::trimmed(&table))?;
    output::line(format_args!("\n{text}"))?;
    Ok(ExitCode::SUCCESS)
}

/// Why nothing is explained, and what can be done.
pub(crate) fn unexplained(why: &Unexplained) -> String {
    match why {
        Unexplained::Over => why.to_string(),
        Unexplained::Cut(cut) => format!("{why}: {}", effort::cut(*cut)),
        _ => format!(
            "the theory of sums of games does not tell who wins: {why}; `spielbaum solve` works out the value"
        ),
    }
}

/// An explanation in sentences.
pub(crate) fn sentences(explanation: &Explanation) -> String {
    let Explanation { mover, winner, parts, nim_sum, winning_moves, impartial, misere, limit } = explanation;
    let mut text = Vec::new();
    let values: Vec<String> = parts.iter().map(|part| part.value.to_string()).collect();
    let [what, sum] = if let [value] = &values[..] {
        let last =
            if *misere { " of the game in which nobody may make the last move, as that loses" } else { "" };
        text.push(format!("The position is worth {value}; that is the Grundy value{last}."));
        ["its value", value]
    } else {
        text.push(format!(
            "The game is a sum of {} independent parts, which are worth {}.",
            parts.len(),
            listed(&values, "and")
        ));
        ["the nim-sum", &format!("{} = {nim_sum}", values.join(" ⊕ "))]
    };
    let loser = mover != winner;
    if loser {
        let end = if *misere { ", or ends the game" } else { "" };
        let why = if parts.len() == 1 { "that is 0".to_owned() } else { format!("their nim-sum is {sum}") };
        text.push(format!(
            "As {why}, {mover}, who is to move, loses: every move makes {what} different from 0{end}, and {winner} can make it 0 again."
        ));
    } else {
        let moves: Vec<String> = winning_moves.iter().map(|mov| mov.mov.clone()).collect();
        let makes = if moves.len() == 1 { "makes" } else { "make" };
        let why = if parts.len() == 1 { "that".to_owned() } else { format!("their nim-sum {sum}") };
        text.push(format!(
            "As {why} is not 0, {mover}, who is to move, wins: {} {makes} {what} 0.",
            listed(&moves, "and")
        ));
    }
    if !impartial {
        text.push(
            "The roles have moves of their own, but each part behaves like a heap of nim: a move that makes its value larger can be answered there by one that makes it smaller, and that comes to an end."
                .to_owned(),
        );
    }
    if let Some(limit) = limit {
        let plies = output::count(limit.plies, "ply").replace("plys", "plies");
        text.push(match limit.in_time {
            InTime::Yes => format!("The limit leaves {plies}, which is time enough for that."),
            InTime::No => format!("But the limit leaves {plies}, which is too few: by the exact value of the position {winner} does not win."),
            InTime::Unknown => format!("That holds as far as the limit leaves time, which is {plies} away."),
        });
        let late: Vec<String> = winning_moves
            .iter()
            .filter(|mov| mov.in_time == Some(false))
            .map(|mov| mov.mov.clone())
            .collect();
        if limit.in_time == InTime::Yes && !late.is_empty() {
            text.push(format!("Too late for it would be {}.", listed(&late, "and")));
        }
    }
    text.join(" ")
}

/// Words with commas, and the last two with a conjunction.
fn listed(words: &[String], conjunction: &str) -> String {
    match words {
        [] => String::new(),
        [word] => word.clone(),
        [words @ .., last] => format!("{} {conjunction} {last}", words.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use game::{Builtin, Game, Rules};
    use gdl::Rulesheet;
    use solve::Limits;

    use super::*;

    fn told(name: &str, after: &str) -> Result<String, String> {
        let text = Builtin::named(name).expect("a built-in game").rules;
        let rules =
            Rules::new(&Rulesheet::parse(name, text.as_bytes()).expect("a rulesheet")).expect("a game");
        let course = Course::through(&rules, &moves::read(after).expect("moves")).expect("they are legal");
        let state = course.end();
        assert!(rules.roles() > 0);
        let explained = Explanation::of(&rules, state, &Limits::default());
        explained.map(|explanation| sentences(&explanation)).map_err(|why| unexplained(&why))
    }

    #[test]
    fn a_sum_is_explained_in_sentences() {
        assert_eq!(
            told("nim", "").unwrap(),
            "The game is a sum of 3 independent parts, which are worth 3, 5 and 7. As their nim-sum 3 ⊕ 5 ⊕ 7 = 1 is not 0, first, who is to move, wins: (take a 1), (take b 1) and (take c 1) make the nim-sum 0."
        );
        assert!(
            told("nim", "(take a 1)")
                .unwrap()
                .contains("As their nim-sum is 2 ⊕ 5 ⊕ 7 = 0, second, who is to move, loses: every move")
        );
        assert!(
            told("two-rows", "")
                .unwrap()
                .ends_with("The limit leaves 20 plies, which is time enough for that.")
        );
    }

    #[test]
    fn one_part_has_no_sum() {
        let text = told("counting-to-21", "(say 2)").unwrap();
        assert_eq!(
            text,
            "The position is worth 2; that is the Grundy value of the game in which nobody may make the last move, as that loses. As that is not 0, second, who is to move, wins: (say 2) makes its value 0."
        );
    }

    #[test]
    fn why_there_is_no_explanation_is_told_with_what_to_do() {
        assert!(told("tictactoe", "").unwrap_err().ends_with("; `spielbaum solve` works out the value"));
    }
}
