mod compiled;
mod pieces;
mod proximity;
mod reasoned;

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::OnceLock;

use gdl::Rulesheet;
use logic::{GroundLimits, Limits, LogicError, Reasoner, RoleGoal, TermId};
use rand::Rng;

use crate::{Canvas, Fault, Game, Goal, Outcomes, Pieces, Sample};
use pieces::PieceMap;
use reasoned::Reasoned;

pub use compiled::{Compiled, NoCircuit};

/// The game that a rulesheet describes, played on its circuit, or by the reasoner where it has none.
///
/// A terminal state that gives a role no goal pays it 0, and one that gives it several pays the least of them: search
/// needs a number, and may not gain from a slip in the rules. The game then has a [`remark`](Game::remark).
pub struct Rules {
    reasoner: Reasoner,
    roles: Vec<String>,
    compiled: Result<Compiled, NoCircuit>,
    /// The board, found when somebody first asks for pieces.
    pieces: OnceLock<Option<PieceMap>>,
    fault: OnceLock<Fault>,
    remark: OnceLock<String>,
}

/// A state of a rulesheet's game. What is known about it is kept with it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RulesState(Known);

/// A state as the engine that plays the game knows it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Known {
    Compiled(circuit::State),
    Reasoned(Reasoned),
}

impl Rules {
    /// The game of a rulesheet, within the default limits: on its circuit, if it can have one, else by the reasoner.
    /// [`compiled`](Self::compiled) tells which, and why.
    ///
    /// # Errors
    /// If the initial state cannot be worked out within the limits.
    pub fn new(sheet: &Rulesheet) -> Result<Self, LogicError> {
        Self::within(sheet, Limits::default(), &GroundLimits::default())
    }

    /// The game of a rulesheet. A limit on questions that is exceeded later becomes the game's [`fault`](Game::fault); one on grounding
    /// leaves the game to the reasoner.
    ///
    /// # Errors
    /// If the initial state cannot be worked out within the limits.
    pub fn within(sheet: &Rulesheet, limits: Limits, ground: &GroundLimits) -> Result<Self, LogicError> {
        Self::within_while(sheet, limits, ground, &|| true)
    }

    /// The game of a rulesheet as [`within`](Self::within) makes it, as long as `go_on` says so: then the reasoner plays. It is asked many times a
    /// second while the rules are grounded, and once more before their circuit is made.
    ///
    /// # Errors
    /// If the initial state cannot be worked out within the limits.
    pub fn within_while(
        sheet: &Rulesheet,
        limits: Limits,
        ground: &GroundLimits,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Self, LogicError> {
        let mut rules = Self::reasoned(sheet, limits)?;
        rules.compiled = Compiled::new(sheet, &rules.reasoner, ground, go_on);
        Ok(rules)
    }

    /// The game of a rulesheet, played by the reasoner.
    ///
    /// # Errors
    /// If the initial state cannot be worked out within the limits.
    pub fn reasoned(sheet: &Rulesheet, limits: Limits) -> Result<Self, LogicError> {
        let reasoner = Reasoner::new(sheet, limits)?;
        let roles = reasoner.roles().iter().map(|&role| reasoner.text(role)).collect();
        let compiled = Err(NoCircuit::Unwanted);
        let (pieces, fault, remark) = Default::default();
        Ok(Self { reasoner, roles, compiled, pieces, fault, remark })
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

    /// How many symmetries of the game are known, that which changes nothing included; [`canonical`](Game::canonical) is about them. Only a game
    /// that is played on its circuit has others.
    pub fn symmetries(&self) -> usize {
        self.compiled.as_ref().map_or(1, |compiled| compiled.symmetries().count())
    }

    /// The fluents that hold in `state`, in no meaningful order.
    pub fn fluents(&self, state: &RulesState) -> Vec<TermId> {
        match &state.0 {
            Known::Compiled(state) => self.circuit().holding(state),
            Known::Reasoned(state) => state.fluents.fluents().to_vec(),
        }
    }

    /// Whether the rules call `state` terminal; [`terminal`](Game::terminal) says so too of every state after a fault.
    ///
    /// # Errors
    /// If the answer exceeds the limits.
    pub fn is_terminal(&self, state: &RulesState) -> Result<bool, LogicError> {
        match &state.0 {
            Known::Compiled(state) => Ok(state.terminal()),
            Known::Reasoned(state) => self.reasoner.view(&state.fluents).terminal(),
        }
    }

    /// What the rules allow a role in `state`, sorted by text, whether the state is terminal or not;
    /// [`legal`](Game::legal) is for states that are not.
    ///
    /// # Errors
    /// If the answer exceeds the limits.
    pub fn legal_moves(&self, state: &RulesState, role: usize) -> Result<Vec<TermId>, LogicError> {
        match &state.0 {
            Known::Compiled(state) => Ok(self.circuit().legal(state, role).collect()),
            Known::Reasoned(state) => self.reasoner.view(&state.fluents).legal(role),
        }
    }

    /// What the rules allow each role in `state`, each role's moves sorted by text; none if the state is terminal. All are worked out together.
    ///
    /// # Errors
    /// If the answer exceeds the limits.
    pub fn legal_moves_of_all(&self, state: &RulesState) -> Result<Option<Vec<Vec<TermId>>>, LogicError> {
        match &state.0 {
            Known::Compiled(state) if state.terminal() => Ok(None),
            Known::Compiled(state) => {
                let moves = |role| self.circuit().legal(state, role).collect();
                Ok(Some((0..self.roles.len()).map(moves).collect()))
            }
            Known::Reasoned(state) => {
                if let Some(Some(known)) = state.moves.get() {
                    return Ok(Some(known.clone()));
                }
                let moves = self.look_for_moves(state)?;
                // A role without a move is what a search takes for a fault.
                if let Some(found) = moves.as_ref().filter(|moves| !moves.iter().any(Vec::is_empty)) {
                    let _ = state.moves.set(Some(found.clone()));
                }
                Ok(moves)
            }
        }
    }

    /// The state after a joint move of legal moves. Where [`next`](Game::next) must name a state, this tells when there is none.
    ///
    /// # Errors
    /// If the answer exceeds the limits.
    pub fn successor(&self, state: &RulesState, joint: &[TermId]) -> Result<RulesState, LogicError> {
        Ok(RulesState(match &state.0 {
            Known::Compiled(state) => Known::Compiled(self.circuit().next(state, joint)),
            Known::Reasoned(state) => {
                Known::Reasoned(Reasoned::new(self.reasoner.view(&state.fluents).next(joint)?))
            }
        }))
    }

    /// What the rules say each role gets in `state`, whether it is terminal or not. Where [`goal`](Game::goal) must
    /// name a number, this tells when there is none.
    ///
    /// # Errors
    /// If the answer exceeds the limits.
    pub fn goals(&self, state: &RulesState) -> Result<Vec<RoleGoal>, LogicError> {
        match &state.0 {
            Known::Compiled(bits) => {
                let payments = (0..self.roles.len()).map(|role| bits.payment(role));
                if payments.clone().all(|payment| payment.clear) {
                    return Ok(payments.map(|payment| RoleGoal::Unique(payment.goal)).collect());
                }
                // It is rare, and the reasoner can tell what is wrong.
                self.reasoner.view(&self.reasoner.state(self.fluents(state))).goals()
            }
            Known::Reasoned(state) => self.reasoner.view(&state.fluents).goals(),
        }
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

    /// Whether the game is over, be it by a fault.
    fn over(&self, state: &circuit::State) -> bool {
        if state.terminal() || self.fault.get().is_some() {
            return true;
        }
        let stuck = (0..self.roles.len()).find(|&role| self.circuit().legal(state, role).next().is_none());
        if let Some(role) = stuck {
            let fluents = self.circuit().holding(state);
            let _ = self.fault.set(self.no_move(role, &fluents));
        }
        stuck.is_some()
    }

    fn no_move(&self, role: usize, fluents: &[TermId]) -> Fault {
        let message = format!(
            "the role {} has no legal move in the state {}, which is not terminal; give it a move such as `noop`, or end the game there",
            self.roles[role],
            self.reasoner.texts(fluents).join(" "),
        );
        Fault { message }
    }

    /// Each role's legal moves, or none if the state is terminal.
    fn moves<'s>(&self, state: &'s Reasoned) -> Option<&'s [Vec<TermId>]> {
        let moves = state.moves.get_or_init(|| {
            self.work_out_moves(state).unwrap_or_else(|fault| {
                let _ = self.fault.set(fault);
                None
            })
        });
        moves.as_deref().filter(|_| self.fault.get().is_none())
    }

    fn work_out_moves(&self, state: &Reasoned) -> Result<Option<Vec<Vec<TermId>>>, Fault> {
        let moves = self.look_for_moves(state)?;
        match moves.iter().flatten().position(Vec::is_empty) {
            Some(role) => Err(self.no_move(role, state.fluents.fluents())),
            None => Ok(moves),
        }
    }

    /// What the reasoner says each role may do, or none if the state is terminal.
    fn look_for_moves(&self, state: &Reasoned) -> Result<Option<Vec<Vec<TermId>>>, LogicError> {
        let mut view = self.reasoner.view(&state.fluents);
        if view.terminal()? {
            return Ok(None);
        }
        (0..self.roles.len()).map(|role| view.legal(role)).collect::<Result<_, _>>().map(Some)
    }

    /// The goals as numbers.
    fn goal_values(&self, state: &RulesState) -> Vec<Goal> {
        match self.goals(state) {
            Ok(payoffs) => {
                self.remark_on(&payoffs, state);
                payoffs.iter().map(least_goal).collect()
            }
            Err(error) => {
                let _ = self.fault.set(error.into());
                vec![0; self.roles.len()]
            }
        }
    }

    /// Keeps a remark on the first state that does not pay every role exactly one goal.
    fn remark_on(&self, payoffs: &[RoleGoal], state: &RulesState) {
        let unclear = payoffs.iter().position(|payoff| !matches!(payoff, RoleGoal::Unique(_)));
        if let Some(role) = unclear {
            self.remark.get_or_init(|| {
                let (number, taken) = match &payoffs[role] {
                    RoleGoal::Ambiguous(goals) => (format!("the goals {}", goals.join(", ")), "the least"),
                    _ => ("no goal".to_owned(), "0"),
                };
                format!(
                    "the rules give {} {number} in the terminal state {}; {taken} is taken",
                    self.roles[role],
                    self.reasoner.texts(&self.fluents(state)).join(" "),
                )
            });
        }
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

    fn role_name(&self, role: usize) -> &str {
        &self.roles[role]
    }

    fn initial(&self) -> RulesState {
        RulesState(match &self.compiled {
            Ok(compiled) => Known::Compiled(compiled.circuit().initial().clone()),
            Err(_) => Known::Reasoned(Reasoned::new(self.reasoner.initial().clone())),
        })
    }

    fn terminal(&self, state: &RulesState) -> bool {
        match &state.0 {
            Known::Compiled(state) => self.over(state),
            Known::Reasoned(state) => self.moves(state).is_none(),
        }
    }

    fn legal(&self, state: &RulesState, role: usize, moves: &mut Vec<TermId>) {
        moves.clear();
        match &state.0 {
            Known::Compiled(state) if self.over(state) => {}
            Known::Compiled(state) => moves.extend(self.circuit().legal(state, role)),
            Known::Reasoned(state) => {
                moves.extend(self.moves(state).into_iter().flat_map(|moves| &moves[role]));
            }
        }
    }

    fn next(&self, state: &RulesState, joint: &[TermId]) -> RulesState {
        self.successor(state, joint).unwrap_or_else(|error| {
            let _ = self.fault.set(error.into());
            state.clone()
        })
    }

    fn children(&self, state: &RulesState, joints: &[TermId], states: &mut Vec<RulesState>) {
        states.clear();
        match &state.0 {
            Known::Compiled(state) => {
                let give = |child| states.push(RulesState(Known::Compiled(child)));
                self.circuit().children(state, joints, give);
            }
            Known::Reasoned(_) => {
                states.extend(joints.chunks_exact(self.roles()).map(|joint| self.next(state, joint)));
            }
        }
    }

    fn expands_at_once(&self) -> bool {
        self.compiled.is_ok()
    }

    fn goal(&self, state: &RulesState, role: usize) -> Goal {
        match &state.0 {
            Known::Compiled(bits) => {
                let payment = bits.payment(role);
                if !payment.clear && self.remark.get().is_none() {
                    self.goal_values(state);
                }
                Goal::from(payment.goal)
            }
            Known::Reasoned(position) => position.goals.get_or_init(|| self.goal_values(state))[role],
        }
    }

    fn sample_at_once(
        &self,
        rng: &mut impl Rng,
        count: u64,
        go_on: &impl Fn() -> bool,
    ) -> Option<Result<Sample, Fault>> {
        let compiled = self.compiled.as_ref().ok()?;
        let tally = compiled.tally(rng.next_u64(), count, go_on);
        if tally.stuck > 0 {
            let fault = self.fault.get_or_init(|| stuck_fault(tally.stuck, tally.playouts));
            return Some(Err(fault.clone()));
        }
        if let Some(role) = tally.unclear.iter().position(|&unclear| unclear > 0) {
            self.remark.get_or_init(|| {
                format!(
                    "the rules do not give {} just one goal at the end of {} of {} playouts; the least counts, and 0 where there is none",
                    self.roles[role], tally.unclear[role], tally.playouts
                )
            });
        }
        Some(Ok(Sample {
            playouts: tally.playouts,
            cut: tally.cut,
            plies: tally.plies,
            goals: tally.goals.iter().map(|&sum| sum as i64).collect(),
        }))
    }

    fn playouts_at_once(
        &self,
        starts: &[RulesState],
        each: u32,
        rng: &mut impl Rng,
        go_on: &impl Fn() -> bool,
        outcomes: &mut Outcomes,
    ) -> bool {
        let Ok(compiled) = &self.compiled else { return false };
        let states: Vec<circuit::State> = starts
            .iter()
            .map(|start| match &start.0 {
                Known::Compiled(state) => state.clone(),
                Known::Reasoned(_) => unreachable!("a game with a circuit makes all its states by it"),
            })
            .collect();
        outcomes.clear(starts.len(), self.roles());
        let stuck = compiled.outcomes(&states, each, rng.next_u64(), go_on, outcomes);
        if stuck > 0 {
            self.fault.get_or_init(|| stuck_fault(stuck, starts.len() as u64 * u64::from(each)));
        }
        true
    }

    fn pieces(&self, state: &RulesState) -> Option<Pieces> {
        let map = self.piece_map()?;
        Some(match &state.0 {
            Known::Compiled(state) => {
                map.of_bits(|fluent| state.fluents()[fluent / 64] >> (fluent % 64) & 1 == 1)
            }
            Known::Reasoned(state) => map.of_terms(&self.reasoner, state.fluents.fluents()),
        })
    }

    fn goal_proximity(&self, state: &RulesState, role: usize) -> Option<f64> {
        match &state.0 {
            Known::Compiled(state) => self.circuit().goal_proximity(state, role),
            Known::Reasoned(_) => None,
        }
    }

    fn canonical(&self, state: &RulesState) -> Option<RulesState> {
        let Known::Compiled(state) = &state.0 else { return None };
        let symmetries = self.circuit().symmetries();
        (symmetries.count() > 1).then(|| RulesState(Known::Compiled(symmetries.canonical(state))))
    }

    fn goal_sums(&self) -> RangeInclusive<Goal> {
        match &self.compiled {
            Ok(compiled) => compiled.circuit().payment_sums(),
            Err(_) => 0..=100 * self.roles() as Goal,
        }
    }

    fn move_name(&self, mov: TermId) -> String {
        self.reasoner.text(mov)
    }

    fn draw(&self, state: &RulesState) -> String {
        Canvas::of(self, None, std::slice::from_ref(state)).picture(self, state).to_string()
    }

    fn remark(&self) -> Option<String> {
        self.remark.get().cloned()
    }

    fn fault(&self) -> Option<Fault> {
        self.fault.get().cloned()
    }
}

fn stuck_fault(stuck: u64, playouts: u64) -> Fault {
    let message = format!(
        "{stuck} of {playouts} playouts came to a state that is not terminal, but where a role has no legal move; give it a move such as `noop`, or end the game there"
    );
    Fault { message }
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
        assert_eq!((rules.goal(&rules.initial(), 0), rules.remark()), (70, None));
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
            // That a role has no move is a fault only to who searches.
            let stuck = rules.legal_moves_of_all(&after(0)).unwrap().unwrap();
            assert_eq!((stuck[0].len(), stuck[1].len(), rules.fault()), (2, 0, None));
            assert!(rules.terminal(&after(0)) && rules.fault().is_some());
        }
    }

    #[test]
    fn what_has_no_answer_is_an_error_once_and_a_fault_for_good() {
        let text = "(role a) (init (n z)) (legal a go) (<= (next (n (s ?n))) (true (n ?n)))
            (<= terminal (true b)) (goal a 1)";
        let sheet = Rulesheet::parse("test.kif", text.as_bytes()).unwrap();
        let rules = Rules::reasoned(&sheet, Limits { term_depth: 3, ..Limits::default() }).unwrap();
        let joint = rules.legal_moves_of_all(&rules.initial()).unwrap().unwrap().concat();
        let state = rules.successor(&rules.initial(), &joint).unwrap();
        assert!(rules.successor(&state, &joint).is_err() && rules.fault().is_none());
        assert_eq!(rules.next(&state, &joint), state);
        assert!(rules.fault().is_some());
    }

    #[test]
    fn a_missing_goal_is_0_and_several_are_the_least_of_them_and_both_are_remarked_on() {
        let missing = over("(<= (goal you 70) (true b))");
        assert_eq!(missing.goal(&missing.initial(), 0), 0);
        let remark = missing.remark().unwrap();
        assert_eq!(remark, "the rules give you no goal in the terminal state a; 0 is taken");
        let several = over("(goal you 70) (goal you 100)");
        assert_eq!(several.goal(&several.initial(), 0), 70);
        let remark = several.remark().unwrap();
        assert_eq!(
            remark,
            "the rules give you the goals 100, 70 in the terminal state a; the least is taken"
        );
    }
}
