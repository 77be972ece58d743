//! How many states a second an evaluation judges, beside the time in which the circuit works them out, and
//! how many games a learner plays: `cargo bench -p spielbaum-learn --bench evaluate`, with parts of the names
//! of games after `--`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use game::{Builtin, Choices, Encoding, Game, Mover, Rules, children};
use spielbaum_learn::{LearnOptions, Learner, Reader};

const GAMES: [&str; 5] = ["connect-four", "breakthrough", "othello", "checkers", "hex-7x7"];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // As a test it takes just enough time to see that it works.
    let time = Duration::from_millis(if arguments.iter().any(|it| it == "--bench") { 1_000 } else { 5 });
    let wanted: Vec<&String> = arguments.iter().filter(|argument| !argument.starts_with('-')).collect();
    for name in GAMES {
        if wanted.is_empty() || wanted.iter().any(|part| name.contains(part.as_str())) {
            let rules = Builtin::named(name).expect("a built-in game").rules;
            let sheet = gdl::Rulesheet::parse(name, rules.as_bytes()).expect("built-in rules are right");
            measure(name, &Rules::new(&sheet).expect("built-in rules stay within the limits"), time);
        }
    }
}

fn measure(name: &str, rules: &Rules, time: Duration) {
    let mut learner = Learner::new(rules, LearnOptions::default(), &|| true).expect("rules with a circuit");
    let started = Instant::now();
    while started.elapsed() < time {
        learner.round(&|| started.elapsed() < 5 * time);
    }
    let (games, seconds) = (learner.training().games as f64, learner.training().seconds);
    let learned = learner.learned(name);
    let encoding: &dyn Encoding<_> = rules.encoding().expect("rules with a circuit");
    let mut reader = Reader::new(&learned, encoding, rules.roles()).expect("the same rules");
    let families = families(rules);
    let states = families.iter().map(|(_, _, children)| children.len()).sum::<usize>() as f64;
    let mut made = Vec::new();
    let working_out = per_second(time, states, || {
        for (state, joints, _) in &families {
            children(rules, state, joints, &mut made);
            black_box(&made);
        }
    });
    let judging = per_second(time, states, || {
        for (_, _, children) in &families {
            for child in children {
                black_box(reader.value(encoding, child, 0));
            }
        }
    });
    println!(
        "{name:<14} {working_out:>12.0} children/s worked out {judging:>12.0} judged {:>6.1} % of both {:>8.0} games/s learned from",
        100.0 * working_out / (working_out + judging),
        games / seconds,
    );
}

/// A state, its joint moves one after another, and its children.
type Family = (<Rules as Game>::State, Vec<<Rules as Game>::Move>, Vec<<Rules as Game>::State>);

/// The states of a line of play in which each role makes the middle one of its moves.
fn families(rules: &Rules) -> Vec<Family> {
    let mut families = Vec::new();
    let mut state = rules.initial();
    while !rules.terminal(&state) && families.len() < 40 {
        let choices = Choices::of(rules, &state);
        let Mover::One(role) = choices.mover() else {
            state = rules.next(&state, &choices.joint_with(0, choices.of_role(0)[0]));
            continue;
        };
        let joints: Vec<_> =
            choices.of_role(role).iter().flat_map(|&mov| choices.joint_with(role, mov)).collect();
        let mut after = Vec::new();
        children(rules, &state, &joints, &mut after);
        let next = after[after.len() / 2].clone();
        families.push((std::mem::replace(&mut state, next), joints, after));
    }
    families
}

/// How many things are done in a second, if each turn does so many.
fn per_second(time: Duration, things: f64, mut turn: impl FnMut()) -> f64 {
    let (started, mut turns) = (Instant::now(), 0.0);
    while turns == 0.0 || started.elapsed() < time {
        turn();
        turns += 1.0;
    }
    turns * things / started.elapsed().as_secs_f64()
}
