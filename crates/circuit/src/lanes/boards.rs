mod group;
mod random_play;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;

use group::{Group, LANES, W};

use super::circuit::Circuit;
use super::dispatch::Instructions;
use super::random::scrambled;
use super::rows::{Rows, transposed};
use super::word::{self, Word};
use crate::state::{State, holds};

/// Games that go on side by side, one joint move at a time, by moves that are given from outside; where one
/// ends, the next begins in its place.
///
/// Where roles take turns ([`Circuit::takes_turns`]), a board is given the move of the role that moves;
/// elsewhere one move of each role. Chance moves by itself. What it draws depends on the seed, the number of
/// the board and how often it has drawn there, not on other boards.
pub struct Boards {
    circuit: Arc<Circuit>,
    instructions: Instructions,
    /// The roles that somebody plays, in ascending order.
    players: Vec<Player>,
    groups: Vec<Group>,
    boards: usize,
    seed: u64,
    /// How many draws there have been in each board.
    draws: u64,
    keeps_percepts: bool,
}

/// A role that somebody plays.
struct Player {
    role: usize,
    /// Its moves that are made wherever they are legal.
    forced: Vec<usize>,
    /// All others.
    free: Vec<usize>,
}

/// Why a joint move cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The rules do not allow the move.
    #[error("board {board}: move {mov} of role {role} is not legal")]
    Illegal {
        /// The number of the board.
        board: usize,
        /// The number of the role.
        role: usize,
        /// The number of the move.
        mov: i64,
    },
    /// There is no legal move, and the game is not over.
    #[error("board {board}: role {role} has no legal move, and the game is not over")]
    Stuck {
        /// The number of the board.
        board: usize,
        /// The number of the role.
        role: usize,
    },
}

impl Boards {
    /// In place of the number of a move, where there is none.
    pub const NO_MOVE: i64 = -1;

    /// So many boards at the initial state.
    pub fn new(circuit: Arc<Circuit>, boards: usize, seed: u64) -> Self {
        let chance = circuit.chance();
        let player = |role: usize| {
            let forced: Vec<usize> = circuit.forced(role).iter().map(|&mov| mov as usize).collect();
            let free = (0..circuit.moves(role)).filter(|mov| !forced.contains(mov)).collect();
            Player { role, forced, free }
        };
        let players: Vec<Player> =
            (0..circuit.roles()).filter(|&role| Some(role) != chance).map(player).collect();
        let boards_of = |group: usize| (boards - group * LANES).min(LANES);
        let groups =
            (0..boards.div_ceil(LANES)).map(|group| Group::new(&circuit, &players, boards_of(group)));
        let groups = groups.collect();
        let mut boards = Self {
            instructions: Instructions::best(),
            circuit,
            players,
            groups,
            boards,
            seed,
            draws: 0,
            keeps_percepts: false,
        };
        boards.restart(seed);
        boards
    }

    /// Evaluates with an instruction set other than the best.
    #[must_use]
    pub fn with_instructions(mut self, instructions: Instructions) -> Self {
        self.instructions = instructions;
        self
    }

    /// Keeps what players see of joint moves, for [`write_percepts`](Self::write_percepts).
    #[must_use]
    pub fn with_percepts(mut self) -> Self {
        self.keeps_percepts = true;
        self.forget_percepts();
        self
    }

    /// How many boards there are.
    pub fn len(&self) -> usize {
        self.boards
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.boards == 0
    }

    /// The circuit.
    pub fn circuit(&self) -> &Arc<Circuit> {
        &self.circuit
    }

    /// The roles that somebody plays, in ascending order: all but chance.
    pub fn players(&self) -> impl ExactSizeIterator<Item = usize> + Clone {
        self.players.iter().map(|player| player.role)
    }

    /// How many numbers moves have where each number is one of a move of whoever may move: as many as the
    /// player has that has the most.
    pub fn actions(&self) -> usize {
        self.players().map(|role| self.circuit.moves(role)).max().unwrap_or(0)
    }

    /// How many percepts the player has that has the most.
    pub fn percepts(&self) -> usize {
        self.players().map(|role| self.circuit.stepper().percepts(role).len()).max().unwrap_or(0)
    }

    /// Begins all games anew, with another seed.
    pub fn restart(&mut self, seed: u64) {
        (self.seed, self.draws) = (seed, 0);
        let fluents = self.circuit.initial().fluents();
        let (stepper, instructions) = (self.circuit.stepper(), self.instructions);
        for group in &mut self.groups {
            for fluent in 0..stepper.fluents() {
                group.lanes.slots_mut()[stepper.input(fluent)] = word::splat(holds(fluents, fluent));
            }
            stepper.look(instructions, &mut group.lanes);
            group.ended = [0; W];
            group.look(&self.circuit, self.instructions, &self.players);
        }
        self.forget_percepts();
    }

    /// The state of a board.
    ///
    /// # Panics
    /// If there is no such board.
    pub fn state(&self, board: usize) -> State {
        assert!(board < self.boards, "board {board} of {}", self.boards);
        let (group, lane) = (&self.groups[board / LANES], board % LANES);
        let stepper = self.circuit.stepper();
        let mut state = State::new(stepper.layout);
        for bit in 0..64 * stepper.layout.words() {
            let holds = word::has(&stepper.plane(&group.lanes, bit), lane);
            state.words_mut()[bit / 64] |= u64::from(holds) << (bit % 64);
        }
        state
    }

    /// Makes a move in each board: `moves` has the numbers of one move for each board, that of the role that
    /// moves, where roles take turns; else of one move of each player, in the order of
    /// [`players`](Self::players), board by board; and none where chance is the only role. Boards whose game
    /// ends begin anew.
    ///
    /// # Errors
    /// If a move is not legal: then no board has changed. If a role has no legal move in a state that is
    /// reached: then all boards are as after the moves.
    ///
    /// # Panics
    /// If there are not as many moves.
    pub fn step(&mut self, moves: &[i64]) -> Result<(), MoveError> {
        let each = self.moves_each();
        assert_eq!(moves.len(), each * self.boards, "one move for each board or player");
        let moves = moves.chunks((each * LANES).max(1));
        for (number, (group, moves)) in self.groups.iter_mut().zip(moves).enumerate() {
            let set = if self.circuit.takes_turns() {
                group.set_turn_moves(&self.circuit, self.instructions, &self.players, moves)
            } else {
                group.set_moves(&self.circuit, self.instructions, &self.players, moves)
            };
            set.map_err(|error| error.in_group(number))?;
        }
        let draws = self.next_draw();
        let mut stuck = Ok(());
        for (number, group) in self.groups.iter_mut().enumerate() {
            if let Some(role) = self.circuit.chance() {
                let draw = Draw::new(self.seed, draws, number * LANES);
                group.set_random(&self.circuit, self.instructions, role, draw);
            }
            group.advance(&self.circuit, self.instructions, &self.players);
            group.look(&self.circuit, self.instructions, &self.players);
            stuck = stuck.and_then(|()| group.movable(&self.circuit).map_err(|error| error.in_group(number)));
        }
        stuck
    }

    /// Makes random moves of all roles, `steps` joint moves in each board, without a word about each of them.
    /// Adds to `games` how many games have ended in each board, and to `goals` what they paid each player,
    /// board by board. The same seed gives the same games for the same number of boards.
    ///
    /// # Errors
    /// If a role has no legal move in a state that is reached: then play stops there in the boards of its
    /// group, and has gone on in those before.
    ///
    /// # Panics
    /// If there is not a number for each board and player.
    pub fn play(&mut self, steps: u32, games: &mut [i64], goals: &mut [f64]) -> Result<(), MoveError> {
        let players = self.players.len();
        assert_eq!((games.len(), goals.len()), (self.boards, players * self.boards), "a number for each");
        let key = scrambled(scrambled(self.seed) ^ self.next_draw());
        for (number, group) in self.groups.iter_mut().enumerate() {
            let seed = scrambled(key ^ number as u64);
            let first = number * LANES;
            let played = group.play(
                &self.circuit,
                self.instructions,
                &self.players,
                (steps, seed),
                |lane, player, goal| {
                    games[first + lane] += i64::from(player == 0);
                    goals[players * (first + lane) + player] += f64::from(goal);
                },
            );
            group.look(&self.circuit, self.instructions, &self.players);
            played.map_err(|error| error.in_group(number))?;
        }
        Ok(())
    }

    /// Writes a legal move for each board, as [`step`](Self::step) takes them, each legal one with the
    /// same probability.
    ///
    /// # Panics
    /// If `moves` has room for more or fewer.
    pub fn random_moves(&mut self, moves: &mut [i64]) {
        let each = self.moves_each();
        assert_eq!(moves.len(), each * self.boards, "one move for each board or player");
        for player in 0..each {
            let draws = self.next_draw();
            for (number, (group, moves)) in self.groups.iter().zip(moves.chunks_mut(each * LANES)).enumerate()
            {
                let draw = Draw::new(self.seed, draws, number * LANES);
                let lanes = moves.len() / each;
                let rank = |lane, count| draw.below(lane, count);
                self.legal_of(group, player).pick(self.instructions, lanes, rank, |lane, mov| {
                    moves[each * lane + player] = mov.map_or(Self::NO_MOVE, |mov| mov as i64);
                });
            }
        }
    }

    /// The move in each board that has the number `ranks[board]` among the legal moves of whoever moves
    /// there, counted from 0; [`NO_MOVE`](Self::NO_MOVE) if there are fewer. Where roles take turns, `player`
    /// is not used.
    ///
    /// # Panics
    /// If there are not as many ranks as boards.
    pub fn nth_legal(&self, player: usize, ranks: &[i64], moves: &mut [i64]) {
        assert_eq!((ranks.len(), moves.len()), (self.boards, self.boards), "one rank for each board");
        for (group, (ranks, moves)) in
            self.groups.iter().zip(ranks.chunks(LANES).zip(moves.chunks_mut(LANES)))
        {
            let rank = |lane: usize, count| usize::try_from(ranks[lane]).unwrap_or(count);
            self.pick_legal(group, player, rank, moves);
        }
    }

    /// The move in each board at a place of the list of legal moves of whoever moves there that
    /// `places[board]` tells, from 0 for the first to 1 for the last, each with the same share of the numbers
    /// between; [`NO_MOVE`](Self::NO_MOVE) if there are none. Where roles take turns, `player` is not used.
    ///
    /// # Panics
    /// If there are not as many places as boards.
    pub fn legal_at(&self, player: usize, places: &[f64], moves: &mut [i64]) {
        assert_eq!((places.len(), moves.len()), (self.boards, self.boards), "one place for each board");
        for (group, (places, moves)) in
            self.groups.iter().zip(places.chunks(LANES).zip(moves.chunks_mut(LANES)))
        {
            // A product of a number just below 1 may be rounded up to the count.
            let rank = |lane: usize, count: usize| {
                ((places[lane] * count as f64) as usize).min(count.saturating_sub(1))
            };
            self.pick_legal(group, player, rank, moves);
        }
    }

    fn pick_legal(
        &self,
        group: &Group,
        player: usize,
        rank: impl Fn(usize, usize) -> usize,
        moves: &mut [i64],
    ) {
        let rows = self.legal_of(group, player);
        rows.pick(self.instructions, moves.len(), rank, |lane, mov| {
            moves[lane] = mov.map_or(Self::NO_MOVE, |mov| mov as i64);
        });
    }

    /// Writes the fluents of all boards, board by board: a byte for each fluent, 1 where it holds and else 0.
    ///
    /// # Panics
    /// If `out` has another size.
    pub fn write_fluents(&self, out: &mut [u8]) {
        let fluents = self.circuit.fluents();
        assert_eq!(out.len(), fluents * self.boards, "a byte for each fluent of each board");
        let stepper = self.circuit.stepper();
        for (group, out) in self.groups.iter().zip(out.chunks_mut((fluents * LANES).max(1))) {
            transposed(self.instructions, fluents, |bit| stepper.plane(&group.lanes, bit)).write(out);
        }
    }

    /// Writes which moves are legal, board by board: a byte for each of the moves of a player, or of whoever
    /// moves where roles take turns (then there are [`actions`](Self::actions)).
    ///
    /// # Panics
    /// If `out` has another size.
    pub fn write_legal(&self, player: usize, out: &mut [u8]) {
        let columns = if self.circuit.takes_turns() {
            self.actions()
        } else {
            self.circuit.moves(self.players[player].role)
        };
        assert_eq!(out.len(), columns * self.boards, "a byte for each move of each board");
        for (group, out) in self.groups.iter().zip(out.chunks_mut((columns * LANES).max(1))) {
            self.legal_of(group, player).write(out);
        }
    }

    /// Writes what a player has seen of the last [`step`](Self::step), board by board: a byte for each of as
    /// many [`percepts`](Self::percepts) as the player has that has the most, 1 for each that it has. Where
    /// the step has ended a game, they are those of the end. There are none before the first step.
    ///
    /// # Panics
    /// If `out` has another size, or percepts are not [kept](Self::with_percepts).
    pub fn write_percepts(&self, player: usize, out: &mut [u8]) {
        assert!(self.keeps_percepts, "percepts are kept");
        let columns = self.percepts();
        assert_eq!(out.len(), columns * self.boards, "a byte for each percept of each board");
        for (group, out) in self.groups.iter().zip(out.chunks_mut((columns * LANES).max(1))) {
            let own = &group.percepts[player];
            let plane = |percept| own.get(percept).copied().unwrap_or_default();
            transposed(self.instructions, columns, plane).write(out);
        }
    }

    /// Writes how many legal moves a player has, or whoever moves where roles take turns.
    ///
    /// # Panics
    /// If `out` has another size.
    pub fn count_legal(&self, player: usize, out: &mut [i64]) {
        assert_eq!(out.len(), self.boards, "a number for each board");
        for (group, out) in self.groups.iter().zip(out.chunks_mut(LANES)) {
            self.legal_of(group, player).write_counts(self.instructions, out);
        }
    }

    /// Writes who moves in each board, as a number in [`players`](Self::players), where roles take turns.
    /// Where nobody has a choice it is the first one.
    ///
    /// # Panics
    /// If `out` has another size, or roles do not take turns.
    pub fn write_turns(&self, out: &mut [i64]) {
        assert!(self.circuit.takes_turns(), "roles take turns");
        assert_eq!(out.len(), self.boards, "a number for each board");
        out.fill(0);
        for (group, out) in self.groups.iter().zip(out.chunks_mut(LANES)) {
            for (player, &turns) in group.turns.iter().enumerate().skip(1) {
                word::lanes(word::and(turns, group.used)).for_each(|lane| out[lane] = player as i64);
            }
        }
    }

    /// Writes in which boards a game was over after the last joint move: 1 where it was, else 0.
    ///
    /// # Panics
    /// If `out` has another size.
    pub fn write_ended(&self, out: &mut [u8]) {
        assert_eq!(out.len(), self.boards, "a byte for each board");
        out.fill(0);
        for (group, out) in self.groups.iter().zip(out.chunks_mut(LANES)) {
            word::lanes(group.ended).for_each(|lane| out[lane] = 1);
        }
    }

    /// Writes what each player got in the games that were over after the last joint move, board by board; 0
    /// where none was.
    ///
    /// # Panics
    /// If `out` has another size.
    pub fn write_goals(&self, out: &mut [f32]) {
        let players = self.players.len();
        assert_eq!(out.len(), players * self.boards, "a number for each player of each board");
        out.fill(0.0);
        for (group, out) in self.groups.iter().zip(out.chunks_mut((players * LANES).max(1))) {
            for lane in word::lanes(group.ended) {
                let out = &mut out[players * lane..][..players];
                out.iter_mut().zip(&group.goals).for_each(|(out, goals)| *out = f32::from(goals[lane]));
            }
        }
    }

    /// How many moves a step takes for each board.
    fn moves_each(&self) -> usize {
        if self.circuit.takes_turns() { self.players.len().min(1) } else { self.players.len() }
    }

    /// Begins with no percepts, if they are kept.
    fn forget_percepts(&mut self) {
        if self.keeps_percepts {
            let of_player =
                |player: &Player| vec![[0; W]; self.circuit.stepper().percepts(player.role).len()];
            let none: Vec<Vec<Word<W>>> = self.players.iter().map(of_player).collect();
            self.groups.iter_mut().for_each(|group| group.percepts.clone_from(&none));
        }
    }

    fn next_draw(&mut self) -> u64 {
        self.draws += 1;
        self.draws
    }

    /// The legal moves of a player, or of whoever moves where roles take turns.
    fn legal_of<'g>(&self, group: &'g Group, player: usize) -> &'g Rows {
        &group.legal[if self.circuit.takes_turns() { 0 } else { player }]
    }
}

/// A draw in all boards of a group.
#[derive(Clone, Copy)]
struct Draw {
    key: u64,
    /// The number of the group's first board.
    first: usize,
}

impl Draw {
    fn new(seed: u64, draws: u64, first: usize) -> Self {
        Self { key: scrambled(scrambled(seed) ^ draws), first }
    }

    /// A number below `end` for a board of the group, by its lane; 0 if `end` is 0.
    #[inline(always)]
    fn below(self, lane: usize, end: usize) -> usize {
        let bits = scrambled(self.key ^ (self.first + lane) as u64);
        ((u128::from(bits) * end as u128) >> 64) as usize
    }
}

impl MoveError {
    /// The error of a board that is told by its lane, in the group with this number.
    fn in_group(mut self, group: usize) -> Self {
        match &mut self {
            Self::Illegal { board, .. } | Self::Stuck { board, .. } => *board += group * LANES,
        }
        self
    }
}

impl fmt::Debug for Boards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Boards").field("boards", &self.boards).finish_non_exhaustive()
    }
}
