use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use arena::{Draft, Finished, Footing, Known, Lineup, Pace, Plan, Store, Table, Tournament, TournamentError};
use game::Game;

use super::{Comparison, ComparisonProgress, ComparisonRequest, game, is_repeatable};
use crate::games::{GameRef, Loaded};
use crate::jobs::Worker;
use crate::laboratory::Laboratory;
use crate::problem::Problem;

/// Time between two tables that a page is shown.
const INTERVAL: Duration = Duration::from_millis(100);

/// To make tables takes at most one part of so many of the time.
const SHARE: u32 = 20;

/// Ways to fill the seats at most: each is a cell of a table that is sent ten times a second.
const MOST_PAIRINGS: usize = 2048;

/// What there is to play: something new, or the rest of something old.
pub(crate) enum Work {
    New { game: GameRef, draft: Box<Draft> },
    Rest { id: i64, game: GameRef, plan: Box<Plan>, played: Vec<Finished> },
}

impl Work {
    /// The tournament that is asked for.
    ///
    /// # Errors
    /// If the request is wrong, as far as it can be told without the game.
    pub(crate) fn new(request: &ComparisonRequest) -> Result<Self, Problem> {
        Ok(Self::New { game: request.game.clone(), draft: Box::new(request.draft()?) })
    }

    /// What is left to play of a tournament of the store.
    ///
    /// # Errors
    /// If there is no such tournament, or it cannot go on.
    pub(crate) fn rest(store: &Store, id: i64) -> Result<Self, Problem> {
        let plan = store.plan(id)?;
        let rules = store.rules(id)?.filter(|_| is_repeatable(&plan)).ok_or_else(|| {
            Problem::invalid(
                "not-resumable",
                format!("tournament {id} cannot go on: its rules were not kept, or not only strategies of this program played it"),
            )
        })?;
        Ok(Self::Rest { id, game: game(&plan, rules), played: store.finished(id)?, plan: Box::new(plan) })
    }

    fn game(&self) -> &GameRef {
        match self {
            Self::New { game, .. } | Self::Rest { game, .. } => game,
        }
    }
}

/// Plays a tournament, and keeps every match in the store; what has been played when the job is cancelled stays there.
///
/// # Errors
/// If the game or the plan is wrong, or the store cannot be written.
pub(crate) fn run(laboratory: &Laboratory, work: Work, worker: &Worker) -> Result<Comparison, Problem> {
    let go_on = || !worker.stop().pressed();
    let loaded = laboratory.games.get_while(work.game(), &go_on)?;
    let footing = Footing::of_while(&loaded.rules, &go_on).map_err(|fault| limits(&fault))?;
    if !go_on() {
        return Err(Problem::cancelled());
    }
    let pace = footing.pace();
    match footing {
        Footing::Table(table) => Session { laboratory, loaded: &loaded, worker }.play(&*table, pace, work),
        Footing::Rules(rules) => Session { laboratory, loaded: &loaded, worker }.play(rules, pace, work),
    }
}

struct Session<'s> {
    laboratory: &'s Laboratory,
    loaded: &'s Loaded,
    worker: &'s Worker,
}

impl Session<'_> {
    fn play<G: Game>(self, game: &G, pace: Pace, work: Work) -> Result<Comparison, Problem> {
        let (plan, played, id) = match work {
            Work::New { draft, .. } => {
                let Loaded { name, fingerprint, .. } = self.loaded;
                let (plan, _) = draft.plan(Known { game, name, rules_hash: Some(fingerprint.clone()), pace });
                (plan, Vec::new(), None)
            }
            Work::Rest { id, plan, played, .. } => (*plan, played, Some(id)),
        };
        bounded(&plan)?;
        let tournament = Tournament::planned(game, plan)
            .map_err(|error| Problem::invalid("plan", error.to_string()))?
            .with_played(played)
            .with_threads(threads())
            .with_stop(self.worker.stop().clone());
        // Better now than as forfeits, when the tournament is in the store already.
        if let Some(error) = tournament.players().iter().find_map(|player| Lineup::objection(game, player)) {
            return Err(Problem::invalid("unsuited", error.to_string()));
        }
        let mut store = self.laboratory.open_store()?;
        let id = self.record(&mut store, &tournament, id)?;
        Comparison::of(&store, id)
    }

    /// Plays and writes down; gives the tournament's number.
    fn record<G: Game>(
        &self,
        store: &mut Store,
        tournament: &Tournament<'_, G>,
        id: Option<i64>,
    ) -> Result<i64, Problem> {
        let mut recorder = match id {
            Some(id) => store.resume(id)?,
            None => store.begin(tournament.plan(), Some(self.loaded.sheet.source().text()))?,
        };
        let id = recorder.id();
        self.worker.concerns(id);
        let mut news = News { id, began: Instant::now(), next: Instant::now(), played: 0 };
        let table = tournament.run_live(|progress, table| {
            recorder.record(progress)?;
            news.played += progress.fresh.len() as u64;
            news.tell(self.worker, progress.done, progress.most, table);
            Ok(())
        });
        if !table.map_err(problem)?.interrupted {
            recorder.finish()?;
        }
        Ok(id)
    }
}

/// What listeners are told, and when.
struct News {
    id: i64,
    began: Instant,
    next: Instant,
    played: u64,
}

impl News {
    fn tell(&mut self, worker: &Worker, done: u64, most: u64, table: &dyn Fn() -> Table) {
        let before = Instant::now();
        if before < self.next {
            return;
        }
        let (id, played, seconds) = (self.id, self.played, self.began.elapsed().as_secs_f64());
        worker.progress(&ComparisonProgress { id, done, most, played, seconds, table: table() });
        self.next = Instant::now() + INTERVAL.max(before.elapsed() * SHARE);
    }
}

/// All cores but one, which answers requests meanwhile.
fn threads() -> usize {
    available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1).max(1))
}

/// Makes sure that the tournament is none that nobody could look at or wait for.
fn bounded(plan: &Plan) -> Result<(), Problem> {
    let most = u64::from(ComparisonRequest::MOST_GAMES);
    let too_many = |what: String| Err(Problem::invalid("too-many", what));
    let pairings = plan.seatings().map_or(usize::MAX, |seatings| seatings.len());
    if pairings > MOST_PAIRINGS {
        return too_many(format!(
            "{} strategies fill the seats of {} roles in more than {MOST_PAIRINGS} ways; take fewer strategies, or a gauntlet",
            plan.players.len(),
            plan.roles
        ));
    }
    match plan.matches() {
        Some(matches) if matches <= most => Ok(()),
        _ => too_many(format!(
            "{pairings} pairings of {} games each are more than {most} games; take fewer games or strategies",
            plan.games_per_pairing
        )),
    }
}

fn limits(fault: &game::Fault) -> Problem {
    Problem::invalid("limits", fault.to_string())
}

fn problem(error: TournamentError) -> Problem {
    match error {
        TournamentError::Store(error) => error.into(),
        error => Problem::invalid("match", error.to_string()),
    }
}
