mod batch;
mod compiled;
mod encoding;
mod knowledge;
mod pieces;
mod planning;
mod proximity;
mod reasoned;
mod together;
mod uncertainty;

use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use circuit::{CanonicalForm, Circuit, Factors, Packed};
use gdl::{Interrupt, Interrupted, Rulesheet, Source};
use logic::{GroundLimits, Limits, LogicError, Reasoner, RoleGoal, TermId, View};

use crate::{
    Batch, Chance, Encoding, Fault, Game, Goal, Knowledge, Notation, Percepts, Planning, StateStructure,
    Tactics,
};
use pieces::PieceMap;
use reasoned::Reasoned;

pub use compiled::{Compiled, NoCircuit};
pub use logic::CHANCE;
pub use uncertainty::Information;

/// The game that a rulesheet describes, played on its circuit, or by the reasoner where it has none.
///
/// A terminal state that gives a role no goal pays it 0, and one that gives it several pays the least of them: search
/// needs a number, and may not gain from a mistake in the rules. Of such a state there is a [`remark`](crate::Notation::remark).
///
/// Rules are not changed by being asked. What may take long (symmetries, bounds on the sums of goals) is worked out when they are made; the board,
/// the canonical form and the factors, when somebody first asks for them, and are the same whoever asks.
pub struct Rules {
    source: Source,
    reasoner: Arc<Reasoner>,
    roles: Vec<String>,
    /// The number of the role of chance.
    chance: Option<usize>,
    compiled: Result<Compiled, NoCircuit>,
    /// The board, found when somebody first asks for pieces.
    pieces: OnceLock<Option<PieceMap>>,
    /// How states are encoded, worked out when somebody first asks.
    structure: OnceLock<StateStructure>,
    /// The canonical form, found when somebody first asks for it.
    canonical_form: OnceLock<Option<CanonicalForm>>,
    /// The factors, found when somebody first asks for them.
    factors: OnceLock<Option<Factors>>,
    /// The circuit of packed states, compiled when somebody first asks for it.
    packed: OnceLock<Option<Arc<Packed>>>,
}

/// A state of a rulesheet's game. What is known about it is kept with it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RulesState(Engine);

/// A state as the engine that plays the game keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Engine {
    Compiled(circuit::State),
    Reasoned(Reasoned),
}

impl From<circuit::State> for RulesState {
    /// A state of a circuit as one of the rules that it was made from.
    fn from(state: circuit::State) -> Self {
        Self(Engine::Compiled(state))
    }
}

impl Rules {
    /// The time in which the game of a rulesheet is made by default.
    pub const TIME: Duration = Duration::from_secs(30);

    /// The game of a rulesheet, within the default limits: on its circuit, if it can have one, else by the reasoner.
    /// [`compiled`](Self::compiled) tells which, and why.
    ///
    /// # Errors
    /// If the initial state cannot be worked out within the limits.
    pub fn new(sheet: &Rulesheet) -> Result<Self, LogicError> {
        Self::within(sheet, Limits::default(), &GroundLimits::default())
    }

    /// The game of a rulesheet, made in [`TIME`](Self::TIME). A limit on questions that is exceeded later becomes the [`fault`](Game::fault) of the
    /// state that was asked about; one on grounding leaves the game to the reasoner.
    ///
    /// # Errors
    /// If the initial state cannot be worked out within the limits.
    pub fn within(sheet: &Rulesheet, limits: Limits, ground: &GroundLimits) -> Result<Self, LogicError> {
        Self::within_while(sheet, limits, ground, &Interrupt::after(Self::TIME))
    }

    /// The game of a rulesheet as [`within`](Self::within) makes it, until it is interrupted: then the reasoner plays.
    ///
    /// # Errors
    /// If the initial state cannot be worked out within the limits, or before it is interrupted.
    pub fn within_while(
        sheet: &Rulesheet,
        limits: Limits,
        ground: &GroundLimits,
        interrupt: &Interrupt<'_>,
    ) -> Result<Self, LogicError> {
        let mut rules = Self::reasoned_while(sheet, limits, interrupt)?;
        rules.compiled = Compiled::new(sheet, &rules.reasoner, ground, interrupt);
        Ok(rules)
    }

    /// The game of a rulesheet, played by the reasoner.
    ///
    /// # Errors
    /// If the initial state cannot be worked out within the limits.
    pub fn reasoned(sheet: &Rulesheet, limits: Limits) -> Result<Self, LogicError> {
        Self::reasoned_while(sheet, limits, &Interrupt::after(Self::TIME))
    }

    /// The game of a rulesheet, played by the reasoner, if it is made before it is interrupted.
    ///
    /// # Errors
    /// If the initial state cannot be worked out within the limits, or before it is interrupted.
    pub fn reasoned_while(
        sheet: &Rulesheet,
        limits: Limits,
        interrupt: &Interrupt<'_>,
    ) -> Result<Self, LogicError> {
        let reasoner = Reasoner::new_while(sheet, limits, interrupt)?;
        let roles: Vec<String> = reasoner.roles().iter().map(|&role| reasoner.text(role)).collect();
        let chance = reasoner.chance();
        let compiled = Err(NoCircuit::Unwanted);
        Ok(Self {
            source: sheet.source().clone(),
            reasoner: Arc::new(reasoner),
            roles,
            chance,
            compiled,
            pieces: OnceLock::new(),
            structure: OnceLock::new(),
            canonical_form: OnceLock::new(),
            factors: OnceLock::new(),
            packed: OnceLock::new(),
        })
    }

    /// A game of the same fluents and moves that another circuit plays, of a factor of this one.
    fn with_circuit(&self, circuit: Circuit) -> Self {
        Self {
            source: self.source.clone(),
            reasoner: Arc::clone(&self.reasoner),
            roles: self.roles.clone(),
            chance: self.chance,
            compiled: Ok(self.circuit().with_circuit(circuit)),
            pieces: OnceLock::new(),
            structure: OnceLock::new(),
            // Neither is anybody's question about a factor.
            canonical_form: OnceLock::from(None),
            factors: OnceLock::from(None),
            packed: OnceLock::new(),
        }
    }

    /// The text of the rulesheet, with the name that diagnostics call it by.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The reasoner, which knows the terms, and plays the game if nothing else does.
    pub fn reasoner(&self) -> &Reasoner {
        &self.reasoner
    }

    /// The circuit that plays the game.
    ///
    /// # Errors
    /// If the reasoner plays it: why.
    pub fn compiled(&self) -> Result<&Compiled, &NoCircuit> {
        self.compiled.as_ref()
    }

    /// How many symmetries of the game are known, that which changes nothing included; [`canonical`](Knowledge::canonical) is about them. Only a game
    /// that is played on its circuit has others.
    pub fn symmetries(&self) -> usize {
        self.compiled.as_ref().map_or(1, |compiled| compiled.symmetries().count())
    }

    /// The rules in a form that depends neither on names nor on orders. None if the game is not played on its circuit, or the rules
    /// are too long or too hard to put into that form, which [`CanonicalForm::new`] defines.
    ///
    /// # Errors
    /// If it is interrupted before the form is known. Then it is worked out when somebody asks again.
    pub fn canonical_form(&self, interrupt: &Interrupt<'_>) -> Result<Option<&CanonicalForm>, Interrupted> {
        if let Some(known) = self.canonical_form.get() {
            return Ok(known.as_ref());
        }
        let form = match self.compiled.as_ref().ok().and_then(Compiled::grounding) {
            Some(grounding) => CanonicalForm::new(grounding, &self.reasoner, interrupt)?,
            None => None,
        };
        Ok(self.canonical_form.get_or_init(|| form).as_ref())
    }

    /// The independent games that this one consists of; fluents and moves have the numbers of the [circuit](Self::compiled). None if it is one game, is not
    /// played on its circuit, or its rules are too long to tell.
    ///
    /// # Errors
    /// If it is interrupted before they are known. Then they are worked out when somebody asks again.
    pub fn factors(&self, interrupt: &Interrupt<'_>) -> Result<Option<&Factors>, Interrupted> {
        if let Some(known) = self.factors.get() {
            return Ok(known.as_ref());
        }
        let factors =
            self.compiled.as_ref().map_or(Ok(None), |compiled| compiled.circuit().factors(interrupt))?;
        Ok(self.factors.get_or_init(|| factors).as_ref())
    }

    /// The fluents that hold in `state`, in no meaningful order.
    pub fn fluents(&self, state: &RulesState) -> Vec<TermId> {
        match &state.0 {
            Engine::Compiled(state) => self.circuit().holding(state),
            Engine::Reasoned(state) => state.fluents.fluents().to_vec(),
        }
    }

    /// Whether the rules call `state` terminal; [`terminal`](Game::terminal) says so too of a state with a fault.
    ///
    /// # Errors
    /// If the answer exceeds the limits.
    pub fn is_terminal(&self, state: &RulesState) -> Result<bool, LogicError> {
        match &state.0 {
            Engine::Compiled(state) => Ok(state.terminal()),
            Engine::Reasoned(state) => self.view(state)?.terminal(),
        }
    }

    /// What the rules allow a role in `state`, sorted by text, whether the state is terminal or not;
    /// [`legal`](Game::legal) is for states that are not.
    ///
    /// # Errors
    /// If the answer exceeds the limits.
    pub fn legal_moves(&self, state: &RulesState, role: usize) -> Result<Vec<TermId>, LogicError> {
        match &state.0 {
            Engine::Compiled(state) => Ok(self.circuit().legal(state, role).collect()),
            Engine::Reasoned(state) => self.view(state)?.legal(role),
        }
    }

    /// What the rules allow each role in `state`, each role's moves sorted by text; none if the state is terminal. All are worked out together.
    ///
    /// # Errors
    /// If the answer exceeds the limits.
    pub fn legal_moves_of_all(&self, state: &RulesState) -> Result<Option<Vec<Vec<TermId>>>, LogicError> {
        match &state.0 {
            Engine::Compiled(state) if state.terminal() => Ok(None),
            Engine::Compiled(state) => {
                let moves = |role| self.circuit().legal(state, role).collect();
                Ok(Some((0..self.roles.len()).map(moves).collect()))
            }
            Engine::Reasoned(state) => {
                // That a role has no move is a fault only to a search.
                self.moves(state)
                    .map_or_else(|_| self.look_for_moves(state), |known| Ok(known.map(<[_]>::to_vec)))
            }
        }
    }

    /// The state after a joint move of legal moves. Where [`next`](Game::next) must name a state, this tells when there is none.
    ///
    /// # Errors
    /// If the answer exceeds the limits.
    pub fn successor(&self, state: &RulesState, joint: &[TermId]) -> Result<RulesState, LogicError> {
        Ok(RulesState(match &state.0 {
            Engine::Compiled(state) => Engine::Compiled(self.circuit().next(state, joint)),
            Engine::Reasoned(state) => Engine::Reasoned(Reasoned::new(self.view(state)?.next(joint)?)),
        }))
    }

    /// What the rules say each role gets in `state`, whether it is terminal or not. Where [`goal`](Game::goal) must
    /// name a number, this tells when there is none. The role of chance gets 0 whatever they say.
    ///
    /// # Errors
    /// If the answer exceeds the limits.
    pub fn goals(&self, state: &RulesState) -> Result<Vec<RoleGoal>, LogicError> {
        Ok(match &state.0 {
            Engine::Compiled(bits) => {
                let goals = (0..self.roles.len()).map(|role| bits.goal(role));
                if goals.clone().all(|goal| goal.unique) {
                    return Ok(goals.map(|goal| RoleGoal::Unique(goal.value)).collect());
                }
                // It is rare, and the reasoner can tell what is wrong.
                self.without_chance(self.reasoner.view(&self.reasoner.state(self.fluents(state))).goals()?)
            }
            Engine::Reasoned(state) => self.without_chance(self.view(state)?.goals()?),
        })
    }

    /// These goals of all roles, but 0 for the role of chance.
    fn without_chance(&self, mut goals: Vec<RoleGoal>) -> Vec<RoleGoal> {
        if let Some(chance) = self.chance {
            goals[chance] = RoleGoal::Unique(0);
        }
        goals
    }

    fn piece_map(&self) -> Option<&PieceMap> {
        let initial = self.reasoner.initial().fluents();
        let find = || match &self.compiled {
            Ok(compiled) => PieceMap::of_possible(&self.reasoner, &self.roles, compiled.fluents(), initial),
            Err(_) => PieceMap::of_initial(&self.reasoner, &self.roles, initial),
        };
        self.pieces.get_or_init(find).as_ref()
    }

    /// The circuit of the states that a circuit has made.
    fn circuit(&self) -> &Compiled {
        match &self.compiled {
            Ok(compiled) => compiled,
            Err(_) => unreachable!("a state of a circuit comes from the game's own circuit"),
        }
    }

    /// Whether the game is over in a state of the circuit, be it by a fault.
    fn over(&self, state: &circuit::State) -> bool {
        state.terminal() || self.stuck(state).is_some()
    }

    /// The role that has no legal move in a state of the circuit which is not terminal.
    fn stuck(&self, state: &circuit::State) -> Option<usize> {
        if state.terminal() {
            return None;
        }
        let mut doubtful = self.circuit().circuit().may_be_stuck().iter().copied();
        doubtful.find(|&role| self.circuit().legal(state, role).next().is_none())
    }

    fn no_move(&self, role: usize, fluents: &[TermId]) -> Fault {
        let message = format!(
            "the role {} has no legal move in the state {}, which is not terminal; give it a move such as `noop`, or end the game there",
            self.roles[role],
            self.reasoner.texts(fluents).join(" "),
        );
        Fault { message }
    }

    /// The reasoner's view of a state, unless the state could not be worked out.
    fn view<'s>(&'s self, state: &'s Reasoned) -> Result<View<'s>, LogicError> {
        state
            .failure
            .as_ref()
            .map_or_else(|| Ok(self.reasoner.view(&state.fluents)), |error| Err(error.clone()))
    }

    /// Each role's legal moves, none if the state is terminal, or why there is no answer.
    fn moves<'s>(&self, state: &'s Reasoned) -> Result<Option<&'s [Vec<TermId>]>, Fault> {
        let moves = reasoned::remembered(&state.moves, || {
            let moves = self.look_for_moves(state)?;
            Ok(match moves.iter().flatten().position(Vec::is_empty) {
                Some(role) => Err(self.no_move(role, state.fluents.fluents())),
                None => Ok(moves),
            })
        })?;
        Ok(moves.as_deref())
    }

    /// What the reasoner says each role may do, or none if the state is terminal.
    fn look_for_moves(&self, state: &Reasoned) -> Result<Option<Vec<Vec<TermId>>>, LogicError> {
        let mut view = self.view(state)?;
        if view.terminal()? { Ok(None) } else { view.legal_of_all().map(Some) }
    }

    /// What people should know of these goals of a state, if they are not exactly one goal for every role.
    /// Whether a role is chance, whose goals mean nothing.
    fn is_chance(&self, role: usize) -> bool {
        self.chance == Some(role)
    }

    fn remark_on(&self, goals: &[RoleGoal], state: &RulesState) -> Option<String> {
        let doubtful =
            |(role, goal): (usize, &RoleGoal)| !self.is_chance(role) && !matches!(goal, RoleGoal::Unique(_));
        let role = goals.iter().enumerate().position(doubtful)?;
        let (number, taken) = match &goals[role] {
            RoleGoal::Ambiguous(goals) => (format!("the goals {}", goals.join(", ")), "the least"),
            _ => ("no goal".to_owned(), "0"),
        };
        Some(format!(
            "the rules give {} {number} in the terminal state {}; {taken} is taken",
            self.roles[role],
            self.reasoner.texts(&self.fluents(state)).join(" "),
        ))
    }
}

impl From<LogicError> for Fault {
    fn from(error: LogicError) -> Self {
        Fault { message: error.to_string() }
    }
}

impl Game for Rules {
    type State = RulesState;
    type Move = TermId;

    fn roles(&self) -> usize {
        self.roles.len()
    }

    fn initial(&self) -> RulesState {
        RulesState(match &self.compiled {
            Ok(compiled) => Engine::Compiled(compiled.circuit().initial().clone()),
            Err(_) => Engine::Reasoned(Reasoned::new(self.reasoner.initial().clone())),
        })
    }

    fn terminal(&self, state: &RulesState) -> bool {
        match &state.0 {
            Engine::Compiled(state) => self.over(state),
            Engine::Reasoned(state) => !matches!(self.moves(state), Ok(Some(_))),
        }
    }

    fn legal(&self, state: &RulesState, role: usize, moves: &mut Vec<TermId>) {
        moves.clear();
        match &state.0 {
            Engine::Compiled(state) if self.over(state) => {}
            Engine::Compiled(state) => moves.extend(self.circuit().legal(state, role)),
            Engine::Reasoned(state) => {
                if let Ok(Some(known)) = self.moves(state) {
                    moves.extend(&known[role]);
                }
            }
        }
    }

    fn next(&self, state: &RulesState, joint: &[TermId]) -> RulesState {
        self.successor(state, joint).unwrap_or_else(|error| {
            let Engine::Reasoned(state) = &state.0 else { unreachable!("a circuit has an answer") };
            RulesState(Engine::Reasoned(Reasoned::failed(state.fluents.clone(), error)))
        })
    }

    fn goal(&self, state: &RulesState, role: usize) -> Goal {
        match &state.0 {
            Engine::Compiled(state) => Goal::from(state.goal(role).value),
            Engine::Reasoned(position) => {
                let goals = reasoned::remembered(&position.goals, || Ok(Ok(self.goals(state)?)));
                goals.map_or(0, |goals| least_goal(&goals[role]))
            }
        }
    }

    fn fault(&self, state: &RulesState) -> Option<Fault> {
        match &state.0 {
            Engine::Compiled(state) => {
                self.stuck(state).map(|role| self.no_move(role, &self.circuit().holding(state)))
            }
            Engine::Reasoned(position) => {
                let moves = self.moves(position).err();
                let goals = || position.goals.get()?.as_ref().err();
                moves.or_else(|| goals().cloned())
            }
        }
    }

    fn heap_bytes(&self, state: &RulesState) -> usize {
        match &state.0 {
            Engine::Compiled(state) => state.heap_bytes(),
            Engine::Reasoned(state) => state.heap_bytes(),
        }
    }

    fn chance(&self) -> Option<&dyn Chance<RulesState, TermId>> {
        self.chance.map(|_| self as _)
    }

    fn percepts(&self) -> Option<&dyn Percepts<RulesState, TermId>> {
        self.reasoner.hides().then_some(self as _)
    }

    fn batch(&self) -> Option<&dyn Batch<RulesState, TermId>> {
        self.compiled.is_ok().then_some(self as _)
    }

    fn encoding(&self) -> Option<&dyn Encoding<RulesState>> {
        self.compiled.is_ok().then_some(self as _)
    }

    fn tactics(&self) -> Option<&dyn Tactics<RulesState, TermId>> {
        self.compiled.is_ok().then_some(self as _)
    }

    fn planning(&self) -> Option<&dyn Planning<RulesState, TermId>> {
        (self.compiled.is_ok() && self.roles.len() == 1).then_some(self as _)
    }

    fn knowledge(&self) -> &dyn Knowledge<RulesState> {
        self
    }

    fn notation(&self) -> &dyn Notation<Self::State, Self::Move> {
        self
    }
}

impl Notation<RulesState, TermId> for Rules {
    fn role_name(&self, role: usize) -> &str {
        &self.roles[role]
    }

    fn move_name(&self, mov: TermId) -> String {
        self.reasoner.text(mov)
    }

    fn draw(&self, state: &RulesState) -> String {
        self.reasoner.texts(&self.fluents(state)).join("  ")
    }

    fn remark(&self, state: &RulesState) -> Option<String> {
        match &state.0 {
            Engine::Compiled(bits)
                if (0..self.roles.len()).all(|role| self.is_chance(role) || bits.goal(role).unique) =>
            {
                None
            }
            _ => self.remark_on(&self.goals(state).ok()?, state),
        }
    }
}

fn least_goal(payoff: &RoleGoal) -> Goal {
    match payoff {
        RoleGoal::Unique(goal) => Goal::from(*goal),
        RoleGoal::Missing => 0,
        RoleGoal::Ambiguous(texts) => {
            let goals = texts.iter().filter_map(|text| text.parse().ok());
            goals.filter(|goal| (0..=100).contains(goal)).min().unwrap_or(0)
        }
    }
}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rules").field("roles", &self.roles).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn over(goals: &str) -> Rules {
        let text = format!("(role you) (init a) (legal you wait) terminal {goals}");
        Rules::new(&Rulesheet::parse("test.kif", text.as_bytes()).unwrap()).unwrap()
    }

    #[test]
    fn a_clear_goal_needs_no_remark() {
        let rules = over("(goal you 70)");
        assert_eq!((rules.goal(&rules.initial(), 0), rules.notation().remark(&rules.initial())), (70, None));
    }

    #[test]
    fn both_engines_tell_the_moves_of_all_at_once() {
        let text =
            "(role a) (role b) (init (n 0)) (legal a go) (legal a stay) (<= (legal b wait) (true (n 0)))
            (<= (next (n 1)) (does a go)) (<= (next (n 2)) (does a stay)) (<= terminal (true (n 2)))
            (goal a 1) (goal b 1)";
        let sheet = Rulesheet::parse("test.kif", text.as_bytes()).unwrap();
        for rules in [Rules::new(&sheet).unwrap(), Rules::reasoned(&sheet, Limits::default()).unwrap()] {
            let state = rules.initial();
            for _ in 0..2 {
                let moves = rules.legal_moves_of_all(&state).unwrap().unwrap();
                let named: Vec<_> = moves.iter().map(|moves| rules.reasoner().texts(moves)).collect();
                assert_eq!(named, [vec!["go", "stay"], vec!["wait"]]);
            }
            let moves = rules.legal_moves_of_all(&state).unwrap().unwrap();
            let after = |mov: usize| rules.successor(&state, &[moves[0][mov], moves[1][0]]).unwrap();
            assert_eq!(rules.legal_moves_of_all(&after(1)).unwrap(), None, "the end");
            // That a role has no move is a fault only to a search.
            let stuck = rules.legal_moves_of_all(&after(0)).unwrap().unwrap();
            assert_eq!((stuck[0].len(), stuck[1].len()), (2, 0));
            assert!(rules.terminal(&after(0)) && rules.fault(&after(0)).is_some());
            assert!(
                !rules.terminal(&state) && rules.fault(&state).is_none(),
                "other states are as they were"
            );
        }
    }

    /// Rules whose moves are a million, so that they are grounded for a while, and a state that is known at once.
    fn million() -> Rulesheet {
        let digits: String = (0..100).map(|digit| format!("(d {digit})")).collect();
        let rules = "(role you) (init on) (<= (legal you (go ?a ?b ?c)) (d ?a) (d ?b) (d ?c) (true off))
            (<= (legal you wait) (true on)) (<= (next off) (true on)) (<= terminal (true (n 1))) (goal you 0)";
        Rulesheet::parse("test.kif", format!("{digits} {rules}").as_bytes()).unwrap()
    }

    /// The game, and how often it was asked for before it was interrupted at question `last`.
    fn interrupted(sheet: &Rulesheet, last: usize) -> (Result<Rules, LogicError>, usize) {
        let asked = std::cell::Cell::new(0);
        let go_on = || {
            asked.set(asked.get() + 1);
            asked.get() < last
        };
        let interrupt = Interrupt::unless(&go_on);
        let rules = Rules::within_while(sheet, Limits::default(), &GroundLimits::default(), &interrupt);
        (rules, asked.get())
    }

    #[test]
    fn rules_that_are_not_compiled_in_time_are_reasoned_about() {
        let sheet = million();
        let (rules, asked) = interrupted(&sheet, 2_000);
        assert_eq!(asked, 2_000, "it works on");
        let rules = rules.unwrap();
        let why = rules.compiled().unwrap_err().to_string();
        assert!(why.ends_with("cannot be grounded: it was cancelled"), "{why}");
        assert_eq!(rules.legal_moves_of_all(&rules.initial()).unwrap().unwrap()[0].len(), 1);
        // Before the initial state is known there is no game.
        let (rules, asked) = interrupted(&sheet, 2);
        let error = rules.map(|_| ()).unwrap_err();
        assert_eq!((error.to_string().as_str(), asked), ("there is no answer: it was cancelled", 2));
    }

    #[test]
    fn what_is_cancelled_in_the_end_has_no_circuit() {
        let text = "(role you) (init (n 0)) (legal you (set 1)) (legal you (set 2))
            (<= (next (n ?x)) (does you (set ?x))) (<= terminal (true (n 2))) (goal you 0)";
        let sheet = Rulesheet::parse("test.kif", text.as_bytes()).unwrap();
        let (rules, all) = interrupted(&sheet, usize::MAX);
        assert!(rules.unwrap().compiled().is_ok());
        let (rules, asked) = interrupted(&sheet, all);
        assert_eq!(asked, all);
        assert_eq!(
            rules.unwrap().compiled().unwrap_err(),
            &NoCircuit::Interrupted(gdl::Interrupted::Cancelled)
        );
    }

    #[test]
    fn thirty_thousand_roles_may_move_side_by_side() {
        let roles: String = (0..30_000).map(|role| format!("(role r{role})")).collect();
        let rules = "(init p) (<= (legal ?r a) (role ?r)) (<= (goal ?r 1) (role ?r)) (<= (next q) (true p)) (<= terminal (true q))";
        let sheet = Rulesheet::parse("test.kif", format!("{roles}{rules}").as_bytes()).unwrap();
        for rules in [Rules::new(&sheet).unwrap(), Rules::reasoned(&sheet, Limits::default()).unwrap()] {
            assert_eq!(crate::perft(&rules, 1).unwrap(), [1]);
        }
    }

    #[test]
    fn what_has_no_answer_is_an_error_and_the_fault_of_the_state_after_it() {
        let text = "(role a) (init (n z)) (legal a go) (<= (next (n (s ?n))) (true (n ?n)))
            (<= terminal (true b)) (goal a 1)";
        let sheet = Rulesheet::parse("test.kif", text.as_bytes()).unwrap();
        let rules = Rules::reasoned(&sheet, Limits { term_depth: 3, ..Limits::default() }).unwrap();
        let joint = rules.legal_moves_of_all(&rules.initial()).unwrap().unwrap().concat();
        let state = rules.successor(&rules.initial(), &joint).unwrap();
        let error = rules.successor(&state, &joint).unwrap_err();
        let failed = rules.next(&state, &joint);
        assert!(rules.terminal(&failed) && failed != state);
        assert_eq!(rules.fault(&failed).unwrap().message, error.to_string());
        assert!(!rules.terminal(&state) && rules.fault(&state).is_none());
        let mut legal = Vec::new();
        rules.legal(&failed, 0, &mut legal);
        assert!(legal.is_empty());
    }

    #[test]
    fn an_answer_that_nobody_waited_for_is_not_remembered() {
        let text =
            "(role a) (init p) (<= (legal a go) (true p)) (<= (next q) (true p)) (<= terminal (true q))
            (<= (goal a 7) (true q))";
        let sheet = Rulesheet::parse("test.kif", text.as_bytes()).unwrap();
        let rules = Rules::reasoned(&sheet, Limits::default()).unwrap();
        let start = rules.initial();
        let end = rules.next(&start, &rules.legal_moves_of_all(&start).unwrap().unwrap().concat());
        let state = rules.initial();
        logic::ask_while(
            || false,
            || {
                assert!(rules.terminal(&state) && rules.terminal(&end), "nothing is known");
                assert_eq!(rules.goal(&end, 0), 0);
                let fault = rules.fault(&state).unwrap().message;
                assert_eq!(fault, "there is no answer: it was cancelled");
            },
        );
        assert!(!rules.terminal(&state) && rules.fault(&state).is_none());
        assert_eq!((rules.terminal(&end), rules.goal(&end, 0), rules.fault(&end)), (true, 7, None));
    }

    #[test]
    fn a_missing_goal_is_0_and_several_are_the_least_of_them_and_both_are_remarked_on() {
        let missing = over("(<= (goal you 70) (true b))");
        assert_eq!(missing.goal(&missing.initial(), 0), 0);
        let remark = missing.notation().remark(&missing.initial()).unwrap();
        assert_eq!(remark, "the rules give you no goal in the terminal state a; 0 is taken");
        let several = over("(goal you 70) (goal you 100)");
        assert_eq!(several.goal(&several.initial(), 0), 70);
        let remark = several.notation().remark(&several.initial()).unwrap();
        assert_eq!(
            remark,
            "the rules give you the goals 100, 70 in the terminal state a; the least is taken"
        );
    }
}
