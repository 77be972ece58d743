//! What the game master asks.

use std::fmt::Display;
use std::time::Instant;

use game::Game;
use logic::LogicError;

use super::super::actor_message::ReplySender;
use super::super::interpretation::{Interpretation, LastRequest, interpret};
use super::super::matches::MOST_ANSWERS;
use super::super::move_reply::MoveSender;
use super::super::own_history::Step;
use super::super::own_view::OwnView;
use super::super::standing::Standing;
use super::MatchActor;
use crate::excerpt::excerpt;
use crate::{OwnPly, Reply, Report};

/// What a request for a move comes to.
enum Reading {
    /// A move is wanted where the match now stands.
    Asked,
    /// The last request has come again.
    Again,
    /// The request cannot be understood, and the match stays where it was.
    Refused,
}

/// Told to whoever mixes the forms of requests.
const MIXED: &str = "the request has another form than those before; a game master must tell all joint moves throughout a match, or else the turn, the move and the percepts of the player";

impl MatchActor {
    /// Answers another request to start the match, at once or when the match is ready.
    pub(super) fn start_again(&mut self, answer: ReplySender) {
        self.last_request_at = Instant::now();
        match &mut self.preparing {
            // Some of these may not be waited for any more, as each request has a clock of its own.
            Some(preparing) if preparing.answers.len() < MOST_ANSWERS => preparing.answers.push(answer),
            preparing => {
                let is_ready = preparing.is_none() && self.last.is_none();
                let _ = answer.send(if is_ready { Reply::Ready } else { Reply::Busy });
            }
        }
    }

    /// Answers a request for a move, at once or when a search has found one.
    pub(super) fn play(&mut self, report: Report, arrived: Instant, answer: MoveSender) {
        (self.last_request_at, self.resting) = (Instant::now(), false);
        self.be_ready();
        let report = sorted(report);
        if let (Some(pending), Some(last)) = (&mut self.pending, &self.last)
            && last.report == report
        {
            if pending.answers() < MOST_ANSWERS {
                pending.repeat(answer);
            } else {
                answer.send(Reply::Busy);
            }
            return;
        }
        if let Report::Own(ply) = &report
            && let Some(made) = self.standing.made_after(ply.as_ref())
        {
            answer.send(Reply::Move(made.to_owned()));
            let turn = ply.as_ref().map_or(0, |ply| ply.turn.get());
            tracing::info!("{}: the request for turn {turn}, which is past, was repeated", self.game.id);
            return;
        }
        // A new request makes an earlier one obsolete.
        self.answer_pending(None);
        let reading = match &report {
            Report::Joint(moves) => self.read_joint(moves.as_deref(), arrived),
            Report::Own(ply) => self.read_own(ply.as_ref(), arrived),
        };
        let (id, ply) = (&self.game.id, self.standing.ply());
        match reading {
            Reading::Asked => {}
            Reading::Again => {
                if let Some(LastRequest { reply: Some(reply @ Reply::Move(_)), .. }) = &self.last {
                    answer.send(reply.clone());
                    tracing::info!("{id}: the request for ply {ply} was repeated");
                    return;
                }
                tracing::info!("{id}: the request for ply {ply}, which got no move, was repeated");
            }
            Reading::Refused => {
                answer.send(Reply::Nil);
                return;
            }
        }
        self.thoughts.retain(|(at, _)| *at < ply);
        self.last = Some(LastRequest { report, reply: None });
        self.find_move(arrived, answer);
    }

    /// Takes the match to where a joint move leads.
    fn read_joint(&mut self, moves: Option<&[String]>, arrived: Instant) -> Reading {
        let meaning = self.interpret(moves, arrived);
        let id = &self.game.id;
        let reported = || moves.map_or_else(|| "nil".into(), |moves| excerpt(&moves.join(" ")));
        match meaning {
            Ok(Some(Interpretation::Next)) => {}
            Ok(Some(Interpretation::Repeated)) => return Reading::Again,
            Ok(Some(Interpretation::Overruled { sent })) => {
                tracing::warn!(
                    "{id}: the game master replaced the move {sent}; the joint move is {}",
                    reported()
                );
            }
            Ok(Some(Interpretation::Corrected)) => {
                tracing::warn!("{id}: the game master corrected the last joint move to {}", reported());
            }
            Ok(Some(Interpretation::Bridged)) => {
                tracing::warn!("{id}: a request was lost before the joint move {}", reported());
            }
            Ok(Some(Interpretation::Restarted)) => tracing::warn!("{id}: the match was restarted"),
            Ok(Some(Interpretation::Resumed)) => {
                tracing::warn!(
                    "{id}: the match continues where it was before the restart, with {}",
                    reported()
                );
            }
            Ok(Some(Interpretation::Impossible)) => {
                tracing::error!(
                    "{id}: the joint move {} is not legal at ply {} or at the plies next to it",
                    reported(),
                    self.standing.ply()
                );
                return Reading::Refused;
            }
            Ok(None) => return self.refused(&MIXED),
            Err(fault) => return self.refused(&fault),
        }
        Reading::Asked
    }

    /// Takes the match to where a report of the own move and percepts leads.
    fn read_own(&mut self, ply: Option<&OwnPly>, arrived: Instant) -> Reading {
        let (known, first) = (self.standing.ply(), self.last.is_none());
        let step = match self.take_own(ply, arrived) {
            Ok(Some(step)) => step,
            Ok(None) => return self.refused(&MIXED),
            Err(fault) => return self.refused(&fault),
        };
        let id = &self.game.id;
        match step {
            Step::Next => self.note_overruled(ply),
            Step::Again if first => {}
            Step::Again => return Reading::Again,
            Step::Back => {
                let turn = self.standing.ply();
                tracing::warn!("{id}: the game master told turn {turn} anew; the match goes on from there");
            }
            Step::Gap { first, last } => tracing::error!(
                "{id}: the requests for the turns {first} to {last} were lost, so that the role does not know what it did and saw; moves are guessed until the game master sends turn {first} and those after it again"
            ),
            Step::Bridged => tracing::warn!("{id}: the request for turn {} was lost", known + 1),
            Step::Illegal => {
                tracing::error!(
                    "{id}: the move {} is not legal at turn {}",
                    ply.map_or_else(|| "nil".into(), |ply| excerpt(&ply.mov)),
                    ply.map_or(0, |ply| ply.turn.get())
                );
                return Reading::Refused;
            }
            Step::TooFar => {
                tracing::error!(
                    "{id}: the request for turn {} follows on turn {known}; the game master must count turns one by one, from 0",
                    ply.map_or(0, |ply| ply.turn.get())
                );
                return Reading::Refused;
            }
            Step::TooMuch => {
                tracing::error!(
                    "{id}: more was told of this match than is kept; the game master must tell the percepts that the rules give the role, and nothing else"
                );
                return Reading::Refused;
            }
        }
        Reading::Asked
    }

    /// Logs why a request cannot be understood.
    fn refused(&self, why: &dyn Display) -> Reading {
        tracing::error!("{}: {why}", self.game.id);
        Reading::Refused
    }

    /// Logs it if the game master has made another move than the one that was sent.
    fn note_overruled(&mut self, ply: Option<&OwnPly>) {
        let sent = self.last.as_ref().and_then(LastRequest::sent);
        let (Some(ply), Some(sent)) = (ply, sent) else { return };
        if !sent.eq_ignore_ascii_case(&ply.mov) {
            tracing::warn!(
                "{}: the game master replaced the move {sent} by {}",
                self.game.id,
                excerpt(&ply.mov)
            );
            // The search did not lead to the move that was made.
            self.thoughts.pop_if(|(at, _)| *at + 1 == self.standing.ply());
        }
    }

    /// Takes the match to where a report of the own move leads. None if the requests before told the joint
    /// moves of several roles.
    fn take_own(&mut self, ply: Option<&OwnPly>, arrived: Instant) -> Result<Option<Step>, LogicError> {
        let is_alone = self.standing.rules().roles() == 1;
        if let Standing::Open(position) = &mut self.standing
            && is_alone
        {
            let sent = self.last.as_ref().and_then(LastRequest::sent);
            return position.take_alone(ply, sent, arrived + self.game.play_clock / 2).map(Some);
        }
        Ok(self.own_view().map(|view| view.take(ply)))
    }

    /// What the role knows, if the game master tells it its own moves and percepts, from the beginning of the
    /// match on.
    fn own_view(&mut self) -> Option<&mut OwnView> {
        if matches!(&self.standing, Standing::Open(position) if position.ply() == 0)
            && self.standing.own(self.game.role).is_blind()
        {
            tracing::warn!(
                "{}: the rules have no `sees`, so the role is told nothing of what others do; the game master should tell the joint moves",
                self.game.id
            );
        }
        match &mut self.standing {
            Standing::Own(view) => Some(view),
            Standing::Open(_) => None,
        }
    }

    /// Takes the match to its end by the last report.
    pub(super) fn finish(&mut self, report: Report) {
        self.answer_pending(None);
        match sorted(report) {
            Report::Joint(None) | Report::Own(None) => {}
            Report::Joint(Some(moves)) => {
                let meaning = self.interpret(Some(&moves), Instant::now());
                if !matches!(meaning, Ok(Some(Interpretation::Next | Interpretation::Overruled { .. }))) {
                    let moves = excerpt(&moves.join(" "));
                    tracing::warn!(
                        "{}: the last joint move, {moves}, does not follow from the position",
                        self.game.id
                    );
                }
            }
            Report::Own(Some(ply)) => match self.take_own(Some(&ply), Instant::now()) {
                Ok(Some(Step::Next)) => self.note_overruled(Some(&ply)),
                _ => tracing::warn!(
                    "{}: the last turn, {}, does not follow on turn {}",
                    self.game.id,
                    ply.turn,
                    self.standing.ply()
                ),
            },
        }
    }

    /// Interprets the joint move of a request, in at most half of the play clock, and takes the position
    /// there. None if the requests before told no joint moves.
    fn interpret(
        &mut self,
        moves: Option<&[String]>,
        arrived: Instant,
    ) -> Result<Option<Interpretation>, LogicError> {
        let until = arrived + self.game.play_clock / 2;
        if matches!(&self.standing, Standing::Own(view) if view.history().plies().is_empty()) {
            self.standing.open();
        }
        let Standing::Open(position) = &mut self.standing else { return Ok(None) };
        let interpretation = interpret(position, self.game.role, self.last.as_ref(), moves, until)?;
        if let Interpretation::Overruled { .. } = interpretation {
            // The search did not lead to the move that was made.
            self.thoughts.pop_if(|(ply, _)| *ply + 1 == self.standing.ply());
        }
        Ok(Some(interpretation))
    }
}

/// A report with its percepts in a fixed order, each once.
fn sorted(report: Report) -> Report {
    let Report::Own(Some(mut ply)) = report else { return report };
    ply.percepts.sort_unstable();
    ply.percepts.dedup();
    Report::Own(Some(ply))
}
