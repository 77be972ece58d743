use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, OnceLock};
use std::thread::Builder;
use std::time::Instant;

use arena::{Fitting, Lineup, Pace, Thought};
use game::{Fault, Game, Rules};
use logic::{Limits, TermId};
use search::{Budget, Glimpse, Monitor, Release, SearchRng, Spec, Stop, Strategy};

use super::STACK;
use super::actor_message::Letter;
use super::match_info::Match;
use super::position::{JointMove, Position};

type Begun = Arc<OnceLock<Arc<Rules>>>;

type Mind = Box<dyn Strategy<Rules, Monitor<TermId>>>;

/// Where the moves of a match are thought about: a thread with a strategy, which ponders whenever nobody asks it.
///
/// Its thread ends when nobody holds it any more.
#[derive(Debug)]
pub(super) struct Thinker {
    number: u32,
    /// Questions so far.
    asked: u32,
    tasks: Sender<Task>,
    /// What it plays on, once it has begun.
    rules: Begun,
    /// Ends the first look at the game.
    _looking: Release,
    /// Ends what it does now.
    until: Release,
}

/// A state to think about.
#[derive(Debug)]
struct Task {
    /// The joint moves that lead there.
    history: Vec<JointMove>,
    /// Whether a decision is due.
    question: Option<Question>,
    /// Ends the pondering.
    until: Stop,
}

#[derive(Debug)]
struct Question {
    number: u32,
    deadline: Instant,
    stop: Stop,
    monitor: Monitor<TermId>,
}

/// A question that is being thought about, as long as somebody wants to know.
#[derive(Debug)]
pub(super) struct Inquiry {
    number: u32,
    rules: Begun,
    stop: Release,
    glimpse: Glimpse<TermId>,
}

/// What was decided.
#[derive(Debug)]
pub(super) struct Decided {
    /// What the move is called.
    pub(super) mov: String,
    /// What it is based on.
    pub(super) thought: Thought,
    /// Plies looked ahead.
    pub(super) depth: u32,
}

impl Inquiry {
    /// Its number among the questions that its thinker was asked.
    pub(super) fn number(&self) -> u32 {
        self.number
    }

    /// Asks for what has been found so far.
    pub(super) fn end(&self) {
        self.stop.press();
    }

    /// The move that the search has visited most so far, as far as it tells.
    pub(super) fn best_so_far(&self) -> Option<String> {
        let (rules, moves) = (self.rules.get()?, self.glimpse.standing().moves);
        let best =
            moves.iter().filter(|estimate| estimate.visits > 0).max_by_key(|estimate| estimate.visits)?;
        Some(rules.move_name(best.mov))
    }
}

#[cfg(test)]
impl Inquiry {
    /// An inquiry into nothing, whose search likes a move best so far, if any, and the stop button of that search.
    pub(super) fn liking(number: u32, rules: &Arc<Rules>, mov: Option<TermId>) -> (Self, Stop) {
        let (mut monitor, glimpse) = Monitor::new(0);
        let estimate = |mov| search::MoveEstimate { mov, value: None, at_most: false, visits: 1 };
        let moves = mov.map(estimate).into_iter().collect();
        search::Observer::<Rules>::progress(&mut monitor, &search::Meter::start(Budget::default()), || moves);
        let stop = Stop::default();
        let known = OnceLock::from(Arc::clone(rules));
        (Self { number, rules: Arc::new(known), stop: Release(stop.clone()), glimpse }, stop)
    }
}

impl Thinker {
    /// A thinker that plays on `rules`, or on rules of its own by the reasoner. It may look at the game until `looking` before it chooses a
    /// strategy; then it tells by letter.
    ///
    /// # Errors
    /// If no thread can be had.
    pub(super) fn new(
        number: u32,
        game: Arc<Match>,
        rules: Option<Arc<Rules>>,
        looking: Instant,
        letters: Sender<Letter>,
    ) -> io::Result<Self> {
        let (tasks, inbox) = mpsc::channel();
        let time = looking.saturating_duration_since(Instant::now());
        let look = Budget { time: Some(time), ..Budget::default() };
        let looking = Release(look.stop.clone());
        let begun = Begun::default();
        let known = Arc::clone(&begun);
        Builder::new().name("thinker".into()).stack_size(STACK).spawn(move || {
            let begin = || Worker::begin(number, game, rules, &look, letters.clone());
            // Whatever a strategy does, the match goes on: without it, if need be.
            let work = || {
                let mut worker = begin()?;
                let _ = known.set(Arc::clone(worker.position.rules()));
                worker.work(&inbox)
            };
            let why = match panic::catch_unwind(AssertUnwindSafe(work)) {
                Ok(Ok(())) => return,
                Ok(Err(fault)) => fault.message,
                Err(_) => "the strategy panicked".to_owned(),
            };
            // The match may be over.
            let _ = letters.send(Letter::GivenUp { thinker: number, why });
        })?;
        Ok(Self { number, asked: 0, tasks, rules: begun, _looking: looking, until: Release(Stop::default()) })
    }

    /// Its number among the thinkers of the match.
    pub(super) fn number(&self) -> u32 {
        self.number
    }

    /// Has it decide in a state until the deadline.
    pub(super) fn ask(&mut self, role: usize, history: Vec<JointMove>, deadline: Instant) -> Inquiry {
        let (monitor, glimpse) = Monitor::new(role);
        let stop = Stop::default();
        self.asked += 1;
        let number = self.asked;
        self.set(history, Some(Question { number, deadline, stop: stop.clone(), monitor }));
        Inquiry { number, rules: Arc::clone(&self.rules), stop: Release(stop), glimpse }
    }

    /// Has it ponder on a state.
    pub(super) fn ponder(&mut self, history: Vec<JointMove>) {
        self.set(history, None);
    }

    /// Ends the pondering.
    pub(super) fn rest(&self) {
        self.until.press();
    }

    fn set(&mut self, history: Vec<JointMove>, question: Option<Question>) {
        let until = Stop::default();
        // Whoever waits for the answer notices if the thread is gone.
        let _ = self.tasks.send(Task { history, question, until: until.clone() });
        // The task before ends only now that the next one is there.
        self.until = Release(until);
    }
}

/// The thread of a thinker.
struct Worker {
    number: u32,
    game: Arc<Match>,
    position: Position,
    mind: Mind,
    rng: SearchRng,
    letters: Sender<Letter>,
}

impl Worker {
    /// Looks at the game and chooses a strategy.
    fn begin(
        number: u32,
        game: Arc<Match>,
        rules: Option<Arc<Rules>>,
        look: &Budget,
        letters: Sender<Letter>,
    ) -> Result<Self, Fault> {
        let rules = match rules {
            Some(rules) => rules,
            None => Arc::new(Rules::reasoned(&game.sheet, Limits::default())?),
        };
        let (spec, remark) = choose_strategy(&game, &rules, look);
        let mind = spec.build();
        let _ = letters.send(Letter::Fitted { thinker: number, remark });
        let rng = game.seed.derive(number.into()).stream();
        Ok(Self { number, game, position: Position::new(rules), mind, rng, letters })
    }

    fn work(&mut self, tasks: &Receiver<Task>) -> Result<(), Fault> {
        while let Ok(mut task) = tasks.recv() {
            // Only the newest counts.
            while let Ok(newer) = tasks.try_recv() {
                task = newer;
            }
            self.position.follow(&task.history)?;
            if let Some(question) = task.question {
                self.decide(question)?;
            }
            self.ponder(&task.until)?;
        }
        Ok(())
    }

    fn decide(&mut self, question: Question) -> Result<(), Fault> {
        let Question { number, deadline, stop, mut monitor } = question;
        let asked = Instant::now();
        let time = Some(deadline.saturating_duration_since(asked));
        let budget = Budget { time, stop, ..Budget::default() };
        let Self { position, mind, rng, .. } = self;
        let (rules, role) = (&**position.rules(), self.game.role);
        let decision = mind.choose(rules, position.state(), role, &budget, rng, &mut monitor);
        let decision = decision.map_err(|error| Fault { message: error.to_string() })?;
        let decided = Decided {
            mov: rules.move_name(decision.mov),
            thought: Thought::of(&decision, asked.elapsed()),
            depth: decision.depth,
        };
        // The match may be over.
        let _ = self.letters.send(Letter::Decided { thinker: self.number, question: number, decided });
        Ok(())
    }

    fn ponder(&mut self, until: &Stop) -> Result<(), Fault> {
        let Self { position, mind, rng, .. } = self;
        if until.pressed() || !self.game.settings.ponder || position.terminal()? {
            return Ok(());
        }
        let pondered = mind.ponder(position.rules(), position.state(), self.game.role, until, rng);
        pondered.map_err(|error| Fault { message: error.to_string() })
    }
}

/// The player's own strategy if it suits the game, else one that fits; and why.
fn choose_strategy(game: &Match, rules: &Rules, look: &Budget) -> (Spec, String) {
    let own = game.settings.strategy.as_ref();
    let objection = own.and_then(|spec| Lineup::objection(rules, spec));
    if let (Some(spec), None) = (own, &objection) {
        return (spec.clone(), format!("{spec}, as asked for"));
    }
    if let Some(objection) = objection {
        tracing::warn!("{}: {objection}; a strategy that fits is taken", game.id);
    }
    let pace = if rules.compiled().is_ok() { Pace::Fast } else { Pace::Slow };
    let Fitting { spec, remark } = Fitting::of(rules, game.role, pace, game.settings.threads, look);
    (spec, remark)
}
