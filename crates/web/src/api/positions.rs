use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use game::{Course, CourseError, Game, Interrupt, Rules, ask_while};
use logic::LogicError;
use search::{SearcherError, Stop, Viewpoint, WorldLimits, Worlds};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use view::{FactWording, Layout, LocalizedName, Picture, PositionView, Style};

use super::Body;
use crate::games::{GameRef, Loaded};
use crate::laboratory::Laboratory;
use crate::peer::Peer;
use crate::problem::Problem;

/// Joint moves in one request at most; no built-in game is nearly as long.
const MOST_JOINT_MOVES: usize = 2_000;

/// The longest time to find out which pieces decided a game. Random plays of built-in games took 0.04 s
/// at most.
const DECISIVE_TIME: Duration = Duration::from_secs(1);

/// A position of a game: the joint moves that lead to it.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PositionRequest {
    pub(super) game: GameRef,
    /// The joint moves since the beginning, KIF text: one move a role in role order, or the move of the one
    /// role that has a choice.
    #[serde(default)]
    #[schema(max_items = 2000)]
    pub(super) moves: Vec<Vec<String>>,
}

/// A question for a position as it is shown.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ViewRequest {
    game: GameRef,
    /// The joint moves since the beginning, as in a position.
    #[serde(default)]
    #[schema(max_items = 2000)]
    moves: Vec<Vec<String>>,
    /// The name of the role whose knowledge is wanted, in a game that hides something.
    role: Option<String>,
}

/// A position as it is shown.
#[derive(Serialize, ToSchema)]
pub(super) struct PositionDocument {
    #[serde(flatten)]
    view: PositionView,
    /// The pieces by which the game was won, as fluents of the picture's cells, sorted: every smallest set
    /// of the winner's pieces that is enough for the win, or one if there are more than four. Empty if no
    /// single role has won, or it was not the last joint move's pieces that decided; null if it was not
    /// found out in time.
    decisive: Option<Vec<String>>,
    /// Whether the rules hide something from the roles (`sees`).
    hides: bool,
    /// What the role of the request knows of the position; null if the request names none, or the game
    /// hides nothing.
    known: Option<KnownDocument>,
    /// What people call the game; null if nothing but its rules is known.
    title: Option<LocalizedName>,
    /// What people call the roles, in role order; empty if nothing but the rules is known.
    titles: Vec<LocalizedName>,
    /// What people write for roles and for the terms in moves, percepts and the fluents on no board, by the
    /// term's name: `{1}` stands for what is written for the first argument, and `{1:letter}` for the letter
    /// of that number, `a` for 1. A term of another name is written as it is.
    wording: BTreeMap<String, LocalizedName>,
    /// What people write for the fluents on no board, by the fluent's name, also for some of which the game
    /// has none; empty if nothing but the rules is known.
    facts: BTreeMap<String, FactWording>,
}

/// What a role knows of a position.
#[derive(Serialize, ToSchema)]
#[schema(as = Known)]
struct KnownDocument {
    /// The number of the role.
    role: usize,
    /// What is the same in all states that the role cannot distinguish; null if none was found in time.
    picture: Option<Picture>,
    /// How many such states were found.
    states: usize,
    /// Whether they are all that there are; otherwise they are a sample.
    complete: bool,
    /// What the role did and saw in each ply so far.
    plies: Vec<OwnPly>,
}

/// What a role did and saw in a ply.
#[derive(Serialize, ToSchema)]
struct OwnPly {
    /// Its move, KIF text.
    #[serde(rename = "move")]
    mov: String,
    /// Its percepts, KIF text each, sorted.
    seen: Vec<String>,
}

/// Where a game stands after some moves, and what a role knows of it.
#[utoipa::path(post, path = "/api/positions", operation_id = "showPosition", tag = "positions", request_body = ViewRequest,
    responses((status = 200, body = PositionDocument), (status = 404, body = Problem), (status = 422, body = Problem)))]
pub(super) async fn show(
    State(laboratory): State<Arc<Laboratory>>,
    client: Peer,
    Body(request): Body<ViewRequest>,
) -> Result<Json<PositionDocument>, Problem> {
    let loaded = laboratory.games.ask(client, &request.game)?.early(true).ready().await?;
    let work = move |laboratory: &Laboratory, stop: &Stop| {
        let course = course(laboratory, stop, &loaded, &request.moves)?;
        let role = request.role.as_deref().map(|role| numbered(&loaded.rules, role)).transpose()?;
        document(&loaded, &request.game, &course, role, stop)
    };
    laboratory.work_while(work).await.map(Json)
}

/// The number of a role.
///
/// # Errors
/// If no role has the name.
fn numbered(rules: &Rules, name: &str) -> Result<usize, Problem> {
    let roles: Vec<&str> = (0..rules.roles()).map(|role| rules.notation().role_name(role)).collect();
    let found = roles.iter().position(|role| *role == name);
    found.ok_or_else(|| {
        let roles = roles.into_iter().map(str::to_owned).collect();
        SearcherError::NoSuchRole { asked: name.to_owned(), roles }.into()
    })
}

fn document(
    loaded: &Loaded,
    game: &GameRef,
    course: &Course<Rules>,
    role: Option<usize>,
    stop: &Stop,
) -> Result<PositionDocument, Problem> {
    let style = game.style();
    let limits = |error: LogicError| Problem::invalid("limits", error.to_string());
    let go_on = || !stop.pressed();
    let view = match PositionView::of(&loaded.rules, style, course, &Interrupt::unless(&go_on)) {
        Err(LogicError::Interrupted(_)) => return Err(Problem::cancelled()),
        view => view.map_err(limits)?,
    };
    if let (false, Some(role)) = (view.terminal, view.legal.iter().position(Vec::is_empty)) {
        let (step, role) = (view.step, &view.roles[role]);
        return Err(Problem::invalid(
            "no-legal-move",
            format!(
                "step {step}: {role} has no legal move in a state that is not terminal; add a legal move such as `noop`, or make the state terminal"
            ),
        ));
    }
    let decisive = decisive(&loaded.rules, &view, course, stop).map_err(limits)?;
    let titles = view.roles.iter().filter_map(|role| style?.roles.get(role).cloned()).collect();
    let known = role.map(|role| known(&loaded.rules, style, course, role, stop)).transpose()?.flatten();
    let hides = loaded.rules.percepts().is_some();
    Ok(PositionDocument {
        view,
        decisive,
        hides,
        known,
        title: style.map(|style| style.names.clone()),
        titles,
        wording: style.map(Style::wording).unwrap_or_default(),
        facts: style.map(Style::facts).unwrap_or_default(),
    })
}

/// The pieces that decided at the end of a course, if that is found out in time.
fn decisive(
    rules: &Rules,
    view: &PositionView,
    course: &Course<Rules>,
    stop: &Stop,
) -> Result<Option<Vec<String>>, LogicError> {
    let (started, stop) = (Instant::now(), stop.clone());
    let go_on = move || !stop.pressed() && started.elapsed() < DECISIVE_TIME;
    match ask_while(go_on, || view.decisive_pieces(rules, course.end())) {
        Err(LogicError::Interrupted(_)) => Ok(None),
        found => found.map(Some),
    }
}

/// What a role knows at the end of a course; nothing if the game hides nothing.
fn known(
    rules: &Rules,
    style: Option<&Style>,
    course: &Course<Rules>,
    role: usize,
    stop: &Stop,
) -> Result<Option<KnownDocument>, Problem> {
    let viewpoint = Viewpoint::after(rules, course.states(), course.joints(), role);
    let Some(information) = viewpoint.information() else { return Ok(None) };
    let plies = information.plies.iter().map(|ply| {
        let (mov, seen) = ply.named(rules);
        OwnPly { mov, seen }
    });
    let set = viewpoint
        .information_set(rules, &mut Worlds::new(WorldLimits::default()), stop)
        .map_err(|error| Problem::invalid("game-failed", error.to_string()))?;
    // The same boards as in the picture of the state, so that moves point at the same cells.
    let layout = Layout::of(rules, style, course.states());
    let picture = (!set.states.is_empty()).then(|| layout.common_picture(rules, &set.states));
    Ok(Some(KnownDocument {
        role,
        picture,
        states: set.states.len(),
        complete: set.is_complete,
        plies: plies.collect(),
    }))
}

/// The way of a play through these joint moves.
///
/// # Errors
/// If there are too many, one is not legal, they take more time than there is for an answer, or nobody waits
/// for it any more.
pub(super) fn course(
    laboratory: &Laboratory,
    stop: &Stop,
    loaded: &Loaded,
    moves: &[Vec<String>],
) -> Result<Course<Rules>, Problem> {
    if moves.len() > MOST_JOINT_MOVES {
        return Err(Problem::invalid(
            "too-many-moves",
            format!("the request has {} joint moves; the limit is {MOST_JOINT_MOVES}", moves.len()),
        ));
    }
    let started = Instant::now();
    let mut course = Course::of(&loaded.rules);
    for (step, joint) in moves.iter().enumerate() {
        if started.elapsed() > laboratory.limits.answer {
            return Err(Problem::busy(format!(
                "these rules are slow: only {step} of {} joint moves were made within the time limit; send fewer moves",
                moves.len()
            )));
        }
        if stop.pressed() {
            return Err(Problem::cancelled());
        }
        course.follow(&loaded.rules, joint)?;
    }
    Ok(course)
}

impl From<CourseError> for Problem {
    fn from(error: CourseError) -> Self {
        let code = match error {
            CourseError::Over { .. } => "game-over",
            CourseError::Count { .. } => "move-count",
            CourseError::Illegal { .. } => "illegal-move",
            CourseError::Fault(_) => "game-failed",
        };
        Self::invalid(code, error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;
    use gdl::Rulesheet;
    use serde_json::{Value, json};

    use super::*;
    use crate::testing::Client;

    async fn ask(document: &Value) -> (StatusCode, Value) {
        let answer = Client::new().post("/api/positions", document).await;
        (answer.status, answer.json())
    }

    #[tokio::test]
    async fn a_position_has_a_picture_and_moves_that_point_at_it() {
        let (status, position) = ask(
            &json!({"game": {"name": "connect-four"}, "moves": [["(drop 3)", "noop"], ["noop", "(drop 3)"]]}),
        )
        .await;
        assert_eq!(
            (status, &position["step"], &position["movers"]),
            (StatusCode::OK, &2.into(), &json!([0]))
        );
        let drop = &position["legal"][0][2];
        assert_eq!(
            (&drop["move"], drop["meaning"]["zone"].as_array().unwrap().len()),
            (&"(drop 3)".into(), 6)
        );
        assert_eq!(position["picture"]["grids"][0]["ground"], "rack");
        assert_eq!(position["last"][1]["move"], "(drop 3)");
        assert_eq!(
            (&position["title"]["de"], &position["titles"][1]["ja"]),
            (&"Vier gewinnt".into(), &"黄".into())
        );
        assert_eq!(
            (&position["picture"]["others"][0]["name"], &position["facts"]["control"]),
            (&"control".into(), &json!({"en": "to move", "ja": "手番", "de": "am Zug", "value": null}))
        );
        assert_eq!(position["goals"], Value::Null);
    }

    #[tokio::test]
    async fn pasted_rules_have_positions_too() {
        let rules = "(role you) (init (at a)) (legal you go) (<= (next (at b)) (does you go)) (<= terminal (true (at b))) (goal you 70)";
        let (status, position) = ask(&json!({"game": {"rules": rules}, "moves": [["go"]]})).await;
        assert_eq!(
            (status, &position["goals"], &position["title"]),
            (StatusCode::OK, &json!([70]), &Value::Null)
        );
        assert_eq!(position["facts"], json!({}));
        assert_eq!(position["picture"]["others"][0]["text"], "(at b)");
    }

    #[tokio::test]
    async fn the_pieces_are_told_by_which_a_game_was_won() {
        let moves = json!([["(mark 1 1)"], ["(mark 1 2)"], ["(mark 2 1)"], ["(mark 2 2)"], ["(mark 3 1)"]]);
        let question =
            |plies| json!({"game": {"name": "tictactoe"}, "moves": moves.as_array().unwrap()[..plies]});
        let (_, won) = ask(&question(5)).await;
        assert_eq!(won["decisive"], json!(["(cell 1 1 x)", "(cell 2 1 x)", "(cell 3 1 x)"]));
        let (_, open) = ask(&question(4)).await;
        assert_eq!(open["decisive"], json!([]));
    }

    #[test]
    fn the_pieces_that_decided_are_unknown_where_they_are_not_found_out_in_time() {
        let rules = "(role white) (role black) (init (cell 1 1 b)) (init (cell 1 2 b)) (init (cell 2 1 b)) (init (cell 2 2 b))
            (legal white (mark 1 1)) (legal black noop) (<= (next (cell 1 1 white)) (does white (mark 1 1)))
            (<= terminal (true (cell 1 1 white))) (<= (goal white 100) (true (cell 1 1 white))) (goal black 0)";
        let rules = Rules::new(&Rulesheet::parse("test.kif", rules.as_bytes()).unwrap()).unwrap();
        let course = Course::through(&rules, &[vec!["(mark 1 1)".into(), "noop".into()]]).unwrap();
        let view = PositionView::of(&rules, None, &course, &Interrupt::never()).unwrap();
        let stop = Stop::default();
        let found = decisive(&rules, &view, &course, &stop).unwrap();
        assert_eq!(found, Some(vec!["(cell 1 1 white)".to_owned()]));
        stop.press();
        assert_eq!(decisive(&rules, &view, &course, &stop).unwrap(), None);
    }

    #[tokio::test]
    async fn what_a_role_knows_is_the_same_in_all_states_that_it_cannot_distinguish() {
        let dealt = json!([["noop", "noop", "(deal king jack)"], ["pass", "noop", "noop"]]);
        let of_role = |role: &str| json!({"game": {"name": "kuhn-poker"}, "moves": dealt, "role": role});
        let (status, position) = ask(&of_role("bob")).await;
        assert_eq!((status, &position["hides"]), (StatusCode::OK, &true.into()));
        let known = &position["known"];
        assert_eq!(
            (&known["role"], &known["states"], &known["complete"]),
            (&1.into(), &2.into(), &true.into())
        );
        let texts: Vec<&Value> =
            known["picture"]["others"].as_array().unwrap().iter().map(|fluent| &fluent["text"]).collect();
        assert_eq!(texts, ["(control bob)", "(holds bob jack)"]);
        assert_eq!(
            known["plies"],
            json!([{"move": "noop", "seen": ["(card jack)"]}, {"move": "noop", "seen": ["(did alice pass)"]}])
        );
        let (_, whole) = ask(&json!({"game": {"name": "kuhn-poker"}, "moves": dealt})).await;
        assert_eq!((&whole["known"], &whole["hides"]), (&Value::Null, &true.into()));
        let (status, problem) = ask(&of_role("carol")).await;
        assert_eq!((status, &problem["code"]), (StatusCode::UNPROCESSABLE_ENTITY, &"no-such-role".into()));
        assert_eq!(problem["message"], "there is no role `carol`; the roles are alice, bob, random");
    }

    #[tokio::test]
    async fn cells_that_a_role_does_not_know_are_unknown_and_nothing_is_hidden_in_other_games() {
        let moves = json!([["(mark 2 2)", "noop"], ["noop", "(mark 1 3)"]]);
        let question = |game: &str| json!({"game": {"name": game}, "moves": moves, "role": "xplayer"});
        let (_, position) = ask(&question("phantom-tictactoe")).await;
        let unknown = |picture: &Value| {
            let cells = picture["grids"][0]["cells"].as_array().unwrap().iter();
            cells.map(|cell| cell["unknown"].as_bool().unwrap()).collect::<Vec<_>>()
        };
        let mut expected = [true; 9];
        expected[4] = false;
        assert_eq!(unknown(&position["known"]["picture"]), expected);
        assert_eq!(unknown(&position["picture"]), [false; 9]);
        let (_, position) = ask(&question("tictactoe")).await;
        assert_eq!((&position["known"], &position["hides"]), (&Value::Null, &false.into()));
    }

    #[tokio::test]
    async fn a_wrong_move_is_told_with_its_ply_and_what_could_be_done() {
        for (moves, code, part) in [
            (
                json!([["(drop 9)", "noop"]]),
                "illegal-move",
                "move 1: `(drop 9)` is not legal for red; legal is (drop 1)",
            ),
            (json!([["(drop 1)"], ["a", "b", "c"]]), "move-count", "move 2: 3 moves for 2 roles"),
        ] {
            let (status, problem) = ask(&json!({"game": {"name": "connect-four"}, "moves": moves})).await;
            assert_eq!((status, &problem["code"]), (StatusCode::UNPROCESSABLE_ENTITY, &code.into()));
            assert!(problem["message"].as_str().unwrap().starts_with(part), "{problem}");
        }
        let (_, problem) = ask(&json!({"game": {"name": "nim"}, "moves": vec![vec!["noop"]; 2001]})).await;
        assert_eq!(problem["code"], "too-many-moves");
    }

    #[tokio::test]
    async fn a_role_without_a_move_is_a_fault_of_the_rules_and_of_no_later_request() {
        let rules = "(role you) (init (at a)) (<= (legal you go) (true (at a))) (<= (next (at b)) (does you go)) (<= terminal (true (at c))) (goal you 70)";
        let client = Client::new();
        let position = |moves: Value| json!({"game": {"rules": rules}, "moves": moves});
        let stuck = client.post("/api/positions", &position(json!([["go"]]))).await.json();
        assert_eq!(stuck["code"], "no-legal-move");
        let beyond = client.post("/api/positions", &position(json!([["go"], ["go"]]))).await.json();
        assert_eq!(beyond["code"], "game-failed");
        assert_eq!(client.post("/api/positions", &position(json!([]))).await.status, StatusCode::OK);
    }
}
