use std::num::NonZero;
use std::thread;
use std::time::{Duration, Instant};

use game::{Fault, Game, Rules};
use search::{LearnedFile, SearchError, Spec, Stop};

use crate::options::OutOfRange;
use crate::playable_game::PlayableGame;
use crate::{
    Chooser, Finished, Fitting, Fixture, Lineup, Pace, Plan, Played, Progress, Recorder, ResumableTournament,
    Store, StoreError, Table, Tournament, TournamentError, TournamentLimits, TournamentOptions, Workforce,
    fingerprint,
};

/// One run of a tournament of a rulesheet, new or resumed, from its options to its table: it is planned,
/// played on many threads, recorded in the store, and summed up. A run ends when all is played or when it is
/// stopped; what is left can be resumed.
///
/// ```
/// use game::{Builtin, Rules};
/// use search::{Spec, Stop};
/// use spielbaum_arena::{GameSource, TournamentLimits, TournamentOptions, TournamentRun, TournamentTask};
///
/// let text = Builtin::named("nim").expect("a built-in game").rules;
/// let rules = Rules::new(&gdl::Rulesheet::parse("nim", text.as_bytes())?)?;
/// let players = Some(Spec::list("alpha-beta(table=16),random")?);
/// let options = TournamentOptions { players, games: Some(5), ..TournamentOptions::default() };
///
/// let source = GameSource { name: "nim", text, rules: &rules, learned: None };
/// let stop = Stop::default();
/// let run = TournamentRun::prepare(source, TournamentTask::New(options), &TournamentLimits::LOCAL, &stop)?;
/// let result = run.play(None, 1, &stop, &mut ())?;
/// assert_eq!(result.table.pairing(&[1, 0]).expect("they met").games, 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct TournamentRun<'g> {
    source: GameSource<'g>,
    game: PlayableGame<'g>,
    /// The time that it took to tabulate the game.
    tabulation: Duration,
    entry: Entry,
    /// The results by which strategies were chosen.
    fittings: Vec<Fitting>,
}

/// A game with what it is recorded as.
#[derive(Clone, Copy, Debug)]
pub struct GameSource<'g> {
    /// The game's name.
    pub name: &'g str,
    /// The text of its rules.
    pub text: &'g str,
    /// The rules, ready to be played.
    pub rules: &'g Rules,
    /// An evaluation that was learned of the game, if one is known: for `auto`, and for strategies by
    /// `learned` that name no file.
    pub learned: Option<&'g LearnedFile>,
}

/// What a run plays.
#[derive(Clone, Debug, PartialEq)]
// One of them is made for a whole tournament.
#[allow(clippy::large_enum_variant)]
pub enum TournamentTask {
    /// A new tournament with these options.
    New(TournamentOptions),
    /// What is left of a tournament of the store.
    Resume(ResumableTournament),
}

impl TournamentTask {
    /// The players that the options name; none if they are left open, or the tournament is resumed: nothing
    /// is open in what the store holds.
    pub fn players(&self) -> &[Spec] {
        match self {
            Self::New(options) => options.players.as_deref().unwrap_or_default(),
            Self::Resume(_) => &[],
        }
    }
}

/// Why a run cannot begin.
#[derive(Debug, thiserror::Error)]
pub enum PreparationError {
    /// An option has a value outside its range.
    #[error(transparent)]
    Options(#[from] OutOfRange),
    /// The game failed.
    #[error(transparent)]
    Game(#[from] Fault),
    /// The tournament cannot be played.
    #[error(transparent)]
    Plan(#[from] TournamentError),
    /// One of the strategies cannot play the game.
    #[error(transparent)]
    Unsuited(SearchError),
    /// A strategy was chosen that is another player, too.
    #[error("`{player}` chose `{strategy}`, the same as `{other}`; leave one of them out")]
    SameChoice {
        /// The player that it was chosen for.
        player: String,
        /// The strategy.
        strategy: String,
        /// The other player, by its own choice or as it was named.
        other: String,
    },
    /// There are more ways to fill the seats than the limits allow.
    #[error(
        "{players} strategies fill the seats of {roles} roles in more than {most} ways; take fewer strategies, or a gauntlet"
    )]
    TooManyPairings {
        /// How many strategies there are.
        players: usize,
        /// How many roles the game has.
        roles: usize,
        /// How many ways there may be.
        most: usize,
    },
    /// There are more games than the limits allow.
    #[error(
        "{pairings} pairings of {games} games each are more than {most} games; take fewer games or strategies"
    )]
    TooManyGames {
        /// How many pairings there are.
        pairings: usize,
        /// How many games each plays.
        games: u32,
        /// How many games there may be.
        most: u64,
    },
    /// The stop button was pressed.
    #[error("the tournament was stopped before it began")]
    Stopped,
}

/// Follows a run. All methods are called on the thread that called [`TournamentRun::play`].
pub trait TournamentObserver {
    /// The tournament has this number in the store. Called once, before the first match, unless nothing
    /// is recorded.
    fn recording(&mut self, _id: i64) {}

    /// Some matches have finished. `table` makes the table of all matches so far, without ratings in Elo.
    fn progress(&mut self, _progress: &Progress<'_>, _table: &dyn Fn() -> Table) {}

    /// The store cannot be written, and nothing is recorded from now on. The tournament goes on if the answer
    /// is `Ok`.
    ///
    /// # Errors
    /// To end the tournament; without an implementation of its own that is what an observer does.
    fn unrecorded(&mut self, error: StoreError) -> Result<(), StoreError> {
        Err(error)
    }
}

impl TournamentObserver for () {}

/// What a run came to.
#[derive(Clone, Debug, PartialEq)]
pub struct TournamentResult {
    /// The tournament's number in the store; none if it is not recorded, or only in part.
    pub id: Option<i64>,
    /// The table of all matches, those of earlier runs included.
    pub table: Table,
    /// What the game says about its own answers, if they are doubtful, see
    /// [`Notation::remark`](game::Notation::remark).
    pub remark: Option<String>,
}

/// A tournament that is ready to be played.
#[derive(Debug)]
struct Entry {
    plan: Plan,
    remarks: Vec<String>,
    /// The number in the store of a tournament that is resumed.
    resumed: Option<i64>,
    played: Vec<Finished>,
}

impl<'g> TournamentRun<'g> {
    /// Prepares a run: chooses the strategies that `auto` stands for, tabulates the game if it is small
    /// enough, plans the tournament if it is new, and makes sure that it can be played. This takes up to some
    /// seconds, and the time that the specs give to choose in.
    ///
    /// # Errors
    /// If the game fails, if the tournament cannot be played or exceeds the limits, or if the stop button is
    /// pressed meanwhile.
    pub fn prepare(
        source: GameSource<'g>,
        mut task: TournamentTask,
        limits: &TournamentLimits,
        stop: &Stop,
    ) -> Result<Self, PreparationError> {
        let (mut remarks, mut fittings) = (Vec::new(), Vec::new());
        if let TournamentTask::New(options) = &task {
            options.check(limits)?;
        }
        if let TournamentTask::New(TournamentOptions { players: Some(players), .. }) = &mut task {
            let cores = thread::available_parallelism().map_or(1, NonZero::get);
            let mut settled_before: Vec<Settled> = Vec::with_capacity(players.len());
            for player in players {
                let chooser = Chooser::new(source.rules, Pace::of(source.rules))
                    .with_name(source.name)
                    .with_learned(source.learned.cloned())
                    .with_cores(cores);
                let (settled, fitting) = chooser.settle(player.clone(), stop);
                // What was chosen in a hurry may be the same for two players.
                if stop.pressed() {
                    return Err(PreparationError::Stopped);
                }
                let now = Settled {
                    player: player.to_string(),
                    strategy: settled.to_string(),
                    chosen: fitting.is_some(),
                };
                if let Some(error) = settled_before.iter().find_map(|before| before.objection(&now)) {
                    return Err(error);
                }
                settled_before.push(now);
                if let Some(fitting) = fitting {
                    remarks.push(format!("{player}: {}", fitting.remark));
                    fittings.push(fitting);
                }
                *player = settled;
            }
        }
        let (game, tabulation) = playable(source, task_reads_states(&task), stop)?;
        let pace = game.pace();
        let mut entry = match &game {
            PlayableGame::Table(table) => Entry::new(&**table, pace, source, task, limits)?,
            PlayableGame::Rules(rules) => Entry::new(*rules, pace, source, task, limits)?,
        };
        entry.remarks.splice(0..0, remarks);
        Ok(Self { source, game, tabulation, entry, fittings })
    }

    /// Prepares to play matches of a tournament that is run elsewhere, see
    /// [`play_matches`](Self::play_matches).
    ///
    /// # Errors
    /// If the game fails, if the plan is not for this game, or if the stop button is pressed meanwhile.
    pub fn of_plan(source: GameSource<'g>, plan: Plan, stop: &Stop) -> Result<Self, PreparationError> {
        let (game, tabulation) = playable(source, plan_reads_states(&plan), stop)?;
        match &game {
            PlayableGame::Table(table) => drop(Tournament::planned(&**table, plan.clone())?),
            PlayableGame::Rules(rules) => drop(Tournament::planned(*rules, plan.clone())?),
        }
        let entry = Entry { plan, remarks: Vec::new(), resumed: None, played: Vec::new() };
        Ok(Self { source, game, tabulation, entry, fittings: Vec::new() })
    }

    /// Plays these matches of the plan, and neither counts nor records them: that is done where the
    /// tournament is run. Ends early if the stop button is pressed.
    ///
    /// # Errors
    /// If a match fails.
    pub fn play_matches(&self, fixtures: &[Fixture], stop: &Stop) -> Result<Vec<Played>, TournamentError> {
        let (plan, stop) = (self.entry.plan.clone(), stop.clone());
        match &self.game {
            PlayableGame::Table(table) => {
                Tournament::planned(&**table, plan)?.with_stop(stop).play_matches(fixtures)
            }
            PlayableGame::Rules(rules) => {
                Tournament::planned(*rules, plan)?.with_stop(stop).play_matches(fixtures)
            }
        }
    }

    /// What will be played.
    pub fn plan(&self) -> &Plan {
        &self.entry.plan
    }

    /// What people should know before it is played: what was chosen in place of options that were left open,
    /// or that another version of this program began the tournament.
    pub fn remarks(&self) -> &[String] {
        &self.entry.remarks
    }

    /// The results by which strategies were chosen in place of `auto`: what was learned for that is worth
    /// [keeping](crate::Evaluations::keep_from).
    pub fn fittings(&self) -> &[Fitting] {
        &self.fittings
    }

    /// How many states the game has and how long it took to tabulate them; none if there are too many for
    /// a table.
    pub fn tabulated(&self) -> Option<(usize, Duration)> {
        match &self.game {
            PlayableGame::Table(table) => Some((table.states(), self.tabulation)),
            PlayableGame::Rules(_) => None,
        }
    }

    /// Plays the tournament on so many threads, 0 for one a core, until all is played or the stop button is
    /// pressed, and records it in the store if there is one.
    ///
    /// # Errors
    /// If a match fails, or if the store does and the observer does not put up with it.
    pub fn play(
        self,
        store: Option<&mut Store>,
        threads: usize,
        stop: &Stop,
        observer: &mut dyn TournamentObserver,
    ) -> Result<TournamentResult, TournamentError> {
        self.play_on(Workforce::Threads(threads), store, stop, observer)
    }

    /// The same with the matches played by others than threads. Whoever plays them, the table is the same.
    ///
    /// # Errors
    /// As [`play`](Self::play), or if the workers fail.
    pub fn play_on(
        self,
        workforce: Workforce<'_>,
        store: Option<&mut Store>,
        stop: &Stop,
        observer: &mut dyn TournamentObserver,
    ) -> Result<TournamentResult, TournamentError> {
        let Self { source, game, entry, .. } = self;
        match &game {
            PlayableGame::Table(table) => entry.play(&**table, source, store, workforce, stop, observer),
            PlayableGame::Rules(rules) => entry.play(*rules, source, store, workforce, stop, observer),
        }
    }
}

impl Entry {
    fn new<G: Game>(
        game: &G,
        pace: Pace,
        source: GameSource<'_>,
        task: TournamentTask,
        limits: &TournamentLimits,
    ) -> Result<Self, PreparationError> {
        let mut entry = match task {
            TournamentTask::New(options) => {
                let (plan, remarks) = options.plan(game, source.name, pace);
                let plan = Plan { rules_hash: Some(fingerprint(source.text)), ..plan };
                Self { plan, remarks, resumed: None, played: Vec::new() }
            }
            TournamentTask::Resume(tournament) => {
                let remarks = other_version(&tournament).into_iter().collect();
                let ResumableTournament { id, plan, played, .. } = tournament;
                Self { plan, remarks, resumed: Some(id), played }
            }
        };
        let plan = &entry.plan;
        let pairings = plan.seatings().map_or(usize::MAX, |seatings| seatings.len());
        if pairings > limits.pairings {
            let (players, roles, most) = (plan.players.len(), plan.roles, limits.pairings);
            return Err(PreparationError::TooManyPairings { players, roles, most });
        }
        if plan.matches().unwrap_or(u64::MAX) > limits.games {
            let (games, most) = (plan.games_per_pairing, limits.games);
            return Err(PreparationError::TooManyGames { pairings, games, most });
        }
        let tournament = Tournament::planned(game, plan.clone())?;
        entry.remarks.extend(tournament.players().iter().filter(|player| player.races()).map(racing));
        // In the tournament such a strategy would forfeit every game.
        match tournament.players().iter().find_map(|player| Lineup::objection(game, player)) {
            Some(objection) => Err(PreparationError::Unsuited(objection)),
            None => Ok(entry),
        }
    }

    fn play<G: Game>(
        self,
        game: &G,
        source: GameSource<'_>,
        store: Option<&mut Store>,
        workforce: Workforce<'_>,
        stop: &Stop,
        observer: &mut dyn TournamentObserver,
    ) -> Result<TournamentResult, TournamentError> {
        let Self { plan, resumed, played, .. } = self;
        let tournament = Tournament::planned(game, plan)?.with_played(played).with_stop(stop.clone());
        let begun = store.map(|store| match resumed {
            Some(id) => store.resume(id),
            None => store.begin(tournament.plan(), Some(source.text)),
        });
        let mut recorder = recording(begun.transpose(), observer)?.flatten();
        if let Some(recorder) = &recorder {
            observer.recording(recorder.id());
        }
        let mut remark = None;
        let table = tournament.run_on(workforce, |progress, table| {
            if remark.is_none() {
                remark = progress.fresh.iter().find_map(|played| played.record.remark.clone());
            }
            match recorder.as_mut().map(|recorder| recorder.record(progress)) {
                None | Some(Ok(())) => {}
                // One process is enough.
                Some(Err(error @ StoreError::Contested(_))) => return Err(error),
                Some(Err(error)) => {
                    recorder = None;
                    observer.unrecorded(error)?;
                }
            }
            observer.progress(progress, table);
            Ok(())
        })?;
        let id = recorder.as_ref().map(Recorder::id);
        if let Some(recorder) = recorder.filter(|_| !table.interrupted) {
            recording(recorder.finish(), observer)?;
        }
        Ok(TournamentResult { id, table, remark })
    }
}

/// A player and the strategy that it came to.
struct Settled {
    player: String,
    strategy: String,
    /// Whether the strategy was chosen, and not named.
    chosen: bool,
}

impl Settled {
    /// That another player came to the same strategy. Of strategies that are named twice any tournament
    /// says so.
    fn objection(&self, other: &Self) -> Option<PreparationError> {
        let same = self.strategy == other.strategy && (self.chosen || other.chosen);
        let (chosen, other) = if other.chosen { (other, self) } else { (self, other) };
        same.then(|| PreparationError::SameChoice {
            player: chosen.player.clone(),
            strategy: chosen.strategy.clone(),
            other: other.player.clone(),
        })
    }
}

/// The game in the form in which it is played, and the time that it took to tabulate it. What was learned of
/// the rules or solved, and what the program has made, read their states, not those of a table.
fn playable<'g>(
    source: GameSource<'g>,
    reads_states: bool,
    stop: &Stop,
) -> Result<(PlayableGame<'g>, Duration), PreparationError> {
    let started = Instant::now();
    let game = match reads_states {
        true => PlayableGame::Rules(source.rules),
        false => PlayableGame::of(source.rules, &|| !stop.pressed())?,
    };
    match stop.pressed() {
        true => Err(PreparationError::Stopped),
        false => Ok((game, started.elapsed())),
    }
}

/// Whether one of the players reads the states of the rules.
fn task_reads_states(task: &TournamentTask) -> bool {
    match task {
        TournamentTask::New(options) => options.players.iter().flatten().any(reads_states),
        TournamentTask::Resume(ResumableTournament { plan, .. }) => plan_reads_states(plan),
    }
}

fn plan_reads_states(plan: &Plan) -> bool {
    !plan.custom.is_empty()
        || plan.players.iter().filter_map(|player| Spec::recorded(player).ok()).any(|spec| {
            let read = spec.with_large_files(&plan.large_files).with_files(&plan.files);
            read.is_ok_and(|spec| reads_states(&spec))
        })
}

/// Whether a player judges by a learned evaluation, looks values up in a file, or is custom.
fn reads_states(player: &Spec) -> bool {
    player.is_custom()
        || player.learned().is_some()
        || player.wants_learned()
        || !player.large_files().is_empty()
}

/// What the store answered, or nothing if it failed and the observer puts up with that.
fn recording<T>(
    answer: Result<T, StoreError>,
    observer: &mut dyn TournamentObserver,
) -> Result<Option<T>, StoreError> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(error) => observer.unrecorded(error).map(|()| None),
    }
}

/// The remark that another version of this program began a tournament, if one did.
fn other_version(tournament: &ResumableTournament) -> Option<String> {
    let (id, version) = (tournament.id, env!("CARGO_PKG_VERSION"));
    let old = tournament.version.as_ref().filter(|old| *old != version)?;
    Some(format!(
        "tournament {id} was begun by version {old} and goes on with {version}, whose strategies may play otherwise"
    ))
}

/// The remark that a tournament with this player cannot be reproduced.
fn racing(player: &Spec) -> String {
    format!(
        "{player}: threads that grow one tree come to other decisions each time, so that the same seed gives other games; `parallel=root` gives the same"
    )
}

#[cfg(test)]
mod tests;
