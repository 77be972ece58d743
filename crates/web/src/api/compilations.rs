use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use game::Game;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Body;
use crate::Limits;
use crate::games::{GameRef, Loaded, Standing, Ticket};
use crate::jobs::{Job, Kind, Worker};
use crate::laboratory::Laboratory;
use crate::peer::Peer;
use crate::problem::Problem;

/// Time between two words on the progress.
const INTERVAL: Duration = Duration::from_millis(200);

/// A game that is to be made ready.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CompilationRequest {
    game: GameRef,
    /// Whether it is ready as soon as it has a first circuit, on which positions are shown and strategies
    /// think that time alone bounds.
    #[serde(default)]
    early: bool,
}

/// How far a compilation is.
#[derive(Serialize, ToSchema)]
pub(super) struct CompilationProgress {
    /// Rulesheets whose turn comes before; 0 if this one is next, or is being compiled.
    ahead: usize,
    /// For how many seconds it has been compiled; null as long as it is not.
    seconds: Option<f64>,
    /// Whether it has a first circuit, and the final one is being made.
    optimising: bool,
    /// Seconds after which the reasoner plays what is not compiled, or the first circuit what is
    /// not optimised.
    most: f64,
}

/// A game that is ready.
#[derive(Serialize, ToSchema)]
pub(super) struct CompilationDocument {
    /// The built-in name, or the beginning of the fingerprint of the rules.
    game: String,
    /// The roles, in order.
    roles: Vec<String>,
    /// Why it has no circuit, so that the reasoner plays; null if it has one.
    no_circuit: Option<String>,
    /// Whether it has a first circuit, on which strategies search more slowly, as the final one is being
    /// made, or took too long.
    first_circuit: bool,
}

/// Compiles a game, so that requests about it need not wait: a job whose progress is a `CompilationProgress`,
/// and whose result is a `CompilationDocument`. Rules that several ask for are compiled once, and clients
/// take turns. Who cancels the job waits no more; the rules are compiled as long as anybody does.
#[utoipa::path(post, path = "/api/compilations", operation_id = "compile", tag = "rules", request_body = CompilationRequest,
    responses((status = 202, body = Job), (status = 404, body = Problem), (status = 429, body = Problem)))]
pub(super) async fn compile(
    State(laboratory): State<Arc<Laboratory>>,
    client: Peer,
    Body(CompilationRequest { game, early }): Body<CompilationRequest>,
) -> Result<(StatusCode, Json<Job>), Problem> {
    let ticket = laboratory.games.ask(client, &game)?.early(early);
    let (jobs, limits) = (&laboratory.jobs, laboratory.limits);
    let job = match ticket.at_hand() {
        // What is ready needs no thread, however often somebody asks for it.
        Some(ready) => jobs.ended(Kind::Compilation, ready.map(|loaded| CompilationDocument::of(&loaded))),
        None => jobs.start(Kind::Compilation, None, move |worker| wait(ticket, limits, worker))?,
    };
    Ok((StatusCode::ACCEPTED, Json(job)))
}

fn wait(ticket: Ticket, limits: Limits, worker: &Worker) -> Result<CompilationDocument, Problem> {
    let mut next = Instant::now();
    let tell = |standing: &Standing| {
        if Instant::now() < next {
            return;
        }
        let (ahead, since, optimising) = match standing {
            Standing::Waiting { ahead } => (*ahead, None, false),
            Standing::Compiling { since } => (0, Some(since), false),
            Standing::Optimising { since, .. } => (0, Some(since), true),
            Standing::Ended(_) => return,
        };
        let most = limits.compiling + if optimising { limits.optimising } else { Duration::ZERO };
        let seconds = since.map(|since| since.elapsed().as_secs_f64());
        worker.progress(&CompilationProgress { ahead, seconds, optimising, most: most.as_secs_f64() });
        next = Instant::now() + INTERVAL;
    };
    let loaded = ticket.ready_while(&|| !worker.stop().pressed(), tell)?;
    Ok(CompilationDocument::of(&loaded))
}

impl CompilationDocument {
    fn of(loaded: &Loaded) -> Self {
        let rules = &loaded.rules;
        Self {
            game: loaded.name.clone(),
            roles: (0..rules.roles()).map(|role| rules.notation().role_name(role).to_owned()).collect(),
            no_circuit: rules.compiled().err().map(ToString::to_string),
            first_circuit: loaded.first_circuit,
        }
    }
}

#[cfg(test)]
mod tests;
