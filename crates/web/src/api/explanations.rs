use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use search::Stop;
use solve::{Explanation, Limits, Unexplained};

use super::Body;
use super::positions::{self, PositionRequest};
use crate::laboratory::Laboratory;
use crate::peer::Peer;
use crate::problem::Problem;

/// The longest time to prove that the theory applies. The games of the lectures take some hundredths of
/// a second.
const TIME: Duration = Duration::from_secs(5);

/// The most memory for the parts of a game, and the part of the server's memory that it is at most.
const MEMORY: usize = 256 << 20;
const SHARE: usize = 16;

/// Why the role to move wins or loses in a position of a game that is a sum of games: the values of its parts
/// and their nim-sum.
///
/// Of a game to which the theory does not apply the problem `no-sum` tells why.
#[utoipa::path(post, path = "/api/explanations", operation_id = "explainPosition", tag = "positions", request_body = PositionRequest,
    responses((status = 200, body = Explanation), (status = 404, body = Problem), (status = 422, body = Problem)))]
pub(super) async fn explain(
    State(laboratory): State<Arc<Laboratory>>,
    client: Peer,
    Body(request): Body<PositionRequest>,
) -> Result<Json<Explanation>, Problem> {
    let loaded = laboratory.games.ask(client, &request.game)?.ready().await?;
    let work = move |laboratory: &Laboratory, stop: &Stop| {
        let course = positions::course(laboratory, stop, &loaded, &request.moves)?;
        let time = Some(TIME.min(laboratory.limits.answer));
        let memory = MEMORY.min(laboratory.limits.memory / SHARE);
        let limits = Limits { memory, threads: 1, time, stop: stop.clone() };
        Ok(Explanation::of(&loaded.rules, course.end(), &limits)?)
    };
    laboratory.work_heavily(client, work).await.map(Json)
}

impl From<Unexplained> for Problem {
    fn from(why: Unexplained) -> Self {
        let code = match why {
            Unexplained::Over => "game-over",
            Unexplained::Cut(_) => "not-in-time",
            _ => "no-sum",
        };
        Self::invalid(code, why.to_string())
    }
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;
    use serde_json::json;

    use crate::testing::Client;

    #[tokio::test]
    async fn a_position_of_nim_is_explained_by_its_nim_sum() {
        let question = json!({"game": {"name": "nim"}, "moves": [["(take a 3)"]]});
        let answer = Client::new().post("/api/explanations", &question).await;
        let told = answer.json();
        assert_eq!(
            (answer.status, &told["nim_sum"], &told["winner"]),
            (StatusCode::OK, &2.into(), &"second".into())
        );
        assert_eq!(told["parts"][2], json!({"fluents": ["(heap c 7)"], "value": 7, "states": 8}));
        assert_eq!(
            told["winning_moves"],
            json!([{"move": "(take c 2)", "part": 2, "from": 7, "to": 5, "in_time": null}])
        );
        assert_eq!(told["limit"], json!(null));
    }

    #[tokio::test]
    async fn where_the_theory_does_not_apply_it_is_told_why() {
        let client = Client::new();
        let over = json!([["(show rock)", "(show paper)"]]);
        for (question, code) in [
            (json!({"game": {"name": "tictactoe"}}), "no-sum"),
            (json!({"game": {"name": "eight-puzzle"}}), "no-sum"),
            (json!({"game": {"name": "rock-paper-scissors"}, "moves": over}), "game-over"),
            (json!({"game": {"name": "nim"}, "moves": [["(take d 1)"]]}), "illegal-move"),
        ] {
            let answer = client.post("/api/explanations", &question).await;
            assert_eq!(
                (answer.status, &answer.json()["code"]),
                (StatusCode::UNPROCESSABLE_ENTITY, &code.into())
            );
        }
    }
}
