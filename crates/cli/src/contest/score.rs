use arena::{Outcome, Plan, Schedule};
use comfy_table::CellAlignment;

use crate::output;
use crate::scores::scores;

/// What the matches so far have come to.
pub(super) struct Score {
    plan: Plan,
    /// In the order of the plan.
    players: Vec<Count>,
    /// Matches without goals.
    pointless: usize,
}

/// What a player did.
#[derive(Clone, Debug, Default, PartialEq)]
struct Count {
    points: f64,
    won: u64,
    drawn: u64,
    lost: u64,
    /// By [`KINDS`].
    errors: [u64; KINDS.len()],
}

/// How entries about errors begin, and what that means.
const KINDS: [(&str, &str); 3] = [("TO", "time-outs"), ("CE", "unreachable"), ("IL", "illegal")];

impl Score {
    pub(super) fn new(plan: &Plan) -> Self {
        Self { plan: plan.clone(), players: vec![Count::default(); plan.players.len()], pointless: 0 }
    }

    /// Adds a match: who sat where, how it ended, and what each role did wrong at every ply.
    pub(super) fn add(&mut self, seats: &[usize], outcome: &Outcome, errors: &[Vec<String>]) {
        match scores(&self.plan, outcome) {
            None => self.pointless += 1,
            Some(scores) => {
                for (&player, score) in seats.iter().zip(scores) {
                    let count = &mut self.players[player];
                    count.points += score;
                    let won = score >= 1.0;
                    *(if won {
                        &mut count.won
                    } else if score > 0.0 {
                        &mut count.drawn
                    } else {
                        &mut count.lost
                    }) += 1;
                }
            }
        }
        for (role, error) in errors.iter().flat_map(|roles| roles.iter().enumerate()) {
            if let Some(kind) = KINDS.iter().position(|(entry, _)| error.starts_with(entry)) {
                self.players[seats[role]].errors[kind] += 1;
            }
        }
    }

    /// A table with a line for each player, chance left out.
    pub(super) fn text(&self, chance: Option<usize>) -> String {
        let kinds = KINDS.map(|(_, words)| words);
        let mut table =
            output::columns(&[&["player", "points", "won", "drawn", "lost"][..], &kinds].concat());
        for (place, (name, count)) in self.plan.players.iter().zip(&self.players).enumerate() {
            if Some(place) == chance {
                continue;
            }
            let Count { points, won, drawn, lost, errors } = count;
            let points = format!("{}/{}", (points * 100.0).round() / 100.0, won + drawn + lost);
            let figures = [won, drawn, lost].into_iter().chain(errors).map(u64::to_string);
            table.add_row([name.clone(), points].into_iter().chain(figures));
        }
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        let mut text = output::trimmed(&table);
        if self.pointless > 0 {
            let games = output::count(self.pointless, "match").replace("matchs", "matches");
            let why = Schedule::Rotation { matches: 0, chance: None }.pointless();
            text.push_str(&format!("\nLeft out: {games} {why}."));
        }
        text
    }
}
