//! Large rules on a first circuit, while the final one is being made.

use std::cell::Cell;
use std::sync::{OnceLock, mpsc};
use std::thread::{self, Builder};

use game::{FirstStage, Rules};
use search::{Budget, Spec, Stop, StopGuard};

use crate::STACK;
use crate::error::Error;
use crate::load::Loaded;
use crate::output;

/// The rules of a game, as they are made.
#[derive(Clone, Copy)]
pub(crate) struct Stages<'s> {
    /// The rules to begin with.
    pub(crate) rules: &'s Rules,
    /// The same rules on the final circuit, once it is there, if they begin on a first one.
    pub(crate) optimised: &'s OnceLock<Rules>,
}

/// Whether work may begin on a first circuit: each of its searches suits one within the budget, and the
/// command line names no file, which may be for the final circuit.
pub(crate) fn may_begin_early<'s>(
    mut searches: impl Iterator<Item = &'s Spec>,
    budget: &Budget,
    names_file: bool,
) -> bool {
    !names_file && searches.all(|spec| spec.suits_first_circuit(budget))
}

/// Does `work` on the rules of a game: on a first circuit as soon as there is one, if it
/// [may](may_begin_early) `begin_early`, else on the final one.
pub(crate) fn on<T>(
    loaded: &Loaded,
    begin_early: bool,
    work: impl FnOnce(Stages<'_>) -> Result<T, Error>,
) -> Result<T, Error> {
    if begin_early {
        return in_stages(loaded, FirstStage::<Rules>::MOST_GATES, work);
    }
    let (rules, optimised) = (loaded.rules(None)?, OnceLock::new());
    work(Stages { rules: &rules, optimised: &optimised })
}

fn in_stages<T>(
    loaded: &Loaded,
    most_gates: usize,
    work: impl FnOnce(Stages<'_>) -> Result<T, Error>,
) -> Result<T, Error> {
    let optimised = &OnceLock::new();
    thread::scope(|scope| {
        // However the work ends, nothing is compiled after it.
        let over = StopGuard(Stop::default());
        let wanted = over.0.clone();
        let (give, given) = mpsc::channel();
        let compile = move || {
            let is_early = Cell::new(false);
            // Giving fails only if the work is over.
            let first = FirstStage::new(|rules| {
                is_early.set(true);
                let _ = give.send(Ok(rules));
            });
            let (first, go_on) = (first.with_most_gates(most_gates), || !wanted.pressed());
            let rules = loaded.loader.compile_in_stages(&loaded.sheet, &go_on, first);
            match rules {
                Ok(rules) if is_early.get() => {
                    let errors: Vec<String> = rules.cache_errors().iter().map(ToString::to_string).collect();
                    if rules.compiled().is_ok() {
                        let _ = optimised.set(rules);
                    }
                    errors
                }
                rules => {
                    let _ = give.send(rules);
                    Vec::new()
                }
            }
        };
        let compiler = Builder::new().name("compiler".to_owned()).stack_size(STACK);
        let compiler = compiler
            .spawn_scoped(scope, compile)
            .map_err(|error| Error::about("cannot start a thread to compile in", error))?;
        let spinner = output::spinner("compiling the rules");
        let rules = given.recv();
        spinner.finish_and_clear();
        let panicked = |_| Error::Fault("compiling the rules panicked".to_owned());
        let rules = loaded.told(rules.map_err(panicked)?, None)?;
        let done = work(Stages { rules: &rules, optimised });
        over.press();
        if let Ok(errors) = compiler.join() {
            loaded.tell_of_cache(&errors);
        }
        done
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use clap::Parser;
    use game::Game;

    use super::*;
    use crate::load::LoadArguments;

    #[derive(Parser)]
    struct Arguments {
        #[command(flatten)]
        loading: LoadArguments,
    }

    fn loaded(cache: &str) -> Loaded {
        let arguments = Arguments::try_parse_from(["test", "--cache", cache]).expect("arguments");
        Loaded::from_argument("connect-four", &arguments.loading).expect("a game")
    }

    /// How many gates the circuit of the rules has.
    fn gates(rules: &Rules) -> usize {
        rules.compiled().expect("a circuit").circuit().size().gates
    }

    #[test]
    fn the_final_circuit_comes_after_the_first_one() {
        let optimised = in_stages(&loaded("never"), 0, |stages| {
            while stages.optimised.get().is_none() {
                thread::sleep(Duration::from_millis(1));
            }
            let (first, last) = (stages.rules, stages.optimised.wait());
            assert!(gates(last) < gates(first), "it is optimised");
            assert_eq!(first.notation().role_name(0), last.notation().role_name(0));
            Ok(gates(last))
        });
        let only = on(&loaded("never"), false, |stages| {
            assert!(stages.optimised.get().is_none());
            Ok(gates(stages.rules))
        });
        assert_eq!(optimised.expect("the first circuit"), only.expect("the final circuit"));
    }

    #[test]
    fn rules_that_are_compiled_soon_have_one_circuit() {
        let rules =
            on(&loaded("never"), true, |stages| Ok((gates(stages.rules), stages.optimised.get().is_none())));
        let only = on(&loaded("never"), false, |stages| Ok((gates(stages.rules), true)));
        assert_eq!(rules.expect("a circuit"), only.expect("a circuit"));
    }
}
