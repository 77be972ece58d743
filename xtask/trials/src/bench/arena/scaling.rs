use std::thread;
use std::time::Duration;

use anyhow::{Context, ensure};
use arena::{Match, Plan, Table, Tournament};
use game::{Game, Rules, TableLimits, Tabulated};
use search::{Budget, Request, Spec, Strategy};
use serde::Serialize;

use super::TURNS;
use super::timing::Timing;
use crate::bench::games;
use crate::bench::report::{self, grouped, rounded};

/// A player that plays itself.
pub(super) struct Field {
    game: &'static str,
    pub(super) player: &'static str,
    /// Matches end here. Where moves take a set time, all matches take the same then, and no thread waits for
    /// the last.
    ply_limit: u32,
    /// Whether the same seed gives the same matches.
    repeatable: bool,
}

/// No timed match is over so soon, and none of its positions is proven within the time.
const OPENING: u32 = 8;

const ALL: u32 = Match::<Rules>::PLY_LIMIT;

pub(super) const FIELDS: [Field; 4] = [
    Field { game: "connect-four", player: "uct(time=50ms)", ply_limit: OPENING, repeatable: false },
    Field { game: "connect-four", player: "uct(time=1ms)", ply_limit: OPENING, repeatable: false },
    Field { game: "connect-four", player: FIXED, ply_limit: ALL, repeatable: true },
    Field { game: "tictactoe", player: "random", ply_limit: ALL, repeatable: true },
];

/// Moves of a millisecond or so.
const FIXED: &str = "uct(playouts=1000)";

/// How the threads that no tournament leads are called.
pub(super) const BARE: &str = "bare threads";

/// The same matches on one thread and on several.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Scaling {
    game: &'static str,
    player: String,
    matches: u32,
    one: Rates,
    many: Rates,
    /// How many times as many matches a second several threads play, and playouts a second they make; none
    /// where there are none.
    matches_speed_up: Option<f64>,
    playouts_speed_up: Option<f64>,
    /// The lesser speed-up as a part of the number of threads.
    efficiency: f64,
}

/// What a second brings.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Rates {
    matches: f64,
    playouts: f64,
    /// Cores in use.
    cores: f64,
}

impl Rates {
    fn new(matches: u32, playouts: u64, timing: Timing) -> Self {
        let Timing { seconds, cpu_seconds } = timing;
        let (matches, playouts) = (f64::from(matches) / seconds, playouts as f64 / seconds);
        Self { matches, playouts, cores: cpu_seconds / seconds }
    }

    /// The greatest of each over both.
    fn or(self, other: Self) -> Self {
        Self {
            matches: self.matches.max(other.matches),
            playouts: self.playouts.max(other.playouts),
            cores: self.cores.max(other.cores),
        }
    }
}

impl Field {
    /// Plays tournaments that take about `length` on one thread, and the same ones on `threads`, in turns.
    pub(super) fn measure(&self, length: Duration, threads: u32) -> anyhow::Result<Scaling> {
        let rules = games::on_circuit(self.game)?;
        // As the `arena` command plays them.
        match Tabulated::new(rules, TableLimits::default()) {
            Ok(table) => self.measure_on(&table, length, threads),
            Err(refused) => self.measure_on(&refused.game, length, threads),
        }
    }

    fn measure_on<G: Game>(&self, game: &G, length: Duration, threads: u32) -> anyhow::Result<Scaling> {
        let matches = self.matches(game, length, threads)?;
        let (mut one, mut many) = (Rates::default(), Rates::default());
        let mut first: Option<Table> = None;
        for _ in 0..TURNS {
            for (threads, best) in [(1, &mut one), (threads, &mut many)] {
                let ((table, playouts), timing) = Timing::of(|| self.play(game, matches, threads))?;
                *best = best.or(Rates::new(matches, playouts, timing));
                let first = first.get_or_insert_with(|| table.clone());
                ensure!(
                    !self.repeatable || table == *first,
                    "{}: other results on other threads",
                    self.player
                );
            }
        }
        Ok(Scaling::new(self.game, self.player, matches, threads, one, many))
    }

    /// How many matches take about `length` on one thread: as many for each of several threads.
    fn matches<G: Game>(&self, game: &G, length: Duration, threads: u32) -> anyhow::Result<u32> {
        let mut tried = threads;
        loop {
            let (_, Timing { seconds, .. }) = Timing::of(|| self.play(game, tried, 1))?;
            if seconds > length.as_secs_f64() / 10.0 {
                let matches = f64::from(tried) * length.as_secs_f64() / seconds;
                return Ok((matches.round() as u32).max(1).next_multiple_of(threads));
            }
            tried = tried.checked_mul(4).context("the matches take no time")?;
        }
    }

    /// Plays a tournament, and counts its playouts.
    fn play<G: Game>(&self, game: &G, matches: u32, threads: u32) -> anyhow::Result<(Table, u64)> {
        let players = [self.player.parse()?];
        let plan = Tournament::new(game, self.game, &players, matches)?.plan().clone();
        let tournament = Tournament::planned(game, Plan { ply_limit: self.ply_limit, ..plan })?;
        let mut playouts = 0;
        let table = tournament.with_threads(threads as usize).run(|progress| {
            let plies = progress.fresh.iter().flat_map(|played| &played.record.plies);
            let thoughts = plies.flat_map(|ply| ply.thoughts.iter().flatten());
            playouts += thoughts.map(|thought| thought.playouts).sum::<u64>();
            Ok(())
        })?;
        Ok((table, playouts))
    }
}

/// The same search on bare threads: as much as the machine has to give.
pub(super) fn bare(length: Duration, threads: u32) -> anyhow::Result<Scaling> {
    let (game, spec) = ("connect-four", FIXED.parse::<Spec>()?);
    let rules = games::on_circuit(game)?;
    let (mut one, mut many) = (Rates::default(), Rates::default());
    for _ in 0..TURNS {
        for (threads, best) in [(1, &mut one), (threads, &mut many)] {
            let (playouts, timing) = Timing::of(|| search_on_threads(&rules, &spec, length, threads))?;
            *best = best.or(Rates::new(0, playouts, timing));
        }
    }
    Ok(Scaling::new(game, &format!("{BARE}, `{spec}`"), 0, threads, one, many))
}

/// Searches from the initial state on every thread until the time is over, and counts the playouts of all.
fn search_on_threads(rules: &Rules, spec: &Spec, length: Duration, threads: u32) -> anyhow::Result<u64> {
    let started = std::time::Instant::now();
    let search = |number: u32| {
        let mut rng = arena::Seed(number.into()).stream();
        let mut playouts = 0;
        while started.elapsed() < length {
            let mut strategy: Box<dyn Strategy<Rules>> = spec.build();
            let budget = Budget::default();
            playouts += strategy
                .choose(Request::new(rules, &rules.initial(), 0, &mut rng).within(budget.clone()))?
                .effort
                .playouts;
        }
        anyhow::Ok(playouts)
    };
    thread::scope(|scope| {
        let handles: Vec<_> = (0..threads).map(|number| scope.spawn(move || search(number))).collect();
        let counts = handles.into_iter().map(|handle| match handle.join() {
            Ok(counted) => counted,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        counts.sum()
    })
}

impl Scaling {
    fn new(game: &'static str, player: &str, matches: u32, threads: u32, one: Rates, many: Rates) -> Self {
        let ratio = |one: f64, many: f64| (one > 0.0).then(|| many / one);
        let matches_speed_up = ratio(one.matches, many.matches);
        let playouts_speed_up = ratio(one.playouts, many.playouts);
        let lesser =
            [matches_speed_up, playouts_speed_up].into_iter().flatten().fold(f64::INFINITY, f64::min);
        let efficiency = lesser / f64::from(threads);
        let player = player.to_owned();
        Self { game, player, matches, one, many, matches_speed_up, playouts_speed_up, efficiency }
    }

    /// All of them, a row each.
    pub(super) fn table(all: &[Self]) -> String {
        let mut table = report::Table::new(&[
            "game",
            "player",
            ">matches",
            ">matches a second on one",
            ">on all",
            ">speed-up",
            ">playouts a second on one",
            ">on all",
            ">speed-up",
            ">cores in use",
            ">efficiency",
        ]);
        let rate = |rate: f64| if rate > 0.0 { rounded(rate) } else { String::new() };
        let speed_up = |ratio: Option<f64>| ratio.map_or_else(String::new, |ratio| format!("{ratio:.2}"));
        for scaling in all {
            let Self { one, many, .. } = scaling;
            table.row(&[
                scaling.game.to_owned(),
                scaling.player.clone(),
                if scaling.matches > 0 { grouped(scaling.matches.into()) } else { String::new() },
                rate(one.matches),
                rate(many.matches),
                speed_up(scaling.matches_speed_up),
                rate(one.playouts),
                rate(many.playouts),
                speed_up(scaling.playouts_speed_up),
                format!("{:.2}", many.cores),
                format!("{:.0} %", 100.0 * scaling.efficiency),
            ]);
        }
        table.text().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rates(matches: f64, playouts: f64) -> Rates {
        Rates { matches, playouts, cores: 1.0 }
    }

    #[test]
    fn the_lesser_speed_up_counts() {
        let efficiency = |one, many| Scaling::new("nim", "uct", 10, 4, one, many).efficiency;
        assert_eq!(efficiency(rates(10.0, 100.0), rates(40.0, 200.0)), 0.5);
        assert_eq!(efficiency(rates(10.0, 100.0), rates(10.0, 400.0)), 0.25);
        // Players that make no playouts have only matches.
        assert_eq!(efficiency(rates(10.0, 0.0), rates(30.0, 0.0)), 0.75);
    }

    #[test]
    fn the_same_matches_are_played_on_all_threads() {
        let field = Field { game: "tictactoe", player: "random", ply_limit: ALL, repeatable: true };
        let scaling = field.measure(Duration::from_millis(1), 3).unwrap();
        assert!(scaling.matches >= 3 && scaling.matches.is_multiple_of(3));
        assert!(scaling.one.matches > 0.0 && scaling.playouts_speed_up.is_none());
    }

    #[test]
    fn playouts_are_counted() {
        let field = Field { player: "uct(playouts=20)", ply_limit: 3, ..FIELDS[1] };
        let rules = games::on_circuit(field.game).unwrap();
        let (table, playouts) = field.play(&rules, 5, 2).unwrap();
        assert_eq!((table.pairings[0].adjudicated, playouts), (5, 5 * 3 * 20));
    }

    #[test]
    fn bare_threads_make_playouts() {
        let scaling = bare(Duration::from_millis(50), 2).unwrap();
        assert!(scaling.one.playouts > 0.0 && scaling.many.playouts > 0.0);
        assert!(
            Scaling::table(&[scaling]).contains("| connect-four | bare threads, `uct(playouts=1000)` |  |")
        );
    }
}
