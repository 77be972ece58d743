use game::{Choices, Fault, Game, Parent, children_of_all};

use super::information::Information;
use super::sequence_form::{End, InformationSet, SequenceForm};
use super::{ExtensiveForm, ExtensiveFormError, Node};
use crate::limits::{Clock, Cut};

/// Joint moves of one state, at the most.
const MOST_JOINT_MOVES: u128 = 1 << 20;

/// Builds the tree of histories depth first, so that few states are kept.
pub(super) struct Builder<'b, G: Game> {
    game: &'b G,
    players: Vec<usize>,
    clock: Clock<'b>,
    nodes: Vec<Node>,
    outcomes: Vec<f64>,
    information: Information<G::Move>,
    /// The information sets of each seat.
    sets: [Vec<InformationSet>; 2],
    /// How many sequences each seat has, with the empty one.
    sequences: [u32; 2],
    ends: Vec<End>,
    histories: u64,
    /// Bytes on the heap that the states of pending histories take.
    pending_heap: usize,
}

/// A history that is still to be expanded.
struct Pending<S> {
    state: S,
    /// Bytes on the heap that the state takes.
    heap: usize,
    place: Place,
}

/// Where a history stands.
#[derive(Clone, Copy)]
struct Place {
    node: u32,
    /// What each seat knows.
    known: [u32; 2],
    /// What each seat has chosen.
    sequences: [u32; 2],
    /// The probability by which chance has drawn what it drew.
    probability: f64,
}

/// A joint move, as far as it has been chosen.
#[derive(Clone)]
struct Branch<M> {
    joint: Vec<M>,
    place: Place,
}

impl<'b, G: Game> Builder<'b, G> {
    pub(super) fn new(game: &'b G, players: Vec<usize>, clock: Clock<'b>) -> Self {
        Self {
            game,
            players,
            clock,
            nodes: vec![Node::End([0; 2])],
            outcomes: Vec::new(),
            information: Information::new(),
            sets: [Vec::new(), Vec::new()],
            sequences: [1; 2],
            ends: Vec::new(),
            histories: 0,
            pending_heap: 0,
        }
    }

    pub(super) fn build(
        mut self,
        progress: &dyn Fn(u64),
    ) -> Result<ExtensiveForm<G::Move>, ExtensiveFormError> {
        let place = Place { node: 0, known: [0; 2], sequences: [0; 2], probability: 1.0 };
        let mut pending = vec![Pending { state: self.game.initial(), heap: 0, place }];
        while let Some(history) = pending.pop() {
            self.pending_heap -= history.heap;
            self.expand(history, &mut pending)?;
            if self.histories.is_multiple_of(1024) {
                progress(self.histories);
            }
        }
        let Self { players, nodes, outcomes, information, sets, sequences, ends, histories, .. } = self;
        let sequences = SequenceForm::new(sets, sequences, ends);
        Ok(ExtensiveForm { players, nodes, outcomes, sequences, information, histories })
    }

    /// Makes a history the node of an end, or of who chooses next, below which are the joint moves.
    fn expand(
        &mut self,
        Pending { mut state, mut place, .. }: Pending<G::State>,
        pending: &mut Vec<Pending<G::State>>,
    ) -> Result<(), ExtensiveFormError> {
        loop {
            self.histories += 1;
            self.within_limits(pending)?;
            if self.game.terminal(&state) {
                return Ok(self.end(&state, place)?);
            }
            let choices = self.choices(&state, place)?;
            let branches = self.branches(&state, &choices, place)?;
            let joints: Vec<G::Move> = branches.iter().flat_map(|branch| &branch.joint).copied().collect();
            let mut next = Vec::new();
            children_of_all(self.game, &[Parent { state: &state, joints: &joints }], &mut next);
            let mut histories: Vec<Pending<G::State>> = next
                .into_iter()
                .zip(branches)
                .map(|(next, Branch { joint, mut place })| {
                    for (seat, &role) in self.players.iter().enumerate() {
                        let before = place.known[seat];
                        place.known[seat] =
                            self.information.after(self.game, &state, &joint, (seat, role), before);
                    }
                    Pending { heap: self.game.heap_bytes(&next), state: next, place }
                })
                .collect();
            // Where nobody had a choice the history goes on at the same node.
            match histories.as_mut_slice() {
                [only] if only.place.node == place.node => {
                    place = only.place;
                    let Some(only) = histories.pop() else { return Ok(()) };
                    state = only.state;
                }
                _ => {
                    self.pending_heap += histories.iter().map(|history| history.heap).sum::<usize>();
                    // The first is expanded first, so that information sets are numbered in the order
                    // of play.
                    pending.extend(histories.into_iter().rev());
                    return Ok(());
                }
            }
        }
    }

    fn end(&mut self, state: &G::State, place: Place) -> Result<(), Fault> {
        let mut goals = [0; 2];
        for (goal, &role) in goals.iter_mut().zip(&self.players) {
            *goal = self.game.goal(state, role);
        }
        if let Some(fault) = self.game.fault(state) {
            return Err(fault);
        }
        self.nodes[place.node as usize] = Node::End(goals);
        self.ends.push(End {
            sequences: place.sequences,
            payoffs: goals.map(|goal| place.probability * f64::from(goal)),
        });
        Ok(())
    }

    /// The legal moves in a state, which each player must know.
    fn choices(&mut self, state: &G::State, place: Place) -> Result<Choices<G::Move>, ExtensiveFormError> {
        let choices = Choices::of(self.game, state);
        if !(1..=MOST_JOINT_MOVES).contains(&choices.joint_count().unwrap_or(0)) {
            let state = self.game.notation().draw(state);
            let message =
                format!("there are no joint moves, or more than {MOST_JOINT_MOVES}, in the state {state}");
            return Err(Fault { message }.into());
        }
        for seat in 0..self.players.len() {
            let role = self.players[seat];
            let legal = choices.of_role(role);
            self.information.learn_legal(seat, place.known[seat], legal).map_err(|other| {
                let names = |moves: &[G::Move]| {
                    let names = moves.iter().map(|&mov| self.game.notation().move_name(mov));
                    names.collect::<Vec<_>>().join(", ")
                };
                ExtensiveFormError::Legal {
                    role: self.game.notation().role_name(role).to_owned(),
                    one: names(self.information.legal(other)),
                    other: names(legal),
                    known: self.information.told_of(self.game, seat, place.known[seat]),
                }
            })?;
        }
        Ok(choices)
    }

    /// The joint moves of a state, with nodes for those who have a choice: the players one after the other,
    /// then chance.
    fn branches(
        &mut self,
        state: &G::State,
        choices: &Choices<G::Move>,
        place: Place,
    ) -> Result<Vec<Branch<G::Move>>, ExtensiveFormError> {
        let first = choices.each().filter_map(|legal| legal.first().copied()).collect();
        let mut branches = vec![Branch { joint: first, place }];
        for seat in 0..self.players.len() {
            let role = self.players[seat];
            let legal = choices.of_role(role);
            if legal.len() < 2 {
                continue;
            }
            let (set, new) = self.information.set(seat, place.known[seat]);
            if new {
                let first = self.sequences[seat];
                let count = legal.len() as u32;
                self.sets[seat].push(InformationSet { parent: place.sequences[seat], first, count });
                self.sequences[seat] = first.checked_add(count).ok_or_else(|| self.full())?;
            }
            let first = self.sets[seat][set as usize].first;
            branches = self.below(
                branches,
                legal.len(),
                |children| Node::Choice { seat: seat as u8, set, children },
                |branch, child| {
                    branch.joint[role] = legal[child];
                    branch.place.sequences[seat] = first + child as u32;
                },
            )?;
        }
        if let Some(chance) = self.game.chance() {
            let mut drawn = Vec::new();
            chance.outcomes(state, &mut drawn);
            if drawn.len() > 1 {
                let (outcomes, count) = (self.outcomes.len() as u32, drawn.len() as u32);
                self.outcomes.extend(drawn.iter().map(|&(_, probability)| probability));
                let role = chance.role();
                branches = self.below(
                    branches,
                    drawn.len(),
                    |children| Node::Chance { outcomes, count, children },
                    |branch, child| {
                        let (mov, probability) = drawn[child];
                        branch.joint[role] = mov;
                        branch.place.probability *= probability;
                    },
                )?;
            }
        }
        Ok(branches)
    }

    /// Makes the node of each branch one with so many children, which are the branches below.
    fn below(
        &mut self,
        branches: Vec<Branch<G::Move>>,
        count: usize,
        node: impl Fn(u32) -> Node,
        choose: impl Fn(&mut Branch<G::Move>, usize),
    ) -> Result<Vec<Branch<G::Move>>, ExtensiveFormError> {
        let mut below = Vec::with_capacity(branches.len() * count);
        for branch in branches {
            let children = self.nodes.len();
            let end = u32::try_from(children + count).map_err(|_| self.full())?;
            self.nodes[branch.place.node as usize] = node(children as u32);
            self.nodes.resize(end as usize, Node::End([0; 2]));
            for child in 0..count {
                let mut branch = branch.clone();
                branch.place.node = (children + child) as u32;
                choose(&mut branch, child);
                below.push(branch);
            }
        }
        Ok(below)
    }

    fn full(&self) -> ExtensiveFormError {
        ExtensiveFormError::Cut { why: Cut::Memory, histories: self.histories }
    }

    fn within_limits(&self, pending: &[Pending<G::State>]) -> Result<(), ExtensiveFormError> {
        // The ends are kept twice for a moment when the sequence form is made of them, and each sequence has
        // some numbers when regrets are minimised.
        let bytes = self.nodes.len() * size_of::<Node>()
            + self.outcomes.len() * size_of::<f64>()
            + self.ends.len() * 2 * size_of::<End>()
            + self.sequences.iter().sum::<u32>() as usize * 8 * size_of::<f64>()
            + size_of_val(pending)
            + self.pending_heap
            + self.information.bytes();
        if bytes > self.clock.limits.memory {
            return Err(self.full());
        }
        let cut = self.clock.cut();
        cut.map_or(Ok(()), |why| Err(ExtensiveFormError::Cut { why, histories: self.histories }))
    }
}
