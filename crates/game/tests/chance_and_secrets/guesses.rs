use spielbaum_game::{Choices, Game, perft};

use crate::{Match, Walk, role, rules};

// --- the Monty Hall problem ---

#[test]
fn to_switch_wins_two_times_in_three() {
    let rules = rules("monty-hall");
    let candidate = role(&rules, "candidate");
    let mut outcomes = Vec::new();
    for last in ["stay", "switch"] {
        let mut won = 0.0;
        // Whichever door the candidate chooses, all doors are alike: take the first.
        let mut open = vec![(rules.initial(), 1.0)];
        while let Some((state, probability)) = open.pop() {
            if rules.terminal(&state) {
                won += probability * f64::from(rules.goal(&state, candidate)) / 100.0;
                continue;
            }
            let choices = Choices::of(&rules, &state);
            let chosen = choices.of_role(candidate).iter().find(|&&mov| {
                ["noop", "(choose 1)", last].contains(&rules.notation().move_name(mov).as_str())
            });
            rules.chance().expect("a game with chance").outcomes(&state, &mut outcomes);
            for &(mov, share) in &outcomes {
                let joint = [*chosen.expect("one of them is legal"), mov];
                open.push((rules.next(&state, &joint), probability * share));
            }
        }
        let expected = if last == "switch" { 2.0 / 3.0 } else { 1.0 / 3.0 };
        assert!((won - expected).abs() < 1e-12, "{last} wins {won}");
    }
}

#[test]
fn the_candidate_sees_one_door_and_never_the_car() {
    let rules = rules("monty-hall");
    let walk = Walk::through(&rules);
    // A choice of a door, and for each door and each of the two others that may be opened, a choice to stay
    // or to switch.
    assert_eq!((walk.leaves, walk.choices(&rules)), (24, vec![1 + 3 * 2]));
    let line = ["random (hide 3)", "candidate (choose 1)", "random (open 2)", "candidate switch"];
    let line = Match::of(&rules, &line);
    assert_eq!(line.seen_by("candidate"), [vec![], vec![], vec!["(opened 2)"], vec![]]);
    assert_eq!(line.payoffs(), [100]);
}

// --- Hidden coin ---

#[test]
fn a_look_tells_how_the_coin_lies_and_costs_20() {
    let rules = rules("hidden-coin");
    let walk = Walk::through(&rules);
    // For each side: to keep out, and to guess right or wrong with a look and without.
    assert_eq!((walk.leaves, walk.choices(&rules)), (10, vec![1 + 1 + 2]));
    for (moves, seen, pays) in [
        (["look", "(guess tails)"].as_slice(), vec!["(lies tails)"], 80),
        (&["look", "(guess heads)"], vec!["(lies tails)"], 0),
        (&["go_on", "(guess tails)"], vec![], 100),
        (&["keep_out"], vec![], 60),
    ] {
        let moves: Vec<String> = moves.iter().map(|mov| format!("player {mov}")).collect();
        let line: Vec<&str> =
            ["random (toss tails)"].into_iter().chain(moves.iter().map(String::as_str)).collect();
        let line = Match::of(&rules, &line);
        assert_eq!(line.seen_by("player")[1], seen, "{moves:?}");
        assert_eq!(line.payoffs(), [pays], "{moves:?}");
    }
}

// --- Mastermind ---

const COLOURS: [&str; 4] = ["red", "green", "blue", "yellow"];

/// All codes as numbers of colours.
fn codes() -> Vec<[usize; 3]> {
    (0..64).map(|code| [code / 16, code / 4 % 4, code % 4]).collect()
}

fn words(code: [usize; 3]) -> String {
    code.map(|colour| COLOURS[colour]).join(" ")
}

#[test]
fn every_guess_of_every_code_is_answered_right() {
    let rules = rules("mastermind");
    assert_eq!(perft(&rules, 2), Ok(vec![64, 64 * 64]));
    let percepts = rules.percepts().expect("a game that hides something");
    let mut seen = Vec::new();
    for code in codes() {
        let hidden = Match::of(&rules, &[&format!("random (hide {})", words(code))]);
        let choices = Choices::of(&rules, &hidden.state);
        for guess in codes() {
            let name = format!("(try {})", words(guess));
            let tried = choices.of_role(0).iter().find(|&&mov| rules.notation().move_name(mov) == name);
            let joint = [*tried.expect("any guess is legal"), choices.of_role(1)[0]];
            percepts.seen(&hidden.state, &joint, 0, &mut seen);
            let seen: Vec<String> = seen.iter().map(|&percept| percepts.percept_name(percept)).collect();
            let right = (0..3).filter(|&peg| code[peg] == guess[peg]).count();
            let count = |code: [usize; 3], colour| code.into_iter().filter(|&it| it == colour).count();
            let shared: usize = (0..4).map(|colour| count(code, colour).min(count(guess, colour))).sum();
            assert_eq!(seen, [format!("(answer {right} {})", shared - right)], "{code:?} {guess:?}");
        }
    }
}

#[test]
fn each_guess_costs_a_fifth_and_five_wrong_ones_all() {
    let rules = rules("mastermind");
    let (wrong, right) = ("breaker (try blue red red)", "breaker (try red red blue)");
    let payoffs =
        |guesses: &[&str]| Match::of(&rules, &[&["random (hide red red blue)"], guesses].concat()).payoffs();
    assert_eq!(payoffs(&[right]), [100]);
    assert_eq!(payoffs(&[wrong, right]), [80]);
    assert_eq!(payoffs(&[wrong, wrong, wrong, wrong, right]), [20]);
    assert_eq!(payoffs(&[wrong; 5]), [0]);
    let line = Match::of(&rules, &["random (hide red red blue)", wrong, right]);
    assert_eq!(line.seen_by("breaker"), [vec![], vec!["(answer 1 2)"], vec!["(answer 3 0)"]]);
}

// --- Minesweeper ---

#[test]
fn there_are_560_ways_to_hide_three_mines() {
    assert_eq!(perft(&rules("minesweeper-small"), 2), Ok(vec![560, 560 * 16]));
}

#[test]
fn every_cell_shows_the_mines_beside_it() {
    let rules = rules("minesweeper-small");
    let percepts = rules.percepts().expect("a game that hides something");
    let mut outcomes = Vec::new();
    rules.chance().expect("mines are hidden by chance").outcomes(&rules.initial(), &mut outcomes);
    let noop = Choices::of(&rules, &rules.initial()).of_role(0)[0];
    let mut seen = Vec::new();
    for (hide, _) in outcomes {
        let state = rules.next(&rules.initial(), &[noop, hide]);
        let numbers = |text: &str| -> Vec<i32> {
            text.trim_matches(['(', ')']).split(' ').filter_map(|word| word.parse().ok()).collect()
        };
        let mines: Vec<(i32, i32)> = numbers(&rules.notation().move_name(hide))
            .into_iter()
            .map(|cell| ((cell - 1) % 4 + 1, (cell - 1) / 4 + 1))
            .collect();
        let choices = Choices::of(&rules, &state);
        for joint in choices.joint_moves() {
            let place = numbers(&rules.notation().move_name(joint[0]));
            let far = |mine: &(i32, i32)| (mine.0 - place[0]).abs().max((mine.1 - place[1]).abs());
            percepts.seen(&state, &joint, 0, &mut seen);
            let seen: Vec<String> = seen.iter().map(|&percept| percepts.percept_name(percept)).collect();
            let expected = match mines.iter().any(|mine| far(mine) == 0) {
                true => "boom".to_owned(),
                false => format!("(shows {})", mines.iter().filter(|&mine| far(mine) == 1).count()),
            };
            assert_eq!(seen, [expected], "{mines:?} {place:?}");
        }
    }
}

#[test]
fn a_mine_loses_and_the_last_cell_without_one_wins() {
    let rules = rules("minesweeper-small");
    let mut line = vec!["random (hide 1 2 16)".to_owned()];
    let played =
        |line: &[String]| Match::of(&rules, &line.iter().map(String::as_str).collect::<Vec<_>>()).payoffs();
    assert_eq!(played(&[&line[..], &["sweeper (uncover 4 4)".to_owned()]].concat()), [0]);
    line.extend((2..15).map(|cell| format!("sweeper (uncover {} {})", cell % 4 + 1, cell / 4 + 1)));
    assert_eq!(played(&line), [100]);
}
