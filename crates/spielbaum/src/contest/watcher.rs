use std::io::{self, IsTerminal};
use std::time::Duration;

use game::{Game, Rules, RulesState};
use ggp::{Event, Master};
use indicatif::{ProgressBar, ProgressStyle};
use view::Render;

use crate::output;

/// Tells people how a match goes, on the standard error: a line a ply, and on a terminal the board as well,
/// and how much of the clock is gone.
pub(super) struct Watcher<'w> {
    rules: &'w Rules,
    /// Who plays each role.
    players: Vec<&'w str>,
    clocks: Clocks,
    boards: bool,
    bar: ProgressBar,
    /// The ply that is being played, from 1.
    ply: Option<usize>,
    /// What is to be told of each role's move.
    remarks: Vec<Option<String>>,
    /// For every ply, which roles had more than one legal move.
    choices: Vec<Vec<bool>>,
}

/// How much time there is for what.
struct Clocks {
    preview: Duration,
    start: Duration,
    play: Duration,
}

impl<'w> Watcher<'w> {
    /// Watches a match between these players.
    pub(super) fn new(master: &Master<'w>, players: Vec<&'w str>) -> Self {
        output::note(format_args!(
            "\n{}: {}, {} s to prepare, {} s a move",
            master.id,
            players.join(" - "),
            master.start_clock.as_secs(),
            master.play_clock.as_secs()
        ));
        Self {
            rules: master.rules,
            remarks: vec![None; players.len()],
            players,
            clocks: Clocks {
                preview: master.preview_clock.unwrap_or_default(),
                start: master.start_clock,
                play: master.play_clock,
            },
            boards: io::stderr().is_terminal(),
            bar: ProgressBar::hidden(),
            ply: None,
            choices: Vec::new(),
        }
    }

    /// For every ply, which roles had more than one legal move.
    pub(super) fn choices(self) -> Vec<Vec<bool>> {
        self.choices
    }

    /// Takes note of what has happened.
    pub(super) fn see(&mut self, event: &Event<'_>) {
        match *event {
            Event::Previewing => self.wait("the rules are shown", self.clocks.preview),
            Event::Starting => self.wait("the players prepare", self.clocks.start),
            Event::Ready { role, time } => {
                self.tell(&format!("{} is ready after {}", self.who(role), seconds(time)));
            }
            Event::Unready { role, answer, .. } => {
                self.tell(&format!(
                    "{} is not ready: it answers `{answer}`; it is asked for moves all the same",
                    self.who(role)
                ));
            }
            Event::State { ply, state } => {
                self.remarks.fill(None);
                self.ply = (!self.rules.terminal(state)).then_some(ply + 1);
                if self.boards {
                    self.tell(&format!("{}\n", self.rules.render(state)));
                }
                if let Some(ply) = self.ply {
                    self.choices.push(self.choosing(state));
                    self.wait(&format!("ply {ply}"), self.clocks.play);
                }
            }
            Event::Answered { role, time, .. } => self.remarks[role] = Some(format!(" {}", seconds(time))),
            Event::PlayerError { role, error, cause } => {
                let error = if error.is_empty() { cause.to_owned() } else { format!("{error}, {cause}") };
                if self.ply.is_some() {
                    self.remarks[role] = Some(format!(" at random: {error}"));
                } else {
                    self.tell(&format!("{}: {error}", self.who(role)));
                }
            }
            Event::Moved { joint_move } => {
                if let Some(ply) = self.ply {
                    self.tell(&format!("{ply}. {}", self.line(joint_move)));
                }
            }
            Event::Over { goals } => {
                self.bar.finish_and_clear();
                match goals {
                    Some(goals) => {
                        let goals =
                            goals.iter().enumerate().map(|(role, goal)| format!("{} {goal}", self.who(role)));
                        output::note(format_args!("over: {}", goals.collect::<Vec<_>>().join(", ")));
                    }
                    None => output::note("over: the rules do not give every role a unique goal"),
                }
            }
            Event::Aborted => {
                self.bar.finish_and_clear();
                output::note("the match is aborted");
            }
        }
    }

    /// Which roles have more than one legal move.
    fn choosing(&self, state: &RulesState) -> Vec<bool> {
        let mut legal = Vec::new();
        let mut chooses = |role| {
            self.rules.legal(state, role, &mut legal);
            legal.len() > 1
        };
        (0..self.players.len()).map(&mut chooses).collect()
    }

    /// What everybody did.
    fn line(&self, joint_move: &[String]) -> String {
        let moves = joint_move.iter().zip(&self.remarks).enumerate().map(|(role, (mov, remark))| {
            let remark = remark.as_deref().unwrap_or_default();
            format!("{} {mov}{remark}", self.rules.notation().role_name(role))
        });
        moves.collect::<Vec<_>>().join("; ")
    }

    /// A role and who plays it.
    fn who(&self, role: usize) -> String {
        format!("{} ({})", self.rules.notation().role_name(role), self.players[role])
    }

    /// Shows from now on how long has been waited, and how long may be.
    fn wait(&mut self, what: &str, clock: Duration) {
        self.bar.finish_and_clear();
        let template = format!("{{spinner}} {what}: {{elapsed}} of {}s", clock.as_secs());
        self.bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template(&template) {
            self.bar.set_style(style);
        }
        self.bar.enable_steady_tick(Duration::from_millis(100));
    }

    fn tell(&self, text: &str) {
        self.bar.suspend(|| output::note(text));
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}
