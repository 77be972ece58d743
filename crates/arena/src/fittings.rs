use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use search::Spec;

/// The strategies that were found to fit a game, the last one for each role, so that they are looked for once. All threads share them.
#[derive(Debug, Default)]
pub struct Fittings {
    /// For a role the time to choose in, and what was chosen.
    chosen: Mutex<HashMap<usize, (Duration, Spec)>>,
}

impl Fittings {
    /// What was chosen for a role in so much time, if it was chosen last for it.
    pub fn get(&self, role: usize, time: Duration) -> Option<Spec> {
        self.chosen().get(&role).filter(|(known, _)| *known == time).map(|(_, spec)| spec.clone())
    }

    /// Remembers what was chosen for a role in so much time.
    pub fn put(&self, role: usize, time: Duration, spec: Spec) {
        self.chosen().insert(role, (time, spec));
    }

    fn chosen(&self) -> MutexGuard<'_, HashMap<usize, (Duration, Spec)>> {
        self.chosen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_role_has_the_choice_that_was_made_last_in_its_time() {
        let (fittings, second) = (Fittings::default(), Duration::from_secs(1));
        let spec = |text: &str| text.parse::<Spec>().unwrap();
        assert_eq!(fittings.get(0, second), None);
        fittings.put(0, second, spec("uct"));
        fittings.put(1, second, spec("plan"));
        assert_eq!(
            (fittings.get(0, second), fittings.get(1, second)),
            (Some(spec("uct")), Some(spec("plan")))
        );
        fittings.put(0, 2 * second, spec("deepening"));
        assert_eq!((fittings.get(0, second), fittings.get(0, 2 * second)), (None, Some(spec("deepening"))));
    }
}
