//! What a circuit makes when it is first needed: programs of policies, and the evaluation of single states;
//! and which of them is the fastest.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;

use gdl::{Interrupt, Interrupted};

use super::Circuit;
use crate::lanes::dispatch::Instructions;
use crate::lanes::player::Player;
use crate::lanes::policy::Policy;
use crate::lanes::program::Program;
use crate::lanes::scalar::Scalar;
use crate::lanes::tactics::Tactics;
use crate::lanes::width::Width;
use crate::state::State;

impl Circuit {
    /// Makes what playouts by a policy, and questions about the moves that it prefers, need; false if there
    /// is none: the network is too large, no move wins at once, or the gates are too many. It is made once;
    /// other threads that ask wait.
    ///
    /// # Errors
    /// If it is interrupted; then it is made when somebody asks again.
    pub fn prepare(&self, policy: Policy, interrupt: &Interrupt<'_>) -> Result<bool, Interrupted> {
        let Some(network) = &self.parts.network else { return Ok(policy == Policy::Uniform) };
        let first = || self.first_ply.get_or_make(interrupt, || Tactics::first_ply(network, interrupt));
        Ok(match policy {
            Policy::Uniform => true,
            Policy::Decisive => first()?.is_some(),
            Policy::AntiDecisive => match first()? {
                None => false,
                Some(first) => {
                    let make = || first.second_ply(network, interrupt);
                    self.second_ply.get_or_make(interrupt, make)?.is_some()
                }
            },
        })
    }

    /// Makes what playouts by a policy that [heed](crate::Playouts::heeding) moves need; false if there is
    /// none: the network is too large, or the policy cannot be [prepared](Self::prepare). It is made once;
    /// other threads that ask wait.
    ///
    /// # Errors
    /// If it is interrupted; then it is made when somebody asks again.
    pub fn prepare_heeding(&self, policy: Policy, interrupt: &Interrupt<'_>) -> Result<bool, Interrupted> {
        let Some(network) = self.parts.network.as_ref() else { return Ok(false) };
        if !self.prepare(policy, interrupt)? {
            return Ok(false);
        }
        let decisive = self.tactics(policy).map(Tactics::decisive);
        let make = || Player::heeding(network, decisive, interrupt).map(Some);
        Ok(self.heeding[policy as usize].get_or_make(interrupt, make)?.is_some())
    }

    /// From how many children of one state on lanes are faster than one after the other, as was measured
    /// here; none if the network is so large with its recursion unrolled that lanes are always taken.
    pub fn fewest_in_lanes(&self) -> Option<usize> {
        self.scalar().map(|scalar| scalar.fewest_in_lanes)
    }

    /// In how many lanes an [`Explorer`](crate::Explorer) evaluates even few states: as many as machine code
    /// runs, if there is some, else as many as the narrowest lanes hold.
    pub fn lanes_at_once(&self) -> usize {
        let stepper = &self.parts.stepper;
        let made = |target, program: &Program| program.native.is_made(target, program.turns.len(), true);
        let of_code = Width::of_code(Instructions::best(), 1);
        let of_code =
            of_code.filter(|&(_, target)| made(target, &stepper.view) && made(target, &stepper.step));
        of_code.map_or(Width::W64, |(width, _)| width).lanes()
    }

    /// In which width so many playouts by the uniform policy are fastest, as far as can be told from the size
    /// of the network and what changes from ply to ply; none if one after the other
    /// ([`Playouts::single`](crate::Playouts::single)) is faster. The answer is the same on every machine,
    /// and so are the playouts of a seed.
    pub fn fastest_width(&self, playouts: u64) -> Option<Width> {
        self.fastest_width_while(playouts, &Interrupt::never()).unwrap_or(Some(Width::holding(playouts)))
    }

    /// Does the same until it is interrupted: to find out about few playouts, the evaluation of single states
    /// is made if nobody has made it, which takes some tenths of a second for some rules.
    ///
    /// # Errors
    /// If it is interrupted.
    pub fn fastest_width_while(
        &self,
        playouts: u64,
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<Width>, Interrupted> {
        let width = Width::holding(playouts);
        let gates = self.parts.player.program.gates();
        // Where they fill all lanes, or are too many for the size, it need not be found out what one
        // state costs.
        if playouts > width.lanes() as u64 || !Scalar::may_play_faster(playouts, gates) {
            return Ok(Some(width));
        }
        let single = self.scalar_while(interrupt)?.is_some_and(|scalar| scalar.plays_faster(playouts, gates));
        Ok((!single).then_some(width))
    }

    /// From how many playouts by the uniform policy on they are faster side by side than one after the other,
    /// as [`fastest_width`](Self::fastest_width) tells.
    pub fn fewest_playouts_in_lanes(&self) -> u64 {
        let side_by_side = |&playouts: &u64| self.fastest_width(playouts).is_some();
        (1..).find(side_by_side).expect("more than fill all lanes are played side by side")
    }

    /// In which of the widths that hold so many playouts they are fastest at the moment: the narrowest, or a
    /// wider one if machine code runs that from these starting states. The playouts are the same. To ask
    /// counts as a run: after many, code is made. None if the circuit is not prepared for such playouts.
    pub fn width_for(&self, policy: Policy, heeding: bool, starts: &[State], playouts: u64) -> Option<Width> {
        let player = if heeding { self.heeding_player(policy) } else { self.player(policy) }?;
        let of_code = Width::of_code(Instructions::best(), playouts);
        let of_code = of_code.filter(|&(_, target)| player.is_compiled(target, starts));
        Some(of_code.map_or_else(|| Width::holding(playouts), |(width, _)| width))
    }

    /// The evaluation of single states, made when it is first asked for; none if the network is recursive
    /// and large.
    pub(crate) fn scalar(&self) -> Option<&Scalar> {
        self.scalar_while(&Interrupt::never()).ok().flatten()
    }

    fn scalar_while(&self, interrupt: &Interrupt<'_>) -> Result<Option<&Scalar>, Interrupted> {
        let Some(network) = &self.parts.network else { return Ok(self.scalar.get()) };
        let make = || Scalar::new(network, &self.parts.stepper, &self.initial, interrupt);
        self.scalar.get_or_make(interrupt, make)
    }

    /// The evaluation of single states, if it has been made. If nobody has begun to make it, that is begun in
    /// a thread of its own.
    pub(crate) fn scalar_made_aside(self: &Arc<Self>) -> Option<&Scalar> {
        let made = self.scalar.get();
        if made.is_none() && !self.begun.load(Ordering::Relaxed) && !self.begun.swap(true, Ordering::Relaxed)
        {
            let circuit = Arc::clone(self);
            // It ends when nobody else has the circuit any more.
            let make = move || {
                let is_wanted = || Arc::strong_count(&circuit) > 1;
                _ = circuit.scalar_while(&Interrupt::unless(&is_wanted));
            };
            // Without a thread it is tried again.
            self.begun.store(thread::Builder::new().spawn(make).is_ok(), Ordering::Relaxed);
        }
        made
    }

    /// Whether what playouts by a policy that heed moves need has been made.
    pub fn is_prepared_heeding(&self, policy: Policy) -> bool {
        self.heeding_player(policy).is_some()
    }

    /// Whether what a policy needs has been made.
    pub fn is_prepared(&self, policy: Policy) -> bool {
        self.player(policy).is_some()
    }

    /// The moves that win at once in a state that is reachable, by role and number, as far as there is a
    /// choice: of a role that has no other move it need not be told. None if the circuit is not
    /// [prepared](Self::prepare) for [`Policy::Decisive`].
    pub fn decisive_moves(&self, state: &State) -> Option<Vec<(usize, usize)>> {
        self.tactics(Policy::Decisive).map(|tactics| tactics.wins.all(state))
    }

    /// The moves after which another role wins at once, in the same way. None if the circuit is not prepared
    /// for [`Policy::AntiDecisive`].
    pub fn losing_moves(&self, state: &State) -> Option<Vec<(usize, usize)>> {
        Some(self.tactics(Policy::AntiDecisive)?.losses.as_ref()?.all(state))
    }

    /// What was prepared for a policy.
    pub(crate) fn tactics(&self, policy: Policy) -> Option<&Tactics> {
        match policy {
            Policy::Uniform => None,
            Policy::Decisive => self.first_ply.get(),
            Policy::AntiDecisive => self.second_ply.get(),
        }
    }

    /// The program of playouts in which all legal moves are as likely.
    pub(crate) fn uniform(&self) -> &Player {
        &self.parts.player
    }

    /// The program of playouts by a policy that was prepared.
    pub(crate) fn player(&self, policy: Policy) -> Option<&Player> {
        match policy {
            Policy::Uniform => Some(&self.parts.player),
            _ => self.tactics(policy).map(|tactics| &tactics.player),
        }
    }

    /// The program of playouts by a policy that heed moves, if it was prepared.
    pub(crate) fn heeding_player(&self, policy: Policy) -> Option<&Player> {
        self.heeding[policy as usize].get()
    }
}
