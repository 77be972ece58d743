use std::sync::Arc;

use circuit::{Composition, Factors, Packed, Succession, Successors, Unlisted};
use game::{Encoding, Rules, RulesState};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Unexplained;
use crate::Cut;
use crate::limits::Clock;

/// States that are expanded together.
pub(super) const BATCH: usize = 512;

/// The most states of a part. Games of more are hardly ever sums; what is one move by move has parts of
/// few states.
const MOST_STATES: usize = 1 << 17;

/// A packed state, or some bits of one: the others are 0.
pub(super) type Words = Box<[u64]>;

/// What nobody acts on, and the parts that moves act on.
pub(super) struct Parts {
    /// The state that it was made of.
    pub(super) start: Words,
    /// The bits that no part has: whose turn it is, how many plies were made.
    shared: Words,
    /// The shared bits of the state that it was made of, and those of the ply after.
    pub(super) turns: [Words; 2],
    /// The role that moves in the state that it was made of; the other does a ply later.
    pub(super) first_mover: usize,
    pub(super) list: Vec<PartGame>,
}

/// A part of a game with all states that moves in it lead to.
#[derive(Default)]
pub(super) struct PartGame {
    /// Its bits.
    mask: Words,
    /// Its fluents, by their numbers.
    pub(super) fluents: Vec<usize>,
    pub(super) states: Vec<Words>,
    numbers: FxHashMap<Words, u32>,
    /// For each turn and each state the moves in this part.
    pub(super) moves: [Vec<Vec<PartMove>>; 2],
    /// For each turn and each state what the roles are paid if the game is over when all other parts are as
    /// they were at the start.
    ends: [Vec<Option<[u8; 2]>>; 2],
}

/// A joint move of which one role's is a move in a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PartMove {
    /// The numbers of the roles' moves.
    pub(super) joint: [u32; 2],
    /// The state of the part that it leads to.
    pub(super) to: u32,
}

impl Parts {
    /// The parts of a game in a state that is not terminal.
    pub(super) fn of(
        rules: &Rules,
        state: &RulesState,
        packed: &Arc<Packed>,
        factors: Option<&Factors>,
        clock: &Clock<'_>,
    ) -> Result<Self, Unexplained> {
        let start: Words = packed.packing().pack(rules.bits(state)).into();
        let fluents: Vec<Vec<usize>> = match factors {
            Some(factors) if factors.moves == Composition::Product => return Err(Unexplained::NoSum),
            Some(factors) => factors.factors.iter().map(|factor| factor.fluents.clone()).collect(),
            None => vec![acted_on(rules)],
        };
        let (masks, fluents): (Vec<Words>, Vec<Vec<usize>>) =
            fluents.iter().map(|fluents| mask(packed, fluents)).unzip();
        let mut shared: Words = vec![u64::MAX; start.len()].into();
        for mask in &masks {
            // A bit of two parts would be shared by both.
            let all_free = shared.iter().zip(mask).all(|(free, mask)| mask & !free == 0);
            if !all_free || mask.iter().all(|&word| word == 0) {
                return Err(Unexplained::NoSum);
            }
            shared.iter_mut().zip(mask).for_each(|(free, mask)| *free &= !mask);
        }
        let mut successors = Successors::new(Arc::clone(packed));
        let mut found = Succession::default();
        expand(&mut successors, &start, &mut found)?;
        let next = found.states.get(..start.len()).ok_or(Unexplained::Over)?;
        let turns = [masked(&start, &shared), masked(next, &shared)];
        let part = |(mask, fluents)| {
            let mut part = PartGame { mask, fluents, ..PartGame::default() };
            part.number(masked(&start, &part.mask));
            part
        };
        let list = masks.into_iter().zip(fluents).map(part).collect();
        let mut parts = Self { start, shared, turns, first_mover: 0, list };
        let mut bytes = 0;
        for part in 0..parts.list.len() {
            parts.explore(part, &mut successors, &mut bytes, clock)?;
        }
        parts.first_mover = parts.mover()?;
        Ok(parts)
    }

    /// Finds all states of a part: moves are made in it by either role, while the others stay as they are.
    fn explore(
        &mut self,
        number: usize,
        successors: &mut Successors,
        bytes: &mut usize,
        clock: &Clock<'_>,
    ) -> Result<(), Unexplained> {
        let words = self.start.len();
        let mut found = Succession::default();
        let mut done = 0;
        while done < self.list[number].states.len() {
            in_bounds(clock, *bytes)?;
            if self.list[number].states.len() > MOST_STATES {
                return Err(Unexplained::TooMany);
            }
            let end = self.list[number].states.len().min(done + BATCH);
            for turn in 0..2 {
                let base = self.with_shared(&self.start, &self.turns[turn]);
                let mut batch = Vec::with_capacity((end - done) * words);
                let part = &self.list[number];
                for state in &part.states[done..end] {
                    batch.extend(replaced(&base, &part.mask, state));
                }
                expand(successors, &batch, &mut found)?;
                let mut from = 0;
                for (at, state) in batch.chunks(words).enumerate() {
                    let mut moves = Vec::new();
                    for joint in from..found.ends[at] {
                        let next = &found.states[joint * words..][..words];
                        if self.changed(state, next)? == number {
                            let part = &mut self.list[number];
                            let to = part.number(masked(next, &part.mask));
                            let joint = [found.joints[joint * 2], found.joints[joint * 2 + 1]];
                            moves.push(PartMove { joint, to });
                        }
                    }
                    from = found.ends[at];
                    moves.sort_unstable();
                    *bytes += 2 * words * size_of::<u64>() + size_of_val(moves.as_slice());
                    let goals = [found.goals[at * 2].value, found.goals[at * 2 + 1].value];
                    let part = &mut self.list[number];
                    part.moves[turn].push(moves);
                    part.ends[turn].push(found.terminal[at].then_some(goals));
                }
            }
            done = end;
        }
        Ok(())
    }

    /// The role that moves at the start: the other has always the same one move.
    fn mover(&self) -> Result<usize, Unexplained> {
        let idle = |turn: usize, role: usize| {
            let moves = self.list.iter().flat_map(|part| part.moves[turn].iter().flatten());
            moves.map(|mov| mov.joint[role]).collect::<FxHashSet<u32>>().len() <= 1
        };
        // Where both have but one move, who moves is clear a ply later.
        let may_move_first = |role: usize| idle(0, 1 - role) && idle(1, role);
        match [may_move_first(0), may_move_first(1)] {
            [true, false] => Ok(0),
            [false, true] => Ok(1),
            _ => Err(Unexplained::NoTurns),
        }
    }

    /// The role that moves at the start, or a ply later.
    pub(super) fn mover_at(&self, turn: usize) -> usize {
        if turn == 0 { self.first_mover } else { 1 - self.first_mover }
    }

    /// The one part in which a move makes a difference.
    pub(super) fn changed(&self, from: &[u64], to: &[u64]) -> Result<usize, Unexplained> {
        let differs = |part: &PartGame| {
            from.iter().zip(to).zip(&part.mask).any(|((from, to), mask)| (from ^ to) & mask != 0)
        };
        let mut changed = (0..self.list.len()).filter(|&part| differs(&self.list[part]));
        match (changed.next(), changed.next()) {
            (Some(part), None) => Ok(part),
            _ => Err(Unexplained::NoSum),
        }
    }

    /// A state with other shared bits.
    pub(super) fn with_shared(&self, state: &[u64], shared: &[u64]) -> Words {
        replaced(state, &self.shared, shared).collect()
    }

    /// The shared bits of a state.
    pub(super) fn shared_of(&self, state: &[u64]) -> Words {
        masked(state, &self.shared)
    }

    /// A state whose shared bits and parts' states are given.
    pub(super) fn composed(&self, shared: &[u64], states: &[u32], into: &mut Vec<u64>) {
        let first = into.len();
        into.extend(shared);
        for (part, &state) in self.list.iter().zip(states) {
            into[first..].iter_mut().zip(&part.states[state as usize]).for_each(|(word, bits)| *word |= bits);
        }
    }

    /// The states of the parts in a state; none if it does not follow from the start.
    pub(super) fn states_in(&self, state: &[u64]) -> Option<Vec<u32>> {
        self.list.iter().map(|part| part.numbered(state)).collect()
    }

    /// For each role and each state of a part the states that its moves lead to. Of a game of one part in
    /// which whoever makes the last move loses, the last moves are left away: who has no others has lost just
    /// as well.
    pub(super) fn options(&self, part: &PartGame) -> [Vec<Vec<u32>>; 2] {
        [0, 1].map(|role| {
            let turn = usize::from(role != self.first_mover);
            let kept = |mov: &&PartMove| !self.gains_at_end(part, 1 - turn, mov.to);
            let of_state = |moves: &Vec<PartMove>| moves.iter().filter(kept).map(|mov| mov.to).collect();
            part.moves[turn].iter().map(of_state).collect()
        })
    }

    /// Whether it is a game of one part in which whoever makes the last move loses.
    pub(super) fn is_misere(&self) -> bool {
        let part = &self.list[0];
        (0..2).any(|turn| (0..part.states.len() as u32).any(|state| self.gains_at_end(part, turn, state)))
    }

    /// Whether the one part of a game is at its end with a gain for the role to move.
    pub(super) fn gains_at_end(&self, part: &PartGame, turn: usize, state: u32) -> bool {
        let mover = self.mover_at(turn);
        self.list.len() == 1
            && part.ends[turn][state as usize].is_some_and(|goals| goals[mover] > goals[1 - mover])
    }
}

impl PartGame {
    /// The number of a state of the part, which is new if it was not met.
    fn number(&mut self, state: Words) -> u32 {
        let next = self.states.len() as u32;
        *self.numbers.entry(state).or_insert_with_key(|state| {
            self.states.push(state.clone());
            next
        })
    }

    /// The number of the part's state in a state of the game.
    pub(super) fn numbered(&self, state: &[u64]) -> Option<u32> {
        self.numbers.get(&masked(state, &self.mask)).copied()
    }
}

/// The fluents that moves have an influence on.
fn acted_on(rules: &Rules) -> Vec<usize> {
    let Ok(compiled) = rules.compiled() else { return Vec::new() };
    let clock = compiled.circuit().clock();
    (0..compiled.fluents().len()).filter(|&fluent| clock[fluent / 64] >> (fluent % 64) & 1 == 0).collect()
}

/// The bits of the variables that some fluents belong to, and all fluents of these.
fn mask(packed: &Packed, fluents: &[usize]) -> (Words, Vec<usize>) {
    let packing = packed.packing();
    let mut all = Vec::new();
    let mut mask = vec![0; packing.words()];
    for (variable, low) in packing.fields() {
        if variable.fluents.iter().any(|fluent| fluents.contains(fluent)) {
            let width = variable.values().next_power_of_two().trailing_zeros() as usize;
            (low..low + width).for_each(|bit| mask[bit / 64] |= 1 << (bit % 64));
            all.extend(&variable.fluents);
        }
    }
    all.sort_unstable();
    (mask.into(), all)
}

fn masked(state: &[u64], mask: &[u64]) -> Words {
    state.iter().zip(mask).map(|(word, mask)| word & mask).collect()
}

/// A state in which some bits are replaced.
fn replaced(state: &[u64], mask: &[u64], bits: &[u64]) -> impl Iterator<Item = u64> {
    state.iter().zip(mask).zip(bits).map(|((word, mask), bits)| word & !mask | bits)
}

/// # Errors
/// If the time is up, or the memory full.
pub(super) fn in_bounds(clock: &Clock<'_>, bytes: usize) -> Result<(), Unexplained> {
    let memory = (bytes > clock.limits.memory).then_some(Cut::Memory);
    clock.cut().or(memory).map_or(Ok(()), |cut| Err(Unexplained::Cut(cut)))
}

/// Makes all legal moves in states.
pub(super) fn expand(
    successors: &mut Successors,
    states: &[u64],
    found: &mut Succession,
) -> Result<(), Unexplained> {
    successors.of(states, found);
    match found.unlisted {
        None => Ok(()),
        Some((_, Unlisted::TooMany)) => Err(Unexplained::TooMany),
        Some((_, Unlisted::Stuck(_))) => Err(Unexplained::Ends),
    }
}
