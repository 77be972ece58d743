use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use pyo3::prelude::*;
use search::Stop;

use crate::error::error;
use crate::interrupt::interruptible;

/// What comes of a request, or why nothing does.
type Answer<A> = Result<A, String>;

/// A thread that has something ready, and answers requests by it.
pub(super) struct Station<Q, A = String> {
    requests: Sender<(Q, Sender<Answer<A>>)>,
    stop: Stop,
}

/// The requests that come to a station.
pub(super) struct Requests<Q, A> {
    ready: Sender<Result<(), String>>,
    incoming: Receiver<(Q, Sender<Answer<A>>)>,
}

impl<Q: Send + 'static, A: Send + 'static> Station<Q, A> {
    /// Starts the thread, and waits until it has prepared what it needs. `work` prepares it, and then answers
    /// all requests; the stop button is pressed when Ctrl-C is.
    pub(super) fn open(
        py: Python<'_>,
        work: impl FnOnce(&Stop, Requests<Q, A>) -> Result<(), String> + Send + 'static,
    ) -> PyResult<Self> {
        let (requests, incoming) = mpsc::channel();
        let (ready, prepared) = mpsc::channel();
        let stop = Stop::default();
        let button = stop.clone();
        let work = move || {
            let failed = ready.clone();
            if let Err(failure) = work(&button, Requests { ready, incoming }) {
                // Whoever waits may have been interrupted, and then nobody listens.
                let _ = failed.send(Err(failure));
            }
        };
        thread::Builder::new().name("worker".to_owned()).spawn(work).map_err(error)?;
        let prepared = interruptible(py, &stop, move || prepared.recv())?;
        prepared.map_err(|_| error(FAILED))?.map_err(error)?;
        Ok(Self { requests, stop })
    }

    /// Makes a request, and waits for the answer.
    pub(super) fn ask(&self, py: Python<'_>, request: Q) -> PyResult<A> {
        let (sender, answer) = mpsc::channel();
        self.requests.send((request, sender)).map_err(|_| error(FAILED))?;
        let answer = interruptible(py, &self.stop, move || answer.recv())?;
        answer.map_err(|_| error(FAILED))?.map_err(error)
    }
}

impl<Q, A> Requests<Q, A> {
    /// Says that all is ready, and answers requests as long as there is somebody to make them.
    pub(super) fn answer(self, mut reply: impl FnMut(Q) -> Answer<A>) {
        let _ = self.ready.send(Ok(()));
        for (request, answer) in self.incoming {
            let _ = answer.send(reply(request));
        }
    }
}

const FAILED: &str = "a worker failed, which is a fault of Spielbaum";
