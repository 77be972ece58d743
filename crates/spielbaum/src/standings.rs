//! A tournament's table as people read it.

use std::fmt::Write;

use arena::{Interval, Pairing, RepeatedPairing, Schedule, Table, Tested, UsedFile, Verdict};
use comfy_table::{CellAlignment, ContentArrangement, presets};

use crate::arena::exploitability::PlayerExploitability;
use crate::labels::Labels;
use crate::output;

/// The standings of a tournament: every pairing, and every player over all its seats, with its exploitability
/// if that was measured.
pub(crate) fn text(table: &Table, measured: &[PlayerExploitability]) -> String {
    let labels = Labels::of(table);
    let roles = table.pairings.first().map_or(0, |pairing| pairing.players.len());
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = writeln!(text, "{}\n", header(table));
    // Where few met, a square would be nearly empty.
    let square = roles == 2 && 2 * table.pairings.len() >= labels.all().len().pow(2);
    text.push_str(&if square { crossed(table, &labels) } else { seatings(table, &labels, roles) });
    text.push_str("\n\n");
    text.push_str(&ratings(table, &labels, measured));
    text.push_str(&independence(table));
    for (label, spec) in labels.longer(table) {
        let _ = write!(text, "\n{label} = {spec}");
    }
    for UsedFile { path, sha256 } in &table.files {
        let _ = write!(text, "\n{path}: SHA-256 {sha256}");
    }
    for tested in &table.trials {
        let _ = write!(text, "\n{}", trial(tested, table, &labels));
    }
    let adjudicated: u64 = table.pairings.iter().map(|pairing| pairing.adjudicated).sum();
    if adjudicated > 0 {
        let games = output::count(adjudicated as usize, "game");
        let _ = write!(text, "\nNone of the three: {games} {}.", table.schedule.pointless());
    }
    for (label, forfeits) in forfeits(table, &labels) {
        let games = output::count(forfeits as usize, "game");
        let _ = write!(
            text,
            "\n{label} forfeited {games}, which the others won; `spielbaum results matches ID` tells why."
        );
    }
    if table.interrupted {
        let played: u64 = table.pairings.iter().map(|pairing| pairing.games).sum();
        let planned = table.planned();
        let _ = write!(text, "\nInterrupted after {played} of {}{planned} games.", at_most(table));
    }
    text
}

/// What intervals assume, and how far it holds, after a line break.
fn independence(table: &Table) -> String {
    let games: u64 = table.pairings.iter().map(|pairing| pairing.games).sum();
    let distinct: Option<u64> = table.pairings.iter().map(|pairing| pairing.distinct_games).sum();
    let different = distinct.map_or_else(String::new, |distinct| {
        format!(": {distinct} of {games}, counted by pairing, are different games")
    });
    let discounted = table.pairings.iter().any(|pairing| pairing.effective_games.is_some());
    let once = if discounted { ";\ngames that players without chance repeat count once" } else { "" };
    format!("\nIntervals take games for independent{different}{once}.")
}

/// The warnings about figures that say less than they seem to: of pairings whose games were few different
/// ones, and of tests that do not see how great goals are.
pub(crate) fn warnings(table: &Table) -> Vec<String> {
    let labels = Labels::of(table);
    let warning = |RepeatedPairing { players, games, distinct_games, discounted }: RepeatedPairing| {
        let players: Vec<&str> = players.iter().map(|player| labels.of_player(table, player)).collect();
        let different = match distinct_games {
            1 => "one game".to_owned(),
            many => format!("{many} different games"),
        };
        let intervals = match (discounted, table.trials.is_empty()) {
            (true, true) => "intervals count each game once",
            (true, false) => {
                "intervals count each game once, while the sequential test counts all and says nothing of other games"
            }
            (false, _) => "intervals hold for games like these only",
        };
        format!(
            "warning: the {games} games of {} are {different} again and again, so {intervals}; `--openings random:N` makes games differ",
            players.join(" - ")
        )
    };
    let unseen = (table.goals_tell_more && !table.trials.is_empty()).then(|| {
        "warning: the sequential test counts who has the greatest goal, not how great it is, and mean goals may say otherwise".to_owned()
    });
    table.repeated().into_iter().map(warning).chain(unseen).collect()
}

/// What was played, and how far it differs from the usual.
fn header(table: &Table) -> String {
    let schedule = match table.schedule {
        Schedule::RoundRobin => String::new(),
        other => format!("{other}, "),
    };
    let openings = match table.opening_plies {
        0 => String::new(),
        plies => format!("{} at random first, ", output::count(plies as usize, "move")),
    };
    let games = match table.schedule {
        Schedule::Rotation { matches, .. } => output::count(matches as usize, "game"),
        _ => output::count(table.games_per_pairing as usize, "game") + " a pairing",
    };
    format!("{}, {schedule}{}{games}, {openings}seed {}", table.game, at_most(table), table.seed)
}

/// A test or a ladder may end before all was played.
fn at_most(table: &Table) -> &'static str {
    if table.trials.is_empty() && table.schedule != Schedule::Ladder { "" } else { "at most " }
}

/// The first player down, the second across.
fn crossed(table: &Table, labels: &Labels) -> String {
    let players = labels.all().len();
    let mut drawn = framed();
    drawn.set_header(std::iter::once("first \\ second").chain(labels.all().iter().map(String::as_str)));
    let goals = table.goals_tell_more;
    for first in 0..players {
        let met = |second| table.pairing(&[first, second]);
        let cells =
            (0..players).map(|second| met(second).map_or_else(String::new, |pairing| cell(pairing, goals)));
        drawn.add_row(std::iter::once(labels.all()[first].clone()).chain(cells));
    }
    format!(
        "{}\nCells: win/draw/loss of the first player (left) in %, [95 % interval of wins]{}.",
        output::trimmed(&drawn),
        if goals { ", mean goals" } else { "" }
    )
}

fn cell(pairing: &Pairing, goals: bool) -> String {
    if pairing.games == 0 {
        return "-".to_owned();
    }
    let counts = [pairing.wins[0], pairing.draws, pairing.losses(0)];
    let [win, draw, loss] = counts.map(|count| percent(count as f64 / pairing.games as f64));
    let goals = if goals { format!("\n{}", mean_goals(pairing)) } else { String::new() };
    format!("{win}/{draw}/{loss}\n{}{goals}", interval(pairing.ci95[0]))
}

fn mean_goals(pairing: &Pairing) -> String {
    let goals: Vec<String> = pairing.mean_goals.iter().map(|goal| format!("{goal:.1}")).collect();
    goals.join("/")
}

/// What a score does not tell where goals tell more.
pub(crate) const NOT_HOW_GREAT: &str =
    "The score counts who has the greatest goal, not how great it is: see the mean goals.";

/// The mean goal of a player over the seats that its score counts and that have goals.
pub(crate) fn mean_goal(table: &Table, player: &str) -> String {
    let (mut sum, mut seats) = (0.0, 0.0);
    for pairing in table.pairings.iter().filter(|pairing| pairing.players.iter().any(|it| it != player)) {
        let scored = pairing.games - pairing.adjudicated - pairing.forfeits.iter().sum::<u64>();
        for (_, goal) in pairing.players.iter().zip(&pairing.mean_goals).filter(|(it, _)| *it == player) {
            sum += goal * scored as f64;
            seats += scored as f64;
        }
    }
    if seats > 0.0 { format!("{:.1}", sum / seats) } else { "-".to_owned() }
}

/// A row for each way to fill the seats.
fn seatings(table: &Table, labels: &Labels, roles: usize) -> String {
    let mut drawn = framed();
    let seats = (1..=roles).map(|role| format!("role {role}"));
    let figures: &[&str] =
        if roles == 1 { &["mean goal", "plies"] } else { &["draws", "mean goals", "plies"] };
    drawn.set_header(seats.chain(figures.iter().map(|&figure| figure.to_owned())));
    for pairing in &table.pairings {
        let rate = |count: u64| percent(count as f64 / pairing.games as f64);
        let seat = |(role, player): (usize, &String)| {
            let label = labels.of_player(table, player);
            if pairing.games == 0 {
                return label.to_owned();
            }
            format!("{label}\n{} {}", rate(pairing.wins[role]), interval(pairing.ci95[role]))
        };
        let seats: Vec<String> = pairing.players.iter().enumerate().map(seat).collect();
        // One role alone shares nothing.
        let draws =
            (roles > 1).then(|| if pairing.games == 0 { "-".to_owned() } else { rate(pairing.draws) });
        let plies = pairing.mean_plies.map_or_else(|| "-".to_owned(), |plies| format!("{plies:.1}"));
        drawn.add_row(seats.into_iter().chain(draws).chain([mean_goals(pairing), plies]));
    }
    let best = if roles == 1 { "with the greatest goal" } else { "won by the greatest goal" };
    format!("{}\nBelow each player: the games {best}, in %, [95 % interval].", output::trimmed(&drawn))
}

/// Every player over all its seats, the best first.
fn ratings(table: &Table, labels: &Labels, measured: &[PlayerExploitability]) -> String {
    let mut rows: Vec<_> = labels.all().iter().zip(&table.ratings).collect();
    rows.sort_by(|(_, a), (_, b)| b.score.unwrap_or(0.0).total_cmp(&a.score.unwrap_or(0.0)));
    let goals = table.goals_tell_more;
    let mut columns = vec!["player", "score %", "95 %", "games"];
    columns.extend(goals.then_some("mean goal"));
    columns.extend((!measured.is_empty()).then_some("exploitability"));
    let mut drawn = output::columns(&columns);
    for (label, rating) in rows {
        let score = rating.score.map_or_else(|| "-".to_owned(), |score| format!("{:.1}", score * 100.0));
        let row = [label.clone(), score, interval(rating.ci95), rating.seats.to_string()];
        let goal = goals.then(|| mean_goal(table, &rating.player));
        let exploitability = measured.iter().find(|measured| measured.player == rating.player);
        drawn.add_row(row.into_iter().chain(goal).chain(exploitability.map(PlayerExploitability::shown)));
    }
    for column in drawn.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let single = table.pairings.first().is_some_and(|pairing| pairing.players.len() == 1);
    let note = if single {
        "Score: the games with the greatest goal."
    } else {
        "Score: win 1, draw its share, over all seats; games against oneself left out."
    };
    let mut notes = vec![note.to_owned()];
    notes.extend(goals.then(|| NOT_HOW_GREAT.to_owned()));
    notes.extend(PlayerExploitability::note(measured));
    format!("{}\n{}", output::trimmed(&drawn), notes.join("\n"))
}

/// How a sequential test went.
fn trial(tested: &Tested, table: &Table, labels: &Labels) -> String {
    let Tested { players, trial } = tested;
    let [one, other] = players.each_ref().map(|player| labels.of_player(table, player));
    let (elo0, elo1) = (trial.sprt.elo0(), trial.sprt.elo1());
    let verdict = match trial.verdict {
        Verdict::AcceptsH1 => format!("H1, {elo1} Elo stronger rather than {elo0}"),
        Verdict::AcceptsH0 => format!("H0, {elo0} Elo stronger rather than {elo1}"),
        Verdict::Undecided => format!("undecided, {elo0} or {elo1} Elo stronger"),
    };
    let end =
        |end: Option<f64>, none: &str| end.map_or_else(|| none.to_owned(), |end| format!("{}", whole(end)));
    let elo = trial.elo.map_or_else(String::new, |elo| {
        let elo = whole(elo);
        format!("; estimate {elo} [{}, {}]", end(trial.ci95[0], "-∞"), end(trial.ci95[1], "∞"))
    });
    let (llr, lower, upper) = (trial.llr, trial.lower, trial.upper);
    let pairs = output::count(trial.pairs as usize, "pair");
    format!(
        "{one} against {other}: {verdict} (LLR {llr:.2} of [{lower:.2}, {upper:.2}] in {pairs} of games{elo})"
    )
}

/// Who forfeited games, and how many.
fn forfeits<'l>(table: &Table, labels: &'l Labels) -> Vec<(&'l str, u64)> {
    let of = |player: &str| -> u64 {
        let seats = table.pairings.iter().flat_map(|pairing| pairing.players.iter().zip(&pairing.forfeits));
        seats.filter(|(seated, _)| *seated == player).map(|(_, forfeits)| forfeits).sum()
    };
    let counted =
        labels.all().iter().zip(table.players()).map(|(label, player)| (label.as_str(), of(player)));
    counted.filter(|(_, forfeits)| *forfeits > 0).collect()
}

/// A table with lines.
pub(crate) fn framed() -> comfy_table::Table {
    let mut table = comfy_table::Table::new();
    table.load_style(presets::UTF8_FULL).set_content_arrangement(ContentArrangement::Dynamic);
    table
}

/// A rate in per cent. What is all or nothing says so; what is only nearly so does not.
pub(crate) fn percent(rate: f64) -> String {
    match rate * 100.0 {
        all if all >= 100.0 => "100".to_owned(),
        nothing if nothing <= 0.0 => "0".to_owned(),
        nearly if nearly >= 99.5 => ">99".to_owned(),
        hardly if hardly <= 0.5 => "<1".to_owned(),
        between => format!("{between:.0}"),
    }
}

/// A figure in Elo without its fraction, never "-0".
pub(crate) fn whole(elo: f64) -> f64 {
    elo.round() + 0.0
}

/// An interval of rates in per cent.
pub(crate) fn interval(Interval { low, high }: Interval) -> String {
    format!("[{:.0}, {:.0}]", low * 100.0, high * 100.0)
}

#[cfg(test)]
mod tests {
    use arena::{Pentanomial, Sprt, Trial};

    use super::*;
    use crate::testing::table;

    #[test]
    fn a_gauntlet_is_no_square() {
        let mut gauntlet = table(&["champion", "a", "b", "c"], 2, 10);
        gauntlet.schedule = Schedule::Gauntlet(1);
        gauntlet
            .pairings
            .retain(|pairing| pairing.players.iter().filter(|player| *player == "champion").count() == 1);
        let drawn = text(&gauntlet, &[]);
        assert!(drawn.starts_with("tictactoe, gauntlet, 10 games a pairing, seed 7"), "{drawn}");
        assert!(drawn.contains("role 2") && !drawn.contains("first \\ second"), "{drawn}");
    }

    #[test]
    fn mean_goals_are_shown_where_they_tell_more_than_the_score() {
        let mut poker = table(&["a", "b"], 2, 10);
        poker.pairings.iter_mut().for_each(|pairing| pairing.mean_goals = vec![30.25, 69.75]);
        let drawn = text(&poker, &[]);
        assert!(!drawn.contains("69.8") && !drawn.contains("mean goal"), "{drawn}");
        poker.goals_tell_more = true;
        let drawn = text(&poker, &[]);
        assert!(drawn.contains("30.2/69.8") && drawn.contains("of wins], mean goals."), "{drawn}");
        let row = |player: &str| drawn.lines().find(|line| line.starts_with(player)).map(str::trim_end);
        assert!(row("a ").is_some_and(|row| row.ends_with(" 50.0")), "{drawn}");
        assert!(drawn.contains("not how great it is"), "{drawn}");
    }

    #[test]
    fn a_test_does_not_see_how_great_goals_are() {
        let mut tested = table(&["a", "b"], 2, 10);
        tested.goals_tell_more = true;
        assert!(warnings(&tested).is_empty(), "the table says it");
        let trial = Trial::new(Sprt::default(), Pentanomial([0; 5]));
        tested.trials = vec![Tested { players: ["a".to_owned(), "b".to_owned()], trial }];
        assert!(warnings(&tested)[0].contains("not how great it is"));
        tested.goals_tell_more = false;
        assert!(warnings(&tested).is_empty());
    }

    #[test]
    fn those_who_never_met_leave_their_fields_empty() {
        let mut tested = table(&["a", "b", "c"], 2, 10);
        tested.pairings.retain(|pairing| pairing.players[0] != pairing.players[1]);
        let drawn = text(&tested, &[]);
        let row = drawn.lines().find(|line| line.starts_with("│ b ")).expect("b's row");
        assert_eq!(row.split('┆').nth(2).map(str::trim), Some(""), "{drawn}");
    }

    #[test]
    fn a_test_says_what_it_came_to() {
        let mut tested = table(&["a", "b"], 2, 10);
        let trial = |counts| Trial::new(Sprt::default(), Pentanomial(counts));
        let line = |trial| {
            super::trial(
                &Tested { players: ["a".to_owned(), "b".to_owned()], trial },
                &table(&["a", "b"], 2, 10),
                &Labels::of(&table(&["a", "b"], 2, 10)),
            )
        };
        assert_eq!(
            line(trial([0; 5])),
            "a against b: undecided, 0 or 20 Elo stronger (LLR 0.00 of [-2.94, 2.94] in 0 pairs of games)"
        );
        assert!(
            line(trial([0, 0, 10, 30, 60]))
                .starts_with("a against b: H1, 20 Elo stronger rather than 0 (LLR ")
        );
        assert!(
            line(trial([60, 30, 10, 0, 0]))
                .starts_with("a against b: H0, 0 Elo stronger rather than 20 (LLR -")
        );
        tested.trials =
            vec![Tested { players: ["a".to_owned(), "b".to_owned()], trial: trial([1, 0, 0, 0, 0]) }];
        assert!(text(&tested, &[]).contains("at most 10 games a pairing"));
        assert!(text(&tested, &[]).contains("a against b:"));
    }

    #[test]
    fn few_different_games_are_told() {
        let mut repeated = table(&["a", "b"], 2, 10);
        assert!(
            text(&repeated, &[]).contains("independent: 40 of 40, counted by pairing, are different games.")
        );
        repeated.pairings[1].distinct_games = Some(1);
        repeated.pairings[1].effective_games = Some(1.0);
        let drawn = text(&repeated, &[]);
        assert!(drawn.contains("31 of 40") && drawn.contains("repeat count once."), "{drawn}");
        let told = warnings(&repeated);
        assert!(told.len() == 1 && told[0].contains("10 games of a - b are one game again"), "{told:?}");
        repeated.pairings[0].distinct_games = None;
        assert!(
            text(&repeated, &[]).contains("Intervals take games for independent;"),
            "{}",
            text(&repeated, &[])
        );
    }

    #[test]
    fn forfeits_are_told() {
        let mut table = table(&["a", "b"], 2, 10);
        table.pairings[1].forfeits = vec![0, 2];
        table.pairings[2].forfeits = vec![1, 0];
        assert!(text(&table, &[]).contains("b forfeited 3 games"), "{}", text(&table, &[]));
    }

    #[test]
    fn exploitability_is_a_column_if_it_was_measured() {
        let table = table(&["a", "b", "c"], 2, 10);
        let of = |player: &str, exploitability, samples, problem: Option<&str>| PlayerExploitability {
            player: player.to_owned(),
            exploitability,
            samples,
            problem: problem.map(str::to_owned),
        };
        let measured = [
            of("a", Some(0.004), None, None),
            of("b", Some(12.345), Some(100), None),
            of("c", None, None, Some("why")),
        ];
        let drawn = text(&table, &measured);
        let row = |player: &str| {
            let rows = drawn.lines().filter(|line| line.starts_with(&format!("{player} ")));
            rows.map(|row| row.split_whitespace().last().unwrap_or_default().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!([row("a"), row("b"), row("c")], [["0.004"], ["12.345"], ["-"]], "{drawn}");
        assert!(drawn.contains("≈ 12.345") && drawn.contains("≈ by 100 answers"), "{drawn}");
        assert!(!text(&table, &[]).contains("xploitability"));
    }

    #[test]
    fn nothing_has_no_sign() {
        assert_eq!([-0.4, 0.4, -0.6].map(|elo| whole(elo).to_string()), ["0", "0", "-1"]);
    }

    #[test]
    fn hardly_ever_is_not_never() {
        assert_eq!(
            [0.0, 0.001, 0.005, 0.5, 0.995, 0.999, 1.0].map(percent),
            ["0", "<1", "<1", "50", ">99", ">99", "100"]
        );
    }
}
