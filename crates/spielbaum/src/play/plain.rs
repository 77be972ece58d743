//! The dialogue of lines: for pipes, scripts and terminals that can do no more.

mod command;
mod lines;

use std::io::{self, IsTerminal};
use std::path::Path;
use std::process::ExitCode;
use std::thread::Scope;
use std::time::Duration;

use comfy_table::CellAlignment;
use search::{Spec, Stop, grouped};
use view::{Menu, Render};

use super::seats::Seat;
use super::session::{Thought, Turn};
use super::table::Table;
use super::text;
use super::thinker::{Thinker, Thinking};
use super::{HINT_TIME, SOLVING_TIME};
use crate::decision;
use crate::error::Error;
use crate::interrupt::{INTERRUPTED, end_soon_on_interrupt};
use crate::output;
use command::{Command, HELP};
use lines::Lines;

/// What is said to a move after the end.
const OVER: &str = "the game is over; `undo`, `new`, `load FILE`, `save FILE` or `quit`";

/// Columns of the list of moves are made to fit so many characters.
const WIDTH: usize = 80;

/// After this time who waits is told how far a search is, and again after twice the time.
const REMINDER: Duration = Duration::from_secs(2);

/// Plays until the input ends.
pub(super) fn run<'scope, 'env, G: Render>(
    table: &mut Table<'env, G>,
    scope: &'scope Scope<'scope, 'env>,
) -> Result<ExitCode, Error> {
    let stop = Stop::default();
    end_soon_on_interrupt(stop.clone(), || ())?;
    let roles = table.session.game.roles();
    let lines = Lines::new(io::stdin().is_terminal(), stop.clone());
    let told = vec![0; roles];
    let mut dialogue = Dialogue { table, thinker: Thinker::new(scope, roles), lines, stop, told };
    dialogue.greet()?;
    let end = dialogue.play()?;
    output::remark(dialogue.table.session.remark().as_deref());
    Ok(end)
}

struct Dialogue<'t, 'scope, 'env, G: Render> {
    table: &'t mut Table<'env, G>,
    thinker: Thinker<'scope, 'env, G>,
    lines: Lines,
    stop: Stop,
    /// Of how many plies each role was told what it did and saw, in a game that hides something.
    told: Vec<usize>,
}

/// Whether the dialogue goes on.
enum Answer {
    Go,
    Leave(ExitCode),
}

impl<'env, G: Render> Dialogue<'_, '_, 'env, G> {
    fn greet(&mut self) -> Result<(), Error> {
        let session = &self.table.session;
        let (name, seed) = (&self.table.identity.name, session.seed);
        output::line(format_args!("{name}  {}  (seed {seed})", text::players(session)))?;
        self.tell_observations()?;
        self.show()
    }

    /// The board, and how the game ended if it did.
    fn show(&mut self) -> Result<(), Error> {
        let session = &mut self.table.session;
        let board = session.board();
        output::line(format_args!("\n{board}"))?;
        if let Some(result) = text::result(session) {
            output::line(format_args!("\nover: {result}"))?;
        }
        Ok(())
    }

    fn play(&mut self) -> Result<ExitCode, Error> {
        loop {
            if self.table.go_over() {
                self.thinker.forget();
            }
            let answer = match self.table.session.turn() {
                Turn::Nobody => self.advance()?,
                Turn::Strategy(role) => self.think(role)?,
                Turn::Person(role) => {
                    let menu = self.table.session.menu(role);
                    self.list(&menu, role)?;
                    self.ask(Some((role, &menu)))?
                }
                Turn::Over if !self.table.session.seats.contains(&Seat::Person) => {
                    Answer::Leave(ExitCode::SUCCESS)
                }
                Turn::Over => self.ask(None)?,
            };
            if let Answer::Leave(code) = answer {
                return Ok(code);
            }
        }
    }

    fn advance(&mut self) -> Result<Answer, Error> {
        let session = &mut self.table.session;
        session.advance();
        if let Some(fault) = session.fault() {
            return Err(fault.into());
        }
        let ply = session.plies().len();
        if session.viewer().is_some() {
            self.tell_observations()?;
        } else if session.is_covered() {
            // The game is over.
            self.tell_everything()?;
        } else {
            output::line(format_args!("\nply {ply}: {}", text::joint(session, ply - 1)))?;
        }
        self.show()?;
        Ok(if self.stop.pressed() { self.interrupted() } else { Answer::Go })
    }

    /// Tells whose knowledge is shown what it did and saw since it was told so last.
    fn tell_observations(&mut self) -> Result<(), Error> {
        let session = &self.table.session;
        let Some(role) = session.viewer() else { return Ok(()) };
        let name = session.game.notation().role_name(role);
        for ply in self.told[role]..session.plies().len() {
            let observed = text::observed(session, role, ply).join(", ");
            output::line(format_args!("\nply {}: {name} {observed}", ply + 1))?;
        }
        self.told[role] = session.plies().len();
        Ok(())
    }

    /// Tells all moves of the game, and what was thought of them.
    fn tell_everything(&self) -> Result<(), Error> {
        let session = &self.table.session;
        output::line("\nall moves of the game:")?;
        (0..session.plies().len()).try_for_each(|ply| {
            output::line(format_args!("ply {}: {}", ply + 1, text::joint_with_worth(session, ply)))
        })
    }

    /// Lists the moves of a role in columns.
    fn list(&self, menu: &Menu, role: usize) -> Result<(), Error> {
        let entries = menu.entries().iter().map(|entry| format!("{:>3} {}", entry.number, entry.name));
        let entries: Vec<String> = entries.collect();
        let width = entries.iter().map(|entry| entry.chars().count()).max().unwrap_or(0) + 2;
        output::line(format_args!("\n{} chooses:", self.table.session.game.notation().role_name(role)))?;
        for row in entries.chunks((WIDTH / width).max(1)) {
            let row: String = row.iter().map(|entry| format!("{entry:<width$}")).collect();
            output::line(row.trim_end())?;
        }
        Ok(())
    }

    /// Reads lines until one of them changes something.
    fn ask(&mut self, choice: Option<(usize, &Menu)>) -> Result<Answer, Error> {
        loop {
            let Some(line) = self.lines.next()? else {
                return Ok(if self.stop.pressed() { self.interrupted() } else { self.leave() });
            };
            let command = match Command::read(&line) {
                Ok(command) => command,
                Err(why) => {
                    output::note(why);
                    continue;
                }
            };
            match command {
                Command::Move(typed) => match choice {
                    None => output::note(OVER),
                    Some((role, menu)) => match menu.find(&typed) {
                        Ok(index) => {
                            self.table.session.choose(role, index);
                            return Ok(Answer::Go);
                        }
                        Err(why) => output::note(format_args!(
                            "{why}; give a number from the list, a move, or `help`"
                        )),
                    },
                },
                Command::Show => {
                    self.show()?;
                    return Ok(Answer::Go);
                }
                Command::Undo if self.table.session.undo() => return self.again(),
                Command::Undo => output::note("there is nothing to take back"),
                Command::New => {
                    self.table.renew();
                    self.told.fill(0);
                    return self.again();
                }
                Command::Load(path) => match self.table.load(Path::new(&path)) {
                    Ok(()) => {
                        self.told.fill(0);
                        return self.again();
                    }
                    Err(why) => output::note(why),
                },
                Command::Save(path) => self.save(Path::new(&path))?,
                Command::Hint(spec) => match choice {
                    None => output::note("the game is over; there is nothing to choose"),
                    Some((role, _)) => self.hint(role, spec)?,
                },
                Command::Values => match choice {
                    None => output::note("the game is over; there is nothing to choose"),
                    Some((role, _)) => self.exact_values(role)?,
                },
                Command::Uncover => match self.table.session.uncover() {
                    Ok(()) => {
                        if self.table.session.uncovered {
                            self.tell_everything()?;
                        }
                        self.show()?;
                        return Ok(Answer::Go);
                    }
                    Err(why) => output::note(why),
                },
                Command::Why if self.table.session.viewer().is_some() => output::note(text::WHY_HIDDEN),
                Command::Why => self.explain()?,
                Command::Help => output::line(HELP)?,
                Command::Quit => return Ok(self.leave()),
            }
            if self.stop.pressed() {
                return Ok(self.interrupted());
            }
        }
    }

    /// Goes on from another state than the strategies know.
    fn again(&mut self) -> Result<Answer, Error> {
        self.thinker.forget();
        let plies = self.table.session.plies().len();
        self.told.iter_mut().for_each(|told| *told = plies.min(*told));
        self.tell_observations()?;
        self.show()?;
        Ok(Answer::Go)
    }

    fn save(&mut self, path: &Path) -> Result<(), Error> {
        if path.is_file() {
            output::note(format_args!("{} is there already; write over it? (yes or no)", path.display()));
            let answer = self.lines.next()?;
            if !answer.is_some_and(|answer| matches!(answer.trim(), "y" | "yes")) {
                output::note("not saved");
                return Ok(());
            }
        }
        match self.table.save(path) {
            Ok(()) => output::line(format_args!("saved to {}", path.display())),
            Err(why) => {
                output::note(format_args!("not saved: {why}"));
                Ok(())
            }
        }
    }

    /// Lets a strategy move.
    fn think(&mut self, role: usize) -> Result<Answer, Error> {
        let Some(spec) = self.table.session.seats[role].spec().cloned() else { return Ok(Answer::Go) };
        let thinking = self.thinker.decide(&self.table.session, role, &spec)?;
        self.wait(&thinking);
        if self.stop.pressed() {
            thinking.task.give_up();
            return Ok(self.interrupted());
        }
        let thought = self.thinker.finish(thinking)?;
        // What is thought of a state tells what it is.
        if self.table.session.viewer().is_none() {
            output::line("")?;
            self.tell(&thought, "plays")?;
        }
        self.table.session.decide(thought);
        Ok(Answer::Go)
    }

    /// Lets a strategy say what it would do.
    fn hint(&mut self, role: usize, spec: Option<Spec>) -> Result<(), Error> {
        let spec = spec.unwrap_or_else(|| self.table.hint.clone());
        let thinking = self.thinker.advise(&self.table.session, role, &spec, HINT_TIME)?;
        self.wait(&thinking);
        match thinking.advice() {
            Ok(thought) => {
                self.values(&thought)?;
                self.tell(&thought, "should play")?;
                text::doubt(self.table.session.game.roles(), &thought).map_or(Ok(()), output::line)
            }
            Err(why) => {
                output::note(why);
                Ok(())
            }
        }
    }

    /// Says what each move is worth for certain.
    fn exact_values(&mut self, role: usize) -> Result<(), Error> {
        let tablebase = self.table.tablebase.as_ref();
        let thinking = self.thinker.solve(&self.table.session, role, tablebase, SOLVING_TIME)?;
        self.wait(&thinking);
        let thought = match thinking.advice() {
            Ok(thought) => thought,
            Err(why) => {
                output::note(why);
                return Ok(());
            }
        };
        if let Some(unsolved) = text::unsolved(&thought) {
            output::note(unsolved);
            return Ok(());
        }
        self.values(&thought)?;
        match &thought.decision.remark {
            Some(mixed) => {
                let name = self.table.session.game.notation().role_name(role);
                output::line(format_args!("{name} gets {mixed}"))
            }
            None => self.tell(&thought, "should play"),
        }
    }

    /// Says why the position is won or lost.
    fn explain(&mut self) -> Result<(), Error> {
        let task = self.thinker.explain(&self.table.session, self.table.why)?;
        while !task.wait(Duration::from_millis(100)) {
            if self.stop.pressed() {
                task.stop.press();
            }
        }
        output::line(task.end())
    }

    /// Waits for the end of a search, and says now and then how far it is, if somebody reads it: in lines
    /// that stay as they are, which a screen reader says once.
    fn wait(&self, thinking: &Thinking<'_, 'env, G>) {
        let read = io::stderr().is_terminal();
        let mut reminder = REMINDER;
        while !thinking.task.wait(Duration::from_millis(100)) {
            let passed = thinking.task.started.elapsed();
            if read && passed >= reminder {
                let session = &self.table.session;
                let name = session.game.notation().role_name(thinking.role);
                let latest = thinking.progress.latest();
                if session.viewer().is_some_and(|viewer| viewer != thinking.role) {
                    output::note(format_args!("others think: {} s", passed.as_secs()));
                } else {
                    output::note(format_args!(
                        "{name} thinks: {} s, {} nodes, {} playouts",
                        passed.as_secs(),
                        grouped(&latest.nodes),
                        grouped(&latest.playouts)
                    ));
                }
                reminder *= 2;
            }
            if self.stop.pressed() {
                thinking.task.stop.press();
            }
        }
    }

    /// Says what a strategy decided, and why.
    fn tell(&self, thought: &Thought<G::Move>, verb: &str) -> Result<(), Error> {
        let game = self.table.session.game;
        let name = game.notation().role_name(thought.role);
        let mov = game.notation().move_name(thought.decision.mov);
        let worth = text::worth(thought).map(|worth| format!(", {worth}")).unwrap_or_default();
        output::line(format_args!("{name} {verb} {mov}{worth}"))?;
        if let Some(expected) = &thought.expected {
            output::line(expected)?;
        }
        Ok(())
    }

    /// Lists the value of each move.
    fn values(&self, thought: &Thought<G::Move>) -> Result<(), Error> {
        if thought.decision.moves.iter().all(|estimate| estimate.value.is_none() && !estimate.proven) {
            return Ok(());
        }
        // What is looked up or solved has no visits.
        let visited = thought.decision.moves.iter().any(|estimate| estimate.visits > 0);
        let header = ["move", "value", "visits"];
        let mut rows = output::columns(&header[..if visited { 3 } else { 2 }]);
        for estimate in &thought.decision.moves {
            let name = self.table.session.game.notation().move_name(estimate.mov);
            let value = decision::worth(estimate, &thought.decision.moves).unwrap_or_else(|| "-".to_owned());
            let visits = visited.then(|| estimate.visits.to_string());
            rows.add_row([name, value].into_iter().chain(visits));
        }
        for column in rows.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        output::line(output::trimmed(&rows))
    }

    /// What is said at the end of the input.
    fn leave(&self) -> Answer {
        self.unfinished();
        Answer::Leave(ExitCode::SUCCESS)
    }

    fn interrupted(&self) -> Answer {
        self.unfinished();
        Answer::Leave(ExitCode::from(INTERRUPTED))
    }

    fn unfinished(&self) {
        if let Some(note) = text::unfinished(&self.table.session) {
            output::note(note);
        }
    }
}
