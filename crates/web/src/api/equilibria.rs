use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use game::{Game, Tree};
use search::Stop;
use serde::{Deserialize, Serialize};
use solve::{
    Algorithm, Cut, Equilibrium, EquilibriumOptions, ExtensiveForm, KnownPly, Learning, Limits,
    RegretRecorder, RegretTrace, SetNaming,
};
use utoipa::ToSchema;
use view::{LocalizedName, Style};

use super::Body;
use super::trees::{TreeDocument, TreeRef};
use crate::games::{GameRef, Loaded};
use crate::jobs::{Job, Kind, Worker};
use crate::laboratory::Laboratory;
use crate::peer::Peer;
use crate::problem::Problem;

/// Iterations at most, and if a request does not say how many.
const MOST_ITERATIONS: u64 = 1_000_000;
const ITERATIONS: u64 = 1_000;

/// Information sets of each role that are told at most.
const MOST_SETS: usize = 30;

/// The time for all iterations, and the bytes for the tree of histories.
const TIME: Duration = Duration::from_secs(20);
const MEMORY: usize = 256 << 20;

/// A request for how the players of an explicit tree or of a game should play, learnt by counterfactual
/// regret minimisation.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct EquilibriumRequest {
    /// The tree; either it or a game is given.
    tree: Option<TreeRef>,
    /// The game, which is played from its initial state.
    game: Option<GameRef>,
    /// The algorithm: `cfr`, `cfr+`, `linear-cfr`, `discounted-cfr`, `external-mccfr` or `outcome-mccfr`;
    /// `cfr` if not given.
    method: Option<String>,
    /// Iterations, in each of which both players learn once; 1000 if not given.
    #[schema(minimum = 1, maximum = 1_000_000)]
    iterations: Option<u64>,
    /// What samples are drawn by.
    #[serde(default)]
    seed: u64,
}

/// How far the players have come.
#[derive(Serialize, ToSchema)]
pub(super) struct EquilibriumProgress {
    /// Histories of the tree that has been built so far; null when they are all built.
    histories: Option<u64>,
    /// Iterations that were made; null before the first one.
    iterations: Option<u64>,
}

/// How the players learnt, and what they came to.
#[derive(Serialize, ToSchema)]
pub(super) struct EquilibriumDocument {
    /// The algorithm.
    method: &'static str,
    /// The iterations that were made.
    iterations: u64,
    /// Why it ended before all iterations that were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    cut: Option<Cut>,
    /// What people write for roles, moves and percepts, as in a `PositionDocument`; empty of an explicit
    /// tree, or if nothing but the rules is known.
    wording: BTreeMap<String, LocalizedName>,
    /// The explicit tree, if it was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<TreeDocument>,
    /// The numbers of the nodes of the tree that are each of the information sets; nothing of a game.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    nodes: Vec<Vec<usize>>,
    /// What is known in each of the information sets, ply by ply; nothing of an explicit tree, which has
    /// names for them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    plies: Vec<Vec<KnownPly>>,
    /// What they learnt, iteration by iteration.
    learning: RegretTrace,
}

/// Learns how to play by counterfactual regret minimisation, and tells how it was learnt. The job's
/// `progress` is an `EquilibriumProgress`, its result an `EquilibriumDocument`.
#[utoipa::path(post, path = "/api/equilibria", operation_id = "learnEquilibrium", tag = "recordings", request_body = EquilibriumRequest,
    responses((status = 202, body = Job), (status = 404, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub(super) async fn learn(
    State(laboratory): State<Arc<Laboratory>>,
    client: Peer,
    Body(request): Body<EquilibriumRequest>,
) -> Result<(StatusCode, Json<Job>), Problem> {
    let options = request.options()?;
    let subject = match (request.tree, request.game) {
        (Some(tree), None) => {
            let read = move |_: &Laboratory, _: &Stop| tree.read();
            Subject::Tree(Box::new(laboratory.work_heavily(client, read).await?))
        }
        (None, Some(game)) => {
            Subject::Game(laboratory.games.ask(client, &game)?.ready().await?, game.style())
        }
        _ => return Err(Problem::invalid("what-to-learn", "give one of `tree` and `game`, and not both")),
    };
    let work = move |worker: &Worker| match subject {
        Subject::Tree(tree) => learn_tree(worker, &tree, options),
        Subject::Game(loaded, style) => {
            let wording = style.map(Style::wording).unwrap_or_default();
            Ok(EquilibriumDocument { wording, ..learn_game(worker, &loaded, options)? })
        }
    };
    let job = laboratory.jobs.start(Kind::Equilibrium, None, work)?;
    Ok((StatusCode::ACCEPTED, Json(job)))
}

enum Subject {
    Tree(Box<Tree>),
    /// With how it is shown.
    Game(Arc<Loaded>, Option<&'static Style>),
}

impl EquilibriumRequest {
    fn options(&self) -> Result<EquilibriumOptions, Problem> {
        let algorithm = match &self.method {
            None => Algorithm::Cfr,
            Some(name) => name.parse().map_err(|error: solve::NoSuchAlgorithm| {
                Problem::invalid("no-such-method", error.to_string())
            })?,
        };
        let iterations = self.iterations.unwrap_or(ITERATIONS);
        if !(1..=MOST_ITERATIONS).contains(&iterations) {
            let message = format!("`iterations` is {iterations}; it must be from 1 to {MOST_ITERATIONS}");
            return Err(Problem::invalid("bad-bounds", message));
        }
        Ok(EquilibriumOptions { algorithm, iterations, seed: self.seed })
    }
}

fn learn_tree(
    worker: &Worker,
    tree: &Tree,
    options: EquilibriumOptions,
) -> Result<EquilibriumDocument, Problem> {
    let (found, learning) =
        learnt(worker, tree, options, &|form, seat, set| form.name_of_set(tree, seat, set))?;
    let numbers = TreeDocument::numbers(tree);
    let form = &found.form;
    let nodes = told_sets(form).map(|(seat, set)| {
        form.nodes_of_set(tree, seat, set).into_iter().map(|node| numbers[node.index()]).collect()
    });
    let nodes = nodes.collect();
    Ok(EquilibriumDocument { tree: Some(TreeDocument::of(tree)), nodes, ..document(&found, learning) })
}

fn learn_game(
    worker: &Worker,
    loaded: &Loaded,
    options: EquilibriumOptions,
) -> Result<EquilibriumDocument, Problem> {
    let rules = &loaded.rules;
    let (found, learning) = learnt(worker, rules, options, &|form, seat, set| form.told(rules, seat, set))?;
    let plies = told_sets(&found.form).map(|(seat, set)| found.form.plies(rules, seat, set)).collect();
    Ok(EquilibriumDocument { plies, ..document(&found, learning) })
}

/// The information sets that are told, in the order of the trace: seats with numbers.
fn told_sets<M>(form: &ExtensiveForm<M>) -> impl Iterator<Item = (usize, usize)> + '_ {
    (0..form.players().len())
        .flat_map(|seat| (0..form.information_sets(seat).min(MOST_SETS)).map(move |set| (seat, set)))
}

fn document<M>(found: &Equilibrium<M>, learning: RegretTrace) -> EquilibriumDocument {
    let (method, iterations) =
        found.learnt.map_or(("", 0), |(algorithm, iterations)| (algorithm.name(), iterations));
    EquilibriumDocument {
        method,
        iterations,
        cut: found.cut,
        wording: BTreeMap::new(),
        tree: None,
        nodes: Vec::new(),
        plies: Vec::new(),
        learning,
    }
}

/// What the players come to, and how.
fn learnt<G: Game>(
    worker: &Worker,
    game: &G,
    options: EquilibriumOptions,
    naming: SetNaming<'_, G::Move>,
) -> Result<(Equilibrium<G::Move>, RegretTrace), Problem> {
    let limits = Limits { memory: MEMORY, threads: 1, time: Some(TIME), stop: worker.stop().clone() };
    let mut recorder = RegretRecorder::new(game, MOST_SETS, naming);
    let tell = |at| {
        let (histories, iterations) = match at {
            Learning::Building(histories) => (Some(histories), None),
            Learning::Iterating { iterations, .. } => (None, Some(iterations)),
        };
        worker.progress(&EquilibriumProgress { histories, iterations });
    };
    let found = Equilibrium::learn_watched(game, options, &limits, &tell, &mut recorder)
        .map_err(|error| Problem::invalid("not-learnt", error.to_string()))?;
    Ok((found, recorder.trace()))
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;
    use serde_json::{Value, json};

    use crate::testing::Client;

    async fn learnt(request: &Value) -> Value {
        let (event, document) = Client::new().run("/api/equilibria", request).await;
        assert_eq!(event, "done", "{document}");
        document
    }

    #[tokio::test]
    async fn the_players_of_a_tree_learn_iteration_by_iteration() {
        let document = learnt(&json!({"tree": {"name": "bluff"}, "method": "cfr", "iterations": 300})).await;
        assert_eq!((&document["method"], &document["iterations"]), (&json!("cfr"), &json!(300)));
        let learning = &document["learning"];
        assert_eq!(learning["roles"], json!(["alice", "bob"]));
        let sets = learning["sets"].as_array().unwrap();
        let names: Vec<&str> = sets.iter().map(|set| set["knows"].as_str().unwrap()).collect();
        assert_eq!(names, ["high", "low", "bet"]);
        let iterations = learning["iterations"].as_array().unwrap();
        let exploitability = |at: &Value| at["exploitability"].as_f64().unwrap();
        assert!(exploitability(iterations.last().unwrap()) < exploitability(&iterations[0]) / 10.0);
        // Bob's information set is two nodes, which the tree names.
        let nodes = document["nodes"][2].as_array().unwrap();
        let told = nodes.iter().map(|node| &document["tree"]["nodes"][node.as_u64().unwrap() as usize]);
        assert_eq!(told.map(|node| &node["set"]).collect::<Vec<_>>(), ["bet", "bet"]);
        assert_eq!(nodes.len(), 2);
    }

    #[tokio::test]
    async fn the_players_of_a_game_learn_too() {
        let request = json!({"game": {"name": "kuhn-poker"}, "method": "cfr+", "iterations": 200});
        let document = learnt(&request).await;
        let learning = &document["learning"];
        assert_eq!(learning["sets"].as_array().unwrap().len(), 12);
        let plies = document["plies"].as_array().unwrap();
        assert_eq!(plies.len(), 12);
        assert_eq!(plies[0], json!([{"moves": [], "seen": ["(card jack)"]}]));
        let last = learning["iterations"].as_array().unwrap().last().unwrap();
        assert!((last["values"][0].as_f64().unwrap() - 48.61).abs() < 0.2, "{last}");
        assert!(document["tree"].is_null() && document["nodes"].is_null());
        assert!(document["wording"]["bet"]["ja"].is_string());
    }

    #[tokio::test]
    async fn others_are_answered_while_a_tree_is_read() {
        let client = Client::new();
        let request = json!({"tree": {"text": format!("({})", "1 ".repeat(40_000))}});
        tokio::select! {
            biased;
            _ = client.post("/api/equilibria", &request) => panic!("nobody else was answered"),
            jobs = client.get("/api/jobs") => assert_eq!(jobs.status, StatusCode::OK),
        }
    }

    #[tokio::test]
    async fn what_cannot_be_learnt_is_refused() {
        let client = Client::new();
        for (request, code) in [
            (json!({}), "what-to-learn"),
            (json!({"tree": {"name": "bluff"}, "game": {"name": "nim"}}), "what-to-learn"),
            (json!({"tree": {"name": "bluff"}, "method": "magic"}), "no-such-method"),
            (json!({"tree": {"name": "bluff"}, "iterations": 1_000_001}), "bad-bounds"),
            (json!({"tree": {"text": "(({h} 1 2) ({h} 3))"}}), "bad-tree"),
        ] {
            let answer = client.post("/api/equilibria", &request).await;
            assert_eq!(
                (answer.status, &answer.json()["code"]),
                (StatusCode::UNPROCESSABLE_ENTITY, &code.into()),
                "{request}"
            );
        }
        let (end, problem) = client.run("/api/equilibria", &json!({"tree": {"name": "maxn"}})).await;
        assert_eq!((end.as_str(), &problem["code"]), ("failed", &json!("not-learnt")), "{problem}");
    }
}
