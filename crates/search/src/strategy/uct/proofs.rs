//! A proof-number search beside the tree search: it sees wins that are forced far beyond the tree's leaves. Of moves that lose it proves those that it comes upon.

use game::Game;

use super::settings::Settings;
use crate::strategy::proof_number::{Verdict, WinOrLoss};
use crate::{Budget, Meter, SearchError};

/// The part of the memory that its tables have: one in so many.
pub(super) const SHARE_OF_MEMORY: usize = 8;

/// What a tree search knows by proofs from one decision to the next.
#[derive(Debug, Default)]
pub(super) struct Proofs {
    known: Option<WinOrLoss>,
    /// Whether the game has states in which several roles choose, of which proof-number search knows nothing.
    refused: bool,
}

impl Proofs {
    /// Looks for proofs in the share of the budget that the settings leave to them, which counts for the meter. None if they leave none, or the game does not admit it.
    pub(super) fn look<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
        role: usize,
        settings: &Settings,
        meter: &mut Meter,
    ) -> Result<Option<Verdict>, SearchError> {
        if settings.proofs == 0.0 || game.roles() == 1 || self.refused {
            return Ok(None);
        }
        let part = |count: u64| (count as f64 * settings.proofs) as u64;
        let Budget { playouts, nodes, time, stop, .. } = meter.budget();
        let budget = Budget {
            nodes: nodes.or(*playouts).map(part),
            time: time.map(|time| time.mul_f64(settings.proofs)),
            stop: stop.clone(),
            ..Budget::default()
        };
        let bytes = settings.memory / (SHARE_OF_MEMORY - 1);
        let mut own = Meter::start(budget);
        let verdict = WinOrLoss::recall(&mut self.known, role, bytes).prove(game, state, &mut own);
        meter.nodes += own.nodes;
        match verdict {
            Ok(verdict) => Ok(Some(verdict)),
            Err(SearchError::Inapplicable { .. }) => {
                self.refused = true;
                self.known = None;
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }
}
