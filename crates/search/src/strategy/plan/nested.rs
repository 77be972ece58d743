use std::hash::{BuildHasher, Hash};

use game::{Game, Parent, children_of_all};
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::distance::Distance;
use super::method::{Method, Standing};
use super::quest::Work;
use crate::strategy::draw_by;

/// Nested rollout policy adaptation: playouts by a policy that is adapted, time after time, to the best of
/// them so far.
///
/// A level makes so many searches of the level below, each of which begins with the level's policy, and moves
/// the policy towards the moves of the best playout that it knows. At the bottom are several playouts side by
/// side in the lanes, of which the best counts. A playout is worth its goal, and of equal goals how near it
/// came to the greatest one; of one that earns nothing, only the moves up to there are learnt. When the
/// highest level has ended, it starts again: with twice the searches a level, and with another notion of
/// which moves are the same: those of one name; those of one name after the same move; those of one name at
/// the same ply.
///
/// Sources: C. Rosin, *Nested rollout policy adaptation for Monte Carlo tree search*, IJCAI (2011); several
/// playouts at the bottom: T. Cazenave, J.-B. Sevestre, M. Toulemont, *Stabilized nested rollout policy
/// adaptation*, Monte Carlo Search (2021).
pub(super) struct Nested<G: Game> {
    distance: Option<Distance>,
    /// From the lowest that adapts a policy to the highest.
    levels: Vec<Level<G>>,
    /// Searches of a level.
    width: u32,
    alike: Alike,
}

struct Level<G: Game> {
    policy: FxHashMap<u64, f64>,
    best: Option<Sequence<G::Move>>,
    searches: u32,
}

/// What was played.
#[derive(Clone)]
struct Sequence<M> {
    worth: f64,
    moves: Vec<M>,
}

/// When two moves count as the same.
#[derive(Clone, Copy)]
enum Alike {
    Name,
    NameAndLast,
    NameAndPly,
}

impl Alike {
    fn next(self) -> Self {
        match self {
            Self::Name => Self::NameAndLast,
            Self::NameAndLast => Self::NameAndPly,
            Self::NameAndPly => Self::Name,
        }
    }

    fn code<M: Hash>(self, mov: M, last: Option<&M>, ply: usize) -> u64 {
        match self {
            Self::Name => FxBuildHasher.hash_one(mov),
            Self::NameAndLast => FxBuildHasher.hash_one((mov, last)),
            Self::NameAndPly => FxBuildHasher.hash_one((mov, ply)),
        }
    }
}

/// One of the playouts side by side.
struct Playout<G: Game> {
    state: G::State,
    moves: Vec<G::Move>,
    /// How near it came to the goal, and after how many moves.
    nearest: (u32, usize),
    goal: Option<f64>,
}

/// Levels that adapt a policy.
const LEVELS: usize = 2;

/// Playouts side by side, where the game plays them so.
const TOGETHER: u64 = 64;

/// Searches of a level at first, and at most.
const WIDTHS: std::ops::RangeInclusive<u32> = 10..=160;

/// How far an adaptation moves the policy.
const RATE: f64 = 1.0;

/// Plies after which a playout is given up.
const LONGEST: usize = 400;

impl<G: Game> Nested<G> {
    const NAME: &str = "nested rollout policy adaptation";

    pub(super) fn new() -> Self {
        Self { distance: None, levels: levels(), width: *WIDTHS.start(), alike: Alike::Name }
    }

    /// One search of the lowest level; what is done then is done.
    fn search(&mut self, work: &mut Work<'_, G>) {
        let Some(found) = self.play(work) else { return };
        self.learn(0, &found, work);
        // What a level has come to is a search of the one above.
        for level in 0..self.levels.len() {
            if self.levels[level].searches < self.width {
                return;
            }
            let above = level + 1;
            if above == self.levels.len() {
                self.width = (2 * self.width).min(*WIDTHS.end());
                self.alike = self.alike.next();
                self.levels = levels();
                return;
            }
            if let Some(best) = self.levels[level].best.take() {
                self.learn(above, &best, work);
            }
            let policy = self.levels[above].policy.clone();
            for below in &mut self.levels[..above] {
                *below = Level { policy: policy.clone(), best: None, searches: 0 };
            }
        }
    }

    /// Takes what the level below came to, and adapts the policy to the best so far.
    fn learn(&mut self, level: usize, found: &Sequence<G::Move>, work: &Work<'_, G>) {
        let alike = self.alike;
        let level = &mut self.levels[level];
        level.searches += 1;
        if level.best.as_ref().is_none_or(|best| found.worth >= best.worth) {
            level.best = Some(found.clone());
        }
        let Some(best) = &level.best else { return };
        let mut changes: FxHashMap<u64, f64> = FxHashMap::default();
        let mut state = work.quest.root.clone();
        let (mut legal, mut codes, mut weights) = (Vec::new(), Vec::new(), Vec::new());
        for (ply, mov) in best.moves.iter().enumerate() {
            // Slow rules have no time for it.
            if work.meter.interrupted() {
                return;
            }
            work.game.legal(&state, 0, &mut legal);
            let last = ply.checked_sub(1).map(|last| &best.moves[last]);
            codes.clear();
            codes.extend(legal.iter().map(|&mov| alike.code(mov, last, ply)));
            softmax(&level.policy, &codes, &mut weights);
            let total: f64 = weights.iter().sum();
            for ((other, &code), weight) in legal.iter().zip(&codes).zip(&weights) {
                *changes.entry(code).or_default() +=
                    RATE * (f64::from(u8::from(other == mov)) - weight / total);
            }
            state = work.game.next(&state, std::slice::from_ref(mov));
        }
        for (code, change) in changes {
            *level.policy.entry(code).or_default() += change;
        }
    }

    /// Plays by the lowest policy; none if that was interrupted.
    fn play(&mut self, work: &mut Work<'_, G>) -> Option<Sequence<G::Move>> {
        let game = work.game;
        let distance = self.distance.get_or_insert_with(|| Distance::of(game, &work.quest.root));
        let count = if game.batch().is_some() { TOGETHER.min(work.meter.playouts_left()) } else { 1 };
        let far = distance.from(game, &work.quest.root);
        let begin =
            |_| Playout { state: work.quest.root.clone(), moves: Vec::new(), nearest: (far, 0), goal: None };
        let mut playouts: Vec<Playout<G>> = (0..count).map(begin).collect();
        let policy = &self.levels[0].policy;
        let (mut legal, mut codes, mut weights, mut children) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for ply in 0..LONGEST {
            let open: Vec<usize> =
                (0..playouts.len()).filter(|&playout| playouts[playout].goal.is_none()).collect();
            if open.is_empty() {
                break;
            }
            if work.meter.spent() {
                return None;
            }
            for &playout in &open {
                let Playout { state, moves, .. } = &mut playouts[playout];
                game.legal(state, 0, &mut legal);
                codes.clear();
                codes.extend(legal.iter().map(|&mov| self.alike.code(mov, moves.last(), ply)));
                softmax(policy, &codes, &mut weights);
                moves.push(legal[draw_by(&weights, work.rng)]);
            }
            let parents = open.iter().map(|&playout| {
                let Playout { state, moves, .. } = &playouts[playout];
                Parent { state, joints: &moves[ply..] }
            });
            children_of_all(game, &parents.collect::<Vec<_>>(), &mut children);
            work.meter.effort.nodes += children.len() as u64;
            for (&playout, state) in open.iter().zip(children.drain(..)) {
                let playout = &mut playouts[playout];
                playout.state = state;
                if game.terminal(&playout.state) {
                    playout.goal = Some(work.meter.goal(game, &playout.state, 0)?);
                }
                let far = distance.from(game, &playout.state);
                if far < playout.nearest.0 {
                    playout.nearest = (far, ply + 1);
                }
            }
            if work.meter.interrupted() {
                return None;
            }
        }
        work.meter.effort.playouts += playouts.len() as u64;
        let least = f64::from(*game.goal_range().start());
        let range = f64::from(*game.goal_range().end()) - least;
        let mut best: Option<Sequence<G::Move>> = None;
        for mut playout in playouts {
            let goal = playout.goal.unwrap_or(least);
            if playout.goal.is_some() && work.quest.is_better(goal, || playout.moves.len()) {
                work.offer(playout.moves.clone(), Self::NAME);
            }
            // Whatever the distance, a greater goal is worth more.
            let worth = (goal - least) / range.max(1.0) * 1e6 - f64::from(playout.nearest.0.min(999));
            if goal <= least {
                playout.moves.truncate(playout.nearest.1);
            }
            if best.as_ref().is_none_or(|best| worth > best.worth) {
                best = Some(Sequence { worth, moves: playout.moves });
            }
        }
        best
    }
}

impl<G: Game> Method<G> for Nested<G> {
    fn work(&mut self, work: &mut Work<'_, G>) -> Standing {
        while !work.over() {
            self.search(work);
        }
        Standing::Working
    }
}

fn levels<G: Game>() -> Vec<Level<G>> {
    (0..LEVELS).map(|_| Level { policy: FxHashMap::default(), best: None, searches: 0 }).collect()
}

/// Replaces `weights` by how likely each move is under a policy, not normalised.
fn softmax(policy: &FxHashMap<u64, f64>, codes: &[u64], weights: &mut Vec<f64>) {
    weights.clear();
    weights.extend(codes.iter().map(|code| policy.get(code).copied().unwrap_or(0.0)));
    let greatest = weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    weights.iter_mut().for_each(|weight| *weight = (*weight - greatest).exp());
}
