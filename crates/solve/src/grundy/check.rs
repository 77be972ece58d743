//! The proof that a game is the sum of its parts.

use std::sync::Arc;

use circuit::{Combination, Factors, Packed, Succession, Successors};

use super::Unexplained;
use super::parts::{BATCH, PartMove, Parts, Words, expand, in_bounds};
use crate::limits::Clock;

/// The most states that are composed of states of the parts, to be looked at one by one.
const MOST_STATES: u64 = 1 << 20;

/// The most states that are composed where it would do to look at the states of each part.
const MOST_SEPARABLE: u64 = 1 << 14;

/// What is proven of a game and its parts: every state that follows from the start is composed of states of
/// the parts; the roles take turns; the game is over exactly where the role to move has no move in any part,
/// and then that role has lost; a move is one in one part, and leaves the others as they are.
pub(super) struct Proof {
    /// The shared bits of each ply, from the start; after the last comes one of them again, if nothing limits
    /// the plies.
    plies: Vec<Words>,
    /// After so many plies the game is over whatever moves are left, if there is such a limit.
    pub(super) limit: Option<usize>,
    /// What a winner is paid.
    pub(super) win: u8,
}

/// States that are looked at one by one.
struct Checker<'a> {
    parts: &'a Parts,
    successors: Successors,
    found: Succession,
    clock: &'a Clock<'a>,
    looked_at: u64,
    /// What a winner and a loser are paid.
    payoffs: Option<(u8, u8)>,
}

/// What was seen of the states of one ply.
#[derive(Default)]
struct Ply {
    /// The shared bits of the next ply.
    next: Option<Words>,
    /// Whether the game is over somewhere although there are moves.
    cut: bool,
}

impl Proof {
    /// Looks at all states that are composed of states of the parts. If these are too many, and the factors
    /// say that the game is over where something holds in each of them, it suffices to look at the states of
    /// each part while the others are at their ends, or all but one.
    ///
    /// # Errors
    /// If it is not so, or it is not known within the limits.
    pub(super) fn of(
        parts: &Parts,
        packed: &Arc<Packed>,
        factors: Option<&Factors>,
        clock: &Clock<'_>,
    ) -> Result<Self, Unexplained> {
        let successors = Successors::new(Arc::clone(packed));
        let mut checker =
            Checker { parts, successors, found: Succession::default(), clock, looked_at: 0, payoffs: None };
        let states = parts.list.iter().map(|part| part.states.len() as u64);
        let all = states.fold(1u64, u64::saturating_mul);
        let separable = factors.is_some_and(|factors| {
            let shared = |(_, combination): &(_, Combination)| *combination == Combination::Shared;
            matches!(factors.terminal, Combination::All(_)) && factors.goals.iter().flatten().all(shared)
        });
        let few = all.saturating_mul(2) <= MOST_STATES && (all <= MOST_SEPARABLE || !separable);
        if !few && !separable {
            return Err(Unexplained::TooMany);
        }
        let mut plies = vec![parts.turns[0].clone()];
        loop {
            let number = plies.len() - 1;
            let ply = if few {
                checker.all(&plies[number], number % 2)?
            } else {
                checker.one_by_one(&plies[number], number % 2)?
            };
            if ply.cut {
                return checker.proven(plies, Some(number));
            }
            let next = ply.next.ok_or(Unexplained::Ends)?;
            if let Some(earlier) = plies.iter().position(|shared| *shared == next) {
                let turns = (plies.len() - earlier) % 2 == 0;
                return if turns { checker.proven(plies, None) } else { Err(Unexplained::NoTurns) };
            }
            plies.push(next);
        }
    }

    /// The ply of a state with these shared bits, from the start; if the plies come again, the first of them.
    pub(super) fn ply(&self, shared: &[u64]) -> Option<usize> {
        self.plies.iter().position(|ply| **ply == *shared)
    }
}

impl Checker<'_> {
    /// What was seen of all plies, if a game ever ends by itself.
    fn proven(&self, plies: Vec<Words>, limit: Option<usize>) -> Result<Proof, Unexplained> {
        let (win, _) = self.payoffs.ok_or(Unexplained::Ends)?;
        Ok(Proof { plies, limit, win })
    }

    /// All states of a ply.
    fn all(&mut self, shared: &[u64], turn: usize) -> Result<Ply, Unexplained> {
        let parts = self.parts;
        let mut ply = Ply::default();
        let mut states = vec![0; parts.list.len()];
        let mut batch = Vec::new();
        'all: loop {
            batch.push(states.clone());
            if batch.len() == BATCH {
                self.look(shared, turn, &batch, &mut ply)?;
                batch.clear();
            }
            for (part, state) in parts.list.iter().zip(&mut states) {
                *state += 1;
                if (*state as usize) < part.states.len() {
                    continue 'all;
                }
                *state = 0;
            }
            break;
        }
        self.look(shared, turn, &batch, &mut ply)?;
        Ok(ply)
    }

    /// The states of a ply in which all parts but one or two are at an end.
    fn one_by_one(&mut self, shared: &[u64], turn: usize) -> Result<Ply, Unexplained> {
        let parts = self.parts;
        let find = |part: usize, ended: bool| {
            let moves = &parts.list[part].moves[turn];
            Some(moves.iter().position(|moves| moves.is_empty() == ended)? as u32)
        };
        let all = 0..parts.list.len();
        let ends: Option<Vec<u32>> = all.clone().map(|part| find(part, true)).collect();
        // A part without an end is no heap of nim.
        let ends = ends.ok_or(Unexplained::TooMany)?;
        let mut ply = Ply::default();
        let mut batch = Vec::new();
        for (number, part) in parts.list.iter().enumerate() {
            let other = all.clone().filter(|&other| other != number);
            let other = other.filter_map(|other| Some((other, find(other, false)?))).next();
            for state in 0..part.states.len() as u32 {
                let mut states = ends.clone();
                states[number] = state;
                batch.push(states.clone());
                if let Some((other, moving)) = other {
                    states[other] = moving;
                    batch.push(states);
                }
                if batch.len() >= BATCH {
                    self.look(shared, turn, &batch, &mut ply)?;
                    batch.clear();
                }
            }
        }
        self.look(shared, turn, &batch, &mut ply)?;
        // Of a limit it would have to be known that it cuts all other states, too.
        if ply.cut { Err(Unexplained::TooMany) } else { Ok(ply) }
    }

    /// Looks at states, each given by the states of its parts.
    fn look(
        &mut self,
        shared: &[u64],
        turn: usize,
        states: &[Vec<u32>],
        ply: &mut Ply,
    ) -> Result<(), Unexplained> {
        in_bounds(self.clock, 0)?;
        self.looked_at += states.len() as u64;
        if self.looked_at > 2 * MOST_STATES {
            return Err(Unexplained::TooMany);
        }
        let words = self.parts.start.len();
        let mut composed = Vec::with_capacity(states.len() * words);
        states.iter().for_each(|states| self.parts.composed(shared, states, &mut composed));
        expand(&mut self.successors, &composed, &mut self.found)?;
        let mut from = 0;
        let mut live = ply.next.is_some();
        for (at, states) in states.iter().enumerate() {
            let joints = from..self.found.ends[at];
            from = joints.end;
            let moves =
                |(part, &state): (&super::parts::PartGame, &u32)| part.moves[turn][state as usize].len();
            let expected: usize = self.parts.list.iter().zip(states).map(moves).sum();
            if self.found.terminal[at] {
                ply.cut |= expected > 0;
                if expected == 0 {
                    self.end(at, turn, states)?;
                }
                continue;
            }
            live = true;
            if expected == 0 {
                return Err(Unexplained::Ends);
            }
            if expected != joints.len() {
                return Err(Unexplained::NoSum);
            }
            let state = &composed[at * words..][..words];
            for joint in joints {
                let next = &self.found.states[joint * words..][..words];
                let number = self.parts.changed(state, next)?;
                let part = &self.parts.list[number];
                let to = part.numbered(next).ok_or(Unexplained::NoSum)?;
                let mov =
                    PartMove { joint: [self.found.joints[joint * 2], self.found.joints[joint * 2 + 1]], to };
                if part.moves[turn][states[number] as usize].binary_search(&mov).is_err() {
                    return Err(Unexplained::NoSum);
                }
                let shared = self.parts.shared_of(next);
                if *ply.next.get_or_insert_with(|| shared.clone()) != shared {
                    return Err(Unexplained::NoSum);
                }
            }
        }
        // A limit on plies cuts all states of a ply that have moves, or none.
        if live && ply.cut { Err(Unexplained::Ends) } else { Ok(()) }
    }

    /// Looks at the payoffs of a state in which nobody can move.
    fn end(&mut self, at: usize, turn: usize, states: &[u32]) -> Result<(), Unexplained> {
        let mover = self.parts.mover_at(turn);
        let goals = [0, 1].map(|role| self.found.goals[at * 2 + role].value);
        let (own, other) = (goals[mover], goals[1 - mover]);
        if own == other {
            return Err(Unexplained::Draws);
        }
        if own > other && !self.parts.gains_at_end(&self.parts.list[0], turn, states[0]) {
            return Err(Unexplained::Misere);
        }
        let payoffs = (own.max(other), own.min(other));
        if *self.payoffs.get_or_insert(payoffs) == payoffs { Ok(()) } else { Err(Unexplained::Draws) }
    }
}
