//! Exercises on pseudo-code in words.

use exercise::{Algorithm, CodeLine, ExerciseKind, Failure, Figure, Outcome, Stop};

/// What is to be done.
pub(super) fn task(kind: ExerciseKind, algorithm: Algorithm, lines: &[CodeLine]) -> String {
    let form = match kind {
        ExerciseKind::CodeGaps => "Choose the lines that the program lacks.".to_owned(),
        ExerciseKind::CodeOrder => {
            let movable: Vec<usize> = (1..).zip(lines).filter(|(_, line)| line.movable).map(|(at, _)| at).collect();
            let (first, last) = (movable.first().copied().unwrap_or(1), movable.last().copied().unwrap_or(1));
            format!(
                "Lines {first} to {last} of the program, which are marked *, are in a wrong order; their indentation is right. Write down their numbers in a right order."
            )
        }
        _ => "One line of the program is wrong. Which is it, and which of the lines below should stand in its place?"
            .to_owned(),
    };
    format!("{form} {}", program(algorithm))
}

/// What the program computes, and what it is given.
fn program(algorithm: Algorithm) -> &'static str {
    match algorithm {
        Algorithm::Minimax => {
            "`minimax` returns the minimax value of a node for max. `payoff` gives what a leaf pays max; `max_moves` says whether max moves at a node, `min_moves` whether min does."
        }
        Algorithm::Negamax => {
            "`negamax` returns the minimax value of a node for the player to move. `payoff` gives what a leaf pays max; `sign` is 1 where max moves and -1 where min does."
        }
        Algorithm::AlphaBeta => {
            "`alphabeta` returns the minimax value of the root for max and looks at no more leaves than it must; it is called with alpha = -inf and beta = +inf. `payoff` gives what a leaf pays max; `max_moves` says whether max moves at a node, `min_moves` whether min does."
        }
        Algorithm::NegamaxAlphaBeta => {
            "`search` is alpha-beta in the negamax form: it returns the minimax value of the root for the player to move and looks at no more leaves than it must; it is called with alpha = -inf and beta = +inf. `payoff` gives what a leaf pays max; `sign` is 1 where max moves and -1 where min does."
        }
        Algorithm::Uct => {
            "`simulate` makes one simulation of UCT, again and again from the root. `visits` and `total` are 0 at first; `total` is the sum of what was paid to max. `payoff` gives what a leaf pays max, `playout` what a random game from a node pays max; `sign` is 1 where max moves and -1 where min does. C = 40."
        }
    }
}

/// The program with numbered lines, and what there is to choose from.
pub(super) fn given(lines: &[CodeLine], replacements: &[String]) -> Vec<String> {
    let numbered = |(number, line): (usize, &CodeLine)| {
        let mark = if line.movable { '*' } else { ' ' };
        let text = line.text.as_deref().unwrap_or("______");
        format!("{number:>2}{mark} {}{text}", "    ".repeat(line.indent))
    };
    let options = (1..).zip(lines).filter(|(_, line)| !line.options.is_empty());
    let mut given: Vec<String> = (1..).zip(lines).map(numbered).collect();
    for (number, line) in options {
        given.push(String::new());
        given.push(format!("For line {number}:"));
        given.extend(lettered(&line.options));
    }
    if !replacements.is_empty() {
        given.push(String::new());
        given.extend(lettered(replacements));
    }
    given
}

fn lettered(lines: &[String]) -> impl Iterator<Item = String> {
    lines.iter().enumerate().map(|(number, line)| format!("{}. {line}", letter(number)))
}

/// The letter of a line to choose from.
fn letter(number: usize) -> char {
    ('a'..='z').nth(number).unwrap_or('?')
}

/// A choice as it is written down: the letter of a line, and the line.
pub(super) fn choice(options: &[String], choice: usize) -> String {
    let text = options.get(choice).map_or("?", String::as_str);
    format!("{}. `{text}`", letter(choice))
}

/// On which tree a program goes wrong, and how.
pub(super) fn failure(Failure { tree, playouts, expected, found }: &Failure) -> String {
    let playouts = match playouts.as_slice() {
        [] => String::new(),
        paid => format!(", playouts that pay {}", listed(paid)),
    };
    let (expected, found) = (outcome(expected), outcome(found));
    format!("Tree {tree}{playouts}: the right result is {expected}; the program gives {found}.")
}

fn outcome(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Value { value } => value.clone(),
        Outcome::Search { value, leaves, cut } => {
            let leaves = if leaves.is_empty() { "none".to_owned() } else { listed(leaves) };
            format!("{value}, leaves looked at {leaves}, branches cut {cut}")
        }
        Outcome::Statistics { simulations, visits, totals } => {
            format!("visits {visits} and totals {totals} after simulation {simulations}")
        }
        Outcome::Stopped { line, why } => format!("an error in line {}: {}", line + 1, stop(why)),
    }
}

fn stop(stop: &Stop) -> String {
    match stop {
        Stop::Misplaced => "the line cannot stand here".to_owned(),
        Stop::NoBody => "nothing is indented below it".to_owned(),
        Stop::NoValue { name } => format!("`{name}` has no value yet"),
        Stop::NoPayoff => "the node is no leaf and has no payoff".to_owned(),
        Stop::NoResult => "the calculation has no result".to_owned(),
        Stop::WrongType => "this cannot be calculated with".to_owned(),
        Stop::NoReturn => "the function ends without `return`".to_owned(),
        Stop::Endless => "it does not come to an end".to_owned(),
    }
}

fn listed(figures: &[Figure]) -> String {
    figures.iter().map(Figure::to_string).collect::<Vec<_>>().join(", ")
}
