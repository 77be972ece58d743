use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use futures_util::Stream;
use futures_util::stream::unfold;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{Path, Query};
use crate::jobs::{Job, Phase, Update};
use crate::laboratory::Laboratory;
use crate::problem::Problem;

type Shared = State<Arc<Laboratory>>;

/// One event of the stream of a job.
#[derive(ToSchema)]
#[allow(dead_code, reason = "the description is made of it; the stream is text")]
pub(super) struct JobEvent {
    event: EventName,
    /// A JSON document: the progress, the result, or the problem.
    data: String,
}

/// What an event tells.
#[derive(Serialize, ToSchema)]
#[allow(dead_code, reason = "see above")]
#[serde(rename_all = "kebab-case")]
enum EventName {
    Progress,
    Done,
    Failed,
    Cancelled,
}

/// How a stream of events is read.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Reading {
    /// Whether the stream ends after what is known already, and says when to ask again (`retry`), as a
    /// browser does by itself. A stream that stays open takes one of the six connections that a browser has
    /// to a server, for all its pages together.
    #[serde(default)]
    brief: bool,
}

/// When somebody who reads briefly is to ask again: soon enough for what people wait for.
const AGAIN: Duration = Duration::from_millis(200);

/// The jobs that run, or ran a moment ago.
#[utoipa::path(get, path = "/api/jobs", operation_id = "listJobs", tag = "jobs", responses((status = 200, body = Vec<Job>)))]
pub(super) async fn list(State(laboratory): Shared) -> Json<Vec<Job>> {
    Json(laboratory.jobs.list())
}

/// What is known about a job.
#[utoipa::path(get, path = "/api/jobs/{id}", operation_id = "getJob", tag = "jobs", params(("id" = u64, Path, description = "its number")),
    responses((status = 200, body = Job), (status = 404, body = Problem)))]
pub(super) async fn one(State(laboratory): Shared, Path(id): Path<u64>) -> Result<Json<Job>, Problem> {
    laboratory.jobs.document(id).map(Json)
}

/// Asks a job to end; what it has done is its last event.
#[utoipa::path(post, path = "/api/jobs/{id}/cancel", operation_id = "cancelJob", tag = "jobs", params(("id" = u64, Path, description = "its number")),
    responses((status = 200, body = Job), (status = 404, body = Problem)))]
pub(super) async fn cancel(State(laboratory): Shared, Path(id): Path<u64>) -> Result<Json<Job>, Problem> {
    laboratory.jobs.cancel(id).map(Json)
}

/// The news of a job: `progress`, as often as there is some, and at last one of `done` (its result), `failed`
/// (the problem) and `cancelled` (the result so far, or null).
#[utoipa::path(get, path = "/api/jobs/{id}/events", operation_id = "followJob", tag = "jobs", params(("id" = u64, Path, description = "its number"), Reading),
    responses((status = 200, content_type = "text/event-stream", body = JobEvent), (status = 404, body = Problem)))]
pub(super) async fn events(
    State(laboratory): Shared,
    Path(id): Path<u64>,
    Query(Reading { brief }): Query<Reading>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let mut news = laboratory.jobs.listen(id)?;
    // What is known already is news to who has just come.
    news.mark_changed();
    let stream = unfold(Some(news), move |news| async move {
        let mut news = news?;
        loop {
            // It cannot end before the job's last word.
            news.changed().await.ok()?;
            let update = news.borrow_and_update().clone();
            let ended = update.phase != Phase::Running;
            let tells = ended || update.data.is_some();
            let event = if tells { event(&update) } else { Event::default() };
            if brief {
                return Some((Ok(event.retry(AGAIN)), None));
            }
            if tells {
                return Some((Ok(event), (!ended).then_some(news)));
            }
        }
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::default()))
}

fn event(update: &Update) -> Event {
    let name = match update.phase {
        Phase::Running => "progress",
        Phase::Done => "done",
        Phase::Failed => "failed",
        Phase::Cancelled => "cancelled",
    };
    Event::default().event(name).data(update.data.as_deref().unwrap_or("null"))
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use axum::http::StatusCode;

    use crate::jobs::{Kind, Worker};
    use crate::problem::Problem;
    use crate::testing::Client;

    #[tokio::test]
    async fn a_job_tells_of_its_end() {
        let client = Client::new();
        let job = client.laboratory.jobs.start(Kind::Thought, None, |_| Ok(42)).unwrap();
        let events = client.get(&format!("/api/jobs/{}/events", job.id)).await;
        assert!(events.body.ends_with("event: done\ndata: 42\n\n"), "{}", events.body);
    }

    #[tokio::test]
    async fn a_cancelled_job_tells_how_far_it_came() {
        let client = Client::new();
        let work = |worker: &Worker| {
            while !worker.stop().pressed() {
                std::thread::yield_now();
            }
            Ok::<_, Problem>("some")
        };
        let job = client.laboratory.jobs.start(Kind::Thought, None, work).unwrap();
        assert_eq!(client.cancel(job.id).await.status, StatusCode::OK);
        let events = client.get(&format!("/api/jobs/{}/events", job.id)).await;
        assert!(events.body.ends_with("event: cancelled\ndata: \"some\"\n\n"), "{}", events.body);
    }

    #[tokio::test]
    async fn a_brief_stream_ends_after_what_is_known() {
        let client = Client::new();
        let (tell, told) = mpsc::channel::<u32>();
        let work = move |worker: &Worker| {
            told.iter().for_each(|progress| worker.progress(&progress));
            Ok::<_, Problem>("all")
        };
        let job = client.laboratory.jobs.start(Kind::Thought, None, work).unwrap();
        let path = format!("/api/jobs/{}/events?brief=true", job.id);
        assert_eq!(client.get(&path).await.body, "retry: 200\n\n");
        let mut news = client.laboratory.jobs.listen(job.id).unwrap();
        tell.send(7).unwrap();
        news.changed().await.unwrap();
        assert_eq!(client.get(&path).await.body, "event: progress\ndata: 7\nretry: 200\n\n");
        drop(tell);
        news.changed().await.unwrap();
        assert_eq!(client.get(&path).await.body, "event: done\ndata: \"all\"\nretry: 200\n\n");
    }

    #[tokio::test]
    async fn a_job_that_never_was_is_not_found() {
        let client = Client::new();
        for path in ["/api/jobs/99", "/api/jobs/99/events"] {
            assert_eq!(client.get(path).await.status, StatusCode::NOT_FOUND);
        }
        assert_eq!(client.get("/api/jobs/x").await.json()["code"], "malformed");
    }
}
