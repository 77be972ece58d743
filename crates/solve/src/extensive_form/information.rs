use std::fmt;
use std::hash::Hash;

use game::{Game, InformationState, Observation, Percept};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use serde::Serialize;

/// Nothing is known yet.
const NONE: u32 = u32::MAX;

/// What a player knows of a ply, in the words of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct KnownPly {
    /// Its own move where it had a choice; in a game of complete information those of all roles.
    pub moves: Vec<String>,
    /// What it saw.
    pub seen: Vec<String>,
}

impl fmt::Display for KnownPly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.moves.join(" "))?;
        for (place, percept) in self.seen.iter().enumerate() {
            let comma = if place == 0 && self.moves.is_empty() { "" } else { ", " };
            write!(f, "{comma}sees {percept}")?;
        }
        Ok(())
    }
}

/// What players know, as trees of numbers: what a player knows after a ply is what it knew before, and what
/// it did and saw.
#[derive(Debug)]
pub(super) struct Information<M> {
    seats: [Knowledge<M>; 2],
    /// What is seen of a joint move where the game tells percepts.
    percepts: Lists<Percept>,
    /// The joint moves, where everybody sees them.
    joints: Lists<M>,
    /// Lists of legal moves.
    moves: Lists<M>,
}

/// Different lists by their numbers.
#[derive(Debug)]
struct Lists<T> {
    lists: IndexSet<Vec<T>, FxBuildHasher>,
    /// Bytes that they take, about.
    bytes: usize,
}

impl<T: Copy + Eq + Hash> Lists<T> {
    fn new() -> Self {
        Self { lists: IndexSet::default(), bytes: 0 }
    }

    /// The number of a list, which is kept if it is new.
    fn number(&mut self, list: &[T]) -> u32 {
        let number = self.lists.get_index_of(list).unwrap_or_else(|| {
            self.bytes +=
                2 * (size_of::<Vec<T>>() + size_of::<u64>() + size_of::<usize>()) + size_of_val(list);
            self.lists.insert_full(list.to_vec()).0
        });
        number as u32
    }

    fn get(&self, number: u32) -> Option<&[T]> {
        self.lists.get_index(number as usize).map(Vec::as_slice)
    }
}

/// What one player may know.
#[derive(Debug)]
struct Knowledge<M> {
    states: Vec<Known>,
    numbers: FxHashMap<(u32, M, u32), u32>,
    /// What is known in each information set.
    sets: Vec<u32>,
    /// The move that led to each state of knowledge but the first, which has any.
    own: Vec<Option<M>>,
}

/// A state of knowledge.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// The one before; none of the first.
    before: u32,
    /// What was seen since.
    seen: u32,
    /// The legal moves, if they have been asked for.
    legal: u32,
    /// The information set, if the player has a choice.
    set: u32,
}

impl<M: Copy + Eq + Hash> Information<M> {
    pub(super) fn new() -> Self {
        let knowledge = || Knowledge {
            states: vec![Known { before: NONE, seen: NONE, legal: NONE, set: NONE }],
            numbers: FxHashMap::default(),
            sets: Vec::new(),
            own: vec![None],
        };
        Self {
            seats: [knowledge(), knowledge()],
            percepts: Lists::new(),
            joints: Lists::new(),
            moves: Lists::new(),
        }
    }

    /// What a player knows after a joint move that is made in a state.
    pub(super) fn after<G: Game<Move = M>>(
        &mut self,
        game: &G,
        state: &G::State,
        joint: &[M],
        (seat, role): (usize, usize),
        before: u32,
    ) -> u32 {
        let seen = match game.percepts() {
            Some(percepts) => {
                let mut seen = Vec::new();
                percepts.seen(state, joint, role, &mut seen);
                self.percepts.number(&seen)
            }
            None => self.joints.number(joint),
        };
        let Knowledge { states, numbers, own, .. } = &mut self.seats[seat];
        *numbers.entry((before, joint[role], seen)).or_insert_with(|| {
            states.push(Known { before, seen, legal: NONE, set: NONE });
            own.push(Some(joint[role]));
            states.len() as u32 - 1
        })
    }

    /// Learns the legal moves of a player who knows that much.
    ///
    /// # Errors
    /// The number of those that it has in another state, if they are others.
    pub(super) fn learn_legal(&mut self, seat: usize, known: u32, legal: &[M]) -> Result<(), u32> {
        let number = self.moves.number(legal);
        let known = &mut self.seats[seat].states[known as usize];
        if known.legal == NONE {
            known.legal = number;
        }
        if known.legal == number { Ok(()) } else { Err(known.legal) }
    }

    /// The information set of a player who knows that much, and whether it is new.
    pub(super) fn set(&mut self, seat: usize, known: u32) -> (u32, bool) {
        let Knowledge { states, sets, .. } = &mut self.seats[seat];
        let state = &mut states[known as usize];
        let new = state.set == NONE;
        if new {
            state.set = sets.len() as u32;
            sets.push(known);
        }
        (state.set, new)
    }

    pub(super) fn moves(&self, seat: usize, set: usize) -> &[M] {
        let Knowledge { states, sets, .. } = &self.seats[seat];
        self.legal(states[sets[set] as usize].legal)
    }

    /// A list of legal moves by its number.
    pub(super) fn legal(&self, number: u32) -> &[M] {
        self.moves.get(number).unwrap_or_default()
    }

    /// The states of knowledge before one, and itself, without the first, which is that nothing has happened.
    fn path(&self, seat: usize, mut known: u32) -> Vec<usize> {
        let mut path = Vec::new();
        while known != 0 {
            path.push(known as usize);
            known = self.seats[seat].states[known as usize].before;
        }
        path.reverse();
        path
    }

    pub(super) fn state(&self, role: usize, seat: usize, set: usize) -> InformationState<M> {
        let knowledge = &self.seats[seat];
        let plies = self.path(seat, knowledge.sets[set]).into_iter().filter_map(|known| {
            let seen = self.percepts.get(knowledge.states[known].seen).unwrap_or_default();
            Some(Observation { mov: knowledge.own[known]?, seen: seen.to_vec() })
        });
        InformationState { role, plies: plies.collect() }
    }

    /// The joint moves before an information set, in a game of complete information.
    pub(super) fn joint_moves(&self, seat: usize, set: usize) -> Vec<&[M]> {
        let knowledge = &self.seats[seat];
        let seen = |known: usize| knowledge.states[known].seen;
        let path = self.path(seat, knowledge.sets[set]).into_iter();
        path.filter_map(|known| self.joints.get(seen(known))).collect()
    }

    pub(super) fn plies<G: Game<Move = M>>(&self, game: &G, seat: usize, set: usize) -> Vec<KnownPly> {
        self.plies_of(game, seat, self.seats[seat].sets[set])
    }

    /// What a player knows, as people read it.
    pub(super) fn told_of<G: Game<Move = M>>(&self, game: &G, seat: usize, known: u32) -> String {
        told(&self.plies_of(game, seat, known))
    }

    /// The plies of which a player knows anything.
    fn plies_of<G: Game<Move = M>>(&self, game: &G, seat: usize, known: u32) -> Vec<KnownPly> {
        let knowledge = &self.seats[seat];
        let ply = |known: usize| {
            let Known { before, seen, .. } = knowledge.states[known];
            if let Some(joint) = self.joints.get(seen) {
                let moves = joint.iter().map(|&mov| game.notation().move_name(mov)).collect();
                return KnownPly { moves, seen: Vec::new() };
            }
            // What a player did counts only where it had a choice.
            let chose = knowledge.states[before as usize].set != NONE;
            let own = knowledge.own[known].filter(|_| chose).map(|mov| game.notation().move_name(mov));
            let seen = self.percepts.get(seen).into_iter().flatten();
            let seen = seen.filter_map(|&percept| Some(game.percepts()?.percept_name(percept)));
            KnownPly { moves: own.into_iter().collect(), seen: seen.collect() }
        };
        let plies = self.path(seat, known).into_iter().map(ply);
        plies.filter(|ply| !ply.moves.is_empty() || !ply.seen.is_empty()).collect()
    }

    /// Bytes that it takes, about.
    pub(super) fn bytes(&self) -> usize {
        let each = size_of::<Known>() + size_of::<Option<M>>() + 2 * (size_of::<(u32, M, u32)>() + 4);
        let seats = self.seats.iter().map(|seat| seat.states.len() * each + seat.sets.len() * 4);
        seats.sum::<usize>() + self.percepts.bytes + self.joints.bytes + self.moves.bytes
    }
}

/// What a player knows, as people read it.
pub(super) fn told(plies: &[KnownPly]) -> String {
    plies.iter().map(KnownPly::to_string).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_list_takes_memory_once() {
        let mut information = Information::<u8>::new();
        let before = information.bytes();
        information.learn_legal(0, 0, &[7; 10_000]).unwrap();
        let with_list = information.bytes();
        assert!(with_list >= before + 10_000);
        information.learn_legal(1, 0, &[7; 10_000]).unwrap();
        assert_eq!(information.bytes(), with_list);
    }
}
