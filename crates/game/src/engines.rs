use logic::{LogicError, RoleGoal, State, TermId};
use rand::{Rng, RngExt};

use crate::{Game, Rules, RulesState, players};

/// What the two engines of rules say along one random play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineComparison {
    /// The same of so many states, and of the joint moves between them.
    Same {
        /// The states that were compared.
        states: usize,
    },
    /// Different things: which, in a sentence.
    Different(String),
}

/// Plays once at random, for so many plies at most, and compares what the circuit and the reasoner of the
/// rules say of each state (fluents, end, legal moves, goals) and of each joint move (what every role sees,
/// and the next state). What is proven of every state of the circuit has to hold in each of them, too.
///
/// Rules without a circuit are compared with themselves.
///
/// # Errors
/// If the reasoner gives no answer within its limits, so that there is nothing to compare.
pub fn compare_engines(
    rules: &Rules,
    plies: usize,
    rng: &mut impl Rng,
) -> Result<EngineComparison, LogicError> {
    compare_engines_while(rules, plies, rng, || true)
}

/// The same, as long as `go_on` says so after each state.
pub(crate) fn compare_engines_while(
    rules: &Rules,
    plies: usize,
    rng: &mut impl Rng,
    go_on: impl Fn() -> bool,
) -> Result<EngineComparison, LogicError> {
    let reasoner = rules.reasoner();
    let (mut on_circuit, mut reasoned) = (rules.initial(), reasoner.initial().clone());
    let mut ply = 0;
    loop {
        let (said, expected) = (of_circuit(rules, &on_circuit)?, of_reasoner(rules, &reasoned)?);
        if said != expected {
            let [said, expected] = [said, expected].map(|answers| described(rules, &answers));
            let how = format!("ply {ply}: the circuit says {said}, the reasoner {expected}");
            return Ok(EngineComparison::Different(how));
        }
        if let Some(claim) = broken_claim(rules, &on_circuit, &said) {
            return Ok(EngineComparison::Different(format!("ply {ply}: {claim}")));
        }
        if ply == plies || !go_on() || said.terminal || said.legal.iter().any(Vec::is_empty) {
            return Ok(EngineComparison::Same { states: ply + 1 });
        }
        let joint: Vec<TermId> =
            said.legal.iter().map(|moves| moves[rng.random_range(0..moves.len())]).collect();
        for role in 0..rules.roles() {
            let said = rules.percepts_of(&on_circuit, &joint, role)?;
            let expected = reasoner.view(&reasoned).percepts(&joint, role)?;
            if said != expected {
                let [said, expected, joint] =
                    [&said, &expected, &joint].map(|terms| reasoner.texts(terms).join(" "));
                let name = rules.notation().role_name(role);
                return Ok(EngineComparison::Different(format!(
                    "ply {ply}: {name} sees {said} by the circuit, {expected} by the reasoner, after {joint}"
                )));
            }
        }
        on_circuit = rules.next(&on_circuit, &joint);
        reasoned = reasoner.view(&reasoned).next(&joint)?;
        ply += 1;
    }
}

/// What an engine says of a state. Both know the terms by the same numbers.
#[derive(PartialEq)]
struct Answers {
    fluents: Vec<TermId>,
    terminal: bool,
    legal: Vec<Vec<TermId>>,
    goals: Vec<RoleGoal>,
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

/// What is said to be proven of all states, and is not so of this one.
fn broken_claim(rules: &Rules, state: &RulesState, said: &Answers) -> Option<String> {
    let circuit = rules.compiled().ok()?.circuit();
    let sum = || players(rules).map(|role| rules.goal(state, role)).sum();
    let broken = if !circuit.admits(rules.encoding()?.bits(state)) {
        "which fluents exclude each other"
    } else if said.terminal && !circuit.goal_sums().contains(&sum()) {
        "the sum of all goals"
    } else {
        return None;
    };
    let fluents = rules.reasoner().texts(&said.fluents).join(" ");
    Some(format!("what the circuit is said to have proven of {broken} is not so in the state {fluents}"))
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
