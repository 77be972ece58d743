use std::ops::{Range, RangeInclusive};

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use crate::{
    Batch, Chance, Choices, Fault, Game, Goal, Heed, Knowledge, Notation, Outcomes, Parent, Percept,
    Percepts, Pieces, Policy, Sample, Scale, Tactics, no_move,
};

/// A small game, explored once and kept as flat tables.
///
/// It answers exactly as the game it was made from, its moves in the same order, so a strategy decides the
/// same from the same seed, but it answers from memory: a game whose rules are slow to evaluate becomes as
/// fast as a native board. Tic-tac-toe has 5478 states.
#[derive(Debug)]
pub struct Tabulated<G: Game> {
    game: G,
    roles: usize,
    states: IndexSet<G::State, FxBuildHasher>,
    /// The legal moves of each state and, within it, of each role; none in a terminal state.
    moves: Vec<G::Move>,
    /// Where in `moves` those of state `s` and role `r` begin: entry `s * roles + r`. They end where the
    /// next begin.
    first_move: Vec<u32>,
    /// The state after each joint move, the last role's move changing fastest.
    successors: Vec<StateIndex>,
    /// One goal per role for each terminal state.
    goals: Vec<Goal>,
    /// Where a state's successors begin, or a terminal state's goals.
    first_outcome: Vec<u32>,
}

/// A state of a [`Tabulated`] game, numbered as first reached breadth-first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateIndex(u32);

/// How large a game may be to be [`Tabulated`]. Counts rather than seconds, so the outcome never depends on
/// the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableLimits {
    /// Reachable states.
    pub states: usize,
    /// Joint moves, summed over all states.
    pub joint_moves: usize,
}

impl Default for TableLimits {
    fn default() -> Self {
        Self { states: 20_000, joint_moves: 200_000 }
    }
}

/// Why a game has no table. It comes back, since whoever is refused goes on with the game itself.
#[derive(Debug, thiserror::Error)]
#[error("the game has no table: {}", reason(.fault.as_ref()))]
pub struct NoTable<G> {
    /// The game.
    pub game: G,
    /// Why its rules give no answer in some state, if that is the reason; else it exceeds a limit, or nobody
    /// waits for the table any more.
    pub fault: Option<Fault>,
}

fn reason(fault: Option<&Fault>) -> &str {
    fault.map_or("it exceeds the limits of tables, or nobody waits for it any more", |fault| &fault.message)
}

impl<G: Game> Tabulated<G> {
    /// Explores all that is reachable in `game`.
    ///
    /// # Errors
    /// If the game exceeds a limit, or its rules give no answer in some state.
    #[allow(clippy::result_large_err)] // The game comes back by value however large it is.
    pub fn new(game: G, limits: TableLimits) -> Result<Self, NoTable<G>> {
        Self::new_while(game, limits, &|| true)
    }

    /// Explores all that is reachable in `game` as long as `go_on` says so, which is asked before every
    /// successor of every state.
    ///
    /// # Errors
    /// As [`new`](Self::new), and if `go_on` says no.
    #[allow(clippy::result_large_err)]
    pub fn new_while(game: G, limits: TableLimits, go_on: &dyn Fn() -> bool) -> Result<Self, NoTable<G>> {
        let roles = game.roles();
        let mut table = Self {
            roles,
            states: IndexSet::default(),
            moves: Vec::new(),
            first_move: vec![0],
            successors: Vec::new(),
            goals: Vec::new(),
            first_outcome: Vec::new(),
            game,
        };
        table.states.insert(table.game.initial());
        let mut explored = 0;
        while let Some(state) = table.states.get_index(explored).cloned() {
            if let Err(fault) = table.explore(&state, limits, go_on) {
                return Err(NoTable { game: table.game, fault });
            }
            explored += 1;
        }
        Ok(table)
    }

    /// How many states the game has.
    pub fn states(&self) -> usize {
        self.states.len()
    }

    /// The game the tables were made from.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The game's own state behind an index.
    pub fn state(&self, index: StateIndex) -> &G::State {
        &self.states[index.0 as usize]
    }

    /// Appends the tables of one state.
    ///
    /// # Errors
    /// If that exceeds a limit or `go_on` says no, or why the rules give no answer in the state.
    fn explore(
        &mut self,
        state: &G::State,
        limits: TableLimits,
        go_on: &dyn Fn() -> bool,
    ) -> Result<(), Option<Fault>> {
        let number = |count: usize| u32::try_from(count).map_err(|_| None);
        if self.game.terminal(state) {
            self.first_outcome.push(number(self.goals.len())?);
            self.goals.extend((0..self.roles).map(|role| self.game.goal(state, role)));
            let end = number(self.moves.len())?;
            self.first_move.resize(self.first_move.len() + self.roles, end);
            return self.game.fault(state).map_or(Ok(()), |fault| Err(Some(fault)));
        }
        let choices = Choices::of(&self.game, state);
        let mut joint_moves: usize = 1;
        for role in 0..self.roles {
            let legal = choices.of_role(role);
            if legal.is_empty() {
                return Err(Some(no_move(&self.game, state, role)));
            }
            joint_moves = joint_moves.checked_mul(legal.len()).ok_or(None)?;
            self.moves.extend_from_slice(legal);
            self.first_move.push(number(self.moves.len())?);
        }
        if self.successors.len() + joint_moves > limits.joint_moves {
            return Err(None);
        }
        self.first_outcome.push(number(self.successors.len())?);
        for joint in choices.joint_moves() {
            if !go_on() {
                return Err(None);
            }
            let (index, _) = self.states.insert_full(self.game.next(state, &joint));
            self.successors.push(StateIndex(number(index)?));
        }
        if self.states.len() <= limits.states { Ok(()) } else { Err(None) }
    }

    /// The batch of the game, of which [`batch`](Game::batch) has said that there is one.
    fn own_batch(&self) -> &dyn Batch<G::State, G::Move> {
        self.game.batch().expect("only a game with a batch lends it to its table")
    }

    fn own_tactics(&self) -> &dyn Tactics<G::State, G::Move> {
        self.game.tactics().expect("only a game with tactics lends them to its table")
    }

    fn chances(&self) -> &dyn Chance<G::State, G::Move> {
        self.game.chance().expect("only a game with chance lends it to its table")
    }

    fn perceived(&self) -> &dyn Percepts<G::State, G::Move> {
        self.game.percepts().expect("only a game with percepts lends them to its table")
    }

    fn legal_range(&self, state: StateIndex, role: usize) -> Range<usize> {
        let at = state.0 as usize * self.roles + role;
        self.first_move[at] as usize..self.first_move[at + 1] as usize
    }
}

impl<G: Game> Game for Tabulated<G> {
    type State = StateIndex;
    type Move = G::Move;

    fn roles(&self) -> usize {
        self.roles
    }

    fn initial(&self) -> StateIndex {
        StateIndex(0)
    }

    fn terminal(&self, state: &StateIndex) -> bool {
        self.legal_range(*state, 0).is_empty()
    }

    fn legal(&self, state: &StateIndex, role: usize, moves: &mut Vec<G::Move>) {
        moves.clear();
        moves.extend_from_slice(&self.moves[self.legal_range(*state, role)]);
    }

    /// # Panics
    /// If a move of `joint` is not legal.
    fn next(&self, state: &StateIndex, joint: &[G::Move]) -> StateIndex {
        let mut offset = 0;
        for (role, mov) in joint.iter().enumerate() {
            let legal = &self.moves[self.legal_range(*state, role)];
            let digit = legal.iter().position(|candidate| candidate == mov);
            offset = offset * legal.len() + digit.expect("a joint move is made of legal moves");
        }
        self.successors[self.first_outcome[state.0 as usize] as usize + offset]
    }

    fn goal(&self, state: &StateIndex, role: usize) -> Goal {
        if self.terminal(state) {
            self.goals[self.first_outcome[state.0 as usize] as usize + role]
        } else {
            // Rulesheets may define goals anywhere, but only a terminal state's are worth a table.
            self.game.goal(self.state(*state), role)
        }
    }

    fn goal_range(&self) -> RangeInclusive<Goal> {
        self.game.goal_range()
    }

    fn chance(&self) -> Option<&dyn Chance<StateIndex, G::Move>> {
        self.game.chance().map(|_| self as _)
    }

    fn percepts(&self) -> Option<&dyn Percepts<StateIndex, G::Move>> {
        self.game.percepts().map(|_| self as _)
    }

    fn batch(&self) -> Option<&dyn Batch<StateIndex, G::Move>> {
        self.game.batch().map(|_| self as _)
    }

    fn tactics(&self) -> Option<&dyn Tactics<StateIndex, G::Move>> {
        self.game.tactics().map(|_| self as _)
    }

    fn knowledge(&self) -> &dyn Knowledge<StateIndex> {
        self
    }

    fn notation(&self) -> &dyn Notation<Self::State, Self::Move> {
        self
    }
}

impl<G: Game> Notation<StateIndex, G::Move> for Tabulated<G> {
    fn role_name(&self, role: usize) -> &str {
        self.game.notation().role_name(role)
    }

    fn move_name(&self, mov: G::Move) -> String {
        self.game.notation().move_name(mov)
    }

    fn scale(&self, role: usize) -> Scale {
        self.game.notation().scale(role)
    }

    fn draw(&self, state: &StateIndex) -> String {
        self.game.notation().draw(self.state(*state))
    }

    fn remark(&self, state: &StateIndex) -> Option<String> {
        self.game.notation().remark(self.state(*state))
    }
}

impl<G: Game> Chance<StateIndex, G::Move> for Tabulated<G> {
    fn role(&self) -> usize {
        self.chances().role()
    }

    fn outcomes(&self, state: &StateIndex, outcomes: &mut Vec<(G::Move, f64)>) {
        self.chances().outcomes(self.state(*state), outcomes);
    }
}

impl<G: Game> Percepts<StateIndex, G::Move> for Tabulated<G> {
    fn seen(&self, state: &StateIndex, joint: &[G::Move], role: usize, seen: &mut Vec<Percept>) {
        self.perceived().seen(self.state(*state), joint, role, seen);
    }

    fn successors_seen(
        &self,
        parents: &[Parent<'_, StateIndex, G::Move>],
        role: usize,
        successors: &mut Vec<(StateIndex, Vec<Percept>)>,
    ) -> bool {
        let of_game = |parent: &Parent<'_, StateIndex, G::Move>| self.state(*parent.state);
        let own: Vec<_> =
            parents.iter().map(|parent| Parent { state: of_game(parent), joints: parent.joints }).collect();
        let mut found = Vec::new();
        if !self.perceived().successors_seen(&own, role, &mut found) {
            return false;
        }
        let mut children = Vec::new();
        self.children(parents, &mut children);
        successors.clear();
        successors.extend(children.into_iter().zip(found).map(|(child, (_, seen))| (child, seen)));
        true
    }

    fn percept_name(&self, percept: Percept) -> String {
        self.perceived().percept_name(percept)
    }
}

/// The game's own, on states of the table; children are looked up.
impl<G: Game> Batch<StateIndex, G::Move> for Tabulated<G> {
    fn children(&self, parents: &[Parent<'_, StateIndex, G::Move>], children: &mut Vec<StateIndex>) {
        children.clear();
        for Parent { state, joints } in parents {
            children.extend(joints.chunks_exact(self.roles).map(|joint| self.next(state, joint)));
        }
    }

    fn plays_side_by_side(&self, playouts: usize) -> bool {
        self.own_batch().plays_side_by_side(playouts)
    }

    fn playouts(
        &self,
        starts: &[StateIndex],
        each: u32,
        seed: u64,
        go_on: &dyn Fn() -> bool,
        outcomes: &mut Outcomes,
    ) -> Result<(), Fault> {
        let starts: Vec<G::State> = starts.iter().map(|&start| self.state(start).clone()).collect();
        self.own_batch().playouts(&starts, each, seed, go_on, outcomes)
    }

    fn sample(&self, seeds: &[u64], count: u64, go_on: &(dyn Fn() -> bool + Sync)) -> Result<Sample, Fault> {
        self.own_batch().sample(seeds, count, go_on)
    }
}

/// The game's own, on states of the table.
impl<G: Game> Tactics<StateIndex, G::Move> for Tabulated<G> {
    fn prepare(&self, policy: Policy, go_on: &dyn Fn() -> bool) -> bool {
        self.own_tactics().prepare(policy, go_on)
    }

    fn prepare_aside(&self, policy: Policy) -> bool {
        self.own_tactics().prepare_aside(policy)
    }

    fn playouts(
        &self,
        policy: Policy,
        heed: Heed<'_, G::Move>,
        starts: &[StateIndex],
        each: u32,
        seed: u64,
        go_on: &dyn Fn() -> bool,
        outcomes: &mut Outcomes,
    ) -> Result<(), Fault> {
        let starts: Vec<G::State> = starts.iter().map(|&start| self.state(start).clone()).collect();
        self.own_tactics().playouts(policy, heed, &starts, each, seed, go_on, outcomes)
    }

    fn prepare_heeding(&self, policy: Policy, go_on: &dyn Fn() -> bool) -> bool {
        self.own_tactics().prepare_heeding(policy, go_on)
    }

    fn prepare_heeding_aside(&self, policy: Policy) -> bool {
        self.own_tactics().prepare_heeding_aside(policy)
    }

    fn decisive_moves(&self, states: &[&StateIndex], found: &mut Vec<Option<(usize, G::Move)>>) {
        let states: Vec<&G::State> = states.iter().map(|state| self.state(**state)).collect();
        self.own_tactics().decisive_moves(&states, found);
    }
}

/// The game's own knowledge of the states of the table.
impl<G: Game> Knowledge<StateIndex> for Tabulated<G> {
    /// None also where the game's own canonical state is not among the tables: the initial state need not
    /// reach it.
    fn canonical(&self, state: &StateIndex) -> Option<StateIndex> {
        let canonical = self.game.knowledge().canonical(self.state(*state))?;
        // There are no more states than a `u32` counts.
        self.states.get_index_of(&canonical).map(|index| StateIndex(index as u32))
    }

    fn pieces(&self, state: &StateIndex) -> Option<Pieces> {
        self.game.knowledge().pieces(self.state(*state))
    }

    fn goal_proximity(&self, state: &StateIndex, role: usize) -> Option<f64> {
        self.game.knowledge().goal_proximity(self.state(*state), role)
    }

    fn mover(&self, state: &StateIndex) -> Option<usize> {
        self.game.knowledge().mover(self.state(*state))
    }

    fn gives_goal_range(&self) -> bool {
        self.game.knowledge().gives_goal_range()
    }

    fn static_value(&self, state: &StateIndex, role: usize) -> Result<Option<Goal>, Fault> {
        self.game.knowledge().static_value(self.state(*state), role)
    }

    fn goal_sums(&self) -> Option<RangeInclusive<Goal>> {
        self.game.knowledge().goal_sums()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::testing::{Broken, TicTacToe};
    use crate::{Playouts, Rules, Tree, goal_sums, perft};

    fn tabulated() -> Tabulated<TicTacToe> {
        Tabulated::new(TicTacToe, TableLimits::default()).expect("tic-tac-toe is small")
    }

    #[test]
    fn tic_tac_toe_has_its_known_figures() {
        let table = tabulated();
        assert_eq!(table.states(), 5_478);
        assert_eq!(perft(&table, 9), perft(&TicTacToe, 9));
    }

    #[test]
    fn playouts_are_the_same_for_the_same_seed() {
        let table = tabulated();
        for seed in 0..100 {
            let rng = || Xoshiro256PlusPlus::seed_from_u64(seed);
            let quick = Playouts::new(&table).run(&table.initial(), &mut rng());
            let plain = Playouts::new(&TicTacToe).run(&TicTacToe.initial(), &mut rng());
            assert_eq!((table.state(quick.end), quick.plies), (&plain.end, plain.plies));
        }
    }

    #[test]
    fn what_the_game_knows_of_its_states_the_table_knows_too() {
        let table = tabulated();
        let corner = table.next(&table.initial(), &[0, TicTacToe::NOOP]);
        let other = table.next(&table.initial(), &[2, TicTacToe::NOOP]);
        assert_ne!(corner, other);
        assert_eq!(
            (table.knowledge().canonical(&other), table.knowledge().canonical(&corner)),
            (Some(corner), Some(corner))
        );
        assert_eq!(table.knowledge().pieces(&other), TicTacToe.knowledge().pieces(table.state(other)));
        assert_eq!(table.knowledge().goal_proximity(&other, 0), Some(1.0 / 9.0));
        assert_eq!(goal_sums(&table), 100..=100);
    }

    #[test]
    fn playouts_side_by_side_are_those_of_the_game() {
        let text = include_str!("../games/counting-to-21.kif");
        let rules = || {
            Rules::new(&gdl::Rulesheet::parse("counting", text.as_bytes()).expect("a sheet")).expect("a game")
        };
        let (table, rules) = (Tabulated::new(rules(), TableLimits::default()).expect("small"), rules());
        let (mut quick, mut plain) = (Outcomes::default(), Outcomes::default());
        let (of_table, of_rules) = (table.batch().expect("lanes"), rules.batch().expect("lanes"));
        of_table.playouts(&[table.initial()], 100, 7, &|| true, &mut quick).expect("sound");
        of_rules.playouts(&[rules.initial()], 100, 7, &|| true, &mut plain).expect("sound");
        assert_eq!((&quick, quick.playouts(0)), (&plain, 100));
    }

    #[test]
    fn a_game_over_a_limit_comes_back() {
        let exactly = TableLimits { states: 5_478, joint_moves: 16_167 };
        assert!(Tabulated::new(TicTacToe, exactly).is_ok());
        assert!(Tabulated::new(TicTacToe, TableLimits { states: 5_477, ..exactly }).is_err());
        let refused =
            Tabulated::new(TicTacToe, TableLimits { joint_moves: 16_166, ..exactly }).expect_err("too large");
        assert_eq!(
            refused.to_string(),
            "the game has no table: it exceeds the limits of tables, or nobody waits for it any more"
        );
    }

    #[test]
    fn a_game_that_fails_comes_back_with_its_fault() {
        let back = Tabulated::new(Broken, TableLimits::default()).expect_err("it fails");
        assert_eq!(back.fault, Some(Broken::fault_value()));
        assert_eq!(back.to_string(), format!("the game has no table: {}", Broken::fault_value()));
    }

    #[test]
    fn a_terminal_initial_state_is_a_game_too() {
        let leaf = Tree::from_brackets("7").expect("a tree");
        let table = Tabulated::new(leaf, TableLimits::default()).expect("one state");
        assert!(table.terminal(&table.initial()));
        assert_eq!(table.goal(&table.initial(), 0), 7);
    }

    proptest! {
        #[test]
        fn it_agrees_with_its_game_on_random_walks(seed: u64) {
            let table = tabulated();
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let (mut index, mut state) = (table.initial(), TicTacToe.initial());
            loop {
                prop_assert_eq!(table.state(index), &state);
                prop_assert_eq!(table.terminal(&index), TicTacToe.terminal(&state));
                if TicTacToe.terminal(&state) {
                    for role in 0..2 {
                        prop_assert_eq!(table.goal(&index, role), TicTacToe.goal(&state, role));
                    }
                    break;
                }
                let choices = Choices::of(&TicTacToe, &state);
                prop_assert_eq!(&Choices::of(&table, &index), &choices);
                let joint: Vec<u8> = (0..2)
                    .map(|role| choices.of_role(role)[rng.random_range(0..choices.of_role(role).len())])
                    .collect();
                (index, state) = (table.next(&index, &joint), TicTacToe.next(&state, &joint));
            }
        }
    }
}
