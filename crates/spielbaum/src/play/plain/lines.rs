use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use game::BYTE_ORDER_MARK;
use search::Stop;

use crate::error::Error;
use crate::output;

/// The lines of the standard input, which nobody waits for once the stop button is pressed.
pub(super) struct Lines {
    lines: Receiver<io::Result<Line>>,
    /// Whether the terminal shows what is typed; else it is shown here, so that the dialogue can be
    /// read afterwards.
    shown: bool,
    stop: Stop,
}

/// Bytes of the longest line; more is neither a move nor the name of a file.
const LONGEST: u64 = 1 << 13;

/// A line without its end.
#[derive(Debug, PartialEq, Eq)]
enum Line {
    Text(String),
    /// More than anybody means to say.
    Endless,
}

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
                Ok(Ok(Line::Text(line))) => break Some(line),
                Ok(Ok(Line::Endless)) => {
                    output::note(format_args!("a line of more than {LONGEST} bytes is left out"));
                }
                Ok(Err(error)) => return Err(Error::about("standard input", error)),
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

/// The next line; none at the end of the input.
fn read(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    if input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() as u64 == LONGEST && !bytes.ends_with(b"\n") {
        input.skip_until(b'\n')?;
        return Ok(Some(Line::Endless));
    }
    // What is no text is no move either, and is refused as such.
    let text = String::from_utf8_lossy(&bytes);
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&text);
    Ok(Some(Line::Text(text.trim_end_matches(['\n', '\r']).to_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_any_way() {
        let mut input: &[u8] = "\u{feff}one\r\ntwo\n\nlast".as_bytes();
        let mut lines = Vec::new();
        while let Some(line) = read(&mut input).unwrap() {
            lines.push(line);
        }
        assert_eq!(lines, ["one", "two", "", "last"].map(|line| Line::Text(line.to_owned())));
    }

    #[test]
    fn a_line_without_end_is_left_out_whole() {
        let long = [&[b'5'; 3 * LONGEST as usize][..], b"\nlast"].concat();
        let mut input = long.as_slice();
        assert_eq!(read(&mut input).unwrap(), Some(Line::Endless));
        assert_eq!(read(&mut input).unwrap(), Some(Line::Text("last".to_owned())));
        assert_eq!(read(&mut input).unwrap(), None);
    }

    #[test]
    fn a_line_that_is_no_text_is_read_all_the_same() {
        let mut input: &[u8] = b"\xff\xfe\n";
        assert!(read(&mut input).unwrap().is_some());
        assert_eq!(read(&mut input).unwrap(), None);
    }
}
