//! A game's states as words, and what follows them, so that they can be enumerated and found again.

use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, PoisonError};

use circuit::{Packed, Succession, Successors, Unlisted};
use game::{Choices, Encoding, Fault, Game, Goal, Interrupt, Interrupted, Parent, children_of_all};
use rustc_hash::FxHashMap;

use crate::limits::{Clock, Cut};

/// States as words, and what follows them: equal states are equal words. It has nothing of the type of a
/// game, so that what enumerates states is compiled once for all games.
pub(crate) trait Source: Sync {
    /// How many words a state is.
    fn words(&self) -> usize;

    /// Whether the words are those of the state alone, so that another process has the same.
    fn is_packed(&self) -> bool;

    /// How many bytes it keeps for the states that it has met, besides their words.
    fn bytes(&self) -> usize {
        0
    }

    /// Somebody who works successors out, for one thread.
    fn expander(&self) -> Box<dyn Expander + '_>;
}

/// The source of the states of a game.
pub(crate) trait Keys<G: Game>: Source {
    /// A state's words.
    fn key(&self, state: &G::State) -> Vec<u64>;
}

/// Works out what follows states.
pub(crate) trait Expander {
    /// Replaces the content of `expanded` by what is known of states, one after another.
    ///
    /// # Errors
    /// If the rules give no answer in one of them.
    fn expand(&mut self, states: &[u64], expanded: &mut Expanded) -> Result<(), Fault>;
}

/// What the rules say of states, and where their legal joint moves lead.
#[derive(Clone, Debug, Default)]
pub(crate) struct Expanded {
    /// Whether each state is terminal.
    pub(crate) terminal: Vec<bool>,
    /// What each state pays each role, state after state; it counts in terminal states.
    pub(crate) goals: Vec<Goal>,
    /// For each state how many joint moves there are of it and of all before it; a terminal one has none.
    pub(crate) ends: Vec<usize>,
    /// The joint moves, as numbers that differ for different moves of a role. Those of a state are in
    /// lexicographic order.
    pub(crate) joints: Vec<u32>,
    /// How likely chance makes its part of each; nothing in a game without chance.
    pub(crate) chances: Vec<f64>,
    /// The words of the states that they lead to.
    pub(crate) states: Vec<u64>,
}

/// The states of a game: packed, if it is played on a circuit, else by numbers that they get when they are
/// first met.
///
/// # Errors
/// If it is interrupted.
pub(crate) fn source<'g, G: Game>(
    game: &'g G,
    interrupt: &Interrupt<'_>,
) -> Result<Box<dyn Keys<G> + 'g>, Interrupted> {
    let encoding = game.encoding();
    let packed = encoding.map_or(Ok(None), |encoding| encoding.packed(interrupt))?;
    Ok(match (encoding, packed) {
        (Some(encoding), Some(packed)) => Box::new(PackedStates { game, encoding, packed }),
        _ => Box::new(NumberedStates { game, known: Mutex::default() }),
    })
}

/// The same unless the clock cuts it.
pub(crate) fn source_within<'g, G: Game>(
    game: &'g G,
    clock: &Clock<'_>,
) -> Result<Box<dyn Keys<G> + 'g>, Cut> {
    let go_on = || clock.cut().is_none();
    source(game, &Interrupt::unless(&go_on)).map_err(|_| clock.cut().unwrap_or(Cut::Stopped))
}

/// States that a circuit packs.
struct PackedStates<'g, G: Game> {
    game: &'g G,
    encoding: &'g dyn Encoding<G::State>,
    packed: Arc<Packed>,
}

impl<G: Game> Source for PackedStates<'_, G> {
    fn words(&self) -> usize {
        self.packed.packing().words()
    }

    fn is_packed(&self) -> bool {
        true
    }

    fn expander(&self) -> Box<dyn Expander + '_> {
        Box::new(PackedExpander {
            states: self,
            successors: Successors::new(Arc::clone(&self.packed)),
            succession: Succession::default(),
        })
    }
}

impl<G: Game> Keys<G> for PackedStates<'_, G> {
    fn key(&self, state: &G::State) -> Vec<u64> {
        self.packed.packing().pack(self.encoding.bits(state))
    }
}

struct PackedExpander<'a, 'g, G: Game> {
    states: &'a PackedStates<'g, G>,
    successors: Successors,
    succession: Succession,
}

impl<G: Game> Expander for PackedExpander<'_, '_, G> {
    fn expand(&mut self, states: &[u64], expanded: &mut Expanded) -> Result<(), Fault> {
        let Self { successors, succession, .. } = self;
        let Expanded { terminal, goals, ends, joints, chances, states: next } = expanded;
        successors.of(states, succession);
        std::mem::swap(terminal, &mut succession.terminal);
        std::mem::swap(ends, &mut succession.ends);
        std::mem::swap(joints, &mut succession.joints);
        std::mem::swap(next, &mut succession.states);
        goals.clear();
        goals.extend(succession.goals.iter().map(|goal| Goal::from(goal.value)));
        chances.clear();
        if let Some(chance) = self.states.game.chance() {
            equal_chances(chance.role(), self.states.game.roles(), ends, joints, chances);
        }
        let Some((state, why)) = succession.unlisted else { return Ok(()) };
        let packing = self.states.packed.packing();
        let words = packing.words();
        Err(self.states.fault(&states[state * words..][..words], why))
    }
}

impl<G: Game> PackedStates<'_, G> {
    /// Why there are no successors of a state.
    fn fault(&self, state: &[u64], why: Unlisted) -> Fault {
        let fluents = self.packed.packing().unpack(state);
        let names = self.encoding.structure().fluents.iter().enumerate();
        let holding = names.filter(|(fluent, _)| fluents[fluent / 64] >> (fluent % 64) & 1 == 1);
        let holding: Vec<&str> = holding.map(|(_, name)| name.as_str()).collect();
        let state = holding.join(" ");
        let message = match why {
            Unlisted::Stuck(role) => format!(
                "the role {} has no legal move in the state {state}, which is not terminal; give it a move such as `noop`, or end the game there",
                self.game.notation().role_name(role),
            ),
            Unlisted::TooMany => too_many(&state),
        };
        Fault { message }
    }
}

fn too_many(state: &str) -> String {
    format!("there are more than {} joint moves in the state {state}", Successors::MOST_JOINT_MOVES)
}

/// States of any game, by numbers.
struct NumberedStates<'g, G: Game> {
    game: &'g G,
    known: Mutex<Known<G::State>>,
}

struct Known<S> {
    states: Vec<S>,
    numbers: FxHashMap<S, u64>,
    bytes: usize,
}

impl<S> Default for Known<S> {
    fn default() -> Self {
        Self { states: Vec::new(), numbers: FxHashMap::default(), bytes: 0 }
    }
}

impl<G: Game> NumberedStates<'_, G> {
    fn number(&self, state: &G::State) -> u64 {
        // Whoever panicked had finished what is in the table.
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let Known { states, numbers, bytes } = &mut *known;
        match numbers.entry(state.clone()) {
            Entry::Occupied(number) => *number.get(),
            Entry::Vacant(free) => {
                // It is in both tables.
                *bytes += 2 * (size_of::<G::State>() + self.game.heap_bytes(state)) + size_of::<u64>();
                states.push(state.clone());
                *free.insert(states.len() as u64 - 1)
            }
        }
    }
}

impl<G: Game> Source for NumberedStates<'_, G> {
    fn bytes(&self) -> usize {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).bytes
    }

    fn words(&self) -> usize {
        1
    }

    fn is_packed(&self) -> bool {
        false
    }

    fn expander(&self) -> Box<dyn Expander + '_> {
        Box::new(NumberedExpander { states: self, next: Vec::new() })
    }
}

impl<G: Game> Keys<G> for NumberedStates<'_, G> {
    fn key(&self, state: &G::State) -> Vec<u64> {
        vec![self.number(state)]
    }
}

struct NumberedExpander<'a, 'g, G: Game> {
    states: &'a NumberedStates<'g, G>,
    next: Vec<G::State>,
}

impl<G: Game> Expander for NumberedExpander<'_, '_, G> {
    fn expand(&mut self, states: &[u64], expanded: &mut Expanded) -> Result<(), Fault> {
        let (game, roles) = (self.states.game, self.states.game.roles());
        let Expanded { terminal, goals, ends, joints, chances, states: next } = expanded;
        chances.clear();
        let mut outcomes = Vec::new();
        terminal.clear();
        goals.clear();
        ends.clear();
        joints.clear();
        next.clear();
        for &number in states {
            let state = {
                let known = self.states.known.lock().unwrap_or_else(PoisonError::into_inner);
                known.states[number as usize].clone()
            };
            let over = game.terminal(&state);
            terminal.push(over);
            if over {
                goals.extend((0..roles).map(|role| game.goal(&state, role)));
                if let Some(fault) = game.fault(&state) {
                    return Err(fault);
                }
            } else {
                goals.extend(std::iter::repeat_n(0, roles));
                let choices = Choices::of(game, &state);
                if choices.joint_count().is_none_or(|count| count > Successors::MOST_JOINT_MOVES as u128) {
                    return Err(Fault { message: too_many(&game.notation().draw(&state)) });
                }
                let mut moves = Vec::new();
                if let Some(chance) = game.chance() {
                    chance.outcomes(&state, &mut outcomes);
                    chances.extend(choices.joint_moves().map(|joint| {
                        outcomes[place_of(choices.of_role(chance.role()), &joint[chance.role()]) as usize].1
                    }));
                }
                for joint in choices.joint_moves() {
                    joints.extend(choices.each().zip(&joint).map(|(own, mov)| place_of(own, mov)));
                    moves.extend(joint);
                }
                children_of_all(game, &[Parent { state: &state, joints: &moves }], &mut self.next);
                next.extend(self.next.iter().map(|state| self.states.number(state)));
            }
            ends.push(joints.len() / roles);
        }
        Ok(())
    }
}

/// How likely chance makes its part of each joint move in the states of a rulesheet, where all of its moves
/// are equally likely.
fn equal_chances(role: usize, roles: usize, ends: &[usize], joints: &[u32], chances: &mut Vec<f64>) {
    let mut start = 0;
    for &end in ends {
        let mut moves: Vec<u32> =
            joints[start * roles..end * roles].chunks_exact(roles).map(|joint| joint[role]).collect();
        moves.sort_unstable();
        moves.dedup();
        chances.extend((start..end).map(|_| 1.0 / moves.len() as f64));
        start = end;
    }
}

/// The place of a move among a role's legal ones.
fn place_of<M: PartialEq>(moves: &[M], mov: &M) -> u32 {
    moves.iter().position(|legal| legal == mov).unwrap_or_default() as u32
}
