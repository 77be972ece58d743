use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use game::{BUILTIN, Builtin, Game};
use serde::Serialize;
use utoipa::ToSchema;
use view::{LocalizedName, Style};

use super::Path;
use crate::games::{GameRef, named};
use crate::laboratory::Laboratory;
use crate::peer::Peer;
use crate::problem::Problem;

/// A built-in game.
#[derive(Serialize, ToSchema)]
pub(super) struct GameEntry {
    /// The name that requests know it by.
    name: &'static str,
    /// What it is, in a line.
    summary: &'static str,
    /// What people call it; null if it has no name in other languages.
    title: Option<LocalizedName>,
}

/// A game of a name with its rules.
#[derive(Serialize, ToSchema)]
pub(super) struct GameDocument {
    name: String,
    summary: String,
    /// The roles, in order.
    roles: Vec<String>,
    /// The rulesheet, KIF text.
    rules: String,
}

/// The built-in games, sorted by name.
#[utoipa::path(get, path = "/api/games", operation_id = "listGames", tag = "games", responses((status = 200, body = Vec<GameEntry>)))]
pub(super) async fn list() -> Json<Vec<GameEntry>> {
    let title = |name| Style::named(name).map(|style| style.names.clone());
    let entry = |game: &'static Builtin| GameEntry {
        name: game.name,
        summary: game.summary(),
        title: title(game.name),
    };
    Json(BUILTIN.iter().map(entry).collect())
}

/// A built-in game, or a member of a built-in family as in `hex(size=5)`, with its rules.
#[utoipa::path(get, path = "/api/games/{name}", operation_id = "getGame", tag = "games", params(("name" = String, Path, description = "its name")),
    responses((status = 200, body = GameDocument), (status = 404, body = Problem)))]
pub(super) async fn one(
    State(laboratory): State<Arc<Laboratory>>,
    client: Peer,
    Path(name): Path<String>,
) -> Result<Json<GameDocument>, Problem> {
    let game = named(&name)?;
    let loaded = laboratory.games.ask(client, &GameRef::Named { name })?.ready().await?;
    let roles =
        (0..loaded.rules.roles()).map(|role| loaded.rules.notation().role_name(role).to_owned()).collect();
    let summary = game.summary().to_owned();
    Ok(Json(GameDocument { name: game.name, summary, roles, rules: game.rules.into_owned() }))
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;

    use crate::testing::Client;

    #[tokio::test]
    async fn all_built_in_games_are_listed() {
        let games = Client::new().get("/api/games").await.json();
        assert_eq!(games.as_array().unwrap().len(), game::BUILTIN.len());
        assert_eq!(games[0]["name"], "breakthrough");
        assert!(games.as_array().unwrap().iter().all(|game| game["title"]["ja"].is_string()));
    }

    #[tokio::test]
    async fn a_game_has_roles_and_rules() {
        let game = Client::new().get("/api/games/nim").await.json();
        assert_eq!(game["roles"].as_array().unwrap().len(), 2);
        assert!(game["rules"].as_str().unwrap().contains("(role "));
    }

    #[tokio::test]
    async fn an_unknown_game_is_not_found() {
        let answer = Client::new().get("/api/games/chess").await;
        assert_eq!(
            (answer.status, answer.json()["code"].as_str()),
            (StatusCode::NOT_FOUND, Some("no-such-game"))
        );
    }
}
