use arena::{Schedule, Table};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::canvas::{Area, Drawing, FAINT, Figure, GRID, at, plain, write};
use super::sweep::{Line, Sweep};
use super::text::{self, BODY, SMALL};
use crate::error::Error;
use crate::labels::Labels;

/// The score of players that differ in one number, against that number.
pub(super) struct Budget<'t> {
    table: &'t Table,
    champions: usize,
    sweep: Sweep,
}

/// Room for the names and figures of the axes.
const AXIS: i32 = 56;
/// What the chart measures: at least, and usually.
const SIZES: [(i32, i32); 2] = [(240, 160), (560, 340)];
/// Colours that people with any kind of sight tell apart (Okabe and Ito 2008), darkest first.
const COLOURS: [RGBColor; 6] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
];
/// Between the line of the legend and its name.
const GAP: i32 = 8;
const LEGEND: i32 = 30;
/// So many opponents are named.
const NAMED: usize = 5;

impl<'t> Budget<'t> {
    pub(super) fn of(table: &'t Table) -> Result<Self, Error> {
        let champions = match table.schedule {
            Schedule::Gauntlet(champions) => champions,
            _ => 0,
        };
        let sweep = Sweep::of(table, champions).ok_or_else(|| {
            Error::Usage(
                "no two players of this tournament differ in one number alone, so there is no line to draw; a sweep has such players: `spielbaum arena GAME --sweep 'uct(playouts={16,64,256})' --against random`"
                    .into(),
            )
        })?;
        Ok(Self { table, champions, sweep })
    }

    fn numbers(&self) -> Vec<f64> {
        let mut numbers: Vec<f64> =
            self.sweep.lines.iter().flat_map(|line| line.points.iter().map(|point| point.number)).collect();
        numbers.sort_by(f64::total_cmp);
        numbers.dedup();
        numbers
    }

    /// Whether the numbers span more than a decade, and none is without a logarithm.
    fn logarithmic(&self) -> bool {
        let numbers = self.numbers();
        numbers[0] > 0.0 && numbers[numbers.len() - 1] > 10.0 * numbers[0]
    }

    fn place(&self, number: f64) -> f64 {
        if self.logarithmic() { number.log10() } else { number }
    }

    fn range(&self) -> std::ops::Range<f64> {
        let numbers = self.numbers();
        let (low, high) = (self.place(numbers[0]), self.place(numbers[numbers.len() - 1]));
        let beyond = (high - low) * 0.05;
        low - beyond..high + beyond
    }

    fn opponents(&self) -> String {
        let labels = Labels::of(self.table);
        match labels.all().get(..self.champions) {
            Some(few @ [_, ..]) if few.len() <= NAMED => format!("against {}", few.join(", ")),
            Some(many @ [_, ..]) => format!("against the {} players named first", many.len()),
            _ => "against all others".to_owned(),
        }
    }

    /// The lines' names stand below the chart, one a row.
    fn names(&self) -> i32 {
        if self.sweep.lines.len() > 1 { self.sweep.lines.len() as i32 * text::line(BODY) + GAP } else { 0 }
    }

    fn line(&self, chart: &mut Chart<'_, '_>, place: usize, line: &Line) -> Drawing {
        let colour = COLOURS[place % COLOURS.len()];
        // Lines that lie upon one another would hide each other's bars.
        let (low, high) = (self.range().start, self.range().end);
        let aside = (place as f64 - (self.sweep.lines.len() - 1) as f64 / 2.0) * (high - low) * 0.006;
        let at = |number: f64| self.place(number) + aside;
        let points: Vec<(f64, f64)> =
            line.points.iter().map(|point| (at(point.number), point.score * 100.0)).collect();
        chart.draw_series(LineSeries::new(points.iter().copied(), colour.stroke_width(2)))?;
        chart.draw_series(line.points.iter().map(|point| {
            let [low, high] = <[f64; 2]>::from(point.ci95).map(|end| end * 100.0);
            ErrorBar::new_vertical(at(point.number), low, point.score * 100.0, high, colour.filled(), 8)
        }))?;
        let marks = points.iter().map(|&point| EmptyElement::at(point) + mark(place, (0, 0), colour));
        chart.draw_series(marks)?;
        Ok(())
    }

    /// The players' own numbers, as many as there is room for.
    fn ticks(&self, area: &Area<'_>, chart: &Chart<'_, '_>) -> Drawing {
        let mut free = i32::MIN;
        for number in self.numbers() {
            let (x, y) = chart.plotting_area().map_coordinate(&(self.place(number), 0.0));
            // The chart's own area begins where this one does.
            let (left, top) = area.get_pixel_range();
            let (x, y) = (x - left.start, y - top.start);
            let label = figure(number);
            let half = text::width(&label, SMALL) / 2;
            area.draw(&PathElement::new([(x, y), (x, y + 5)], FAINT))?;
            if x - half > free {
                write(area, &label, (x, y + 8), plain(SMALL).pos(at(HPos::Center, VPos::Top)))?;
                free = x + half + GAP;
            }
        }
        Ok(())
    }
}

type Chart<'a, 'b> = ChartContext<
    'a,
    SVGBackend<'b>,
    Cartesian2d<plotters::coord::types::RangedCoordf64, plotters::coord::types::RangedCoordf64>,
>;

impl Figure for Budget<'_> {
    fn title(&self) -> String {
        let strategies: Vec<&str> =
            self.sweep.lines.iter().map(|line| line.name.split('(').next().unwrap_or_default()).collect();
        match strategies.split_first() {
            Some((first, rest)) if rest.iter().all(|name| name == first) => {
                format!("Score by {}: {first}", self.sweep.parameter)
            }
            _ => format!("Score by {}", self.sweep.parameter),
        }
    }

    fn subtitle(&self) -> String {
        super::games(self.table)
    }

    fn notes(&self) -> Vec<String> {
        let what = format!(
            "Score {}, over all seats: a win 1, a draw its share. Bars: 95\u{a0}% Wilson intervals.",
            self.opponents()
        );
        let alone = self.sweep.lines.len() == 1;
        let common = self.sweep.lines.first().filter(|line| alone && line.name.contains('('));
        let common = common.map(|line| format!("All points: {}.", line.name));
        std::iter::once(what).chain(common).collect()
    }

    fn legend(&self) -> Vec<String> {
        let labels = Labels::of(self.table);
        let champion = |spec: &str| self.table.players().take(self.champions).any(|player| player == spec);
        let longer = labels.longer(self.table).filter(|(_, spec)| champion(spec));
        longer.map(|(label, spec)| format!("{label} = {spec}")).collect()
    }

    fn sizes(&self) -> [(i32, i32); 2] {
        let names = text::widest(self.sweep.lines.iter().map(|line| line.name.as_str()), BODY);
        SIZES.map(|(width, height)| ((width + AXIS).max(LEGEND + GAP + names), height + AXIS + self.names()))
    }

    fn draw(&self, area: &Area<'_>) -> Drawing {
        let (width, height) = area.dim_in_pixel();
        let chart_height = height as i32 - self.names();
        let chart_area = area.clone().shrink((0, 0), (width, chart_height as u32));
        let mut chart = ChartBuilder::on(&chart_area)
            .margin_top(8)
            .x_label_area_size(AXIS)
            .y_label_area_size(AXIS)
            .build_cartesian_2d(self.range(), 0.0..100.0)?;
        let scale = if self.logarithmic() { ", log scale" } else { "" };
        let unit = self.sweep.unit.map_or_else(String::new, |unit| format!(" in {unit}"));
        chart
            .configure_mesh()
            .disable_x_mesh()
            .x_labels(0)
            .y_labels(6)
            .y_label_formatter(&|value| format!("{value:.0}"))
            .x_desc(format!("{}{unit}{scale}", self.sweep.parameter))
            .y_desc("score, %")
            .label_style(plain(SMALL))
            .axis_desc_style(plain(BODY))
            .bold_line_style(GRID)
            .light_line_style(TRANSPARENT)
            .axis_style(FAINT)
            .draw()?;
        self.ticks(area, &chart)?;
        for (place, line) in self.sweep.lines.iter().enumerate() {
            self.line(&mut chart, place, line)?;
        }
        if self.names() > 0 {
            for (place, line) in self.sweep.lines.iter().enumerate() {
                let colour = COLOURS[place % COLOURS.len()];
                let y = chart_height + GAP + place as i32 * text::line(BODY) + text::line(BODY) / 2;
                area.draw(&PathElement::new([(AXIS, y), (AXIS + LEGEND, y)], colour.stroke_width(2)))?;
                area.draw(&(EmptyElement::at((AXIS + LEGEND / 2, y)) + mark(place, (0, 0), colour)))?;
                let name = (AXIS + LEGEND + GAP, y);
                write(area, &line.name, name, plain(BODY).pos(at(HPos::Left, VPos::Center)))?;
            }
        }
        Ok(())
    }
}

/// A filled shape that tells lines apart where colours do not.
fn mark(place: usize, (x, y): (i32, i32), colour: RGBColor) -> Polygon<(i32, i32)> {
    const RADIUS: i32 = 5;
    let corners: &[(i32, i32)] = match place % 4 {
        0 => &[(-4, -2), (-2, -4), (2, -4), (4, -2), (4, 2), (2, 4), (-2, 4), (-4, 2)],
        1 => &[(-4, -4), (4, -4), (4, 4), (-4, 4)],
        2 => &[(0, -RADIUS), (RADIUS, RADIUS - 1), (-RADIUS, RADIUS - 1)],
        _ => &[(0, -RADIUS), (RADIUS, 0), (0, RADIUS), (-RADIUS, 0)],
    };
    Polygon::new(corners.iter().map(|&(dx, dy)| (x + dx, y + dy)).collect::<Vec<_>>(), colour.filled())
}

/// A number as it is in a spec.
fn figure(number: f64) -> String {
    format!("{number}")
}
