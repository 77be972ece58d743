use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::Builder;
use std::time::Instant;

use arena::Thought;
use game::{Fault, Game, Rules};
use logic::{Limits, TermId};
use search::{
    Budget, Decision, Monitor, ProgressHandle, Request, SearchError, SearchRng, Spec, Stop, StopGuard,
    Strategy,
};

use super::STACK;
use super::actor_message::{ActorMessage, ChosenMove};
use super::choice::Choice;
use super::match_info::MatchInfo;
use super::standing::{History, Standing};

/// The rules that a search thread plays on, set once it has them.
type SharedRules = Arc<OnceLock<Arc<Rules>>>;

pub(super) type BoxedStrategy = Box<dyn Strategy<Rules>>;

/// A handle to a thread that searches for the moves of a match with one strategy, and ponders
/// between searches.
///
/// The thread ends when the handle is dropped.
#[derive(Debug)]
pub(super) struct SearchThread {
    number: u32,
    /// The number of searches so far.
    searches: u32,
    tasks: TaskSender,
    rules: SharedRules,
    /// Ends the analysis of the game that precedes the choice of a strategy.
    _analysis: StopGuard,
    /// Ends the current task.
    current: StopGuard,
}

/// The newest task that a thread has not begun. Only that one counts, so that none pile up while the thread
/// is busy.
type NewestTask = Arc<Mutex<Option<Task>>>;

/// Gives a thread its tasks. Dropping it ends the thread.
#[derive(Debug)]
struct TaskSender {
    newest: NewestTask,
    /// Wakes the thread.
    wake: SyncSender<()>,
}

/// The thread's side of it.
struct TaskReceiver {
    newest: NewestTask,
    woken: Receiver<()>,
}

/// A way for tasks to a thread.
fn tasks() -> (TaskSender, TaskReceiver) {
    let (newest, (wake, woken)) = (NewestTask::default(), mpsc::sync_channel(1));
    (TaskSender { newest: Arc::clone(&newest), wake }, TaskReceiver { newest, woken })
}

impl TaskSender {
    /// Puts a task in the place of those that the thread has not begun.
    fn send(&self, task: Task) {
        let older = self.newest.lock().unwrap_or_else(PoisonError::into_inner).replace(task);
        drop(older);
        // Fails if the thread will wake anyway, or has ended; it has reported that itself.
        let _ = self.wake.try_send(());
    }
}

impl TaskReceiver {
    /// Waits for a task; none if there will be no more.
    fn next(&self) -> Option<Task> {
        loop {
            self.woken.recv().ok()?;
            let newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner).take();
            if newest.is_some() {
                return newest;
            }
        }
    }
}

/// A state to work on.
#[derive(Debug)]
struct Task {
    /// What was told until it was reached.
    history: History,
    /// The search for a move, if one is wanted; pondering follows.
    search: Option<SearchRequest>,
    /// Ends the pondering.
    until: Stop,
}

#[derive(Debug)]
struct SearchRequest {
    number: u32,
    /// The names of the legal moves.
    legal: Arc<[String]>,
    deadline: Instant,
    stop: Stop,
    monitor: Monitor<TermId>,
}

/// A handle to a search that is running or waiting to run. Dropping it stops the search.
#[derive(Debug)]
pub(super) struct SearchHandle {
    number: u32,
    stop: StopGuard,
    best: BestSoFar,
}

/// The best move of a search so far, for any thread.
#[derive(Clone, Debug)]
pub(super) struct BestSoFar {
    rules: SharedRules,
    progress: Arc<ProgressHandle<TermId>>,
}

impl BestSoFar {
    fn new(rules: SharedRules, progress: ProgressHandle<TermId>) -> Self {
        Self { rules, progress: Arc::new(progress) }
    }

    /// The name of that move, if the search has told of one.
    pub(super) fn name(&self) -> Option<String> {
        let best = self.progress.latest().best()?;
        Some(self.rules.get()?.notation().move_name(best))
    }
}

impl SearchHandle {
    /// The number of the search among those of its thread, from 1.
    pub(super) fn number(&self) -> u32 {
        self.number
    }

    /// Stops the search; its thread then sends the best move found so far.
    pub(super) fn stop(&self) {
        self.stop.press();
    }

    /// Its best move so far.
    pub(super) fn best_so_far(&self) -> BestSoFar {
        self.best.clone()
    }
}

#[cfg(test)]
impl SearchHandle {
    /// A handle without a thread whose best move so far is `mov`, and the stop button of its search.
    pub(super) fn preferring(number: u32, rules: &Arc<Rules>, mov: Option<TermId>) -> (Self, Stop) {
        let (mut monitor, progress) = Monitor::new(0);
        let estimate = |mov| search::MoveEstimate { mov, value: None, bound: None, proven: false, visits: 1 };
        let moves: Vec<_> = mov.map(estimate).into_iter().collect();
        search::Observer::<Rules>::progress(
            &mut monitor,
            &search::Meter::start(Budget::default()),
            &mut || moves.clone(),
        );
        let stop = Stop::default();
        let known = OnceLock::from(Arc::clone(rules));
        let best = BestSoFar::new(Arc::new(known), progress);
        (Self { number, stop: StopGuard(stop.clone()), best }, stop)
    }
}

impl SearchThread {
    /// Starts a thread that plays on `rules`, or on rules of its own with the reasoner. It may analyse the
    /// game until `analysis_end` before it chooses a strategy; then it sends
    /// [`ActorMessage::StrategyChosen`].
    ///
    /// # Errors
    /// If the thread cannot be started.
    pub(super) fn start(
        number: u32,
        game: Arc<MatchInfo>,
        rules: Option<Arc<Rules>>,
        analysis_end: Instant,
        actor: Sender<ActorMessage>,
    ) -> io::Result<Self> {
        let (tasks, inbox) = tasks();
        let time = analysis_end.saturating_duration_since(Instant::now());
        let analysis = Budget { time: Some(time), ..Budget::default() };
        let analysis_stop = StopGuard(analysis.stop.clone());
        let shared = SharedRules::default();
        let known = Arc::clone(&shared);
        Builder::new().name("search".into()).stack_size(STACK).spawn(move || {
            // Rules that give no answer and strategies that panic end this thread, not the match.
            let work = || {
                let rules = match rules {
                    Some(rules) => rules,
                    None => Arc::new(Rules::reasoned(&game.sheet, Limits::default())?),
                };
                let mut worker = Worker::begin(number, game, &rules, &analysis, actor.clone());
                let _ = known.set(Arc::clone(&rules));
                worker.work(&inbox)
            };
            let why = match panic::catch_unwind(AssertUnwindSafe(work)) {
                Ok(Ok(())) => return,
                Ok(Err(fault)) => fault.message,
                Err(_) => "the strategy panicked".to_owned(),
            };
            // Sending fails only if the match is over.
            let _ = actor.send(ActorMessage::SearchFailed { thread: number, why });
        })?;
        let current = StopGuard(Stop::default());
        Ok(Self { number, searches: 0, tasks, rules: shared, _analysis: analysis_stop, current })
    }

    /// The number of the thread among the search threads of the match, from 1.
    pub(super) fn number(&self) -> u32 {
        self.number
    }

    /// Searches for a move of `role` among these after `history`, until the deadline.
    pub(super) fn search(
        &mut self,
        role: usize,
        history: History,
        legal: Arc<[String]>,
        deadline: Instant,
    ) -> SearchHandle {
        let (monitor, progress) = Monitor::new(role);
        let stop = Stop::default();
        self.searches += 1;
        let number = self.searches;
        self.give(history, Some(SearchRequest { number, legal, deadline, stop: stop.clone(), monitor }));
        let best = BestSoFar::new(Arc::clone(&self.rules), progress);
        SearchHandle { number, stop: StopGuard(stop), best }
    }

    /// Ponders on the state after `history`.
    pub(super) fn ponder(&mut self, history: History) {
        self.give(history, None);
    }

    /// Ends the pondering.
    pub(super) fn rest(&self) {
        self.current.press();
    }

    fn give(&mut self, history: History, search: Option<SearchRequest>) {
        let until = Stop::default();
        self.tasks.send(Task { history, search, until: until.clone() });
        // The previous task is stopped only now, when the next one is there.
        self.current = StopGuard(until);
    }
}

/// What runs on a search thread.
struct Worker<'r> {
    number: u32,
    game: Arc<MatchInfo>,
    standing: Standing,
    choice: Choice<'r>,
    strategy: BoxedStrategy,
    rng: SearchRng,
    actor: Sender<ActorMessage>,
}

impl<'r> Worker<'r> {
    /// Analyses the game and chooses a strategy.
    fn begin(
        number: u32,
        game: Arc<MatchInfo>,
        rules: &'r Arc<Rules>,
        analysis: &Budget,
        actor: Sender<ActorMessage>,
    ) -> Self {
        let (choice, remark) = Choice::make(&game, rules, analysis);
        let strategy = choice.spec().build();
        #[cfg(test)]
        let strategy = game.settings.stand_in.map_or(strategy, |stand_in| stand_in());
        let _ = actor.send(ActorMessage::StrategyChosen { thread: number, remark });
        let rng = game.seed.derive(number.into()).stream();
        Self { number, game, standing: Standing::new(Arc::clone(rules)), choice, strategy, rng, actor }
    }

    fn work(&mut self, tasks: &TaskReceiver) -> Result<(), Fault> {
        while let Some(task) = tasks.next() {
            self.standing.follow(&task.history, self.game.role)?;
            if let Some(request) = task.search {
                self.search(request);
            }
            self.ponder(&task.until)?;
        }
        Ok(())
    }

    fn search(&mut self, mut request: SearchRequest) {
        let start = Instant::now();
        let decision = match self.decide(&mut request) {
            Err(error) if self.plays_on_by_another(&error) => self.decide(&mut request),
            decision => decision,
        };
        let (thread, search) = (self.number, request.number);
        let message = match decision {
            Ok(decision) => {
                let mov = self.standing.rules().notation().move_name(decision.mov);
                let thought = Thought::of(&decision, start.elapsed());
                let Decision { effort, remark, .. } = decision;
                ActorMessage::MoveChosen {
                    thread,
                    search,
                    chosen: ChosenMove { mov, thought, depth: effort.depth, remark },
                }
            }
            // The strategy may do better at another moment of the match.
            Err(error) => ActorMessage::NothingFound { thread, search, why: error.to_string() },
        };
        // Sending fails only if the match is over.
        let _ = self.actor.send(message);
    }

    /// What the strategy decides, until the deadline.
    fn decide(&mut self, request: &mut SearchRequest) -> Result<Decision<TermId>, SearchError> {
        let SearchRequest { legal, deadline, stop, monitor, .. } = request;
        let time = Some(deadline.saturating_duration_since(Instant::now()));
        let budget = Budget { time, stop: stop.clone(), ..Budget::default() };
        let Self { standing, strategy, rng, .. } = self;
        let rules = Arc::clone(standing.rules());
        match standing {
            Standing::Open(position) => {
                let viewpoint = position.viewpoint(self.game.role);
                viewpoint.ask(strategy.as_mut(), &rules, &budget, rng, Some(monitor))
            }
            Standing::Own(view) => view.ask(strategy.as_mut(), legal, budget, rng, monitor),
        }
    }

    /// Changes over to another strategy for the rest of the match, if this one has come to a state that it
    /// cannot play and there is one that plays any.
    fn plays_on_by_another(&mut self, error: &SearchError) -> bool {
        let another = format!("uct(threads={})", self.game.settings.threads.clamp(1, 256));
        let another: Spec =
            another.parse().expect("a strategy that plays any game in which all joint moves are told");
        let can = matches!(error, SearchError::Inapplicable { .. })
            && matches!(self.standing, Standing::Open(_))
            && *self.choice.spec() != another;
        if can {
            let remark = format!("{error}; playing on with {another}");
            self.choice = Choice::Settled(another);
            self.strategy = self.choice.spec().build();
            let _ = self.actor.send(ActorMessage::StrategyChosen { thread: self.number, remark });
        }
        can
    }

    fn ponder(&mut self, until: &Stop) -> Result<(), Fault> {
        // No strategy can think ahead from a state that its role does not know.
        let Standing::Open(position) = &self.standing else { return Ok(()) };
        if until.pressed() || !self.game.settings.ponder || position.terminal()? {
            return Ok(());
        }
        if let Some(remark) = self.choice.reconsider(&self.game, until) {
            self.strategy = self.choice.spec().build();
            let _ = self.actor.send(ActorMessage::StrategyChosen { thread: self.number, remark });
        }
        let Self { strategy, rng, .. } = self;
        let budget = Budget { stop: until.clone(), ..Budget::default() };
        let request = Request::new(&**position.rules(), position.state(), self.game.role, rng).within(budget);
        if let Err(error) = strategy.ponder(request)
            && !self.plays_on_by_another(&error)
        {
            // A search that comes to the same tells it, too.
            tracing::debug!("{}: pondering ended: {error}", self.game.id);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(legal: &Arc<[String]>) -> Task {
        let (stop, monitor, legal) = (Stop::default(), Monitor::new(0).0, Arc::clone(legal));
        let search = SearchRequest { number: 1, legal, deadline: Instant::now(), stop, monitor };
        Task { history: History::Joint(Vec::new()), search: Some(search), until: Stop::default() }
    }

    #[test]
    fn a_thread_gets_the_newest_task_and_no_other_is_kept() {
        let (sender, receiver) = tasks();
        let names = ["a", "b", "c"].map(|name| Arc::from([name.to_owned()]));
        for legal in &names {
            sender.send(task(legal));
        }
        assert_eq!(names.each_ref().map(Arc::strong_count), [1, 1, 2]);
        let search = receiver.next().and_then(|task| task.search).expect("a task");
        assert_eq!(search.legal, names[2]);
        // What is sent to a thread at work is its next task.
        sender.send(task(&names[0]));
        assert!(receiver.next().is_some());
        drop(sender);
        assert!(receiver.next().is_none());
    }

    #[test]
    fn the_last_task_is_begun_though_there_will_be_no_more() {
        let (sender, receiver) = tasks();
        sender.send(task(&Arc::from([])));
        drop(sender);
        assert!(receiver.next().is_some());
        assert!(receiver.next().is_none());
    }
}
