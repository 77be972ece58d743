use std::time::Duration;

use game::{Combination, Composition, Factor, Factors, Game, Rules};
use gdl::{Interrupt, Interrupted};
use indexmap::IndexMap;
use serde::Serialize;

use crate::output;

/// The time in which factors are sought.
const TIME: Duration = Duration::from_secs(5);

/// The independent games that a game consists of, as a document.
#[derive(Serialize)]
pub(crate) struct FactorsReport {
    shared: Vec<String>,
    moves: &'static str,
    factors: Vec<FactorReport>,
    terminal: CombinationReport,
    goals: IndexMap<String, Vec<GoalReport>>,
}

#[derive(Serialize)]
struct FactorReport {
    fluents: Vec<String>,
    /// For each role the moves of each action.
    actions: IndexMap<String, Vec<Vec<String>>>,
    changes_when_idle: bool,
}

#[derive(Serialize)]
struct CombinationReport {
    combines: &'static str,
    factors: Vec<usize>,
}

#[derive(Serialize)]
struct GoalReport {
    goal: Option<u8>,
    #[serde(flatten)]
    combination: CombinationReport,
}

/// The factors of a game, if it has some.
///
/// # Errors
/// If they are not found in time.
pub(crate) fn find(rules: &Rules) -> Result<Option<&Factors>, Interrupted> {
    rules.factors(&Interrupt::after(TIME))
}

impl FactorsReport {
    pub(crate) fn new(rules: &Rules, found: &Factors) -> Option<Self> {
        let compiled = rules.compiled().ok()?;
        let reasoner = rules.reasoner();
        let fluents = |numbers: &[usize]| -> Vec<String> {
            numbers.iter().map(|&fluent| reasoner.text(compiled.fluents()[fluent])).collect()
        };
        let names: Vec<&str> = (0..rules.roles()).map(|role| rules.notation().role_name(role)).collect();
        let actions = |factor: &Factor, role: usize| {
            let mut actions = vec![Vec::new(); factor.actions(role)];
            for (&mov, action) in compiled.moves(role).iter().zip(&factor.actions[role]) {
                if let Some(action) = action {
                    actions[*action as usize].push(reasoner.text(mov));
                }
            }
            actions
        };
        let factors = found.factors.iter().map(|factor| FactorReport {
            fluents: fluents(&factor.fluents),
            actions: names
                .iter()
                .enumerate()
                .map(|(role, &name)| (name.to_owned(), actions(factor, role)))
                .collect(),
            changes_when_idle: factor.changes_when_idle,
        });
        let goals = names.iter().zip(&found.goals).map(|(&name, goals)| {
            let report = |(goal, combination): &(Option<u8>, Combination)| GoalReport {
                goal: *goal,
                combination: CombinationReport::new(combination),
            };
            (name.to_owned(), goals.iter().map(report).collect())
        });
        Some(Self {
            shared: fluents(&found.shared),
            moves: match found.moves {
                Composition::Alternatives => "alternatives",
                Composition::Product => "product",
            },
            factors: factors.collect(),
            terminal: CombinationReport::new(&found.terminal),
            goals: goals.collect(),
        })
    }
}

impl CombinationReport {
    fn new(combination: &Combination) -> Self {
        let (combines, factors) = match combination {
            Combination::Shared => ("shared", Vec::new()),
            Combination::One(factor) => ("one", vec![*factor]),
            Combination::All(factors) => ("all", factors.clone()),
            Combination::Any(factors) => ("any", factors.clone()),
            Combination::Mixed(factors) => ("mixed", factors.clone()),
        };
        Self { combines, factors }
    }
}

/// The factors in a line for people.
pub(crate) fn describe(found: Result<Option<&Factors>, Interrupted>) -> String {
    /// Factors whose sizes are told.
    const MOST: usize = 6;
    let found = match found {
        Err(why) => return format!("factors were not found: {why}"),
        Ok(None) => return "no factors".to_owned(),
        Ok(Some(found)) => found,
    };
    let count = found.factors.len();
    let mut sizes: Vec<String> =
        found.factors.iter().take(MOST).map(|factor| factor.fluents.len().to_string()).collect();
    if count > MOST {
        sizes.push("...".to_owned());
    }
    let moves = match found.moves {
        Composition::Alternatives => "a move is made in one of them",
        Composition::Product => "a move is made in each of them",
    };
    let end = match &found.terminal {
        Combination::Shared => "they do not end the game".to_owned(),
        Combination::One(factor) => format!("number {} ends the game", factor + 1),
        Combination::All(_) => "all together end the game".to_owned(),
        Combination::Any(_) => "each may end the game".to_owned(),
        Combination::Mixed(_) => "several together end the game".to_owned(),
    };
    format!("{} of {} fluents; {moves}; {end}", output::count(count, "factor"), sizes.join(" + "))
}

#[cfg(test)]
mod tests {
    use game::Builtin;
    use gdl::Rulesheet;

    use super::*;

    fn rules(name: &str) -> Rules {
        let text = Builtin::named(name).expect("a built-in game").rules;
        Rules::new(&Rulesheet::parse(name, text.as_bytes()).expect("a rulesheet")).expect("within the limits")
    }

    #[test]
    fn factors_are_told_in_a_line() {
        let nim = rules("nim");
        let told = describe(find(&nim));
        assert_eq!(
            told,
            "3 factors of 4 + 6 + 8 fluents; a move is made in one of them; all together end the game"
        );
        assert_eq!(describe(find(&rules("tictactoe"))), "no factors");
        let many = Factors {
            shared: Vec::new(),
            factors: vec![Factor { fluents: vec![1], actions: Vec::new(), changes_when_idle: false }; 7],
            moves: Composition::Product,
            terminal: Combination::One(1),
            goals: Vec::new(),
        };
        let told = describe(Ok(Some(&many)));
        assert_eq!(
            told,
            "7 factors of 1 + 1 + 1 + 1 + 1 + 1 + ... fluents; a move is made in each of them; number 2 ends the game"
        );
    }

    #[test]
    fn factors_are_told_in_the_words_of_the_rules() {
        let nim = rules("nim");
        let report = find(&nim).expect("in time").and_then(|found| FactorsReport::new(&nim, found));
        let json = serde_json::to_value(report.expect("factors")).expect("a document");
        assert_eq!(json["shared"], serde_json::json!(["(control first)", "(control second)"]));
        assert_eq!(json["factors"][0]["fluents"][0], "(heap a 0)");
        assert_eq!(json["factors"][0]["actions"]["first"][1], serde_json::json!(["(take a 2)"]));
        assert_eq!(json["terminal"], serde_json::json!({"combines": "all", "factors": [0, 1, 2]}));
        assert_eq!(
            json["goals"]["second"][1],
            serde_json::json!({"goal": 100, "combines": "shared", "factors": []})
        );
    }
}
