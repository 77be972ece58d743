use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use search::Stop;

use crate::error::Error;

/// The lines of the standard input, which nobody waits for once the stop button is pressed.
pub(super) struct Lines {
    lines: Receiver<io::Result<String>>,
    /// Whether the terminal shows what is typed; else it is shown here, so that the dialogue can be read afterwards.
    shown: bool,
    stop: Stop,
}

/// Bytes of a line that are looked at; more is no move.
const LONGEST: u64 = 1 << 16;

impl Lines {
    /// Begins to read.
    pub(super) fn new(shown: bool, stop: Stop) -> Self {
        let (sender, lines) = mpsc::sync_channel(1);
        // It ends with the input or with the program.
        thread::spawn(move || {
            let mut input = io::stdin().lock();
            while let Some(line) = read(&mut input).transpose() {
                let failed = line.is_err();
                if sender.send(line).is_err() || failed {
                    break;
                }
            }
        });
        Self { lines, shown, stop }
    }

    /// The next line; none at the end of the input, or when the button is pressed.
    pub(super) fn next(&self) -> Result<Option<String>, Error> {
        let mut out = io::stdout().lock();
        write!(out, "> ")?;
        out.flush()?;
        let line = loop {
            match self.lines.recv_timeout(Duration::from_millis(50)) {
                Ok(line) => break Some(line.map_err(|error| Error::about("standard input", error))?),
                Err(RecvTimeoutError::Disconnected) => break None,
                Err(RecvTimeoutError::Timeout) if self.stop.pressed() => break None,
                Err(RecvTimeoutError::Timeout) => {}
            }
        };
        if !self.shown || line.is_none() {
            writeln!(out, "{}", line.as_deref().unwrap_or_default())?;
        }
        Ok(line)
    }
}

/// A line without its end; none at the end of the input.
fn read(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    // What is no text is no move either, and is refused as such.
    Ok(Some(String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_any_way() {
        let mut input: &[u8] = b"one\r\ntwo\n\nlast";
        let mut lines = Vec::new();
        while let Some(line) = read(&mut input).unwrap() {
            lines.push(line);
        }
        assert_eq!(lines, ["one", "two", "", "last"]);
    }

    #[test]
    fn a_line_that_is_no_text_is_read_all_the_same() {
        let mut input: &[u8] = b"\xff\xfe\n";
        assert!(read(&mut input).unwrap().is_some());
        assert_eq!(read(&mut input).unwrap(), None);
    }
}
