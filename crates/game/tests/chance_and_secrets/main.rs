//! What is known of the built-in games with chance or hidden information: counts, payoffs, and what each
//! role sees.
//!
//! The counts of Kuhn and Leduc poker, liar's dice with four sides and goofspiel with four cards are those of
//! OpenSpiel 2.0.2.

use std::collections::{BTreeSet, HashMap};

use logic::TermId;
use spielbaum_game::{
    Builtin, Chance, Choices, Family, Game, Goal, InformationState, Rules, RulesState, players,
};

mod bids;
mod boards;
mod bridge;
mod dice;
mod guesses;
mod poker;

fn rules_of(text: &str) -> Rules {
    let sheet = gdl::Rulesheet::parse("game.kif", text.as_bytes()).expect("a rulesheet");
    Rules::new(&sheet).expect("within the limits")
}

fn rules(name: &str) -> Rules {
    rules_of(Builtin::named(name).unwrap_or_else(|| panic!("no game {name}")).rules)
}

fn member(family: &str, arguments: &str) -> Rules {
    rules_of(&Family::named(family).expect("a family").member(arguments).expect("a member").rules)
}

fn role(rules: &Rules, name: &str) -> usize {
    (0..rules.roles()).find(|&role| rules.notation().role_name(role) == name).expect("a role")
}

// --- a line of play ---

/// A match that is played by naming moves.
struct Match<'r> {
    rules: &'r Rules,
    state: RulesState,
    known: Vec<InformationState<TermId>>,
}

impl<'r> Match<'r> {
    /// Plays a line. A ply names the moves of the roles that have a choice, as `alice (bid 1); bob (bid 2)`.
    fn of(rules: &'r Rules, line: &[&str]) -> Self {
        let mut known: Vec<_> = (0..rules.roles()).map(InformationState::initial).collect();
        let mut state = rules.initial();
        for ply in line {
            assert!(!rules.terminal(&state), "the match is over before {ply}");
            let choices = Choices::of(rules, &state);
            let mut joint: Vec<Option<TermId>> = vec![None; rules.roles()];
            for text in ply.split("; ") {
                let (name, mov) = text.split_once(' ').expect("a role and a move");
                let role = role(rules, name);
                let named =
                    choices.of_role(role).iter().find(|&&each| rules.notation().move_name(each) == mov);
                joint[role] = Some(*named.unwrap_or_else(|| panic!("{text} is not legal")));
            }
            let only = |role: usize| match choices.of_role(role) {
                [mov] => *mov,
                _ => panic!("{ply} leaves {} a choice", rules.notation().role_name(role)),
            };
            let joint: Vec<TermId> =
                joint.into_iter().enumerate().map(|(role, mov)| mov.unwrap_or_else(|| only(role))).collect();
            for known in &mut known {
                known.observe(rules, &state, &joint);
            }
            state = rules.next(&state, &joint);
        }
        Self { rules, state, known }
    }

    /// The payoffs of all players, in a terminal state.
    fn payoffs(&self) -> Vec<Goal> {
        assert!(self.rules.terminal(&self.state));
        assert_eq!(self.rules.fault(&self.state), None);
        players(self.rules).map(|role| self.rules.goal(&self.state, role)).collect()
    }

    /// What a role has seen, ply by ply.
    fn seen_by(&self, name: &str) -> Vec<Vec<String>> {
        let percepts = self.rules.percepts().expect("a game that hides something");
        let known = &self.known[role(self.rules, name)];
        let names = |seen: &[_]| {
            let mut names: Vec<String> = seen.iter().map(|&percept| percepts.percept_name(percept)).collect();
            names.sort();
            names
        };
        known.plies.iter().map(|ply| names(&ply.seen)).collect()
    }

    /// The moves that a role may make.
    fn legal(&self, name: &str) -> Vec<String> {
        let choices = Choices::of(self.rules, &self.state);
        let moves = choices.of_role(role(self.rules, name)).iter();
        moves.map(|&mov| self.rules.notation().move_name(mov)).collect()
    }
}

// --- all lines of play ---

/// What a walk through histories of a game finds.
#[derive(Default)]
struct Walk {
    /// The moves of each information state of a player.
    moves: HashMap<InformationState<TermId>, Vec<TermId>>,
    /// How many histories end.
    leaves: usize,
    /// What the players' payoffs add up to.
    sums: BTreeSet<Goal>,
    /// The expected payoffs where all roles move uniformly at random.
    payoffs: Vec<f64>,
}

impl Walk {
    /// A walk through all histories.
    fn through(rules: &Rules) -> Self {
        Self::within(rules, usize::MAX, &|moves| moves.to_vec())
    }

    /// A walk through the histories of so many plies, where chance has no more outcomes than `draw`
    /// leaves it.
    fn within(rules: &Rules, plies: usize, draw: &dyn Fn(&[TermId]) -> Vec<TermId>) -> Self {
        let mut walk = Self { payoffs: vec![0.0; rules.roles()], ..Self::default() };
        let known: Vec<_> = (0..rules.roles()).map(InformationState::initial).collect();
        walk.on(rules, &rules.initial(), &known, 1.0, plies, draw);
        walk
    }

    fn on(
        &mut self,
        rules: &Rules,
        state: &RulesState,
        known: &[InformationState<TermId>],
        weight: f64,
        plies: usize,
        draw: &dyn Fn(&[TermId]) -> Vec<TermId>,
    ) {
        assert_eq!(rules.fault(state), None);
        let chance = rules.chance().map(Chance::role);
        if rules.terminal(state) {
            let goals: Vec<Goal> = (0..rules.roles()).map(|role| rules.goal(state, role)).collect();
            assert!(chance.is_none_or(|role| goals[role] == 0));
            self.leaves += 1;
            self.sums.insert(goals.iter().sum());
            for (sum, goal) in self.payoffs.iter_mut().zip(goals) {
                *sum += weight * f64::from(goal);
            }
            return;
        }
        if plies == 0 {
            return;
        }
        let choices = Choices::of(rules, state);
        for role in players(rules) {
            let moves = choices.of_role(role);
            let before = self.moves.entry(known[role].clone()).or_insert_with(|| moves.to_vec());
            assert_eq!(before, moves, "a role must know what it may do");
        }
        let drawn = chance.map(|role| (role, draw(choices.of_role(role))));
        let possible =
            |joint: &Vec<TermId>| drawn.as_ref().is_none_or(|(role, drawn)| drawn.contains(&joint[*role]));
        let joints: Vec<Vec<TermId>> = choices.joint_moves().filter(possible).collect();
        for joint in &joints {
            let mut known = known.to_vec();
            for known in &mut known {
                known.observe(rules, state, joint);
            }
            let weight = weight / joints.len() as f64;
            self.on(rules, &rules.next(state, joint), &known, weight, plies - 1, draw);
        }
    }

    /// The information sets of each player that satisfy a condition on its moves.
    fn sets(&self, rules: &Rules, condition: impl Fn(&[TermId]) -> bool) -> Vec<usize> {
        let of =
            |role| self.moves.iter().filter(|(known, moves)| known.role == role && condition(moves)).count();
        players(rules).map(of).collect()
    }

    /// The information sets in which a player chooses.
    fn choices(&self, rules: &Rules) -> Vec<usize> {
        self.sets(rules, |moves| moves.len() > 1)
    }
}
