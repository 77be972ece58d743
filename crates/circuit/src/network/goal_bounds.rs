use rustc_hash::FxHashMap;

use super::aig::Lit;
use super::cone::{Cone, Part, Place};
use super::group::Group;
use super::lasting::{Lasting, bits};
use super::network::Network;

/// The least and the greatest goal that a role can still get from a state, as far as it is told by fluents
/// that never change again: once a stone lies on each line of four, nobody makes four.
///
/// A fluent that holds *stays* if the rules keep it whatever is played, and a fluent that does not hold is
/// *gone* if the rules never bring it back, or if another of which only one may hold stays. All other fluents
/// are unknown. The conditions of the goals are worked out with three values (Kleene, *Introduction to
/// Metamathematics*, 1952), for many states at once in the bits of words, and by cases of the variable that
/// most of them depends on, as a rule whose turn it is.
#[derive(Clone, Debug)]
pub struct GoalBounds {
    /// What the conditions of the goals depend on, in topological order.
    parts: Vec<Part>,
    /// The goals in ascending order, with their conditions.
    goals: Vec<(u8, Place)>,
    /// The fluents that stay, and those that never come back.
    stays: Vec<u64>,
    never: Vec<u64>,
    every_play_ends: bool,
    /// Whether the rules give the role a goal at every end. Elsewhere it may get 0 though no goal of 0
    /// is possible.
    always_paid: bool,
    /// Sets of fluents of which one holds at most, as bits, if any of them is one that stays.
    rivals: Vec<Vec<u64>>,
    /// The values of the variable whose cases are told apart; 1 if there is none. A state has a lane
    /// for each.
    cases: usize,
    /// The part that each fluent is; none if no condition reads it.
    places: Vec<Option<u32>>,
    /// For each part the lanes in which it can hold, and those in which it can fail.
    can: Vec<[u64; 2]>,
    /// The same where nothing is known of a state but which case its lane is.
    unknown: Vec<[u64; 2]>,
    /// The fluents that stay in a state, and those that are gone.
    kept: Vec<u64>,
    gone: Vec<u64>,
    /// For each part how much has to be settled for it.
    efforts: Vec<Effort>,
}

/// The lanes of an [`Effort`].
const LANES: usize = 32;

/// How many fluents have to be settled for a condition to hold, and for it to fail, in each of some lanes:
/// its proof number and its disproof number (Allis, *Searching for Solutions in Games and Artificial
/// Intelligence*, 1994). The greatest number stands for what is impossible, and for all numbers that are
/// as great.
#[derive(Clone, Copy, Debug)]
struct Effort {
    hold: [u8; LANES],
    fail: [u8; LANES],
}

impl Default for Effort {
    fn default() -> Self {
        Self { hold: [1; LANES], fail: [1; LANES] }
    }
}

impl Effort {
    /// Of what is no conjunction, by the lanes in which it can hold, and those in which it can fail.
    fn of_leaf([holds, fails]: [u64; 2]) -> Self {
        let number = |can: u64, opposite: u64, lane: usize| match (can >> lane & 1, opposite >> lane & 1) {
            (0, _) => u8::MAX,
            (_, 0) => 0,
            _ => 1,
        };
        Self {
            hold: std::array::from_fn(|lane| number(holds, fails, lane)),
            fail: std::array::from_fn(|lane| number(fails, holds, lane)),
        }
    }

    fn and(self, other: Self) -> Self {
        Self {
            hold: std::array::from_fn(|lane| self.hold[lane].saturating_add(other.hold[lane])),
            fail: std::array::from_fn(|lane| self.fail[lane].min(other.fail[lane])),
        }
    }

    fn or(self, other: Self) -> Self {
        self.inverted().and(other.inverted()).inverted()
    }

    fn inverted(self) -> Self {
        Self { hold: self.fail, fail: self.hold }
    }
}

/// The most values of the variable whose cases are told apart.
const MOST_CASES: usize = 4;

impl GoalBounds {
    /// The most gates that the conditions may have; more would take too long at each state.
    const MOST_GATES: usize = 5_000;

    /// Of a role; none if nothing can be told, or the conditions are too large.
    pub(crate) fn of(
        network: &Network,
        lasting: &Lasting,
        every_play_ends: bool,
        always_paid: bool,
        role: usize,
    ) -> Option<Self> {
        let goals: Vec<(u8, Lit)> =
            network.goals[role].iter().map(|&(goal, lit)| Some((goal?, lit))).collect::<Option<_>>()?;
        let cone = Cone::of(&network.aig, goals.iter().map(|&(_, lit)| lit), Self::MOST_GATES)?;
        let fluents = network.initial.len();
        if lasting.is_empty() {
            return None;
        }
        let groups = network.groups.iter().filter(|group| group.members.iter().all(|lit| !lit.inverted()));
        let members = |group: &Group| bits(fluents, group.members.iter().map(|lit| lit.node() as usize - 1));
        let rivals = groups.clone().map(members).filter(|group| meet(group, &lasting.stays)).collect();
        let fixed = |fluent: usize| lasting.stays(fluent) || lasting.never_returns(fluent);
        let mut readers: FxHashMap<u32, usize> = FxHashMap::default();
        for part in &cone.parts {
            let Part::And(a, b) = part else { continue };
            for place in [a, b] {
                if let Part::Fluent(fluent) = cone.parts[place.part as usize] {
                    *readers.entry(fluent).or_default() += 1;
                }
            }
        }
        let read = |group: &&Group| -> usize {
            let readers = |lit: &Lit| readers.get(&(lit.node() - 1)).copied().unwrap_or(0);
            group.members.iter().map(readers).sum()
        };
        let values = |group: &Group| group.members.len() + usize::from(!group.exactly);
        let splits = |group: &&Group| {
            (2..=MOST_CASES).contains(&values(group))
                && group.members.iter().all(|lit| !fixed(lit.node() as usize - 1))
        };
        let split = groups.filter(splits).max_by_key(read).filter(|group| read(group) > 0);
        let mut unknown: Vec<[u64; 2]> = cone
            .parts
            .iter()
            .map(|part| match part {
                Part::False => [0, u64::MAX],
                _ => [u64::MAX; 2],
            })
            .collect();
        let cases = split.map_or(1, values);
        let members = split.map_or(&[][..], |group| &group.members);
        for (case, lit) in members.iter().enumerate() {
            if let Some(place) = cone.fluent(lit.node() as usize - 1) {
                let lanes = (case..64).step_by(cases).fold(0, |lanes, lane| lanes | 1 << lane);
                unknown[place as usize] = [lanes, !lanes];
            }
        }
        Some(Self {
            goals: goals.into_iter().map(|(goal, lit)| (goal, cone.place(lit))).collect(),
            places: (0..fluents).map(|fluent| cone.fluent(fluent)).collect(),
            can: unknown.clone(),
            kept: vec![0; fluents.div_ceil(64)],
            gone: vec![0; fluents.div_ceil(64)],
            parts: cone.parts,
            stays: lasting.stays.clone(),
            never: lasting.never.clone(),
            every_play_ends,
            always_paid,
            rivals,
            cases,
            unknown,
            efforts: Vec::new(),
        })
    }

    /// Whether it is proven that no play goes on for ever, so that a role gets a goal within the bounds in
    /// any case.
    pub fn every_play_ends(&self) -> bool {
        self.every_play_ends
    }

    /// The least and the greatest goal for each of the states, which are given by their
    /// [fluents](crate::State::fluents).
    pub fn of_states<'s>(&mut self, states: impl IntoIterator<Item = &'s [u64]>, bounds: &mut Vec<(u8, u8)>) {
        bounds.clear();
        let cases = (1 << self.cases) - 1;
        let mut states = states.into_iter().peekable();
        while states.peek().is_some() {
            self.can.copy_from_slice(&self.unknown);
            let mut lanes = Vec::with_capacity(64 / self.cases);
            for (state, fluents) in states.by_ref().take(64 / self.cases).enumerate() {
                lanes.push(cases << (state * self.cases));
                self.learn(fluents, cases << (state * self.cases));
            }
            for place in 0..self.parts.len() {
                if let Part::And(a, b) = self.parts[place] {
                    self.can[place] =
                        [self.at(a, false) & self.at(b, false), self.at(a, true) | self.at(b, true)];
                }
            }
            bounds.extend(lanes.into_iter().map(|lanes| {
                let possible = |&&(_, place): &&(u8, Place)| self.at(place, false) & lanes != 0;
                let least = self.goals.iter().find(possible).filter(|_| self.always_paid);
                (
                    least.map_or(0, |&(goal, _)| goal),
                    self.goals.iter().rfind(possible).map_or(100, |&(goal, _)| goal),
                )
            }));
        }
    }

    /// For each of the states, given as in [`of_states`](Self::of_states), how much has to be settled for one
    /// of the goals that are `wanted`, and how much before none of them can be got any more: the proof number
    /// and the disproof number of the goals' condition, at most 255.
    ///
    /// The condition is read as a tree of conjunctions and disjunctions whose leaves are the fluents that may
    /// still change: one that is needed fails by its weakest part, and one of several ways by all of them. On
    /// a board on which three in a row win, the first number tells how many stones the best row lacks, and
    /// the second how many moves meet every open row; what is common to several rows counts in each. Cases in
    /// which nothing can be done any more are left out, as long as there are others.
    pub fn proof_numbers<'s>(
        &mut self,
        states: impl IntoIterator<Item = &'s [u64]>,
        wanted: &dyn Fn(u8) -> bool,
        numbers: &mut Vec<(u8, u8)>,
    ) {
        numbers.clear();
        let mut states = states.into_iter().peekable();
        while states.peek().is_some() {
            self.can.copy_from_slice(&self.unknown);
            let cases = (1 << self.cases) - 1;
            let mut count = 0;
            for fluents in states.by_ref().take(LANES / self.cases) {
                self.learn(fluents, cases << (count * self.cases));
                count += 1;
            }
            self.efforts.resize(self.parts.len(), Effort::default());
            for place in 0..self.parts.len() {
                self.efforts[place] = match self.parts[place] {
                    Part::And(a, b) => self.effort(a).and(self.effort(b)),
                    _ => Effort::of_leaf(self.can[place]),
                };
            }
            let none = Effort { hold: [u8::MAX; LANES], fail: [0; LANES] };
            let wanted = self.goals.iter().filter(|(goal, _)| wanted(*goal));
            let Effort { hold, fail } = wanted.fold(none, |any, &(_, place)| any.or(self.effort(place)));
            let of_states = hold.chunks(self.cases).zip(fail.chunks(self.cases)).take(count);
            numbers.extend(of_states.map(|(hold, fail)| (all_cases(hold), all_cases(fail))));
        }
    }

    fn effort(&self, place: Place) -> Effort {
        let effort = self.efforts[place.part as usize];
        if place.inverted { effort.inverted() } else { effort }
    }

    /// Learns in these lanes what stays in a state, and what is gone.
    fn learn(&mut self, fluents: &[u64], lanes: u64) {
        let Self { can, places, stays, never, rivals, kept, gone, .. } = self;
        for (word, &now) in fluents.iter().enumerate() {
            kept[word] = now & stays[word];
            gone[word] = !now & never[word];
        }
        for rivals in rivals.iter().filter(|rivals| meet(rivals, kept)) {
            for (word, &rivals) in rivals.iter().enumerate() {
                gone[word] |= rivals & !kept[word];
            }
        }
        for (known, rail) in [(gone, 0), (kept, 1)] {
            for (word, &known) in known.iter().enumerate() {
                let mut known = known;
                while known != 0 {
                    let fluent = word * 64 + known.trailing_zeros() as usize;
                    known &= known - 1;
                    if let Some(place) = places[fluent] {
                        can[place as usize][rail] &= !lanes;
                    }
                }
            }
        }
    }

    /// The lanes in which a part can hold, or its opposite.
    fn at(&self, place: Place, opposite: bool) -> u64 {
        self.can[place.part as usize][usize::from(place.inverted != opposite)]
    }
}

/// The sum over the cases that are possible, or the greatest number if none is.
fn all_cases(numbers: &[u8]) -> u8 {
    let possible = || numbers.iter().filter(|&&number| number < u8::MAX);
    match possible().next() {
        None => u8::MAX,
        Some(_) => possible().fold(0, |sum, &number| sum.saturating_add(number)),
    }
}

fn meet(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).any(|(a, b)| a & b != 0)
}

#[cfg(test)]
mod tests;
