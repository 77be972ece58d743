use arena::{Pairing, Table};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::canvas::{Area, Drawing, FAINT, Figure, GRID, INK, at, faint, plain, upwards, write};
use super::text::{self, BODY, SMALL};
use crate::error::Error;
use crate::labels::Labels;
use crate::standings::{interval, percent};

/// How often each player wins against each, in a game of two roles: a field for each, the darker the more.
pub(super) struct WinRates<'t> {
    table: &'t Table,
    labels: Labels,
}

/// More players than this have the rate alone in their fields.
const DETAILED: i32 = 10;
/// The lengths of a field's sides: at least, with the rate alone, and with all figures.
const FIELDS: [i32; 3] = [30, 42, 84];
/// What the name of the seats and the labels beside them stand off.
const GAP: i32 = 8;
/// Room for the scale at the right.
const SCALE: i32 = 92;

impl<'t> WinRates<'t> {
    pub(super) fn of(table: &'t Table) -> Result<Self, Error> {
        let roles = table.pairings.first().map_or(0, |pairing| pairing.players.len());
        if roles != 2 {
            let roles = if roles == 1 { "one role".to_owned() } else { format!("{roles} roles") };
            return Err(Error::Usage(format!(
                "a matrix of win rates has the first player down and the second across; {} is a game for {roles}, take `--kind ratings`",
                table.game
            )));
        }
        Ok(Self { table, labels: Labels::of(table) })
    }

    fn players(&self) -> i32 {
        self.labels.all().len() as i32
    }

    /// The room at the left and, where labels across do not fit over their fields, above them.
    fn margins(&self, field: i32) -> (i32, i32, bool) {
        let widest = text::widest(self.labels.all().iter().map(String::as_str), BODY);
        let upright = widest > field - 4;
        let above = if upright { widest } else { text::line(BODY) };
        let title = text::line(BODY) + GAP;
        (title + widest + GAP, title + above + GAP, upright)
    }

    fn field(&self, area: &Area<'_>, (left, top): (i32, i32), side: i32, pairing: &Pairing) -> Drawing {
        let corners = [(left, top), (left + side, top + side)];
        if pairing.games == 0 {
            area.draw(&Rectangle::new(corners, FAINT.stroke_width(1)))?;
            let middle = (left + side / 2, top + side / 2);
            return write(
                area,
                "no game",
                middle,
                faint(SMALL.min(side / 5)).pos(at(HPos::Center, VPos::Center)),
            );
        }
        let rate = pairing.wins[0] as f64 / pairing.games as f64;
        area.draw(&Rectangle::new(corners, shade(rate).filled()))?;
        let ink = if rate > 0.5 { &WHITE } else { &INK };
        let middle = |offset: i32| (left + side / 2, top + side / 2 + offset);
        let centred = |size: i32| plain(size).color(ink).pos(at(HPos::Center, VPos::Center));
        let wins = percent(rate);
        if side < FIELDS[2] {
            return write(area, &wins, middle(0), centred(BODY));
        }
        let [draws, losses] =
            [pairing.draws, pairing.losses(0)].map(|n| percent(n as f64 / pairing.games as f64));
        write(area, &wins, middle(-18), centred(BODY + 5))?;
        write(area, &interval(pairing.ci95[0]), middle(4), centred(SMALL))?;
        write(area, &format!("{wins}/{draws}/{losses}"), middle(24), centred(SMALL - 1))
    }
}

impl Figure for WinRates<'_> {
    fn title(&self) -> String {
        "Who wins against whom".to_owned()
    }

    fn subtitle(&self) -> String {
        super::games(self.table)
    }

    fn notes(&self) -> Vec<String> {
        let what = "Fields: how often the first player (left) wins, in %";
        let detailed = "and, where there is room, the 95\u{a0}% Wilson interval of that and win/draw/loss.";
        let what =
            if self.players() <= DETAILED { format!("{what}, {detailed}") } else { format!("{what}.") };
        let apart = self.players() * self.players() > self.table.pairings.len() as i32;
        vec![if apart { format!("{what} Grey: they did not meet.") } else { what }]
    }

    fn legend(&self) -> Vec<String> {
        self.labels.longer(self.table).map(|(label, spec)| format!("{label} = {spec}")).collect()
    }

    fn sizes(&self) -> [(i32, i32); 2] {
        let usual = if self.players() <= DETAILED { FIELDS[2] } else { FIELDS[1] };
        [FIELDS[0], usual].map(|field| {
            let (left, above, _) = self.margins(field);
            (left + self.players() * field + SCALE, above + self.players() * field)
        })
    }

    fn draw(&self, area: &Area<'_>) -> Drawing {
        let (width, height) = area.dim_in_pixel();
        let players = self.players();
        let fits = |side: &i32| {
            let (left, above, _) = self.margins(*side);
            left + players * side + SCALE <= width as i32 && above + players * side <= height as i32
        };
        let side = (FIELDS[0]..=width as i32).rev().find(fits).unwrap_or(FIELDS[0]);
        let (left, above, upright) = self.margins(side);
        let extent = players * side;
        let row_title = (text::line(BODY) / 2, above + extent / 2);
        write(
            area,
            "first player",
            row_title,
            upwards(BODY).color(&FAINT).pos(at(HPos::Center, VPos::Center)),
        )?;
        let column_title = (left + extent / 2, text::line(BODY) / 2);
        write(area, "second player", column_title, faint(BODY).pos(at(HPos::Center, VPos::Center)))?;
        for (place, label) in (0..).zip(self.labels.all()) {
            let middle = place * side + side / 2;
            write(area, label, (left - GAP, above + middle), plain(BODY).pos(at(HPos::Right, VPos::Center)))?;
            let style = if upright {
                upwards(BODY).pos(at(HPos::Left, VPos::Center))
            } else {
                plain(BODY).pos(at(HPos::Center, VPos::Bottom))
            };
            write(area, label, (left + middle, above - GAP), style)?;
        }
        for first in 0..players {
            for second in 0..players {
                let corner = (left + second * side, above + first * side);
                // Players are numbered from 0.
                match self.table.pairing(&[first as usize, second as usize]) {
                    Some(pairing) => self.field(area, corner, side, pairing)?,
                    None => area
                        .draw(&Rectangle::new([corner, (corner.0 + side, corner.1 + side)], GRID.filled()))?,
                }
            }
        }
        let frame = Rectangle::new([(left, above), (left + extent, above + extent)], FAINT.stroke_width(1));
        area.draw(&frame)?;
        scale(area, left + extent + 24, above, extent)
    }
}

/// White for never, dark blue for always. The lightness falls evenly, so it can be read in grey.
fn shade(rate: f64) -> RGBColor {
    let stops = [(247.0, 251.0, 255.0), (158.0, 202.0, 225.0), (49.0, 130.0, 189.0), (8.0, 48.0, 107.0)];
    let place = rate.clamp(0.0, 1.0) * (stops.len() - 1) as f64;
    let below = (place as usize).min(stops.len() - 2);
    let mix = |low: f64, high: f64| (low + (high - low) * (place - below as f64)).round() as u8;
    let (low, high) = (stops[below], stops[below + 1]);
    RGBColor(mix(low.0, high.0), mix(low.1, high.1), mix(low.2, high.2))
}

/// What the shades stand for.
fn scale(area: &Area<'_>, left: i32, top: i32, height: i32) -> Drawing {
    const STEPS: i32 = 50;
    let height = height.min(220);
    let edge = |step: i32| top + height * step / STEPS;
    for step in 0..STEPS {
        let rate = 1.0 - (f64::from(step) + 0.5) / f64::from(STEPS);
        area.draw(&Rectangle::new([(left, edge(step)), (left + 14, edge(step + 1))], shade(rate).filled()))?;
    }
    area.draw(&Rectangle::new([(left, top), (left + 14, top + height)], FAINT.stroke_width(1)))?;
    for (label, y) in [("100 %", top + 5), ("50 %", top + height / 2), ("0 %", top + height - 5)] {
        write(area, label, (left + 20, y), faint(SMALL).pos(at(HPos::Left, VPos::Center)))?;
    }
    Ok(())
}
