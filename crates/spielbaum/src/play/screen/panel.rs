//! What a strategy thinks.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Paragraph};
use search::{grouped, number};

use super::wrap::fit;
use crate::decision::NO_END;

/// The thoughts of one strategy, finished or not.
#[derive(Clone, Debug, Default)]
pub(super) struct Panel {
    pub(super) title: String,
    /// What it does, and how much it has searched.
    pub(super) head: String,
    /// The moves, best first.
    pub(super) rows: Vec<Row>,
    /// What it expects, or what to make of it.
    pub(super) foot: Option<String>,
    /// The least and the greatest payoff.
    pub(super) range: (f64, f64),
}

/// What is thought of one move.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    pub(super) name: String,
    pub(super) value: Option<f64>,
    /// Whether best play does not end after it.
    pub(super) endless: bool,
    /// What stands before the value, if it is a bound or not proven.
    pub(super) sign: &'static str,
    pub(super) visits: u64,
    /// Whether it is the best.
    pub(super) chosen: bool,
}

impl Row {
    /// Puts the best first: the chosen one, then by value, those last that have a bound or an estimate only,
    /// or nothing.
    pub(super) fn sort(rows: &mut [Row]) {
        let value = |row: &Row| row.value.unwrap_or(f64::NEG_INFINITY);
        let key = |row: &Row| (row.chosen, row.value.is_some() && row.sign.is_empty());
        rows.sort_by(|a, b| key(b).cmp(&key(a)).then(value(b).total_cmp(&value(a))));
    }
}

/// Columns of a bar.
const BAR: usize = 10;
/// Columns of a move's name at most.
const NAME: usize = 24;

impl Panel {
    pub(super) fn draw(&self, frame: &mut Frame<'_>, area: Rect, accent: Style) {
        let block = Block::bordered().title(format!(" {} ", self.title));
        let inner = block.inner(area);
        let mut lines = Vec::new();
        if !self.head.is_empty() {
            lines.push(Line::raw(fit(&self.head, inner.width)));
        }
        let room = usize::from(inner.height).saturating_sub(lines.len() + usize::from(self.foot.is_some()));
        lines.extend(self.table(room, usize::from(inner.width), accent));
        if let Some(foot) = &self.foot {
            lines.push(Line::raw(fit(foot, inner.width)));
        }
        frame.render_widget(Paragraph::new(lines).block(block), area);
    }

    /// The best moves, as many as there is room for, in as many columns as there is room for.
    fn table(&self, room: usize, width: usize, accent: Style) -> Vec<Line<'_>> {
        let widest = |length: &dyn Fn(&Row) -> usize| self.rows.iter().map(length).max().unwrap_or(0);
        let name = widest(&|row| row.name.chars().count()).min(NAME);
        let visits = widest(&|row| grouped(&row.visits).len());
        let cells: Vec<_> = self.rows.iter().map(|row| self.cells(row, name, visits, accent)).collect();
        let cell = cells.first().map_or(1, |cells| cells.iter().map(Span::width).sum());
        let columns = ((width + GAP.len()) / (cell + GAP.len())).max(1);
        let used = room.min(self.rows.len().div_ceil(columns));
        let mut lines = vec![Line::default(); used];
        for (index, cells) in cells.into_iter().take(used * columns).enumerate() {
            let line = &mut lines[index % used];
            if index >= used {
                line.push_span(Span::raw(GAP));
            }
            line.extend(cells);
        }
        lines
    }

    /// `(drop 4)  47.25 █████·····  12 345`
    fn cells(&self, row: &Row, name: usize, visits: usize, accent: Style) -> [Span<'_>; 4] {
        let mark = if row.chosen { "*" } else { " " };
        let style = if row.chosen { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
        let shown: String = row.name.chars().take(name).collect();
        let sign = row.sign.trim_end();
        let none = if row.endless { NO_END } else { "-" };
        let value = row.value.map_or_else(|| none.to_owned(), |value| format!("{sign}{}", number(value)));
        let bar = row.value.map_or_else(String::new, |value| bar(value, self.range));
        [
            Span::styled(format!("{mark}{shown:<name$} "), style),
            Span::styled(format!("{value:>6} "), style),
            Span::styled(format!("{bar:<BAR$}"), accent),
            Span::raw(format!(" {:>visits$}", grouped(&row.visits))),
        ]
    }
}

/// What stands between two columns.
const GAP: &str = "  ";

/// A bar as long as the value is great.
fn bar(value: f64, (least, greatest): (f64, f64)) -> String {
    let share = if greatest > least { ((value - least) / (greatest - least)).clamp(0.0, 1.0) } else { 1.0 };
    let full = (share * BAR as f64).round() as usize;
    "█".repeat(full) + &"·".repeat(BAR - full)
}

#[cfg(test)]
mod tests {
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    use super::*;

    fn row(name: &str, value: Option<f64>, sign: &'static str, chosen: bool) -> Row {
        Row { name: name.to_owned(), value, endless: false, sign, visits: 1234, chosen }
    }

    fn screen(panel: &Panel, width: u16, height: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| panel.draw(frame, frame.area(), Style::new())).unwrap();
        terminal.backend().to_string()
    }

    #[test]
    fn the_best_moves_come_first() {
        let mut rows = [
            row("bound", Some(90.0), "≤ ", false),
            row("unknown", None, "", false),
            row("low", Some(10.0), "", false),
            row("high", Some(60.0), "", false),
            row("chosen", Some(50.0), "", true),
        ];
        Row::sort(&mut rows);
        let names = rows.map(|row| row.name);
        assert_eq!(names, ["chosen", "high", "low", "bound", "unknown"]);
    }

    #[test]
    fn a_bar_is_as_long_as_the_value_is_great() {
        assert_eq!(bar(50.0, (0.0, 100.0)), "█████·····");
        assert_eq!(bar(-3.0, (2.0, 14.0)), "··········");
        assert_eq!(bar(14.0, (2.0, 14.0)), "██████████");
        assert_eq!(bar(5.0, (5.0, 5.0)), "██████████");
    }

    #[test]
    fn as_many_moves_are_shown_as_there_is_room_for() {
        let rows = (0..20).map(|cell| row(&format!("(mark {cell})"), Some(50.0), "", cell == 0));
        let panel = Panel {
            title: "o: uct".to_owned(),
            head: "plays (mark 0)".to_owned(),
            rows: rows.collect(),
            foot: Some("expects (mark 0), (mark 1)".to_owned()),
            range: (0.0, 100.0),
        };
        let small = screen(&panel, 80, 6);
        for text in [
            "o: uct",
            "plays (mark 0)",
            "*(mark 0)",
            "50 █████·····",
            "1,234",
            "(mark 3)",
            "expects (mark 0), (mark 1)",
        ] {
            assert!(small.contains(text), "{text}\n{small}");
        }
        assert!(!small.contains("(mark 4)"), "{small}");
        assert!(screen(&panel, 80, 14).contains("(mark 19)"));
        assert!(screen(&Panel::default(), 10, 3).contains('│'));
    }
}
