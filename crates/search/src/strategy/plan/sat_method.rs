use game::{Game, Horizon, Interrupted};

use super::method::Standing;
use super::quest::Work;

/// Gates that count as a node.
pub(super) const GATES: usize = 100;

/// A method that asks a SAT solver about the first plies of the game.
pub(super) trait SatMethod<G: Game> {
    /// As it was before it had done anything.
    fn begun_anew(&self) -> Self;

    /// What it has of the game between its turns.
    fn horizon(&mut self) -> &mut Option<Horizon>;

    /// No ply yet; none if this is no game for the method.
    fn begin(&self, work: &mut Work<'_, G>) -> Result<Option<Horizon>, Interrupted>;

    /// Does what comes next: another goal, another ply, or a part of a question.
    fn step(&mut self, horizon: &mut Horizon, work: &mut Work<'_, G>) -> Result<Step, Interrupted>;
}

/// Whether there is more to do.
pub(super) enum Step {
    On,
    /// Nothing is left to find.
    Finished,
}

/// Goes on step by step until the slice of the method's work is over, or nothing is left to do.
pub(super) fn take_turn<G: Game>(method: &mut impl SatMethod<G>, work: &mut Work<'_, G>) -> Standing {
    let begun = match method.horizon().take() {
        Some(horizon) => Ok(Some(horizon)),
        None => method.begin(work),
    };
    let mut horizon = match begun {
        Ok(Some(horizon)) => horizon,
        Ok(None) => return Standing::Finished,
        Err(_) => return Standing::Working,
    };
    while !work.over() {
        match method.step(&mut horizon, work) {
            Ok(Step::On) => {}
            Ok(Step::Finished) => return Standing::Finished,
            Err(_) => {
                // What is left of half a ply is of no use.
                *method = method.begun_anew();
                return Standing::Working;
            }
        }
    }
    *method.horizon() = Some(horizon);
    Standing::Working
}
