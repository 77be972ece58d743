//! A grounding evaluated as it is defined, and compared with the reasoner.

use spielbaum_logic::{AtomId, Grounding, Literal, Reasoner, RoleGoal, State, TermId};

/// An atom and one way to derive it.
type Body = (AtomId, Vec<Literal>);

/// Evaluates a grounding, stratum by stratum.
pub(crate) struct Oracle<'g> {
    grounding: &'g Grounding,
    /// The bodies by the stratum of their head.
    strata: Vec<Vec<Body>>,
}

impl<'g> Oracle<'g> {
    pub(crate) fn new(grounding: &'g Grounding) -> Self {
        let atoms = || (0..grounding.atoms() as u32).map(AtomId);
        let mut stratum = vec![0_usize; grounding.atoms()];
        loop {
            let mut changed = false;
            for atom in atoms() {
                for literal in grounding.bodies(atom).flatten() {
                    let least = stratum[literal.atom.0 as usize] + usize::from(literal.negated);
                    if stratum[atom.0 as usize] < least {
                        assert!(least <= grounding.atoms(), "negation in a circle");
                        stratum[atom.0 as usize] = least;
                        changed = true;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        let mut strata = vec![Vec::new(); stratum.iter().max().map_or(0, |&most| most + 1)];
        for atom in atoms() {
            for body in grounding.bodies(atom) {
                strata[stratum[atom.0 as usize]].push((atom, body.to_vec()));
            }
        }
        Self { grounding, strata }
    }

    /// The value of every atom, given the inputs that hold.
    pub(crate) fn values(&self, holding: impl IntoIterator<Item = usize>) -> Vec<bool> {
        let mut values = vec![false; self.grounding.atoms()];
        holding.into_iter().for_each(|input| values[input] = true);
        for bodies in &self.strata {
            loop {
                let mut changed = false;
                for (head, body) in bodies {
                    if !values[head.0 as usize]
                        && body.iter().all(|literal| values[literal.atom.0 as usize] != literal.negated)
                    {
                        values[head.0 as usize] = true;
                        changed = true;
                    }
                }
                if !changed {
                    break;
                }
            }
        }
        values
    }
}

/// Plays random moves from the start, beyond the game's end if there are any, and asserts that every answer
/// about every state on the way is the same.
pub(crate) fn compare(reasoner: &Reasoner, grounding: &Grounding, plies: usize, mut seed: u64) {
    let oracle = Oracle::new(grounding);
    let number = |terms: &[TermId], term: TermId| terms.iter().position(|&other| other == term);
    let text = |terms: &[TermId]| reasoner.texts(terms);
    assert_eq!(grounding.roles, reasoner.roles());
    let initial: Vec<TermId> = grounding
        .fluents
        .iter()
        .zip(&grounding.initial)
        .filter(|(_, holds)| **holds)
        .map(|(&f, _)| f)
        .collect();
    assert_eq!(text(&initial), text(reasoner.initial().fluents()));
    let mut state: State = reasoner.initial().clone();
    for _ in 0..plies {
        let mut view = reasoner.view(&state);
        let fluents: Vec<usize> = state
            .fluents()
            .iter()
            .map(|&fluent| number(&grounding.fluents, fluent).expect("a fluent that was reached"))
            .collect();
        let values = oracle.values(fluents.iter().copied());
        let value = |values: &[bool], atom: AtomId| values[atom.0 as usize];
        assert_eq!(
            value(&values, grounding.terminal),
            view.terminal().expect("within the limits"),
            "terminal"
        );
        for (role, payoff) in view.goals().expect("within the limits").into_iter().enumerate() {
            let goals: Vec<TermId> = grounding.goals[role]
                .iter()
                .filter(|(_, atom)| value(&values, *atom))
                .map(|(g, _)| *g)
                .collect();
            let texts = text(&goals);
            match payoff {
                RoleGoal::Unique(goal) => assert_eq!(texts, [goal.to_string()], "goals"),
                RoleGoal::Missing => assert!(texts.is_empty(), "goals"),
                RoleGoal::Ambiguous(goals) => assert_eq!(texts, goals, "goals"),
            }
        }
        let mut joint = Vec::new();
        let mut holding = fluents.clone();
        let mut first = grounding.fluents.len();
        for role in 0..reasoner.roles().len() {
            let legal = view.legal(role).expect("within the limits");
            let moves: Vec<TermId> = grounding.moves[role]
                .iter()
                .zip(&grounding.legal[role])
                .filter(|(_, atom)| value(&values, **atom))
                .map(|(&mov, _)| mov)
                .collect();
            assert_eq!(text(&moves), text(&legal), "legal moves");
            if let Some(last) = legal.len().checked_sub(1) {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let mov = legal[(seed >> 33) as usize % (last + 1)];
                joint.push(mov);
                holding.push(first + number(&grounding.moves[role], mov).expect("a legal move"));
            }
            first += grounding.moves[role].len();
        }
        if joint.len() < reasoner.roles().len() {
            return;
        }
        let values = oracle.values(holding);
        let next: Vec<TermId> = grounding
            .fluents
            .iter()
            .zip(&grounding.next)
            .filter(|(_, atom)| value(&values, **atom))
            .map(|(&fluent, _)| fluent)
            .collect();
        for (role, percepts) in grounding.percepts.iter().enumerate() {
            let seen = percepts.iter().filter(|(_, atom)| value(&values, *atom)).map(|&(percept, _)| percept);
            let seen: Vec<TermId> = seen.collect();
            let percepts = view.percepts(&joint, role).expect("within the limits");
            assert_eq!(text(&seen), text(&percepts), "percepts");
        }
        state = view.next(&joint).expect("within the limits");
        assert_eq!(text(&next), text(state.fluents()), "the next state");
    }
}
