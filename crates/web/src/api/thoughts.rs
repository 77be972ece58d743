use std::num::NonZero;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use arena::{Chooser, Fitting, Pace};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use game::{Game, Rules};
use rand::SeedableRng;
use search::{
    Budget, LearnedFile, Monitor, MoveEstimate, ProgressHandle, Report, SearchRng, Spec, Stop, Viewpoint,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Body, positions};
use crate::games::{GameRef, Loaded};
use crate::jobs::{Job, Kind, Worker};
use crate::laboratory::Laboratory;
use crate::peer::Peer;
use crate::problem::Problem;
use crate::strategy;

/// The longest time for one thought.
const LONGEST: Duration = Duration::from_secs(60);

/// The longest time to look for a strategy that fits a game on its first circuit; another choice is made on
/// the final one.
const LOOK: Duration = Duration::from_secs(1);

/// The time for a thought whose strategy was still being chosen when a move was wanted.
const HURRY: Duration = Duration::from_millis(100);

/// Time between two words on the progress.
const INTERVAL: Duration = Duration::from_millis(150);

/// A question to a strategy: which move it would make in a position.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ThoughtRequest {
    game: GameRef,
    /// The joint moves since the beginning, as in a position.
    #[serde(default)]
    #[schema(max_items = 2000)]
    moves: Vec<Vec<String>>,
    /// The name of the role that it thinks for; if there is none, that of the one role that has a choice.
    role: Option<String>,
    /// The spec of the strategy, such as `uct(playouts=1000)`; if there is none, `auto`. By `auto` one that
    /// fits the game is looked for, once for a role, in the time that its parameter `start` gives, 60 s at
    /// most: before the thought, and beside the time for it.
    strategy: Option<String>,
    /// What the thought may cost, beside the bounds in the spec.
    #[serde(default)]
    budget: Bounds,
    /// The seed of all random numbers.
    #[serde(default)]
    seed: u64,
}

/// Bounds on a thought; it ends at the first that it meets.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Bounds {
    /// Seconds; 60 if not given.
    #[schema(minimum = 0, maximum = 60)]
    seconds: Option<f64>,
    /// Playouts.
    playouts: Option<u64>,
    /// States visited.
    nodes: Option<u64>,
    /// Plies looked ahead.
    depth: Option<u32>,
}

/// How far a thought has come.
#[derive(Serialize, ToSchema)]
pub(super) struct ThoughtProgress {
    /// The strategy that thinks.
    strategy: String,
    /// Whether it is `auto`, and one that fits the game is looked for.
    choosing: bool,
    seconds: f64,
    nodes: u64,
    playouts: u64,
    /// The depth that a search that deepens step by step has come to.
    depth: Option<u32>,
    /// What it knows about moves by now.
    moves: Vec<MoveEstimate<String>>,
    /// The move below which a tree search is looking.
    current: Option<String>,
}

/// Asks a strategy for its move. The job's `progress` is a `ThoughtProgress`, its result a `Report`.
#[utoipa::path(post, path = "/api/thoughts", operation_id = "think", tag = "positions", request_body = ThoughtRequest,
    responses((status = 202, body = Job), (status = 404, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub(super) async fn think(
    State(laboratory): State<Arc<Laboratory>>,
    client: Peer,
    Body(request): Body<ThoughtRequest>,
) -> Result<(StatusCode, Json<Job>), Problem> {
    let (spec, time) = (request.spec()?, request.budget.time()?);
    let early = spec.suits_first_circuit(&request.budget.within(time));
    let loaded = laboratory.games.ask(client, &request.game)?.early(early).ready().await?;
    let question = move |laboratory: &Laboratory, stop: &Stop| {
        let course = positions::course(laboratory, stop, &loaded, &request.moves)?;
        let state = course.end().clone();
        let role = search::searcher(&loaded.rules, &state, request.role.as_deref())?;
        let budget = request.budget.within(time);
        // What has been chosen before needs no store.
        let chosen = spec.start().and_then(|time| loaded.fittings.get(role, time));
        let spec = chosen.map_or_else(|| spec.clone(), |chosen| chosen.with_time_of(&spec));
        let learned = laboratory.learned(&loaded.rules, [&spec], stop)?;
        let spec = learned.iter().fold(spec, Spec::with_learned);
        let viewpoint = Viewpoint::after(&loaded.rules, course.states(), course.joints(), role);
        Ok(Question { loaded, viewpoint, role, spec, learned, budget, seed: request.seed })
    };
    let question = laboratory.work_while(question).await?;
    let keeper = Arc::clone(&laboratory);
    let job = laboratory.jobs.start(Kind::Thought, None, move |worker| question.answer(&keeper, worker))?;
    Ok((StatusCode::ACCEPTED, Json(job)))
}

impl ThoughtRequest {
    /// The strategy that is asked.
    fn spec(&self) -> Result<Spec, Problem> {
        strategy::read(self.strategy.as_deref().unwrap_or("auto"))
    }
}

impl Bounds {
    /// The bounds, and this time.
    fn within(&self, time: Duration) -> Budget {
        let Self { playouts, nodes, depth, .. } = *self;
        Budget { playouts, nodes, depth, time: Some(time), stop: Stop::default() }
    }

    /// The time for the thought.
    fn time(&self) -> Result<Duration, Problem> {
        let Some(seconds) = self.seconds else { return Ok(LONGEST) };
        let time = Duration::try_from_secs_f64(seconds).ok().filter(|time| *time <= LONGEST);
        time.ok_or_else(|| {
            Problem::invalid("bad-budget", format!("`seconds` is {seconds}; it must be from 0 to 60"))
        })
    }
}

/// A question that has been checked.
struct Question {
    loaded: Arc<Loaded>,
    viewpoint: Viewpoint<Rules>,
    role: usize,
    spec: Spec,
    /// What was learned of the game before, if the spec asks for it.
    learned: Option<LearnedFile>,
    budget: Budget,
    seed: u64,
}

impl Question {
    fn answer(self, laboratory: &Laboratory, worker: &Worker) -> Result<Report, Problem> {
        let spec = self.settled(laboratory, worker);
        let (started, rules) = (Instant::now(), &self.loaded.rules);
        let mut budget = Budget { stop: worker.stop().clone(), ..self.budget };
        if worker.stop().pressed() {
            // It was pressed while a strategy was looked for: a move is wanted now, but not any move.
            budget.stop = Stop::default();
            budget.time = budget.time.map(|time| time.min(HURRY));
        }
        let strategy = spec.to_string();
        let (mut monitor, progress) = Monitor::new(self.role);
        let mut rng = SearchRng::seed_from_u64(self.seed);
        let mut player = spec.build();
        let decision = telling(
            worker,
            |seconds| ThoughtProgress::of_search(rules, self.role, &strategy, seconds, &progress),
            || self.viewpoint.ask(player.as_mut(), rules, &budget, &mut rng, Some(&mut monitor)),
        );
        let decision = decision.map_err(|error| Problem::invalid("search", error.to_string()))?;
        let decision = decision.with_forced_moves(rules, self.viewpoint.state(), &budget.stop);
        Ok(Report::new(rules, self.role, &spec, decision, started.elapsed().as_secs_f64()))
    }

    /// The strategy that is asked, or the one that fits the game if that is left open.
    fn settled(&self, laboratory: &Laboratory, worker: &Worker) -> Spec {
        let Self { loaded, role, spec, .. } = self;
        let Some(time) = spec.start() else { return spec.clone() };
        let choose = |time| {
            let fitting = self.choose(time, worker);
            laboratory.keep_learned(loaded, &fitting);
            fitting.spec
        };
        let chosen = telling(
            worker,
            |seconds| ThoughtProgress::of_choice(spec, seconds),
            || match loaded.first_circuit {
                true => choose(LOOK.min(time)),
                false => {
                    let go_on = || !worker.stop().pressed();
                    loaded.fittings.get_or_choose(*role, time, &go_on, || choose(time))
                }
            },
        );
        chosen.with_time_of(spec)
    }

    /// Chooses a strategy in so much time.
    fn choose(&self, time: Duration, worker: &Worker) -> Fitting {
        let rules = &self.loaded.rules;
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        let mut chooser = Chooser::new(rules, Pace::of(rules))
            .with_name(&self.loaded.name)
            .for_role(self.role)
            .with_cores(cores)
            .with_learned(self.learned.clone())
            .learning_on(true);
        chooser.choose(&Budget { time: Some(time), stop: worker.stop().clone(), ..Budget::default() })
    }
}

impl ThoughtProgress {
    /// How far a search is.
    fn of_search(
        rules: &Rules,
        role: usize,
        strategy: &str,
        seconds: f64,
        progress: &ProgressHandle<<Rules as Game>::Move>,
    ) -> Self {
        let latest = progress.latest();
        Self {
            strategy: strategy.to_owned(),
            choosing: false,
            seconds,
            nodes: latest.nodes,
            playouts: latest.playouts,
            depth: latest.iteration,
            moves: latest.moves.iter().map(|estimate| estimate.named(rules, role)).collect(),
            current: latest.current.map(|mov| rules.notation().move_name(mov)),
        }
    }

    /// A strategy is looked for in place of this spec.
    fn of_choice(spec: &Spec, seconds: f64) -> Self {
        Self {
            strategy: spec.to_string(),
            choosing: true,
            seconds,
            nodes: 0,
            playouts: 0,
            depth: None,
            moves: Vec::new(),
            current: None,
        }
    }
}

/// Does work, and tells meanwhile how far it is: what `progress` says after so many seconds.
fn telling<R>(
    worker: &Worker,
    progress: impl Fn(f64) -> ThoughtProgress + Send,
    work: impl FnOnce() -> R,
) -> R {
    thread::scope(|scope| {
        // It ends when the work does, even in a panic.
        let over = search::StopGuard(Stop::default());
        let ended = over.0.clone();
        let teller = scope.spawn(move || {
            let started = Instant::now();
            thread::park_timeout(INTERVAL);
            while !ended.pressed() {
                worker.progress(&progress(started.elapsed().as_secs_f64()));
                thread::park_timeout(INTERVAL);
            }
        });
        let done = work();
        over.press();
        teller.thread().unpark();
        done
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use axum::http::StatusCode;
    use serde_json::json;

    use crate::games::GameRef;
    use crate::testing::Client;

    #[tokio::test]
    async fn a_strategy_tells_its_move_and_what_it_thinks_of_the_others() {
        let moves = [["(mark 1 1)"], ["(mark 2 2)"], ["(mark 2 1)"]];
        let question = json!({"game": {"name": "tictactoe"}, "moves": moves, "strategy": "alpha-beta", "role": "oplayer"});
        let (end, thought) = Client::new().run("/api/thoughts", &question).await;
        assert_eq!(
            (end.as_str(), &thought["move"], &thought["value"]),
            ("done", &"(mark 3 1)".into(), &50.0.into())
        );
        assert_eq!(thought["moves"].as_array().unwrap().len(), 6);
        assert_eq!(thought["strategy"], "alpha-beta");
    }

    #[tokio::test]
    async fn without_a_strategy_one_is_found_that_fits() {
        let question = json!({"game": {"name": "nim"}, "budget": {"seconds": 5, "playouts": 200}});
        let (end, thought) = Client::new().run("/api/thoughts", &question).await;
        assert_eq!(end, "done", "{thought}");
        assert!(thought["strategy"].as_str().unwrap().len() > 2);
    }

    #[tokio::test]
    async fn the_strategy_that_fits_is_looked_for_once() {
        let client = Client::new();
        let question = |start: &str| {
            let strategy = format!("auto(start={start})");
            json!({"game": {"name": "connect-four"}, "role": "red", "strategy": strategy, "budget": {"playouts": 200}})
        };
        let (id, told) = first_news(&client, &question("1s")).await;
        assert!(told.contains("\"strategy\":\"auto(start=1s)\",\"choosing\":true"), "{told}");
        let events = client.get(&format!("/api/jobs/{id}/events")).await.body;
        assert!(events.contains("event: done\ndata: {\"strategy\":\"uct("), "{events}");
        let game = GameRef::Named { name: "connect-four".to_owned() };
        let loaded = client.laboratory.games.ask(client.peer(), &game).unwrap().ready().await.unwrap();
        let second = Duration::from_secs(1);
        assert!(loaded.fittings.get(0, second).unwrap().to_string().starts_with("uct("));
        loaded.fittings.get_or_choose(0, 2 * second, &|| true, || "first-legal".parse().unwrap());
        let (end, thought) = client.run("/api/thoughts", &question("2s")).await;
        assert_eq!((end.as_str(), &thought["strategy"]), ("done", &"first-legal".into()));
    }

    #[tokio::test]
    async fn who_wants_a_move_while_a_strategy_is_looked_for_gets_one_that_was_searched() {
        let client = Client::new();
        let question =
            json!({"game": {"name": "connect-four"}, "role": "red", "strategy": "auto(start=60s)"});
        let (id, _) = first_news(&client, &question).await;
        client.laboratory.jobs.cancel(id).unwrap();
        let events = client.get(&format!("/api/jobs/{id}/events")).await.body;
        let thought = events.split("event: cancelled\ndata: ").nth(1).expect("a decision");
        let thought: serde_json::Value = serde_json::from_str(thought.lines().next().unwrap()).unwrap();
        assert!(thought["playouts"].as_u64().unwrap() > 0, "{thought}");
        let game = GameRef::Named { name: "connect-four".to_owned() };
        let loaded = client.laboratory.games.ask(client.peer(), &game).unwrap().ready().await.unwrap();
        assert_eq!(loaded.fittings.get(0, Duration::from_secs(60)), None);
    }

    /// Begins a thought, and waits for the first word on how far it is; the number of its job, and that word.
    async fn first_news(client: &Client, question: &serde_json::Value) -> (u64, Arc<str>) {
        let id = client.post("/api/thoughts", question).await.json()["id"].as_u64().unwrap();
        let mut news = client.laboratory.jobs.listen(id).unwrap();
        while news.borrow_and_update().data.is_none() {
            news.changed().await.unwrap();
        }
        let told = news.borrow().data.clone().unwrap();
        (id, told)
    }

    #[tokio::test]
    async fn what_was_learned_of_the_game_is_in_the_store() {
        let thinks = |strategy: &str| json!({"game": {"name": "tictactoe-3p"}, "strategy": strategy, "budget": {"seconds": 1}});
        let by_learned = thinks("deepening(depth=1,eval=learned)");
        let client = Client::new();
        let (end, problem) = client.run("/api/thoughts", &by_learned).await;
        assert_eq!(end, "failed");
        assert!(
            problem["message"].as_str().unwrap().contains("`spielbaum learn GAME` makes one"),
            "{problem}"
        );
        let text = game::Builtin::named("tictactoe-3p").unwrap().rules;
        let sheet = gdl::Rulesheet::parse("tictactoe-3p", text.as_bytes()).unwrap();
        let rules = game::Rules::new(&sheet).unwrap();
        let mut learner = learn::Learner::new(&rules, learn::LearnOptions::default(), &|| true).unwrap();
        learner.round(&|| true);
        learner.hash_rules(&game::Interrupt::never()).unwrap();
        learner.note(Some(learn::Strength {
            score: 0.75,
            even: Some(0.33),
            matches: 20,
            strategy: "deepening(eval=learned)".to_owned(),
            against: Some("uct".to_owned()),
        }));
        let learned = search::LearnedFile::new("tictactoe-3p.json", learner.learned("tictactoe-3p"));
        assert!(client.laboratory.open_store().unwrap().keep_evaluation(&learned).unwrap());
        let (end, thought) = client.run("/api/thoughts", &by_learned).await;
        assert_eq!(
            (end.as_str(), &thought["strategy"]),
            ("done", &"deepening(depth=1,eval=learned(store:tictactoe-3p.json))".into())
        );
        // The second time the choice is remembered.
        for _ in 0..2 {
            let (end, thought) = client.run("/api/thoughts", &thinks("auto(start=0.5s)")).await;
            assert_eq!(
                (end.as_str(), &thought["strategy"]),
                ("done", &"deepening(eval=learned(store:tictactoe-3p.json),table=256)".into())
            );
        }
    }

    #[tokio::test]
    async fn a_long_thought_tells_how_far_it_is_and_gives_its_best_when_it_is_cancelled() {
        let client = Client::new();
        let question = json!({"game": {"name": "connect-four"}, "strategy": "uct(solver=false)"});
        let (id, told) = first_news(&client, &question).await;
        assert!(told.contains("\"playouts\""));
        client.laboratory.jobs.cancel(id).unwrap();
        let events = client.get(&format!("/api/jobs/{id}/events")).await.body;
        assert!(
            events.contains("event: cancelled\ndata: {\"strategy\":\"uct(solver=false)\",\"move\":\"(drop"),
            "{events}"
        );
    }

    #[tokio::test]
    async fn what_cannot_be_thought_about_is_refused_before_a_job_begins() {
        let client = Client::new();
        let over = json!([["(show rock)", "(show paper)"]]);
        for (question, code) in [
            (json!({"game": {"name": "tictactoe"}, "strategy": "chess"}), "bad-strategy"),
            (json!({"game": {"name": "tictactoe"}, "strategy": "auto(start=61s)"}), "bad-strategy"),
            (json!({"game": {"name": "tictactoe"}, "budget": {"seconds": 61}}), "bad-budget"),
            (json!({"game": {"name": "tictactoe"}, "budget": {"seconds": -1}}), "bad-budget"),
            (json!({"game": {"name": "tictactoe"}, "role": "z"}), "no-such-role"),
            (json!({"game": {"name": "rock-paper-scissors"}}), "which-role"),
            (json!({"game": {"name": "rock-paper-scissors"}, "moves": over}), "game-over"),
        ] {
            let answer = client.post("/api/thoughts", &question).await;
            assert_eq!(
                (answer.status, &answer.json()["code"]),
                (StatusCode::UNPROCESSABLE_ENTITY, &code.into())
            );
        }
        assert!(client.laboratory.jobs.list().is_empty());
    }
}
