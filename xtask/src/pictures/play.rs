use std::path::Path;
use std::process::Command;

use terminal::{Key, Terminal};

use super::{Picture, screen};

/// What is typed to see what the picture shows.
const COMMAND: &str = "spielbaum play connect-four --against 'uct(playouts=4000)' --seed 1";

const ARGUMENTS: [&str; 5] = ["play", "connect-four", "--against", "uct(playouts=4000)", "--seed=1"];

/// The smallest screen that `play` is made for.
const SIZE: (u16, u16) = (80, 24);

/// Our side of the game, by the numbers of the moves.
const MOVES: [&str; 6] = ["4", "4", "3", "5", "3", "5"];

/// A game of Connect Four going on, and what the opponent thought last.
pub(super) fn picture(binary: &Path) -> anyhow::Result<Picture> {
    let mut command = Command::new(binary);
    command.args(ARGUMENTS);
    let mut terminal = Terminal::start(command, SIZE)?;
    terminal.wait_for_text("ply 0  your turn");
    for (round, number) in (1..).zip(MOVES) {
        terminal.type_text(number)?;
        terminal.press(Key::Enter)?;
        terminal.wait_for_text(&format!("ply {}  your turn", 2 * round));
    }
    // The last line is drawn last.
    let screen = terminal.wait_for_text("? help  q quit");
    Ok(Picture { name: "play.svg", svg: screen::svg(&screen, COMMAND) })
}
