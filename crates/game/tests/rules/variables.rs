//! The state of a compiled game as variables of several values.

use std::collections::HashSet;

use gdl::Rulesheet;
use logic::TermId;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use spielbaum_game::{BUILTIN, Builtin, Choices, Game, Rules};

fn rules(text: &str) -> Rules {
    Rules::new(&Rulesheet::parse("rules", text.as_bytes()).expect("a rulesheet")).expect("within the limits")
}

/// The variables as the texts of their fluents, and whether none of them may hold.
fn texts(rules: &Rules) -> Vec<(Vec<String>, bool)> {
    let compiled = rules.compiled().expect("a circuit");
    let variables = compiled.circuit().variables();
    let named = |fluents: &[usize]| -> Vec<String> {
        let terms: Vec<TermId> = fluents.iter().map(|&fluent| compiled.fluents()[fluent]).collect();
        rules.reasoner().texts(&terms)
    };
    variables.iter().map(|variable| (named(&variable.fluents), variable.may_be_none)).collect()
}

#[test]
fn a_board_has_a_variable_for_each_cell_and_one_for_whose_turn_it_is() {
    let variables = texts(&rules(Builtin::named("tictactoe").expect("a built-in game").rules));
    let values: Vec<usize> =
        variables.iter().map(|(fluents, none)| fluents.len() + usize::from(*none)).collect();
    assert_eq!((variables.len(), values.iter().filter(|&&values| values == 3).count()), (10, 9));
    assert!(
        variables.contains(&(vec!["(control oplayer)".to_owned(), "(control xplayer)".to_owned()], false))
    );
}

#[test]
fn in_every_state_each_variable_has_one_value_and_the_values_tell_the_state() {
    for game in BUILTIN {
        let rules = rules(game.rules);
        let compiled = rules.compiled().expect("a circuit");
        let variables = compiled.circuit().variables();
        let members: HashSet<usize> =
            variables.iter().flat_map(|variable| &variable.fluents).copied().collect();
        let count: usize = variables.iter().map(|variable| variable.fluents.len()).sum();
        assert_eq!(members.len(), count, "{}: a fluent is in one variable", game.name);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut seen: HashSet<Vec<usize>> = HashSet::new();
        let mut states = HashSet::new();
        for _ in 0..5 {
            let mut state = rules.initial();
            for _ in 0..100 {
                let holding: HashSet<TermId> = rules.fluents(&state).into_iter().collect();
                let holds = |fluent: usize| holding.contains(&compiled.fluents()[fluent]);
                let mut bits = vec![0; compiled.fluents().len().div_ceil(64)];
                (0..compiled.fluents().len())
                    .filter(|&fluent| holds(fluent))
                    .for_each(|fluent| bits[fluent / 64] |= 1 << (fluent % 64));
                for variable in variables {
                    let holding = variable.fluents.iter().filter(|&&fluent| holds(fluent)).count();
                    assert!(
                        holding == 1 || holding == 0 && variable.may_be_none,
                        "{}: {variable:?}",
                        game.name
                    );
                    assert!(variable.value(&bits) < variable.values());
                }
                seen.insert(variables.iter().map(|variable| variable.value(&bits)).collect());
                states.insert(bits);
                assert_eq!(seen.len(), states.len(), "{}: states with the same values are one", game.name);
                if rules.terminal(&state) {
                    break;
                }
                let choices = Choices::of(&rules, &state);
                let joint: Vec<TermId> =
                    choices.each().map(|moves| moves[rng.random_range(0..moves.len())]).collect();
                state = rules.next(&state, &joint);
            }
        }
    }
}

#[test]
fn a_state_of_nothing_has_no_variables() {
    let nothing = "(role you) (init over) (legal you wait) (<= terminal (true over)) (goal you 50)";
    assert_eq!(texts(&rules(nothing)), []);
}
