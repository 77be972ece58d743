//! Ctrl-C and SIGTERM: the first time work ends early and shows what it has, the second time the
//! program ends.

use std::process;
use std::sync::Arc;
use std::thread::{self, Builder};
use std::time::Duration;

use search::Stop;

use crate::error::Error;
use crate::output;

/// Time to end in before one is ended.
const GRACE: Duration = Duration::from_secs(5);

/// The exit code of a program that Ctrl-C ended.
pub(crate) const INTERRUPTED: u8 = 130;

/// Work that Ctrl-C stops; dropped when it is over.
#[derive(Debug)]
pub(crate) struct Work {
    _counted: Arc<()>,
}

/// The first Ctrl-C presses the button, the second ends the program. So does the first, some seconds later,
/// if the work is not over by then.
pub(crate) fn end_on_interrupt(stop: Stop) -> Result<Work, Error> {
    let work = Arc::new(());
    let running = Arc::downgrade(&work);
    stop_and_end(GRACE, stop, move || running.strong_count() > 0, || ())?;
    Ok(Work { _counted: work })
}

/// The first Ctrl-C presses the button. The second ends the program after `clean_up`, and so does the first,
/// some seconds later, if the program has not ended, as it cannot where its terminal is gone.
pub(crate) fn end_soon_on_interrupt(
    stop: Stop,
    clean_up: impl Fn() + Clone + Send + 'static,
) -> Result<(), Error> {
    stop_and_end(GRACE, stop, || true, clean_up)
}

/// The first Ctrl-C does that, the second ends the program.
#[cfg(any(feature = "network", feature = "page"))]
pub(crate) fn once_on_interrupt(work: impl FnOnce() + Send + 'static) -> Result<(), Error> {
    let mut work = Some(work);
    on_interrupt(move || match work.take() {
        Some(work) => work(),
        None => process::exit(INTERRUPTED.into()),
    })
}

/// The first Ctrl-C presses the button. The second ends the program after `clean_up`, and so does the first
/// if after `grace` something is still `running`.
fn stop_and_end(
    grace: Duration,
    stop: Stop,
    running: impl Fn() -> bool + Clone + Send + 'static,
    clean_up: impl Fn() + Clone + Send + 'static,
) -> Result<(), Error> {
    on_interrupt(move || {
        if stop.pressed() {
            clean_up();
            process::exit(INTERRUPTED.into());
        }
        stop.press();
        let (running, clean_up) = (running.clone(), clean_up.clone());
        // In another thread, as this one must hear of the second Ctrl-C. Without one that is the only way.
        let _ = Builder::new().spawn(move || {
            thread::sleep(grace);
            if running() {
                clean_up();
                output::note("interrupted: what was running does not stop and is given up");
                process::exit(INTERRUPTED.into());
            }
        });
    })
}

/// The handler runs in a thread of its own.
fn on_interrupt(handler: impl FnMut() + Send + 'static) -> Result<(), Error> {
    ctrlc::set_handler(handler).map_err(|error| Error::about("cannot watch for Ctrl-C", error))
}

#[cfg(all(test, unix))]
mod tests {
    use std::env;
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Child, Command, Stdio};

    use super::*;

    /// Names the kind of work that a process of a test does.
    const KIND: &str = "SPIELBAUM_TEST_WORK";

    /// What a test process says when it handles signals, and when it was told to stop.
    const READY: &str = "ready";
    const STOPPED: &str = "stopped";

    /// Not a test by itself: work that never ends, for the processes of the tests below.
    #[test]
    #[ignore = "never ends"]
    #[allow(clippy::print_stderr)]
    fn work_that_never_ends() {
        let stop = Stop::default();
        let hour = Duration::from_secs(3600);
        match env::var(KIND).expect("set by the tests below").as_str() {
            "impatient" => stop_and_end(Duration::ZERO, stop.clone(), || true, || ()),
            "patient" => stop_and_end(hour, stop.clone(), || true, || ()),
            "over" => stop_and_end(Duration::ZERO, stop.clone(), || false, || ()),
            #[cfg(any(feature = "network", feature = "page"))]
            "network" => {
                let stop = stop.clone();
                once_on_interrupt(move || stop.press())
            }
            kind => panic!("no work of the kind {kind}"),
        }
        .expect("a handler");
        eprintln!("{READY}");
        while !stop.pressed() {
            thread::sleep(Duration::from_millis(1));
        }
        eprintln!("{STOPPED}");
        loop {
            thread::park();
        }
    }

    /// A process that does such work.
    struct Process {
        child: Child,
        stderr: BufReader<process::ChildStderr>,
    }

    impl Process {
        fn start(kind: &str) -> Self {
            let mut command = Command::new(env::current_exe().expect("this test"));
            let name = concat!(module_path!(), "::work_that_never_ends");
            let name = name.split_once("::").expect("a crate and modules").1;
            command.args(["--exact", name, "--ignored", "--nocapture"]).env(KIND, kind);
            let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts");
            let stderr = BufReader::new(child.stderr.take().expect("it is a pipe"));
            let mut process = Self { child, stderr };
            process.wait_for(READY);
            process
        }

        fn wait_for(&mut self, line: &str) {
            let mut said = String::new();
            while said.trim_end() != line {
                said.clear();
                assert!(self.stderr.read_line(&mut said).expect("text") > 0, "it never said {line}");
            }
        }

        fn signal(&self, signal: &str) {
            let kill = format!("kill -{signal} {}", self.child.id());
            assert!(Command::new("sh").args(["-c", &kill]).status().expect("a shell").success());
        }

        /// What it says until it ends, and its exit code.
        fn end(mut self) -> (String, Option<i32>) {
            let mut said = String::new();
            self.stderr.read_to_string(&mut said).expect("text");
            (said, self.child.wait().expect("our child").code())
        }
    }

    #[test]
    fn work_that_does_not_stop_is_given_up() {
        for signal in ["INT", "TERM"] {
            let process = Process::start("impatient");
            process.signal(signal);
            let (said, code) = process.end();
            assert_eq!(code, Some(INTERRUPTED.into()), "{said}");
            assert!(said.contains("does not stop and is given up"), "{said}");
        }
    }

    #[test]
    fn a_second_signal_ends_the_program_at_once() {
        let mut cases = vec![("patient", ["INT", "INT"]), ("patient", ["TERM", "INT"])];
        if cfg!(any(feature = "network", feature = "page")) {
            cases.push(("network", ["INT", "TERM"]));
        }
        for (kind, signals) in cases {
            let mut process = Process::start(kind);
            process.signal(signals[0]);
            process.wait_for(STOPPED);
            process.signal(signals[1]);
            assert_eq!(process.end(), (String::new(), Some(INTERRUPTED.into())), "{kind} {signals:?}");
        }
    }

    #[test]
    fn what_is_done_after_the_work_is_not_cut_short() {
        let mut process = Process::start("over");
        process.signal("INT");
        process.wait_for(STOPPED);
        thread::sleep(Duration::from_millis(100));
        assert_eq!(process.child.try_wait().expect("our child"), None);
        process.child.kill().expect("our child");
        process.child.wait().expect("our child");
    }
}
