//! What happens when the process takes more memory than it may.

use std::io;
use std::sync::{Arc, Weak};
use std::thread;
use std::time::Duration;

use axum::http::StatusCode;
use memory_stats::memory_stats;

use crate::laboratory::Laboratory;
use crate::problem::Problem;

/// How often it is looked at: searches take some hundred megabytes a second at most.
const ROUND: Duration = Duration::from_millis(100);

/// How long what was ended has to give its memory back, before the next is ended.
const PATIENCE: Duration = Duration::from_secs(2);

/// While the process takes more than its limit, forgets what jobs have come to that nobody listens to, then
/// ends the requests that take much memory, then the job or the compilation that began last, and forgets the
/// compiled games if there is none.
pub(crate) fn look_after(laboratory: &Arc<Laboratory>) -> io::Result<()> {
    let laboratory = Arc::downgrade(laboratory);
    thread::Builder::new().name("memory".to_owned()).spawn(move || watch(&laboratory)).map(drop)
}

fn watch(laboratory: &Weak<Laboratory>) {
    let mut requests_ended = false;
    while let Some(laboratory) = laboratory.upgrade() {
        // A system that does not tell is not watched.
        let taken = memory_stats().map_or(0, |usage| usage.physical_mem);
        let pause = match taken > laboratory.limits.memory {
            // What that gave back is seen soon.
            true if laboratory.jobs.forget_ended() => ROUND,
            true => {
                requests_ended = relieve(&laboratory, requests_ended);
                PATIENCE
            }
            false => {
                requests_ended = false;
                ROUND
            }
        };
        drop(laboratory);
        thread::sleep(pause);
    }
}

/// Ends something, and says whether it was requests. These and jobs take turns: requests that come again and
/// again do not keep a job that takes all memory.
fn relieve(laboratory: &Laboratory, requests_ended: bool) -> bool {
    let limit = laboratory.limits.memory >> 20;
    let why = Problem::new(
        StatusCode::INSUFFICIENT_STORAGE,
        "memory",
        format!(
            "the server exceeded its memory limit of {limit} MiB, so this work was ended; use smaller limits (depth, playouts, table), or start the server with a larger --memory"
        ),
    );
    if !requests_ended && laboratory.end_heavy(why.clone()) {
        return true;
    }
    match (laboratory.jobs.latest_began(), laboratory.games.latest_began()) {
        (None, None) => laboratory.games.clear(),
        // None is less than some.
        (job, compilation) if job > compilation => laboratory.jobs.condemn_latest(&why),
        _ => laboratory.games.condemn_latest(why),
    }
    false
}

#[cfg(test)]
mod tests {
    use search::Stop;
    use tokio::sync::oneshot;

    use super::relieve;
    use crate::Limits;
    use crate::jobs::{Kind, Phase};
    use crate::problem::Problem;
    use crate::testing::Client;

    fn forever(stop: &Stop) -> Result<(), Problem> {
        while !stop.pressed() {
            std::thread::yield_now();
        }
        Ok(())
    }

    #[tokio::test]
    async fn requests_that_take_much_memory_are_ended_before_jobs() {
        let client = Client::new();
        let laboratory = &client.laboratory;
        let job = laboratory.jobs.start(Kind::Thought, None, |worker| forever(worker.stop())).unwrap();
        let (begun, has_begun) = oneshot::channel();
        let request = laboratory.work_heavily(client.peer(), move |_, stop| {
            begun.send(()).unwrap();
            forever(stop)
        });
        let (answer, requests_ended) = tokio::join!(request, async {
            has_begun.await.unwrap();
            relieve(laboratory, false)
        });
        assert_eq!((answer.unwrap_err().code, requests_ended), ("memory", true));
        assert_eq!(laboratory.jobs.document(job.id).unwrap().phase, Phase::Running);
        assert!(!relieve(laboratory, requests_ended));
        let events = client.get(&format!("/api/jobs/{}/events", job.id)).await;
        assert!(events.body.starts_with("event: failed"), "{}", events.body);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_job_beyond_the_memory_is_ended_and_says_so() {
        // Every process takes more than a byte.
        let client = Client::within(Limits { memory: 1, ..Limits::default() });
        let job = client.laboratory.jobs.start(Kind::Thought, None, |worker| forever(worker.stop())).unwrap();
        let events = client.get(&format!("/api/jobs/{}/events", job.id)).await;
        assert!(events.body.starts_with("event: failed") && events.body.contains("MiB"), "{}", events.body);
    }
}
