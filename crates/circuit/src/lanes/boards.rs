use std::fmt;
use std::sync::Arc;

use super::circuit::Circuit;
use super::dispatch::Instructions;
use super::lanes::Lanes;
use super::random::scrambled;
use super::rows::{Rows, transposed};
use super::word::{self, Word};
use crate::goal::{GOAL_BITS, Goal};
use crate::state::State;

/// Words of a group of boards: a board is a lane.
const W: usize = 8;
/// Boards of a group.
const LANES: usize = 64 * W;

/// Games that go on side by side, one joint move at a time, by moves that are given from outside; where one ends, the next begins in its place.
///
/// Where roles take turns ([`Circuit::takes_turns`]), a board is given the move of the role that moves; elsewhere one move of each role. Chance moves by itself. What it draws depends on the
/// seed, the number of the board and how often it has drawn there, not on other boards.
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
}

/// A role that somebody plays.
struct Player {
    role: usize,
    /// Its moves that are made wherever they are legal.
    forced: Vec<usize>,
    /// All others.
    free: Vec<usize>,
}

/// Boards that are evaluated together. The view of their states has been evaluated in the lanes.
struct Group {
    lanes: Lanes<W>,
    /// The boards in use.
    used: Word<W>,
    /// Those whose game was over after the last joint move.
    ended: Word<W>,
    /// What each of these paid each player, by player; of others it means nothing.
    goals: Vec<[u8; LANES]>,
    /// The number of the player that moves in each board, where players take turns. Where nobody has a choice it is the first one.
    movers: Vec<usize>,
    /// The legal moves of each player; of whoever moves, where players take turns.
    legal: Vec<Rows>,
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
        let groups = (0..boards.div_ceil(LANES)).map(|group| Group {
            lanes: Lanes::new(&circuit.stepper.program),
            used: word::first([!0; W], (boards - group * LANES).min(LANES) as u64),
            ended: [0; W],
            goals: vec![[0; LANES]; players.len()],
            movers: vec![0; LANES],
            legal: Vec::new(),
        });
        let groups = groups.collect();
        let mut boards =
            Self { instructions: Instructions::best(), circuit, players, groups, boards, seed, draws: 0 };
        boards.restart(seed);
        boards
    }

    /// Evaluates with an instruction set other than the best.
    #[must_use]
    pub fn with_instructions(mut self, instructions: Instructions) -> Self {
        self.instructions = instructions;
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

    /// How many numbers moves have where each number is one of a move of whoever may move: as many as the player has that has the most.
    pub fn actions(&self) -> usize {
        self.players().map(|role| self.circuit.moves(role)).max().unwrap_or(0)
    }

    /// Begins all games anew, with another seed.
    pub fn restart(&mut self, seed: u64) {
        (self.seed, self.draws) = (seed, 0);
        let fluents = self.circuit.initial().fluents();
        let (stepper, instructions) = (&self.circuit.stepper, self.instructions);
        for group in &mut self.groups {
            for fluent in 0..stepper.fluents() {
                let holds = fluents[fluent / 64] >> (fluent % 64) & 1 == 1;
                group.lanes.slots_mut()[stepper.program.input(fluent)] = word::splat(holds);
            }
            group.lanes.evaluate(instructions, &stepper.program, 0);
            group.ended = [0; W];
            group.look(&self.circuit, self.instructions, &self.players);
        }
    }

    /// The state of a board.
    ///
    /// # Panics
    /// If there is no such board.
    pub fn state(&self, board: usize) -> State {
        assert!(board < self.boards, "board {board} of {}", self.boards);
        let (group, lane) = (&self.groups[board / LANES], board % LANES);
        let stepper = &self.circuit.stepper;
        let mut state = State::new(stepper.layout);
        for bit in 0..64 * stepper.layout.words() {
            let holds = word::has(&stepper.plane(&group.lanes, bit), lane);
            state.words_mut()[bit / 64] |= u64::from(holds) << (bit % 64);
        }
        state
    }

    /// Makes a move in each board: `moves` has the numbers of one move for each board, that of the role that moves, where roles take turns; else of one move of each player, in the order of
    /// [`players`](Self::players), board by board. Boards whose game ends begin anew.
    ///
    /// # Errors
    /// If a move is not legal: then no board has changed. If a role has no legal move in a state that is reached: then all boards are as after the moves.
    ///
    /// # Panics
    /// If there are not as many moves.
    pub fn step(&mut self, moves: &[i64]) -> Result<(), MoveError> {
        let each = self.moves_each();
        assert_eq!(moves.len(), each * self.boards, "one move for each board or player");
        for (number, (group, moves)) in self.groups.iter_mut().zip(moves.chunks(each * LANES)).enumerate() {
            let set = if self.circuit.takes_turns() {
                group.set_turn_moves(&self.circuit, &self.players, moves)
            } else {
                group.set_moves(&self.circuit, &self.players, moves)
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

    /// Writes a legal move for each board, as [`step`](Self::step) takes them, each legal one with the same probability.
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

    /// The move in each board that has the number `ranks[board]` among the legal moves of whoever moves there, counted from 0; [`NO_MOVE`](Self::NO_MOVE) if there are fewer. Where roles take turns,
    /// `player` is not used.
    ///
    /// # Panics
    /// If there are not as many ranks as boards.
    pub fn nth_legal(&self, player: usize, ranks: &[i64], moves: &mut [i64]) {
        assert_eq!((ranks.len(), moves.len()), (self.boards, self.boards), "one rank for each board");
        for (group, (ranks, moves)) in
            self.groups.iter().zip(ranks.chunks(LANES).zip(moves.chunks_mut(LANES)))
        {
            let rows = self.legal_of(group, player);
            let rank = |lane: usize, count| usize::try_from(ranks[lane]).unwrap_or(count);
            rows.pick(self.instructions, ranks.len(), rank, |lane, mov| {
                moves[lane] = mov.map_or(Self::NO_MOVE, |mov| mov as i64);
            });
        }
    }

    /// Writes the fluents of all boards, board by board: a byte for each fluent, 1 where it holds and else 0.
    ///
    /// # Panics
    /// If `out` has another size.
    pub fn write_fluents(&self, out: &mut [u8]) {
        let fluents = self.circuit.fluents();
        assert_eq!(out.len(), fluents * self.boards, "a byte for each fluent of each board");
        let stepper = &self.circuit.stepper;
        for (group, out) in self.groups.iter().zip(out.chunks_mut((fluents * LANES).max(1))) {
            transposed(self.instructions, fluents, |bit| stepper.plane(&group.lanes, bit)).write(out);
        }
    }

    /// Writes which moves are legal, board by board: a byte for each of the moves of a player, or of whoever moves where roles take turns (then there are [`actions`](Self::actions)).
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

    /// Writes who moves in each board, as a number in [`players`](Self::players), where roles take turns. Where nobody has a choice it is the first one.
    ///
    /// # Panics
    /// If `out` has another size, or roles do not take turns.
    pub fn write_turns(&self, out: &mut [i64]) {
        assert!(self.circuit.takes_turns(), "roles take turns");
        assert_eq!(out.len(), self.boards, "a number for each board");
        for (group, out) in self.groups.iter().zip(out.chunks_mut(LANES)) {
            out.iter_mut().zip(&group.movers).for_each(|(out, &mover)| *out = mover as i64);
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

    /// Writes what each player got in the games that were over after the last joint move, board by board; 0 where none was.
    ///
    /// # Panics
    /// If `out` has another size.
    pub fn write_goals(&self, out: &mut [f32]) {
        let players = self.players.len();
        assert_eq!(out.len(), players * self.boards, "a number for each player of each board");
        out.fill(0.0);
        for (group, out) in self.groups.iter().zip(out.chunks_mut(players * LANES)) {
            for lane in word::lanes(group.ended) {
                let out = &mut out[players * lane..][..players];
                out.iter_mut().zip(&group.goals).for_each(|(out, goals)| *out = f32::from(goals[lane]));
            }
        }
    }

    /// How many moves a step takes for each board.
    fn moves_each(&self) -> usize {
        if self.circuit.takes_turns() { 1 } else { self.players.len() }
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

impl Group {
    /// Finds out who moves, and how.
    fn look(&mut self, circuit: &Circuit, instructions: Instructions, players: &[Player]) {
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
        self.movers.fill(0);
        for (player, turns) in turns.iter().enumerate().skip(1) {
            word::lanes(*turns).for_each(|lane| self.movers[lane] = player);
        }
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
    }

    /// The legal moves of a role.
    fn legal_rows(&self, circuit: &Circuit, instructions: Instructions, role: usize) -> Rows {
        transposed(instructions, circuit.moves(role), |mov| circuit.legal_plane(&self.lanes, role, mov))
    }

    /// Sets one move for each board, of whoever moves there, and the moves that others are forced to make.
    fn set_turn_moves(
        &mut self,
        circuit: &Circuit,
        players: &[Player],
        moves: &[i64],
    ) -> Result<(), MoveError> {
        let stepper = &circuit.stepper;
        self.lanes.slots_mut()[stepper.move_slots()].fill([0; W]);
        for Player { role, forced, .. } in players {
            for &mov in forced {
                let legal = circuit.legal_plane(&self.lanes, *role, mov);
                self.lanes.slots_mut()[stepper.move_slot(*role, mov)] = legal;
            }
        }
        for (lane, &mov) in moves.iter().enumerate() {
            self.set_move(circuit, players[self.movers[lane]].role, 0, lane, mov)?;
        }
        Ok(())
    }

    /// Sets a move of each player for each board.
    fn set_moves(&mut self, circuit: &Circuit, players: &[Player], moves: &[i64]) -> Result<(), MoveError> {
        self.lanes.slots_mut()[circuit.stepper.move_slots()].fill([0; W]);
        for (lane, moves) in moves.chunks_exact(players.len()).enumerate() {
            for (number, (player, &mov)) in players.iter().zip(moves).enumerate() {
                self.set_move(circuit, player.role, number, lane, mov)?;
            }
        }
        Ok(())
    }

    /// Sets a move of a role in a board of the group, if it is among those legal moves that have this number.
    fn set_move(
        &mut self,
        circuit: &Circuit,
        role: usize,
        legal: usize,
        lane: usize,
        mov: i64,
    ) -> Result<(), MoveError> {
        match usize::try_from(mov).ok().filter(|&number| self.legal[legal].has(lane, number)) {
            Some(number) => {
                word::set(&mut self.lanes.slots_mut()[circuit.stepper.move_slot(role, number)], lane);
                Ok(())
            }
            None => Err(MoveError::Illegal { board: lane, role, mov }),
        }
    }

    /// Sets a random move of a role in each board.
    fn set_random(&mut self, circuit: &Circuit, instructions: Instructions, role: usize, draw: Draw) {
        let rows = self.legal_rows(circuit, instructions, role);
        let (slots, stepper) = (self.lanes.slots_mut(), &circuit.stepper);
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
    fn advance(&mut self, circuit: &Circuit, instructions: Instructions, players: &[Player]) {
        let Self { lanes, used, ended, goals, .. } = self;
        let stepper = &circuit.stepper;
        lanes.evaluate(instructions, &stepper.program, 1);
        for (fluent, &port) in stepper.next.iter().enumerate() {
            let next = lanes.read(port);
            lanes.slots_mut()[stepper.program.input(fluent)] = next;
        }
        lanes.evaluate(instructions, &stepper.program, 0);
        let layout = stepper.layout;
        let over = word::and(stepper.plane(lanes, layout.terminal_bit()), *used);
        *ended = over;
        if !word::any(over) {
            return;
        }
        for (goals, player) in goals.iter_mut().zip(players) {
            let first = layout.goal_bit(player.role);
            let planes: [Word<W>; GOAL_BITS] = std::array::from_fn(|bit| stepper.plane(lanes, first + bit));
            for lane in word::lanes(over) {
                let bit = |(place, plane): (usize, &Word<W>)| u8::from(word::has(plane, lane)) << place;
                goals[lane] = Goal::from_byte(planes.iter().enumerate().map(bit).sum()).value;
            }
        }
        let initial = circuit.initial().fluents();
        for fluent in 0..stepper.fluents() {
            let holds = word::splat(initial[fluent / 64] >> (fluent % 64) & 1 == 1);
            let slot = &mut lanes.slots_mut()[stepper.program.input(fluent)];
            *slot = word::map3(*slot, holds, over, |now, initial, over| now & !over | initial & over);
        }
        lanes.evaluate(instructions, &stepper.program, 0);
    }

    /// Whether every role has a move in every board.
    fn movable(&self, circuit: &Circuit) -> Result<(), MoveError> {
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

#[cfg(test)]
mod tests {
    use super::super::explorer::Explorer;
    use super::*;
    use crate::samples;

    /// Plays random moves on boards, and compares each with a game of its own that an explorer plays.
    fn agrees(circuit: Circuit, boards: usize, steps: usize) {
        assert!(circuit.takes_turns());
        let circuit = Arc::new(circuit);
        let mut side_by_side = Boards::new(circuit.clone(), boards, 1);
        let mut explorer = Explorer::new(circuit.clone());
        let mut states = vec![circuit.initial().clone(); boards];
        let (mut moves, mut ends) = (vec![0; boards], 0);
        for _ in 0..steps {
            side_by_side.random_moves(&mut moves);
            let mut turns = vec![9; boards];
            side_by_side.write_turns(&mut turns);
            side_by_side.step(&moves).unwrap();
            let (mut ended, mut goals) = (vec![7; boards], vec![7.0; 2 * boards]);
            side_by_side.write_ended(&mut ended);
            side_by_side.write_goals(&mut goals);
            for (board, state) in states.iter_mut().enumerate() {
                let joint: Vec<u32> = (0..2)
                    .map(|role| {
                        let own = turns[board] == role as i64;
                        if own {
                            moves[board] as u32
                        } else {
                            circuit.legal(state, role).next().unwrap() as u32
                        }
                    })
                    .collect();
                assert!((0..2).all(|role| circuit.is_legal(state, role, joint[role] as usize)));
                *state = explorer.next(state, &joint);
                assert_eq!(ended[board] == 1, state.terminal());
                for role in 0..2 {
                    let paid = if state.terminal() { f32::from(state.goal(role).value) } else { 0.0 };
                    assert_eq!(goals[2 * board + role], paid);
                }
                if state.terminal() {
                    ends += 1;
                    *state = circuit.initial().clone();
                }
                assert_eq!(side_by_side.state(board).words(), state.words());
            }
        }
        assert!(ends >= boards, "games end");
    }

    #[test]
    fn boards_go_on_as_games_of_their_own() {
        agrees(samples::tic_tac_toe(), 3, 40);
        agrees(samples::tic_tac_toe(), 515, 12);
        agrees(samples::connect_four(), 70, 60);
    }

    #[test]
    fn what_is_written_is_what_the_states_say() {
        let circuit = Arc::new(samples::connect_four());
        let mut boards = Boards::new(circuit.clone(), 600, 3);
        let mut moves = [0; 600];
        for _ in 0..20 {
            boards.random_moves(&mut moves);
            boards.step(&moves).unwrap();
        }
        let (fluents, actions) = (circuit.fluents(), boards.actions());
        let (mut held, mut legal) = (vec![7; 600 * fluents], vec![7; 600 * actions]);
        let mut turns = vec![7; 600];
        boards.write_fluents(&mut held);
        boards.write_legal(0, &mut legal);
        boards.write_turns(&mut turns);
        let mut counts = vec![7; 600];
        boards.count_legal(0, &mut counts);
        for board in 0..600 {
            let state = boards.state(board);
            for fluent in 0..fluents {
                let holds = state.fluents()[fluent / 64] >> (fluent % 64) & 1;
                assert_eq!(u64::from(held[board * fluents + fluent]), holds);
            }
            let expected: Vec<usize> = circuit.legal(&state, turns[board] as usize).collect();
            let row = &legal[board * actions..][..actions];
            let found: Vec<usize> = (0..actions).filter(|&mov| row[mov] == 1).collect();
            assert_eq!(found, expected);
            let (ranks, mut nth) = (vec![expected.len() as i64 - 1; 600], vec![7; 600]);
            boards.nth_legal(0, &ranks, &mut nth);
            assert_eq!(nth[board], *expected.last().unwrap() as i64);
            assert_eq!(counts[board], expected.len() as i64);
        }
        let mut nth = vec![7; 600];
        boards.nth_legal(0, &[99; 600], &mut nth);
        assert!(nth.iter().all(|&mov| mov == Boards::NO_MOVE));
    }

    #[test]
    fn an_illegal_move_is_told_and_changes_nothing() {
        let mut boards = Boards::new(Arc::new(samples::tic_tac_toe()), 1000, 0);
        let before = boards.state(7);
        for wrong in [9, 10, -1, i64::MAX, i64::MIN] {
            let mut moves = vec![0; 1000];
            moves[700] = wrong;
            let error = boards.step(&moves).unwrap_err();
            assert_eq!(error, MoveError::Illegal { board: 700, role: 0, mov: wrong });
            assert_eq!(boards.state(7), before);
        }
        boards.step(&[4; 1000]).unwrap();
        assert_eq!(boards.step(&[4; 1000]), Err(MoveError::Illegal { board: 0, role: 1, mov: 4 }));
    }

    #[test]
    fn a_seed_repeats_a_game_whatever_other_boards_there_are() {
        let play = |boards: usize| {
            let mut boards = Boards::new(Arc::new(samples::tic_tac_toe()), boards, 5);
            let mut moves = vec![0; boards.len()];
            (0..5).for_each(|_| {
                boards.random_moves(&mut moves);
                boards.step(&moves).unwrap();
            });
            [0, 1].map(|board| boards.state(board))
        };
        assert_eq!(play(2), play(777));
        assert_ne!(play(2)[0], play(2)[1]);
    }

    #[test]
    fn there_may_be_no_boards() {
        let mut boards = Boards::new(Arc::new(samples::tic_tac_toe()), 0, 0);
        assert!(boards.is_empty());
        boards.step(&[]).unwrap();
        boards.write_fluents(&mut []);
    }
}
