use plotters::prelude::*;
use search::grouped;

use super::canvas::{Area, Drawing, FAINT, Figure, GRID, faint};
use super::text::SMALL;

/// How many states there are at each ply.
pub(super) struct States<'g> {
    game: &'g str,
    by_ply: &'g [f64],
}

/// Room for the names and figures of the axes.
const AXIS: i32 = 56;
/// What the chart measures: at least, and usually.
const SIZES: [(i32, i32); 2] = [(240, 160), (560, 340)];
const COLOUR: RGBColor = RGBColor(0, 114, 178);

impl<'g> States<'g> {
    pub(super) fn new(game: &'g str, by_ply: &'g [f64]) -> Self {
        Self { game, by_ply }
    }
}

impl Figure for States<'_> {
    fn title(&self) -> String {
        format!("States by ply: {}", self.game)
    }

    fn subtitle(&self) -> String {
        let states: f64 = self.by_ply.iter().sum();
        format!("{} states at {} plies", grouped(&format_args!("{states:.0}")), self.by_ply.len())
    }

    fn notes(&self) -> Vec<String> {
        vec!["The ply of a state is the fewest moves that lead to it. The scale is logarithmic.".into()]
    }

    fn legend(&self) -> Vec<String> {
        Vec::new()
    }

    fn sizes(&self) -> [(i32, i32); 2] {
        SIZES
    }

    fn draw(&self, area: &Area<'_>) -> Drawing {
        let most = self.by_ply.iter().copied().fold(10.0, f64::max);
        let last = self.by_ply.len().saturating_sub(1).max(1) as f64;
        let mut chart = ChartBuilder::on(area)
            .x_label_area_size(AXIS)
            .y_label_area_size(AXIS + 30)
            .margin_right(8)
            .build_cartesian_2d(0.0..last, (0.8..most * 1.5).log_scale())?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(WHITE)
            .bold_line_style(GRID)
            .axis_style(FAINT)
            .label_style(faint(SMALL))
            .axis_desc_style(faint(SMALL))
            .x_label_formatter(&|ply| format!("{ply:.0}"))
            .y_label_formatter(&|states| grouped(&format_args!("{states:.0}")))
            .x_desc("ply")
            .y_desc("states")
            .draw()?;
        let points: Vec<(f64, f64)> =
            self.by_ply.iter().enumerate().map(|(ply, &states)| (ply as f64, states)).collect();
        chart.draw_series(LineSeries::new(points.iter().copied(), COLOUR.stroke_width(2)))?;
        chart.draw_series(points.iter().map(|&point| Circle::new(point, 3, COLOUR.filled())))?;
        Ok(())
    }
}
