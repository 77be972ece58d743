//! Boards that are evaluated together, each in a lane.

use super::super::circuit::Circuit;
use super::super::dispatch::Instructions;
use super::super::lanes::Lanes;
use super::super::program::Program;
use super::super::rows::{Rows, transposed};
use super::super::word::{self, Word};
use super::random_play::RandomPlay;
use super::{Draw, MoveError, Player};
use crate::goal::{GOAL_BITS, Goal};

/// Words of a group of boards: a board is a lane.
pub(super) const W: usize = 8;
/// Boards of a group.
pub(super) const LANES: usize = 64 * W;

/// Boards that are evaluated together. The view of their states has been evaluated in the lanes.
pub(super) struct Group {
    pub(super) lanes: Lanes<W>,
    /// The boards in use.
    pub(super) used: Word<W>,
    /// Those whose game was over after the last joint move.
    pub(super) ended: Word<W>,
    /// What each of these paid each player, by player; of others it means nothing.
    pub(super) goals: Vec<[u8; LANES]>,
    /// The boards in which each player moves, where players take turns. Where nobody has a choice it is the
    /// first one.
    pub(super) turns: Vec<Word<W>>,
    /// The legal moves of each player; of whoever moves, where players take turns.
    pub(super) legal: Vec<Rows>,
    /// The percepts of each player after the last joint move, if they are kept.
    pub(super) percepts: Vec<Vec<Word<W>>>,
    /// What it takes to play at random; made when that is first asked for.
    pub(super) random_play: Option<RandomPlay>,
}

impl Group {
    /// A group of so many boards, without a state yet.
    pub(super) fn new(circuit: &Circuit, players: &[Player], boards: usize) -> Self {
        Self {
            lanes: circuit.stepper().lanes(),
            used: word::first([!0; W], boards as u64),
            ended: [0; W],
            goals: vec![[0; LANES]; players.len()],
            turns: Vec::new(),
            legal: Vec::new(),
            percepts: Vec::new(),
            random_play: None,
        }
    }

    /// Finds out who moves, and how.
    pub(super) fn look(&mut self, circuit: &Circuit, instructions: Instructions, players: &[Player]) {
        self.legal.clear();
        if !circuit.takes_turns() {
            let rows = players.iter().map(|player| self.legal_rows(circuit, instructions, player.role));
            self.legal = rows.collect();
            return;
        }
        // A player moves where any of its moves is legal that is not forced.
        let turn = |Player { role, free, .. }: &Player| {
            let any = |any, &mov| word::or(any, circuit.legal_plane(&self.lanes, *role, mov));
            free.iter().fold([0; W], any)
        };
        let mut turns: Vec<Word<W>> = players.iter().map(turn).collect();
        if let Some((first, others)) = turns.split_first_mut() {
            *first = others.iter().fold([!0; W], |first, &turns| word::and_not(first, turns));
        }
        let actions = players.iter().map(|player| circuit.moves(player.role)).max().unwrap_or(0);
        self.legal.push(transposed(instructions, actions, |mov| {
            players.iter().zip(&turns).fold([0; W], |any, (&Player { role, .. }, &turns)| {
                if mov >= circuit.moves(role) {
                    return any;
                }
                let legal = circuit.legal_plane(&self.lanes, role, mov);
                word::map3(any, legal, turns, |any, legal, turns| any | legal & turns)
            })
        }));
        self.turns = turns;
    }

    /// The legal moves of a role.
    fn legal_rows(&self, circuit: &Circuit, instructions: Instructions, role: usize) -> Rows {
        transposed(instructions, circuit.moves(role), |mov| circuit.legal_plane(&self.lanes, role, mov))
    }

    /// Sets one move for each board, of whoever moves there, and the moves that others are forced to make.
    pub(super) fn set_turn_moves(
        &mut self,
        circuit: &Circuit,
        instructions: Instructions,
        players: &[Player],
        moves: &[i64],
    ) -> Result<(), MoveError> {
        let chosen = self.legal[0].only(instructions, moves.len(), |lane| moves[lane]).map_err(|board| {
            let mover = self.turns.iter().position(|turns| word::has(turns, board)).unwrap_or(0);
            MoveError::Illegal { board, role: players[mover].role, mov: moves[board] }
        })?;
        let stepper = circuit.stepper();
        let chosen = chosen.planes(instructions);
        for (Player { role, forced, .. }, &turns) in players.iter().zip(&self.turns) {
            for mov in 0..circuit.moves(*role) {
                self.lanes.slots_mut()[stepper.move_slot(*role, mov)] = word::and(chosen(mov), turns);
            }
            for &mov in forced {
                let legal = circuit.legal_plane(&self.lanes, *role, mov);
                let slot = &mut self.lanes.slots_mut()[stepper.move_slot(*role, mov)];
                *slot = word::or(*slot, legal);
            }
        }
        Ok(())
    }

    /// Sets a move of each player for each board.
    pub(super) fn set_moves(
        &mut self,
        circuit: &Circuit,
        instructions: Instructions,
        players: &[Player],
        moves: &[i64],
    ) -> Result<(), MoveError> {
        for (number, &Player { role, .. }) in players.iter().enumerate() {
            let move_of = |lane: usize| moves[players.len() * lane + number];
            let lanes = moves.len() / players.len();
            let chosen = self.legal[number]
                .only(instructions, lanes, move_of)
                .map_err(|board| MoveError::Illegal { board, role, mov: move_of(board) })?;
            let chosen = chosen.planes(instructions);
            for mov in 0..circuit.moves(role) {
                self.lanes.slots_mut()[circuit.stepper().move_slot(role, mov)] = chosen(mov);
            }
        }
        Ok(())
    }

    /// Sets a random move of a role in each board.
    pub(super) fn set_random(
        &mut self,
        circuit: &Circuit,
        instructions: Instructions,
        role: usize,
        draw: Draw,
    ) {
        let rows = self.legal_rows(circuit, instructions, role);
        let (slots, stepper) = (self.lanes.slots_mut(), circuit.stepper());
        (0..circuit.moves(role)).for_each(|mov| slots[stepper.move_slot(role, mov)] = [0; W]);
        rows.pick(
            instructions,
            word::count(self.used) as usize,
            |lane, count| draw.below(lane, count),
            |lane, mov| {
                if let Some(mov) = mov {
                    word::set(&mut slots[stepper.move_slot(role, mov)], lane);
                }
            },
        );
    }

    /// Makes the moves that are set. Games that are over are paid, and begin anew.
    pub(super) fn advance(&mut self, circuit: &Circuit, instructions: Instructions, players: &[Player]) {
        let Self { lanes, used, ended, goals, percepts, .. } = self;
        let stepper = circuit.stepper();
        if percepts.is_empty() {
            stepper.make_moves(instructions, lanes, None);
        } else {
            let mut see = |lanes: &Lanes<W>| {
                for (own, player) in percepts.iter_mut().zip(players) {
                    own.clear();
                    own.extend(stepper.percepts(player.role).iter().map(|&port| lanes.read(port)));
                }
            };
            stepper.make_moves(instructions, lanes, Some(&mut see));
        }
        stepper.look(instructions, lanes);
        let layout = stepper.layout;
        let over = word::and(stepper.plane(lanes, layout.terminal_bit()), *used);
        *ended = over;
        if !word::any(over) {
            return;
        }
        for (goals, player) in goals.iter_mut().zip(players) {
            let first = layout.goal_bit(player.role);
            let planes = std::array::from_fn(|bit| stepper.plane(lanes, first + bit));
            word::lanes(over).for_each(|lane| goals[lane] = goal(&planes, lane));
        }
        begin_anew(lanes, circuit, &stepper.view, over);
        stepper.look(instructions, lanes);
    }

    /// Whether every role has a move in every board.
    pub(super) fn movable(&self, circuit: &Circuit) -> Result<(), MoveError> {
        for &role in circuit.may_be_stuck() {
            let moves = 0..circuit.moves(role);
            let any =
                moves.fold([0; W], |any, mov| word::or(any, circuit.legal_plane(&self.lanes, role, mov)));
            if let Some(board) = word::lanes(word::and_not(self.used, any)).next() {
                return Err(MoveError::Stuck { board, role });
            }
        }
        Ok(())
    }
}

/// The goal in a lane, given the planes of its bits.
pub(super) fn goal(planes: &[Word<W>; GOAL_BITS], lane: usize) -> u8 {
    let bit = |(place, plane): (usize, &Word<W>)| u8::from(word::has(plane, lane)) << place;
    Goal::from_byte(planes.iter().enumerate().map(bit).sum()).value
}

/// Puts the initial state into the lanes that are over, among the inputs of a program.
pub(super) fn begin_anew(lanes: &mut Lanes<W>, circuit: &Circuit, program: &Program, over: Word<W>) {
    for fluent in 0..circuit.fluents() {
        let holds = word::splat(circuit.initial().holds(fluent));
        let slot = &mut lanes.slots_mut()[program.input(fluent)];
        *slot = word::map3(*slot, holds, over, |now, initial, over| now & !over | initial & over);
    }
}
