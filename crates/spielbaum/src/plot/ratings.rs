use arena::Table;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::canvas::{Area, Drawing, FAINT, Figure, GRID, at, plain, write};
use super::text::{self, BODY, SMALL};
use crate::error::Error;
use crate::labels::Labels;
use crate::standings::whole;

/// Every player's rating with its 95\u{a0}% interval, the best on top: in Elo or, in a game for one role,
/// the score.
pub(super) struct Ratings<'t> {
    table: &'t Table,
    labels: Labels,
    rows: Vec<Row>,
    elo: bool,
}

struct Row {
    label: String,
    rating: f64,
    ends: [f64; 2],
    games: u64,
}

/// The height of a row: at least, and usually.
const ROWS: [i32; 2] = [18, 30];
/// The axis with its numbers and its name.
const AXIS: i32 = 52;
/// The length of the axis: at least, and usually.
const LENGTHS: [i32; 2] = [200, 420];
const GAP: i32 = 10;

impl<'t> Ratings<'t> {
    pub(super) fn of(table: &'t Table) -> Result<Self, Error> {
        let labels = Labels::of(table);
        let elo = table.pairings.iter().any(|pairing| pairing.players.len() > 1);
        let row = |(label, rating): (&String, &arena::Rating)| {
            let (value, ends) = if elo {
                (rating.elo?, rating.elo95?)
            } else {
                (rating.score? * 100.0, <[f64; 2]>::from(rating.ci95).map(|end| end * 100.0))
            };
            Some(Row { label: label.clone(), rating: value, ends, games: rating.seats })
        };
        let mut rows: Vec<Row> = labels.all().iter().zip(&table.ratings).filter_map(row).collect();
        rows.sort_by(|a, b| b.rating.total_cmp(&a.rating));
        if rows.is_empty() {
            return Err(Error::Fault(
                "no game of this tournament between two players has come to a result, so there are no ratings; it takes two players or more, and no ply limit that ends all their games"
                    .into(),
            ));
        }
        Ok(Self { table, labels, rows, elo })
    }

    fn left(&self) -> i32 {
        text::widest(self.rows.iter().map(|row| row.label.as_str()), BODY) + GAP
    }

    fn figures(&self) -> Vec<String> {
        let figures = |row: &Row| {
            let [low, high] = row.ends.map(whole);
            format!("{} [{low}, {high}]", whole(row.rating))
        };
        self.rows.iter().map(figures).collect()
    }

    fn right(&self) -> i32 {
        GAP + text::widest(self.figures().iter().map(String::as_str), SMALL)
    }

    /// From a little below the lowest end to a little above the highest.
    fn range(&self) -> std::ops::Range<f64> {
        if !self.elo {
            return 0.0..100.0;
        }
        let low = self.rows.iter().map(|row| row.ends[0]).fold(f64::INFINITY, f64::min);
        let high = self.rows.iter().map(|row| row.ends[1]).fold(f64::NEG_INFINITY, f64::max);
        let beyond = ((high - low) * 0.05).max(1.0);
        low - beyond..high + beyond
    }
}

impl Figure for Ratings<'_> {
    fn title(&self) -> String {
        "How strong the players are".to_owned()
    }

    fn subtitle(&self) -> String {
        super::games(self.table)
    }

    fn notes(&self) -> Vec<String> {
        let fewest = self.rows.iter().map(|row| row.games).min().unwrap_or(0);
        let most = self.rows.iter().map(|row| row.games).max().unwrap_or(0);
        let games = if fewest == most { fewest.to_string() } else { format!("{fewest} to {most}") };
        let what = if self.elo {
            format!(
                "Bars: 95\u{a0}% intervals, from {games} games a player. 0 is the mean; 100 Elo more expect a score of 64\u{a0}%."
            )
        } else {
            format!(
                "Score: the games with the greatest goal. Bars: 95\u{a0}% Wilson intervals, from {games} games a player."
            )
        };
        let missing = self.labels.all().len() - self.rows.len();
        let absent = (missing > 0).then(|| format!("{missing} more met nobody."));
        std::iter::once(what).chain(absent).collect()
    }

    fn legend(&self) -> Vec<String> {
        self.labels.longer(self.table).map(|(label, spec)| format!("{label} = {spec}")).collect()
    }

    fn sizes(&self) -> [(i32, i32); 2] {
        [0, 1].map(|size| {
            let width = self.left() + LENGTHS[size] + self.right();
            (width, self.rows.len() as i32 * ROWS[size] + AXIS)
        })
    }

    fn draw(&self, area: &Area<'_>) -> Drawing {
        let (width, height) = area.dim_in_pixel();
        let (left, right) = (self.left(), width as i32 - self.right());
        let chart_area = area.clone().shrink((left, 0), ((right - left) as u32, height));
        let rows = self.rows.len() as f64;
        let mut chart = ChartBuilder::on(&chart_area)
            .x_label_area_size(AXIS)
            .build_cartesian_2d(self.range(), 0.0..rows)?;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .y_labels(0)
            .x_labels(7)
            .x_label_formatter(&|value| format!("{value:.0}"))
            .x_desc(if self.elo { "Elo" } else { "score, %" })
            .label_style(plain(SMALL))
            .axis_desc_style(plain(BODY))
            .bold_line_style(GRID)
            .light_line_style(TRANSPARENT)
            .axis_style(FAINT)
            .draw()?;
        let heights = || (0..self.rows.len()).map(|place| rows - place as f64 - 0.5);
        chart.draw_series(self.rows.iter().zip(heights()).map(|(row, y)| {
            ErrorBar::new_horizontal(
                y,
                row.ends[0],
                row.rating,
                row.ends[1],
                BLUE_INK.stroke_width(2).filled(),
                8,
            )
        }))?;
        let strip = (height as i32 - AXIS) as f64 / rows;
        for (place, (row, figures)) in self.rows.iter().zip(self.figures()).enumerate() {
            let y = ((place as f64 + 0.5) * strip).round() as i32;
            write(area, &row.label, (left - GAP, y), plain(BODY).pos(at(HPos::Right, VPos::Center)))?;
            write(area, &figures, (right + GAP, y), plain(SMALL).pos(at(HPos::Left, VPos::Center)))?;
        }
        Ok(())
    }
}

const BLUE_INK: RGBColor = RGBColor(33, 102, 172);
