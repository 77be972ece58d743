//! How soon compiling ends when it is interrupted.

use std::cell::Cell;
use std::path::Path;
use std::time::Duration;

use cpu_time::ThreadTime;
use game::{FirstStage, Rules};
use gdl::{Interrupt, Rulesheet};
use logic::{GroundLimits, Limits, LogicError};

use crate::rulesheets;

/// How long it takes until an interruption has its effect. All of it is processor time of the thread, in
/// which other programs do not count.
pub(super) struct Delays {
    /// Compiling to the end.
    pub(super) compiling: Duration,
    /// The longest time in which it is not asked whether compiling goes on.
    pub(super) unasked: Duration,
    /// The longest time from the answer that it does not to the end, when all that was made has been
    /// thrown away.
    pub(super) ending: Duration,
}

impl Delays {
    /// Compiles a rulesheet to the end, and to so many points on the way, each as many questions after the
    /// one before.
    pub(super) fn of(path: &Path, points: u64) -> anyhow::Result<Self> {
        let sheet = rulesheets::parse(path)?;
        let (questions, unasked) = (Cell::new(0), Cell::new(Duration::ZERO));
        let started = ThreadTime::now();
        let last = Cell::new(Duration::ZERO);
        let notice = || {
            let now = started.elapsed();
            unasked.set(unasked.get().max(now - last.replace(now)));
        };
        let rules = compile(&sheet, &|| {
            notice();
            questions.set(questions.get() + 1);
            true
        });
        notice();
        let compiling = started.elapsed();
        // Whoever asked for the rules has them now.
        drop(rules);
        let mut ending = Duration::ZERO;
        for point in 1..=points {
            let left = Cell::new(point * questions.get() / (points + 1));
            let refused = Cell::new(None);
            let rules = compile(&sheet, &|| {
                let goes_on = left.get() > 0;
                left.set(left.get().saturating_sub(1));
                if !goes_on {
                    refused.set(refused.get().or_else(|| Some(ThreadTime::now())));
                }
                goes_on
            });
            // What ends without rules ends as well.
            drop(rules);
            ending = refused.get().map_or(ending, |refused| ending.max(refused.elapsed()));
        }
        Ok(Self { compiling, unasked: unasked.get(), ending })
    }
}

/// Compiles as long as `go_on` says, and throws away a first circuit.
fn compile(sheet: &Rulesheet, go_on: &dyn Fn() -> bool) -> Result<Rules, LogicError> {
    let (limits, ground) = (Limits::default(), GroundLimits::default());
    let interrupt = Interrupt::unless(go_on);
    Rules::in_stages(sheet, limits, &ground, None, &interrupt, FirstStage::new(drop))
}
