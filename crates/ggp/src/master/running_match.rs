use std::time::{Duration, SystemTime};

use game::{Game, RulesState};
use logic::TermId;
use rand::distr::{Alphanumeric, SampleString};
use rand::rand_core::UnwrapErr;
use rand::rngs::SysRng;
use rand::seq::IndexedRandom;
use search::SearchRng;

use super::players::{Answer, Desk, Stopped};
use super::{Event, Master, MasterError, MasterFailure, Seat};
use crate::chance::{CHANCE, goals};
use crate::excerpt::excerpt;
use crate::scrambler::rules_text;
use crate::{Chronicle, Reply, Request, RequestError, client};

/// A match under way.
pub(super) struct Running<'m, 'r, 'w> {
    master: &'m Master<'r>,
    watch: &'w mut (dyn FnMut(&Event<'_>) + Send),
    desk: Desk,
    /// Where each role's random moves come from.
    streams: Vec<SearchRng>,
    chronicle: Chronicle,
}

/// Why a match does not come to its end.
enum Interruption {
    Stopped,
    Failed(MasterFailure),
}

impl From<Stopped> for Interruption {
    fn from(Stopped: Stopped) -> Self {
        Self::Stopped
    }
}

impl<F: Into<MasterFailure>> From<F> for Interruption {
    fn from(failure: F) -> Self {
        Self::Failed(failure.into())
    }
}

/// What a player did wrong.
struct Wrong {
    /// The entry of the record.
    entry: String,
    /// What happened, in words.
    cause: String,
}

impl Wrong {
    fn illegal(said: &str, cause: String) -> Self {
        Self { entry: format!("IL {}", excerpt(said)), cause }
    }
}

impl From<RequestError> for Wrong {
    fn from(error: RequestError) -> Self {
        let entry = match error {
            RequestError::TimedOut => "TO",
            RequestError::Failed(_) => "CE",
        };
        Self { entry: entry.to_owned(), cause: error.to_string() }
    }
}

impl<'m, 'r, 'w> Running<'m, 'r, 'w> {
    /// How much longer than the clock a player may take for a move: what the way there and back may cost.
    const WAY: Duration = Duration::from_secs(1);
    /// The time to take note that a match is given up.
    const ABORT: Duration = Duration::from_secs(1);

    pub(super) fn new(master: &'m Master<'r>, watch: &'w mut (dyn FnMut(&Event<'_>) + Send)) -> Self {
        let rules = master.rules;
        let seats = master.seats.iter().enumerate().map(|(role, seat)| {
            let random = role < rules.roles() && rules.role_name(role) == CHANCE;
            if random { Seat::Random } else { seat.clone() }
        });
        let seats: Vec<Seat> = seats.collect();
        let chronicle = Chronicle {
            id: master.id.clone(),
            token: Alphanumeric.sample_string(&mut UnwrapErr(SysRng), 32),
            game_url: String::new(),
            started: SystemTime::now(),
            players: seats.iter().map(|seat| seat.name().to_owned()).collect(),
            preview_clock: master.preview_clock,
            start_clock: master.start_clock,
            play_clock: master.play_clock,
            scrambled: master.scrambler.is_some(),
            states: Vec::new(),
            state_times: Vec::new(),
            moves: Vec::new(),
            errors: Vec::new(),
            times: Vec::new(),
            goals: None,
            aborted: false,
        };
        let streams = (0..rules.roles()).map(|role| master.seed.derive(role as u64).stream()).collect();
        Self { master, watch, desk: Desk::new(seats), streams, chronicle }
    }

    /// Leads the match.
    pub(super) async fn run(mut self) -> Result<Chronicle, MasterError> {
        if let Err(failure) = self.check() {
            return Err(MasterError { chronicle: Box::new(self.chronicle), failure });
        }
        let Err(interruption) = self.play().await else { return Ok(self.chronicle) };
        self.chronicle.aborted = true;
        // What went wrong on the way to a joint move that was never made is no part of the record.
        self.chronicle.errors.truncate(self.chronicle.moves.len() + 1);
        (self.watch)(&Event::Aborted);
        self.desk.ask(Self::ABORT, |_| Request::Abort { id: self.master.id.clone() }).finish().await;
        match interruption {
            Interruption::Stopped => Ok(self.chronicle),
            Interruption::Failed(failure) => {
                Err(MasterError { chronicle: Box::new(self.chronicle), failure })
            }
        }
    }

    /// Whether there can be a match at all.
    fn check(&self) -> Result<(), MasterFailure> {
        let (seats, roles) = (self.desk.seats(), self.master.rules.roles());
        if seats.len() != roles {
            return Err(MasterFailure::Seats { seats: seats.len(), roles });
        }
        let wrong = seats.iter().find_map(|seat| match seat {
            Seat::Remote { address } if client::url(address).is_none() => Some(address),
            _ => None,
        });
        wrong.map_or(Ok(()), |address| Err(MasterFailure::Address(address.clone())))
    }

    async fn play(&mut self) -> Result<(), Interruption> {
        let rules = self.master.rules;
        let mut state = rules.initial();
        self.reach(&state);
        self.prepare().await?;
        while !rules.terminal(&state) {
            let ply = self.chronicle.moves.len();
            if ply >= self.master.ply_limit {
                return Err(MasterFailure::PlyLimit(ply).into());
            }
            (self.watch)(&Event::State { ply, state: &state });
            let joint = self.joint_move(&state).await?;
            state = rules.next(&state, &joint);
            if let Some(fault) = rules.fault() {
                return Err(fault.into());
            }
            self.reach(&state);
        }
        // A game that failed calls its states terminal.
        if let Some(fault) = rules.fault() {
            return Err(fault.into());
        }
        self.chronicle.goals = goals(rules, &state)?;
        (self.watch)(&Event::State { ply: self.chronicle.moves.len(), state: &state });
        (self.watch)(&Event::Over { goals: self.chronicle.goals.as_deref() });
        self.stop().await;
        Ok(())
    }

    /// Shows the rules, if there is a time for that, and waits until everybody is prepared, or the time is up.
    async fn prepare(&mut self) -> Result<(), Interruption> {
        self.chronicle.errors.push(vec![String::new(); self.desk.seats().len()]);
        let master = self.master;
        let rules = match &master.scrambler {
            Some(scrambler) => scrambler.rules().to_owned(),
            None => rules_text(master.sheet),
        };
        if let Some(clock) = master.preview_clock {
            (self.watch)(&Event::Previewing);
            let mut round = self.desk.ask(clock, |_| Request::Preview { rules: rules.clone(), clock });
            while let Some(answer) = round.next(&master.stop).await? {
                if let Err(error) = answer.said {
                    self.note(answer.role, error.into());
                }
            }
        }
        (self.watch)(&Event::Starting);
        let mut round = self.desk.ask(master.start_clock, |role| Request::Start {
            id: master.id.clone(),
            role: self.word(master.rules.role_name(role)),
            rules: rules.clone(),
            start_clock: master.start_clock,
            play_clock: master.play_clock,
        });
        while let Some(Answer { role, said, time }) = round.next(&master.stop).await? {
            match said {
                Ok(said) if said.eq_ignore_ascii_case("ready") => (self.watch)(&Event::Ready { role, time }),
                Ok(said) => (self.watch)(&Event::Unready { role, said: &said, time }),
                Err(error) => self.note(role, error.into()),
            }
        }
        Ok(())
    }

    /// Asks everybody for a move. Who gives none gets a random one, which is chosen whether it is needed or not, so that one player's
    /// mistakes change nothing about the moves of chance that others get.
    async fn joint_move(&mut self, state: &RulesState) -> Result<Vec<TermId>, Interruption> {
        let master = self.master;
        let (rules, roles) = (master.rules, self.desk.seats().len());
        let mut legal = vec![Vec::new(); roles];
        for (role, moves) in legal.iter_mut().enumerate() {
            rules.legal(state, role, moves);
        }
        let random = legal.iter().zip(&mut self.streams).map(|(moves, stream)| moves.choose(stream).copied());
        // A state in which a role has no move is a fault of the game, and nobody is asked in it.
        let mut joint: Vec<TermId> = random.flatten().collect();
        let mut times = vec![None; roles];
        self.chronicle.errors.push(vec![String::new(); roles]);

        let moves = self.last_moves();
        let request = |_| Request::Play { id: master.id.clone(), moves: moves.clone() };
        let mut round = self.desk.ask(master.play_clock + Self::WAY, request);
        while let Some(Answer { role, said, time }) = round.next(&master.stop).await? {
            times[role] = Some(time);
            let said = said.map_err(Wrong::from);
            match said.and_then(|said| self.understand(&said, &legal[role])) {
                Ok(mov) => {
                    joint[role] = mov;
                    let mov = &rules.move_name(mov);
                    (self.watch)(&Event::Answered { role, mov, time });
                }
                Err(wrong) => self.note(role, wrong),
            }
        }
        let joint_move: Vec<String> = joint.iter().map(|&mov| rules.move_name(mov)).collect();
        (self.watch)(&Event::Moved { joint_move: &joint_move });
        self.chronicle.moves.push(joint_move);
        self.chronicle.times.push(times);
        Ok(joint)
    }

    /// The legal move that a player means.
    fn understand(&self, said: &str, legal: &[TermId]) -> Result<TermId, Wrong> {
        if said.is_empty() {
            return Err(Wrong { entry: String::new(), cause: "the answer is empty".to_owned() });
        }
        let plain = match &self.master.scrambler {
            Some(scrambler) => scrambler.unscramble(said),
            None => said.to_owned(),
        };
        let first = first_term(&plain);
        let name = match Reply::parse_move(first) {
            Ok(Reply::Move(mov)) => mov,
            // A game may have a move of that name.
            Ok(_) => first.to_owned(),
            Err(error) => return Err(Wrong::illegal(said, error.to_string())),
        };
        let meant = legal.iter().find(|&&mov| self.master.rules.move_name(mov) == name);
        meant.copied().ok_or_else(|| Wrong::illegal(&name, "the move is not legal".to_owned()))
    }

    /// Tells the players that the match has come to its end. The match is over however they take it.
    async fn stop(&mut self) {
        let master = self.master;
        let moves = self.last_moves();
        let request = |_| Request::Stop { id: master.id.clone(), moves: moves.clone() };
        let mut round = self.desk.ask(master.play_clock, request);
        while let Ok(Some(answer)) = round.next(&master.stop).await {
            if let Err(error) = answer.said {
                self.tell(answer.role, &error.into());
            }
        }
    }

    /// Takes note of a state.
    fn reach(&mut self, state: &RulesState) {
        let rules = self.master.rules;
        let mut fluents = rules.reasoner().texts(&rules.fluents(state));
        fluents.sort_unstable();
        self.chronicle.states.push(fluents);
        self.chronicle.state_times.push(SystemTime::now());
    }

    /// Takes note of what a player did wrong.
    fn note(&mut self, role: usize, wrong: Wrong) {
        self.tell(role, &wrong);
        // There is an entry for the preparations before anybody is asked, and one for each ply.
        if let Some(errors) = self.chronicle.errors.last_mut() {
            errors[role] = wrong.entry;
        }
    }

    fn tell(&mut self, role: usize, wrong: &Wrong) {
        (self.watch)(&Event::Wrong { role, error: &wrong.entry, cause: &wrong.cause });
    }

    /// The last joint move as players know it.
    fn last_moves(&self) -> Option<Vec<String>> {
        let moves = self.chronicle.moves.last()?;
        Some(moves.iter().map(|mov| self.word(mov)).collect())
    }

    /// A role or a move as players know it.
    fn word(&self, term: &str) -> String {
        self.master.scrambler.as_ref().map_or_else(|| term.to_owned(), |scrambler| scrambler.scramble(term))
    }
}

/// The first term of an answer that has no blanks before it. Like the reference implementation, nobody listens to what comes after it.
fn first_term(said: &str) -> &str {
    if !said.starts_with('(') {
        let ends = |letter: char| letter.is_ascii_whitespace() || matches!(letter, '(' | ')');
        return said.split(ends).next().unwrap_or_default();
    }
    let mut open = 0;
    let end = said.find(|letter| {
        open += match letter {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        open == 0
    });
    end.map_or(said, |end| &said[..=end])
}
