//! What the screen shows, and how it is laid out.

use ratatui::Frame;
use ratatui::layout::{Constraint, Flex, Layout, Rect, Size};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Text};
use ratatui::widgets::{Block, Clear, List, ListItem, ListState, Padding, Paragraph, Wrap};

use super::panel::Panel;
use super::wrap::{fit, joined, widest, wrap, wrap_words};

/// All that is on the screen, as text.
#[derive(Clone, Debug, Default)]
pub(super) struct View {
    /// The game, how far it is, and whose turn it is.
    pub(super) title: String,
    pub(super) board: String,
    /// Which part of the board is seen if there is no room for all of it; after the last comes the first.
    pub(super) part: usize,
    pub(super) moves_title: String,
    pub(super) moves: Vec<String>,
    /// The index of the move that Enter takes.
    pub(super) selected: Option<usize>,
    /// The moves so far, one a line.
    pub(super) history: Vec<String>,
    pub(super) panel: Panel,
    /// What is being typed or asked, or what there is to say.
    pub(super) prompt: String,
    /// Whether the cursor stands behind it.
    pub(super) typing: bool,
    /// The keys that do something now.
    pub(super) keys: &'static str,
    /// A text that covers the middle.
    pub(super) text: Option<ShownText>,
    pub(super) colours: bool,
}

/// A text with its title.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ShownText {
    pub(super) title: &'static str,
    pub(super) text: String,
}

/// The smallest screen that has room for everything.
const SMALLEST: (u16, u16) = (80, 24);

/// Lines of the strategies' panel at least, its frame included.
const PANEL: u16 = 6;

/// Columns that moves and history need beside each other.
const LISTS: u16 = 44;

/// Columns that they need one above the other, where the board is large.
const STACKED_LISTS: u16 = 26;

/// Columns of a text that covers the middle at most.
const LONGEST_LINE: u16 = 76;

/// Columns of the board's frame, and its rows.
const FRAME: u16 = 2;

/// Columns of the board at least.
const BOARD: u16 = 20;

/// Whether a screen of this size shows what happens.
pub(super) fn has_room(size: Size) -> bool {
    size.width >= SMALLEST.0 && size.height >= SMALLEST.1
}

impl View {
    /// Draws it.
    pub(super) fn draw(&self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let (width, height) = SMALLEST;
        if !has_room(area.as_size()) {
            let text = format!(
                "This needs a terminal of {width} x {height}; it is {} x {}.\nMake it larger, or leave with q and use --plain.\n{}",
                area.width, area.height, self.prompt
            );
            return frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
        }
        let board = self.board_in(area.width - STACKED_LISTS - FRAME, area.height - 3 - PANEL - FRAME);
        let board_width = widest(&board).clamp(BOARD, area.width - STACKED_LISTS - FRAME) + FRAME;
        let panel = (area.height - 3).saturating_sub(board.len() as u16 + FRAME);
        let [title, main, thoughts, prompt, keys] = Layout::vertical([
            Constraint::Length(1),
            Constraint::Fill(1),
            Constraint::Length(panel.clamp(PANEL, area.height / 3)),
            Constraint::Length(1),
            Constraint::Length(1),
        ])
        .areas(area);
        let [left, lists] =
            Layout::horizontal([Constraint::Length(board_width), Constraint::Fill(1)]).areas(main);
        let [moves, history] = if lists.width < LISTS {
            Layout::vertical([Constraint::Fill(2), Constraint::Fill(1)]).areas(lists)
        } else {
            let moves = Constraint::Length(self.moves_width(lists.width));
            Layout::horizontal([moves, Constraint::Fill(1)]).areas(lists)
        };

        frame.render_widget(Paragraph::new(self.title.as_str()).style(self.strong().reversed()), title);
        self.draw_board(&board, frame, left);
        self.draw_moves(frame, moves);
        self.draw_history(frame, history);
        self.panel.draw(frame, thoughts, self.accent());
        self.draw_prompt(frame, prompt);
        frame.render_widget(Paragraph::new(self.keys).style(Style::new().add_modifier(Modifier::DIM)), keys);
        if let Some(text) = &self.text {
            text.draw(frame, area);
        }
    }

    /// The lines of the board in so few columns that it has the rows it needs; in all columns if it
    /// never has.
    fn board_in(&self, columns: u16, rows: u16) -> Vec<String> {
        let lines = joined(&self.board);
        let wrapped = |width| lines.iter().flat_map(|line| wrap(line, width)).collect::<Vec<_>>();
        let fits = |lines: &Vec<String>| lines.len() <= usize::from(rows) && widest(lines) <= columns;
        let large = wrapped(columns);
        if !fits(&large) {
            return large;
        }
        (BOARD..columns).map(wrapped).find(fits).unwrap_or(large)
    }

    /// Columns of the moves, beside which the history stands: half of them all, unless one needs more than
    /// the other has to give.
    fn moves_width(&self, columns: u16) -> u16 {
        // The marker of the chosen move stands before it. The list is to stay where it is while it is empty.
        let moves = (widest(&self.moves) + FRAME + 2).max(LISTS / 2);
        let left = columns.saturating_sub(widest(&self.history) + FRAME).min(columns - LISTS / 2);
        (columns / 2).clamp(moves.min(left), moves.max(left))
    }

    /// The part of the board that there is room for.
    fn draw_board(&self, board: &[String], frame: &mut Frame<'_>, area: Rect) {
        let room = usize::from(area.height - FRAME);
        let parts = board.len().div_ceil(room).max(1);
        let part = self.part % parts;
        let mut block = Block::bordered().title(" Board ");
        if parts > 1 {
            block = block.title_bottom(format!(" part {} of {parts}: Right shows more ", part + 1));
        }
        // The last part is as full as the others.
        let from = (part * room).min(board.len().saturating_sub(room));
        let lines = board[from..].iter().map(|line| Line::raw(fit(line, area.width - FRAME)));
        frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()).block(block), area);
    }

    fn draw_moves(&self, frame: &mut Frame<'_>, area: Rect) {
        let mut block = Block::bordered().title(format!(" {} ", self.moves_title));
        if self.moves.len() > usize::from(area.height - 2) {
            let at = self.selected.map_or(0, |selected| selected + 1);
            block = block.title_bottom(format!(" {at} of {} ", self.moves.len()));
        }
        let room = area.width - FRAME - 2;
        let items = self.moves.iter().map(|mov| ListItem::new(fit(mov, room)));
        let chosen = self.accent().add_modifier(Modifier::REVERSED | Modifier::BOLD);
        let list = List::new(items).block(block).highlight_style(chosen).highlight_symbol("> ");
        let mut state = ListState::default().with_selected(self.selected);
        frame.render_stateful_widget(list, area, &mut state);
    }

    /// The end of the history, and the last move, which is marked.
    fn draw_history(&self, frame: &mut Frame<'_>, area: Rect) {
        let room = usize::from(area.height - 2);
        let from = self.history.len().saturating_sub(room);
        let mut lines: Vec<Line<'_>> =
            self.history[from..].iter().map(|line| Line::raw(fit(line, area.width - FRAME))).collect();
        if let Some(last) = lines.last_mut() {
            *last = last.clone().style(self.strong());
        }
        frame.render_widget(Paragraph::new(lines).block(Block::bordered().title(" Moves so far ")), area);
    }

    /// The prompt; of what is typed the end, if there is no room for all of it.
    fn draw_prompt(&self, frame: &mut Frame<'_>, area: Rect) {
        let room = usize::from(area.width) - 1;
        let hidden = if self.typing { self.prompt.chars().count().saturating_sub(room) } else { 0 };
        let shown: String = self.prompt.chars().skip(hidden).collect();
        let line = Line::styled(fit(&shown, area.width), self.strong());
        if self.typing {
            frame.set_cursor_position((area.x + (line.width() as u16).min(area.width - 1), area.y));
        }
        frame.render_widget(line, area);
    }

    fn strong(&self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// What draws the eye, where there are colours.
    fn accent(&self) -> Style {
        if self.colours { Style::new().fg(Color::Cyan) } else { Style::new() }
    }
}

impl ShownText {
    /// Draws it in the middle, with long lines wrapped.
    fn draw(&self, frame: &mut Frame<'_>, area: Rect) {
        let lines = self.text.lines().flat_map(|line| wrap_words(line, LONGEST_LINE));
        let text = Text::from_iter(lines);
        let (width, height) = (text.width() as u16 + 4, text.height() as u16 + 2);
        let [area] = Layout::horizontal([Constraint::Length(width)]).flex(Flex::Center).areas(area);
        let [area] = Layout::vertical([Constraint::Length(height)]).flex(Flex::Center).areas(area);
        frame.render_widget(Clear, area);
        let block = Block::bordered().title(format!(" {} ", self.title)).padding(Padding::horizontal(1));
        frame.render_widget(Paragraph::new(text).block(block), area);
    }
}

#[cfg(test)]
mod tests {
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    use super::*;

    fn screen(view: &View, width: u16, height: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| view.draw(frame)).unwrap();
        terminal.backend().to_string()
    }

    fn view() -> View {
        View {
            title: "noughts  ply 3".to_owned(),
            board: "3  x . .\n2  . o .\n1  . . .\n   1 2 3".to_owned(),
            moves_title: "Your move".to_owned(),
            moves: (1..=30).map(|number| format!("{number:>3} (mark {number})")).collect(),
            selected: Some(0),
            history: (1..=40).map(|ply| format!("{ply} x (mark {ply})")).collect(),
            prompt: "> mark".to_owned(),
            keys: "q quit",
            ..View::default()
        }
    }

    #[test]
    fn everything_has_its_place_on_the_smallest_screen() {
        let screen = screen(&view(), 80, 24);
        for text in [
            "noughts  ply 3",
            "3  x . .",
            "   1 2 3",
            ">   1 (mark 1)",
            "1 of 30",
            "40 x (mark 40)",
            "> mark",
            "q quit",
        ] {
            assert!(screen.contains(text), "{text}\n{screen}");
        }
        assert!(!screen.contains("1 x (mark 1)\""), "{screen}");
        assert!(!screen.contains("part 1"), "{screen}");
    }

    #[test]
    fn the_list_scrolls_to_what_is_selected() {
        let view = View { selected: Some(29), ..view() };
        let screen = screen(&view, 80, 24);
        assert!(screen.contains(">  30 (mark 30)") && screen.contains("30 of 30"), "{screen}");
        assert!(!screen.contains("(mark 1) "), "{screen}");
    }

    #[test]
    fn a_small_terminal_is_told_what_it_needs() {
        for (width, height) in [(79, 24), (80, 23), (20, 5), (1, 1)] {
            let screen = screen(&view(), width, height);
            assert!(!screen.contains("3  x . ."), "{screen}");
            assert!(width < 79 || screen.contains("needs a terminal of 80 x 24"), "{screen}");
        }
    }

    #[test]
    fn the_end_of_a_long_name_is_seen_while_it_is_typed() {
        let long = format!("save to file: {}/game.json", "folder/".repeat(20));
        let typed = |typing| screen(&View { prompt: long.clone(), typing, ..view() }, 80, 24);
        assert!(typed(true).contains("folder//game.json") && !typed(true).contains("save to file"));
        assert!(typed(false).contains("save to file"));
    }

    #[test]
    fn a_board_that_is_too_large_is_seen_in_parts() {
        let large = |part| {
            let rows = (1..=20).map(|row| format!("row {row}")).collect::<Vec<_>>().join("\n");
            screen(&View { board: rows, part, ..view() }, 80, 24)
        };
        assert!(large(0).contains("part 1 of 2") && large(0).contains("row 13 "));
        assert!(!large(0).contains("row 14 "), "{}", large(0));
        assert!(
            large(1).contains("part 2 of 2") && large(1).contains("row 8 ") && large(1).contains("row 20 ")
        );
        assert_eq!(large(2), large(0));
    }

    #[test]
    fn a_wide_board_has_the_lists_one_above_the_other() {
        let wide =
            |columns| screen(&View { board: "x ".repeat(columns).trim_end().to_owned(), ..view() }, 80, 24);
        let line = |screen: &str, text: &str| screen.lines().position(|line| line.contains(text)).unwrap();
        let small = wide(8);
        assert_eq!(line(&small, "Your move"), line(&small, "Moves so far"));
        let large = wide(26);
        assert!(line(&large, "Your move") < line(&large, "Moves so far"), "{large}");
        assert!(large.contains("x x│") && large.contains("40 x (mark 40)"), "{large}");
        assert!(wide(40).contains("x x…│"), "{}", wide(40));
    }

    #[test]
    fn a_board_is_as_narrow_as_its_rows_let_it_be() {
        let legend = "1  . .\na = blackKnight, b = blackBishop, c = blackQueen\n(control white)  (step 1)";
        let small = screen(&View { board: legend.to_owned(), ..view() }, 80, 24);
        assert!(
            small.contains("│a = blackKnight,    │") && small.contains("│(step 1)            │"),
            "{small}"
        );
    }

    #[test]
    fn long_moves_in_the_history_get_room_or_a_mark() {
        let history = |name: &str| {
            let moves = vec!["1  noop".to_owned()];
            screen(&View { moves, history: vec![format!("  1 white {name}")], ..view() }, 80, 24)
        };
        let name = "(move white pawn 3 4)";
        assert!(history(name).contains(name));
        assert!(history(&name.repeat(4)).contains("pawn 3 4)(m…│"), "{}", history(&name.repeat(4)));
    }

    #[test]
    fn a_text_covers_the_middle_and_its_long_lines_are_wrapped() {
        let text = |title, text: &str| Some(ShownText { title, text: text.to_owned() });
        let help = screen(&View { text: text("Help", super::super::help::HELP), ..view() }, 80, 24);
        assert!(help.contains(" Help ") && help.contains("undo"), "{help}");
        let long = screen(&View { text: text("Why", &"a sentence ".repeat(12)), ..view() }, 80, 24);
        assert_eq!(long.matches("a sentence").count(), 12, "{long}");
    }

    #[test]
    fn without_colours_the_screen_has_none() {
        let coloured = |colours| {
            let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
            terminal.draw(|frame| View { colours, ..view() }.draw(frame)).unwrap();
            terminal.backend().buffer().content().iter().any(|cell| cell.fg != Color::Reset)
        };
        assert!(coloured(true) && !coloured(false));
    }
}
