//! Which share of the time of a search its evaluator takes:
//! `cargo bench -p spielbaum-search --bench evaluators`, with parts of the names of games after `--`.
//!
//! Iterative deepening searches the initial state by an evaluation that was learned for a second, by mobility
//! and by goal proximity, and the time in the evaluator is measured.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use game::{Builtin, Game, Rules};
use learn::{LearnOptions, Learner};
use rand::SeedableRng;
use spielbaum_search::{
    AlphaBetaOptions, Budget, Deepening, DeepeningMode, Evaluator, EvaluatorSpec, LearnedFile, Meter,
    Opinion, Request, SearchRng, Strategy, Together,
};

const GAMES: [&str; 5] = ["connect-four", "breakthrough", "othello", "checkers", "hex-7x7"];
const EVALUATORS: [&str; 3] = ["learned", "mobility", "goal-proximity"];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // As a test it takes just enough time to see that it works.
    let time = Duration::from_millis(if arguments.iter().any(|it| it == "--bench") { 1_000 } else { 5 });
    let wanted: Vec<&String> = arguments.iter().filter(|argument| !argument.starts_with('-')).collect();
    for name in GAMES {
        if wanted.is_empty() || wanted.iter().any(|part| name.contains(part.as_str())) {
            let rules = Builtin::named(name).expect("a built-in game").rules;
            let sheet = gdl::Rulesheet::parse(name, rules.as_bytes()).expect("built-in rules are right");
            measure(name, &Rules::new(&sheet).expect("built-in rules stay within the limits"), time);
        }
    }
}

fn measure(name: &str, rules: &Rules, time: Duration) {
    let mut learner = Learner::new(rules, LearnOptions::default(), &|| true).expect("rules with a circuit");
    let started = Instant::now();
    while started.elapsed() < time {
        learner.round(&|| started.elapsed() < 5 * time);
    }
    let learned = LearnedFile::new("learned.json", learner.learned(name));
    for evaluator in EVALUATORS {
        let spec: EvaluatorSpec = evaluator.parse().expect("an evaluator of the catalogue");
        let work = Arc::new(Work::default());
        let timed: Timed<Box<dyn Evaluator<Rules>>> =
            Timed { evaluator: Mutex::new(spec.with_learned(&learned).build()), work: Arc::clone(&work) };
        if timed.objection(rules).is_some() {
            continue;
        }
        let budget = Budget { time: Some(time), ..Budget::default() };
        let (mut rng, options) =
            (SearchRng::seed_from_u64(0), AlphaBetaOptions { decisive: true, ..AlphaBetaOptions::strong() });
        let mut search = Deepening::new(budget, DeepeningMode::Uniform, options, timed);
        let started = Instant::now();
        let initial = rules.initial();
        let request = Request::new(rules, &initial, 0, &mut rng);
        let decision = search.choose(request).expect("a game of turns");
        let took = started.elapsed().as_secs_f64();
        let (states, judging) = (work.states.load(Ordering::Relaxed) as f64, work.seconds());
        println!(
            "{name:<14} {evaluator:<15} {:>5.1} % of the time {:>12.0} states/s judged {:>12.0} nodes/s",
            100.0 * judging / took,
            states / judging,
            decision.effort.nodes as f64 / took,
        );
    }
}

/// An evaluator, and what it does.
struct Timed<E> {
    /// Who judges states together does so for many at the same time.
    evaluator: Mutex<E>,
    work: Arc<Work>,
}

impl<E> Timed<E> {
    fn evaluator(&self) -> MutexGuard<'_, E> {
        self.evaluator.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// States that were judged, and the time that it took.
#[derive(Default)]
struct Work {
    states: AtomicU64,
    nanoseconds: AtomicU64,
}

impl Work {
    fn of<R>(&self, states: usize, judge: impl FnOnce() -> R) -> R {
        let started = Instant::now();
        let judged = judge();
        self.nanoseconds.fetch_add(started.elapsed().as_nanos() as u64, Ordering::Relaxed);
        self.states.fetch_add(states as u64, Ordering::Relaxed);
        judged
    }

    fn seconds(&self) -> f64 {
        self.nanoseconds.load(Ordering::Relaxed) as f64 / 1e9
    }
}

impl<G: Game, E: Evaluator<G>> Evaluator<G> for Timed<E> {
    fn evaluate(
        &mut self,
        game: &G,
        state: &G::State,
        role: usize,
        meter: &mut Meter,
        rng: &mut SearchRng,
    ) -> f64 {
        let Self { evaluator, work } = self;
        let evaluator = evaluator.get_mut().unwrap_or_else(PoisonError::into_inner);
        work.of(1, || evaluator.evaluate(game, state, role, meter, rng))
    }

    fn together(&mut self, game: &G) -> Option<&mut dyn Together<G>> {
        let judges = self.evaluator().together(game).is_some();
        if judges { Some(self) } else { None }
    }

    fn objection(&self, game: &G) -> Option<String> {
        self.evaluator().objection(game)
    }
}

impl<G: Game, E: Evaluator<G>> Together<G> for Timed<E> {
    fn most(&self, game: &G) -> usize {
        self.evaluator().together(game).map_or(1, |together| together.most(game))
    }

    fn opinions(
        &self,
        game: &G,
        states: &[&G::State],
        role: usize,
        go_on: &dyn Fn() -> bool,
        opinions: &mut Vec<Opinion>,
    ) {
        if let Some(together) = self.evaluator().together(game) {
            self.work.of(states.len(), || together.opinions(game, states, role, go_on, opinions));
        }
    }
}
