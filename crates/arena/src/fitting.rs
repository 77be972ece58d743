use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use game::Game;
use learn::{LearnOptions, Learner, Training};
use rand::SeedableRng;
use search::{Budget, LearnedFile, Meter, Request, SearchRng, Spec};

use crate::game_profile::{GameKind, GameProfile};
use crate::{Challenge, Pace, Seed};

/// The strategy that fits a game, for a match on the clock, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitting {
    /// The strategy.
    pub spec: Spec,
    /// A remark on the choice, one line for people.
    pub remark: String,
}

/// Threads that a strategy can have.
const THREADS: usize = 256;

/// Megabytes of all trees together.
const MEMORY: usize = 400;

/// Time in which a search must solve a game from its beginning, to be trusted to do so in every play clock.
const SOLVED_WITHIN: Duration = Duration::from_secs(1);

/// Moves a choice up to which it is worth while to look at all states below one, where they are worked out one after another.
const FEW_MOVES: f64 = 50.0;

impl Fitting {
    /// Looks at a game for the player of `role` on `threads` cores: at some random playouts, whether it can be solved, and what can be learned, within the
    /// time of `budget` and until its stop button is pressed. Neither is late by more than a ply, or by a tenth of the time. There is an answer for every game, also for one that
    /// fails or has ended.
    ///
    /// - `plan` fits a role alone, who wants one way to the greatest goal.
    /// - `deepening` fits a game that it solves quickly, for a role that wins against all play.
    /// - `uct` fits all others, on all cores. It does so as well where a quick search proves a draw or a loss: all moves that keep the value are the
    ///   same to `deepening`, but not against opponents that make mistakes, and playouts are much like those.
    /// - Where the rules are slow, playouts are few, and those that prefer what has come to much cost no more than others; there may
    ///   be no time to look for the end of the game at all of many moves.
    /// - A search by an evaluation that is learned meanwhile fits where matches say so: if there are some seconds, most of them go into learning, and the rest
    ///   into matches of the search by it against the strategy that would fit else.
    /// - `random` fits where chance moves or the rules hide something, since no search can reckon with that yet.
    /// - `flat-mc` fits where roles choose at the same time among so many moves that joint moves cannot be counted.
    pub fn of<G: Game>(game: &G, role: usize, pace: Pace, threads: usize, budget: &Budget) -> Self {
        if game.knowledge().uncertainty().is_some() {
            let spec = spec("random");
            return Self {
                remark: format!(
                    "chance or hidden information, which searches cannot reckon with yet: {spec}"
                ),
                spec,
            };
        }
        let meter = Meter::start(budget.clone());
        let profile = GameProfile::of(game, || !meter.interrupted());
        let mut remark = describe(&profile, pace);
        if game.roles() == 1 {
            let spec = spec(&format!("plan(memory={MEMORY})"));
            return Self { remark: format!("{remark}: {spec}"), spec };
        }
        let solution = if pace == Pace::Slow { None } else { solution(game, role, &profile, &meter) };
        if let Some(value) = solution {
            remark += &format!(", {} is sure of {value}", game.notation().role_name(role));
        }
        let won = solution.is_some_and(|value| value >= f64::from(*game.goal_range().end()));
        let text = if won {
            SOLVER.to_owned()
        } else if profile.countable {
            let threads = threads.clamp(1, THREADS);
            let options = match pace {
                Pace::Slow if profile.branching().is_some_and(|moves| moves > FEW_MOVES) => {
                    ",mast=gibbs,ngram=true,solver=false"
                }
                Pace::Slow => ",mast=gibbs,ngram=true",
                _ => "",
            };
            format!("uct(threads={threads},memory={MEMORY}{options})")
        } else {
            "flat-mc".to_owned()
        };
        let mut spec = spec(&text);
        if solution.is_none() && profile.countable && pace == Pace::Fast {
            let trial = Trial { game, other: &spec, threads: threads.clamp(1, THREADS), meter: &meter };
            if let Some((chosen, why)) = trial.run() {
                remark += &why;
                spec = chosen;
            }
        }
        Self { remark: format!("{remark}: {spec}"), spec }
    }
}

/// The least time to learn an evaluation in and to try it.
const LEAST_TRIAL: Duration = Duration::from_secs(3);

/// The share of the time that is learned in.
const LEARNING: f64 = 0.65;
/// The share of the time after which no match begins. The last one goes on for a while, and the strategy has to be made.
const MATCHES: f64 = 0.9;
/// Matches that are worth to be decided by, and the most that are played.
const LEAST_MATCHES: usize = 4;
const MOST_MATCHES: usize = 24;
/// The shortest and the longest time of a decision in these matches.
const DECISIONS: RangeInclusive<f64> = 0.002..=0.2;
/// Megabytes of the table of a search by an evaluation.
const TABLE: usize = 256;

/// A search by an evaluation that is learned on the spot against another strategy.
struct Trial<'t, G: Game> {
    game: &'t G,
    other: &'t Spec,
    threads: usize,
    meter: &'t Meter,
}

impl<G: Game> Trial<'_, G> {
    /// The strategy that turns out better, and why; none if there is not enough time, or nothing to learn about.
    fn run(&self) -> Option<(Spec, String)> {
        let Self { game, other, threads, meter } = *self;
        let time = meter.budget().time?.saturating_sub(meter.elapsed());
        if time < LEAST_TRIAL {
            return None;
        }
        let started = Instant::now();
        let stop = &meter.budget().stop;
        let before = |share: f64| !stop.pressed() && started.elapsed() < time.mul_f64(share);
        let options = LearnOptions { threads, ..LearnOptions::default() };
        let mut learner = Learner::new(game, options, &|| before(LEARNING))?;
        while before(LEARNING) {
            learner.round(&|| before(LEARNING));
        }
        let Training { games, states, .. } = *learner.training();
        if games == 0 || stop.pressed() {
            return None;
        }
        let learned = LearnedFile::new("learned-now.json", learner.learned("this game"));
        let search = Challenge::by_learned(game);
        let search = match search.entry().name {
            SOLVER => spec(&format!("{SOLVER}(eval=learned,table={TABLE})")),
            _ => search,
        };
        let search = search.with_learned(&learned);
        // Decisions of which some matches can be made in the time that is left; games of good play are about as long as those learned from.
        let plies = (states / games).max(1) as f64;
        let left = time.mul_f64(MATCHES).saturating_sub(started.elapsed()).as_secs_f64();
        let decision =
            (left / (2.0 * LEAST_MATCHES as f64 * plies)).clamp(*DECISIONS.start(), *DECISIONS.end());
        let decision = Duration::from_secs_f64(decision);
        let budget = Budget { time: Some(decision), stop: stop.clone(), ..Budget::default() };
        let go_on = || before(MATCHES);
        let challenge = Challenge::play(game, &search, other, MOST_MATCHES, &budget, Seed(0), &go_on).ok()?;
        let score = challenge.score().filter(|_| challenge.payoffs.len() >= LEAST_MATCHES)?;
        let why = format!(
            ", an evaluation learned from {games} games scores {:.0} % in {} matches",
            100.0 * score,
            challenge.payoffs.len()
        );
        Some((if score >= 0.5 { search } else { other.clone() }, why))
    }
}

/// The search that solves games.
const SOLVER: &str = "deepening";

fn spec(text: &str) -> Spec {
    text.parse().expect("the catalogue has the strategies above and their parameters")
}

/// The profile of a game in words.
fn describe(profile: &GameProfile, pace: Pace) -> String {
    let mut remark = profile.kind.remark().to_owned();
    remark += match profile.constant_sum() {
        _ if profile.kind == GameKind::SinglePlayer => "",
        Some(true) => ", constant sum as far as seen",
        Some(false) => ", no constant sum",
        None => "",
    };
    if let Some(branching) = profile.branching() {
        remark += &format!(", {branching:.0} moves a choice");
    }
    if pace == Pace::Slow {
        remark += ", slow rules";
    }
    remark
}

/// What a role is sure of whatever others do, if that is found quickly, and in no more than half of the time that is left.
fn solution<G: Game>(game: &G, role: usize, profile: &GameProfile, meter: &Meter) -> Option<f64> {
    let state = game.initial();
    if profile.kind != GameKind::TwoPlayer || meter.interrupted() || game.terminal(&state) {
        return None;
    }
    let left = meter.budget().time.map_or(SOLVED_WITHIN, |time| time.saturating_sub(meter.elapsed()) / 2);
    let budget = Budget {
        time: Some(left.min(SOLVED_WITHIN)),
        stop: meter.budget().stop.clone(),
        ..Budget::default()
    };
    let mut rng = SearchRng::seed_from_u64(0);
    let request = Request::new(game, &state, role, &mut rng).within(budget);
    let decision = spec(SOLVER).build().choose(request).ok()?;
    decision.value.filter(|_| decision.proven)
}

#[cfg(test)]
mod tests {
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
        assert!(connect_four.contains("constant sum as far as seen, 7 moves"), "{connect_four}");
    }

    #[test]
    fn a_role_alone_plans() {
        let tree = r#"{"roles": ["a"], "root": [1, {"static": 5, "children": [2, 70]}]}"#;
        assert_eq!(fitting(&Tree::from_json(tree).unwrap()), "plan(memory=400)");
        assert_eq!(fitting(&rules("maze")), "plan(memory=400)");
        assert_eq!(fitting(&rules("peg-solitaire")), "plan(memory=400)");
    }

    #[test]
    fn who_wins_against_all_play_follows_a_proof_and_others_hope_for_errors() {
        let of = |role| Fitting::of(&rules("counting-to-21"), role, Pace::Fast, 2, &seconds(2.0));
        let (first, second) = (of(0), of(1));
        assert_eq!(first.spec.to_string(), "uct(memory=400,threads=2)", "{}", first.remark);
        assert_eq!(second.spec.to_string(), "deepening", "{}", second.remark);
        assert_eq!(fitting(&rules("tictactoe")), "uct(memory=400,threads=2)", "a draw");
    }

    #[test]
    fn with_some_seconds_an_evaluation_is_learned_and_tried_in_matches() {
        let game = rules("tictactoe-3p");
        let Fitting { spec, remark } = Fitting::of(&game, 0, Pace::Fast, 1, &seconds(4.0));
        assert!(
            remark.contains(", an evaluation learned from ") && remark.contains(" matches: "),
            "{remark}"
        );
        assert_eq!(spec.unread_file(), None);
        assert_eq!(Lineup::objection(&game, &spec), None);
    }

    #[test]
    fn slow_rules_are_not_searched_to_the_end() {
        let fitting = Fitting::of(&rules("counting-to-21"), 1, Pace::Slow, 2, &seconds(1.0));
        assert!(!fitting.remark.contains("sure of"), "{}", fitting.remark);
        assert_eq!(fitting.spec.to_string(), "uct(memory=400,threads=2,mast=gibbs,ngram=true)");
        let ends = vec!["1"; 60].join(" ");
        let wide = Tree::from_brackets(&format!("({ends})")).unwrap();
        let fitting = Fitting::of(&wide, 0, Pace::Slow, 2, &seconds(1.0));
        assert!(fitting.spec.to_string().contains("solver=false"), "{}", fitting.remark);
    }

    #[test]
    fn a_budget_that_is_spent_gives_a_strategy_too() {
        let pressed = Budget { stop: Stop::default(), ..Budget::default() };
        pressed.stop.press();
        for budget in [&seconds(0.0), &pressed] {
            let spec = Fitting::of(&rules("connect-four"), 0, Pace::Fast, 2, budget).spec;
            assert_eq!(spec.to_string(), "uct(memory=400,threads=2)");
        }
    }

    #[test]
    fn a_game_that_fails_or_has_ended_or_has_no_end_gets_a_strategy_too() {
        for ply in 0..4 {
            assert_eq!(fitting(&Failing::at_ply(ply)), "plan(memory=400)");
        }
        assert_eq!(fitting(&Tree::from_brackets("7").unwrap()), "uct(memory=400,threads=2)");
        assert_eq!(fitting(&Endless), "plan(memory=400)");
        assert_eq!(fitting(&Pennies), "uct(memory=400,threads=2)");
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
        assert_eq!(of(0), "uct(memory=400)");
        assert_eq!(of(4), "uct(memory=400,threads=4)");
        assert_eq!(of(1000), "uct(memory=400,threads=256)");
    }
}
