use std::fmt::Display;
use std::sync::{Arc, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use game::{Interrupt, RulesState};
use learn::{EvaluationReport, LearnOptions, Learned, Learner, learnable};
use search::Stop;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Body, positions};
use crate::games::{GameRef, Loaded};
use crate::jobs::{self, Job, Kind, Worker};
use crate::laboratory::Laboratory;
use crate::peer::Peer;
use crate::problem::Problem;

/// How long is learned from self-play if no evaluation of a game is known.
const LEARNING: Duration = Duration::from_secs(5);

/// How often it is looked whether another one has found or learned it.
const PATIENCE: Duration = Duration::from_millis(50);

/// A position whose evaluation is wanted.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct EvaluationRequest {
    game: GameRef,
    /// The joint moves since the beginning, as in a position.
    #[serde(default)]
    #[schema(max_items = 2000)]
    moves: Vec<Vec<String>>,
    /// The name of the role whose value is wanted; if there is none, that of the one role that has a choice.
    role: Option<String>,
}

/// How far it is learned from self-play, if no evaluation of the game is known.
#[derive(Serialize, ToSchema)]
pub(super) struct EvaluationProgress {
    /// Games that were played.
    games: u64,
    seconds: f64,
}

/// Evaluates a position by what was learned of its game, and says what each piece is worth there. If nothing
/// was learned before, that is done first, for five seconds at most. The job's `progress` is then an
/// `EvaluationProgress`; its result is an `EvaluationReport`.
#[utoipa::path(post, path = "/api/evaluations", operation_id = "evaluatePosition", tag = "positions", request_body = EvaluationRequest,
    responses((status = 202, body = Job), (status = 404, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub(super) async fn evaluate(
    State(laboratory): State<Arc<Laboratory>>,
    client: Peer,
    Body(request): Body<EvaluationRequest>,
) -> Result<(StatusCode, Json<Job>), Problem> {
    let loaded = laboratory.games.ask(client, &request.game)?.ready().await?;
    let question = move |laboratory: &Laboratory, stop: &Stop| {
        let state = positions::course(laboratory, stop, &loaded, &request.moves)?.end().clone();
        learnable(&loaded.rules).map_err(not_learned)?;
        let role = search::searcher(&loaded.rules, &state, request.role.as_deref())?;
        Ok(Question { loaded, state, role })
    };
    let question = laboratory.work_while(question).await?;
    let keeper = Arc::clone(&laboratory);
    let job =
        laboratory.jobs.start(Kind::Evaluation, None, move |worker| question.answer(&keeper, worker))?;
    Ok((StatusCode::ACCEPTED, Json(job)))
}

fn not_learned(why: impl Display) -> Problem {
    Problem::invalid("not-learned", why.to_string())
}

/// A position whose moves have been checked.
struct Question {
    loaded: Arc<Loaded>,
    state: RulesState,
    role: usize,
}

impl Question {
    fn answer(self, laboratory: &Laboratory, worker: &Worker) -> Result<EvaluationReport, Problem> {
        let Self { loaded, state, role } = self;
        let rules = &loaded.rules;
        let encoding = learnable(rules).map_err(not_learned)?;
        let learned = evaluation(laboratory, &loaded, worker)?;
        EvaluationReport::new(&learned, rules, encoding, &state, role).map_err(not_learned)
    }
}

/// The evaluation of a game: the one that is known, or else one that is learned now. One looks for it and
/// learns at a time, so that nobody learns what another one has just learned.
fn evaluation(laboratory: &Laboratory, loaded: &Loaded, worker: &Worker) -> Result<Arc<Learned>, Problem> {
    loop {
        match loaded.learning.try_lock() {
            Err(TryLockError::WouldBlock) => worker.wait(|| thread::sleep(PATIENCE))?,
            Ok(_) | Err(TryLockError::Poisoned(_)) => {
                return match laboratory.known_evaluation(loaded, worker.stop())? {
                    Some(known) => Ok(known),
                    None => Ok(laboratory.keep_evaluation(loaded, learn(loaded, worker)?)),
                };
            }
        }
    }
}

/// Learns of a game from self-play, as long as nobody presses the button.
fn learn(loaded: &Loaded, worker: &Worker) -> Result<Learned, Problem> {
    let started = Instant::now();
    let stopped = || worker.stop().pressed();
    let go_on = || !stopped() && started.elapsed() < LEARNING;
    let options = LearnOptions { threads: jobs::threads(), ..LearnOptions::default() };
    let mut learner = Learner::new(&loaded.rules, options, &go_on).map_err(not_learned)?;
    while go_on() && !learner.has_converged() {
        learner.round(&go_on);
        let games = learner.training().games;
        worker.progress(&EvaluationProgress { games, seconds: started.elapsed().as_secs_f64() });
    }
    if stopped() {
        return Err(Problem::cancelled());
    }
    if learner.training().games == 0 {
        return Err(not_learned(
            "no game was played to its end in five seconds, so that nothing was learned; `spielbaum learn` takes as much time as it is given",
        ));
    }
    if loaded.is_built_in() {
        // Without a canonical form it serves here, but nobody can find it in the store.
        let _ = learner.hash_rules(&Interrupt::unless(&|| !stopped()));
    }
    Ok(learner.learned(&loaded.name))
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;
    use serde_json::{Value, json};

    use crate::testing::Client;

    /// What is said of a position of tic-tac-toe in which the second player has two marks in an open line.
    async fn evaluated(client: &Client, role: &str) -> Value {
        let moves = [["(mark 1 2)"], ["(mark 1 1)"], ["(mark 2 3)"], ["(mark 2 2)"], ["(mark 3 2)"]];
        let request = json!({"game": {"name": "tictactoe"}, "moves": moves, "role": role});
        let (end, report) = client.run("/api/evaluations", &request).await;
        assert_eq!(end, "done", "{report}");
        report
    }

    #[tokio::test]
    async fn a_position_is_evaluated_by_what_is_learned_once() {
        let client = Client::new();
        let own = evaluated(&client, "oplayer").await;
        let worth = |report: &Value, fluent: &str| {
            let found = report["worths"].as_array().unwrap().iter().find(|one| one["fluent"] == fluent);
            found.unwrap()["worth"].as_f64().unwrap()
        };
        assert!(own["value"].as_f64().unwrap() > 60.0, "{own}");
        assert!(worth(&own, "(cell 2 2 o)") > 5.0, "{own}");
        let other = evaluated(&client, "xplayer").await;
        assert_eq!(own["games"], other["games"], "nothing more is learned");
        assert_eq!(worth(&own, "(cell 2 2 o)"), -worth(&other, "(cell 2 2 o)"));
    }

    #[tokio::test]
    async fn of_a_game_without_an_end_nothing_is_learned() {
        let rules = "(role x) (init (at 0)) (legal x stay) (legal x go) (goal x 0) (goal x 100) (<= terminal (true (at 2)))
            (<= (next (at 1)) (true (at 0))) (<= (next (at 0)) (true (at 1)))";
        let (end, problem) =
            Client::new().run("/api/evaluations", &json!({"game": {"rules": rules}, "role": "x"})).await;
        assert_eq!((end.as_str(), &problem["code"]), ("failed", &"not-learned".into()), "{problem}");
    }

    #[tokio::test]
    async fn a_game_that_cannot_be_learned_about_is_refused() {
        let client = Client::new();
        let refused = async |game: Value, role: Option<&str>| {
            let answer = client.post("/api/evaluations", &json!({"game": game, "role": role})).await;
            assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", answer.body);
            let problem = answer.json();
            ["code", "message"].map(|key| problem[key].as_str().unwrap().to_owned())
        };
        let [code, why] = refused(json!({"name": "pig"}), None).await;
        assert!(code == "not-learned" && why.contains("chance moves in the game"), "{code}: {why}");
        let over = "(role x) (init p) (legal x stay) (goal x 50) (<= terminal (true p))";
        let [code, why] = refused(json!({"rules": over}), None).await;
        assert!(code == "not-learned" && why.contains("the game is over at once"), "{code}: {why}");
        let [code, _] = refused(json!({"name": "tictactoe"}), Some("nobody")).await;
        assert_eq!(code, "no-such-role");
    }
}
