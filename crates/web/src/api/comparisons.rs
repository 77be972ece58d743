use std::sync::Arc;

use arena::{Listing, Sheet, SheetFormat, Store, StoreError};
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;

use super::{Body, Path};
use crate::comparison::{self, Comparison, ComparisonRequest, Work};
use crate::jobs::{Job, Kind, Worker};
use crate::laboratory::Laboratory;
use crate::peer::Peer;
use crate::problem::Problem;

type Shared = State<Arc<Laboratory>>;

/// A job that has begun.
type Begun = (StatusCode, Json<Job>);

/// The tournaments of the store, oldest first.
#[utoipa::path(get, path = "/api/comparisons", operation_id = "listComparisons", tag = "comparisons",
    responses((status = 200, body = Listing), (status = 409, body = Problem)))]
pub(super) async fn list(State(laboratory): Shared) -> Result<Json<Listing>, Problem> {
    let read = |laboratory: &Laboratory| match laboratory.read_store(Store::tournaments) {
        Err(StoreError::Missing { .. }) => Ok(Listing { tournaments: Vec::new() }),
        listing => Ok(listing?),
    };
    laboratory.work(read).await.map(Json)
}

/// Lets strategies play one another. The job's subject is the tournament's number in the store as soon as it
/// has one; its progress is a `ComparisonProgress`, what it ends with, cancelled or not, a `Comparison`. What
/// has been played is kept, so that a job that was cancelled can be resumed.
#[utoipa::path(post, path = "/api/comparisons", operation_id = "startComparison", tag = "comparisons", request_body = ComparisonRequest,
    responses((status = 202, body = Job), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub(super) async fn start(
    State(laboratory): Shared,
    client: Peer,
    Body(request): Body<ComparisonRequest>,
) -> Result<Begun, Problem> {
    begin(&laboratory, client, None, Work::new(&request)?)
}

/// A tournament with its table so far.
#[utoipa::path(get, path = "/api/comparisons/{id}", operation_id = "getComparison", tag = "comparisons",
    params(("id" = i64, Path, description = "its number in the store")),
    responses((status = 200, body = Comparison), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub(super) async fn one(State(laboratory): Shared, Path(id): Path<i64>) -> Result<Json<Comparison>, Problem> {
    let read = move |laboratory: &Laboratory| laboratory.read_store(|store| Comparison::of(store, id));
    laboratory.work(read).await.map(Json)
}

/// Goes on with a tournament that was interrupted. If a job of this server plays it already, that one is
/// the answer.
#[utoipa::path(post, path = "/api/comparisons/{id}/resume", operation_id = "resumeComparison", tag = "comparisons",
    params(("id" = i64, Path, description = "its number in the store")),
    responses((status = 202, body = Job), (status = 404, body = Problem), (status = 409, body = Problem), (status = 429, body = Problem)))]
pub(super) async fn resume(
    State(laboratory): Shared,
    client: Peer,
    Path(id): Path<i64>,
) -> Result<Begun, Problem> {
    if let Some(job) = laboratory.jobs.running(Kind::Comparison, id) {
        return Ok((StatusCode::ACCEPTED, Json(job)));
    }
    let rest = move |laboratory: &Laboratory| laboratory.read_store(|store| Work::rest(store, id));
    let work = laboratory.work(rest).await?;
    begin(&laboratory, client, Some(id), work)
}

fn begin(laboratory: &Arc<Laboratory>, client: Peer, id: Option<i64>, work: Work) -> Result<Begun, Problem> {
    let shared = Arc::clone(laboratory);
    let run = move |worker: &Worker| comparison::run(&shared, client, work, worker);
    let job = laboratory.jobs.start(Kind::Comparison, id, run)?;
    Ok((StatusCode::ACCEPTED, Json(job)))
}

/// A tournament's table, a row for each pairing: CSV with a header.
#[utoipa::path(get, path = "/api/comparisons/{id}/table.csv", operation_id = "getComparisonTable", tag = "comparisons",
    params(("id" = i64, Path, description = "its number in the store")),
    responses((status = 200, content_type = "text/csv", body = String), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub(super) async fn table_csv(
    State(laboratory): Shared,
    Path(id): Path<i64>,
) -> Result<impl IntoResponse, Problem> {
    let write = move |store: &Store| {
        let (plan, table, mut text) = (store.plan(id)?, store.table(id)?, Vec::new());
        let mut sheet = Sheet::of_pairings(SheetFormat::Csv, &mut text, &plan).map_err(Problem::internal)?;
        table
            .pairings
            .iter()
            .try_for_each(|pairing| sheet.add_pairing(pairing))
            .map_err(Problem::internal)?;
        sheet.finish().map_err(Problem::internal)?;
        drop(sheet);
        sound(store)?;
        Ok(text)
    };
    Ok(csv(id, "table", laboratory.work(move |laboratory| laboratory.read_store(write)).await?))
}

/// A tournament's matches, a row for each: CSV with a header.
#[utoipa::path(get, path = "/api/comparisons/{id}/matches.csv", operation_id = "getComparisonMatches", tag = "comparisons",
    params(("id" = i64, Path, description = "its number in the store")),
    responses((status = 200, content_type = "text/csv", body = String), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub(super) async fn matches_csv(
    State(laboratory): Shared,
    Path(id): Path<i64>,
) -> Result<impl IntoResponse, Problem> {
    let write = move |store: &Store| {
        let (plan, matches, mut text) = (store.plan(id)?, store.matches(id)?, Vec::new());
        let mut sheet = Sheet::of_matches(SheetFormat::Csv, &mut text, &plan).map_err(Problem::internal)?;
        matches.iter().try_for_each(|entry| sheet.add_match(&plan, id, entry)).map_err(Problem::internal)?;
        sheet.finish().map_err(Problem::internal)?;
        drop(sheet);
        sound(store)?;
        Ok(text)
    };
    Ok(csv(id, "matches", laboratory.work(move |laboratory| laboratory.read_store(write)).await?))
}

fn csv(id: i64, what: &'static str, text: Vec<u8>) -> impl IntoResponse {
    let disposition = format!("attachment; filename=\"comparison-{id}-{what}.csv\"");
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, disposition),
    ];
    (headers, text)
}

/// A file of figures carries no warning, so there is none of what is damaged.
fn sound(store: &Store) -> Result<(), Problem> {
    match store.warnings().first() {
        Some(warning) => Err(Problem::new(StatusCode::CONFLICT, "store", warning.clone())),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests;
