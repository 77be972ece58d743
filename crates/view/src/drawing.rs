use svg::Document;
use svg::node::element::{Circle, Group, Line, Polygon, Rectangle, Text};

use crate::{Appearance, CellShape, Colour, Content, Grid, Picture, PieceShape, Surface};

/// Pixels from a cell to the next.
const CELL: f64 = 40.0;
/// Pixels beside the board, for names of columns and rows, and between boards.
const MARGIN: f64 = 28.0;
/// Pixels from a line of text to the next.
const LINE: f64 = 18.0;

impl Picture {
    /// The picture as SVG: the boards below one another, and the other fluents as lines of text. It has the
    /// colours of the page's light form.
    pub fn svg(&self) -> String {
        let mut below = 0.0;
        let mut width: f64 = 0.0;
        let mut drawn = Group::new();
        for grid in &self.grids {
            let (board, columns, rows) = board(grid);
            drawn =
                drawn.add(board.set("transform", format!("translate({MARGIN} {})", below + MARGIN / 2.0)));
            width = width.max(columns + 2.0 * MARGIN);
            below += rows + 2.0 * MARGIN;
        }
        for fluent in &self.others {
            below += LINE;
            width = width.max(8.0 * fluent.text.chars().count() as f64 + MARGIN);
            let line = Text::new(fluent.text.as_str()).set("x", MARGIN / 2.0).set("y", below);
            drawn = drawn.add(line.set("font-size", 13).set("fill", "#333"));
        }
        let (width, height) = (width.max(CELL), (below + LINE).max(CELL));
        Document::new()
            .set("viewBox", (0.0, 0.0, width, height))
            .set("width", width)
            .set("height", height)
            .set("font-family", "sans-serif")
            .add(Rectangle::new().set("width", "100%").set("height", "100%").set("fill", "#fff"))
            .add(drawn)
            .to_string()
    }
}

/// A board with its names, whose upper left corner is the origin, and how wide and high it is.
fn board(grid: &Grid) -> (Group, f64, f64) {
    let (columns, rows) = (grid.columns.len(), grid.rows.len());
    // Rows of hexagons are nearer than their height, and each is half a cell farther to the right than the
    // row below.
    let (step, slant) = match grid.cell_shape {
        CellShape::Square => (CELL, 0.0),
        CellShape::Hex => (CELL * 0.75_f64.sqrt(), CELL / 2.0),
    };
    let shift = |row: usize| slant * (rows - 1 - row) as f64;
    let mut drawn = Group::new();
    for (place, cell) in grid.cells.iter().enumerate() {
        let (column, row) = (place % columns.max(1), place / columns.max(1));
        let (x, y) = (CELL * (column as f64 + 0.5) + shift(row), step * row as f64 + CELL / 2.0);
        if !cell.used {
            continue;
        }
        let mut group = Group::new().set("transform", format!("translate({x} {y})"));
        group = group.add(ground(grid, (columns, rows), column, row));
        if cell.unknown {
            group = group.add(letters("?", "#777"));
        }
        for name in &cell.contents {
            if let Some(content) = grid.contents.iter().find(|content| content.name == *name) {
                group = content.draw(group);
            }
        }
        drawn = drawn.add(group);
    }
    let height = step * (rows.max(1) - 1) as f64 + CELL;
    let name = |text: &str, x: f64, y: f64| {
        let text = Text::new(text).set("x", x).set("y", y).set("font-size", 11).set("fill", "#666");
        text.set("text-anchor", "middle")
    };
    for (column, text) in grid.columns.iter().enumerate() {
        drawn = drawn.add(name(text, CELL * (column as f64 + 0.5), height + 14.0));
    }
    for (row, text) in grid.rows.iter().enumerate() {
        drawn = drawn.add(name(text, shift(row) - 14.0, step * row as f64 + CELL / 2.0 + 4.0));
    }
    (drawn, CELL * columns as f64 + slant * (rows.max(1) - 1) as f64, height)
}

/// An empty cell around the origin.
fn ground(grid: &Grid, (columns, rows): (usize, usize), column: usize, row: usize) -> Group {
    let dark = (column + rows - 1 - row).is_multiple_of(2);
    let fill = match grid.surface {
        Surface::Plain => "#f3efe4",
        Surface::Checkered if dark => "#a9805a",
        Surface::Checkered => "#efe4cd",
        Surface::Felt => "#3c8a5b",
        Surface::Rack => "#2a5fa8",
        Surface::Wood => "#c89b66",
    };
    if grid.cell_shape == CellShape::Hex {
        let corner = |sixth: u32| {
            let angle = f64::from(sixth) * std::f64::consts::FRAC_PI_3;
            let radius = CELL / 3.0_f64.sqrt();
            format!("{:.2},{:.2}", radius * angle.sin(), radius * angle.cos())
        };
        let corners: Vec<String> = (0..6).map(corner).collect();
        let cell = Polygon::new().set("points", corners.join(" ")).set("fill", fill).set("stroke", "#a8a48f");
        return sides(grid, (columns, rows), column, row)
            .into_iter()
            .fold(Group::new().add(cell), Group::add);
    }
    let edge = if grid.surface == Surface::Rack { fill } else { "#a8a48f" };
    let half = CELL / 2.0;
    let square = Rectangle::new().set("x", -half).set("y", -half).set("width", CELL).set("height", CELL);
    let group = Group::new().add(square.set("fill", fill).set("stroke", edge));
    match grid.surface {
        Surface::Rack => group.add(circle(0.42, "#f3f6fa", "none")),
        Surface::Wood => group.add(circle(0.16, "#8d6639", "none")),
        _ => group,
    }
}

/// Marks of the sides that players are to join, in a cell at the edge of a board.
fn sides(grid: &Grid, (columns, rows): (usize, usize), column: usize, row: usize) -> Vec<Line> {
    let Some(sides) = grid.sides else { return Vec::new() };
    let radius = CELL / 3.0_f64.sqrt();
    let mark = |from: (f64, f64), to: (f64, f64), colour: Colour| {
        let line = Line::new().set("x1", from.0).set("y1", from.1).set("x2", to.0).set("y2", to.1);
        line.set("stroke", fill(colour)).set("stroke-width", 4)
    };
    let half = CELL / 2.0;
    let mut marks = Vec::new();
    for left in [-half, half] {
        if row == 0 {
            marks.push(mark((left, -radius / 2.0), (0.0, -radius), sides.ends));
        }
        if row + 1 == rows {
            marks.push(mark((left, radius / 2.0), (0.0, radius), sides.ends));
        }
    }
    if column == 0 {
        marks.push(mark((-half, -radius / 2.0), (-half, radius / 2.0), sides.flanks));
    }
    if column + 1 == columns {
        marks.push(mark((half, -radius / 2.0), (half, radius / 2.0), sides.flanks));
    }
    marks
}

impl Content {
    /// Adds the content of a cell around the origin: a piece if the style tells how it looks, else its name.
    fn draw(&self, group: Group) -> Group {
        let Some(Appearance { shape, colour }) = self.appearance else {
            return if self.blank { group } else { group.add(letters(&self.name, "#26282a")) };
        };
        let (fill, edge) = (fill(colour), edge(colour));
        let rectangle = |size: f64| {
            let size = size * CELL;
            let rectangle = Rectangle::new().set("x", -size / 2.0).set("y", -size / 2.0);
            rectangle.set("width", size).set("height", size).set("fill", fill).set("stroke", edge)
        };
        let line = |sign: f64| {
            let reach = 0.27 * CELL;
            let line = Line::new()
                .set("x1", -reach)
                .set("y1", -sign * reach)
                .set("x2", reach)
                .set("y2", sign * reach);
            line.set("stroke", fill).set("stroke-width", 5).set("stroke-linecap", "round")
        };
        match shape {
            PieceShape::Coin | PieceShape::Disc | PieceShape::Lamp => group.add(circle(0.38, fill, edge)),
            PieceShape::Dot => group.add(circle(0.14, fill, edge)),
            PieceShape::Peg => group.add(circle(0.27, fill, edge)),
            PieceShape::Ring => group.add(circle(0.27, "none", fill).set("stroke-width", 5)),
            PieceShape::Cross => group.add(line(1.0)).add(line(-1.0)),
            PieceShape::Square => group.add(rectangle(0.6)),
            PieceShape::Wall => group.add(rectangle(1.0)),
            PieceShape::Tile => group.add(rectangle(0.88).set("rx", 4)).add(letters(&self.name, ink(colour))),
            PieceShape::Delta => {
                let points = format!("0,{0} {1},{2} -{1},{2}", -0.34 * CELL, 0.34 * CELL, 0.28 * CELL);
                group.add(Polygon::new().set("points", points).set("fill", fill).set("stroke", edge))
            }
            PieceShape::Cycle => {
                let points: Vec<String> = [(0.0, -0.34), (0.3, 0.28), (0.0, 0.14), (-0.3, 0.28)]
                    .map(|(x, y)| format!("{},{}", x * CELL, y * CELL))
                    .into();
                group
                    .add(Polygon::new().set("points", points.join(" ")).set("fill", fill).set("stroke", edge))
            }
            PieceShape::Flag => group.add(figure("⚑", fill, edge)),
            PieceShape::King => group.add(figure("♚", fill, edge)),
            PieceShape::Knight => group.add(figure("♞", fill, edge)),
            PieceShape::Pawn => group.add(figure("♟", fill, edge)),
            PieceShape::Robot => group.add(figure("☻", fill, edge)),
        }
    }
}

fn circle(radius: f64, fill: &str, edge: &str) -> Circle {
    Circle::new().set("r", radius * CELL).set("fill", fill).set("stroke", edge)
}

/// A name in a cell, smaller the longer it is.
fn letters(name: &str, ink: &str) -> Text {
    let size = (1.4 * CELL / name.chars().count().max(1) as f64).clamp(6.0, 0.55 * CELL);
    let text = Text::new(name).set("text-anchor", "middle").set("dominant-baseline", "central");
    text.set("font-size", size).set("fill", ink)
}

/// A piece that letters have.
fn figure(symbol: &str, fill: &str, edge: &str) -> Text {
    let text = Text::new(symbol).set("text-anchor", "middle").set("dominant-baseline", "central");
    text.set("font-size", 0.8 * CELL).set("fill", fill).set("stroke", edge)
}

fn fill(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "#f7f5ee",
        Colour::Black => "#2a2d30",
        Colour::Red => "#cf3f35",
        Colour::Blue => "#2f6fc4",
        Colour::Green => "#2f9a55",
        Colour::Yellow => "#f2c230",
        Colour::Grey => "#80868b",
        Colour::Brown => "#a2703f",
    }
}

fn edge(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "#6d6a60",
        Colour::Black => "#8a8f93",
        Colour::Red => "#84201a",
        Colour::Blue => "#1b4179",
        Colour::Green => "#1a5c32",
        Colour::Yellow => "#94700a",
        Colour::Grey => "#4c5155",
        Colour::Brown => "#5f3f20",
    }
}

/// The colour of a name on a piece.
fn ink(colour: Colour) -> &'static str {
    match colour {
        Colour::White | Colour::Yellow => "#26282a",
        _ => "#ffffff",
    }
}

#[cfg(test)]
mod tests {
    use game::{BUILTIN, Game, Rules};

    use crate::testing::sheet;
    use crate::{Layout, Style};

    fn drawn(name: &str) -> String {
        let rules = Rules::new(&sheet(name)).unwrap();
        Layout::of(&rules, Style::named(name), &[]).picture(&rules, &rules.initial()).svg()
    }

    #[test]
    fn a_board_is_drawn_with_its_pieces_and_what_else_holds() {
        let othello = drawn("othello-4x4");
        // Two discs of each colour on felt.
        assert_eq!(othello.matches("#3c8a5b").count(), 16);
        assert_eq!(othello.matches("<circle").count(), 4);
        assert!(othello.contains("(control"), "{othello}");
        assert!(drawn("hex").contains("<polygon"));
    }

    #[test]
    fn names_cannot_break_out_of_their_texts() {
        let text = "(role a) (init (cell 1 1 <b>)) (init <i>) (legal a noop) terminal (goal a 0)";
        let rules = Rules::new(&gdl::Rulesheet::parse("test", text.as_bytes()).unwrap()).unwrap();
        let picture = Layout::of(&rules, None, &[]).picture(&rules, &rules.initial()).svg();
        assert!(picture.contains("&lt;b&gt;") && picture.contains("&lt;i&gt;"), "{picture}");
        assert!(!picture.contains("<b>") && !picture.contains("<i>"), "{picture}");
    }

    #[test]
    fn boards_of_all_kinds_have_a_picture() {
        for game in BUILTIN.iter().take(12) {
            let svg = drawn(game.name);
            assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{}", game.name);
        }
    }
}
