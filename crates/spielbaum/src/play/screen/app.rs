//! What happens on the screen: who thinks, what is typed, what is asked.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread::Scope;
use std::time::Duration;

use search::SearchError;
use view::{Menu, Render};

use super::help::HELP;
use super::keys::{Action, Mode};
use super::view::ShownText;
use crate::error::Error;
use crate::interrupt::INTERRUPTED;
use crate::play::session::{Thought, Turn};
use crate::play::table::Table;
use crate::play::task::Task;
use crate::play::text;
use crate::play::thinker::{Thinker, Thinking};
use crate::play::{HINT_TIME, SOLVING_TIME};

/// A strategy that answers within this time is not seen thinking.
const BLINK: Duration = Duration::from_millis(30);

/// The table as somebody sits at it.
pub(super) struct App<'t, 'scope, 'env, G: Render> {
    pub(super) table: &'t mut Table<'env, G>,
    thinker: Thinker<'scope, 'env, G>,
    pub(super) thinking: Option<(Purpose, Thinking<'scope, 'env, G>)>,
    /// The search for why the position is won or lost.
    pub(super) explaining: Option<Task<'scope, String>>,
    /// The present state, drawn.
    pub(super) board: String,
    /// The part of it that is seen, if it is large.
    pub(super) part: usize,
    /// The moves of the person whose turn it is.
    pub(super) menu: Menu,
    /// What is typed of a move.
    pub(super) typed: Option<String>,
    /// The place in the list of moves that fit what is typed.
    pub(super) selected: usize,
    pub(super) question: Option<Question>,
    /// A text that is shown until the next key.
    pub(super) text: Option<ShownText>,
    /// What was last said, until the next key.
    pub(super) notice: Option<String>,
    /// The last hint, or the exact values, until the game goes on.
    pub(super) advice: Option<Advice<G::Move>>,
    /// Whether the strategy whose turn it is could not decide, so that it is of no use to ask again.
    stuck: bool,
    /// Plies since the beginning that are in a file.
    saved: usize,
    pub(super) colours: bool,
}

/// What a strategy thinks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Move,
    Hint,
    /// Exact values.
    Values,
}

/// What somebody was told who asked.
#[derive(Clone, Debug)]
pub(super) struct Advice<M> {
    /// What it is, and whose.
    pub(super) title: String,
    pub(super) thought: Thought<M>,
    /// Whether the position was solved; else a strategy gave a hint.
    pub(super) exact: bool,
}

/// What somebody is asked.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Question {
    /// Where to save the game, as far as it is typed.
    SaveAs(String),
    /// What to load.
    Load(String),
    /// Whether a file that is there may be written over.
    Overwrite(PathBuf),
    /// Whether to leave a game that is not saved.
    Quit,
    /// Whether to begin again.
    New,
}

impl<'t, 'scope, 'env, G: Render> App<'t, 'scope, 'env, G> {
    pub(super) fn new(
        table: &'t mut Table<'env, G>,
        scope: &'scope Scope<'scope, 'env>,
        colours: bool,
    ) -> Self {
        let thinker = Thinker::new(scope, table.session.game.roles());
        let saved = table.session.plies().len();
        let mut app = Self {
            table,
            thinker,
            thinking: None,
            explaining: None,
            board: String::new(),
            part: 0,
            menu: Menu::of_names(Vec::new()),
            typed: None,
            selected: 0,
            question: None,
            text: None,
            notice: None,
            advice: None,
            stuck: false,
            saved,
            colours,
        };
        app.arrive();
        app
    }

    /// Looks at the present state anew.
    fn arrive(&mut self) {
        self.board = self.table.session.board();
        let session = &self.table.session;
        self.menu = match session.turn() {
            Turn::Person(role) => session.menu(role),
            _ => Menu::of_names(Vec::new()),
        };
        (self.typed, self.selected, self.advice, self.stuck) = (None, 0, None, false);
    }

    /// Does what there is to do without anybody's asking.
    pub(super) fn go_on(&mut self) -> Result<(), Error> {
        if self.thinking.as_ref().is_some_and(|(_, thinking)| thinking.task.wait(Duration::ZERO)) {
            self.take_over();
        }
        if let Some(task) = self.explaining.take_if(|task| task.wait(Duration::ZERO)) {
            self.text = Some(ShownText { title: "Why", text: task.end() });
        }
        if self.thinking.is_some() || self.explaining.is_some() {
            return Ok(());
        }
        if self.table.go_over() {
            self.thinker.forget();
        }
        match self.table.session.turn() {
            Turn::Nobody => {
                self.table.session.advance();
                if let Some(fault) = self.table.session.fault() {
                    return Err(fault.into());
                }
                self.arrive();
            }
            Turn::Strategy(role) if !self.stuck => {
                let Some(spec) = self.table.session.seats[role].spec().cloned() else { return Ok(()) };
                let thinking = self.thinker.decide(&self.table.session, role, &spec)?;
                let quick = thinking.task.wait(BLINK);
                self.thinking = Some((Purpose::Move, thinking));
                if quick {
                    self.take_over();
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Takes over what a strategy has found.
    fn take_over(&mut self) {
        let Some((purpose, thinking)) = self.thinking.take() else { return };
        let found: Result<_, SearchError> = match purpose {
            Purpose::Move => self.thinker.finish(thinking),
            Purpose::Hint | Purpose::Values => thinking.advice(),
        };
        match (purpose, found) {
            (Purpose::Move, Ok(thought)) => self.table.session.decide(thought),
            (purpose, Ok(thought)) => self.advised(thought, purpose == Purpose::Values),
            (purpose, Err(why)) => {
                self.stuck = purpose == Purpose::Move;
                self.notice = Some(why.to_string());
            }
        }
    }

    /// Keeps a hint, or exact values, if any were found.
    fn advised(&mut self, thought: Thought<G::Move>, exact: bool) {
        if exact && let Some(unsolved) = text::unsolved(&thought) {
            self.notice = Some(unsolved);
            return;
        }
        self.select(&thought);
        let title = if exact {
            text::exact(self.table.tablebase.as_ref())
        } else {
            format!("hint: {}", self.table.hint)
        };
        self.advice = Some(Advice { title, thought, exact });
    }

    /// Puts the marker on the move of a hint.
    fn select(&mut self, thought: &Thought<G::Move>) {
        let name = self.table.session.game.notation().move_name(thought.decision.mov);
        let index = self.menu.entries().iter().position(|entry| entry.name == name);
        (self.typed, self.selected) = (None, index.unwrap_or(self.selected));
    }

    /// Whether nothing happens until a key is pressed or a strategy has thought.
    pub(super) fn idle(&self) -> bool {
        let turn = self.table.session.turn();
        self.thinking.is_some()
            || self.explaining.is_some()
            || self.stuck
            || matches!(turn, Turn::Person(_) | Turn::Over)
    }

    /// Ends what is done in vain.
    pub(super) fn stop_thinking(&mut self) {
        if let Some((_, thinking)) = self.thinking.take() {
            thinking.task.give_up();
        }
        if let Some(task) = self.explaining.take() {
            task.give_up();
        }
    }

    pub(super) fn mode(&self) -> Mode {
        match &self.question {
            _ if self.text.is_some() => Mode::Read,
            Some(Question::SaveAs(_) | Question::Load(_)) => Mode::Ask,
            Some(_) => Mode::Confirm,
            None if self.thinking.is_some() || self.explaining.is_some() => Mode::Wait,
            None if self.typed.is_some() => Mode::Type,
            None => Mode::Choose,
        }
    }

    /// The moves that fit what is typed.
    pub(super) fn matching(&self) -> Vec<usize> {
        self.menu.matching(self.typed.as_deref().unwrap_or_default())
    }

    /// Does what a key asks for. Gives the exit code if that is the end.
    pub(super) fn act(&mut self, action: Action) -> Result<Option<ExitCode>, Error> {
        self.notice = None;
        match action {
            Action::Interrupt => return Ok(Some(ExitCode::from(INTERRUPTED))),
            Action::Accept => return self.accept(),
            Action::Cancel => self.cancel(),
            Action::Step(by) => self.go_to(self.selected.saturating_add_signed(by)),
            Action::First => self.go_to(0),
            Action::Last => self.go_to(usize::MAX),
            Action::Begin => self.edit(|_| {}),
            Action::Insert(c) => self.edit(|text| text.push(c)),
            Action::Erase => self.erase(),
            Action::Complete => self.complete(),
            Action::Now => {
                if let Some((_, thinking)) = &self.thinking {
                    thinking.task.stop.press();
                }
                if let Some(task) = &self.explaining {
                    task.stop.press();
                }
            }
            Action::Hint => self.ask_for(Purpose::Hint)?,
            Action::Values => self.ask_for(Purpose::Values)?,
            Action::Why if self.table.session.viewer().is_some() => {
                self.notice = Some(text::WHY_HIDDEN.to_owned());
            }
            Action::Why => {
                self.explaining = Some(self.thinker.explain(&self.table.session, self.table.why)?);
            }
            Action::Uncover => match self.table.session.uncover() {
                Ok(()) => self.board = self.table.session.board(),
                Err(why) => self.notice = Some(why.to_owned()),
            },
            Action::Undo => self.undo(),
            Action::Save => self.question = Some(Question::SaveAs(String::new())),
            Action::Load => self.question = Some(Question::Load(String::new())),
            Action::New if self.unsaved() => self.question = Some(Question::New),
            Action::New => self.renew(),
            Action::Quit if self.unsaved() => self.question = Some(Question::Quit),
            Action::Quit => return Ok(Some(ExitCode::SUCCESS)),
            Action::Help => self.text = Some(ShownText { title: "Help", text: HELP.to_owned() }),
            Action::Part(by) => self.part = self.part.saturating_add_signed(by),
        }
        Ok(None)
    }

    /// Whether moves would be lost with the game.
    fn unsaved(&self) -> bool {
        let session = &self.table.session;
        session.turn() != Turn::Over && session.plies().len() > self.saved
    }

    fn accept(&mut self) -> Result<Option<ExitCode>, Error> {
        match self.question.take() {
            None => self.play(),
            Some(Question::Quit) => return Ok(Some(ExitCode::SUCCESS)),
            Some(Question::New) => self.renew(),
            Some(Question::Overwrite(path)) => self.save(&path),
            Some(Question::SaveAs(name) | Question::Load(name)) if name.trim().is_empty() => {}
            Some(Question::SaveAs(name)) => {
                let path = PathBuf::from(name.trim());
                if path.is_file() {
                    self.question = Some(Question::Overwrite(path));
                } else {
                    self.save(&path);
                }
            }
            Some(Question::Load(name)) => {
                self.stop_thinking();
                match self.table.load(Path::new(name.trim())) {
                    Ok(()) => {
                        self.saved = self.table.session.plies().len();
                        self.again();
                    }
                    Err(why) => self.notice = Some(why.to_string()),
                }
            }
        }
        Ok(None)
    }

    fn cancel(&mut self) {
        if self.text.take().is_some() {
            return;
        }
        if self.question.is_some() {
            self.question = None;
        } else if self.explaining.is_some()
            || matches!(&self.thinking, Some((Purpose::Hint | Purpose::Values, _)))
        {
            self.stop_thinking();
        } else {
            (self.typed, self.selected) = (None, 0);
        }
    }

    fn go_to(&mut self, index: usize) {
        self.selected = index.min(self.matching().len().saturating_sub(1));
    }

    /// Changes what is being typed.
    fn edit(&mut self, change: impl FnOnce(&mut String)) {
        match &mut self.question {
            Some(Question::SaveAs(text) | Question::Load(text)) => change(text),
            _ if self.menu.entries().is_empty() => {}
            _ => {
                change(self.typed.get_or_insert_default());
                self.selected = 0;
                // An exact name or number comes before what it is the beginning of.
                let typed = self.typed.as_deref().unwrap_or_default();
                if let Ok(found) = self.menu.find(typed) {
                    self.selected = self.matching().iter().position(|&index| index == found).unwrap_or(0);
                }
            }
        }
    }

    fn erase(&mut self) {
        if self.question.is_none() && self.typed.as_deref().is_some_and(str::is_empty) {
            self.typed = None;
        } else {
            self.edit(|text| {
                text.pop();
            });
        }
    }

    fn complete(&mut self) {
        if let Some(completed) = self.menu.complete(self.typed.as_deref().unwrap_or_default()) {
            self.edit(|text| *text = completed);
        }
    }

    /// Plays the selected move.
    fn play(&mut self) {
        let Turn::Person(role) = self.table.session.turn() else { return };
        match self.matching().get(self.selected) {
            Some(&index) => {
                self.table.session.choose(role, index);
                self.arrive();
            }
            None => {
                let typed = self.typed.as_deref().unwrap_or_default();
                self.notice = Some(format!("no legal move is called `{typed}`; Esc clears it"));
            }
        }
    }

    /// Has somebody think about the move of the person whose turn it is.
    fn ask_for(&mut self, purpose: Purpose) -> Result<(), Error> {
        let Turn::Person(role) = self.table.session.turn() else {
            self.notice = Some("there is nothing to choose".to_owned());
            return Ok(());
        };
        let Table { session, hint, tablebase, .. } = &*self.table;
        let thinking = match purpose {
            Purpose::Values => self.thinker.solve(session, role, tablebase.as_ref(), SOLVING_TIME)?,
            Purpose::Move | Purpose::Hint => self.thinker.advise(session, role, hint, HINT_TIME)?,
        };
        self.thinking = Some((purpose, thinking));
        Ok(())
    }

    fn undo(&mut self) {
        self.stop_thinking();
        if self.table.session.undo() {
            self.saved = self.saved.min(self.table.session.plies().len());
            self.again();
        } else {
            self.notice = Some("there is nothing to take back".to_owned());
        }
    }

    fn renew(&mut self) {
        self.stop_thinking();
        self.table.renew();
        self.saved = 0;
        self.again();
    }

    /// Goes on from another state than the strategies know.
    fn again(&mut self) {
        self.thinker.forget();
        self.arrive();
    }

    fn save(&mut self, path: &Path) {
        self.notice = Some(match self.table.save(path) {
            Ok(()) => {
                self.saved = self.table.session.plies().len();
                format!("saved to {}", path.display())
            }
            Err(why) => format!("not saved: {why}"),
        });
    }
}

#[cfg(test)]
mod tests;
