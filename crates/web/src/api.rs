//! The JSON API: a resource a file. [`openapi`] describes all of it.

mod body;
mod comparisons;
mod compilations;
mod equilibria;
mod evaluations;
mod exercises;
mod explanations;
mod games;
mod jobs;
mod matches;
mod positions;
mod ranges;
mod recordings;
mod rules;
mod solutions;
mod strategies;
mod thoughts;
mod trees;

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::routing::{any, get};
use axum::{Json, Router};
use serde::Serialize;
use utoipa::OpenApi;
use utoipa::openapi::{Content, Ref, RefOr, Response};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::comparison::ComparisonProgress;
use crate::laboratory::Laboratory;
use crate::problem::Problem;
use body::Body;

/// What a request's query and path are read with: what is wrong with them is told as a [`Problem`].
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(Problem))]
struct Query<T>(T);

#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Path), rejection(Problem))]
struct Path<T>(T);

/// The API of Spielbaum's laboratory page.
///
/// Requests are complete in themselves: what is about a game carries the game, what is about a position
/// the joint moves that lead there. Work that takes long is a job: the answer is 202 with its number, its
/// news are server-sent events at `/api/jobs/{id}/events`, and it ends when nobody has listened to them
/// for a while.
///
/// Rules are compiled when a request asks for them first, which it waits for. A client that wants to see how
/// far that is, or that may have to wait for longer than a request may take, starts a compilation and asks
/// when it is done.
#[derive(OpenApi)]
#[openapi(
    info(title = "Spielbaum"),
    components(schemas(
        Problem,
        ComparisonProgress,
        compilations::CompilationProgress,
        compilations::CompilationDocument,
        equilibria::EquilibriumProgress,
        equilibria::EquilibriumDocument,
        evaluations::EvaluationProgress,
        learn::EvaluationReport,
        recordings::RecordingDocument,
        rules::RulesFigures,
        rules::RulesStage,
        solutions::SolutionProgress,
        solve::SolutionReport,
        thoughts::ThoughtProgress
    ))
)]
struct Description;

/// The routes under `/api`.
pub(crate) fn routes(laboratory: &Arc<Laboratory>) -> Router {
    let (router, _) = described().split_for_parts();
    router
        .route("/api/openapi.json", get(|| async { Json(openapi()) }))
        .route(
            "/api/{*path}",
            any(|| async {
                Problem::missing(
                    "no-such-path",
                    "the API has no such path; /api/openapi.json lists all paths",
                )
            }),
        )
        .with_state(Arc::clone(laboratory))
}

fn described() -> OpenApiRouter<Arc<Laboratory>> {
    OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(comparisons::list, comparisons::start))
        .routes(routes!(comparisons::one))
        .routes(routes!(comparisons::resume))
        .routes(routes!(comparisons::table_csv))
        .routes(routes!(comparisons::matches_csv))
        .routes(routes!(matches::list))
        .routes(routes!(matches::one))
        .routes(routes!(compilations::compile))
        .routes(routes!(exercises::list))
        .routes(routes!(exercises::sheet))
        .routes(routes!(exercises::solution))
        .routes(routes!(exercises::mark))
        .routes(routes!(exercises::hint))
        .routes(routes!(games::list))
        .routes(routes!(games::one))
        .routes(routes!(rules::check))
        .routes(routes!(rules::figures))
        .routes(routes!(strategies::catalogue))
        .routes(routes!(positions::show))
        .routes(routes!(solutions::solve))
        .routes(routes!(explanations::explain))
        .routes(routes!(evaluations::evaluate))
        .routes(routes!(thoughts::think))
        .routes(routes!(trees::list))
        .routes(routes!(recordings::record))
        .routes(routes!(equilibria::learn))
        .routes(routes!(jobs::list))
        .routes(routes!(jobs::one))
        .routes(routes!(jobs::cancel))
        .routes(routes!(jobs::events))
}

/// The description of the API, an OpenAPI document.
pub fn openapi() -> impl Serialize {
    let mut document = described().into_openapi();
    ranges::complete(&mut document);
    for path in document.paths.paths.values_mut() {
        let operations = [&mut path.get, &mut path.post];
        for operation in operations.into_iter().flatten() {
            operation.responses.responses.entry("default".to_owned()).or_insert_with(refusal);
        }
    }
    document
}

/// What any request may be answered: it cannot be read, is not let in, takes too long, or comes when there is
/// enough to do.
fn refusal() -> RefOr<Response> {
    let problem = Content::new(Some(Ref::from_schema_name("Problem")));
    RefOr::T(
        Response::builder().description("why it was not done").content("application/json", problem).build(),
    )
}

#[cfg(test)]
mod tests {
    use std::{env, fs};

    /// The types of the page's TypeScript are made from the file.
    #[test]
    fn the_description_in_the_file_is_that_of_the_code() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.json");
        let code = serde_json::to_string_pretty(&super::openapi()).unwrap() + "\n";
        if env::var_os("UPDATE_OPENAPI").is_some() {
            fs::write(path, &code).unwrap();
        }
        assert!(
            fs::read_to_string(path).unwrap() == code,
            "write openapi.json anew: UPDATE_OPENAPI=1 cargo test -p spielbaum-web description"
        );
    }
}
