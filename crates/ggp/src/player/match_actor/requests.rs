//! What the game master asks.

use std::time::Instant;

use logic::LogicError;

use super::super::actor_message::ReplySender;
use super::super::interpretation::{Interpretation, LastRequest, interpret};
use super::super::move_reply::MoveSender;
use super::super::position::JointMove;
use super::MatchActor;
use crate::Reply;
use crate::excerpt::excerpt;

impl MatchActor {
    pub(super) fn start_again(&mut self, role: &str, rules: &str, answer: ReplySender) {
        self.last_request_at = Instant::now();
        let same = self.game.role_name == role && self.game.sheet.source().text() == rules;
        match &mut self.preparing {
            Some(preparing) if same => preparing.answers.push(answer),
            _ => {
                let _ = answer.send(if same && self.last.is_none() { Reply::Ready } else { Reply::Busy });
            }
        }
    }

    /// Answers a request for a move, at once or when a search has found one.
    pub(super) fn play(&mut self, moves: Option<JointMove>, arrived: Instant, answer: MoveSender) {
        (self.last_request_at, self.resting) = (Instant::now(), false);
        self.be_ready();
        if let (Some(pending), Some(last)) = (&mut self.pending, &self.last)
            && last.moves == moves
        {
            pending.repeat(answer);
            return;
        }
        // A new request makes an earlier one obsolete.
        self.answer_pending(None);
        let meaning = self.interpret(moves.as_deref(), arrived);
        let id = &self.game.id;
        let reported = || moves.as_ref().map_or_else(|| "nil".into(), |moves| excerpt(&moves.join(" ")));
        match meaning {
            Ok(Interpretation::Next) => {}
            Ok(Interpretation::Repeated) => {
                let ply = self.position.ply();
                if let Some(LastRequest { reply: Some(reply @ Reply::Move(_)), .. }) = &self.last {
                    answer.send(reply.clone());
                    tracing::info!("{id}: the request for ply {ply} was repeated");
                    return;
                }
                tracing::info!("{id}: the request for ply {ply}, which got no move, was repeated");
            }
            Ok(Interpretation::Overruled { sent }) => {
                tracing::warn!(
                    "{id}: the game master replaced the move {sent}; the joint move is {}",
                    reported()
                );
            }
            Ok(Interpretation::Corrected) => {
                tracing::warn!("{id}: the game master corrected the last joint move to {}", reported());
            }
            Ok(Interpretation::Bridged) => {
                tracing::warn!("{id}: a request was lost before the joint move {}", reported());
            }
            Ok(Interpretation::Restarted) => tracing::warn!("{id}: the match was restarted"),
            Ok(Interpretation::Resumed) => {
                tracing::warn!(
                    "{id}: the match continues where it was before the restart, with {}",
                    reported()
                );
            }
            Ok(Interpretation::Impossible) => {
                tracing::error!(
                    "{id}: the joint move {} is not legal at ply {} or at the plies next to it",
                    reported(),
                    self.position.ply()
                );
                answer.send(Reply::Nil);
                return;
            }
            Err(fault) => {
                tracing::error!("{id}: {fault}");
                answer.send(Reply::Nil);
                return;
            }
        }
        self.thoughts.retain(|(ply, _)| *ply < self.position.ply());
        self.last = Some(LastRequest { moves, reply: None });
        self.find_move(arrived, answer);
    }

    /// Takes the position to the end of the match by the last joint move.
    pub(super) fn finish(&mut self, moves: Option<&[String]>) {
        self.answer_pending(None);
        let Some(moves) = moves else { return };
        let meaning = self.interpret(Some(moves), Instant::now());
        if !matches!(meaning, Ok(Interpretation::Next | Interpretation::Overruled { .. })) {
            let moves = excerpt(&moves.join(" "));
            tracing::warn!(
                "{}: the last joint move, {moves}, does not follow from the position",
                self.game.id
            );
        }
    }

    /// Interprets the joint move of a request, in at most half of the play clock, and takes the position there.
    pub(super) fn interpret(
        &mut self,
        moves: Option<&[String]>,
        arrived: Instant,
    ) -> Result<Interpretation, LogicError> {
        let until = arrived + self.game.play_clock / 2;
        let interpretation = interpret(&mut self.position, self.game.role, self.last.as_ref(), moves, until)?;
        if let Interpretation::Overruled { .. } = interpretation {
            // The search did not lead to the move that was made.
            self.thoughts.pop_if(|(ply, _)| *ply + 1 == self.position.ply());
        }
        Ok(interpretation)
    }
}
