use game::{Choices, Encoding, Game, Mover, Parent, children_of_all};
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

use crate::evaluation::{Evaluation, share};
use crate::nearby::Nearby;

/// Joint moves of the others that are tried with each move of a role, where several roles choose at once.
const ANSWERS: usize = 3;

/// How games are played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Play {
    /// The probability of a random move.
    pub(crate) explore: f64,
    /// Plies after which a game is given up.
    pub(crate) plies: usize,
}

/// An episode: a game that was played to learn from it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Episode {
    /// Which of the games that began together it is. They end in another order, short ones first.
    pub(crate) number: usize,
    /// The states before the moves.
    pub(crate) steps: Vec<Step>,
    /// What each role that has weights got, from 0 to 1; none if the game was given up.
    pub(crate) payoffs: Option<Vec<f32>>,
}

impl Episode {
    /// Whether states are so many words, and so many roles have payoffs.
    pub(crate) fn fits(&self, words: usize, outputs: usize) -> bool {
        self.steps.iter().all(|step| step.bits.len() == words)
            && self.payoffs.as_ref().is_none_or(|payoffs| payoffs.len() == outputs)
    }
}

/// A state, and how it was left.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Step {
    /// What an evaluation sees of it.
    pub(crate) bits: Box<[u64]>,
    /// Whether a random move was made.
    pub(crate) explored: bool,
}

/// A game under way.
struct Slot<G: Game> {
    state: G::State,
    episode: Episode,
}

/// What is to be done in a state.
struct Turn<M> {
    /// The role that chooses by the values of all its moves; none where the only joint move listed is made.
    chooser: Option<usize>,
    /// Joint moves among those listed.
    count: usize,
    /// What each role may do, where several choose by values.
    choices: Option<Choices<M>>,
}

/// Joint moves after which the states are worked out together, or some more.
const TOGETHER: usize = 2_048;

/// Plays so many games side by side, in which each role makes the move with the best value. `go_on` is asked
/// at every ply of some games; those that are not finished when it says no are left out.
pub(crate) fn play<G: Game>(
    game: &G,
    encoding: &dyn Encoding<G::State>,
    evaluation: &Evaluation,
    how: Play,
    games: usize,
    rng: &mut impl Rng,
    go_on: &dyn Fn() -> bool,
) -> Vec<Episode> {
    let mut player = Player {
        game,
        encoding,
        evaluation,
        how,
        nearby: Nearby::default(),
        bits: Vec::new(),
        joints: Vec::new(),
    };
    let mut slots: Vec<Slot<G>> = (0..games)
        .map(|number| Slot {
            state: game.initial(),
            episode: Episode { number, steps: Vec::new(), payoffs: None },
        })
        .collect();
    let mut done = Vec::new();
    let mut children = Vec::new();
    while go_on() {
        let mut at = 0;
        while at < slots.len() {
            if player.finish(&mut slots[at]) {
                done.push(slots.swap_remove(at).episode);
            } else {
                at += 1;
            }
        }
        if slots.is_empty() {
            break;
        }
        let mut first = 0;
        while first < slots.len() && go_on() {
            let mut turns = Vec::new();
            player.joints.clear();
            while player.joints.len() < TOGETHER * game.roles()
                && let Some(slot) = slots.get_mut(first + turns.len())
            {
                turns.push(player.turn(slot, rng));
            }
            let moving = &mut slots[first..first + turns.len()];
            player.children(moving, &turns, &mut children);
            let mut rest = children.drain(..);
            for (slot, turn) in moving.iter_mut().zip(&turns) {
                let of_slot = rest.by_ref().take(turn.count).collect();
                slot.state = player.choose(&slot.state, turn, of_slot, rng);
            }
            first += turns.len();
        }
    }
    done
}

struct Player<'p, G: Game> {
    game: &'p G,
    encoding: &'p dyn Encoding<G::State>,
    evaluation: &'p Evaluation,
    how: Play,
    nearby: Nearby<f32>,
    /// What is seen of a state.
    bits: Vec<u64>,
    /// Joint moves of all turns, one after another.
    joints: Vec<G::Move>,
}

impl<G: Game> Player<'_, G> {
    /// Whether a game is over; then the episode is complete.
    fn finish(&self, slot: &mut Slot<G>) -> bool {
        let Slot { state, episode } = slot;
        if self.game.terminal(state) {
            let range = self.game.goal_range();
            let payoffs =
                (0..self.evaluation.outputs()).map(|role| share(self.game.goal(state, role), &range));
            episode.payoffs = Some(payoffs.collect());
            return true;
        }
        episode.steps.len() >= self.how.plies
    }

    /// Lists the joint moves that are looked at in a state.
    fn turn(&mut self, of: &mut Slot<G>, rng: &mut impl Rng) -> Turn<G::Move> {
        let choices = Choices::of(self.game, &of.state);
        let mover = choices.mover();
        let explored = mover != Mover::Nobody && rng.random_bool(self.how.explore);
        self.see(&of.state);
        of.episode.steps.push(Step { bits: self.bits.as_slice().into(), explored });
        let before = self.joints.len();
        let mut turn = Turn { chooser: None, count: 0, choices: None };
        match mover {
            Mover::One(role) if !explored => {
                for &mov in choices.of_role(role) {
                    let at = self.joints.len();
                    self.joints.extend(choices.each().map(|moves| moves[0]));
                    self.joints[at + role] = mov;
                }
                turn.chooser = Some(role);
            }
            Mover::Several if !explored => {
                for role in 0..self.game.roles() {
                    for &mov in choices.of_role(role).iter().filter(|_| choices.of_role(role).len() > 1) {
                        for _ in 0..ANSWERS {
                            let at = self.joints.len();
                            self.draw(&choices, rng);
                            self.joints[at + role] = mov;
                        }
                    }
                }
                turn.choices = Some(choices);
            }
            _ => self.draw(&choices, rng),
        }
        turn.count = (self.joints.len() - before) / self.game.roles();
        turn
    }

    /// Appends a random joint move.
    fn draw(&mut self, choices: &Choices<G::Move>, rng: &mut impl Rng) {
        self.joints.extend(choices.each().filter_map(|moves| moves.choose(rng)));
    }

    /// The states after all joint moves that are listed.
    fn children(&self, slots: &[Slot<G>], turns: &[Turn<G::Move>], children: &mut Vec<G::State>) {
        let roles = self.game.roles();
        let mut joints = self.joints.as_slice();
        let parents: Vec<Parent<'_, G::State, G::Move>> = turns
            .iter()
            .zip(slots)
            .map(|(turn, slot)| {
                let (own, rest) = joints.split_at(turn.count * roles);
                joints = rest;
                Parent { state: &slot.state, joints: own }
            })
            .collect();
        children_of_all(self.game, &parents, children);
    }

    /// The state after the move that is chosen, given those after all that are looked at.
    fn choose(
        &mut self,
        state: &G::State,
        turn: &Turn<G::Move>,
        mut children: Vec<G::State>,
        rng: &mut impl Rng,
    ) -> G::State {
        if let Some(choices) = &turn.choices {
            let joint = self.answer(choices, &children);
            return self.game.next(state, &joint);
        }
        let best = turn.chooser.map_or(0, |role| {
            let mut best = (0, f32::NEG_INFINITY);
            let first = rng.random_range(0..children.len());
            for at in (first..children.len()).chain(0..first) {
                let value = self.value(&children[at], role);
                if value > best.1 {
                    best = (at, value);
                }
            }
            best.0
        });
        children.swap_remove(best)
    }

    /// The joint move in which each role makes the move with the best mean value over answers of the others.
    fn answer(&mut self, choices: &Choices<G::Move>, children: &[G::State]) -> Vec<G::Move> {
        let mut children = children.chunks_exact(ANSWERS);
        let mut joint = Vec::new();
        for (role, moves) in choices.each().enumerate() {
            let mut best = (moves[0], f32::NEG_INFINITY);
            for &mov in moves.iter().filter(|_| moves.len() > 1) {
                let after = children.next().unwrap_or_default();
                let value: f32 = after.iter().map(|child| self.value(child, role)).sum();
                if value > best.1 {
                    best = (mov, value);
                }
            }
            joint.push(best.0);
        }
        joint
    }

    /// The value of a state for a role, from 0 to 1.
    fn value(&mut self, state: &G::State, role: usize) -> f32 {
        if self.game.terminal(state) {
            return share(self.game.goal(state, role), &self.game.goal_range());
        }
        self.see(state);
        self.evaluation.value(&self.bits, role, &mut self.nearby)
    }

    fn see(&mut self, state: &G::State) {
        self.evaluation.features().sight.read(self.encoding, state, &mut self.bits);
    }
}
