//! What the network tells about a game, where the circuit has kept it.

use gdl::{Interrupt, Interrupted};

use super::{Circuit, most_gates_to_keep};
use crate::error::CircuitError;
use crate::lanes::packed::Packed;
use crate::network::{
    Counting, ExportError, FactorEnd, Factors, GoalBounds, GoalDistance, Horizon, Lasting, Network, Packing,
    PatternDatabases, PlyBounds, PortNames, TransitionFunctions, alone, always_paid, bits, clock,
    every_play_ends,
};
use crate::state::State;

impl Circuit {
    /// The network in the ASCII form of AIGER 1.9 (Biere, Heljanko & Wieringa, *AIGER 1.9 and Beyond*, 2011):
    /// a sequential circuit whose inputs are the moves, whose latches are the fluents, and whose outputs tell
    /// whether the game is over, which moves are legal and which goals hold. Recursive blocks are unrolled.
    /// Like the circuit it is right about reachable states and about legal moves, one a role.
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

    /// The independent games that this one consists of; none if it is one game, or too large to tell.
    ///
    /// # Errors
    /// If it is interrupted.
    pub fn factors(&self, interrupt: &Interrupt<'_>) -> Result<Option<Factors>, Interrupted> {
        let network = self.parts.network.as_ref();
        network.map_or(Ok(None), |network| Factors::new(network, self.variables(), interrupt))
    }

    /// The circuit of one of the [factors](Self::factors) of a game of one role alone, by its number. Fluents
    /// and moves keep their numbers: those of other factors stay as they are at the start, and are never
    /// legal; of moves that are the same action one is left. A state pays 100 if it may be one of the
    /// greatest goal, as far as the factor and what is shared have a say in it, else 0. The game is over at
    /// the given end, and where no action is left. None for several roles, or of a circuit that is too large.
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

    /// The fluents that no move has any influence on, as bits like those of a [`State`]: a counter of plies,
    /// whose turn it is, what never changes. None is known of a circuit that is too large.
    pub fn clock(&self) -> Vec<u64> {
        let network = self.parts.network.as_ref();
        let clock = network.and_then(|network| clock(network, &Interrupt::never()).ok()).unwrap_or_default();
        bits(self.fluents(), (0..clock.len()).filter(|&fluent| clock[fluent]))
    }

    /// The game as Boolean functions of its fluents and moves; none if the circuit is too large, or would be
    /// without recursion.
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

    /// How far states are from the greatest goal of a role, as far as its conditions tell; none if they are
    /// too many, or the circuit is too large.
    pub fn goal_distance(&self, role: usize) -> Option<GoalDistance> {
        GoalDistance::of(self.parts.network.as_ref()?, role)
    }

    /// What a role can still get from states, as far as the rules tell by fluents that never change again;
    /// none if they tell nothing, or the circuit is too large.
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

    /// How far states that can be reached from this one are from the greatest goal of a game of one role, by
    /// databases of so many entries together at most. An entry is a combination of states of some parts of
    /// the game; it takes some tens of bytes, and about a hundred while it is made. None if no part of the
    /// goal depends on few fluents, if all parts are single fluents and moves count for
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

    /// What plans from this state on can pay after so many plies, as far as the [clock](Self::clock) tells;
    /// none for several roles, or if the circuit is too large.
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

    /// The plies from a state of a game of one role that is not terminal, none of them made yet, to look for
    /// plans among them. There may be about so many gates of all plies together; each takes some 200 bytes.
    /// There is none for several roles, or of a circuit that is too large.
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
}
