use game::Game;
use search::{Budget, Meter, Spec};

use crate::Pace;
use crate::look::{Kind, Look};

/// The strategy that fits a game, for a match on the clock, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitting {
    /// The strategy.
    pub spec: Spec,
    /// What people are told about the choice, in one line.
    pub remark: String,
}

/// Threads that a strategy can have.
const THREADS: usize = 256;

/// Megabytes of all trees together: what a tree takes on the machine is up to twice as much, as it grows by doubling.
const MEMORY: usize = 700;

impl Fitting {
    /// Looks at a game for the player of `role` on `threads` cores: at some random playouts, within the time of `budget` and until its
    /// stop button is pressed. Neither is late by more than a ply. There is an answer for every game, also for one that fails or has ended.
    pub fn of<G: Game>(game: &G, role: usize, pace: Pace, threads: usize, budget: &Budget) -> Self {
        let meter = Meter::start(budget.clone());
        let look = Look::of(game, || !meter.interrupted());
        let threads = threads.clamp(1, THREADS);
        let memory = (MEMORY / threads).max(1);
        let text = if look.countable {
            format!("uct(threads={threads},memory={memory})")
        } else {
            "flat-mc".to_owned()
        };
        let spec: Spec = text.parse().expect("the catalogue has the strategy and its parameters");
        let mut remark = format!("{} as {}", look.kind.remark(), game.role_name(role));
        if look.kind != Kind::Alone {
            remark += match look.constant_sum() {
                Some(true) => ", constant sum",
                Some(false) => ", no constant sum",
                None => "",
            };
        }
        if let Some(branching) = look.branching() {
            remark += &format!(", some {branching:.0} moves a choice");
        }
        if pace == Pace::Slow {
            remark += ", slow rules";
        }
        Self { remark: format!("{remark}: {spec}"), spec }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use game::{Rules, Tree};
    use gdl::Rulesheet;
    use logic::Limits;
    use search::Stop;

    use super::*;
    use crate::Lineup;
    use crate::testing::{Endless, Failing, Pennies, rules};

    fn seconds(seconds: f64) -> Budget {
        Budget { time: Some(Duration::from_secs_f64(seconds)), ..Budget::default() }
    }

    fn fitting<G: Game>(game: &G) -> String {
        Fitting::of(game, 0, Pace::Fast, 2, &seconds(0.2)).spec.to_string()
    }

    #[test]
    fn nothing_stands_against_the_strategy_of_any_kind_of_game() {
        for name in
            ["lights-out", "maze", "nim", "connect-four", "tictactoe-3p", "rock-paper-scissors", "tron"]
        {
            let game = rules(name);
            for pace in [Pace::Fast, Pace::Slow] {
                for role in 0..game.roles() {
                    let Fitting { spec, remark } = Fitting::of(&game, role, pace, 2, &seconds(0.1));
                    assert_eq!(Lineup::objection(&game, &spec), None, "{name}");
                    assert!(remark.contains(&spec.to_string()) && !remark.contains('\n'), "{name}: {remark}");
                }
            }
        }
    }

    #[test]
    fn the_remark_tells_what_was_seen() {
        let remark = |name, pace| Fitting::of(&rules(name), 0, pace, 2, &seconds(1.0)).remark;
        let connect_four = remark("connect-four", Pace::Fast);
        assert!(connect_four.contains("two roles that move in turn"), "{connect_four}");
        assert!(connect_four.contains("constant sum, some 7 moves"), "{connect_four}");
    }

    #[test]
    fn a_budget_that_is_spent_gives_a_strategy_too() {
        let pressed = Budget { stop: Stop::default(), ..Budget::default() };
        pressed.stop.press();
        for budget in [&seconds(0.0), &pressed] {
            let spec = Fitting::of(&rules("connect-four"), 0, Pace::Fast, 2, budget).spec;
            assert_eq!(spec.to_string(), "uct(memory=350,threads=2)");
        }
    }

    #[test]
    fn a_game_that_fails_or_has_ended_or_has_no_end_gets_a_strategy_too() {
        for ply in 0..4 {
            assert_eq!(fitting(&Failing::at_ply(ply)), "uct(memory=350,threads=2)");
        }
        assert_eq!(fitting(&Tree::from_brackets("7").unwrap()), "uct(memory=350,threads=2)");
        assert_eq!(fitting(&Endless), "uct(memory=350,threads=2)");
        assert_eq!(fitting(&Pennies), "uct(memory=350,threads=2)");
    }

    #[test]
    fn a_role_without_a_legal_move_does_no_harm() {
        let text = "(role a) (role b) (init (at 1)) (<= (legal a go) (true (at 1))) (<= (next (at 2)) (does a go)) \
            (<= terminal (true (at 3))) (goal a 1) (goal b 1)";
        let sheet = Rulesheet::parse("stuck", text.as_bytes()).unwrap();
        for (game, pace) in [
            (Rules::new(&sheet).unwrap(), Pace::Fast),
            (Rules::reasoned(&sheet, Limits::default()).unwrap(), Pace::Slow),
        ] {
            let fitting = Fitting::of(&game, 1, pace, 2, &seconds(0.1));
            assert!(fitting.remark.contains("two roles"), "{}", fitting.remark);
        }
    }

    #[test]
    fn threads_share_the_memory() {
        let of = |threads| Fitting::of(&Pennies, 0, Pace::Fast, threads, &seconds(0.1)).spec.to_string();
        assert_eq!(of(0), "uct(memory=700)");
        assert_eq!(of(4), "uct(memory=175,threads=4)");
        assert_eq!(of(1000), "uct(memory=2,threads=256)");
    }
}
