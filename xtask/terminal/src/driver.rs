use std::fs::File;
use std::io::{self, Read, Write};
use std::num::NonZeroU16;
use std::os::fd::{AsFd, OwnedFd};
use std::process::{Child, Command, ExitStatus};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use pty_process::Size;
use pty_process::blocking::{Pty, open};
use rustix::process::{Pid, Signal, kill_process};
use rustix::termios::{LocalModes, tcgetattr};
use vt100::{Parser, Screen};

use crate::Key;

/// Longer than anything takes that is waited for, on however busy a machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A terminal with one program in it, which ends with it.
pub struct Terminal {
    pty: Pty,
    child: Child,
    seen: Arc<Seen>,
}

/// What a program has written so far, and who waits for more.
struct Seen {
    now: Mutex<Now>,
    changed: Condvar,
}

struct Now {
    parser: Parser,
    /// All bytes as they came.
    written: Vec<u8>,
    /// Whether nothing more can come.
    over: bool,
}

impl Terminal {
    /// Starts a program in a terminal of so many columns and rows that understands what an xterm does.
    /// Whether colours are wanted is not taken from the surroundings: the program sees `NO_COLOR` only if
    /// `command` has it.
    ///
    /// # Errors
    ///
    /// If there is no such program, or no terminal to be had.
    pub fn start(mut command: Command, (columns, rows): (u16, u16)) -> io::Result<Self> {
        let wants_none = command.get_envs().any(|(name, value)| name == "NO_COLOR" && value.is_some());
        if !wants_none {
            command.env_remove("NO_COLOR");
        }
        command.env("TERM", "xterm-256color").env_remove("COLORTERM").env_remove("CLICOLOR_FORCE");
        let (pty, inside) = open().map_err(io::Error::other)?;
        pty.resize(Size::new(rows, columns)).map_err(io::Error::other)?;
        let child = pty_process::blocking::Command::from(command).spawn(inside).map_err(io::Error::other)?;
        let parser = Parser::new(side(rows), side(columns), 0);
        let now = Mutex::new(Now { parser, written: Vec::new(), over: false });
        let seen = Arc::new(Seen { now, changed: Condvar::new() });
        let (output, reader) = (pty.as_fd().try_clone_to_owned()?, Arc::clone(&seen));
        thread::spawn(move || reader.read(output));
        Ok(Self { pty, child, seen })
    }

    /// Types a text, a key after the other.
    ///
    /// # Errors
    ///
    /// If the program is gone.
    pub fn type_text(&mut self, text: &str) -> io::Result<()> {
        self.pty.write_all(text.as_bytes())
    }

    /// Presses a key.
    ///
    /// # Errors
    ///
    /// If the program is gone.
    pub fn press(&mut self, key: Key) -> io::Result<()> {
        self.pty.write_all(&key.bytes())
    }

    /// Gives the terminal so many columns and rows, and tells the program.
    ///
    /// # Errors
    ///
    /// If the terminal is gone.
    pub fn resize(&mut self, (columns, rows): (u16, u16)) -> io::Result<()> {
        self.seen.now().parser.set_size(side(rows), side(columns));
        self.pty.resize(Size::new(rows, columns)).map_err(io::Error::other)
    }

    /// What is on the screen now, perhaps half of a picture.
    #[must_use]
    pub fn screen(&self) -> Screen {
        self.seen.now().parser.screen().clone()
    }

    /// Everything that the program has written, controls included.
    #[must_use]
    pub fn written(&self) -> Vec<u8> {
        self.seen.now().written.clone()
    }

    /// Whether keys go to the program one by one, unseen, not line by line as to a shell.
    ///
    /// # Errors
    ///
    /// If the terminal is gone.
    pub fn raw(&self) -> io::Result<bool> {
        let cooked = LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG;
        Ok(!tcgetattr(&self.pty)?.local_modes.contains(cooked))
    }

    /// Waits until the screen shows what `is_it` looks for, and gives it.
    ///
    /// # Panics
    ///
    /// With a picture of the screen, if that does not come while the program runs, or in a minute.
    #[track_caller]
    pub fn wait_for(&self, what: &str, is_it: impl Fn(&Screen) -> bool) -> Screen {
        let going_on = |now: &mut Now| !now.over && !is_it(now.parser.screen());
        let (now, _) = self
            .seen
            .changed
            .wait_timeout_while(self.seen.now(), PATIENCE, going_on)
            .unwrap_or_else(PoisonError::into_inner);
        let screen = now.parser.screen();
        assert!(is_it(screen), "no {what} on the screen:\n{}", screen.contents());
        screen.clone()
    }

    /// Waits until the screen shows a text, and gives it.
    ///
    /// # Panics
    ///
    /// As [`Terminal::wait_for`].
    #[track_caller]
    pub fn wait_for_text(&self, text: &str) -> Screen {
        self.wait_for(&format!("`{text}`"), |screen| screen.contents().contains(text))
    }

    /// Asks the program to end, as `kill` does.
    ///
    /// # Errors
    ///
    /// If it has ended.
    pub fn terminate(&self) -> io::Result<()> {
        let pid = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        Ok(kill_process(pid.ok_or(io::ErrorKind::NotFound)?, Signal::TERM)?)
    }

    /// Waits until the program has ended and all that it wrote is on the screen.
    ///
    /// # Errors
    ///
    /// If it has not ended in a minute.
    pub fn end(&mut self) -> io::Result<ExitStatus> {
        let (now, wait) = self
            .seen
            .changed
            .wait_timeout_while(self.seen.now(), PATIENCE, |now| !now.over)
            .unwrap_or_else(PoisonError::into_inner);
        if wait.timed_out() {
            return Err(io::Error::new(io::ErrorKind::TimedOut, now.parser.screen().contents()));
        }
        drop(now);
        self.child.wait()
    }
}

impl Drop for Terminal {
    /// Nobody sees any more what the program does.
    fn drop(&mut self) {
        // Either fails only if it has ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Seen {
    /// A waiting test that failed has not changed anything.
    fn now(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads until the other end is closed, which some systems call an error.
    fn read(&self, output: OwnedFd) {
        let (mut output, mut bytes) = (File::from(output), [0; 4096]);
        loop {
            let count = match output.read(&mut bytes) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                count => count.unwrap_or(0),
            };
            let mut now = self.now();
            now.written.extend(&bytes[..count]);
            now.parser.process(&bytes[..count]);
            now.over = count == 0;
            self.changed.notify_all();
            if now.over {
                return;
            }
        }
    }
}

/// A side of a screen that is there: one cell at least.
fn side(cells: u16) -> NonZeroU16 {
    NonZeroU16::new(cells).unwrap_or(NonZeroU16::MIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Terminal {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        Terminal::start(command, (40, 6)).unwrap()
    }

    #[test]
    fn a_program_reads_keys_and_ends_with_its_code() {
        let mut terminal = shell("read line; echo got $line; exit 3");
        assert!(!terminal.raw().unwrap());
        terminal.type_text("seven").unwrap();
        terminal.press(Key::Enter).unwrap();
        terminal.wait_for_text("got seven");
        assert_eq!(terminal.end().unwrap().code(), Some(3));
        assert!(terminal.written().ends_with(b"got seven\r\n"));
    }

    #[test]
    fn a_program_is_told_the_size_and_asked_to_end() {
        let mut terminal =
            shell("trap 'stty size; exit 5' TERM; stty raw -echo; echo ready; while :; do sleep 0.01; done");
        terminal.wait_for_text("ready");
        assert!(terminal.raw().unwrap());
        terminal.resize((30, 4)).unwrap();
        assert_eq!(terminal.screen().size(), (side(4), side(30)));
        terminal.terminate().unwrap();
        assert_eq!(terminal.end().unwrap().code(), Some(5));
        assert!(terminal.screen().contents().contains("4 30"));
        assert!(terminal.raw().unwrap(), "it did not put the terminal back");
    }

    #[test]
    #[should_panic(expected = "no `more` on the screen:\nless")]
    fn waiting_for_what_does_not_come_ends_with_the_program() {
        shell("echo less").wait_for_text("more");
    }

    #[test]
    fn a_program_that_is_not_there_is_an_error() {
        assert!(Terminal::start(Command::new("no-such-program"), (40, 6)).is_err());
    }
}
