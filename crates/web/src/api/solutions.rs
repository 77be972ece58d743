use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use game::RulesState;
use search::Stop;
use serde::{Deserialize, Serialize};
use solve::{Counting, Files, Limits, Method, SolutionReport, Solving};
use utoipa::ToSchema;

use super::{Body, positions};
use crate::games::{GameRef, Loaded};
use crate::jobs::{Job, Kind, Worker};
use crate::laboratory::Laboratory;
use crate::peer::Peer;
use crate::problem::Problem;

/// The longest time for one position.
const LONGEST: Duration = Duration::from_secs(30);

/// Bytes for the states of one position: some ten millions.
const MEMORY: usize = 256 << 20;

/// A position to be solved.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SolutionRequest {
    game: GameRef,
    /// The joint moves since the beginning, as in a position.
    #[serde(default)]
    #[schema(max_items = 2000)]
    moves: Vec<Vec<String>>,
    /// Seconds; 10 if not given.
    #[schema(minimum = 0, maximum = 30)]
    seconds: Option<f64>,
}

/// How far the work on a position has come.
#[derive(Serialize, ToSchema)]
pub(super) struct SolutionProgress {
    /// The method that is at work.
    method: &'static str,
    /// States found so far; null while it is searched.
    states: Option<u64>,
}

/// Works out the exact value of a position for every role, and of every legal move. The job's `progress` is a
/// `SolutionProgress`, its result a `SolutionReport`: what is not known when the time is over is told as a
/// bound, or is null.
#[utoipa::path(post, path = "/api/solutions", operation_id = "solvePosition", tag = "positions", request_body = SolutionRequest,
    responses((status = 202, body = Job), (status = 404, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub(super) async fn solve(
    State(laboratory): State<Arc<Laboratory>>,
    client: Peer,
    Body(request): Body<SolutionRequest>,
) -> Result<(StatusCode, Json<Job>), Problem> {
    let time = request.time()?;
    let loaded = laboratory.games.ask(client, &request.game)?.ready().await?;
    let question = move |laboratory: &Laboratory, stop: &Stop| {
        let state = positions::course(laboratory, stop, &loaded, &request.moves)?.end().clone();
        Ok(Question { loaded, state, time })
    };
    let question = laboratory.work_while(question).await?;
    let job = laboratory.jobs.start(Kind::Solution, None, move |worker| question.answer(worker))?;
    Ok((StatusCode::ACCEPTED, Json(job)))
}

impl SolutionRequest {
    fn time(&self) -> Result<Duration, Problem> {
        let seconds = self.seconds.unwrap_or(10.0);
        let time = Duration::try_from_secs_f64(seconds).ok().filter(|time| *time <= LONGEST);
        time.ok_or_else(|| {
            Problem::invalid("bad-budget", format!("`seconds` is {seconds}; it must be from 0 to 30"))
        })
    }
}

/// A position whose moves have been checked.
struct Question {
    loaded: Arc<Loaded>,
    state: RulesState,
    time: Duration,
}

impl Question {
    fn answer(self, worker: &Worker) -> Result<SolutionReport, Problem> {
        let (started, rules) = (Instant::now(), &self.loaded.rules);
        let stop = worker.stop().clone();
        let limits = Limits { memory: MEMORY, threads: 1, time: Some(self.time), stop };
        let tell = |at| {
            let (method, states) = match at {
                Solving::Enumerating(Counting::Exploring(at)) => (Method::Retrograde, Some(at.found)),
                Solving::Enumerating(Counting::Valuing(at)) => (Method::Retrograde, Some(at.states)),
                Solving::GoingOn(method) => (method, None),
                Solving::Discs(_) => (Method::Board, None),
            };
            worker.progress(&SolutionProgress { method: method.name(), states });
        };
        let solved = solve::solve(rules, &self.state, Method::Auto, &limits, Files::default(), &tell)
            .map_err(|error| Problem::invalid("not-solved", error.to_string()))?;
        Ok(SolutionReport::new(rules, &solved, started.elapsed()))
    }
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;
    use serde_json::json;

    use crate::testing::Client;

    #[tokio::test]
    async fn a_position_has_values_for_roles_and_moves() {
        let moves = [["(mark 1 1)"], ["(mark 1 2)"]];
        let (end, solution) = Client::new()
            .run("/api/solutions", &json!({"game": {"name": "tictactoe"}, "moves": moves}))
            .await;
        assert_eq!((end.as_str(), &solution["value"]), ("done", &json!({"xplayer": 100, "oplayer": 0})));
        assert_eq!((&solution["method"], &solution["distance"]), (&json!("retrograde"), &json!(5)));
        let moves = solution["moves"].as_array().unwrap();
        assert_eq!(moves.len(), 7);
        assert!(moves.iter().any(|mov| mov["move"] == "(mark 2 2)" && mov["value"] == 100), "{solution}");
    }

    #[tokio::test]
    async fn what_is_too_large_is_left_open_when_the_time_is_over() {
        let question = json!({"game": {"name": "hex-7x7"}, "seconds": 0.3});
        let (end, solution) = Client::new().run("/api/solutions", &question).await;
        assert_eq!(
            (end.as_str(), &solution["proven"], &solution["cut"]),
            ("done", &json!(false), &json!("time"))
        );
        assert_eq!(solution["moves"].as_array().unwrap().len(), 49);
    }

    #[tokio::test]
    async fn roles_that_choose_at_the_same_time_mix_their_moves() {
        let (_, solution) =
            Client::new().run("/api/solutions", &json!({"game": {"name": "rock-paper-scissors"}})).await;
        assert!(
            (solution["moves"][0]["probability"].as_f64().unwrap() - 1.0 / 3.0).abs() < 1e-9,
            "{solution}"
        );
    }

    #[tokio::test]
    async fn what_cannot_be_solved_is_refused() {
        let client = Client::new();
        for (question, code) in [
            (json!({"game": {"name": "tictactoe"}, "seconds": 31}), "bad-budget"),
            (json!({"game": {"name": "tictactoe"}, "moves": [["(mark 9 9)"]]}), "illegal-move"),
        ] {
            let answer = client.post("/api/solutions", &question).await;
            assert_eq!(
                (answer.status, &answer.json()["code"]),
                (StatusCode::UNPROCESSABLE_ENTITY, &code.into())
            );
        }
        let hidden = "(role random) (role you) (init (at a)) (legal random (roll 1)) (legal random (roll 2)) (legal you noop) (<= (sees you ?m) (does random ?m))
            (<= (next (at b)) (does random ?roll)) (<= terminal (true (at b))) (goal you 100)";
        let (end, problem) = client.run("/api/solutions", &json!({"game": {"rules": hidden}})).await;
        assert_eq!((end.as_str(), &problem["code"]), ("failed", &json!("not-solved")), "{problem}");
    }
}
