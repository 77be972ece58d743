//! `spielbaum match`: matches between players on the network and strategies of this program.

mod participant;
mod score;
mod sheets;
mod table;
mod watcher;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use arena::{Fixture, Played, Progress};
use ggp::{CHANCE, Master, MasterError, MatchLog, Protocol, Scrambler, Seat};
use search::Stop;
use tokio::runtime::Runtime;

use crate::error::Error;
use crate::interrupt::{INTERRUPTED, end_on_interrupt};
use crate::learned::LearnedArgument;
use crate::load::{LoadArguments, Loaded};
use crate::notebook::Notebook;
use crate::{load, output, players, store};
use participant::Participant;
use score::Score;
use sheets::Sheets;
use table::Table;
use watcher::Watcher;

/// Lead matches as a game master of the General Game Playing protocol
///
/// PLAYER is a player on the network (host:port, or :port on this machine), a strategy of this program (SPEC,
/// see `spielbaum help strategies`), or `random` for random moves. Name one player for each role, in the
/// order of `spielbaum show GAME`; the game master plays the role `random`, if there is one. With `--games`
/// the players change roles after every match.
///
/// If the rules hide something (`sees`), the players are asked by the protocol of GDL-II: each is told its
/// own moves and percepts.
///
/// If a player exceeds its time, cannot be reached or answers with an illegal move, the game master makes a
/// random move for it and logs TO, CE or IL. The matches are kept in the store, see `spielbaum results`.
/// Ctrl-C aborts the match.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  spielbaum match tictactoe localhost:9147 localhost:9148
      Two players on the network, 10 s to prepare and 5 s a move.
  spielbaum match connect-four :9147 'uct(threads=2)' --start-clock 30 --play-clock 5 --games 10
      A player on this machine against a strategy of this program, five matches in each role.
  spielbaum match kuhn-poker :9147 localhost:9148 --protocol gdl2,gdl
      The player on port 9148 knows only the protocol of GDL, and is told everything.
  spielbaum match my-game.kif :9147 random --scramble --json match.json --xml match.xml
      The players see other names than those of the rulesheet; the match is written to files in the formats of other game masters.")]
pub(crate) struct Arguments {
    /// A built-in game, a path to a rulesheet, or `-`
    game: String,
    /// The players: host:port, a SPEC, or `random`; one for each role
    #[arg(value_name = "PLAYER", required = true)]
    players: Vec<Participant>,
    /// Seconds to prepare
    #[arg(long, value_name = "S", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    start_clock: u32,
    /// Seconds for each move
    #[arg(long, value_name = "S", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    play_clock: u32,
    /// Seconds for a preview of the rules before the start [default: no preview]
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u32).range(1..=86_400))]
    preview_clock: Option<u32>,
    /// The number of matches, one after the other
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// How players on the network are told what happens: by the joint moves (`gdl`), each by its own moves
    /// and percepts (`gdl2`), or the latter where the rules have `sees` (`auto`). One for all, or one for
    /// each PLAYER with commas between them
    #[arg(long, value_name = "auto|gdl|gdl2", value_delimiter = ',', default_value = "auto")]
    protocol: Vec<Protocol>,
    /// Replace the names of the rulesheet by words without a meaning
    #[arg(long)]
    scramble: bool,
    #[command(flatten)]
    learned: LearnedArgument,
    #[command(flatten)]
    loading: LoadArguments,
    /// The seed of random moves and scrambled names
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// The id of the match, one word; with `--games` each match adds its number [default: the game's name and
    /// the time]
    #[arg(long, value_parser = word)]
    id: Option<String>,
    /// Write the match to a file in the JSON format of the protocol; with `--games` each file name gets a
    /// number; `-` is the standard output
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write the match to a file in the XML format of the protocol, in the same way
    #[arg(long, value_name = "FILE")]
    xml: Option<PathBuf>,
}

/// A word that can be the id of a match.
fn word(text: &str) -> Result<String, &'static str> {
    let plain = |c: char| c.is_ascii_graphic() && !"();\"'".contains(c);
    let good = !text.is_empty() && text.chars().all(plain);
    good.then(|| text.to_owned())
        .ok_or("the id of a match is one word without spaces, quotes and parentheses")
}

/// Why no more matches were played.
enum End {
    /// All were.
    Complete,
    /// The button was pressed.
    Interrupted,
    Failed(Error),
}

pub(crate) fn run(arguments: &Arguments, db: Option<&Path>) -> Result<ExitCode, Error> {
    let sheets = Sheets::new(arguments.json.as_deref(), arguments.xml.as_deref(), arguments.games)?;
    let inputs = [load::file(&arguments.game), arguments.learned.file(), store::file(db).ok()];
    let specs = arguments.players.iter().filter_map(Participant::spec);
    let inputs = inputs.into_iter().flatten().chain(specs.flat_map(players::files));
    let outputs = [("--json", arguments.json.as_deref()), ("--xml", arguments.xml.as_deref())];
    let outputs = outputs.map(|(option, path)| (option, path.filter(|path| !sheets::is_output(path))));
    output::check_outputs(&outputs, inputs)?;
    let loaded = Loaded::from_argument(&arguments.game, &arguments.loading)?;
    let rules = loaded.rules(None)?;
    let table = Table::set(arguments, &loaded, &rules, db)?;
    let runtime = Runtime::new().map_err(|error| Error::about("cannot start the threads", error))?;
    runtime.block_on(table.introduce())?;
    let contest = Contest { arguments, table: &table, runtime, sheets, stop: Stop::default() };
    let work = end_on_interrupt(contest.stop.clone())?;
    let mut store = store::open(db).map(|(_, store)| store);
    let text = loaded.sheet.source().text();
    let begun = match store.as_mut() {
        Ok(store) => store.begin(&table.plan, Some(text)).map_err(Error::from),
        Err(error) => Err(Error::Fault(error.to_string())),
    };
    let (mut notebook, mut score) = (Notebook::new(begun), Score::new(&table.plan));
    let end = contest.play(&mut notebook, &mut score);
    drop(work);
    let kept = notebook.close(matches!(end, End::Complete));
    let standings = score.text();
    // Where the standard output is a document's, people read on the other.
    let printed = match contest.sheets.takes_output() {
        true => {
            output::note(standings);
            Ok(())
        }
        false => output::line(standings),
    };
    if let End::Failed(error) = end {
        return Err(error);
    }
    let id = kept?;
    printed?;
    let db = store::option(db);
    output::note(format_args!("kept as tournament {id}; `spielbaum results {id}{db}` shows it"));
    Ok(if matches!(end, End::Complete) { ExitCode::SUCCESS } else { ExitCode::from(INTERRUPTED) })
}

/// A row of matches.
struct Contest<'c> {
    arguments: &'c Arguments,
    table: &'c Table<'c>,
    runtime: Runtime,
    sheets: Sheets<'c>,
    stop: Stop,
}

impl Contest<'_> {
    /// Plays them all, unless something comes between.
    fn play(&self, notebook: &mut Notebook<'_>, score: &mut Score) -> End {
        let plan = &self.table.plan;
        let name = self.arguments.id.clone().unwrap_or_else(|| self.any_id());
        for number in 0..self.arguments.games {
            let Some((fixture, seats)) = plan.rotation(number.into()) else { break };
            let one = self.arguments.games == 1;
            let id = if one { name.clone() } else { format!("{name}.{}", number + 1) };
            let (led, choices) = self.lead(id, fixture, &seats);
            let (log, failure) = match led {
                Ok(log) => (log, None),
                Err(error) => {
                    let failure = Error::Fault(error.to_string());
                    (*error.log, Some(failure))
                }
            };
            let mut record = log.record(plan.match_seed(fixture.pairing, fixture.index));
            // Everybody is asked at every ply, but where there is one legal move its player decides nothing.
            for (ply, choices) in record.plies.iter_mut().zip(choices) {
                let thoughts = ply.thoughts.iter_mut().zip(choices);
                thoughts.filter(|(_, chooses)| !chooses).for_each(|(thought, _)| *thought = None);
            }
            if let Some(chance) = plan.chance {
                record.outcome.leave_out(chance);
            }
            score.add(&seats, &record.outcome, &log.errors);
            let (fresh, done) = ([Played { fixture, record }], u64::from(number) + 1);
            let most = self.arguments.games.into();
            let progress = Progress { fresh: &fresh, withdrawn: &[], done, most, tests: &[] };
            let kept = notebook.record(&progress).map_err(Error::from);
            let written = self.sheets.write(number, &log);
            if let Some(error) = failure.or(kept.err()).or(written.err()) {
                return End::Failed(error);
            }
            if log.aborted || self.stop.pressed() {
                return End::Interrupted;
            }
        }
        End::Complete
    }

    /// Leads a match. Tells also for every ply which roles had a choice.
    fn lead(
        &self,
        id: String,
        fixture: Fixture,
        seats: &[usize],
    ) -> (Result<MatchLog, MasterError>, Vec<Vec<bool>>) {
        let Self { arguments, table, .. } = self;
        let seconds = |seconds: u32| Duration::from_secs(seconds.into());
        let seed = table.plan.match_seed(fixture.pairing, fixture.index);
        let master = Master {
            sheet: &table.loaded.sheet,
            rules: table.rules,
            id,
            seats: table.by_role(seats, |player| table.seats[player].clone(), Seat::Random),
            preview_clock: arguments.preview_clock.map(seconds),
            start_clock: seconds(arguments.start_clock),
            play_clock: seconds(arguments.play_clock),
            // The roles' own streams have the first numbers.
            scrambler: arguments.scramble.then(|| Scrambler::new(&table.loaded.sheet, seed.derive(u64::MAX))),
            seed,
            stop: self.stop.clone(),
            ply_limit: Master::PLY_LIMIT,
        };
        let names = table.by_role(seats, |player| table.plan.players[player].as_str(), CHANCE);
        let mut watcher = Watcher::new(&master, names);
        let led = self.runtime.block_on(master.lead(&mut |event| watcher.see(event)));
        (led, watcher.choices())
    }

    /// A name that nobody else has given a match.
    fn any_id(&self) -> String {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_millis());
        let letter = |c: char| if c.is_ascii_alphanumeric() || "-_".contains(c) { c } else { '_' };
        format!("spielbaum.{}.{now}", self.table.loaded.name.chars().map(letter).collect::<String>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_is_called_by_one_word() {
        for good in ["a", "Tourney.G.123", "spielbaum.tictactoe.1480000000000"] {
            assert_eq!(word(good), Ok(good.to_owned()));
        }
        for bad in ["", "a b", "a(b", "a)", ";", "\"a\"", "ä"] {
            assert!(word(bad).is_err(), "{bad}");
        }
    }
}
