use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use game::{Game, Goal, Rules};
use gdl::{Interrupt, ParseError, ParseLimits, Rulesheet};
use search::Stop;
use serde::{Deserialize, Serialize};
use solve::{Cut, Limits, StateCount, Tree};
use utoipa::ToSchema;
use view::{CheckReport, RulesStatistics};

use super::Body;
use crate::games::GameRef;
use crate::jobs::{Job, Kind, Worker};
use crate::laboratory::Laboratory;
use crate::peer::Peer;
use crate::problem::Problem;

/// The longest time for counting states.
const COUNT_TIME: Duration = Duration::from_secs(3);

/// Bytes for states that are counted: some millions.
const COUNT_MEMORY: usize = 128 << 20;

/// A text that is to be a rulesheet.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RulesText {
    /// KIF text.
    rules: String,
}

/// What a rulesheet comes to, and what its goals add up to.
#[derive(Serialize, ToSchema)]
pub(super) struct RulesFigures {
    #[serde(flatten)]
    statistics: RulesStatistics,
    /// The least sum of all roles' payoffs that is possible at the end, as far as it can be proven.
    least_sum: Goal,
    /// The greatest such sum.
    greatest_sum: Goal,
    /// The states that the game can reach, as far as they were counted; null if chance decides in it, or the
    /// rules give no answer in a state.
    states: Option<StateFigures>,
}

/// How many states there are.
#[derive(Serialize, ToSchema)]
struct StateFigures {
    /// For each ply the states that no fewer joint moves lead to.
    by_ply: Vec<u64>,
    /// Why the count ended before all states were found: of plies after the last one in `by_ply` nothing
    /// is known.
    cut: Option<Cut>,
    /// The leaves of the game's tree, in decimal digits; null if states come again, or that is not known.
    leaves: Option<String>,
    /// The mean number of plies to a leaf.
    mean_plies: Option<f64>,
}

/// What is being worked out: the progress of a job for figures.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum RulesStage {
    /// The rules without their variables, and their circuit.
    Circuit,
    /// The symmetries.
    Symmetries,
    /// The sums of the goals.
    Sums,
    /// The states that can be reached.
    States,
}

/// What the checker finds in a rulesheet, at once: nothing is grounded. A text that is no rulesheet is a good
/// request. It ends when the client goes.
#[utoipa::path(post, path = "/api/rules/check", operation_id = "checkRules", tag = "rules", request_body = RulesText,
    responses((status = 200, body = CheckReport), (status = 422, body = Problem)))]
pub(super) async fn check(
    State(laboratory): State<Arc<Laboratory>>,
    client: Peer,
    Body(RulesText { rules }): Body<RulesText>,
) -> Result<Json<CheckReport>, Problem> {
    laboratory.work_heavily(client, move |_, stop| inspect(&rules, stop).map(Json)).await
}

fn inspect(text: &str, stop: &Stop) -> Result<CheckReport, Problem> {
    let go_on = || !stop.pressed();
    let interrupt = Interrupt::unless(&go_on);
    match Rulesheet::parse_while("rules", text.as_bytes(), ParseLimits::default(), &interrupt) {
        Ok(sheet) => Ok(CheckReport::new(sheet.warnings(), false)),
        Err(ParseError::Rejected(rejected)) => Ok(CheckReport::new(&rejected.diagnostics, false)),
        Err(ParseError::Interrupted(_)) => Err(Problem::cancelled()),
    }
}

/// The figures of a rulesheet: a job whose progress is a `RulesStage`, and whose result is a `RulesFigures`.
#[utoipa::path(post, path = "/api/rules/figures", operation_id = "measureRules", tag = "rules", request_body = RulesText,
    responses((status = 202, body = Job), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub(super) async fn figures(
    State(laboratory): State<Arc<Laboratory>>,
    client: Peer,
    Body(RulesText { rules }): Body<RulesText>,
) -> Result<(StatusCode, Json<Job>), Problem> {
    let work = {
        let laboratory = Arc::clone(&laboratory);
        move |worker: &Worker| measure(&laboratory, client, rules, worker)
    };
    let job = laboratory.jobs.start(Kind::Figures, None, work)?;
    Ok((StatusCode::ACCEPTED, Json(job)))
}

/// Works the figures out. A job that is cancelled ends between two stages, or while the rules are compiled.
fn measure(
    laboratory: &Laboratory,
    client: Peer,
    rules: String,
    worker: &Worker,
) -> Result<RulesFigures, Problem> {
    let wanted = || !worker.stop().pressed();
    let begin = |stage: RulesStage| {
        worker.progress(&stage);
        if wanted() { Ok(()) } else { Err(Problem::cancelled()) }
    };
    begin(RulesStage::Circuit)?;
    let ticket = laboratory.games.ask(client, &GameRef::Written { rules })?;
    let loaded = worker.wait(|| ticket.ready_while(&wanted, |_| ()))??;
    begin(RulesStage::Symmetries)?;
    let statistics = RulesStatistics::new(&loaded.sheet, &loaded.rules);
    begin(RulesStage::Sums)?;
    let (least_sum, greatest_sum) = game::goal_sums(&loaded.rules).into_inner();
    begin(RulesStage::States)?;
    let states = count(&loaded.rules, worker.stop());
    Ok(RulesFigures { statistics, least_sum, greatest_sum, states })
}

/// Counts the states, as far as that goes soon.
fn count(rules: &Rules, stop: &Stop) -> Option<StateFigures> {
    if !game::is_certain(rules) {
        return None;
    }
    let limits = Limits { memory: COUNT_MEMORY, threads: 1, time: Some(COUNT_TIME), stop: stop.clone() };
    let count = StateCount::from(rules, &rules.initial(), true, &limits, &|_| ()).ok()?;
    let mut by_ply: Vec<u64> = count.by_ply.iter().map(|ply| ply.states).collect();
    by_ply.extend(Some(count.unexpanded).filter(|&states| states > 0));
    let tree = match count.tree {
        Tree::Finite(tree) => Some(tree),
        Tree::Unknown | Tree::TooLarge | Tree::Infinite => None,
    };
    Some(StateFigures {
        by_ply,
        cut: count.cut,
        leaves: tree.as_ref().map(|tree| tree.leaves.to_string()),
        mean_plies: tree.map(|tree| tree.length),
    })
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;
    use serde_json::{Value, json};

    use super::*;
    use crate::games::named;
    use crate::testing::Client;

    #[tokio::test]
    async fn good_rules_have_no_findings() {
        let rules = named("tictactoe").unwrap().rules;
        let answer = Client::new().post("/api/rules/check", &json!({ "rules": rules })).await;
        assert_eq!(answer.json(), json!({ "ok": true, "errors": [], "warnings": [] }));
    }

    #[tokio::test]
    async fn what_is_wrong_is_told_with_its_place_and_remedy() {
        let client = Client::new();
        let answer = client.post("/api/rules/check", &json!({ "rules": "(role x)\n(init (p)" })).await;
        assert_eq!(answer.status, StatusCode::OK);
        let error = &answer.json()["errors"][0];
        assert_eq!((&error["code"], &error["line"]), (&json!("unclosed-parenthesis"), &json!(2)));
        assert!(error["help"].as_str().unwrap().contains("add the missing `)`"));
    }

    #[tokio::test]
    async fn any_text_can_be_checked() {
        let client = Client::new();
        for text in ["", "\0", "?", "\u{feff}; ü", "((((", &"(".repeat(100_000), &"(or a b) ".repeat(10_000)]
        {
            let answer = client.post("/api/rules/check", &json!({ "rules": text })).await;
            assert_eq!((answer.status, &answer.json()["ok"]), (StatusCode::OK, &json!(false)));
        }
    }

    #[tokio::test]
    async fn a_request_without_rules_is_malformed() {
        let client = Client::new();
        for (path, document) in [("check", json!({})), ("figures", json!({ "rules": 1 }))] {
            let answer = client.post(&format!("/api/rules/{path}"), &document).await;
            assert_eq!(
                (answer.status.is_client_error(), &answer.json()["code"]),
                (true, &json!("malformed"))
            );
        }
    }

    #[tokio::test]
    async fn figures_are_those_of_the_circuit() {
        let rules = named("nim").unwrap().rules;
        let (event, figures) = Client::new().run("/api/rules/figures", &json!({ "rules": rules })).await;
        assert_eq!((event.as_str(), &figures["roles"]), ("done", &json!(["first", "second"])));
        assert_eq!((&figures["least_sum"], &figures["greatest_sum"]), (&json!(100), &json!(100)));
        assert!(figures["gates"].as_u64().unwrap() > 0 && figures["no_circuit"].is_null());
        let states: u64 =
            figures["states"]["by_ply"].as_array().unwrap().iter().filter_map(Value::as_u64).sum();
        assert_eq!((states, &figures["states"]["cut"]), (376, &Value::Null));
    }

    #[tokio::test]
    async fn states_are_counted_as_far_as_that_goes_soon() {
        let rules = named("breakthrough").unwrap().rules;
        let (_, figures) = Client::new().run("/api/rules/figures", &json!({ "rules": rules })).await;
        assert_eq!(figures["states"]["by_ply"][0], 1);
        assert!(!figures["states"]["cut"].is_null() && figures["states"]["leaves"].is_null(), "{figures}");
    }

    #[tokio::test]
    async fn figures_of_broken_rules_are_a_problem_with_a_place() {
        let (event, problem) = Client::new().run("/api/rules/figures", &json!({ "rules": "(role x" })).await;
        assert_eq!((event.as_str(), &problem["line"]), ("failed", &json!(1)));
    }

    #[tokio::test]
    async fn rules_that_cannot_be_grounded_tell_why_the_reasoner_plays() {
        let rules = "(role x) (init (n z)) (legal x go) (<= (next (n (s ?n))) (true (n ?n)))
            (<= terminal (true (n (s (s z))))) (goal x 50)";
        let (event, figures) = Client::new().run("/api/rules/figures", &json!({ "rules": rules })).await;
        assert_eq!((event.as_str(), &figures["gates"]), ("done", &json!(null)));
        assert!(!figures["no_circuit"].as_str().unwrap().is_empty());
    }

    #[test]
    fn a_check_ends_when_nobody_waits_for_it() {
        let stop = Stop::default();
        assert!(inspect("(role x)", &stop).is_ok());
        stop.press();
        assert_eq!(inspect("(role x)", &stop).unwrap_err().code, "cancelled");
    }
}
