//! Whose rules are compiled next.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Instant;

use search::Stop;
use tokio::sync::watch;

use super::{Loaded, Standing};
use crate::peer::Peer;
use crate::problem::Problem;

/// Rules of requests that are compiled at once: each may take a core, and much memory.
const PLACES: usize = 3;

/// Built-in games that are compiled at once, in places of their own: they are small, and wait for
/// nobody's rules.
const BUILTIN_PLACES: usize = 2;

/// The games that somebody waits for: those that are being compiled, and those whose turn it is not yet.
///
/// Clients take turns, as in a fair queue (Nagle, RFC 970, 1985): however many rulesheets one asks for,
/// another's first comes before the second of that one. And the last free place is for clients that have
/// none, so that who comes later need not wait for whatever one client has compiled.
#[derive(Default)]
pub(super) struct Line {
    games: BTreeMap<u64, Entry>,
    /// The games that can be joined, by their keys; one that has been given up cannot.
    keys: HashMap<String, u64>,
    latest: u64,
    /// When each client had its last turn, counted in turns, since the line was empty.
    turns: HashMap<Peer, u64>,
    turn: u64,
}

/// What is to be compiled.
pub(super) struct Text {
    pub(super) name: String,
    pub(super) rules: Arc<str>,
    pub(super) built_in: bool,
}

/// A game whose turn it is.
pub(super) struct Turn {
    pub(super) id: u64,
    pub(super) key: String,
    pub(super) text: Arc<Text>,
    /// Pressed when nobody waits for it any more.
    pub(super) stop: Stop,
}

struct Entry {
    key: String,
    text: Arc<Text>,
    /// The clients that wait for it, one for each time that it was asked for.
    clients: Vec<Peer>,
    /// In whose turn it is compiled, and since when; none as long as it is not.
    compiled: Option<(Peer, Instant)>,
    stop: Stop,
    news: watch::Sender<Standing>,
}

impl Entry {
    /// Whether it can be played, and its final circuit is being made.
    fn is_optimised(&self) -> bool {
        matches!(&*self.news.borrow(), Standing::Optimising { .. })
    }
}

impl Line {
    /// Waits for a game, with those who wait for it already.
    pub(super) fn join(&mut self, key: String, text: Text, client: Peer) -> (u64, watch::Receiver<Standing>) {
        let id = *self.keys.entry(key).or_insert_with_key(|key| {
            self.latest += 1;
            let game = Entry {
                key: key.clone(),
                text: Arc::new(text),
                clients: Vec::new(),
                compiled: None,
                stop: Stop::default(),
                news: watch::Sender::new(Standing::Waiting { ahead: 0 }),
            };
            self.games.insert(self.latest, game);
            self.latest
        });
        let game = self.games.get_mut(&id).expect("keys are those of games in the line");
        game.clients.push(client);
        (id, game.news.subscribe())
    }

    /// Waits no more. What nobody waits for leaves the line, or is stopped.
    pub(super) fn leave(&mut self, id: u64, client: Peer) {
        let Some(game) = self.games.get_mut(&id) else { return };
        if let Some(place) = game.clients.iter().position(|waiting| *waiting == client) {
            game.clients.swap_remove(place);
        }
        if game.clients.is_empty() && !game.is_optimised() {
            self.give_up(id);
        }
    }

    /// Stops a game from being compiled. Who asks for it from now on has it compiled anew.
    fn give_up(&mut self, id: u64) {
        let Some(game) = self.games.get(&id) else { return };
        game.stop.press();
        // One that is being compiled keeps its place until that has ended.
        if game.compiled.is_none() {
            self.remove(id);
        } else {
            self.forget_key(id);
        }
    }

    fn forget_key(&mut self, id: u64) {
        self.keys.retain(|_, known| *known != id);
    }

    fn remove(&mut self, id: u64) -> Option<Entry> {
        self.forget_key(id);
        let game = self.games.remove(&id);
        if self.games.is_empty() {
            self.turns.clear();
        }
        game
    }

    /// A game can be played on a first circuit, which those who wait for it are told.
    pub(super) fn tell_first(&self, id: u64, first: &Arc<Loaded>) {
        let Some(game) = self.games.get(&id) else { return };
        game.news.send_if_modified(|standing| {
            let Standing::Compiling { since } = *standing else { return false };
            *standing = Standing::Optimising { since, first: Arc::clone(first) };
            true
        });
    }

    /// Ends the optimisation of a game that nobody waits for, if rules wait for its place. It is played on
    /// its first circuit from then on.
    pub(super) fn make_room(&self) {
        if self.waiting(false).next().is_none() {
            return;
        }
        let mut optimised = self.games.values().filter(|game| !game.text.built_in && game.is_optimised());
        if let Some(game) = optimised.find(|game| game.clients.is_empty()) {
            game.stop.press();
        }
    }

    /// A game is ready, or cannot be had; those who wait for it are told, unless they know more.
    pub(super) fn end(&mut self, id: u64, result: Result<Arc<Loaded>, Problem>) {
        if let Some(game) = self.remove(id) {
            game.news.send_if_modified(|standing| {
                let is_news = !matches!(standing, Standing::Ended(_));
                if is_news {
                    *standing = Standing::Ended(result);
                }
                is_news
            });
        }
    }

    /// The game that is to be compiled next, if there is a place for it; it takes that.
    pub(super) fn next(&mut self) -> Option<Turn> {
        let (id, client) = self.next_built_in().or_else(|| self.next_written())?;
        let game = self.games.get_mut(&id)?;
        let now = Instant::now();
        game.compiled = Some((client, now));
        game.news.send_replace(Standing::Compiling { since: now });
        if !game.text.built_in {
            self.turn += 1;
            self.turns.insert(client, self.turn);
        }
        Some(Turn { id, key: game.key.clone(), text: Arc::clone(&game.text), stop: game.stop.clone() })
    }

    fn next_built_in(&self) -> Option<(u64, Peer)> {
        if self.compiled(true).count() >= BUILTIN_PLACES {
            return None;
        }
        let (&id, game) = self.waiting(true).next()?;
        Some((id, *game.clients.first()?))
    }

    fn next_written(&self) -> Option<(u64, Peer)> {
        let free = PLACES.saturating_sub(self.compiled(false).count());
        let has_none = |client: Peer| self.compiled(false).all(|taken| taken != client);
        let may = |client: Peer| free > 1 || (free == 1 && has_none(client));
        self.order().into_iter().find(|&(_, client)| may(client))
    }

    fn waiting(&self, built_in: bool) -> impl Iterator<Item = (&u64, &Entry)> {
        self.games.iter().filter(move |(_, game)| game.text.built_in == built_in && game.compiled.is_none())
    }

    /// The clients in whose turns games are being compiled.
    fn compiled(&self, built_in: bool) -> impl Iterator<Item = Peer> {
        let games = self.games.values().filter(move |game| game.text.built_in == built_in);
        games.filter_map(|game| Some(game.compiled?.0))
    }

    /// The rules that wait, and in whose turns they may be compiled: the first of each client, then the
    /// second of each, and so on. In each round the client is first whose last turn is the longest ago.
    fn order(&self) -> Vec<(u64, Peer)> {
        let mut rounds: HashMap<Peer, usize> = HashMap::new();
        let mut order = Vec::new();
        for (&id, game) in self.waiting(false) {
            let mut clients = game.clients.clone();
            clients.sort_unstable();
            clients.dedup();
            for client in clients {
                let round = rounds.entry(client).or_default();
                order.push((*round, self.turns.get(&client).copied(), id, client));
                *round += 1;
            }
        }
        order.sort_unstable();
        order.into_iter().map(|(_, _, id, client)| (id, client)).collect()
    }

    /// Tells those who wait how many are before them.
    pub(super) fn tell(&self) {
        let mut told = Vec::new();
        for (id, _) in self.order() {
            if told.contains(&id) {
                continue;
            }
            let now = told.len();
            self.games[&id].news.send_if_modified(|standing| match standing {
                Standing::Waiting { ahead } if *ahead != now => {
                    *ahead = now;
                    true
                }
                _ => false,
            });
            told.push(id);
        }
    }

    /// How often a client waits for built-in games, or for other rules.
    pub(super) fn waits(&self, client: Peer, built_in: bool) -> usize {
        let games = self.games.values().filter(|game| game.text.built_in == built_in);
        games.flat_map(|game| &game.clients).filter(|waiting| **waiting == client).count()
    }

    /// When the compilation of rules began that began last, unless it has been given up.
    pub(super) fn latest_began(&self) -> Option<Instant> {
        self.latest_compiled().map(|(_, began)| began)
    }

    /// Gives the rules up whose compilation began last, and tells those who wait for them why.
    pub(super) fn condemn_latest(&mut self, why: Problem) {
        if let Some((id, _)) = self.latest_compiled() {
            self.games[&id].news.send_replace(Standing::Ended(Err(why)));
            self.give_up(id);
        }
    }

    fn latest_compiled(&self) -> Option<(u64, Instant)> {
        let going_on = self.games.iter().filter(|(_, game)| !game.text.built_in && !game.stop.pressed());
        going_on.filter_map(|(&id, game)| Some((id, game.compiled?.1))).max_by_key(|&(_, began)| began)
    }

    /// Gives everything up.
    pub(super) fn cancel_all(&mut self) {
        let ids: Vec<u64> = self.games.keys().copied().collect();
        for id in ids {
            self.games[&id].news.send_replace(Standing::Ended(Err(Problem::cancelled())));
            self.give_up(id);
        }
    }

    /// How many games there are, and how many of them are being compiled.
    #[cfg(test)]
    pub(super) fn counts(&self) -> (usize, usize) {
        (self.games.len(), self.compiled(true).count() + self.compiled(false).count())
    }
}

#[cfg(test)]
mod tests {

    use super::*;

    const A: u8 = 1;
    const B: u8 = 2;

    fn peer(last: u8) -> Peer {
        Peer::at(([10, 0, 0, last], 1).into())
    }

    fn join(line: &mut Line, key: &str, client: u8) -> (u64, watch::Receiver<Standing>) {
        let text = Text { name: key.to_owned(), rules: "".into(), built_in: key.starts_with("built-in") };
        line.join(key.to_owned(), text, peer(client))
    }

    fn begin(line: &mut Line) -> Vec<Turn> {
        std::iter::from_fn(|| line.next()).collect()
    }

    fn keys(turns: &[Turn]) -> Vec<&str> {
        turns.iter().map(|turn| turn.key.as_str()).collect()
    }

    fn end(line: &mut Line, turn: &Turn) {
        line.end(turn.id, Err(Problem::cancelled()));
    }

    #[test]
    fn clients_with_many_rulesheets_are_served_in_turn() {
        let mut line = Line::default();
        for (client, keys) in [(A, ["a1", "a2", "a3", "a4", "a5"]), (B, ["b1", "b2", "b3", "b4", "b5"])] {
            keys.into_iter().for_each(|key| drop(join(&mut line, key, client)));
        }
        let (mut going_on, mut order) = (Vec::new(), String::new());
        loop {
            going_on.extend(begin(&mut line));
            if going_on.is_empty() {
                break;
            }
            let turn = going_on.remove(0);
            order += &turn.key;
            end(&mut line, &turn);
        }
        assert_eq!(order, "a1b1a2b2a3b3a4b4a5b5");
    }

    #[test]
    fn the_last_free_place_is_for_a_client_that_has_none() {
        let mut line = Line::default();
        for key in ["a1", "a2", "a3", "a4"] {
            join(&mut line, key, A);
        }
        let first = begin(&mut line);
        assert_eq!(keys(&first), ["a1", "a2"]);
        let (_, news) = join(&mut line, "b1", B);
        assert_eq!(keys(&begin(&mut line)), ["b1"]);
        assert!(matches!(&*news.borrow(), Standing::Compiling { .. }));
        end(&mut line, &first[0]);
        end(&mut line, &first[1]);
        assert_eq!(keys(&begin(&mut line)), ["a3"]);
    }

    #[test]
    fn built_in_games_have_places_of_their_own() {
        let mut line = Line::default();
        for (client, key) in [(A, "a"), (B, "b"), (3, "c"), (4, "d")] {
            join(&mut line, key, client);
        }
        assert_eq!(keys(&begin(&mut line)), ["a", "b", "c"]);
        for key in ["built-in 1", "built-in 2", "built-in 3"] {
            join(&mut line, key, A);
        }
        assert_eq!(keys(&begin(&mut line)), ["built-in 1", "built-in 2"]);
    }

    #[test]
    fn waits_are_counted_by_client_and_by_kind() {
        let mut line = Line::default();
        for (client, key) in [(A, "a"), (A, "built-in 1"), (A, "built-in 1"), (B, "built-in 1")] {
            join(&mut line, key, client);
        }
        let waits = [(A, false), (A, true), (B, false), (B, true)];
        assert_eq!(waits.map(|(client, built_in)| line.waits(peer(client), built_in)), [1, 2, 0, 1]);
    }

    /// A game, whichever it is.
    fn loaded() -> Arc<Loaded> {
        let sheet = gdl::Rulesheet::parse("game", b"(role x) (legal x go) terminal (goal x 0)").unwrap();
        let rules = game::Rules::new(&sheet).unwrap();
        Arc::new(Loaded::new("game".to_owned(), sheet, rules, true))
    }

    #[test]
    fn what_is_optimised_for_nobody_gives_its_place_to_rules_that_wait() {
        let (mut line, loaded) = (Line::default(), loaded());
        let optimised = [A, B, 3].map(|client| {
            let (id, news) = join(&mut line, &client.to_string(), client);
            let turn = begin(&mut line).remove(0);
            line.tell_first(id, &loaded);
            assert!(matches!(&*news.borrow(), Standing::Optimising { .. }));
            turn
        });
        line.leave(optimised[1].id, peer(B));
        line.leave(optimised[2].id, peer(3));
        line.make_room();
        let stopped = || optimised.each_ref().map(|turn| turn.stop.pressed());
        assert_eq!(stopped(), [false; 3], "nobody waits");
        join(&mut line, "new", B);
        assert!(begin(&mut line).is_empty());
        line.make_room();
        assert_eq!(stopped(), [false, true, false], "the first has somebody who waits for it");
        end(&mut line, &optimised[1]);
        assert_eq!(keys(&begin(&mut line)), ["new"]);
    }

    #[test]
    fn those_who_wait_know_how_many_are_before_them() {
        let mut line = Line::default();
        let _full: Vec<_> = (3..6).map(|client| join(&mut line, &client.to_string(), client)).collect();
        begin(&mut line);
        let (_, a1) = join(&mut line, "a1", A);
        let (_, a2) = join(&mut line, "a2", A);
        let (_, b1) = join(&mut line, "b1", B);
        line.tell();
        let ahead = |news: &watch::Receiver<Standing>| match &*news.borrow() {
            Standing::Waiting { ahead } => *ahead,
            _ => panic!("it does not wait"),
        };
        assert_eq!([ahead(&a1), ahead(&b1), ahead(&a2)], [0, 1, 2]);
    }

    #[test]
    fn rules_are_compiled_as_long_as_anybody_waits_for_them() {
        let mut line = Line::default();
        let (id, _) = join(&mut line, "same", A);
        assert_eq!(join(&mut line, "same", B).0, id);
        let turn = begin(&mut line).remove(0);
        line.leave(id, peer(A));
        assert!(!turn.stop.pressed());
        line.leave(id, peer(B));
        assert!(turn.stop.pressed());
        // Who comes while it ends does not get half of it.
        let (again, _) = join(&mut line, "same", B);
        assert_ne!(again, id);
        end(&mut line, &turn);
        assert_eq!(line.counts(), (1, 0));
        line.leave(again, peer(B));
        assert_eq!(line.counts(), (0, 0));
    }

    #[test]
    fn rules_that_take_too_much_memory_end_with_the_reason() {
        let mut line = Line::default();
        let (_, first) = join(&mut line, "first", A);
        let (_, latest) = join(&mut line, "latest", B);
        let turns = begin(&mut line);
        line.condemn_latest(Problem::invalid("memory", "too much"));
        assert!(matches!(&*first.borrow(), Standing::Compiling { .. }));
        end(&mut line, &turns[1]);
        assert!(matches!(&*latest.borrow(), Standing::Ended(Err(problem)) if problem.code == "memory"));
    }
}
