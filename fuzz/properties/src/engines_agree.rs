//! The circuit of rules says what the reasoner says.

use game::{Game, Rules, RulesState};
use gdl::{Interrupt, Rulesheet};
use logic::{LogicError, RoleGoal, State, TermId};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::limits::{self, Patience};
use crate::{Form, Property, parser, rng};

pub(crate) const PROPERTY: Property = Property {
    name: "engines_agree",
    what: "Reasoner and circuit agree on fluents, moves, endings, goals and percepts of all states of random plays",
    holds,
    form: Form::Text(parser::WORDS),
    tested: 30_000,
    borrows: &["checked_rules"],
};

/// Random plays of each rulesheet, and the plies of one.
const PLAYS: usize = 2;
const PLIES: usize = 6;

fn holds(bytes: &[u8]) {
    let patience = Patience::of(1_000);
    let go_on = || patience.left();
    let interrupt = Interrupt::unless(&go_on);
    let Ok(sheet) = Rulesheet::parse_while("rules", bytes, limits::PARSE, &interrupt) else { return };
    let Ok(rules) = Rules::within_while(&sheet, limits::LOGIC, &limits::GROUND, &interrupt) else { return };
    if rules.compiled().is_ok() {
        let mut rng = rng::of_input(bytes);
        for _ in 0..PLAYS {
            // Where the reasoner gives no answer within the limits, there is nothing to compare.
            let _ = play(&rules, &mut rng);
        }
    }
}

/// What an engine says of a state. Both know the terms by the same numbers.
#[derive(Debug, PartialEq)]
struct Answers {
    fluents: Vec<TermId>,
    terminal: bool,
    legal: Vec<Vec<TermId>>,
    goals: Vec<RoleGoal>,
}

fn play(rules: &Rules, rng: &mut Xoshiro256PlusPlus) -> Result<(), LogicError> {
    let reasoner = rules.reasoner();
    let (mut on_circuit, mut reasoned) = (rules.initial(), reasoner.initial().clone());
    for ply in 0..PLIES {
        let said = of_reasoner(rules, &reasoned)?;
        let expected = of_circuit(rules, &on_circuit)?;
        assert!(
            said == expected,
            "ply {ply}: the reasoner says {}, the circuit {}",
            described(rules, &said),
            described(rules, &expected)
        );
        if said.terminal || said.legal.iter().any(Vec::is_empty) {
            break;
        }
        let joint: Vec<TermId> =
            said.legal.iter().map(|moves| moves[rng.random_range(0..moves.len())]).collect();
        for role in 0..rules.roles() {
            let said = reasoner.view(&reasoned).percepts(&joint, role)?;
            let expected = rules.percepts_of(&on_circuit, &joint, role)?;
            let texts = |percepts: &[TermId]| reasoner.texts(percepts).join(" ");
            assert!(
                said == expected,
                "ply {ply}: role {role} sees {} by the reasoner, {} by the circuit, after {}",
                texts(&said),
                texts(&expected),
                texts(&joint)
            );
        }
        on_circuit = rules.next(&on_circuit, &joint);
        reasoned = reasoner.view(&reasoned).next(&joint)?;
    }
    Ok(())
}

fn of_reasoner(rules: &Rules, state: &State) -> Result<Answers, LogicError> {
    let mut view = rules.reasoner().view(state);
    let mut fluents = state.fluents().to_vec();
    fluents.sort_unstable();
    let mut goals = view.goals()?;
    if let Some(chance) = rules.reasoner().chance() {
        goals[chance] = RoleGoal::Unique(0);
    }
    Ok(Answers { fluents, terminal: view.terminal()?, legal: view.legal_of_all()?, goals })
}

fn of_circuit(rules: &Rules, state: &RulesState) -> Result<Answers, LogicError> {
    let mut fluents = rules.fluents(state);
    fluents.sort_unstable();
    let legal = (0..rules.roles()).map(|role| rules.legal_moves(state, role)).collect::<Result<_, _>>()?;
    Ok(Answers { fluents, terminal: rules.is_terminal(state)?, legal, goals: rules.goals(state)? })
}

fn described(rules: &Rules, answers: &Answers) -> String {
    let texts = |terms: &[TermId]| rules.reasoner().texts(terms).join(" ");
    let legal: Vec<String> = answers.legal.iter().map(|moves| texts(moves)).collect();
    format!(
        "terminal {}, legal {legal:?}, goals {:?} in the state {}",
        answers.terminal,
        answers.goals,
        texts(&answers.fluents)
    )
}
