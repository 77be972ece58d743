//! The screen: board, moves and thoughts, drawn again twenty times a second.

mod app;
mod help;
mod keys;
mod panel;
mod picture;
mod view;
mod wrap;

use std::env;
use std::process::ExitCode;
use std::thread::Scope;
use std::time::Duration;

use ::view::Render;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event};
use search::Stop;

use self::view::has_room;
use super::table::Table;
use super::text;
use crate::error::Error;
use crate::interrupt::{INTERRUPTED, end_soon_on_interrupt};
use crate::output;
use app::App;
use keys::action;

/// Time between two pictures.
const FRAME: Duration = Duration::from_millis(50);

/// Plays until somebody leaves.
pub(super) fn run<'scope, 'env, G: Render>(
    table: &mut Table<'env, G>,
    scope: &'scope Scope<'scope, 'env>,
) -> Result<ExitCode, Error> {
    let stop = Stop::default();
    end_soon_on_interrupt(stop.clone(), ratatui::restore)?;
    // A panic puts the terminal back as well.
    let mut terminal = ratatui::try_init()
        .map_err(|error| Error::Fault(format!("cannot use the terminal: {error}; try `--plain`")))?;
    let colours = env::var_os("NO_COLOR").is_none_or(|no| no.is_empty());
    let mut app = App::new(table, scope, colours);
    let end = show(&mut app, &mut terminal, &stop);
    app.stop_thinking();
    ratatui::restore();
    drop(app);
    if let Some(result) = text::result(&table.session) {
        output::line(format_args!("over: {result}"))?;
    }
    if let Some(note) = text::unfinished(&table.session) {
        output::note(note);
    }
    output::remark(table.session.game);
    end
}

fn show<G: Render>(
    app: &mut App<'_, '_, '_, G>,
    terminal: &mut DefaultTerminal,
    stop: &Stop,
) -> Result<ExitCode, Error> {
    let lost = |error| Error::about("the terminal", error);
    loop {
        app.go_on()?;
        terminal.draw(|frame| app.view().draw(frame)).map_err(lost)?;
        let seen = has_room(terminal.size().map_err(lost)?);
        let mut patience = if app.idle() { FRAME } else { Duration::ZERO };
        while event::poll(patience).map_err(lost)? {
            if let Event::Key(key) = event::read().map_err(lost)?
                && let Some(action) = action(app.mode(), key)
                && (seen || action.is_blind(app.mode()))
                && let Some(code) = app.act(action)?
            {
                return Ok(code);
            }
            patience = Duration::ZERO;
        }
        if stop.pressed() {
            return Ok(ExitCode::from(INTERRUPTED));
        }
    }
}
