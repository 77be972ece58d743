use std::collections::BTreeSet;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use super::lease::KEPT;
use super::*;

fn limits() -> Limits {
    Limits { grace: Duration::from_millis(200), keep: Duration::from_secs(60), jobs: 2, ..Limits::default() }
}

/// Works until it is asked to end.
fn forever(worker: &Worker) -> Result<&'static str, Problem> {
    while !worker.stop().pressed() {
        thread::sleep(Duration::from_millis(5));
    }
    Ok("so far")
}

/// Waits until a job has ended.
fn ended(jobs: &Jobs, id: u64) -> Update {
    let news = jobs.listen(id).unwrap();
    let started = Instant::now();
    while news.borrow().phase == Phase::Running {
        assert!(started.elapsed() < Duration::from_secs(20), "job {id} goes on");
        thread::sleep(Duration::from_millis(5));
    }
    news.borrow().clone()
}

#[test]
fn a_job_tells_its_result() {
    let jobs = Jobs::new(limits()).unwrap();
    let job = jobs.start(Kind::Thought, None, |_| Ok([1, 2])).unwrap();
    let update = ended(&jobs, job.id);
    assert_eq!((update.phase, update.data.as_deref()), (Phase::Done, Some("[1,2]")));
}

#[test]
fn a_job_that_is_cancelled_tells_what_it_has() {
    let jobs = Jobs::new(limits()).unwrap();
    let job = jobs.start(Kind::Comparison, Some(7), forever).unwrap();
    assert_eq!((job.phase, job.subject), (Phase::Running, Some(7)));
    jobs.cancel(job.id).unwrap();
    let update = ended(&jobs, job.id);
    assert_eq!((update.phase, update.data.as_deref()), (Phase::Cancelled, Some("\"so far\"")));
}

#[test]
fn many_who_ask_at_once_for_work_on_one_subject_get_one_job() {
    let jobs = Jobs::new(Limits { grace: Duration::from_secs(60), jobs: 3, ..limits() }).unwrap();
    let begin = |subject| jobs.start(Kind::Comparison, subject, forever).unwrap().id;
    let ids: BTreeSet<u64> = thread::scope(|scope| {
        let asking: Vec<_> = (0..8).map(|_| scope.spawn(|| begin(Some(7)))).collect();
        asking.into_iter().map(|asked| asked.join().unwrap()).collect()
    });
    assert_eq!(ids.len(), 1);
    assert!(!ids.contains(&begin(Some(8))) && !ids.contains(&begin(None)));
    jobs.cancel_all();
    ids.into_iter().for_each(|id| drop(ended(&jobs, id)));
    assert_eq!(jobs.running(Kind::Comparison, 7), None);
}

#[test]
fn cancelled_work_without_a_result_is_no_failure() {
    let jobs = Jobs::new(limits()).unwrap();
    let work = |worker: &Worker| forever(worker).and(Err::<(), _>(Problem::cancelled()));
    let job = jobs.start(Kind::Figures, None, work).unwrap();
    jobs.cancel(job.id).unwrap();
    let update = ended(&jobs, job.id);
    assert_eq!((update.phase, update.data), (Phase::Cancelled, None));
}

#[test]
fn a_job_that_nobody_listens_to_ends() {
    let jobs = Jobs::new(limits()).unwrap();
    let job = jobs.start(Kind::Thought, None, forever).unwrap();
    let started = Instant::now();
    while jobs.any_running() {
        assert!(started.elapsed() < Duration::from_secs(20), "it goes on");
        thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(jobs.document(job.id).unwrap().phase, Phase::Cancelled);
}

#[test]
fn a_job_that_somebody_listens_to_goes_on() {
    let jobs = Jobs::new(limits()).unwrap();
    let job = jobs.start(Kind::Thought, None, forever).unwrap();
    let news = jobs.listen(job.id).unwrap();
    thread::sleep(Duration::from_millis(600));
    assert_eq!(news.borrow().phase, Phase::Running);
    jobs.cancel_all();
    ended(&jobs, job.id);
}

#[test]
fn a_panic_ends_the_job_alone() {
    let jobs = Jobs::new(limits()).unwrap();
    let job = jobs.start(Kind::Thought, None, |_| -> Result<(), Problem> { panic!("on purpose") }).unwrap();
    let update = ended(&jobs, job.id);
    assert_eq!(update.phase, Phase::Failed);
    assert!(update.data.unwrap().contains("internal"));
}

#[test]
fn more_jobs_than_may_run_are_refused() {
    let jobs = Jobs::new(limits()).unwrap();
    let first = jobs.start(Kind::Thought, None, forever).unwrap();
    jobs.start(Kind::Thought, None, forever).unwrap();
    let refused = jobs.start(Kind::Thought, None, forever).unwrap_err();
    assert_eq!(refused.code, "too-many-jobs");
    jobs.cancel(first.id).unwrap();
    ended(&jobs, first.id);
    assert!(jobs.start(Kind::Thought, None, forever).is_ok());
    jobs.cancel_all();
}

#[test]
fn a_job_that_waits_leaves_its_place_to_another_and_goes_on_when_there_is_one_again() {
    let jobs = Jobs::new(Limits { jobs: 1, grace: Duration::from_secs(60), ..limits() }).unwrap();
    let (go, gone) = mpsc::channel::<()>();
    let waiting = jobs.start(Kind::Figures, None, move |worker| worker.wait(|| gone.recv().is_ok())).unwrap();
    let another = loop {
        // Its thread may not have come to its wait.
        if let Ok(job) = jobs.start(Kind::Thought, None, forever) {
            break job;
        }
        thread::sleep(Duration::from_millis(5));
    };
    go.send(()).unwrap();
    thread::sleep(Duration::from_millis(50));
    assert_eq!(jobs.document(waiting.id).unwrap().phase, Phase::Running, "the other one has its place");
    jobs.cancel(another.id).unwrap();
    assert_eq!(ended(&jobs, waiting.id).data.as_deref(), Some("true"));
    assert!(jobs.start(Kind::Thought, None, |_| Ok(())).is_ok());
}

#[test]
fn a_job_that_waits_for_a_place_can_be_cancelled() {
    let jobs = Jobs::new(Limits { jobs: 1, grace: Duration::from_secs(60), ..limits() }).unwrap();
    let (go, gone) = mpsc::channel::<()>();
    let waiting = jobs.start(Kind::Figures, None, move |worker| worker.wait(|| gone.recv().is_ok())).unwrap();
    while jobs.start(Kind::Thought, None, forever).is_err() {
        thread::sleep(Duration::from_millis(5));
    }
    go.send(()).unwrap();
    jobs.cancel(waiting.id).unwrap();
    assert_eq!(ended(&jobs, waiting.id).phase, Phase::Cancelled);
    jobs.cancel_all();
}

#[test]
fn a_job_whose_result_is_known_has_ended_and_needs_no_place() {
    let jobs = Jobs::new(Limits { jobs: 0, ..limits() }).unwrap();
    let job = jobs.ended(Kind::Compilation, Ok([1, 2]));
    assert_eq!(job.phase, Phase::Done);
    assert_eq!(ended(&jobs, job.id).data.as_deref(), Some("[1,2]"));
    assert_eq!(
        jobs.ended(Kind::Compilation, Err::<(), _>(Problem::internal("no rules"))).phase,
        Phase::Failed
    );
}

#[test]
fn of_the_jobs_that_are_over_and_unheard_the_latest_are_kept() {
    let jobs = Jobs::new(limits()).unwrap();
    let [heard, oldest, running] = [
        jobs.ended(Kind::Compilation, Ok(())),
        jobs.ended(Kind::Compilation, Ok(())),
        jobs.start(Kind::Thought, None, forever).unwrap(),
    ];
    let _news = jobs.listen(heard.id).unwrap();
    let later: Vec<u64> = (0..KEPT).map(|_| jobs.ended(Kind::Compilation, Ok(())).id).collect();
    assert_eq!(jobs.document(oldest.id).unwrap_err().code, "no-such-job");
    for id in [heard.id, running.id].into_iter().chain(later) {
        assert!(jobs.document(id).is_ok(), "job {id} is not known");
    }
    jobs.cancel_all();
}

#[test]
fn a_job_that_is_over_is_forgotten_after_a_while() {
    let jobs = Jobs::new(Limits { keep: Duration::from_millis(50), ..limits() }).unwrap();
    let job = jobs.start(Kind::Thought, None, |_| Ok(())).unwrap();
    let started = Instant::now();
    while !jobs.list().is_empty() {
        assert!(started.elapsed() < Duration::from_secs(20), "it is kept");
        thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(jobs.document(job.id).unwrap_err().code, "no-such-job");
}
