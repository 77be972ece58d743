//! What the screen shows, and how it is laid out.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Text};
use ratatui::widgets::{Block, Clear, List, ListItem, ListState, Paragraph, Wrap};

use super::help::HELP;
use super::panel::Panel;

/// All that is on the screen, as text.
#[derive(Clone, Debug, Default)]
pub(super) struct View {
    /// The game, how far it is, and whose turn it is.
    pub(super) title: String,
    pub(super) board: String,
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
    pub(super) help: bool,
    pub(super) colours: bool,
}

/// The smallest screen that has room for everything.
pub(super) const SMALLEST: (u16, u16) = (80, 24);

/// Lines of the strategies' panel at least, its frame included.
const PANEL: u16 = 6;

/// Columns that moves and history need together.
const LISTS: u16 = 44;

impl View {
    /// Draws it.
    pub(super) fn draw(&self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let (width, height) = SMALLEST;
        if area.width < width || area.height < height {
            let text = format!(
                "This needs a terminal of {width} x {height}; it is {} x {}.\nMake it larger, or leave with q and use --plain.",
                area.width, area.height
            );
            return frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
        }
        let most = area.width - LISTS - 2;
        let board = Text::from(self.board.lines().flat_map(|line| wrap(line, most)).collect::<Vec<_>>());
        let board_width = (board.width() as u16).clamp(20, most);
        let board_height = board.height() as u16;
        let panel = (area.height - 3).saturating_sub(board_height + 2).clamp(PANEL, area.height / 3);
        let [title, main, thoughts, prompt, keys] = Layout::vertical([
            Constraint::Length(1),
            Constraint::Fill(1),
            Constraint::Length(panel),
            Constraint::Length(1),
            Constraint::Length(1),
        ])
        .areas(area);
        let [left, middle, right] = Layout::horizontal([
            Constraint::Length(board_width + 2),
            Constraint::Fill(1),
            Constraint::Fill(1),
        ])
        .areas(main);

        frame.render_widget(Paragraph::new(self.title.as_str()).style(self.strong().reversed()), title);
        let mut block = Block::bordered().title(" Board ");
        if board_height > left.height - 2 {
            block = block.title_bottom(" more below: enlarge the terminal ");
        }
        frame.render_widget(Paragraph::new(board).block(block), left);
        self.draw_moves(frame, middle);
        self.draw_history(frame, right);
        self.panel.draw(frame, thoughts, self.accent());
        self.draw_prompt(frame, prompt);
        frame.render_widget(Paragraph::new(self.keys).style(Style::new().add_modifier(Modifier::DIM)), keys);
        if self.help {
            draw_help(frame, area);
        }
    }

    fn draw_moves(&self, frame: &mut Frame<'_>, area: Rect) {
        let mut block = Block::bordered().title(format!(" {} ", self.moves_title));
        if self.moves.len() > usize::from(area.height - 2) {
            let at = self.selected.map_or(0, |selected| selected + 1);
            block = block.title_bottom(format!(" {at} of {} ", self.moves.len()));
        }
        let items = self.moves.iter().map(|mov| ListItem::new(mov.as_str()));
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
            self.history[from..].iter().map(|line| Line::raw(line.as_str())).collect();
        if let Some(last) = lines.last_mut() {
            *last = last.clone().style(self.strong());
        }
        frame.render_widget(Paragraph::new(lines).block(Block::bordered().title(" Moves so far ")), area);
    }

    /// The prompt; of what is typed the end, if there is no room for all of it.
    fn draw_prompt(&self, frame: &mut Frame<'_>, area: Rect) {
        let room = usize::from(area.width) - 1;
        let hidden = if self.typing { self.prompt.chars().count().saturating_sub(room) } else { 0 };
        let line = Line::styled(self.prompt.chars().skip(hidden).collect::<String>(), self.strong());
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

/// The lines that a line is broken into in a column so wide: between the parts of a list, which have two spaces between them, so that a fluent
/// stays together.
fn wrap(line: &str, width: u16) -> Vec<Line<'_>> {
    let width = usize::from(width);
    let mut lines = Vec::new();
    let mut rest = line;
    while rest.chars().count() > width {
        let between = rest.match_indices("  (").map(|(at, _)| at);
        let Some(at) = between.take_while(|&at| rest[..at].chars().count() <= width).last() else { break };
        lines.push(Line::raw(&rest[..at]));
        rest = rest[at..].trim_start();
    }
    lines.push(Line::raw(rest));
    lines
}

fn draw_help(frame: &mut Frame<'_>, area: Rect) {
    let text = Text::raw(HELP);
    let (width, height) = (text.width() as u16 + 4, text.height() as u16 + 2);
    let [area] =
        Layout::horizontal([Constraint::Length(width)]).flex(ratatui::layout::Flex::Center).areas(area);
    let [area] =
        Layout::vertical([Constraint::Length(height)]).flex(ratatui::layout::Flex::Center).areas(area);
    frame.render_widget(Clear, area);
    let block = Block::bordered().title(" Help ").padding(ratatui::widgets::Padding::horizontal(1));
    frame.render_widget(Paragraph::new(text).block(block), area);
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
        assert!(!screen.contains("more below"), "{screen}");
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
    fn a_board_that_is_too_large_says_that_there_is_more() {
        let large = View { board: "x . ".repeat(30) + &"\nx".repeat(40), ..view() };
        assert!(screen(&large, 80, 24).contains("more below"));
        assert!(!screen(&large, 200, 60).contains("more below"));
    }

    #[test]
    fn a_list_of_fluents_is_broken_between_them() {
        let lines = |line, width| wrap(line, width).iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(lines("(heap a 3)  (heap b 5)  (at c)", 24), ["(heap a 3)  (heap b 5)", "(at c)"]);
        assert_eq!(lines("(heap a 3)  (heap b 5)", 5), ["(heap a 3)  (heap b 5)"]);
        assert_eq!(lines("1  . . .", 20), ["1  . . ."]);
        assert_eq!(lines("", 20), [""]);
    }

    #[test]
    fn help_covers_the_middle() {
        let screen = screen(&View { help: true, ..view() }, 80, 24);
        assert!(screen.contains(" Help ") && screen.contains("undo"), "{screen}");
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
