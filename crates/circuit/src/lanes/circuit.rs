use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;

use gdl::{Interrupt, Interrupted};
use logic::{Grounding, Reasoner};
use serde::{Deserialize, Serialize};

use super::dispatch::Instructions;
use super::expansion::Expansion;
use super::lanes::Lanes;
use super::on_demand::OnDemand;
use super::packed::Packed;
use super::player::Player;
use super::policy::Policy;
use super::profile::ProgramProfile;
use super::program::{Program, ProgramSize};
use super::scalar::Scalar;
use super::stepper::Stepper;
use super::tactics::Tactics;
#[cfg(test)]
use super::turns::Turns;
use super::width::Width;
use super::word::Word;
use crate::error::CircuitError;
use crate::first_stage::FirstStage;
use crate::network::{
    Counting, ExportError, FactorEnd, Factors, GoalBounds, GoalDistance, Group, Horizon, Lasting, Lit,
    Network, Packing, PatternDatabases, PlyBounds, PortNames, TransitionFunctions, Variable, admit, alone,
    always_paid, bits, clock, every_play_ends, goal_sums, optimised, translate, turns, variables,
};
use crate::renumbering::Renumbering;
use crate::size::Size;
use crate::state::{Layout, State, holds, ones_between};
use crate::stored::{Damaged, sound};

/// A compiled game: programs that evaluate the states of up to 512 games at once.
///
/// Each role's moves are numbered from 0. A [`State`] is meaningful only together with the circuit that made it.
#[derive(Debug)]
pub struct Circuit {
    parts: Parts,
    initial: State,
    /// The fluents that change once at most, whether they prove that every play ends, and for each role whether every end pays it; found when it is first needed.
    lasting: OnceLock<(Lasting, bool, Vec<bool>)>,
    /// The moves of each role that are forced where players take turns, as far as the program of playouts does not tell; found when it is first needed.
    turns: OnceLock<Option<Vec<Vec<u32>>>>,
    first_ply: OnDemand<Tactics>,
    second_ply: OnDemand<Tactics>,
    /// The programs of playouts that favour moves and tell which they made, by policy.
    heeding: [OnDemand<Player>; 3],
    /// The evaluation of single states, if the network is not too large for it.
    scalar: OnDemand<Scalar>,
    /// Whether a thread has begun to make that.
    begun: AtomicBool,
}

/// What is made of a game before anybody asks, and stored.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Parts {
    /// Where each role's moves start among those of all roles, and where the last role's end.
    first_move: Vec<usize>,
    stepper: Stepper,
    player: Player,
    /// The fluents of the initial state, as bits.
    start: Vec<u64>,
    size: Size,
    /// The role that moves at random.
    chance: Option<usize>,
    /// The roles of which no move is always legal.
    may_be_stuck: Vec<usize>,
    /// The invariants proven of every reachable state.
    groups: Vec<Group>,
    /// The state as variables, as the invariants tell.
    variables: Vec<Variable>,
    /// Bounds on the sum of all roles' goals.
    sums: RangeInclusive<i32>,
    /// The network that it was made from, to be exported and to find decisive moves in; none if that is large.
    network: Option<Network>,
}

impl Parts {
    /// How many fluents there are, and how many moves each role has.
    fn sizes(&self) -> (usize, Vec<usize>) {
        let moves = self.first_move.windows(2).map(|ends| ends[1] - ends[0]).collect();
        (self.stepper.fluents(), moves)
    }

    /// Makes what is not stored, and checks that all parts are sound, belong together and can get these numbers.
    fn restore(&mut self, numbers: &Renumbering) -> Result<(), Damaged> {
        let ends = self.first_move.first() == Some(&0) && self.first_move.is_sorted();
        sound(ends && self.first_move.len() > 1, "the numbers of moves")?;
        let (fluents, moves) = self.sizes();
        let roles = moves.len();
        let bits = moves.iter().try_fold(fluents, |bits, &moves| bits.checked_add(moves));
        sound(bits.is_some(), "the numbers of moves")?;
        self.stepper.check(fluents, &moves)?;
        let percepts: Vec<usize> = (0..roles).map(|role| self.stepper.percepts(role).len()).collect();
        sound(numbers.fits(fluents, &moves, &percepts), "the number of fluents, moves or percepts")?;
        self.player.check(fluents, &moves)?;
        let beyond = self.start.last().filter(|_| fluents % 64 > 0).map_or(0, |word| word >> (fluents % 64));
        sound(self.start.len() == fluents.div_ceil(64) && beyond == 0, "the initial state")?;
        let size_fits = (self.size.roles, self.size.fluents) == (roles, fluents) && self.size.moves == moves;
        sound(size_fits, "the size")?;
        let roles_fit = self.chance.is_none_or(|chance| chance < roles)
            && self.may_be_stuck.iter().all(|&role| role < roles);
        sound(roles_fit, "the roles")?;
        let (least, most) = (*self.sums.start(), *self.sums.end());
        sound((0..=most).contains(&least) && i64::from(most) <= 100 * roles as i64, "the sums of goals")?;
        sound(self.groups.iter().all(|group| group.fits(fluents)), "what is proven")?;
        Variable::check_all(&self.variables, fluents)?;
        let Some(network) = &mut self.network else { return Ok(()) };
        network.restore(fluents, &moves)?;
        let own = |role: usize| network.percepts.get(role).map_or(0, Vec::len);
        sound((0..roles).map(own).eq(percepts), "the number of percepts")
    }

    /// Forgets the network, as if it were large.
    #[cfg(test)]
    pub(crate) fn forget_network(&mut self) {
        self.network = None;
    }

    fn renumber(&mut self, numbers: &Renumbering) {
        self.stepper.renumber(numbers);
        self.player.renumber(numbers);
        let holding: Vec<usize> = ones_between(&self.start, 0, 64 * self.start.len()).collect();
        self.start.fill(0);
        let holding = holding.into_iter().map(|fluent| numbers.input(fluent));
        holding.for_each(|fluent| self.start[fluent / 64] |= 1 << (fluent % 64));
        self.groups.iter_mut().for_each(|group| group.renumber(numbers));
        Variable::renumber_all(&mut self.variables, numbers);
        self.network.iter_mut().for_each(|network| network.renumber(numbers));
    }
}

/// The most gates of a network of which the sums of goals are sought, and which is kept. Of a role alone larger ones are: what helps to find plans is told by them.
const MOST_GATES_TO_KEEP: usize = 200_000;
const MOST_GATES_OF_ONE_ROLE: usize = 1_000_000;

/// The most gates of a network of so many roles that is kept.
fn most_gates_to_keep(roles: usize) -> usize {
    if roles == 1 { MOST_GATES_OF_ONE_ROLE } else { MOST_GATES_TO_KEEP }
}

impl Circuit {
    /// Compiles a game's grounding; `reasoner` is the one that made the grounding, and knows its terms.
    ///
    /// # Errors
    /// If the grounding is too large.
    pub fn new(grounding: &Grounding, reasoner: &Reasoner) -> Result<Self, CircuitError> {
        Self::new_while(grounding, reasoner, &Interrupt::never())
    }

    /// Does the same as [`new`](Self::new) until it is interrupted.
    ///
    /// # Errors
    /// As for [`new`](Self::new), and if it is interrupted.
    pub fn new_while(
        grounding: &Grounding,
        reasoner: &Reasoner,
        interrupt: &Interrupt<'_>,
    ) -> Result<Self, CircuitError> {
        Self::in_stages(grounding, reasoner, interrupt, None)
    }

    /// Does the same, and gives out a first circuit before if making the final one takes long.
    ///
    /// # Errors
    /// As for [`new_while`](Self::new_while).
    pub fn in_stages(
        grounding: &Grounding,
        reasoner: &Reasoner,
        interrupt: &Interrupt<'_>,
        first: Option<FirstStage<'_, Self>>,
    ) -> Result<Self, CircuitError> {
        let translated = translate(grounding, reasoner, interrupt)?;
        if let Some(first) = first.filter(|first| first.is_wanted(translated.gates_before)) {
            // What evaluates states one at a time takes as long to make as all else.
            first.give(Self::compile_for(translated.clone(), false, interrupt)?);
        }
        let network = optimised(translated, grounding, reasoner, interrupt)?;
        let mut circuit = Self::compile(network, interrupt)?;
        let network = circuit.parts.network.as_ref();
        let network = network.filter(|network| network.aig.gates() <= MOST_GATES_TO_KEEP);
        let proven = network.and_then(|network| goal_sums(network, interrupt));
        circuit.narrow_sums(proven);
        Ok(circuit)
    }

    pub(crate) fn compile(network: Network, interrupt: &Interrupt<'_>) -> Result<Self, CircuitError> {
        Self::compile_for(network, true, interrupt)
    }

    /// Compiles a network for lanes, and for states one at a time as well if they are wanted.
    fn compile_for(
        network: Network,
        one_at_a_time: bool,
        interrupt: &Interrupt<'_>,
    ) -> Result<Self, CircuitError> {
        let mut first_move = vec![0];
        let fluents = network.initial.len();
        let roles = network.legal.len();
        for role in 0..roles {
            first_move.push(first_move[role] + network.moves(role));
        }
        let bits = fluents + first_move[roles];
        let layout =
            Layout::new(fluents, first_move[roles], roles).ok_or(CircuitError::WideStates { bits })?;
        let stepper = Stepper::new(&network, layout, interrupt)?;
        let player = Player::new(&network, interrupt)?;
        let mut start = vec![0; fluents.div_ceil(64)];
        for fluent in (0..fluents).filter(|&fluent| network.initial[fluent]) {
            start[fluent / 64] |= 1 << (fluent % 64);
        }
        let initial = Expansion::once(&stepper, &start);
        let scalar = if one_at_a_time { OnDemand::new() } else { OnDemand::made(None) };
        let is_kept = network.aig.gates() <= most_gates_to_keep(roles);
        if !is_kept {
            scalar.get_or_make(interrupt, || Scalar::new(&network, &stepper, &initial, interrupt))?;
        }
        let parts = Parts {
            first_move,
            stepper,
            player,
            start,
            size: network.size(),
            may_be_stuck: (0..roles).filter(|&role| !network.legal[role].contains(&Lit::TRUE)).collect(),
            chance: network.chance,
            groups: network.groups.clone(),
            variables: variables(fluents, &network.groups),
            sums: 0..=100 * (roles - usize::from(network.chance.is_some())) as i32,
            network: is_kept.then_some(network),
        };
        Ok(Self::new_of(parts, initial, scalar))
    }

    fn new_of(parts: Parts, initial: State, scalar: OnDemand<Scalar>) -> Self {
        Self {
            parts,
            initial,
            lasting: OnceLock::new(),
            turns: OnceLock::new(),
            first_ply: OnDemand::new(),
            second_ply: OnDemand::new(),
            heeding: std::array::from_fn(|_| OnDemand::new()),
            scalar,
            begun: AtomicBool::new(false),
        }
    }

    /// What is stored of it. The evaluation of single states is made again where the network is there to make it of.
    pub(crate) fn parts(&self) -> (&Parts, Option<&Scalar>) {
        (&self.parts, self.scalar.get().filter(|_| self.parts.network.is_none()))
    }

    /// The circuit of which this was stored, if it is sound; fluents, moves and percepts get the given numbers.
    pub(crate) fn from_parts(
        (mut parts, mut scalar): (Parts, Option<Scalar>),
        numbers: &Renumbering,
    ) -> Result<Self, Damaged> {
        parts.restore(numbers)?;
        if let Some(scalar) = &mut scalar {
            let (fluents, moves) = parts.sizes();
            scalar.incremental.restore(parts.stepper.layout, fluents, &moves)?;
        }
        if !numbers.is_identity() {
            parts.renumber(numbers);
            scalar.iter_mut().for_each(|scalar| scalar.incremental.renumber(numbers));
        }
        let initial = Expansion::once(&parts.stepper, &parts.start);
        let made = if parts.network.is_none() { OnDemand::made(scalar) } else { OnDemand::new() };
        Ok(Self::new_of(parts, initial, made))
    }

    /// How many roles there are.
    pub fn roles(&self) -> usize {
        self.parts.first_move.len() - 1
    }

    /// How many moves a role may ever make.
    pub fn moves(&self, role: usize) -> usize {
        self.parts.first_move[role + 1] - self.parts.first_move[role]
    }

    /// How many fluents there are.
    pub fn fluents(&self) -> usize {
        self.parts.stepper.fluents()
    }

    /// The initial state.
    pub fn initial(&self) -> &State {
        &self.initial
    }

    /// A role's legal moves in a state, in ascending order.
    pub fn legal(&self, state: &State, role: usize) -> impl Iterator<Item = usize> + Clone {
        let start = self.parts.first_move[role];
        state.legal_between(start, self.parts.first_move[role + 1]).map(move |mov| mov - start)
    }

    /// How many legal moves a role has in a state.
    pub fn mobility(&self, state: &State, role: usize) -> usize {
        state.count_legal_between(self.parts.first_move[role], self.parts.first_move[role + 1])
    }

    /// Whether a role has a legal move in a state.
    pub fn has_move(&self, state: &State, role: usize) -> bool {
        state.has_legal_between(self.parts.first_move[role], self.parts.first_move[role + 1])
    }

    /// The roles that have no move which is legal in every state, so that they may have none in some.
    pub fn may_be_stuck(&self) -> &[usize] {
        &self.parts.may_be_stuck
    }

    /// Whether a role's move is legal in a state.
    pub(crate) fn is_legal(&self, state: &State, role: usize, mov: usize) -> bool {
        let bit = self.parts.first_move[role] + mov;
        state.has_legal_between(bit, bit + 1)
    }

    /// In which lanes a role's move is legal, of lanes in which the view of their states has been evaluated.
    pub(crate) fn legal_plane<const W: usize>(&self, lanes: &Lanes<W>, role: usize, mov: usize) -> Word<W> {
        self.parts
            .stepper
            .plane(lanes, self.parts.stepper.layout.legal_bit() + self.parts.first_move[role] + mov)
    }

    /// The moves of a role that are made wherever they are legal in a state that is not terminal, as it is proven that it has no other move there.
    pub fn forced(&self, role: usize) -> &[u32] {
        self.turns().map_or(&self.parts.player.roles[role].forced, |forced| &forced[role])
    }

    /// Whether it is proven that two players never have a choice in the same state. Chance may move at the same time as others. If the rules do not tell it plainly, the first call
    /// looks for a proof, which takes some tenths of a second at most.
    pub fn takes_turns(&self) -> bool {
        self.parts.player.takes_turns || self.turns().is_some()
    }

    /// The forced moves of each role, where it takes a solver to prove that players take turns.
    fn turns(&self) -> Option<&Vec<Vec<u32>>> {
        if self.parts.player.takes_turns {
            return None;
        }
        let find = || turns(self.parts.network.as_ref()?, &Interrupt::never());
        self.turns.get_or_init(find).as_ref()
    }

    /// The role that moves at random, if there is one. It is paid 0 whatever the rules say.
    pub fn chance(&self) -> Option<usize> {
        self.parts.chance
    }

    /// Bounds on the sum of all roles' goals in a terminal state, as far as they have been proven; at worst 0 to 100 for each role.
    pub fn goal_sums(&self) -> RangeInclusive<i32> {
        self.parts.sums.clone()
    }

    /// Takes the bounds that are proven of all terminal states but the initial one, if any are.
    fn narrow_sums(&mut self, proven: Option<RangeInclusive<i32>>) {
        let Some(proven) = proven else { return };
        self.parts.sums = if self.initial.terminal() {
            let initial = (0..self.roles()).map(|role| i32::from(self.initial.goal(role).value)).sum::<i32>();
            initial.min(*proven.start())..=initial.max(*proven.end())
        } else {
            proven
        };
    }

    /// The network in the ASCII form of AIGER 1.9 (Biere, Heljanko & Wieringa, *AIGER 1.9 and Beyond*, 2011): a sequential circuit whose inputs are the
    /// moves, whose latches are the fluents, and whose outputs tell whether the game is over, which moves are legal and which goals hold. Recursive
    /// blocks are unrolled. Like the circuit it is right about reachable states and about legal moves, one a role.
    ///
    /// # Errors
    /// If the network is too large.
    pub fn aiger(&self, names: &PortNames) -> Result<String, ExportError> {
        self.kept_network()?.aiger(names)
    }

    /// The same in the DOT language of Graphviz. Inverted edges are dashed.
    ///
    /// # Errors
    /// If the network is too large.
    pub fn dot(&self, names: &PortNames) -> Result<String, ExportError> {
        self.kept_network()?.dot(names)
    }

    fn kept_network(&self) -> Result<&Network, ExportError> {
        let too_large =
            ExportError::TooLarge { gates: self.parts.size.gates, limit: most_gates_to_keep(self.roles()) };
        self.parts.network.as_ref().ok_or(too_large)
    }

    /// The size of the network.
    pub fn size(&self) -> &Size {
        &self.parts.size
    }

    /// Whether a state, given as bits, satisfies the proven invariants. Every reachable state does. Of a state that does not, for instance one in
    /// which a cell has two contents, the circuit may give wrong answers.
    pub fn admits(&self, fluents: &[u64]) -> bool {
        admit(&self.parts.groups, |fluent| holds(fluents, fluent))
    }

    /// The state as variables of several values, by their first fluents: what is left of the fluents once it is known which exclude each other.
    pub fn variables(&self) -> &[Variable] {
        &self.parts.variables
    }

    pub(crate) fn stepper(&self) -> &Stepper {
        &self.parts.stepper
    }

    /// Makes what playouts by a policy, and questions about the moves that it prefers, need; false if there is none: the network is too large, no move wins at
    /// once, or the gates are too many. It is made once; other threads that ask wait.
    ///
    /// # Errors
    /// If it is interrupted; then it is made when somebody asks again.
    pub fn prepare(&self, policy: Policy, interrupt: &Interrupt<'_>) -> Result<bool, Interrupted> {
        let Some(network) = &self.parts.network else { return Ok(policy == Policy::Uniform) };
        let first = || self.first_ply.get_or_make(interrupt, || Tactics::first_ply(network, interrupt));
        Ok(match policy {
            Policy::Uniform => true,
            Policy::Decisive => first()?.is_some(),
            Policy::AntiDecisive => match first()? {
                None => false,
                Some(first) => {
                    let make = || first.second_ply(network, interrupt);
                    self.second_ply.get_or_make(interrupt, make)?.is_some()
                }
            },
        })
    }

    /// Makes what playouts by a policy that [heed](crate::Playouts::heeding) moves need; false if there is none: the network is too large, or the policy
    /// cannot be [prepared](Self::prepare). It is made once; other threads that ask wait.
    ///
    /// # Errors
    /// If it is interrupted; then it is made when somebody asks again.
    pub fn prepare_heeding(&self, policy: Policy, interrupt: &Interrupt<'_>) -> Result<bool, Interrupted> {
        let Some(network) = self.parts.network.as_ref() else { return Ok(false) };
        if !self.prepare(policy, interrupt)? {
            return Ok(false);
        }
        let decisive = self.tactics(policy).map(Tactics::decisive);
        let make = || Player::heeding(network, decisive, interrupt).map(Some);
        Ok(self.heeding[policy as usize].get_or_make(interrupt, make)?.is_some())
    }

    /// From how many children of one state on lanes are faster than one after the other, as was measured here; none if the network is so large with its recursion unrolled that
    /// lanes are always taken.
    pub fn fewest_in_lanes(&self) -> Option<usize> {
        self.scalar().map(|scalar| scalar.fewest_in_lanes)
    }

    /// In how many lanes an [`Explorer`](crate::Explorer) evaluates even few states: as many as machine code runs, if there is some, else as many as the narrowest lanes hold.
    pub fn lanes_at_once(&self) -> usize {
        let stepper = &self.parts.stepper;
        let made = |target, program: &Program| program.native.is_made(target, program.turns.len(), true);
        let of_code = Width::of_code(Instructions::best(), 1);
        let of_code =
            of_code.filter(|&(_, target)| made(target, &stepper.view) && made(target, &stepper.step));
        of_code.map_or(Width::W64, |(width, _)| width).lanes()
    }

    /// In which width so many playouts by the uniform policy are fastest, as far as can be told from the size of the network and what changes from ply to ply; none if one after the other
    /// ([`Playouts::single`](crate::Playouts::single)) is faster. The answer is the same on every machine, and so are the playouts of a seed.
    pub fn fastest_width(&self, playouts: u64) -> Option<Width> {
        self.fastest_width_while(playouts, &Interrupt::never()).unwrap_or(Some(Width::holding(playouts)))
    }

    /// Does the same until it is interrupted: to find out about few playouts, the evaluation of single states is made if nobody has made it, which takes some tenths of a second for some rules.
    ///
    /// # Errors
    /// If it is interrupted.
    pub fn fastest_width_while(
        &self,
        playouts: u64,
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<Width>, Interrupted> {
        let width = Width::holding(playouts);
        let gates = self.parts.player.program.gates();
        // Where they fill all lanes, or are too many for the size, it need not be found out what one state costs.
        if playouts > width.lanes() as u64 || !Scalar::may_play_faster(playouts, gates) {
            return Ok(Some(width));
        }
        let single = self.scalar_while(interrupt)?.is_some_and(|scalar| scalar.plays_faster(playouts, gates));
        Ok((!single).then_some(width))
    }

    /// From how many playouts by the uniform policy on they are faster side by side than one after the other, as [`fastest_width`](Self::fastest_width) tells.
    pub fn fewest_playouts_in_lanes(&self) -> u64 {
        let side_by_side = |&playouts: &u64| self.fastest_width(playouts).is_some();
        (1..).find(side_by_side).expect("more than fill all lanes are played side by side")
    }

    /// In which of the widths that hold so many playouts they are fastest at the moment: the narrowest, or a wider one if machine code runs that from these starting states. The playouts are the
    /// same. To ask counts as a run: after many, code is made. None if the circuit is not prepared for such playouts.
    pub fn width_for(&self, policy: Policy, heeding: bool, starts: &[State], playouts: u64) -> Option<Width> {
        let player = if heeding { self.heeding_player(policy) } else { self.player(policy) }?;
        let of_code = Width::of_code(Instructions::best(), playouts);
        let of_code = of_code.filter(|&(_, target)| player.is_compiled(target, starts));
        Some(of_code.map_or_else(|| Width::holding(playouts), |(width, _)| width))
    }

    /// The evaluation of single states, made when it is first asked for; none if the network is recursive and large.
    pub(crate) fn scalar(&self) -> Option<&Scalar> {
        self.scalar_while(&Interrupt::never()).ok().flatten()
    }

    fn scalar_while(&self, interrupt: &Interrupt<'_>) -> Result<Option<&Scalar>, Interrupted> {
        let Some(network) = &self.parts.network else { return Ok(self.scalar.get()) };
        let make = || Scalar::new(network, &self.parts.stepper, &self.initial, interrupt);
        self.scalar.get_or_make(interrupt, make)
    }

    /// The evaluation of single states, if it has been made. If nobody has begun to make it, that is begun in a thread of its own.
    pub(crate) fn scalar_made_aside(self: &Arc<Self>) -> Option<&Scalar> {
        let made = self.scalar.get();
        if made.is_none() && !self.begun.load(Ordering::Relaxed) && !self.begun.swap(true, Ordering::Relaxed)
        {
            let circuit = Arc::clone(self);
            // It ends when nobody else has the circuit any more.
            let make = move || {
                let is_wanted = || Arc::strong_count(&circuit) > 1;
                _ = circuit.scalar_while(&Interrupt::unless(&is_wanted));
            };
            // Without a thread it is tried again.
            self.begun.store(thread::Builder::new().spawn(make).is_ok(), Ordering::Relaxed);
        }
        made
    }

    /// Whether what playouts by a policy that heed moves need has been made.
    pub fn is_prepared_heeding(&self, policy: Policy) -> bool {
        self.heeding_player(policy).is_some()
    }

    /// Whether what a policy needs has been made.
    pub fn is_prepared(&self, policy: Policy) -> bool {
        self.player(policy).is_some()
    }

    /// The moves that win at once in a state that is reachable, by role and number, as far as there is a choice: of a role that has no other move it need not
    /// be told. None if the circuit is not [prepared](Self::prepare) for [`Policy::Decisive`].
    pub fn decisive_moves(&self, state: &State) -> Option<Vec<(usize, usize)>> {
        self.tactics(Policy::Decisive).map(|tactics| tactics.wins.all(state))
    }

    /// The moves after which another role wins at once, in the same way. None if the circuit is not prepared for [`Policy::AntiDecisive`].
    pub fn losing_moves(&self, state: &State) -> Option<Vec<(usize, usize)>> {
        Some(self.tactics(Policy::AntiDecisive)?.losses.as_ref()?.all(state))
    }

    /// What was prepared for a policy.
    pub(crate) fn tactics(&self, policy: Policy) -> Option<&Tactics> {
        match policy {
            Policy::Uniform => None,
            Policy::Decisive => self.first_ply.get(),
            Policy::AntiDecisive => self.second_ply.get(),
        }
    }

    /// The program of playouts in which all legal moves are as likely.
    pub(crate) fn uniform(&self) -> &Player {
        &self.parts.player
    }

    /// The same circuit with lanes that are kept at one turn of its network, whether that pays or not.
    #[cfg(test)]
    pub(crate) fn at_turns_of(mut self, network: &Network) -> Self {
        let Parts { player, stepper, .. } = &mut self.parts;
        for program in [&mut player.program, &mut stepper.view, &mut stepper.step] {
            program.turns = Turns::of(network);
        }
        self
    }

    /// The program of playouts by a policy that was prepared.
    pub(crate) fn player(&self, policy: Policy) -> Option<&Player> {
        match policy {
            Policy::Uniform => Some(&self.parts.player),
            _ => self.tactics(policy).map(|tactics| &tactics.player),
        }
    }

    /// The program of playouts by a policy that heed moves, if it was prepared.
    pub(crate) fn heeding_player(&self, policy: Policy) -> Option<&Player> {
        self.heeding[policy as usize].get()
    }

    /// The independent games that this one consists of; none if it is one game, or too large to tell.
    ///
    /// # Errors
    /// If it is interrupted.
    pub fn factors(&self, interrupt: &Interrupt<'_>) -> Result<Option<Factors>, Interrupted> {
        let network = self.parts.network.as_ref();
        network.map_or(Ok(None), |network| Factors::new(network, self.variables(), interrupt))
    }

    /// The circuit of one of the [factors](Self::factors) of a game of one role alone, by its number. Fluents and moves keep their numbers: those of other factors stay as they
    /// are at the start, and are never legal; of moves that are the same action one is left. A state pays 100 if it may be one of the greatest goal, as
    /// far as the factor and what is shared have a say in it, else 0. The game is over at the given end, and where no action is left. None for several roles, or of a circuit that is too large.
    ///
    /// # Errors
    /// If it is interrupted.
    pub fn factor(
        &self,
        factors: &Factors,
        number: usize,
        end: FactorEnd,
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<Self>, CircuitError> {
        let Some(network) = &self.parts.network else { return Ok(None) };
        let Some(network) = alone(network, factors, number, end, interrupt)? else { return Ok(None) };
        Self::compile(network, interrupt).map(Some)
    }

    /// A circuit of packed states, to enumerate them; none of a circuit that is too large.
    ///
    /// # Errors
    /// If states are too wide, or it is interrupted.
    pub fn packed(&self, interrupt: &Interrupt<'_>) -> Result<Option<Packed>, CircuitError> {
        let Some(network) = &self.parts.network else { return Ok(None) };
        Packed::new(network, Packing::new(self.fluents(), &self.parts.groups), interrupt).map(Some)
    }

    /// The fluents that no move has any influence on, as bits like those of a [`State`]: a counter of plies, whose turn it is, what never changes. None is
    /// known of a circuit that is too large.
    pub fn clock(&self) -> Vec<u64> {
        let network = self.parts.network.as_ref();
        let clock = network.and_then(|network| clock(network, &Interrupt::never()).ok()).unwrap_or_default();
        bits(self.fluents(), (0..clock.len()).filter(|&fluent| clock[fluent]))
    }

    /// The game as Boolean functions of its fluents and moves; none if the circuit is too large, or would be without recursion.
    ///
    /// # Errors
    /// If it is interrupted.
    pub fn transition_functions(
        &self,
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<TransitionFunctions>, Interrupted> {
        let Some(network) = &self.parts.network else { return Ok(None) };
        TransitionFunctions::new(network, interrupt)
    }

    /// How far states are from the greatest goal of a role, as far as its conditions tell; none if they are too many, or the circuit is too large.
    pub fn goal_distance(&self, role: usize) -> Option<GoalDistance> {
        GoalDistance::of(self.parts.network.as_ref()?, role)
    }

    /// What a role can still get from states, as far as the rules tell by fluents that never change again; none if they tell nothing, or the circuit is too large.
    pub fn goal_bounds(&self, role: usize) -> Option<GoalBounds> {
        let network = self.parts.network.as_ref()?;
        let (lasting, ends, paid) = self.lasting.get_or_init(|| {
            let lasting = Lasting::of(network);
            // Without fluents that last nothing is told.
            let told = !lasting.is_empty();
            let ends = told && every_play_ends(network, &lasting);
            let paid = if told { always_paid(network) } else { vec![false; self.roles()] };
            (lasting, ends, paid)
        });
        GoalBounds::of(network, lasting, *ends, paid[role], role)
    }

    /// How far states that can be reached from this one are from the greatest goal of a game of one role, by databases of so many entries together at most. An entry is a combination of states of
    /// some parts of the game; it takes some tens of bytes, and about a hundred while it is made. None if no part of the goal depends on few fluents, if all parts are single fluents and moves count for
    /// [each](Counting::Each), for several roles, or if the circuit is too large.
    ///
    /// # Errors
    /// If it is interrupted.
    pub fn pattern_databases(
        &self,
        state: &State,
        entries: usize,
        counting: Counting,
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<PatternDatabases>, Interrupted> {
        let Some(network) = self.parts.network.as_ref().filter(|_| self.roles() == 1) else {
            return Ok(None);
        };
        PatternDatabases::new(network, state.fluents(), entries, counting, interrupt)
    }

    /// What plans from this state on can pay after so many plies, as far as the [clock](Self::clock) tells; none for several roles, or if the circuit is too large.
    ///
    /// # Errors
    /// If it is interrupted.
    pub fn ply_bounds(
        &self,
        state: &State,
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<PlyBounds>, Interrupted> {
        let network = self.parts.network.as_ref().filter(|_| self.roles() == 1);
        network.map(|network| PlyBounds::new(network, state.fluents(), interrupt)).transpose()
    }

    /// The plies from a state of a game of one role that is not terminal, none of them made yet, to look for plans among them. There may be about so many gates
    /// of all plies together; each takes some 200 bytes. There is none for several roles, or of a circuit that is too large.
    ///
    /// # Errors
    /// If it is interrupted.
    pub fn horizon(
        &self,
        state: &State,
        most_gates: usize,
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<Horizon>, Interrupted> {
        let Some(network) = &self.parts.network else { return Ok(None) };
        Horizon::new(network, |fluent| state.holds(fluent), most_gates, interrupt)
    }

    /// How many gates an [`Explorer`](crate::Explorer) evaluates to make moves and to look at the states that they lead to.
    pub fn gates_of_moves(&self) -> usize {
        self.parts.stepper.view.gates() + self.parts.stepper.step.gates()
    }

    /// The size of the program by which an [`Explorer`](crate::Explorer) looks at states: whether they are terminal, the legal moves, the goals.
    pub fn view_size(&self) -> ProgramSize {
        ProgramSize::of(&self.parts.stepper.view)
    }

    /// The size of the program by which it makes moves: the next state, and what roles see of the way.
    pub fn step_size(&self) -> ProgramSize {
        ProgramSize::of(&self.parts.stepper.step)
    }

    /// The size of the program that [`Playouts`](crate::Playouts) run: the rules and the choice of moves.
    pub fn player_size(&self) -> ProgramSize {
        ProgramSize::of(&self.parts.player.program)
    }

    /// What the program consists of that [`Playouts`](crate::Playouts) run: the view and the count of legal moves, then the choice of moves and the next state.
    pub fn player_profile(&self) -> ProgramProfile {
        ProgramProfile::of(&self.parts.player.program)
    }
}
