use arena::{FirstSeat, Rating, Store, Table};
use comfy_table::CellAlignment;
use serde::Serialize;

use super::One;
use crate::error::Error;
use crate::labels::Labels;
use crate::output;
use crate::standings::{NOT_HOW_GREAT, interval, mean_goal, percent, whole};

/// How strong the players of a tournament are.
#[derive(Serialize)]
struct Ratings<'t> {
    game: &'t str,
    interrupted: bool,
    ratings: &'t [Rating],
    /// How likely each player, a row, is stronger than each, a column, in the order of `ratings`.
    superiority: &'t [Vec<f64>],
    first_seat: Option<&'t FirstSeat>,
}

pub(super) fn run(One { id, json }: &One, store: &Store) -> Result<(), Error> {
    let table = super::read_table(store, *id)?;
    if *json {
        return output::json(&Ratings {
            game: &table.game,
            interrupted: table.interrupted,
            ratings: &table.ratings,
            superiority: &table.superiority,
            first_seat: table.first_seat.as_ref(),
        });
    }
    output::line(text(&table))
}

fn text(table: &Table) -> String {
    let labels = Labels::of(table);
    let mut ranks: Vec<usize> = (0..table.ratings.len()).collect();
    let strength = |&player: &usize| {
        let Rating { elo, score, .. } = &table.ratings[player];
        (elo.unwrap_or(f64::NEG_INFINITY), score.unwrap_or(0.0))
    };
    ranks.sort_by(|a, b| {
        let (a, b) = (strength(a), strength(b));
        b.0.total_cmp(&a.0).then(b.1.total_cmp(&a.1))
    });
    let mut text = format!("{}\n\n{}", table.game, players(table, &labels, &ranks));
    if table.superiority.is_empty() {
        text.push_str(
            "\nA game for one role has no opponents, so there is no Elo; the score counts the greatest goal.",
        );
    } else {
        text.push_str(
            "\nElo: 0 is the mean, 100 more expect a score of 64 %; by the model of Bradley and Terry",
        );
        let two = table.pairings.first().is_some_and(|pairing| pairing.players.len() == 2);
        text.push_str(if two { ", with an\nadvantage of the first seat." } else { "." });
        if table.goals_tell_more {
            text.push_str(&format!("\n{NOT_HOW_GREAT}"));
        }
        if ranks.len() > 1 {
            text.push_str(&format!("\n\n{}", superiority(table, &labels, &ranks)));
            text.push_str("\nHow likely the player at the left is stronger than the one above, in %.");
        }
    }
    if let Some(FirstSeat { score: Some(score), ci95, elo, elo95 }) = &table.first_seat {
        text.push_str(&format!("\n\nThe first seat scores {:.1} % {}", score * 100.0, interval(*ci95)));
        if let (Some(elo), Some([low, high])) = (elo, elo95) {
            text.push_str(&format!("; it is worth {} Elo [{}, {}]", whole(*elo), whole(*low), whole(*high)));
        }
        text.push('.');
    }
    for (label, spec) in labels.longer(table) {
        text.push_str(&format!("\n{label} = {spec}"));
    }
    text + &super::reservations(table)
}

fn players(table: &Table, labels: &Labels, ranks: &[usize]) -> String {
    let has_elo = !table.superiority.is_empty();
    let elo_columns: &[&str] = if has_elo { &["Elo", "95 %"] } else { &[] };
    let goals = table.goals_tell_more;
    let goal_column: &[&str] = if goals { &["mean goal"] } else { &[] };
    let header: Vec<&str> =
        [&["#", "player"], elo_columns, &["score %", "95 %", "games"], goal_column].concat();
    let mut drawn = output::columns(&header);
    for (rank, &player) in (1..).zip(ranks) {
        let Rating { player: name, elo, elo95, score, ci95, seats } = &table.ratings[player];
        let none = || "-".to_owned();
        let elo = elo.map_or_else(none, |elo| whole(elo).to_string());
        let ends = elo95.map_or_else(none, |[low, high]| format!("[{}, {}]", whole(low), whole(high)));
        let score = score.map_or_else(none, |score| format!("{:.1}", score * 100.0));
        let row = [rank.to_string(), labels.all()[player].clone()].into_iter();
        let row = row.chain([elo, ends].into_iter().filter(|_| has_elo));
        let row = row.chain([score, interval(*ci95), seats.to_string()]);
        drawn.add_row(row.chain(goals.then(|| mean_goal(table, name))));
    }
    for column in drawn.column_iter_mut().skip(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    output::trimmed(&drawn)
}

fn superiority(table: &Table, labels: &Labels, ranks: &[usize]) -> String {
    let header: Vec<String> = (1..=ranks.len()).map(|rank| rank.to_string()).collect();
    let header: Vec<&str> = ["#", "player"].into_iter().chain(header.iter().map(String::as_str)).collect();
    let mut drawn = output::columns(&header);
    for (rank, &player) in (1..).zip(ranks) {
        let likely = |&other: &usize| {
            // Games make it never certain, though it may be rounded to that.
            let likely = table.superiority[player][other].clamp(1e-9, 1.0 - 1e-9);
            if other == player { "·".to_owned() } else { percent(likely) }
        };
        let row = [rank.to_string(), labels.all()[player].clone()];
        drawn.add_row(row.into_iter().chain(ranks.iter().map(likely)));
    }
    for column in drawn.column_iter_mut().skip(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    output::trimmed(&drawn)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn one_role_has_scores_and_no_elo() {
        let text = text(&testing::table(&["random", "uct"], 1, 10));
        assert!(text.contains("has no opponents") && !text.contains("likely"), "{text}");
    }

    #[test]
    fn the_strongest_comes_first() {
        let mut table = testing::table(&["weak", "strong"], 2, 10);
        table.ratings[1].elo = Some(900.0);
        table.superiority = vec![vec![0.5, 0.0], vec![1.0, 0.5]];
        let text = text(&table);
        let lines: Vec<_> = text.lines().collect();
        assert!(lines[3].starts_with("1  strong") && lines[4].starts_with("2  weak"), "{text}");
        assert!(text.contains(">99") && text.contains("<1"), "{text}");
    }
}
