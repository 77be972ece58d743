//! How long a thread waits for answers.
//!
//! A search asks its questions deep inside, through a game that knows no clock. So the thread that searches
//! says beforehand how long it wants answers, and all questions that it asks a reasoner meanwhile are
//! interrupted when it no longer does.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use gdl::Interrupt;

use crate::LogicError;

thread_local! {
    static WAITING: RefCell<Option<Waiting>> = const { RefCell::new(None) };
    /// Whether a question has been interrupted.
    static GAVE_UP: Cell<bool> = const { Cell::new(false) };
}

/// Says whether answers are still wanted.
type Waiting = Rc<dyn Fn() -> bool>;

/// Does some work on this thread. Questions to reasoners that it asks meanwhile are interrupted when `go_on`,
/// which is called many times a second, returns false: their answer is [`LogicError::Interrupted`], and
/// [`gave_up`] tells so.
///
/// Once a question has been interrupted, so are all after it. Within other work of this kind, what the inner
/// one says counts.
///
/// ```
/// use spielbaum_logic::{ask_while, gave_up};
///
/// assert!(!ask_while(|| true, gave_up));
/// ```
pub fn ask_while<T>(go_on: impl Fn() -> bool + 'static, work: impl FnOnce() -> T) -> T {
    let _before = Before { waiting: WAITING.replace(Some(Rc::new(go_on))), gave_up: GAVE_UP.replace(false) };
    work()
}

/// Whether a question has been interrupted since the [`ask_while`] around this began, so that what came of it
/// is worth nothing. False outside.
pub fn gave_up() -> bool {
    GAVE_UP.get()
}

/// What held before, which holds again afterwards, even if the work panics.
struct Before {
    waiting: Option<Waiting>,
    gave_up: bool,
}

impl Drop for Before {
    fn drop(&mut self) {
        WAITING.set(self.waiting.take());
        GAVE_UP.set(self.gave_up);
    }
}

/// Asks a question, as long as this thread waits for the answer.
pub(crate) fn asking<T>(
    question: impl FnOnce(Interrupt<'_>) -> Result<T, LogicError>,
) -> Result<T, LogicError> {
    let Some(waiting) = WAITING.with_borrow(Clone::clone) else { return question(Interrupt::never()) };
    let go_on = || !GAVE_UP.get() && waiting();
    let answer = question(Interrupt::unless(&go_on));
    if matches!(answer, Err(LogicError::Interrupted(_))) {
        GAVE_UP.set(true);
    }
    answer
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use gdl::{Interrupted, Rulesheet};

    use super::*;
    use crate::{Limits, Reasoner};

    fn asked() -> Result<u32, LogicError> {
        asking(|interrupt| {
            for step in 0..1_000 {
                interrupt.check().map_err(|_| LogicError::Interrupted(Interrupted::Cancelled))?;
                if step == 999 {
                    return Ok(step);
                }
            }
            unreachable!("it ends at step 999")
        })
    }

    #[test]
    fn questions_are_interrupted_as_soon_as_nobody_waits() {
        let calls = Rc::new(Cell::new(0));
        let count = Rc::clone(&calls);
        let go_on = move || {
            count.set(count.get() + 1);
            count.get() < 20
        };
        ask_while(go_on, || {
            assert_eq!((asked(), gave_up()), (Ok(999), false));
            assert!(asked().is_err() && gave_up());
            let before = calls.get();
            assert!(asked().is_err());
            assert_eq!(calls.get(), before, "all that come after it are interrupted unasked");
        });
        assert_eq!((asked(), gave_up()), (Ok(999), false), "others wait");
    }

    #[test]
    fn the_inner_work_counts_and_then_the_outer_again() {
        ask_while(
            || true,
            || {
                ask_while(|| false, || assert!(asked().is_err() && gave_up()));
                assert_eq!((asked(), gave_up()), (Ok(999), false));
                assert!(catch_unwind(|| ask_while(|| false, || panic!("it is tried"))).is_err());
                assert_eq!((asked(), gave_up()), (Ok(999), false));
            },
        );
    }

    #[test]
    fn what_is_interrupted_leaves_the_view_as_it_was() {
        let text = "(role you) (init (n 0)) (succ 0 1) (succ 1 2) (<= (reach ?x ?y) (succ ?x ?y))
            (<= (reach ?x ?z) (reach ?x ?y) (reach ?y ?z)) (<= (legal you ?y) (true (n ?x)) (reach ?x ?y))
            (<= terminal (true (n 2))) (goal you 0) (<= (next (n ?x)) (does you ?x))";
        let reasoner =
            Reasoner::new(&Rulesheet::parse("test.kif", text.as_bytes()).unwrap(), Limits::default())
                .unwrap();
        let mut view = reasoner.view(reasoner.initial());
        let legal = ask_while(|| false, || view.legal(0));
        assert_eq!(legal, Err(LogicError::Interrupted(Interrupted::Cancelled)));
        assert_eq!(reasoner.texts(&view.legal(0).unwrap()), ["1", "2"]);
    }
}
