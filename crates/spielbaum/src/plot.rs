//! Pictures of tournaments and counts, as SVG or PNG.

mod budget;
mod canvas;
#[cfg(feature = "png")]
mod png;
mod ratings;
mod states;
mod sweep;
mod text;
mod win_rates;

use std::io::Write as _;
use std::path::Path;

use arena::{Schedule, Table};
use clap::ValueEnum;
use game::replace_file;

use crate::error::Error;
use canvas::{Canvas, Figure};

pub(crate) use canvas::Size;

/// What a picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlotKind {
    /// How often each player wins against each, the first player down, the second across
    WinRates,
    /// Every player's Elo with its 95 % interval
    Ratings,
    /// The score of players that differ in one number, such as their playouts, against that number
    Budget,
}

/// How a picture is written to a file, which the file's ending says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Svg,
    Png,
}

impl Format {
    /// The one that a file's name asks for.
    pub(crate) fn of(path: &Path) -> Result<Self, Error> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        match ending.as_deref() {
            Some("svg") => Ok(Self::Svg),
            Some("png") => Ok(Self::Png),
            _ => Err(Error::Usage(format!(
                "`{}` names no kind of picture; end it in .svg or .png",
                path.display()
            ))),
        }
    }
}

/// Draws a tournament's table as SVG.
pub(crate) fn svg(table: &Table, kind: PlotKind, size: Size) -> Result<String, Error> {
    if table.pairings.iter().all(|pairing| pairing.games == 0) {
        let remedy = match table.schedule {
            Schedule::Rotation { .. } => "",
            _ => "; `spielbaum arena --resume ID` goes on with it",
        };
        return Err(Error::Fault(format!(
            "no game of this tournament has been played yet, there is nothing to draw{remedy}"
        )));
    }
    let figure: Box<dyn Figure + '_> = match kind {
        PlotKind::WinRates => Box::new(win_rates::WinRates::of(table)?),
        PlotKind::Ratings => Box::new(ratings::Ratings::of(table)?),
        PlotKind::Budget => Box::new(budget::Budget::of(table)?),
    };
    Canvas::for_figure(figure.as_ref(), size)?.draw(figure.as_ref())
}

/// Draws how many states a game has at each ply, as SVG.
pub(crate) fn states(game: &str, by_ply: &[f64], size: Size) -> Result<String, Error> {
    let figure = states::States::new(game, by_ply);
    Canvas::for_figure(&figure, size)?.draw(&figure)
}

/// Writes a picture to a file.
pub(crate) fn save(svg: &str, format: Format, path: &Path) -> Result<(), Error> {
    let bytes = match format {
        Format::Svg => svg.as_bytes().to_vec(),
        #[cfg(feature = "png")]
        Format::Png => png::render(svg)?,
        #[cfg(not(feature = "png"))]
        Format::Png => return Err(crate::absent::feature("png")),
    };
    replace_file(path, |out| out.write_all(&bytes)).map_err(|error| Error::about(path.display(), error))
}

/// How many games of a tournament there are, which every picture says.
fn games(table: &Table) -> String {
    let played: u64 = table.pairings.iter().map(|pairing| pairing.games).sum();
    let of = if table.interrupted { format!(" of {}, interrupted", table.planned()) } else { String::new() };
    let adjudicated: u64 = table.pairings.iter().map(|pairing| pairing.adjudicated).sum();
    let ended = if adjudicated > 0 {
        format!(", {adjudicated} {}", table.schedule.pointless())
    } else {
        String::new()
    };
    format!("{}: {played} games{of}{ended}, seed {}", table.game, table.seed)
}

#[cfg(all(test, feature = "png"))]
mod tests;
