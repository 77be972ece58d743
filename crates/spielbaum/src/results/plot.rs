use std::path::{Path, PathBuf};

use arena::Store;

use crate::error::Error;
use crate::output;
use crate::plot::{self, Format, PlotKind, Size};

/// Draw a tournament as SVG or PNG
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  spielbaum results plot 3 --out win-rates.svg
  spielbaum results plot 3 --kind ratings --out ratings.png --width 800
  spielbaum results plot 4 --kind budget --out sweep.svg")]
pub(crate) struct Arguments {
    /// The number of a tournament, see `spielbaum results`
    #[arg(value_parser = super::tournament)]
    id: i64,
    /// What to draw
    #[arg(long, value_enum, default_value_t = PlotKind::WinRates)]
    kind: PlotKind,
    /// The file to write, whose ending says what it is to be
    #[arg(long, value_name = "FILE.svg|FILE.png")]
    out: PathBuf,
    #[command(flatten)]
    size: Size,
}

impl Arguments {
    /// The file to write.
    pub(super) fn out(&self) -> &Path {
        &self.out
    }
}

pub(crate) fn run(arguments: &Arguments, store: &Store) -> Result<(), Error> {
    let format = Format::of(&arguments.out)?;
    let table = super::read_table(store, arguments.id)?;
    let svg = plot::svg(&table, arguments.kind, arguments.size)?;
    plot::save(&svg, format, &arguments.out)?;
    output::note(format_args!("drawn in {}", arguments.out.display()));
    Ok(())
}
