//! A game written in Rust: Domineering. Who wins on which board, and what does the search cost?
//!
//! `cargo run --release --example own_game -- 5`
//!
//! Two players put dominoes on a board, `vertical` upright ones and `horizontal` flat ones. Whoever has no
//! room for a domino loses.

use std::env;
use std::error::Error;

use spielbaum::{Game, Goal, Notation, Request, SearchRng, SeedableRng, Spec, Tournament};

/// Domineering on a square board.
struct Domineering {
    size: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Board {
    /// One bit for each cell, row by row.
    taken: u64,
    to_move: usize,
}

/// The cells that a domino takes, one bit each; none for the role that is not to move.
type Domino = u64;

impl Domineering {
    /// A game on a board of `size` by `size` cells, which must fit into the bits of a word.
    fn new(size: u32) -> Option<Self> {
        (2..=8).contains(&size).then_some(Self { size })
    }

    /// The dominoes that fit on the board, in the direction of that role.
    fn room(&self, board: &Board, role: usize) -> impl Iterator<Item = Domino> {
        let (size, taken) = (self.size, board.taken);
        let (rows, columns, step) = if role == 0 { (size - 1, size, size) } else { (size, size - 1, 1) };
        let corners = (0..rows).flat_map(move |row| (0..columns).map(move |column| row * size + column));
        corners
            .map(move |corner| (1 << corner) | (1 << (corner + step)))
            .filter(move |domino| taken & domino == 0)
    }
}

impl Game for Domineering {
    type State = Board;
    type Move = Domino;

    fn roles(&self) -> usize {
        2
    }

    fn initial(&self) -> Board {
        Board { taken: 0, to_move: 0 }
    }

    fn terminal(&self, board: &Board) -> bool {
        self.room(board, board.to_move).next().is_none()
    }

    fn legal(&self, board: &Board, role: usize, moves: &mut Vec<Domino>) {
        moves.clear();
        if role == board.to_move {
            moves.extend(self.room(board, role));
        } else {
            moves.push(0);
        }
    }

    fn next(&self, board: &Board, joint: &[Domino]) -> Board {
        Board { taken: board.taken | joint[board.to_move], to_move: 1 - board.to_move }
    }

    fn goal(&self, board: &Board, role: usize) -> Goal {
        if role == board.to_move { 0 } else { 100 }
    }

    fn notation(&self) -> &dyn Notation<Self::State, Self::Move> {
        self
    }
}

impl Notation<Board, Domino> for Domineering {
    fn role_name(&self, role: usize) -> &str {
        ["vertical", "horizontal"][role]
    }

    fn move_name(&self, domino: Domino) -> String {
        let cells = (0..64).filter(|cell| (domino >> cell) & 1 == 1);
        let names: Vec<String> =
            cells.map(|cell| format!("({} {})", cell % self.size + 1, cell / self.size + 1)).collect();
        if names.is_empty() { "noop".to_owned() } else { names.join("-") }
    }

    fn draw(&self, board: &Board) -> String {
        let cell = |cell: u32| if (board.taken >> cell) & 1 == 1 { "#" } else { "." };
        let row = |row: u32| {
            (0..self.size).map(|column| cell(row * self.size + column)).collect::<Vec<_>>().join(" ")
        };
        (0..self.size).rev().map(row).collect::<Vec<_>>().join("\n")
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let size = env::args().nth(1).map_or(Ok(4), |text| text.parse())?;
    let game = Domineering::new(size).ok_or("a board has 2 to 8 cells a side")?;

    let mut rng = SearchRng::seed_from_u64(0);
    let mut strategy = "deepening(nodes=20000000)".parse::<Spec>()?.build();
    let decision = strategy.choose(Request::new(&game, &game.initial(), 0, &mut rng))?;
    println!("{}\n", game.notation().draw(&game.initial()));
    match decision.value {
        Some(value) if decision.proven => {
            let winner = if value == 100.0 { "vertical" } else { "horizontal" };
            println!("{winner} wins: {} nodes, {} plies deep", decision.effort.nodes, decision.effort.depth);
        }
        _ => println!("not solved within {} nodes", decision.effort.nodes),
    }
    println!("vertical plays {}\n", game.notation().move_name(decision.mov));

    // Strategies that know nothing of the game but its rules play one another.
    let players = Spec::list("uct(playouts=200),alpha-beta(depth=3,eval=mobility),random")?;
    let table = Tournament::new(&game, "domineering", &players, 10)?.run(|_| Ok(()))?;
    for rating in &table.ratings {
        println!("{:32} scores {:.0} %", rating.player, 100.0 * rating.score.unwrap_or_default());
    }
    Ok(())
}
