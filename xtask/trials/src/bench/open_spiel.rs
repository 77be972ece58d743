//! The bridge to OpenSpiel: a Python process that answers one JSON object a line, see
//! `xtask/trials/open_spiel_bridge.py`.

use std::io::{BufRead, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, anyhow, bail};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::workspace;

/// What to do about a Python without OpenSpiel.
const REMEDY: &str = "install it with `pip install open_spiel` (2.0 or later), in a virtual environment of its own if you \
                      like, and name that Python: --open-spiel PYTHON";

/// OpenSpiel, in a process of its own, which ends with this value.
pub(crate) struct OpenSpiel {
    process: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
    /// The version that answers.
    pub(crate) version: String,
}

/// What the bridge can be asked.
#[derive(Serialize)]
#[serde(tag = "ask", rename_all = "lowercase")]
enum Question<'q> {
    Hello,
    Simulate { game: &'q str, seconds: f64, seed: u32, uct_c: f64 },
    Solve { game: &'q str, depth: Option<u32>, seconds: f64 },
    Begin { game: &'q str, seed: u32, uct_c: f64, solve: bool },
    Play { r#move: usize },
    Think { seconds: f64 },
}

#[derive(Deserialize)]
struct Hello {
    version: String,
}

/// Simulations from the initial state.
#[derive(Deserialize)]
pub(crate) struct Simulated {
    pub(crate) cpu_seconds: f64,
    pub(crate) simulations: u64,
}

/// A search by alpha-beta.
#[derive(Deserialize)]
pub(crate) struct Solved {
    pub(crate) cpu_seconds: f64,
    pub(crate) nodes: u64,
    /// From -1 to 1 for who begins; none if the time was up.
    pub(crate) value: Option<f64>,
}

/// Where a match stands.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Position {
    /// At its end, with what each player gets, from -1 to 1.
    Over { returns: Vec<f64> },
    /// The player whose turn it is, and the legal moves.
    Turn { player: usize, legal: Vec<String> },
}

/// A chosen move, and what it cost.
#[derive(Deserialize)]
pub(crate) struct Thought {
    /// The place of the move among the legal ones.
    pub(crate) r#move: usize,
    pub(crate) seconds: f64,
    pub(crate) cpu_seconds: f64,
}

impl OpenSpiel {
    /// Starts the bridge in this Python.
    pub(crate) fn start(python: &Path) -> anyhow::Result<Self> {
        let shown = python.display();
        let mut process = Command::new(python)
            .arg(workspace::root().join("xtask/trials/open_spiel_bridge.py"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| {
                format!("`{shown}` cannot be started; --open-spiel takes a Python with OpenSpiel")
            })?;
        let (Some(questions), Some(answers)) = (process.stdin.take(), process.stdout.take()) else {
            bail!("`{shown}` has no standard input and output");
        };
        let answers = BufReader::new(answers);
        let mut bridge = Self { process, questions, answers, version: String::new() };
        let hello: Hello =
            bridge.ask(&Question::Hello).with_context(|| format!("`{shown}` has no OpenSpiel; {REMEDY}"))?;
        bridge.version = hello.version;
        Ok(bridge)
    }

    /// Simulations of MCTS from the initial state of a game, for so many seconds.
    pub(crate) fn simulate(&mut self, game: &str, seconds: f64, seed: u32) -> anyhow::Result<Simulated> {
        self.ask(&Question::Simulate { game, seconds, seed, uct_c: Self::UCT_C })
    }

    /// The value of a game by alpha-beta, to a depth or to the end, unless it takes more than so
    /// many seconds.
    pub(crate) fn solve(&mut self, game: &str, depth: Option<u32>, seconds: f64) -> anyhow::Result<Solved> {
        self.ask(&Question::Solve { game, depth, seconds })
    }

    /// Begins a match, in which MCTS is told to prove values or not.
    pub(crate) fn begin(
        &mut self,
        game: &str,
        seed: u32,
        uct_c: f64,
        solve: bool,
    ) -> anyhow::Result<Position> {
        self.ask(&Question::Begin { game, seed, uct_c, solve })
    }

    /// Makes the legal move of this number.
    pub(crate) fn play(&mut self, number: usize) -> anyhow::Result<Position> {
        self.ask(&Question::Play { r#move: number })
    }

    /// Lets MCTS choose a move within so many seconds.
    pub(crate) fn think(&mut self, seconds: f64) -> anyhow::Result<Thought> {
        self.ask(&Question::Think { seconds })
    }

    /// The constant of UCT that OpenSpiel's examples use.
    pub(crate) const UCT_C: f64 = 2.0;

    fn ask<T: DeserializeOwned>(&mut self, question: &Question<'_>) -> anyhow::Result<T> {
        let asked = serde_json::to_string(question)?;
        let ended = || format!("the bridge to OpenSpiel ended at {asked}");
        writeln!(self.questions, "{asked}").with_context(ended)?;
        let mut line = String::new();
        if self.answers.read_line(&mut line).with_context(ended)? == 0 {
            return Err(anyhow!(ended()));
        }
        let answer: serde_json::Value = serde_json::from_str(&line).with_context(|| line.clone())?;
        if let Some(error) = answer.get("error") {
            bail!("OpenSpiel: {}", error.as_str().unwrap_or(&line));
        }
        serde_json::from_value(answer).with_context(|| format!("{asked} was answered by {line}"))
    }
}

impl Drop for OpenSpiel {
    fn drop(&mut self) {
        // If it cannot be ended it has ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_one_line_of_json() {
        let text = |question: Question<'_>| serde_json::to_string(&question).unwrap();
        assert_eq!(text(Question::Hello), r#"{"ask":"hello"}"#);
        assert_eq!(text(Question::Play { r#move: 3 }), r#"{"ask":"play","move":3}"#);
    }

    #[test]
    fn a_position_is_a_turn_or_the_end() {
        let turn = serde_json::from_str(r#"{"player": 1, "legal": ["x0", "x4"]}"#).unwrap();
        assert!(matches!(turn, Position::Turn { player: 1, legal } if legal == ["x0", "x4"]));
        let over = serde_json::from_str(r#"{"returns": [1.0, -1.0]}"#).unwrap();
        assert!(matches!(over, Position::Over { returns } if returns == [1.0, -1.0]));
    }

    #[test]
    fn a_python_that_is_not_there_is_an_error_that_tells_what_is_wanted() {
        let error = OpenSpiel::start(Path::new("no-such-python")).map(|_| ()).unwrap_err();
        assert!(error.to_string().contains("--open-spiel takes a Python with OpenSpiel"), "{error}");
    }
}
