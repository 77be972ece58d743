use std::num::NonZero;
use std::time::{Duration, SystemTime};

use game::{Fault, Game, RulesState};
use logic::{LogicError, TermId};
use rand::distr::{Alphanumeric, SampleString};
use rand::rand_core::UnwrapErr;
use rand::rngs::SysRng;
use rand::seq::IndexedRandom;
use search::SearchRng;

use super::players::{Answer, Players, Stopped};
use super::{Event, Master, MasterError, MasterFailure, Protocol, Seat};
use crate::chance::{CHANCE, goals};
use crate::excerpt::excerpt;
use crate::scrambler::rules_text;
use crate::{MatchLog, OwnPly, PerceptLog, Reply, Report, Request, RequestError};

/// A match under way.
pub(super) struct RunningMatch<'m, 'r, 'w> {
    master: &'m Master<'r>,
    observe: &'w mut (dyn FnMut(&Event<'_>) + Send),
    players: Players,
    /// The random stream of each role.
    streams: Vec<SearchRng>,
    /// The protocol of each role's player; none of a role without requests.
    protocols: Vec<Option<Protocol>>,
    log: MatchLog,
}

/// Why a match ends early.
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

/// An error of a player.
struct PlayerError {
    /// The entry in the match log.
    entry: String,
    /// The description.
    cause: String,
}

impl PlayerError {
    fn illegal(text: &str, cause: String) -> Self {
        Self { entry: format!("IL {}", excerpt(text)), cause }
    }
}

impl From<RequestError> for PlayerError {
    fn from(error: RequestError) -> Self {
        let entry = match error {
            RequestError::TimedOut => "TO",
            RequestError::Failed(_) => "CE",
        };
        Self { entry: entry.to_owned(), cause: error.to_string() }
    }
}

impl<'m, 'r, 'w> RunningMatch<'m, 'r, 'w> {
    /// The time allowed for the network beyond the play clock.
    const NETWORK: Duration = Duration::from_secs(1);
    /// The time limit of abort requests.
    const ABORT: Duration = Duration::from_secs(1);

    pub(super) fn new(master: &'m Master<'r>, observe: &'w mut (dyn FnMut(&Event<'_>) + Send)) -> Self {
        let rules = master.rules;
        let seats = master.seats.iter().enumerate().map(|(role, seat)| {
            let random = role < rules.roles() && rules.notation().role_name(role) == CHANCE;
            if random { Seat::Random } else { seat.clone() }
        });
        let seats: Vec<Seat> = seats.collect();
        let hides = rules.percepts().is_some();
        let protocols: Vec<Option<Protocol>> = seats.iter().map(|seat| Protocol::of(seat, hides)).collect();
        let named =
            |protocol: &Option<Protocol>| protocol.map_or_else(String::new, |protocol| protocol.to_string());
        let log = MatchLog {
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
            percepts: hides.then(|| PerceptLog {
                protocols: protocols.iter().map(named).collect(),
                percepts: Vec::new(),
            }),
            goals: None,
            aborted: false,
        };
        let streams = (0..rules.roles()).map(|role| master.seed.derive(role as u64).stream()).collect();
        Self { master, observe, players: Players::new(seats), streams, protocols, log }
    }

    /// Leads the match.
    pub(super) async fn run(mut self) -> Result<MatchLog, MasterError> {
        if let Err(failure) = self.check() {
            return Err(MasterError { log: Box::new(self.log), failure });
        }
        let Err(interruption) = self.play().await else { return Ok(self.log) };
        self.log.aborted = true;
        // Errors before a joint move that was not made are left out of the log.
        self.log.errors.truncate(self.log.moves.len() + 1);
        (self.observe)(&Event::Aborted);
        self.players.request(Self::ABORT, |_| Request::Abort { id: self.master.id.clone() }).finish().await;
        match interruption {
            Interruption::Stopped => Ok(self.log),
            Interruption::Failed(failure) => Err(MasterError { log: Box::new(self.log), failure }),
        }
    }

    /// Checks the seats.
    fn check(&self) -> Result<(), MasterFailure> {
        let (seats, roles) = (self.players.seats(), self.master.rules.roles());
        if seats.len() != roles {
            return Err(MasterFailure::Seats { seats: seats.len(), roles });
        }
        let objection = seats.iter().find_map(|seat| seat.objection(self.master.rules));
        objection.map_or(Ok(()), Err)
    }

    async fn play(&mut self) -> Result<(), Interruption> {
        let rules = self.master.rules;
        let mut state = rules.initial();
        self.reach(&state);
        self.prepare().await?;
        while !rules.terminal(&state) {
            let ply = self.log.moves.len();
            if ply >= self.master.ply_limit {
                return Err(MasterFailure::PlyLimit(ply).into());
            }
            (self.observe)(&Event::State { ply, state: &state });
            let joint = self.joint_move(&state).await?;
            state = rules.successor(&state, &joint).map_err(Fault::from)?;
            self.reach(&state);
        }
        // A state in which the rules give no answer counts as terminal.
        if let Some(fault) = rules.fault(&state) {
            return Err(fault.into());
        }
        self.log.goals = goals(rules, &state)?;
        (self.observe)(&Event::State { ply: self.log.moves.len(), state: &state });
        (self.observe)(&Event::Over { goals: self.log.goals.as_deref() });
        self.stop().await;
        Ok(())
    }

    /// Sends the preview, if there is one, and the start requests, and waits for the answers or
    /// the time-outs.
    async fn prepare(&mut self) -> Result<(), Interruption> {
        self.log.errors.push(vec![String::new(); self.players.seats().len()]);
        let master = self.master;
        let rules = match &master.scrambler {
            Some(scrambler) => scrambler.rules().to_owned(),
            None => rules_text(master.sheet),
        };
        if let Some(clock) = master.preview_clock {
            (self.observe)(&Event::Previewing);
            let mut answers =
                self.players.request(clock, |_| Request::Preview { rules: rules.clone(), clock });
            while let Some(answer) = answers.next(&master.stop).await? {
                if let Err(error) = answer.text {
                    self.log_error(answer.role, error.into());
                }
            }
        }
        (self.observe)(&Event::Starting);
        let mut answers = self.players.request(master.start_clock, |role| Request::Start {
            id: master.id.clone(),
            role: self.word(master.rules.notation().role_name(role)),
            rules: rules.clone(),
            start_clock: master.start_clock,
            play_clock: master.play_clock,
        });
        while let Some(Answer { role, text, time }) = answers.next(&master.stop).await? {
            match text {
                Ok(text) if text.eq_ignore_ascii_case("ready") => {
                    (self.observe)(&Event::Ready { role, time });
                }
                Ok(text) => (self.observe)(&Event::Unready { role, answer: &excerpt(&text), time }),
                Err(error) => self.log_error(role, error.into()),
            }
        }
        Ok(())
    }

    /// Requests a move of each player. A player without a legal answer gets a random move. Random moves are
    /// drawn for all roles, so that an error of one player does not change the random moves of others.
    async fn joint_move(&mut self, state: &RulesState) -> Result<Vec<TermId>, Interruption> {
        let master = self.master;
        let (rules, roles) = (master.rules, self.players.seats().len());
        let mut legal = vec![Vec::new(); roles];
        for (role, moves) in legal.iter_mut().enumerate() {
            rules.legal(state, role, moves);
        }
        let random = legal.iter().zip(&mut self.streams).map(|(moves, stream)| moves.choose(stream).copied());
        // In a state where a role has no move the game has failed, and there are no requests.
        let mut joint: Vec<TermId> = random.flatten().collect();
        let mut times = vec![None; roles];
        self.log.errors.push(vec![String::new(); roles]);

        let request = |role| Request::Play { id: master.id.clone(), report: self.told(role) };
        let mut answers = self.players.request(master.play_clock + Self::NETWORK, request);
        while let Some(Answer { role, text, time }) = answers.next(&master.stop).await? {
            times[role] = Some(time);
            let text = text.map_err(PlayerError::from);
            match text.and_then(|text| self.parse(&text, &legal[role])) {
                Ok(mov) => {
                    joint[role] = mov;
                    let mov = &rules.notation().move_name(mov);
                    (self.observe)(&Event::Answered { role, mov, time });
                }
                Err(wrong) => self.log_error(role, wrong),
            }
        }
        self.log_percepts(state, &joint)?;
        let joint_move: Vec<String> = joint.iter().map(|&mov| rules.notation().move_name(mov)).collect();
        (self.observe)(&Event::Moved { joint_move: &joint_move });
        self.log.moves.push(joint_move);
        self.log.times.push(times);
        Ok(joint)
    }

    /// The legal move of that text.
    fn parse(&self, text: &str, legal: &[TermId]) -> Result<TermId, PlayerError> {
        if text.is_empty() {
            return Err(PlayerError { entry: String::new(), cause: "the answer is empty".to_owned() });
        }
        let plain = match &self.master.scrambler {
            Some(scrambler) => scrambler.unscramble(text),
            None => text.to_owned(),
        };
        let first = first_term(&plain);
        let name = match Reply::parse_move(first) {
            Ok(Reply::Move(mov)) => mov,
            // A game may have a move named `nil`.
            Ok(_) => first.to_owned(),
            Err(error) => return Err(PlayerError::illegal(text, error.to_string())),
        };
        let named = legal.iter().find(|&&mov| self.master.rules.notation().move_name(mov) == name);
        named.copied().ok_or_else(|| PlayerError::illegal(&name, "the move is not legal".to_owned()))
    }

    /// Sends the stop requests. Their answers do not change the result.
    async fn stop(&mut self) {
        let master = self.master;
        let request = |role| Request::Stop { id: master.id.clone(), report: self.told(role) };
        let mut answers = self.players.request(master.play_clock, request);
        while let Ok(Some(answer)) = answers.next(&master.stop).await {
            if let Err(error) = answer.text {
                self.report(answer.role, &error.into());
            }
        }
    }

    /// Logs a state.
    fn reach(&mut self, state: &RulesState) {
        let rules = self.master.rules;
        let mut fluents = rules.reasoner().texts(&rules.fluents(state));
        fluents.sort_unstable();
        self.log.states.push(fluents);
        self.log.state_times.push(SystemTime::now());
    }

    /// Reports and logs an error of a player.
    fn log_error(&mut self, role: usize, wrong: PlayerError) {
        self.report(role, &wrong);
        // There is one entry for the start, made before the first request, and one for each ply.
        if let Some(errors) = self.log.errors.last_mut() {
            errors[role] = wrong.entry;
        }
    }

    fn report(&mut self, role: usize, wrong: &PlayerError) {
        (self.observe)(&Event::PlayerError { role, error: &wrong.entry, cause: &wrong.cause });
    }

    /// Logs what the players see of a joint move, in a game that hides something.
    fn log_percepts(&mut self, state: &RulesState, joint: &[TermId]) -> Result<(), MasterFailure> {
        let rules = self.master.rules;
        let Some(log) = &mut self.log.percepts else { return Ok(()) };
        let sees = |(role, protocol): (usize, &Option<Protocol>)| match protocol {
            Some(_) => Ok(rules.reasoner().texts(&rules.percepts_of(state, joint, role)?)),
            None => Ok(Vec::new()),
        };
        let seen = self.protocols.iter().enumerate().map(sees).collect::<Result<_, LogicError>>();
        log.percepts.push(seen.map_err(Fault::from)?);
        Ok(())
    }

    /// What the player of a role is told of the last ply, in the names that players see.
    fn told(&self, role: usize) -> Report {
        let words = |terms: &[String]| terms.iter().map(|term| self.word(term)).collect::<Vec<_>>();
        let last = self.log.moves.last();
        if self.protocols[role] != Some(Protocol::Gdl2) {
            return Report::Joint(last.map(|moves| words(moves)));
        }
        // The limit on plies is far below the largest turn.
        let turn = u32::try_from(self.log.moves.len()).ok().and_then(NonZero::new);
        let seen = self.log.percepts.as_ref().and_then(|log| log.percepts.last());
        let percepts = seen.map_or_else(Vec::new, |seen| words(&seen[role]));
        Report::Own(turn.zip(last).map(|(turn, moves)| OwnPly {
            turn,
            mov: self.word(&moves[role]),
            percepts,
        }))
    }

    /// A role, a move or a percept in the names that players see.
    fn word(&self, term: &str) -> String {
        self.master.scrambler.as_ref().map_or_else(|| term.to_owned(), |scrambler| scrambler.scramble(term))
    }
}

/// The first term of a trimmed answer. What follows it is ignored, as in the reference implementation.
fn first_term(text: &str) -> &str {
    if !text.starts_with('(') {
        let ends = |letter: char| letter.is_ascii_whitespace() || matches!(letter, '(' | ')');
        return text.split(ends).next().unwrap_or_default();
    }
    let mut open = 0;
    let end = text.find(|letter| {
        open += match letter {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        open == 0
    });
    end.map_or(text, |end| &text[..=end])
}
