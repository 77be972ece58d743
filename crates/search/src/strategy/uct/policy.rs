//! Playouts that are more than random, or whose moves somebody wants to know.

use game::{Chance, Game, Playouts, children, drawn_move, players};
use rand::RngExt;

use super::averages::Averages;
use super::settings::{Decisive, Mast, PolicySettings};
use crate::strategy::draw_by;
use crate::{Evaluator, Meter, SearchRng};

/// Plies of a playout after which the evaluator is asked whether it is decided.
const BETWEEN_OPINIONS: u32 = 4;

/// Plays to the end by a policy, and remembers who made which move.
pub(super) struct Policy<G: Game> {
    settings: PolicySettings,
    /// The moves of this simulation: who decided, and what. Where a role has one move only it
    /// decides nothing.
    pub(super) trail: Vec<(u32, G::Move)>,
    pub(super) averages: Averages<G::Move>,
    legal: Vec<G::Move>,
    joint: Vec<G::Move>,
    joints: Vec<G::Move>,
    children: Vec<G::State>,
    replies: Vec<G::Move>,
    weights: Vec<f64>,
}

/// How a playout ended.
#[derive(Debug, PartialEq)]
pub(super) enum End {
    /// In a state that pays.
    Paid,
    /// With an estimate of what it would have come to.
    Estimated,
    /// At the ply limit.
    Cut,
    /// The time was up.
    Interrupted,
}

impl End {
    /// How a playout ended that came to this terminal state, and what that pays each role.
    pub(super) fn of<G: Game>(game: &G, state: &G::State, meter: &Meter, goals: &mut [f64]) -> Self {
        let chance = game.chance().map(Chance::role);
        for (role, goal) in goals.iter_mut().enumerate() {
            if Some(role) == chance {
                // It has no payoffs.
                *goal = 0.0;
                continue;
            }
            let Some(paid) = meter.goal(game, state, role) else { return Self::Interrupted };
            *goal = paid;
        }
        Self::Paid
    }
}

impl<G: Game> Policy<G> {
    pub(super) fn new(settings: PolicySettings) -> Self {
        Self {
            settings,
            trail: Vec::new(),
            averages: Averages::new(settings.ngram),
            legal: Vec::new(),
            joint: Vec::new(),
            joints: Vec::new(),
            children: Vec::new(),
            replies: Vec::new(),
            weights: Vec::new(),
        }
    }

    /// Plays from `state` to the end, and writes what each role gets into `goals`.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn run(
        &mut self,
        game: &G,
        state: &G::State,
        range: (f64, f64),
        evaluator: &mut dyn Evaluator<G>,
        meter: &mut Meter,
        rng: &mut SearchRng,
        goals: &mut [f64],
    ) -> End {
        let mut state = state.clone();
        let mut plies = 0;
        while !game.terminal(&state) {
            if meter.interrupted() {
                return End::Interrupted;
            }
            let cut = Some(plies) == self.settings.cutoff;
            let decided = self.settings.decided.filter(|_| plies > 0 && plies % BETWEEN_OPINIONS == 0);
            if cut || decided.is_some() {
                goals.fill(range.0);
                for role in players(game) {
                    let goal = &mut goals[role];
                    *goal = evaluator.evaluate(game, &state, role, meter, rng);
                    // The next one, or the playout itself, needs as much.
                    if !meter.allows_opinion() {
                        return End::Interrupted;
                    }
                }
                let share = |goal: &f64| (goal - range.0) / (range.1 - range.0).max(f64::MIN_POSITIVE);
                if cut || decided.is_some_and(|decided| goals.iter().any(|goal| share(goal) >= decided)) {
                    return End::Estimated;
                }
            }
            if plies == Playouts::<G>::PLY_LIMIT || !self.make_joint(game, &state, range, meter, rng) {
                return End::Cut;
            }
            state = game.next(&state, &self.joint);
            plies += 1;
        }
        End::of(game, &state, meter, goals)
    }

    /// Chooses a move for every role; false if one has none.
    fn make_joint(
        &mut self,
        game: &G,
        state: &G::State,
        range: (f64, f64),
        meter: &Meter,
        rng: &mut SearchRng,
    ) -> bool {
        self.joint.clear();
        let decided = self.trail.len();
        let chance = game.chance().map(Chance::role);
        let mut drawn = false;
        for role in 0..game.roles() {
            let mut legal = std::mem::take(&mut self.legal);
            game.legal(state, role, &mut legal);
            let chosen = match legal.as_slice() {
                [] => None,
                [only] => Some(*only),
                moves if Some(role) == chance => {
                    drawn = true;
                    Some(drawn_move(game, state, role, moves, rng))
                }
                moves => {
                    let index = self.choose(role as u32, moves, decided, range, rng);
                    self.trail.push((role as u32, moves[index]));
                    Some(moves[index])
                }
            };
            self.legal = legal;
            let Some(chosen) = chosen else { return false };
            self.joint.push(chosen);
        }
        // Who chooses at the same time as chance does not know what it does.
        if self.settings.decisive.move_by_move() && self.trail.len() == decided + 1 && !drawn {
            self.prefer_decisive(game, state, range, meter);
        }
        true
    }

    /// The number of a role's next move, when the trail was `decided` moves long before the ply.
    fn choose(
        &mut self,
        role: u32,
        moves: &[G::Move],
        decided: usize,
        range: (f64, f64),
        rng: &mut SearchRng,
    ) -> usize {
        // What is favoured in lanes is favoured there alone.
        if !self.settings.mast.move_by_move() {
            return rng.random_range(0..moves.len());
        }
        if self.settings.mast == Mast::Greedy && rng.random::<f64>() < self.settings.epsilon {
            return rng.random_range(0..moves.len());
        }
        let width = (range.1 - range.0).max(f64::MIN_POSITIVE);
        self.weights.clear();
        for &mov in moves {
            // What was never seen deserves a look.
            let mean = self
                .averages
                .value(role, mov, &self.trail[..decided])
                .map_or(1.0, |mean| (mean - range.0) / width);
            self.weights.push(mean);
        }
        if self.settings.mast == Mast::Gibbs {
            return draw_gibbs(&mut self.weights, self.settings.tau, rng);
        }
        let mut best = 0;
        for (index, &weight) in self.weights.iter().enumerate() {
            if weight > self.weights[best] {
                best = index;
            }
        }
        best
    }

    /// Where one role decides: makes a move that wins at once instead of the chosen one; failing that,
    /// replaces a chosen move that lets another role win at once by one that does not.
    fn prefer_decisive(&mut self, game: &G, state: &G::State, range: (f64, f64), meter: &Meter) {
        let Some(&(role, chosen)) = self.trail.last() else { return };
        let role = role as usize;
        game.legal(state, role, &mut self.legal);
        self.joints.clear();
        for &mov in &self.legal {
            self.joint[role] = mov;
            self.joints.extend_from_slice(&self.joint);
        }
        children(game, state, &self.joints, &mut self.children);
        let wins = |child: &G::State| game.terminal(child) && meter.goal(game, child, role) >= Some(range.1);
        let mut best = self.children.iter().position(wins);
        if best.is_none() && self.settings.decisive == Decisive::Both {
            let at = self.legal.iter().position(|&mov| mov == chosen).unwrap_or(0);
            // The chosen move first, then those after it, round and round.
            best = (0..self.legal.len())
                .take_while(|_| !meter.interrupted())
                .map(|offset| (at + offset) % self.legal.len())
                .find(|&index| {
                    !loses_at_once(game, &self.children[index], role, range, meter, &mut self.replies)
                });
        }
        let mov = best.map_or(chosen, |index| self.legal[index]);
        self.joint[role] = mov;
        if let Some(last) = self.trail.last_mut() {
            last.1 = mov;
        }
    }
}

/// Whether the one role that decides in `state`, another than `role`, has a move that ends the game at the
/// top of the goal range for it.
fn loses_at_once<G: Game>(
    game: &G,
    state: &G::State,
    role: usize,
    range: (f64, f64),
    meter: &Meter,
    replies: &mut Vec<G::Move>,
) -> bool {
    if game.terminal(state) {
        return false;
    }
    let mut joint: Vec<G::Move> = Vec::with_capacity(game.roles());
    let mut decider = None;
    for other in 0..game.roles() {
        game.legal(state, other, replies);
        let Some(&first) = replies.first() else { return false };
        if replies.len() > 1 || (other != role && decider.is_none()) {
            decider = Some(other);
        }
        joint.push(first);
    }
    let chance = game.chance().map(Chance::role);
    let Some(decider) = decider.filter(|&decider| decider != role && Some(decider) != chance) else {
        return false;
    };
    game.legal(state, decider, replies);
    replies.iter().any(|&reply| {
        joint[decider] = reply;
        let next = game.next(state, &joint);
        game.terminal(&next) && meter.goal(game, &next, decider) >= Some(range.1)
    })
}

/// Draws a number by the Gibbs distribution of these means: with a probability in proportion to
/// `exp(mean / tau)`. The means become weights.
fn draw_gibbs(means: &mut [f64], tau: f64, rng: &mut SearchRng) -> usize {
    // Relative to the greatest mean, so that no weight exceeds 1.
    let greatest = means.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    means.iter_mut().for_each(|mean| *mean = ((*mean - greatest) / tau).exp());
    draw_by(means, rng)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand::SeedableRng;

    use super::super::settings::Settings;
    use super::*;
    use crate::testing::{Sketch, Walk};
    use crate::{Budget, Zero};

    proptest! {
        #[test]
        fn a_gibbs_draw_is_a_move_that_has_a_chance(
            means in prop::collection::vec(0.0..=1.0_f64, 1..20),
            tau in 0.001..=1000.0_f64,
            seed: u64,
        ) {
            let mut weights = means.clone();
            let drawn = draw_gibbs(&mut weights, tau, &mut SearchRng::seed_from_u64(seed));
            let greatest = means.iter().copied().fold(0.0, f64::max);
            prop_assert!(weights.iter().all(|weight| (0.0..=1.0).contains(weight)), "{weights:?}");
            // Beyond 745 temperatures below the greatest the weight is 0 in an f64.
            prop_assert!((greatest - means[drawn]) / tau < 746.0, "{means:?} at {tau}: number {drawn}");
        }
    }

    #[test]
    fn a_cold_gibbs_draw_is_the_best_move() {
        let mut rng = SearchRng::seed_from_u64(0);
        for means in [[1.0, 0.0, 0.2], [0.1, 0.9, 0.0], [0.0, 0.3, 0.8]] {
            let best = (0..3).find(|&number| means[number] >= 0.8);
            assert_eq!(Some(draw_gibbs(&mut means.clone(), 0.001, &mut rng)), best);
        }
    }

    #[test]
    fn a_gibbs_draw_follows_the_weights() {
        let mut rng = SearchRng::seed_from_u64(0);
        // e to 1.
        let first = (0..10_000).filter(|_| draw_gibbs(&mut [0.5, 0.0], 0.5, &mut rng) == 0).count();
        assert!((7100..7520).contains(&first), "{first} of 7311 expected");
    }

    fn policy(options: &str) -> Policy<Walk> {
        Policy::new(Settings::from_spec(&format!("uct({options})").parse().unwrap()).policy)
    }

    fn game(children: Vec<Sketch>) -> Walk {
        Walk { range: 0..=100, ..Walk::down(&Sketch::Inner(0, children)) }
    }

    fn ends(goals: &[i32]) -> Vec<Sketch> {
        goals.iter().copied().map(Sketch::Leaf).collect()
    }

    /// What the first role gets and who made which move, playout by playout.
    fn play(policy: &mut Policy<Walk>, game: &Walk, playouts: u64) -> Vec<(f64, Vec<usize>)> {
        let mut meter = Meter::start(Budget::default());
        let mut play = |seed| {
            let (mut goals, mut rng) = ([0.0; 2], SearchRng::seed_from_u64(seed));
            policy.trail.clear();
            let end =
                policy.run(game, &game.initial(), (0.0, 100.0), &mut Zero, &mut meter, &mut rng, &mut goals);
            assert!(matches!(end, End::Paid | End::Estimated), "{end:?}");
            let mut room = usize::MAX;
            let Policy { averages, trail, .. } = &mut *policy;
            assert!(averages.learn(trail, &goals, &mut room));
            (goals[0], policy.trail.iter().map(|&(_, mov)| mov).collect())
        };
        (0..playouts).map(&mut play).collect()
    }

    #[test]
    fn a_move_that_wins_at_once_is_made() {
        let game = game(ends(&[50, 100, 0]));
        assert!(play(&mut policy("decisive=win"), &game, 20).iter().all(|(goal, _)| *goal == 100.0));
        assert!(play(&mut policy("decisive=off,rave=0"), &game, 20).iter().any(|(goal, _)| *goal < 100.0));
    }

    #[test]
    fn a_move_that_lets_the_other_win_at_once_is_not_made() {
        let game = game(vec![Sketch::Inner(1, ends(&[0, 50])), Sketch::Inner(1, ends(&[60, 50]))]);
        assert!(play(&mut policy("decisive=both"), &game, 20).iter().all(|(_, moves)| moves[0] == 1));
        assert!(play(&mut policy("decisive=win"), &game, 20).iter().any(|(_, moves)| moves[0] == 0));
    }

    #[test]
    fn a_move_that_came_to_much_is_preferred() {
        let game = game(ends(&[10, 90, 20]));
        for options in ["mast=greedy,epsilon=0", "mast=greedy,epsilon=0,ngram=true", "mast=gibbs,tau=0.01"] {
            let mut policy = policy(options);
            // Each is tried, as what was never seen deserves a look.
            play(&mut policy, &game, 20);
            assert!(play(&mut policy, &game, 20).iter().all(|(goal, _)| *goal == 90.0), "{options}");
        }
    }

    #[test]
    fn what_is_favoured_in_lanes_is_not_favoured_move_by_move() {
        let game = game(ends(&[10, 90, 20]));
        let mut policy = policy("mast=lanes,rave=0");
        play(&mut policy, &game, 20);
        assert!(play(&mut policy, &game, 20).iter().any(|(goal, _)| *goal < 90.0));
    }

    #[test]
    fn an_n_gram_knows_what_came_before() {
        // The second role's best answer depends on the first one's move.
        let game = game(vec![Sketch::Inner(1, ends(&[0, 100])), Sketch::Inner(1, ends(&[100, 0]))]);
        let good = |options: &str| {
            let mut policy = policy(options);
            play(&mut policy, &game, 400);
            play(&mut policy, &game, 100).iter().filter(|(goal, _)| *goal == 0.0).count()
        };
        assert!(good("mast=greedy,epsilon=0.1,ngram=true") > good("mast=greedy,epsilon=0.1"));
    }

    #[test]
    fn a_playout_ends_where_the_evaluator_finds_it_decided() {
        // Five plies of one way, at whose end the first role gets 20.
        let way = (0..5).fold(Sketch::Leaf(20), |below, _| Sketch::Inner(0, vec![below.clone(), below]));
        let game = game(vec![way.clone(), way]);
        let plies = |options: &str| -> Vec<(f64, usize)> {
            play(&mut policy(options), &game, 4)
                .into_iter()
                .map(|(goal, moves)| (goal, moves.len()))
                .collect()
        };
        assert_eq!(plies("decided=0.4,rave=0"), [(50.0, 4); 4], "`zero` says 50");
        assert_eq!(plies("decided=0.6,rave=0"), [(20.0, 6); 4]);
        assert_eq!(plies("decided=0.4,cutoff=2"), [(50.0, 2); 4]);
    }

    #[test]
    fn a_cut_playout_is_judged_by_the_evaluator() {
        let game = game(vec![Sketch::Inner(1, ends(&[0, 0])), Sketch::Inner(1, ends(&[100, 100]))]);
        assert!(
            play(&mut policy("cutoff=1"), &game, 10)
                .iter()
                .all(|(goal, moves)| (*goal, moves.len()) == (50.0, 1))
        );
        assert!(play(&mut policy("cutoff=2"), &game, 10).iter().all(|(goal, _)| *goal != 50.0));
    }
}
