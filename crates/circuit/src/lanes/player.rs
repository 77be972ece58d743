mod draft;

use std::ops::Range;

use gdl::{Interrupt, Interrupted};
use native::Target;
use serde::{Deserialize, Serialize};

use super::draw::RANK_BITS;
use super::program::{Port, Program};
use crate::goal::GOAL_BITS;
use crate::network::{Choosing, Decisive, Network};
use crate::renumbering::{Renumbering, rearrange};
use crate::state::State;
use crate::stored::{Damaged, sound};
use draft::{Draft, Preference};

/// The program of a playout: first the view, with the legal moves counted; then, given a rank for each
/// choice, the next state.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Player {
    pub(crate) program: Program,
    pub(crate) terminal: Port,
    /// The bits of each role's goal.
    pub(crate) goals: Vec<[Port; GOAL_BITS]>,
    pub(crate) roles: Vec<Mover>,
    pub(crate) choices: Vec<Choice>,
    pub(crate) next: Vec<Port>,
    /// Whether players never choose in the same state.
    pub(crate) takes_turns: bool,
    /// The moves that roles choose among, if a playout may favour some and tells which it made; else none.
    pub(crate) heeded: Vec<Heeded>,
}

impl Player {
    /// Whether machine code for a target runs it in lanes that begin at these states. To ask counts as a run:
    /// after many, code is made.
    pub(crate) fn is_compiled(&self, target: Target, starts: &[State]) -> bool {
        let Program { native, turns, .. } = &self.program;
        let at_one_turn = turns.of_states(starts.iter().map(State::fluents)).is_some();
        if at_one_turn {
            // From the turn at which they begin, lanes come to all others.
            (0..turns.len()).for_each(|turn| _ = native.way(target, &self.program, Some(turn)));
        } else {
            native.way(target, &self.program, None);
        }
        native.is_made(target, turns.len(), at_one_turn)
    }
}

/// A move that a playout may favour, and of which it tells whether it made it.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Heeded {
    pub(crate) role: usize,
    pub(crate) mov: usize,
    /// The slot that is 1 in the lanes that favour it.
    pub(crate) favoured: usize,
    /// Whether it is made, once the next state has been worked out.
    pub(crate) made: Port,
}

/// How a role's move in a playout is found.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Mover {
    /// Whether it has any legal move.
    pub(crate) any: Port,
    /// The choice that contains its moves, except the forced ones.
    pub(crate) choice: Option<usize>,
    /// The moves of the choice, in the order of their ranks.
    pub(crate) chosen: Vec<u32>,
    /// Forced moves: made wherever they are legal, since no other is then.
    pub(crate) forced: Vec<u32>,
}

/// A choice among the moves of one role, or of several roles that never choose in the same state.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Choice {
    /// The rank of the last legal move, the lowest bit first.
    pub(crate) last: Vec<Port>,
    /// The slots that take the rank of the chosen move.
    pub(crate) rank: Range<usize>,
}

impl Mover {
    fn new() -> Self {
        let never = Port { slot: 0, inverted: false };
        Self { any: never, choice: None, chosen: Vec::new(), forced: Vec::new() }
    }
}

impl Player {
    /// The program of a network's game, in which every role chooses uniformly among its legal moves.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn new(network: &Network, interrupt: &Interrupt<'_>) -> Result<Self, Interrupted> {
        Self::preferring(network, &[], false, interrupt)
    }

    /// The program of a game in which every role chooses uniformly among its legal moves that win at once; if
    /// there are none, among those that let no other win at once, where the literals tell these; and if there
    /// are none either, among all.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn decisive(decisive: &Decisive, interrupt: &Interrupt<'_>) -> Result<Self, Interrupted> {
        Self::preferring(&decisive.network, &Preference::of(decisive), false, interrupt)
    }

    /// The program of one of these games in which every role chooses, among the moves that it would choose
    /// among there, uniformly among those that the playout favours, if it favours any of them; it also tells
    /// which moves are made.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn heeding(
        network: &Network,
        decisive: Option<&Decisive>,
        interrupt: &Interrupt<'_>,
    ) -> Result<Self, Interrupted> {
        match decisive {
            None => Self::preferring(network, &[], true, interrupt),
            Some(decisive) => Self::preferring(&decisive.network, &Preference::of(decisive), true, interrupt),
        }
    }

    /// Whether it is the program of uniform playouts of a game of so many fluents, and moves of each role.
    pub(crate) fn check(&self, fluents: usize, moves: &[usize]) -> Result<(), Damaged> {
        let mut inputs = fluents;
        for Choice { last, rank } in &self.choices {
            let fits = rank.start == 1 + inputs && rank.len() == last.len() && rank.len() <= RANK_BITS;
            sound(fits, "the choices of moves")?;
            inputs += rank.len();
        }
        self.program.check(fluents, inputs, 2)?;
        let mover_fits = |(mover, &moves): (&Mover, &usize)| {
            mover.choice.is_none_or(|choice| choice < self.choices.len())
                && mover.chosen.iter().chain(&mover.forced).all(|&mov| (mov as usize) < moves)
        };
        let fits = [self.goals.len(), self.roles.len()] == [moves.len(); 2]
            && self.roles.iter().zip(moves).all(mover_fits)
            && self.next.len() == fluents
            && self.heeded.is_empty();
        let ports_fit =
            self.program.ports_fit(0, self.ports_of_view()) && self.program.ports_fit(1, &self.next);
        sound(fits && ports_fit, "the outputs of playouts")
    }

    /// The ports of the first phase.
    fn ports_of_view(&self) -> impl Iterator<Item = &Port> {
        let of_roles = self.roles.iter().map(|role| &role.any);
        let of_choices = self.choices.iter().flat_map(|choice| &choice.last);
        std::iter::once(&self.terminal).chain(self.goals.iter().flatten()).chain(of_roles).chain(of_choices)
    }

    pub(crate) fn renumber(&mut self, numbers: &Renumbering) {
        let fluents = numbers.of_fluents().len();
        rearrange(&mut self.next, numbers.of_fluents());
        for (number, role) in self.roles.iter_mut().enumerate() {
            let own = numbers.of_moves_of(number);
            role.chosen.iter_mut().chain(&mut role.forced).for_each(|mov| *mov = own[*mov as usize]);
        }
        let of_roles = self.roles.iter_mut().map(|role| &mut role.any);
        let of_choices = self.choices.iter_mut().flat_map(|choice| &mut choice.last);
        let ports = std::iter::once(&mut self.terminal).chain(self.goals.iter_mut().flatten());
        let ports = ports.chain(of_roles).chain(of_choices).chain(&mut self.next);
        ports.for_each(|port| port.renumber(numbers, fluents));
        self.program.renumber(numbers, fluents);
    }

    /// The program of a game in which roles choose by preferences, of which each goes before those after it;
    /// `heeding` what the playout favours, if it does.
    fn preferring(
        network: &Network,
        preferences: &[Preference<'_>],
        heeding: bool,
        interrupt: &Interrupt<'_>,
    ) -> Result<Self, Interrupted> {
        let choosing = Choosing::new(network, interrupt)?;
        let mut draft = Draft::new(network, &choosing, interrupt)?;
        draft.make_forced(&choosing.forced);
        for tree in &choosing.trees {
            interrupt.check_now()?;
            let mut leaves = draft.preferred(tree, preferences)?;
            if heeding {
                leaves = draft.favoured(tree, &leaves);
            }
            draft.choose(tree, &leaves)?;
        }
        draft.player(choosing.players_take_turns)
    }
}
