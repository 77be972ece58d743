//! Strategies play a game, and every position is printed.
//!
//! `cargo run --release --example play_a_game -- connect-four 'uct(playouts=2000)'
//! 'alpha-beta(depth=4,eval=mobility)'`
//!
//! A game is built in, or a path to a rulesheet. There is one strategy for each role but chance; the last one
//! named plays the rest.

use std::env;
use std::error::Error;
use std::path::Path;

use spielbaum::game::players;
use spielbaum::{Choices, Course, Game, Match, Outcome, Player, Seed, Spec, built_in_game, game_from_file};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "tictactoe".to_owned());
    let game = if Path::new(&name).is_file() { game_from_file(&name)? } else { built_in_game(&name)? };

    let mut specs = arguments.map(|text| text.parse()).collect::<Result<Vec<Spec>, _>>()?;
    if specs.is_empty() {
        let hides = game.percepts().is_some();
        specs = Spec::list(if hides { "ismcts(playouts=1000),random" } else { "uct(playouts=1000),random" })?;
    }
    let last = specs.len() - 1;
    let seated = players(&game).enumerate().map(|(seat, _)| Player::from(&specs[seat.min(last)])).collect();

    // The match is the referee: it draws the moves of chance, and tells each player what its role knows.
    let record = Match::new(&game, seated).play(Seed(0))?.expect("nobody stops it");

    let mut course = Course::of(&game);
    for ply in &record.plies {
        println!("{}\n", game.notation().draw(course.end()));
        let choices = Choices::of(&game, course.end());
        for (role, mov) in
            ply.joint_move.iter().enumerate().filter(|(role, _)| choices.of_role(*role).len() > 1)
        {
            println!("{} plays {mov}", game.notation().role_name(role));
        }
        course.follow(&game, &ply.joint_move)?;
    }
    println!("{}\n", game.notation().draw(course.end()));
    match record.outcome {
        Outcome::Goals(goals) => {
            for (role, goal) in players(&game).zip(goals) {
                println!("{} gets {goal}", game.notation().role_name(role));
            }
        }
        Outcome::Forfeit { foul, .. } => println!("{foul}"),
        Outcome::PlyLimit | Outcome::Unscored => println!("the match was not played to the end"),
    }
    Ok(())
}
