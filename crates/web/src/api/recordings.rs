use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use game::{CHANCE, Game, Rules, Tree};
use rand::SeedableRng;
use search::{
    Budget, Minimax, Recorder, Report, Request, SearchRng, SearcherError, Spec, Stop, Strategy, Trace,
    Viewpoint, Zero,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use view::{LocalizedName, Style};

use super::trees::{TreeDocument, TreeRef};
use super::{Body, positions};
use crate::games::{GameRef, Loaded};
use crate::jobs::{Job, Kind, Worker};
use crate::laboratory::Laboratory;
use crate::peer::Peer;
use crate::problem::Problem;
use crate::strategy;

/// Nodes that a recording keeps at most, and if a request does not say how many.
const MOST_NODES: usize = 20_000;

/// Steps that a recording keeps at most.
const MOST_STEPS: usize = 250_000;

/// The time for a search, and that for counting minimax's leaves.
const SEARCH: Duration = Duration::from_secs(30);
const COUNT: Duration = Duration::from_secs(5);

/// States that are visited at most to count minimax's leaves.
const COUNTED: u64 = 3_000_000;

/// A search to be recorded step by step: of an explicit tree, or of a position of a game.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RecordingRequest {
    /// The tree; either it or a game is given.
    tree: Option<TreeRef>,
    /// The game.
    game: Option<GameRef>,
    /// The joint moves of the game since the beginning, as in a position.
    #[serde(default)]
    #[schema(max_items = 2000)]
    moves: Vec<Vec<String>>,
    /// The name of the role that searches; if there is none, that of the role that has a choice.
    role: Option<String>,
    /// The spec of the strategy, such as `alpha-beta(depth=3)`.
    strategy: String,
    /// Plies to look ahead at most.
    #[schema(minimum = 1)]
    depth: Option<u32>,
    /// Playouts, and visits to values that are known without, at most.
    #[schema(minimum = 1)]
    playouts: Option<u64>,
    /// Nodes to keep at most.
    #[schema(minimum = 1, maximum = 20000)]
    nodes: Option<usize>,
    /// The seed of all random numbers.
    #[serde(default)]
    seed: u64,
}

/// A recorded search.
#[derive(Serialize, ToSchema)]
pub(super) struct RecordingDocument {
    /// The strategy that searched.
    strategy: String,
    /// The number of the role that searched.
    role: usize,
    /// What people write for roles, moves and percepts, as in a `PositionDocument`; empty of an explicit
    /// tree, or if nothing but the rules is known.
    wording: BTreeMap<String, LocalizedName>,
    /// The explicit tree, if it was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<TreeDocument>,
    /// What the search did; it has steps.
    trace: Trace,
    /// What it came to.
    decision: Report,
    /// What minimax would look at to the same depth; none if that is without bound, or minimax does
    /// not apply.
    #[serde(skip_serializing_if = "Option::is_none")]
    minimax: Option<LeafCount>,
}

/// Leaves that are counted.
#[derive(Serialize, ToSchema)]
pub(super) struct LeafCount {
    leaves: u64,
    /// Whether these are all; else there are more than could be counted in time.
    complete: bool,
}

/// Records a search. The job's result is a `RecordingDocument`.
#[utoipa::path(post, path = "/api/recordings", operation_id = "record", tag = "recordings", request_body = RecordingRequest,
    responses((status = 202, body = Job), (status = 404, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub(super) async fn record(
    State(laboratory): State<Arc<Laboratory>>,
    client: Peer,
    Body(request): Body<RecordingRequest>,
) -> Result<(StatusCode, Json<Job>), Problem> {
    let (spec, nodes) = request.check()?;
    let loaded = match &request.game {
        Some(game) => Some(laboratory.games.ask(client, game)?.ready().await?),
        None => None,
    };
    let style = request.game.as_ref().and_then(GameRef::style);
    let is_tree = request.tree.is_some();
    let work = move |laboratory: &Laboratory, stop: &Stop| {
        let (subject, role) = request.subject(laboratory, stop, loaded)?;
        let learned = match &subject {
            Subject::Game(loaded, _) => laboratory.learned(&loaded.rules, [&spec], stop)?,
            Subject::Tree(_) => None,
        };
        let spec = learned.iter().fold(spec, Spec::with_learned);
        let RecordingRequest { depth, playouts, seed, .. } = request;
        let budget = Budget { depth, playouts, nodes: None, time: Some(SEARCH), stop: Stop::default() };
        Ok(Search { subject, style, role, spec, budget, nodes, seed })
    };
    let search = if is_tree {
        laboratory.work_heavily(client, work).await
    } else {
        laboratory.work_while(work).await
    }?;
    let job = laboratory.jobs.start(Kind::Recording, None, move |worker| search.record(worker))?;
    Ok((StatusCode::ACCEPTED, Json(job)))
}

impl RecordingRequest {
    /// The strategy and the nodes to keep.
    ///
    /// # Errors
    /// If anything is wrong that can be told without the tree or the game.
    fn check(&self) -> Result<(Spec, usize), Problem> {
        let spec = strategy::read(&self.strategy)?;
        let nodes = self.nodes.unwrap_or(MOST_NODES);
        if !(1..=MOST_NODES).contains(&nodes) || self.depth == Some(0) || self.playouts == Some(0) {
            return Err(Problem::invalid(
                "bad-bounds",
                format!("`nodes` must be from 1 to {MOST_NODES}, `depth` and `playouts` at least 1"),
            ));
        }
        if self.tree.is_some() == self.game.is_some() {
            return Err(Problem::invalid("what-to-search", "give one of `tree` and `game`, and not both"));
        }
        Ok((spec, nodes))
    }

    /// What is searched, and the number of the role that does.
    fn subject(
        &self,
        laboratory: &Laboratory,
        stop: &Stop,
        loaded: Option<Arc<Loaded>>,
    ) -> Result<(Subject, usize), Problem> {
        let role = self.role.as_deref();
        if let Some(loaded) = loaded {
            let course = positions::course(laboratory, stop, &loaded, &self.moves)?;
            let role = search::searcher(&loaded.rules, course.end(), role)?;
            let viewpoint = Viewpoint::after(&loaded.rules, course.states(), course.joints(), role);
            return Ok((Subject::Game(loaded, viewpoint), role));
        }
        let tree = self.tree.as_ref().ok_or_else(|| Problem::internal("a recording of nothing"))?.read()?;
        let role = tree_role(&tree, role)?;
        Ok((Subject::Tree(tree), role))
    }
}

/// A request that has been checked.
struct Search {
    subject: Subject,
    /// How the game is shown.
    style: Option<&'static Style>,
    role: usize,
    spec: Spec,
    budget: Budget,
    nodes: usize,
    seed: u64,
}

enum Subject {
    Tree(Tree),
    Game(Arc<Loaded>, Viewpoint<Rules>),
}

impl Search {
    fn record(self, worker: &Worker) -> Result<RecordingDocument, Problem> {
        match &self.subject {
            Subject::Tree(tree) => {
                let nothing: [Vec<_>; 0] = [];
                let viewpoint = Viewpoint::after(tree, &[tree.initial()], nothing, self.role);
                self.search(worker, tree, &viewpoint, Some(TreeDocument::of(tree)))
            }
            Subject::Game(loaded, viewpoint) => self.search(worker, &loaded.rules, viewpoint, None),
        }
    }

    fn search<G: Game>(
        &self,
        worker: &Worker,
        game: &G,
        viewpoint: &Viewpoint<G>,
        tree: Option<TreeDocument>,
    ) -> Result<RecordingDocument, Problem> {
        let state = viewpoint.state();
        let started = Instant::now();
        let budget = Budget { stop: worker.stop().clone(), ..self.budget.clone() };
        let mut recorder = Recorder::new(game, self.role, self.nodes).with_steps(MOST_STEPS);
        let mut rng = SearchRng::seed_from_u64(self.seed);
        let mut strategy = self.spec.build();
        let decision = viewpoint
            .ask(strategy.as_mut(), game, &budget, &mut rng, Some(&mut recorder))
            .map_err(|error| Problem::invalid("search", error.to_string()))?
            .with_forced_moves(game, state, &budget.stop);
        let decision = Report::new(game, self.role, &self.spec, decision, started.elapsed().as_secs_f64());
        let trace = recorder.trace().with_report(&decision);
        let depth = if tree.is_some() { self.depth() } else { self.depth().or(reached(&trace)) };
        let minimax =
            if tree.is_some() || depth.is_some() { self.count(worker, game, state, depth) } else { None };
        Ok(RecordingDocument {
            strategy: self.spec.to_string(),
            role: self.role,
            wording: self.style.map(Style::wording).unwrap_or_default(),
            tree,
            trace,
            decision,
            minimax,
        })
    }

    /// Plies that the search looks ahead at most, if there is a bound.
    fn depth(&self) -> Option<u32> {
        self.spec.budget().tightened_by(&self.budget).depth
    }

    /// The leaves that minimax looks at to that depth, if it applies.
    fn count<G: Game>(
        &self,
        worker: &Worker,
        game: &G,
        state: &G::State,
        depth: Option<u32>,
    ) -> Option<LeafCount> {
        if game.percepts().is_some() {
            return None;
        }
        let mut minimax = Minimax::new(Budget::default(), Zero);
        let (nodes, time) = (Some(COUNTED), Some(COUNT));
        let budget = Budget { depth, nodes, time, playouts: None, stop: worker.stop().clone() };
        let mut rng = SearchRng::seed_from_u64(self.seed);
        let request = Request::new(game, state, self.role, &mut rng).within(budget);
        let counted = minimax.choose(request).ok()?;
        let complete =
            counted.value.is_some() && counted.moves.iter().all(|estimate| estimate.value.is_some());
        Some(LeafCount { leaves: counted.effort.leaves, complete })
    }
}

/// The depth that the last iteration of a deepening search that came to its end looked ahead.
fn reached(trace: &Trace) -> Option<u32> {
    trace.iterations.iter().rev().find(|iteration| iteration.value.is_some()).map(|iteration| iteration.depth)
}

/// The role that searches a tree: the one asked for, or the one that moves at the root.
fn tree_role(tree: &Tree, asked: Option<&str>) -> Result<usize, Problem> {
    search::tree_searcher(tree, asked).map_err(|error| match error {
        SearcherError::Chance { .. } if asked.is_none_or(|asked| asked != CHANCE) => Problem::invalid(
            "chance-at-root",
            "chance moves at the root of the tree, so that no strategy chooses a move there; write a root with one child above it, as in ((? (max 3 5) (max 2 9))), or learn an equilibrium in place of a search",
        ),
        SearcherError::GameOver => Problem::invalid(
            "nothing-to-search",
            "the tree is a single leaf; its root needs children, as in ((3 12 8) (2 4 6))",
        ),
        error => error.into(),
    })
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;
    use serde_json::{Value, json};

    use crate::testing::Client;

    async fn recorded(request: &Value) -> Value {
        let (event, document) = Client::new().run("/api/recordings", request).await;
        assert_eq!(event, "done", "{document}");
        document
    }

    async fn refused(request: &Value) -> (StatusCode, Value) {
        let answer = Client::new().post("/api/recordings", request).await;
        (answer.status, answer.json())
    }

    #[tokio::test]
    async fn a_tree_is_recorded_with_its_steps_and_minimaxs_leaves_beside() {
        let request = json!({"tree": {"text": "((3 12 8) (2 4 6) (14 5 2))"}, "strategy": "alpha-beta"});
        let recording = recorded(&request).await;
        assert_eq!(recording["minimax"], json!({"leaves": 9, "complete": true}));
        assert_eq!(
            (&recording["decision"]["leaves"], &recording["decision"]["value"]),
            (&json!(7), &json!(3.0))
        );
        assert_eq!(recording["trace"]["steps"][0]["do"], "enter");
        assert_eq!(recording["tree"]["nodes"].as_array().unwrap().len(), 13);
        assert_eq!(recording["tree"]["nodes"][4], json!({"parent": 1, "move": "1", "goals": [3.0]}));
    }

    #[tokio::test]
    async fn a_position_is_recorded_to_a_depth() {
        let moves = json!([["(mark 2 2)", "noop"]]);
        let request =
            json!({"game": {"name": "tictactoe"}, "moves": moves, "strategy": "alpha-beta", "depth": 2});
        let recording = recorded(&request).await;
        assert_eq!((&recording["role"], &recording["minimax"]["leaves"]), (&json!(1), &json!(56)));
        assert_eq!(recording["wording"]["mark"]["en"], "{1:letter}{2}");
        assert!(recording["trace"]["nodes"].as_array().unwrap().len() > 9);
    }

    #[tokio::test]
    async fn a_monte_carlo_recording_has_statistics_and_means_of_all_roles() {
        let request = json!({"game": {"name": "rock-paper-scissors"}, "role": "left",
            "strategy": "uct(simultaneous=joint,plain=true,playouts=15)"});
        let recording = recorded(&request).await;
        let root = &recording["trace"]["nodes"][0];
        assert_eq!((&recording["trace"]["version"], &root["movers"]), (&json!(2), &json!([0, 1])));
        assert_eq!((&root["value"], root["means"].as_array().unwrap().len()), (&root["means"][0], 2));
        let visits = |role: u64| {
            let moves = root["moves"].as_array().unwrap().iter().filter(|mov| mov["role"] == role);
            moves.map(|mov| mov["visits"].as_u64().unwrap()).sum::<u64>()
        };
        assert_eq!((visits(0), visits(1)), (15, 15));
        let decision = &recording["decision"];
        let count = |field: &str| decision[field].as_u64().unwrap();
        assert_eq!((count("simulations"), count("playouts") + count("proven_visits")), (15, 15));
    }

    #[tokio::test]
    async fn a_tree_with_information_sets_is_searched_by_what_the_role_knows() {
        let tree = json!({"text": "(({h} 3 12) ({h} 2 4))"});
        let recording = recorded(&json!({"tree": tree, "strategy": "ismcts(playouts=50)"})).await;
        assert_eq!(
            (&recording["tree"]["nodes"][1]["set"], &recording["minimax"]),
            (&json!("h"), &json!(null))
        );
        assert_eq!(recording["decision"]["moves"].as_array().unwrap().len(), 2);
        let nodes = recording["trace"]["nodes"].as_array().unwrap();
        assert_eq!(nodes.iter().filter(|node| node["set"] == "h").count(), 2);
        let (event, problem) =
            Client::new().run("/api/recordings", &json!({"tree": tree, "strategy": "minimax"})).await;
        assert_eq!(event, "failed");
        assert!(problem["message"].as_str().unwrap().contains("pimc(inner=minimax)"), "{problem}");
    }

    #[tokio::test]
    async fn a_position_that_hides_something_is_recorded_as_the_role_knows_it() {
        let recorded_after = async |deal: &str, strategy: &str| {
            let moves = json!([["noop", "noop", deal]]);
            let request = json!({"game": {"name": "kuhn-poker"}, "moves": moves, "role": "alice", "strategy": strategy});
            recorded(&request).await["trace"].clone()
        };
        for strategy in ["ismcts(playouts=100)", "pimc(inner=minimax)", "hyperplay(playouts=8)"] {
            let trace = recorded_after("(deal queen king)", strategy).await;
            assert!(trace["nodes"].as_array().unwrap().len() > 2, "{strategy}");
            assert_eq!(trace["steps"][0], json!({"do": "enter", "node": 0, "alpha": null, "beta": null}));
            assert_eq!(trace, recorded_after("(deal queen jack)", strategy).await, "{strategy}");
            assert_ne!(trace, recorded_after("(deal king jack)", strategy).await, "{strategy}");
        }
    }

    #[tokio::test]
    async fn a_large_search_is_kept_in_part() {
        let request = json!({"game": {"name": "tictactoe"}, "strategy": "minimax", "depth": 4, "nodes": 50});
        let recording = recorded(&request).await;
        assert_eq!(recording["trace"]["nodes"].as_array().unwrap().len(), 50);
        assert!(recording["trace"]["unrecorded"].as_u64().unwrap() > 0);
    }

    #[tokio::test]
    async fn a_broken_tree_is_refused_with_the_place_and_a_remedy() {
        let (status, problem) =
            refused(&json!({"tree": {"text": "((3 12 8)\n(2 x))"}, "strategy": "minimax"})).await;
        assert_eq!((status, &problem["code"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!("bad-tree")));
        assert_eq!((&problem["line"], &problem["column"]), (&json!(2), &json!(4)));
        assert!(problem["message"].as_str().unwrap().contains("((3 12 8) (2 4 6))"));
    }

    #[tokio::test]
    async fn what_makes_no_sense_is_refused() {
        for (request, code) in [
            (json!({"strategy": "minimax"}), "what-to-search"),
            (json!({"tree": {"name": "oak"}, "strategy": "minimax"}), "no-such-tree"),
            (json!({"tree": {"name": "maxn"}, "strategy": "maxx"}), "bad-strategy"),
            (json!({"tree": {"name": "maxn"}, "strategy": "maxn", "role": "9"}), "no-such-role"),
            (json!({"tree": {"text": "5"}, "strategy": "minimax"}), "nothing-to-search"),
            (json!({"tree": {"name": "bluff"}, "strategy": "ismcts"}), "chance-at-root"),
            (json!({"tree": {"name": "maxn"}, "strategy": "maxn", "nodes": 20001}), "bad-bounds"),
        ] {
            let (_, problem) = refused(&request).await;
            assert_eq!(problem["code"], code, "{request}");
        }
    }
}
