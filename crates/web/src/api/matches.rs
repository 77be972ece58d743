use std::sync::Arc;

use arena::{Ending, MatchEntry, Store};
use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{Path, Query};
use crate::comparison::game;
use crate::games::GameRef;
use crate::laboratory::Laboratory;
use crate::problem::Problem;

type Shared = State<Arc<Laboratory>>;

/// Matches in one answer, at most.
const PAGE: usize = 100;

/// Which matches of a tournament are asked for.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Which {
    /// The players of one pairing in the order of their seats, with `;` between them.
    players: String,
    /// So many matches of the pairing come before the first one in the answer.
    #[serde(default)]
    from: usize,
}

/// Matches of one pairing, in the order of their numbers.
#[derive(Serialize, ToSchema)]
pub(super) struct MatchListing {
    /// At most 100 of them.
    matches: Vec<MatchLine>,
    /// How many the pairing has in all.
    total: usize,
    /// What of the store is damaged.
    warnings: Vec<String>,
}

/// A match without its moves.
#[derive(Serialize, ToSchema)]
pub(super) struct MatchLine {
    /// Its number in the store.
    id: i64,
    /// Its number within its pairing, from 0.
    number: u32,
    /// So many joint moves were made at random first.
    opening: u32,
    /// How many joint moves were made in all.
    plies: u64,
    #[serde(flatten)]
    ending: Ending,
}

/// A match with its moves.
#[derive(Serialize, ToSchema)]
pub(super) struct MatchDocument {
    /// The number of its tournament in the store.
    comparison: i64,
    /// Null where the store does not hold the rules.
    game: Option<GameRef>,
    /// The player of each role; null of chance.
    players: Vec<Option<String>>,
    /// The joint moves in order, as they lead to a position.
    moves: Vec<Vec<String>>,
    /// What of the store is damaged.
    warnings: Vec<String>,
    #[serde(flatten)]
    line: MatchLine,
}

impl From<&MatchEntry> for MatchLine {
    fn from(entry: &MatchEntry) -> Self {
        let MatchEntry { id, fixture, opening, plies, outcome, .. } = entry;
        Self { id: *id, number: fixture.index, opening: *opening, plies: *plies, ending: outcome.into() }
    }
}

impl MatchListing {
    fn of(store: &Store, id: i64, which: &Which) -> Result<Self, Problem> {
        let players: Vec<&str> = which.players.split(';').collect();
        let Some((matches, total)) = store.matches_of(id, &players, which.from, PAGE)? else {
            let message = format!("tournament {id} has no pairing of the players `{}`", which.players);
            return Err(Problem::missing("no-such-pairing", message));
        };
        let matches = matches.iter().map(MatchLine::from).collect();
        Ok(Self { matches, total, warnings: store.warnings() })
    }
}

impl MatchDocument {
    fn of(store: &Store, id: i64) -> Result<Self, Problem> {
        let (comparison, played) = store.played(id)?;
        let (plan, rules) = (store.plan(comparison)?, store.rules(comparison)?);
        let seats = plan.seats(played.fixture.pairing);
        let player = |role| plan.seat(role).map(|seat| plan.players[seats[seat]].clone());
        let record = played.record;
        let line = MatchLine {
            id,
            number: played.fixture.index,
            opening: record.opening,
            plies: record.plies.len() as u64,
            ending: Ending::from(&record.outcome),
        };
        Ok(Self {
            comparison,
            game: rules.map(|rules| game(&plan, rules)),
            players: (0..plan.movers()).map(player).collect(),
            moves: record.plies.into_iter().map(|ply| ply.joint_move).collect(),
            warnings: store.warnings(),
            line,
        })
    }
}

/// The matches of one pairing of a tournament, as far as they have been played.
#[utoipa::path(get, path = "/api/comparisons/{id}/matches", operation_id = "listMatches", tag = "comparisons",
    params(("id" = i64, Path, description = "its number in the store"), Which),
    responses((status = 200, body = MatchListing), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub(super) async fn list(
    State(laboratory): Shared,
    Path(id): Path<i64>,
    Query(which): Query<Which>,
) -> Result<Json<MatchListing>, Problem> {
    let read =
        move |laboratory: &Laboratory| laboratory.read_store(|store| MatchListing::of(store, id, &which));
    laboratory.work(read).await.map(Json)
}

/// A match of a tournament, move by move.
#[utoipa::path(get, path = "/api/matches/{id}", operation_id = "getMatch", tag = "comparisons",
    params(("id" = i64, Path, description = "its number in the store")),
    responses((status = 200, body = MatchDocument), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub(super) async fn one(
    State(laboratory): Shared,
    Path(id): Path<i64>,
) -> Result<Json<MatchDocument>, Problem> {
    let read = move |laboratory: &Laboratory| laboratory.read_store(|store| MatchDocument::of(store, id));
    laboratory.work(read).await.map(Json)
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;
    use serde_json::json;

    use crate::testing::Client;

    #[tokio::test(flavor = "multi_thread")]
    async fn the_matches_of_a_pairing_are_listed_and_replayed() {
        let client = Client::new();
        let request =
            json!({"game": {"name": "nim"}, "players": ["random", "first-legal"], "games": 3, "seed": 3});
        client.run("/api/comparisons", &request).await;
        let list = client.get("/api/comparisons/1/matches?players=first-legal;random&from=1").await.json();
        assert_eq!((&list["total"], list["matches"].as_array().map(Vec::len)), (&json!(3), Some(2)));
        let line = &list["matches"][0];
        assert_eq!((&line["number"], &line["outcome"]), (&json!(1), &json!("goals")));

        let played = client.get(&format!("/api/matches/{}", line["id"])).await.json();
        assert_eq!(played["players"], json!(["first-legal", "random"]));
        assert_eq!((&played["goals"], &played["comparison"]), (&line["goals"], &json!(1)));
        let position = json!({"game": played["game"], "moves": played["moves"]});
        let end = client.post("/api/positions", &position).await.json();
        assert_eq!((&end["terminal"], &end["goals"]), (&json!(true), &line["goals"]));
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn players_that_did_not_meet_have_no_matches() {
        let client = Client::new();
        let request = json!({"game": {"name": "nim"}, "players": ["random", "first-legal"],
            "games": 1, "schedule": "in-order"});
        client.run("/api/comparisons", &request).await;
        let total = |players: &str| {
            let (client, path) = (&client, format!("/api/comparisons/1/matches?players={players}"));
            async move { client.get(&path).await.json()["total"].clone() }
        };
        assert_eq!(
            (total("random;first-legal").await, total("first-legal;random").await),
            (json!(1), json!(0))
        );
        assert_eq!(client.get("/api/matches/99").await.status, StatusCode::NOT_FOUND);
        for players in ["nobody;random", "random"] {
            let answer = client.get(&format!("/api/comparisons/1/matches?players={players}")).await;
            assert_eq!(answer.status, StatusCode::NOT_FOUND, "{players}");
        }
    }
}
