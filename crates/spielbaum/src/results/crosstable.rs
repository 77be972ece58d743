use arena::{Interval, Pairing, Schedule, Store, Table};
use comfy_table::{CellAlignment, ContentArrangement};
use serde::Serialize;

use super::One;
use crate::error::Error;
use crate::labels::Labels;
use crate::output;
use crate::standings::{framed, interval};

/// Each player against each over both seats, the best first.
#[derive(Debug, PartialEq, Serialize)]
struct Crosstable<'t> {
    game: &'t str,
    interrupted: bool,
    /// By their ratings.
    players: Vec<Total<'t>>,
    /// Each two that met, themselves included, in the order of `players`.
    encounters: Vec<Encounter<'t>>,
}

/// A player against all others.
#[derive(Debug, PartialEq, Serialize)]
struct Total<'t> {
    player: &'t str,
    elo: Option<f64>,
    #[serde(flatten)]
    count: Count,
}

/// All games between two players; the figures are the first one's.
#[derive(Debug, PartialEq, Serialize)]
struct Encounter<'t> {
    players: [&'t str; 2],
    #[serde(flatten)]
    count: Count,
    /// The results of the first seat.
    first_seat: Count,
}

/// Games and their points: a win is one, a draw half of one. Games that the ply limit ended are left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(into = "Figures")]
struct Count {
    wins: u64,
    draws: u64,
    losses: u64,
    /// The sum of the squares of how often each game counts: the number of games, if each counts once.
    squares: f64,
}

/// A count with what follows from it.
#[derive(Serialize)]
struct Figures {
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    points: f64,
    score: Option<f64>,
    ci95: Interval,
}

impl From<Count> for Figures {
    fn from(count: Count) -> Self {
        let Count { wins, draws, losses, .. } = count;
        let (games, points, score, ci95) = (count.games(), count.points(), count.score(), count.interval());
        Self { games, wins, draws, losses, points, score, ci95 }
    }
}

impl Count {
    /// The results of the seat of `role`.
    fn of(pairing: &Pairing, role: usize) -> Self {
        let (wins, draws, losses) = (pairing.wins[role], pairing.draws, pairing.losses(role));
        let copies = pairing.effective_games.map_or(1.0, |effective| pairing.games as f64 / effective);
        Self { wins, draws, losses, squares: (wins + draws + losses) as f64 * copies }
    }

    fn and(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
            squares: self.squares + other.squares,
        }
    }

    fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    fn points(self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    fn score(self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    fn interval(self) -> Interval {
        // The effective sample size, as in the ratings of the table.
        Interval::of_mean(self.score(), (self.games() as f64).powi(2) / self.squares)
    }

    fn points_of_games(self) -> String {
        format!("{}/{}", self.points(), self.games())
    }

    fn record(self) -> String {
        format!("+{} ={} -{}", self.wins, self.draws, self.losses)
    }

    fn percent(self) -> String {
        self.score().map_or_else(|| "-".to_owned(), |score| format!("{:.1}", score * 100.0))
    }
}

pub(super) fn run(One { id, json }: &One, store: &Store) -> Result<(), Error> {
    let table = super::read_table(store, *id)?;
    let crosstable = Crosstable::of(&table)?;
    if *json { output::json(&crosstable) } else { output::line(crosstable.text(&table)) }
}

impl<'t> Crosstable<'t> {
    fn of(table: &'t Table) -> Result<Self, Error> {
        let roles = table.pairings.first().map_or(0, |pairing| pairing.players.len());
        if roles != 2 {
            return Err(Error::Usage(format!(
                "a crosstable is for games of two roles, and {} has {roles}; `spielbaum results table` shows every seating",
                table.game
            )));
        }
        let mut ranks: Vec<usize> = (0..table.ratings.len()).collect();
        let strength = |&player: &usize| table.ratings[player].elo.unwrap_or(f64::NEG_INFINITY);
        ranks.sort_by(|a, b| strength(b).total_cmp(&strength(a)));
        let name = |player: usize| table.ratings[player].player.as_str();
        let mut encounters = Vec::new();
        for (place, &one) in ranks.iter().enumerate() {
            for &other in &ranks[place..] {
                let there = table.pairing(&[one, other]);
                // Against itself a player has both seats in every game.
                let back = table.pairing(&[other, one]).filter(|_| one != other);
                if there.or(back).is_none() {
                    continue;
                }
                let count = |pairing: Option<&Pairing>, role| {
                    pairing.map_or(Count::default(), |pairing| Count::of(pairing, role))
                };
                encounters.push(Encounter {
                    players: [name(one), name(other)],
                    count: count(there, 0).and(count(back, 1)),
                    first_seat: count(there, 0).and(count(back, 0)),
                });
            }
        }
        let total = |&player: &usize| {
            let mut count = Count::default();
            for Encounter { players: [one, other], count: of, .. } in &encounters {
                if one == other {
                    continue;
                }
                if *one == name(player) {
                    count = count.and(*of);
                } else if *other == name(player) {
                    count = count.and(of.turned());
                }
            }
            Total { player: name(player), elo: table.ratings[player].elo, count }
        };
        let players = ranks.iter().map(total).collect();
        Ok(Self { game: &table.game, interrupted: table.interrupted, players, encounters })
    }

    fn between(&self, one: &str, other: &str) -> Option<Count> {
        self.encounters.iter().find_map(|encounter| match encounter.players {
            [first, second] if first == second => None,
            [first, second] if first == one && second == other => Some(encounter.count),
            [first, second] if first == other && second == one => Some(encounter.count.turned()),
            _ => None,
        })
    }

    fn text(&self, table: &Table) -> String {
        let labels = Labels::of(table);
        let mut text = format!("{}, both seats together\n\n", self.game);
        // Where few met, a square would be nearly empty.
        let apart = self.encounters.iter().filter(|encounter| encounter.players[0] != encounter.players[1]);
        let square = 4 * apart.count() >= self.players.len() * (self.players.len() - 1);
        if square {
            text.push_str(&self.square(table, &labels, framed().width()).unwrap_or_else(|wide| {
                format!(
                    "The square of each against each takes a terminal {wide} columns wide, or a file.\n\n"
                )
            }));
        }
        if self.encounters.iter().any(|encounter| encounter.count.games() > 0) {
            text.push_str(&self.list(table, &labels));
            text.push_str(
                "\nPoints and score are those of the player named first; first seat's: the score of who had it.",
            );
            if table.goals_tell_more {
                text.push_str(
                    "\nPoints count who has the greater goal, not how great it is; `spielbaum results table` shows mean goals.",
                );
            }
        } else {
            text.push_str("No game has been played to its end.");
        }
        for (label, spec) in labels.longer(table) {
            text.push_str(&format!("\n{label} = {spec}"));
        }
        if matches!(table.schedule, Schedule::Gauntlet(_) | Schedule::Ladder | Schedule::InOrder) {
            text.push_str(&format!("\nNot everyone met everyone: the schedule was {}.", table.schedule));
        }
        text + &super::reservations(table)
    }

    /// The square with its legend; how wide it is, if that is too wide for the terminal: a broken line cannot
    /// be read.
    fn square(&self, table: &Table, labels: &Labels, terminal: Option<u16>) -> Result<String, usize> {
        let mut drawn = framed();
        drawn.set_content_arrangement(ContentArrangement::Disabled);
        let ranks = (1..=self.players.len()).map(|rank| rank.to_string());
        let header = ["#", "player"].map(str::to_owned).into_iter().chain(ranks);
        drawn.set_header(header.chain(["points", "score %"].map(str::to_owned)));
        for (rank, total) in (1..).zip(&self.players) {
            let cell = |other: &Total<'_>| match self.between(total.player, other.player) {
                Some(count) if count.games() > 0 => {
                    format!("{}\n{}\n{}", count.points_of_games(), count.record(), interval(count.interval()))
                }
                _ => String::new(),
            };
            let sums = [
                total.count.points_of_games(),
                format!("{}\n{}", total.count.percent(), interval(total.count.interval())),
            ];
            let row = [rank.to_string(), labels.of_player(table, total.player).to_owned()];
            drawn.add_row(row.into_iter().chain(self.players.iter().map(cell)).chain(sums));
        }
        let square = output::trimmed(&drawn);
        let width = square.lines().next().map_or(0, |line| line.chars().count());
        match terminal {
            Some(terminal) if width > terminal.into() => Err(width),
            _ => Ok(format!(
                "{square}\nCells: points/games of the player at the left, +won =drawn -lost, [95 % interval of the score in %].\n\n"
            )),
        }
    }

    /// A line for each two that met, in a ladder not all that might have.
    fn list(&self, table: &Table, labels: &Labels) -> String {
        let mut drawn = output::columns(&[
            "who met whom",
            "points",
            "record",
            "score %",
            "95 %",
            "first seat's %",
            "95 %",
        ]);
        let met = self.encounters.iter().filter(|encounter| encounter.count.games() > 0);
        for Encounter { players: [one, other], count, first_seat } in met {
            let [one, other] = [one, other].map(|player| labels.of_player(table, player));
            drawn.add_row([
                format!("{one} - {other}"),
                count.points_of_games(),
                count.record(),
                count.percent(),
                interval(count.interval()),
                first_seat.percent(),
                interval(first_seat.interval()),
            ]);
        }
        for column in drawn.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        output::trimmed(&drawn)
    }
}

impl Count {
    /// The same from the other side.
    fn turned(self) -> Self {
        Self { wins: self.losses, losses: self.wins, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::table;

    #[test]
    fn both_seats_count_and_games_against_oneself_do_not() {
        // The weaker in the first seat wins 30 of 100, the stronger 60; ten are drawn either way.
        let table = table(&["b", "a"], 2, 100);
        let crosstable = Crosstable::of(&table).expect("two roles");
        assert_eq!(crosstable.players.iter().map(|total| total.player).collect::<Vec<_>>(), ["b", "a"]);
        let count = crosstable.between("a", "b").expect("they met");
        assert_eq!(count, Count { wins: 60, draws: 20, losses: 120, squares: 200.0 });
        assert_eq!((count.points(), count.games()), (70.0, 200));
        assert_eq!(crosstable.players[1].count, count);
        assert_eq!(crosstable.encounters.len(), 3);
        assert_eq!(
            crosstable.encounters[1].first_seat,
            Count { wins: 90, draws: 20, losses: 90, squares: 200.0 }
        );
        assert_eq!(crosstable.between("a", "a"), None);
    }

    #[test]
    fn a_square_is_whole_or_not_there() {
        let table = table(&["a", "b"], 2, 10);
        let crosstable = Crosstable::of(&table).expect("two roles");
        let square = |terminal| crosstable.square(&table, &Labels::of(&table), terminal);
        let width = square(Some(10)).expect_err("too narrow");
        assert_eq!(square(Some(width as u16 - 1)), Err(width));
        assert!(square(Some(width as u16)).expect("wide enough").contains("+12 =2 -6"));
        assert_eq!(square(None), square(Some(width as u16)), "a file has room");
    }

    #[test]
    fn three_roles_have_none() {
        let table = table(&["a", "b"], 3, 10);
        let error = Crosstable::of(&table).expect_err("three roles").to_string();
        assert!(error.contains("results table"), "{error}");
    }

    #[test]
    fn nothing_played_has_no_score() {
        let table = table(&["a", "b"], 2, 0);
        let text = Crosstable::of(&table).expect("two roles").text(&table);
        assert!(text.ends_with("No game has been played to its end."), "{text}");
        assert_eq!(Count::default().score(), None);
    }

    #[test]
    fn only_those_who_met_have_a_line() {
        let mut table = table(&["a", "b"], 2, 10);
        table.pairings[0] =
            Pairing { games: 10, adjudicated: 10, wins: vec![0, 0], draws: 0, ..table.pairings[0].clone() };
        let text = Crosstable::of(&table).expect("two roles").text(&table);
        assert!(text.contains("a - b") && !text.contains("a - a"), "{text}");
        assert!(text.ends_with("\nLeft out: 10 games ended by the ply limit."), "{text}");
    }
}
