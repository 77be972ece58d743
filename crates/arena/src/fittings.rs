use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use search::Spec;

/// The strategies that were found to fit a game, for a role and in a time to choose, so that they are looked
/// for once. All threads share them.
#[derive(Debug, Default)]
pub struct Fittings {
    /// The one that was asked for last at the end.
    entries: Mutex<Vec<Entry>>,
    /// A choice has come to its end.
    chosen: Condvar,
}

#[derive(Debug)]
struct Entry {
    role: usize,
    time: Duration,
    /// None while it is being chosen.
    spec: Option<Spec>,
}

/// How many are remembered.
const MOST: usize = 32;

/// How often those who wait for a choice ask whether they still should.
const PATIENCE: Duration = Duration::from_millis(50);

impl Fittings {
    /// What was chosen for a role in so much time, if it is known.
    pub fn get(&self, role: usize, time: Duration) -> Option<Spec> {
        let mut entries = self.entries();
        let place = place(&entries, role, time)?;
        let entry = entries.remove(place);
        entries.push(entry);
        entries.last()?.spec.clone()
    }

    /// The strategy for a role: what was chosen before in so much time; else what `choose` comes to, which is
    /// remembered if `go_on` still says yes then. Who asks while another thread chooses waits for that as
    /// long as `go_on` says so.
    pub fn get_or_choose(
        &self,
        role: usize,
        time: Duration,
        go_on: &dyn Fn() -> bool,
        choose: impl FnOnce() -> Spec,
    ) -> Spec {
        let mut entries = self.entries();
        while let Some(place) = place(&entries, role, time) {
            if let Some(spec) = &entries[place].spec {
                return spec.clone();
            }
            if !go_on() {
                drop(entries);
                return choose();
            }
            let waited = self.chosen.wait_timeout(entries, PATIENCE);
            entries = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        if entries.len() >= MOST
            && let Some(oldest) = entries.iter().position(|entry| entry.spec.is_some())
        {
            entries.remove(oldest);
        }
        entries.push(Entry { role, time, spec: None });
        drop(entries);
        let choice = Choice { fittings: self, role, time };
        let spec = choose();
        if go_on() {
            choice.end(Some(spec.clone()));
        }
        spec
    }

    fn entries(&self) -> MutexGuard<'_, Vec<Entry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn place(entries: &[Entry], role: usize, time: Duration) -> Option<usize> {
    entries.iter().position(|entry| (entry.role, entry.time) == (role, time))
}

/// A choice that is being made. It leaves nothing behind unless it comes to an end, also in a panic.
struct Choice<'f> {
    fittings: &'f Fittings,
    role: usize,
    time: Duration,
}

impl Choice<'_> {
    /// Ends it, and remembers what it came to, if it came to something.
    fn end(&self, spec: Option<Spec>) {
        let mut entries = self.fittings.entries();
        if let Some(place) = place(&entries, self.role, self.time)
            && entries[place].spec.is_none()
        {
            match spec {
                Some(_) => entries[place].spec = spec,
                None => drop(entries.remove(place)),
            }
        }
        drop(entries);
        self.fittings.chosen.notify_all();
    }
}

impl Drop for Choice<'_> {
    fn drop(&mut self) {
        self.end(None);
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::mpsc;
    use std::thread;

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn spec(text: &str) -> Spec {
        text.parse().unwrap()
    }

    /// What is known, or else this strategy.
    fn chosen(fittings: &Fittings, role: usize, time: Duration, text: &str) -> String {
        fittings.get_or_choose(role, time, &|| true, || spec(text)).to_string()
    }

    #[test]
    fn a_role_and_a_time_have_one_choice() {
        let fittings = Fittings::default();
        assert_eq!(fittings.get(0, SECOND), None);
        assert_eq!(chosen(&fittings, 0, SECOND, "uct"), "uct");
        assert_eq!(chosen(&fittings, 0, SECOND, "plan"), "uct");
        assert_eq!(chosen(&fittings, 1, SECOND, "plan"), "plan");
        assert_eq!(chosen(&fittings, 0, 2 * SECOND, "deepening"), "deepening");
        assert_eq!(fittings.get(0, SECOND), Some(spec("uct")));
    }

    #[test]
    fn what_is_asked_for_again_outlives_many_others() {
        let fittings = Fittings::default();
        chosen(&fittings, 0, SECOND, "uct");
        for number in 2..100 {
            chosen(&fittings, 0, number * SECOND, "plan");
            assert_eq!(fittings.get(0, SECOND), Some(spec("uct")));
        }
        assert_eq!(fittings.get(0, 2 * SECOND), None);
        assert_eq!(fittings.entries().len(), MOST);
    }

    #[test]
    fn a_choice_that_was_cut_or_panicked_is_not_remembered() {
        let fittings = Fittings::default();
        assert_eq!(fittings.get_or_choose(0, SECOND, &|| false, || spec("uct")), spec("uct"));
        let panicked = || fittings.get_or_choose(0, SECOND, &|| true, || panic!("in the middle"));
        assert!(catch_unwind(AssertUnwindSafe(panicked)).is_err());
        assert_eq!(chosen(&fittings, 0, SECOND, "plan"), "plan");
    }

    #[test]
    fn others_wait_for_a_choice_unless_they_may_not() {
        let fittings = Fittings::default();
        let (begun, is_begun) = mpsc::channel();
        let (end, may_end) = mpsc::channel();
        thread::scope(|scope| {
            let choose = move || {
                begun.send(()).unwrap();
                may_end.recv().unwrap();
                spec("uct")
            };
            scope.spawn(|| fittings.get_or_choose(0, SECOND, &|| true, choose));
            is_begun.recv().unwrap();
            assert_eq!(fittings.get_or_choose(0, SECOND, &|| false, || spec("plan")), spec("plan"));
            let waiting = scope.spawn(|| chosen(&fittings, 0, SECOND, "plan"));
            end.send(()).unwrap();
            assert_eq!(waiting.join().unwrap(), "uct");
        });
    }
}
