//! Tables of tournaments for this crate's own tests.

use arena::{Interval, Pairing, Rating, Schedule, Table};

/// A table of a round robin in which the earlier named wins the more games, the earlier it was named, and a
/// tenth is drawn.
pub(crate) fn table(players: &[&str], roles: u32, games: u64) -> Table {
    let many = players.len();
    let seats = |pairing: usize| (0..roles).rev().map(move |role| pairing / many.pow(role) % many);
    let pairing = |number: usize| {
        let draws = if roles > 1 { games / 10 } else { 0 };
        let weights: Vec<f64> = seats(number).map(|player| 1.0 / (player + 1) as f64).collect();
        let share = |weight: &f64| weight / weights.iter().sum::<f64>();
        let wins: Vec<u64> =
            weights.iter().map(|weight| ((games - draws) as f64 * share(weight)) as u64).collect();
        Pairing {
            players: seats(number).map(|player| players[player].to_owned()).collect(),
            games,
            draws,
            drawn: Vec::new(),
            adjudicated: 0,
            forfeits: Vec::new(),
            mean_goals: Vec::new(),
            ci95: wins.iter().map(|&wins| Interval::wilson(wins as f64, games)).collect(),
            wins,
            mean_plies: Some(9.0),
            distinct_games: Some(games),
            effective_games: None,
        }
    };
    let rating = |(place, player): (usize, &&str)| {
        let (score, elo) = (1.0 / (place + 2) as f64, 200.0 - 50.0 * place as f64);
        Rating {
            player: (*player).to_owned(),
            seats: games,
            score: Some(score),
            ci95: Interval::wilson(score * games as f64, games),
            elo: (roles > 1 && many > 1).then_some(elo),
            elo95: (roles > 1 && many > 1).then_some([elo - 40.0, elo + 40.0]),
        }
    };
    Table {
        game: "tictactoe".to_owned(),
        games_per_pairing: games as u32,
        seed: 7,
        interrupted: false,
        schedule: Schedule::RoundRobin,
        opening_plies: 0,
        pairings: (0..many.pow(roles)).map(pairing).collect(),
        ratings: players.iter().enumerate().map(rating).collect(),
        superiority: Vec::new(),
        first_seat: None,
        trials: Vec::new(),
        goals_tell_more: false,
        chance: false,
        files: Vec::new(),
    }
}
