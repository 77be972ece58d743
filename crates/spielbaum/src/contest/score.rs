use arena::{Outcome, Plan, Schedule};
use comfy_table::CellAlignment;

use crate::output;

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
        match self.plan.scores(outcome) {
            None => self.pointless += 1,
            Some(scores) => {
                for (&player, score) in seats.iter().zip(scores) {
                    let count = &mut self.players[player];
                    count.points += score;
                    let ending = match score {
                        1.0 => &mut count.won,
                        0.0 => &mut count.lost,
                        _ => &mut count.drawn,
                    };
                    *ending += 1;
                }
            }
        }
        for (role, error) in errors.iter().flat_map(|roles| roles.iter().enumerate()) {
            let kind = KINDS.iter().position(|(entry, _)| error.starts_with(entry));
            if let Some((kind, seat)) = kind.zip(self.plan.seat(role)) {
                self.players[seats[seat]].errors[kind] += 1;
            }
        }
    }

    /// A table with a line for each player.
    pub(super) fn text(&self) -> String {
        let kinds = KINDS.map(|(_, words)| words);
        let mut table =
            output::columns(&[&["player", "points", "won", "drawn", "lost"][..], &kinds].concat());
        for (name, count) in self.plan.players.iter().zip(&self.players) {
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
            let games = output::count(self.pointless, "game");
            let why = Schedule::Rotation { matches: 0, chance: None }.pointless();
            text.push_str(&format!("\nLeft out: {games} {why}."));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn plan(players: &[&str]) -> Plan {
        let json = json!({
            "game": "any", "rules_hash": null, "roles": players.len(), "top_goal": 100, "players": players,
            "schedule": Schedule::Rotation { matches: 3, chance: None }, "games_per_pairing": 3, "seed": 0,
            "opening_plies": 0, "ply_limit": 100, "move_time": null, "forfeit_after": null, "sprt": null
        });
        serde_json::from_value(json).expect("a plan")
    }

    #[test]
    fn points_and_errors_follow_the_players_through_the_seats() {
        let mut score = Score::new(&plan(&["a", "b"]));
        let errors = [["", "TO"], ["", ""], ["IL noop", "CE"]].map(|roles| roles.map(str::to_owned).to_vec());
        score.add(&[0, 1], &Outcome::Goals(vec![100, 0]), &errors);
        score.add(&[1, 0], &Outcome::Goals(vec![50, 50]), &errors[..1]);
        score.add(&[0, 1], &Outcome::Unscored, &[]);
        assert_eq!(score.players[0], Count { points: 1.5, won: 1, drawn: 1, lost: 0, errors: [1, 0, 1] });
        assert_eq!(score.players[1], Count { points: 0.5, won: 0, drawn: 1, lost: 1, errors: [1, 1, 0] });
        let text = score.text();
        assert!(
            text.contains("1.5/2") && text.ends_with("Left out: 1 game given up or without goals."),
            "{text}"
        );
    }

    #[test]
    fn who_shares_a_win_among_three_has_a_part_of_a_point() {
        let mut score = Score::new(&plan(&["a", "b", "c"]));
        score.add(&[0, 1, 2], &Outcome::Goals(vec![40, 40, 40]), &[]);
        assert!(score.text().contains("0.33/1"));
    }

    #[test]
    fn errors_are_counted_by_roles_and_goals_by_seats() {
        let mut score = Score::new(&Plan { chance: Some(0), ..plan(&["a", "b"]) });
        let errors = [["", "TO", ""], ["", "", "CE"]].map(|roles| roles.map(str::to_owned).to_vec());
        score.add(&[1, 0], &Outcome::Goals(vec![100, 0]), &errors);
        assert_eq!(score.players[0], Count { points: 0.0, won: 0, drawn: 0, lost: 1, errors: [0, 1, 0] });
        assert_eq!(score.players[1], Count { points: 1.0, won: 1, drawn: 0, lost: 0, errors: [1, 0, 0] });
    }
}
