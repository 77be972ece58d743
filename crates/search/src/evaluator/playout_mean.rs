use game::{Game, Outcomes, Playout, Playouts};
use rand::Rng;

use crate::evaluator::middle;
use crate::key::Key;
use crate::statistics::Tally;
use crate::{Entry, Evaluator, EvaluatorSpec, Meter, SearchRng, Status};

const N: Key<u64> = Key::integer("n", 1..=1_000_000_000, 10, "playouts per state");

pub(crate) const ENTRY: Entry = Entry {
    name: "playouts",
    help: "the mean goal of random playouts from the state",
    reference: "Abramson, Expected-outcome: a general model of static evaluation, IEEE PAMI 12 (1990)",
    status: Status::Lecture,
    model: None,
    positional: true,
    parameters: &[N.parameter],
};

/// The mean goal of uniformly random playouts.
///
/// Source: B. Abramson, *Expected-outcome: a general model of static evaluation*, IEEE Transactions on
/// Pattern Analysis and Machine Intelligence 12 (1990).
#[derive(Clone, Copy, Debug)]
pub struct PlayoutMean {
    playouts: u64,
}

impl PlayoutMean {
    /// An evaluator that makes so many playouts from each state, fewer only when the budget runs out.
    pub fn new(playouts: u64) -> Self {
        Self { playouts }
    }

    pub(crate) fn from_spec(spec: &EvaluatorSpec) -> Self {
        Self::new(spec.get(N))
    }
}

impl<G: Game> Evaluator<G> for PlayoutMean {
    fn evaluate(
        &mut self,
        game: &G,
        state: &G::State,
        role: usize,
        meter: &mut Meter,
        rng: &mut SearchRng,
    ) -> f64 {
        let mut tally = Tally::default();
        let mut outcomes = Outcomes::default();
        let count = if meter.interrupted() { 0 } else { self.playouts.min(meter.playouts_left()) };
        // The parameter's greatest value is far below the type's.
        let (start, count) = (std::slice::from_ref(state), count.try_into().unwrap_or(u32::MAX));
        if let Some(lanes) = game.batch() {
            let made = lanes.playouts(start, count, rng.next_u64(), &|| !meter.interrupted(), &mut outcomes);
            made.unwrap_or_else(|fault| meter.fail(fault));
            meter.effort.playouts += outcomes.playouts(0);
            tally.record_all(outcomes.playouts(0), outcomes.goals(0)[role]);
            return tally.mean().unwrap_or_else(|| middle(game));
        }
        let mut playouts = Playouts::new(game);
        while tally.visits < self.playouts && meter.allows_opinion() {
            let Some(playout) = play(&mut playouts, state, meter, rng) else { break };
            let Some(goal) = payoff(game, &playout, role, meter) else { break };
            tally.record(goal);
        }
        tally.mean().unwrap_or_else(|| middle(game))
    }
}

/// Plays from `state` to the end at random, or as far as the ply limit allows; none if the time is up before.
pub(crate) fn play<G: Game>(
    playouts: &mut Playouts<'_, G>,
    state: &G::State,
    meter: &mut Meter,
    rng: &mut SearchRng,
) -> Option<Playout<G::State>> {
    let playout = playouts.run_while(|| !meter.interrupted(), state, rng);
    if meter.cut_short() || playout.cut && meter.interrupted() {
        return None;
    }
    meter.effort.playouts += 1;
    Some(playout)
}

/// What a playout pays a role; none if the time is up. One that the ply limit has cut has no goal and counts
/// as the middle of the goal range.
fn payoff<G: Game>(game: &G, playout: &Playout<G::State>, role: usize, meter: &Meter) -> Option<f64> {
    if playout.cut { Some(middle(game)) } else { meter.goal(game, &playout.end, role) }
}

/// What a playout pays each role; none if the time is up.
pub(crate) fn payoffs<G: Game>(game: &G, playout: &Playout<G::State>, meter: &Meter) -> Option<Vec<f64>> {
    (0..game.roles()).map(|role| payoff(game, playout, role, meter)).collect()
}

#[cfg(test)]
mod tests {
    use game::Tree;
    use rand::SeedableRng;

    use super::*;
    use crate::{Budget, Stop};

    #[test]
    fn a_playout_under_way_ends_with_the_time_and_tells_nothing() {
        let tree = Tree::from_brackets("((7))").unwrap();
        let stop = Stop::default();
        let mut meter = Meter::start(Budget { stop: stop.clone(), ..Budget::default() });
        let mut playouts = Playouts::new(&tree);
        let mut rng = SearchRng::seed_from_u64(0);
        let mut value = |meter: &mut Meter| {
            let playout = play(&mut playouts, &tree.initial(), meter, &mut rng)?;
            payoff(&tree, &playout, 0, meter)
        };
        assert_eq!(value(&mut meter), Some(7.0));
        stop.press();
        assert_eq!(value(&mut meter), None);
        assert_eq!(meter.effort.playouts, 1);
    }
}
