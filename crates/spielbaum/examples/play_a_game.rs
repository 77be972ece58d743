//! Two strategies play a game, and every position is printed.
//!
//! `cargo run --release --example play_a_game -- connect-four 'uct(playouts=2000)' 'alpha-beta(depth=4,eval=mobility)'`
//!
//! A game is built in, or a path to a rulesheet. There is one strategy for each role; the last one named plays the rest.

use std::env;
use std::error::Error;
use std::path::Path;

use spielbaum::{Choices, Game, Request, SearchRng, SeedableRng, Spec, built_in_game, game_from_file};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "tictactoe".to_owned());
    let game = if Path::new(&name).is_file() { game_from_file(&name)? } else { built_in_game(&name)? };

    let mut specs = arguments.map(|text| text.parse()).collect::<Result<Vec<Spec>, _>>()?;
    if specs.is_empty() {
        specs = Spec::list("uct(playouts=1000),random")?;
    }
    let last = specs.len() - 1;
    // A strategy lives for the whole match: it keeps what it has learnt.
    let mut players: Vec<_> = (0..game.roles()).map(|role| specs[role.min(last)].build()).collect();

    let mut rng = SearchRng::seed_from_u64(0);
    let mut state = game.initial();
    while !game.terminal(&state) {
        println!("{}\n", game.notation().draw(&state));
        let choices = Choices::of(&game, &state);
        let mut joint = Vec::with_capacity(game.roles());
        for (role, player) in players.iter_mut().enumerate() {
            let [only] = choices.of_role(role) else {
                let decision = player.choose(Request::new(&game, &state, role, &mut rng))?;
                println!(
                    "{} plays {}",
                    game.notation().role_name(role),
                    game.notation().move_name(decision.mov)
                );
                joint.push(decision.mov);
                continue;
            };
            joint.push(*only);
        }
        state = game.next(&state, &joint);
    }
    if let Some(fault) = game.fault(&state) {
        return Err(fault.into());
    }
    println!("{}\n", game.notation().draw(&state));
    for role in 0..game.roles() {
        println!("{} gets {}", game.notation().role_name(role), game.goal(&state, role));
    }
    Ok(())
}
