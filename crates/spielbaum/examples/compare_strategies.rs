//! How much is a larger budget worth? UCT with different numbers of playouts plays a tournament, which is
//! kept in a file.
//!
//! `cargo run --release --example compare_strategies -- connect-four`

use std::env;
use std::error::Error;

use spielbaum::{Spec, Store, Tournament, built_in_game};

fn main() -> Result<(), Box<dyn Error>> {
    let name = env::args().nth(1).unwrap_or_else(|| "tictactoe".to_owned());
    let game = built_in_game(&name)?;
    let players = Spec::list("random,uct(playouts=20),uct(playouts=100),uct(playouts=500)")?;
    let tournament = Tournament::new(&game, &name, &players, 20)?.with_seed(1);

    let path = env::temp_dir().join("compare_strategies.db");
    let mut store = Store::open(&path)?;
    let mut recorder = store.begin(tournament.plan(), None)?;
    let table = tournament.run(|progress| {
        eprint!("\r{} of {} matches", progress.done, progress.most);
        recorder.record(progress)
    })?;
    let id = recorder.id();
    recorder.finish()?;
    eprintln!();

    println!("{:20} {:>7} {:>13}", "player", "score %", "95 % interval");
    for rating in &table.ratings {
        let score = rating.score.unwrap_or_default() * 100.0;
        let [low, high] = [rating.ci95.low, rating.ci95.high].map(|bound| bound * 100.0);
        let interval = format!("[{low:.0}, {high:.0}]");
        println!("{:20} {score:7.1} {interval:>13}", rating.player);
    }
    println!("\nspielbaum results crosstable {id} --db {}", path.display());
    Ok(())
}
