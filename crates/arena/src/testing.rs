//! Small games for this crate's own tests.

use game::{Builtin, Fault, Game, Goal, Notation, Rules};
use search::Spec;

use crate::{Finished, Fixture, Match, MatchError, MatchRecord, Outcome, Plan, Player, Schedule, Seed};

/// A match of five plies that ended with these goals. Nothing is known of its moves.
pub(crate) fn finished(pairing: u64, index: u32, goals: &[Goal]) -> Finished {
    let outcome = Outcome::Goals(goals.to_vec());
    Finished { fixture: Fixture { pairing, index }, outcome, plies: 5, moves: None }
}

/// A round-robin plan for a game of two roles, two games a pairing.
pub(crate) fn plan(players: &[&str]) -> Plan {
    let players = players.iter().map(|player| (*player).to_owned()).collect();
    Plan {
        roles: 2,
        games_per_pairing: 2,
        seed: Seed(1),
        ply_limit: 10_000,
        ..Plan::new("any", players, Schedule::RoundRobin)
    }
}

pub(crate) fn specs(list: &str) -> Vec<Spec> {
    Spec::list(list).expect("specs of the catalogue")
}

/// A built-in game on its circuit.
pub(crate) fn rules(name: &str) -> Rules {
    let text = Builtin::named(name).expect("a built-in game").rules;
    Rules::new(&gdl::Rulesheet::parse(name, text.as_bytes()).expect("parses")).expect("plays")
}

/// A game whose first role is chance, and in which `a` always wins against `b` after a ply.
pub(crate) fn chance_first() -> Rules {
    let text = "(role random) (role a) (role b) (init start) (<= (legal ?r wait) (role ?r)) (legal a rest) (legal b rest)
        (<= (next end) (true start)) (<= terminal (true end)) (goal a 100) (goal b 0)";
    Rules::new(&gdl::Rulesheet::parse("chance-first", text.as_bytes()).expect("parses")).expect("plays")
}

/// Plays one match between the players of `list`.
pub(crate) fn play<G: Game>(game: &G, list: &str, seed: u64) -> Result<Option<MatchRecord>, MatchError> {
    Match::new(game, specs(list).iter().map(Player::from).collect()).play(Seed(seed))
}

/// One role walks on, for ever or until the rules fail.
#[derive(Debug)]
pub(crate) struct Walk {
    fails_at: Option<u64>,
}

/// The walk that never ends.
pub(crate) const ENDLESS: Walk = Walk { fails_at: None };

impl Walk {
    /// The walk whose rules fail at a ply.
    pub(crate) fn failing_at(ply: u64) -> Self {
        Self { fails_at: Some(ply) }
    }

    pub(crate) fn fault_value() -> Fault {
        Fault { message: "out of rules".to_owned() }
    }
}

impl Game for Walk {
    /// The plies walked.
    type State = u64;
    type Move = u64;

    fn roles(&self) -> usize {
        1
    }

    fn initial(&self) -> u64 {
        0
    }

    fn terminal(&self, state: &u64) -> bool {
        Some(*state) == self.fails_at
    }

    fn legal(&self, _state: &u64, _role: usize, moves: &mut Vec<u64>) {
        *moves = vec![1, 2];
    }

    fn next(&self, state: &u64, _joint: &[u64]) -> u64 {
        state + 1
    }

    fn goal(&self, _state: &u64, _role: usize) -> Goal {
        0
    }

    fn fault(&self, state: &u64) -> Option<Fault> {
        self.terminal(state).then(Self::fault_value)
    }

    fn notation(&self) -> &dyn Notation<Self::State, Self::Move> {
        self
    }
}

impl Notation<u64, u64> for Walk {
    fn role_name(&self, _role: usize) -> &str {
        "walker"
    }

    fn move_name(&self, mov: u64) -> String {
        mov.to_string()
    }
}

/// Matching pennies: two roles choose at the same time, the first wants them equal.
#[derive(Debug)]
pub(crate) struct Pennies;

impl Game for Pennies {
    type State = Option<bool>;
    type Move = bool;

    fn roles(&self) -> usize {
        2
    }

    fn initial(&self) -> Option<bool> {
        None
    }

    fn terminal(&self, state: &Option<bool>) -> bool {
        state.is_some()
    }

    fn legal(&self, _state: &Option<bool>, _role: usize, moves: &mut Vec<bool>) {
        *moves = vec![false, true];
    }

    fn next(&self, _state: &Option<bool>, joint: &[bool]) -> Option<bool> {
        Some(joint[0] == joint[1])
    }

    fn goal(&self, state: &Option<bool>, role: usize) -> Goal {
        if *state == Some(role == 0) { 100 } else { 0 }
    }

    fn notation(&self) -> &dyn Notation<Self::State, Self::Move> {
        self
    }
}

impl Notation<Option<bool>, bool> for Pennies {
    fn role_name(&self, role: usize) -> &str {
        ["even", "odd"][role]
    }

    fn move_name(&self, mov: bool) -> String {
        if mov { "heads" } else { "tails" }.to_owned()
    }
}
