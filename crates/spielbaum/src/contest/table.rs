use std::collections::HashSet;
use std::net::{SocketAddr, ToSocketAddrs};
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use arena::{Evaluations, Lineup, Plan, Schedule, Seed, top_goal};
use game::{Game, Rules};
use ggp::{CHANCE, Master, Player, PlayerInfo, PlayerSettings, Protocol, Seat};
use search::Spec;

use super::{Arguments, Participant};
use crate::error::Error;
use crate::load::Loaded;
use crate::output;

/// Who plays what.
pub(super) struct Table<'t> {
    pub(super) loaded: &'t Loaded,
    pub(super) rules: &'t Rules,
    pub(super) plan: Plan,
    /// The players in the order of the plan.
    pub(super) seats: Vec<Seat>,
}

impl<'t> Table<'t> {
    /// Seats the players of the first match.
    pub(super) fn set(
        arguments: &Arguments,
        loaded: &'t Loaded,
        rules: &'t Rules,
        db: Option<&Path>,
    ) -> Result<Self, Error> {
        let roles: Vec<&str> = (0..rules.roles()).map(|role| rules.notation().role_name(role)).collect();
        let chance = roles.iter().position(|&role| role == CHANCE);
        let protocols = protocols(&arguments.players, &arguments.protocol)?;
        check_players(&loaded.name, &roles, &arguments.players)?;
        let mut participants = arguments.players.clone();
        for participant in &mut participants {
            if let Participant::Strategy(spec) = participant {
                *spec = arguments.learned.by_policy(spec.clone())?;
            }
        }
        let known = arguments.learned.find(rules, db, participants.iter().filter_map(Participant::spec))?;
        let mut specs = participants.iter().filter_map(Participant::spec);
        let is_chosen = specs.any(|spec| spec.start().is_some());
        let evaluations = match (arguments.learned.keeping(db, is_chosen), &known) {
            (Evaluations::Nowhere, Some(file)) => Evaluations::File(file.clone()),
            (keeping, _) => keeping,
        };
        for participant in &mut participants {
            if let Participant::Strategy(spec) = participant {
                *spec = known.iter().fold(spec.clone(), Spec::with_learned);
            }
        }
        let objection =
            |participant: &Participant| participant.spec().and_then(|spec| Lineup::objection(rules, spec));
        if let Some(error) = participants.iter().find_map(objection) {
            return Err(Error::about(&loaded.name, error));
        }
        let names = Participant::names(&participants);
        let seats = seats(&participants, &names, &protocols, arguments.seed, &evaluations)?;
        if let Some(error) = seats.iter().find_map(|seat| seat.objection(rules)) {
            return Err(Error::Usage(error.to_string()));
        }
        let rotation = Schedule::Rotation { matches: arguments.games.into(), chance: None };
        let plan = Plan {
            rules_hash: Some(loaded.hash()),
            chance,
            top_goal: top_goal(rules),
            games_per_pairing: arguments.games,
            seed: Seed(arguments.seed),
            ply_limit: Master::PLY_LIMIT as u32,
            move_time: Some(Duration::from_secs(arguments.play_clock.into())),
            ..Plan::new(&loaded.name, names, rotation)
        };
        let plan = plan.with_specs(participants.iter().filter_map(Participant::spec));
        match plan.matches() {
            Some(_) => Ok(Self { loaded, rules, plan, seats }),
            None => Err(Error::about(&loaded.name, format_args!("{} roles are too many", roles.len()))),
        }
    }

    /// What there is for the player of each role if the players sit like this; for chance, which is the game
    /// master's, something else.
    pub(super) fn by_role<T>(&self, seats: &[usize], of: impl FnMut(usize) -> T, of_chance: T) -> Vec<T> {
        let mut all: Vec<T> = seats.iter().copied().map(of).collect();
        if let Some(chance) = self.plan.chance {
            all.insert(chance, of_chance);
        }
        all
    }

    /// Says who plays what at first, and makes sure that everybody is there.
    pub(super) async fn introduce(&self) -> Result<(), Error> {
        let mut lines = Vec::new();
        let first: Vec<usize> = (0..self.seats.len()).collect();
        let names = self.by_role(&first, |player| self.plan.players[player].as_str(), CHANCE);
        let seats = self.by_role(&first, |player| &self.seats[player], &Seat::Random);
        for (role, (seat, player)) in seats.into_iter().zip(names).enumerate() {
            let said = match seat {
                Seat::Remote { address, protocol } => {
                    if *protocol == Protocol::Gdl && self.rules.percepts().is_some() {
                        output::note(format_args!(
                            "warning: the player at {address} is told all moves of a game that hides something"
                        ));
                    }
                    let info = PlayerInfo::of(address).await;
                    let info = info.map_err(|error| {
                        Error::Fault(format!("the player at {address} does not answer: {error}; `spielbaum player` starts a player"))
                    })?;
                    if info.status.as_deref().is_some_and(|status| status.eq_ignore_ascii_case("busy")) {
                        output::note(format_args!(
                            "warning: the player at {address} reports that it is busy"
                        ));
                    }
                    let said: Vec<String> = info.name.into_iter().chain(info.status).collect();
                    if said.is_empty() { String::new() } else { format!(" ({})", said.join(", ")) }
                }
                Seat::Local { .. } | Seat::Random => String::new(),
            };
            let role = self.rules.notation().role_name(role);
            lines.push(format!("{role}: {player}{said}"));
        }
        output::note(lines.join("\n"));
        Ok(())
    }
}

/// Refuses players that are too few or too many for the roles, or that cannot sit together.
fn check_players(game: &str, roles: &[&str], players: &[Participant]) -> Result<(), Error> {
    let played: Vec<&str> = roles.iter().copied().filter(|&role| role != CHANCE).collect();
    if players.len() != played.len() {
        let besides =
            if played.len() < roles.len() { "; the game master plays the role `random`" } else { "" };
        return Err(Error::Usage(format!(
            "{game} takes {}, one for each role ({}), here {}{besides}",
            output::count(played.len(), "player"),
            played.join(", "),
            if players.len() == 1 { "is 1".to_owned() } else { format!("are {}", players.len()) },
        )));
    }
    // One that has no number yet is itself: whether it is there is found out later.
    let mut sockets = HashSet::new();
    let twice = players.iter().find_map(|player| match player {
        Participant::Remote(address) => {
            let known: Vec<SocketAddr> = address.to_socket_addrs().map(Iterator::collect).unwrap_or_default();
            let twice = known.iter().any(|socket| sockets.contains(socket));
            sockets.extend(known);
            twice.then_some(address)
        }
        Participant::Strategy(_) | Participant::Random => None,
    });
    if let Some(address) = twice {
        return Err(Error::Usage(format!(
            "{address} is named twice, but a player can have only one role of a match; start another player at another port"
        )));
    }
    Ok(())
}

/// The protocol of each player: that of its own, or the one for all players on the network.
fn protocols(players: &[Participant], given: &[Protocol]) -> Result<Vec<Protocol>, Error> {
    let remote = |player: &Participant| matches!(player, Participant::Remote(_));
    let usage = |message: String| Err(Error::Usage(message));
    match given {
        &[all] if players.iter().any(remote) || all == Protocol::Auto => Ok(vec![all; players.len()]),
        &[all] => usage(format!("--protocol {all} is for players on the network, and there is none")),
        each if each.len() == players.len() => {
            let asked = |&(player, protocol): &(&Participant, &Protocol)| {
                !remote(player) && *protocol != Protocol::Auto
            };
            match players.iter().zip(each).position(|pair| asked(&pair)) {
                Some(place) => usage(format!(
                    "--protocol {} of player {} is for players on the network; give `auto` there",
                    each[place],
                    place + 1
                )),
                None => Ok(each.to_vec()),
            }
        }
        each => usage(format!(
            "--protocol takes one protocol, or one for each player; there are {} for {}",
            each.len(),
            output::count(players.len(), "player")
        )),
    }
}

/// The seats of the participants; strategies get a player each, and share the cores.
fn seats(
    participants: &[Participant],
    names: &[String],
    protocols: &[Protocol],
    seed: u64,
    evaluations: &Evaluations,
) -> Result<Vec<Seat>, Error> {
    let strategies = participants.iter().filter(|one| matches!(one, Participant::Strategy(_))).count();
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let threads = (cores / strategies.max(1)).max(1);
    let seat = |(place, participant): (usize, &Participant)| match participant {
        Participant::Remote(address) => {
            Ok(Seat::Remote { address: address.clone(), protocol: protocols[place] })
        }
        Participant::Random => Ok(Seat::Random),
        Participant::Strategy(spec) => {
            let seed = Seed(seed).derive(place as u64).0;
            let strategy = Some(spec.clone());
            let evaluations = evaluations.clone();
            let settings =
                PlayerSettings { strategy, evaluations, threads, seed, ..PlayerSettings::default() };
            let player = Player::new(settings, None);
            let player = player.map_err(|error| Error::about("cannot start the threads", error))?;
            Ok(Seat::Local { name: names[place].clone(), player: Arc::new(player) })
        }
    };
    participants.iter().enumerate().map(seat).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn players(names: &[&str]) -> Vec<Participant> {
        names.iter().map(|name| name.parse().expect("a player")).collect()
    }

    fn complaint(roles: &[&str], names: &[&str]) -> String {
        match check_players("nim", roles, &players(names)) {
            Err(Error::Usage(message)) => message,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn there_is_a_player_for_each_role() {
        assert_eq!(
            complaint(&["x", "o"], &["uct"]),
            "nim takes 2 players, one for each role (x, o), here is 1"
        );
        assert_eq!(
            complaint(&["x", "random"], &["uct", "random"]),
            "nim takes 1 player, one for each role (x), here are 2; the game master plays the role `random`"
        );
    }

    #[test]
    fn nobody_has_two_seats() {
        assert!(
            complaint(&["x", "o"], &[":9147", "127.0.0.1:9147"]).starts_with("127.0.0.1:9147 is named twice")
        );
        assert!(
            complaint(&["x", "o"], &["localhost:9147", ":9147"]).starts_with("127.0.0.1:9147 is named twice")
        );
        assert!(check_players("nim", &["x", "o"], &players(&["uct", "uct"])).is_ok());
        assert!(check_players("nim", &["x", "random", "o"], &players(&[":9147", ":9148"])).is_ok());
    }

    #[test]
    fn a_protocol_is_for_all_players_on_the_network_or_for_each() {
        use Protocol::{Auto, Gdl, Gdl2};
        let of = |names: &[&str], given: &[Protocol]| match protocols(&players(names), given) {
            Ok(protocols) => protocols,
            Err(error) => panic!("{error:?}"),
        };
        assert_eq!(of(&["uct", "random"], &[Auto]), [Auto, Auto]);
        assert_eq!(of(&[":1", "uct"], &[Gdl2]), [Gdl2, Gdl2]);
        assert_eq!(of(&[":1", ":2", "uct"], &[Gdl2, Gdl, Auto]), [Gdl2, Gdl, Auto]);
        let complaint = |names: &[&str], given: &[Protocol]| match protocols(&players(names), given) {
            Err(Error::Usage(message)) => message,
            other => panic!("{other:?}"),
        };
        let none = "--protocol gdl is for players on the network, and there is none";
        assert_eq!(complaint(&["uct", "random"], &[Gdl]), none);
        assert_eq!(
            complaint(&[":1", "uct"], &[Auto, Gdl2]),
            "--protocol gdl2 of player 2 is for players on the network; give `auto` there"
        );
        assert_eq!(
            complaint(&[":1", ":2"], &[Auto, Gdl, Gdl]),
            "--protocol takes one protocol, or one for each player; there are 3 for 2 players"
        );
    }
}
