//! A match as one role has seen it.

use arena::{Plan, Played};
use game::{Game, Rules};
use serde::Serialize;

use super::transcript::Boards;
use crate::error::Error;
use crate::output;

/// The match from a role's side: its own moves and percepts, and nothing else.
#[derive(Serialize)]
pub(super) struct OwnView<'m> {
    #[serde(rename = "match")]
    id: i64,
    tournament: i64,
    game: &'m str,
    role: &'m str,
    player: &'m str,
    plies: Vec<OwnPly<'m>>,
}

/// A ply as the role knows it.
#[derive(Serialize)]
struct OwnPly<'m> {
    #[serde(rename = "move")]
    mov: &'m str,
    /// Whether it could have made another move.
    choice: bool,
    /// What it saw after the joint move.
    seen: &'m [String],
}

impl<'m> OwnView<'m> {
    /// What a role that is called so knew of a match.
    ///
    /// # Errors
    /// If no player has such a role, or the rules hide nothing.
    pub(super) fn of(
        name: &str,
        (tournament, id): (i64, i64),
        (plan, played): (&'m Plan, &'m Played),
        (rules, boards): (&'m Rules, &'m Boards<'_>),
    ) -> Result<Self, Error> {
        let names = || (0..rules.roles()).map(|role| rules.notation().role_name(role));
        let seated = |role: &usize| plan.seat(*role).is_some();
        let found = names().position(|role| role == name).filter(seated);
        let Some(role) = found else {
            let roles: Vec<&str> =
                names().enumerate().filter(|(role, _)| seated(role)).map(|(_, name)| name).collect();
            return Err(Error::Usage(format!(
                "no player of {} has a role `{name}`; the roles are {}",
                plan.game,
                roles.join(", ")
            )));
        };
        let Some(seen) = &boards.seen else {
            return Err(Error::Usage(format!(
                "the rules of {} hide nothing, so every role sees what `spielbaum results match {id}` shows; leave --view away",
                plan.game
            )));
        };
        let ply = |(step, ply): (usize, &'m arena::Ply)| OwnPly {
            mov: &ply.joint_move[role],
            choice: boards.chooses(step, role),
            seen: &seen[step][role],
        };
        let seats = plan.seats(played.fixture.pairing);
        Ok(Self {
            id,
            tournament,
            game: &plan.game,
            role: rules.notation().role_name(role),
            player: plan.seat(role).map_or("", |seat| &plan.players[seats[seat]]),
            plies: played.record.plies.iter().enumerate().map(ply).collect(),
        })
    }

    pub(super) fn print(&self) -> Result<(), Error> {
        let Self { id, tournament, game, role, player, plies } = self;
        output::line(format_args!("{game}: match {id} of tournament {tournament}, as {role} has seen it"))?;
        output::line(format_args!("{role}: {player}\n"))?;
        for (step, OwnPly { mov, choice, seen }) in plies.iter().enumerate() {
            let chosen = choice.then(|| (*mov).to_owned());
            let seen = (!seen.is_empty()).then(|| format!("sees {}", seen.join(", ")));
            let parts: Vec<String> = chosen.into_iter().chain(seen).collect();
            if !parts.is_empty() {
                output::line(format_args!("{}. {}", step + 1, parts.join(", then ")))?;
            }
        }
        output::line(format_args!("\nOver after {}.", output::count(plies.len(), "joint move")))
    }
}
