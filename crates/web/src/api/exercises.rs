use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use exercise::{Answers, Exercise, ExerciseKind, Hint, Marking, Sheet, Solution};
use search::Stop;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::trees::TreeRef;
use super::{Body, Path, Query};
use crate::laboratory::Laboratory;
use crate::peer::Peer;
use crate::problem::Problem;

type Shared = State<Arc<Laboratory>>;

/// What exercises there are.
#[derive(Serialize, ToSchema)]
pub(super) struct ExerciseCatalogue {
    /// The kinds, in the order in which they are taught.
    kinds: [ExerciseKind; ExerciseKind::ALL.len()],
    /// The greatest level; the least is 1.
    levels: u8,
}

/// Which exercise of a kind: one of a series, or that of a tree of one's own. The same numbers are the same
/// exercise, everywhere and always.
#[derive(Clone, Deserialize, IntoParams, ToSchema)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Series {
    /// From 1, easy, to 5, hard.
    #[param(minimum = 1, maximum = 5)]
    #[schema(minimum = 1, maximum = 5)]
    #[serde(default = "easiest")]
    level: u8,
    /// The seed of the series.
    #[serde(default)]
    seed: u64,
    /// The number in the series, from 0.
    #[serde(default)]
    number: u32,
    /// A tree in brackets or JSON, whose exercise it is whatever the level, the seed and the number.
    tree: Option<String>,
}

fn easiest() -> u8 {
    1
}

/// Answers to an exercise.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Submission {
    exercise: Series,
    #[schema(value_type = std::collections::BTreeMap<String, exercise::Answer>)]
    answers: Answers,
}

/// A wish for a hint.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct HintRequest {
    exercise: Series,
    /// The name of the blank that it is about.
    blank: String,
}

/// The kinds and levels of exercises.
#[utoipa::path(get, path = "/api/exercises", operation_id = "listExercises", tag = "exercises", responses((status = 200, body = ExerciseCatalogue)))]
pub(super) async fn list() -> Json<ExerciseCatalogue> {
    Json(ExerciseCatalogue { kinds: ExerciseKind::ALL, levels: Exercise::LEVELS })
}

/// An exercise, without its solution.
#[utoipa::path(get, path = "/api/exercises/{kind}", operation_id = "getExercise", tag = "exercises",
    params(("kind" = ExerciseKind, Path, description = "what it is about"), Series),
    responses((status = 200, body = Sheet), (status = 400, body = Problem), (status = 404, body = Problem), (status = 422, body = Problem)))]
pub(super) async fn sheet(
    laboratory: Shared,
    client: Peer,
    Path(kind): Path<String>,
    Query(series): Query<Series>,
) -> Result<Json<Sheet>, Problem> {
    with(laboratory, client, &kind, series, |exercise| Ok(exercise.sheet())).await
}

/// The right answers of an exercise, with the reasons, to be printed.
#[utoipa::path(get, path = "/api/exercises/{kind}/solution", operation_id = "getSolution", tag = "exercises",
    params(("kind" = ExerciseKind, Path, description = "what it is about"), Series),
    responses((status = 200, body = Solution), (status = 400, body = Problem), (status = 404, body = Problem), (status = 422, body = Problem)))]
pub(super) async fn solution(
    laboratory: Shared,
    client: Peer,
    Path(kind): Path<String>,
    Query(series): Query<Series>,
) -> Result<Json<Solution>, Problem> {
    with(laboratory, client, &kind, series, |exercise| Ok(exercise.solution())).await
}

/// Marks answers, place by place and with the reasons.
#[utoipa::path(post, path = "/api/exercises/{kind}/mark", operation_id = "markExercise", tag = "exercises", request_body = Submission,
    params(("kind" = ExerciseKind, Path, description = "what it is about")),
    responses((status = 200, body = Marking), (status = 400, body = Problem), (status = 404, body = Problem), (status = 413, body = Problem),
        (status = 415, body = Problem), (status = 422, body = Problem)))]
pub(super) async fn mark(
    laboratory: Shared,
    client: Peer,
    Path(kind): Path<String>,
    Body(submission): Body<Submission>,
) -> Result<Json<Marking>, Problem> {
    let Submission { exercise, answers } = submission;
    with(laboratory, client, &kind, exercise, move |exercise| Ok(exercise.mark(&answers))).await
}

/// A step towards the answer of one blank.
#[utoipa::path(post, path = "/api/exercises/{kind}/hint", operation_id = "getHint", tag = "exercises", request_body = HintRequest,
    params(("kind" = ExerciseKind, Path, description = "what it is about")),
    responses((status = 200, body = Hint), (status = 400, body = Problem), (status = 404, body = Problem), (status = 413, body = Problem),
        (status = 415, body = Problem), (status = 422, body = Problem)))]
pub(super) async fn hint(
    laboratory: Shared,
    client: Peer,
    Path(kind): Path<String>,
    Body(request): Body<HintRequest>,
) -> Result<Json<Hint>, Problem> {
    let HintRequest { exercise, blank } = request;
    let find = move |exercise: &Exercise| {
        let missing = || Problem::missing("no-such-blank", "the exercise has no blank of this name");
        exercise.hint(&blank).ok_or_else(missing)
    };
    with(laboratory, client, &kind, exercise, find).await
}

/// Makes the exercise and asks it something. To make one takes milliseconds, so it is not kept.
async fn with<R: Send + 'static>(
    State(laboratory): Shared,
    client: Peer,
    kind: &str,
    series: Series,
    ask: impl FnOnce(&Exercise) -> Result<R, Problem> + Send + 'static,
) -> Result<Json<R>, Problem> {
    let kind: ExerciseKind = kind
        .parse()
        .map_err(|error: exercise::NoSuchKind| Problem::missing("no-such-exercise", error.to_string()))?;
    let work = move |_: &Laboratory, _: &Stop| ask(&series.exercise(kind)?);
    laboratory.work_heavily(client, work).await.map(Json)
}

impl Series {
    fn exercise(self, kind: ExerciseKind) -> Result<Exercise, Problem> {
        let Self { level, seed, number, tree } = self;
        match tree {
            Some(text) => {
                let tree = TreeRef::Written { text }.read()?;
                Exercise::of_tree(kind, &tree)
                    .map_err(|error| Problem::invalid("no-such-exercise", error.to_string()))
            }
            None => Exercise::new(kind, level, seed, number)
                .map_err(|error| Problem::invalid("no-such-level", error.to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;
    use serde_json::{Value, json};

    use super::*;
    use crate::testing::Client;

    fn submission(answers: &Value) -> Value {
        json!({ "exercise": { "level": 2, "seed": 5, "number": 3 }, "answers": answers })
    }

    #[tokio::test]
    async fn all_kinds_are_listed() {
        let list = Client::new().get("/api/exercises").await.json();
        assert_eq!(
            (list["kinds"].as_array().unwrap().len(), &list["levels"]),
            (ExerciseKind::ALL.len(), &json!(5))
        );
    }

    #[tokio::test]
    async fn a_sheet_comes_without_its_solution_which_marks_as_right() {
        let client = Client::new();
        for kind in ExerciseKind::ALL {
            let series = "level=2&seed=5&number=3";
            let sheet = client.get(&format!("/api/exercises/{kind}?{series}")).await.json();
            assert_eq!(sheet["kind"], kind.name());
            assert!(sheet.get("answers").is_none());
            let solution = client.get(&format!("/api/exercises/{kind}/solution?{series}")).await.json();
            let marking = client
                .post(&format!("/api/exercises/{kind}/mark"), &submission(&solution["answers"]))
                .await
                .json();
            assert_eq!((&marking["wrong"], &marking["missing"]), (&json!(0), &json!(0)), "{kind}");
        }
    }

    #[tokio::test]
    async fn a_wrong_answer_is_told_why() {
        let client = Client::new();
        let answers = json!({ "n0": { "number": 1000 } });
        let marking = client.post("/api/exercises/minimax/mark", &submission(&answers)).await.json();
        let mark = &marking["marks"][0];
        assert_eq!((&mark["verdict"], &mark["reason"]["code"]), (&json!("wrong"), &json!("max-of")));
    }

    #[tokio::test]
    async fn a_wrong_label_is_told_why() {
        let client = Client::new();
        let tree = "A:(B:(1 -1 1) C:(1 1) D:(-1 1))";
        let submission = |label: &str| {
            let answers = json!({ "n0": { "node-label": label }, "cuts": { "branches": [4, 8] } });
            json!({ "exercise": { "tree": tree }, "answers": answers })
        };
        let mark = async |label| {
            let marking = client.post("/api/exercises/labels-tree/mark", &submission(label)).await;
            marking.json()["marks"][0].clone()
        };
        let (wrong, right) = (mark("lost").await, mark("win").await);
        let reason = json!({ "code": "best-label", "at": 0, "label": "win", "child": 5 });
        assert_eq!((&wrong["verdict"], &right["verdict"]), (&json!("wrong"), &json!("right")));
        assert_eq!((&wrong["reason"], &right["reason"]), (&reason, &reason));
        assert_eq!(wrong["slip"], json!("other-label"));
    }

    #[tokio::test]
    async fn a_tree_of_ones_own_is_an_exercise() {
        let client = Client::new();
        let tree = "(min%20(0.5%203)%20x:(2%209))";
        let sheet = client.get(&format!("/api/exercises/ordering?tree={tree}")).await.json();
        assert_eq!((&sheet["kind"], sheet.get("level")), (&json!("ordering"), None));
        assert_eq!(sheet["material"]["nodes"][4]["name"], "x");
        let solution = client.get(&format!("/api/exercises/minimax/solution?tree={tree}")).await.json();
        assert_eq!(solution["answers"]["n0"], json!({ "number": 3.0 }));
        let submission =
            json!({ "exercise": { "tree": "(min (0.5 3) x:(2 9))" }, "answers": solution["answers"] });
        let marking = client.post("/api/exercises/minimax/mark", &submission).await.json();
        assert_eq!((&marking["right"], &marking["wrong"]), (&json!(3), &json!(0)));
        for (query, code) in [
            ("tree=(1", "bad-tree"),
            ("tree=(1/2/3%204/5/6)", "no-such-exercise"),
            ("level=6", "no-such-level"),
        ] {
            let answer = client.get(&format!("/api/exercises/minimax?{query}")).await;
            assert_eq!(
                (answer.status, &answer.json()["code"]),
                (StatusCode::UNPROCESSABLE_ENTITY, &json!(code)),
                "{query}"
            );
        }
    }

    #[tokio::test]
    async fn the_first_easy_exercise_is_given_to_who_does_not_say_which() {
        let client = Client::new();
        let first = client.get("/api/exercises/minimax?level=1&seed=0&number=0").await.json();
        assert_eq!(client.get("/api/exercises/minimax").await.json(), first);
    }

    #[tokio::test]
    async fn a_blank_has_a_hint() {
        let client = Client::new();
        let request = |blank| json!({ "exercise": { "level": 1, "seed": 5, "number": 3 }, "blank": blank });
        let hint = client.post("/api/exercises/minimax/hint", &request("n0")).await.json();
        assert_eq!(hint["code"], "chooses");
        let answer = client.post("/api/exercises/minimax/hint", &request("x")).await;
        assert_eq!((answer.status, &answer.json()["code"]), (StatusCode::NOT_FOUND, &json!("no-such-blank")));
    }

    #[tokio::test]
    async fn what_does_not_exist_is_said() {
        let client = Client::new();
        let status = |path: &'static str| async { client.get(path).await.status };
        assert_eq!(status("/api/exercises/chess?level=1&seed=0&number=0").await, StatusCode::NOT_FOUND);
        let beyond = status("/api/exercises/uct?level=9&seed=0&number=0").await;
        assert_eq!(beyond, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(status("/api/exercises/uct?level=1&seed=-1&number=0").await, StatusCode::BAD_REQUEST);
        let malformed = client.post("/api/exercises/uct/mark", &submission(&json!({ "m0": "three" }))).await;
        assert_eq!(
            (malformed.status, &malformed.json()["code"]),
            (StatusCode::BAD_REQUEST, &json!("malformed"))
        );
    }
}
