use std::fmt;
use std::sync::Arc;

use super::circuit::Circuit;
use super::dispatch::Instructions;
use super::engine::{Engine, Job, Play, Sink};
use super::player::{Heeded, Player};
use super::playout::{Pace, Playout, Tally};
use super::policy::Policy;
use super::single::Single;
use super::times::PlyTimes;
use super::width::Width;
use crate::state::State;

/// Plays games to the end, hundreds at a time, with every role choosing among its legal moves by
/// a [`Policy`].
///
/// Every playout that is started is finished, so that short games are not over-represented; where one ends,
/// the next starts in its lane; in large games with turns, as soon as the others are at the turn at which it
/// starts. The results depend on the circuit, the starting states, the seed, the [`Width`], the ply limit,
/// the number of playouts and earlier runs of the same `Playouts`; not on the machine or its
/// [`Instructions`]. The width makes no difference to playouts that the narrower one holds at once. `pace` is
/// called equally often on every machine; its answers may depend on a clock.
pub struct Playouts {
    circuit: Arc<Circuit>,
    policy: Policy,
    engine: Box<dyn Play>,
    instructions: Instructions,
    ply_limit: u32,
    first_moves: bool,
    moves: bool,
    /// How likely each of the player's moves is favoured in a lane, in 256ths, if any is.
    favour: Option<Vec<u16>>,
}

impl Playouts {
    /// After how many plies a playout is cut, unless [`with_ply_limit`](Self::with_ply_limit) says otherwise.
    pub const PLY_LIMIT: u32 = 10_000;

    /// Playouts in 512 lanes.
    pub fn new(circuit: Arc<Circuit>, seed: u64) -> Self {
        Self::with_width(circuit, seed, Width::default())
    }

    /// Playouts in lanes of a given width.
    pub fn with_width(circuit: Arc<Circuit>, seed: u64, width: Width) -> Self {
        Self::with_policy(circuit, Policy::Uniform, seed, width).expect("every circuit plays uniformly")
    }

    /// Playouts by a policy; none if the circuit is not [prepared](Circuit::prepare) for it.
    pub fn with_policy(circuit: Arc<Circuit>, policy: Policy, seed: u64, width: Width) -> Option<Self> {
        let engine = engine(circuit.player(policy)?, seed, width);
        Some(Self::of(circuit, policy, engine, None))
    }

    /// Playouts by a policy in which roles also [favour](Self::favour) moves, at first all, and which can
    /// [tell](Self::with_moves) what moves they made; none if the circuit is not
    /// [prepared](Circuit::prepare_heeding) for it.
    pub fn heeding(circuit: Arc<Circuit>, policy: Policy, seed: u64, width: Width) -> Option<Self> {
        let player = circuit.heeding_player(policy)?;
        let (engine, favour) = (engine(player, seed, width), vec![256; player.heeded.len()]);
        Some(Self::of(circuit, policy, engine, Some(favour)))
    }

    /// Playouts one after the other, in which only what each ply changes is evaluated, with every role
    /// choosing among all legal moves. The results differ from those in lanes by their random numbers. None
    /// if the network is too large for that.
    pub fn single(circuit: Arc<Circuit>, seed: u64) -> Option<Self> {
        let engine = Box::new(Single::new(Arc::clone(&circuit), seed)?);
        Some(Self::of(circuit, Policy::Uniform, engine, None))
    }

    fn of(circuit: Arc<Circuit>, policy: Policy, engine: Box<dyn Play>, favour: Option<Vec<u16>>) -> Self {
        Self {
            circuit,
            policy,
            engine,
            instructions: Instructions::best(),
            ply_limit: Self::PLY_LIMIT,
            first_moves: false,
            moves: false,
            favour,
        }
    }

    /// Sets how likely each role's moves are favoured, from 0 to 1, in steps of a 256th. Each lane of a run
    /// favours some moves, tossed for that run; wherever one of them is among the moves that a role would
    /// choose among by the policy, it chooses among these alone. Nothing changes for playouts that favour
    /// no moves.
    pub fn favour(&mut self, mut likelihood: impl FnMut(usize, usize) -> f64) {
        let in_256ths =
            |heeded: &Heeded| (likelihood(heeded.role, heeded.mov) * 256.0).round().clamp(0.0, 256.0) as u16;
        if let Some(favour) = &mut self.favour {
            let heeded = &player(&self.circuit, self.policy, true).heeded;
            *favour = heeded.iter().map(in_256ths).collect();
        }
    }

    /// The moves that these playouts heed, by role and number: those that roles choose among, if playouts may
    /// favour some; else none.
    pub fn heeded(&self) -> impl ExactSizeIterator<Item = (usize, usize)> {
        player(&self.circuit, self.policy, self.favour.is_some())
            .heeded
            .iter()
            .map(|heeded| (heeded.role, heeded.mov))
    }

    /// Notes which of the moves that are heeded each playout makes, for [`each`](Self::each). This takes
    /// time, so it is done only on request; the playouts are the same.
    #[must_use]
    pub fn with_moves(mut self) -> Self {
        self.moves = true;
        self
    }

    /// Cuts playouts after `plies` plies.
    #[must_use]
    pub fn with_ply_limit(mut self, plies: u32) -> Self {
        self.ply_limit = plies;
        self
    }

    /// Plays with an instruction set other than the best.
    #[must_use]
    pub fn with_instructions(mut self, instructions: Instructions) -> Self {
        self.instructions = instructions;
        self
    }

    /// Notes each role's first move in every playout, for [`each`](Self::each). This takes time, so it is
    /// done only on request; the playouts are the same.
    #[must_use]
    pub fn with_first_moves(mut self) -> Self {
        self.first_moves = true;
        self
    }

    /// Restarts from a seed: what is played next is what new `Playouts` with that seed would play.
    pub fn reseed(&mut self, seed: u64) {
        self.engine.reseed(seed);
    }

    /// Plays at most `playouts` playouts, from each of `starts` in turn, over and over; none if `starts` is
    /// empty. `pace` is called every 64 plies of all lanes, and more often where plies are slow: after a
    /// hundred thousand gates, or after one ply if that has more.
    pub fn tally(&mut self, starts: &[State], playouts: u64, pace: &mut dyn FnMut(&Tally) -> Pace) -> Tally {
        self.run(starts, playouts, pace, None, None)
    }

    /// As [`tally`](Self::tally), and tells how long the parts of the plies have taken; nothing of playouts
    /// [one after the other](Self::single).
    pub fn timed(
        &mut self,
        starts: &[State],
        playouts: u64,
        pace: &mut dyn FnMut(&Tally) -> Pace,
    ) -> (Tally, PlyTimes) {
        let mut times = PlyTimes::default();
        let tally = self.run(starts, playouts, pace, None, Some(&mut times));
        (tally, times)
    }

    /// As [`tally`](Self::tally), and passes each finished playout to `sink`.
    pub fn each(
        &mut self,
        starts: &[State],
        playouts: u64,
        pace: &mut dyn FnMut(&Tally) -> Pace,
        sink: &mut dyn FnMut(&Playout<'_>),
    ) -> Tally {
        self.run(starts, playouts, pace, Some(sink), None)
    }

    fn run(
        &mut self,
        starts: &[State],
        playouts: u64,
        pace: &mut dyn FnMut(&Tally) -> Pace,
        sink: Option<Sink<'_>>,
        times: Option<&mut PlyTimes>,
    ) -> Tally {
        let playouts = if starts.is_empty() { 0 } else { playouts };
        let job = Job {
            circuit: &self.circuit,
            player: player(&self.circuit, self.policy, self.favour.is_some()),
            tactics: self.circuit.tactics(self.policy),
            favour: self.favour.as_deref().unwrap_or_default(),
            instructions: self.instructions,
            ply_limit: self.ply_limit,
            first_moves: self.first_moves && sink.is_some(),
            moves: self.moves && sink.is_some(),
            starts,
            playouts,
            pace,
            times,
        };
        self.engine.play(job, sink)
    }
}

/// The program of playouts by a policy.
fn player(circuit: &Circuit, policy: Policy, heeding: bool) -> &Player {
    let made = if heeding { circuit.heeding_player(policy) } else { circuit.player(policy) };
    made.expect("what has been prepared stays")
}

/// What runs a program in lanes of a width.
fn engine(player: &Player, seed: u64, width: Width) -> Box<dyn Play> {
    match width {
        Width::W64 => Box::new(Engine::<1>::new(player, seed)),
        Width::W256 => Box::new(Engine::<4>::new(player, seed)),
        Width::W512 => Box::new(Engine::<8>::new(player, seed)),
    }
}

impl fmt::Debug for Playouts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Playouts").field("ply_limit", &self.ply_limit).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use statrs::distribution::{ChiSquared, ContinuousCDF};

    use super::*;
    use crate::lanes::explorer::Explorer;
    use crate::lanes::playout::End;
    use crate::lanes::scalar::Scalar;
    use crate::samples::{self, choices, race};

    const WIDTHS: [Width; 3] = [Width::W64, Width::W256, Width::W512];

    fn on(_: &Tally) -> Pace {
        Pace::On
    }

    #[test]
    fn so_many_playouts_as_there_are_fill_the_lanes_unless_they_are_few() {
        let holding: Vec<usize> =
            [0, 64, 65, 256, 257, u64::MAX].map(|games| Width::holding(games).lanes()).into();
        assert_eq!(holding, [64, 64, 256, 256, 512, 512]);
        let circuit = samples::connect_four();
        let widths = [1, 64, 65, 512, u64::MAX].map(|playouts| circuit.fastest_width(playouts));
        assert_eq!(widths, [None, Some(Width::W64), Some(Width::W256), Some(Width::W512), Some(Width::W512)]);
        assert!(!Scalar::may_play_faster(64, circuit.uniform().program.gates()), "that is told by the size");
        let fewest = circuit.fewest_playouts_in_lanes();
        assert!((2..=64).contains(&fewest) && circuit.fastest_width(fewest - 1).is_none(), "{fewest}");
    }

    #[test]
    fn playouts_are_the_same_in_all_widths_that_hold_them_at_once() {
        for circuit in [samples::connect_four(), samples::tic_tac_toe()] {
            let circuit = Arc::new(circuit);
            let mut explorer = Explorer::new(circuit.clone());
            let start = circuit.initial().clone();
            let starts = [explorer.next(&start, &first_moves(&circuit, &start)), start];
            let play = |width, count| {
                let mut seen = Vec::new();
                let mut playouts = Playouts::with_width(circuit.clone(), 3, width);
                playouts.each(&starts, count, &mut on, &mut |playout| {
                    seen.push((playout.start, playout.plies, playout.goals.to_vec()));
                });
                seen
            };
            for (count, narrow, wide) in [
                (50, Width::W64, Width::W256),
                (64, Width::W64, Width::W512),
                (256, Width::W256, Width::W512),
            ] {
                assert_eq!(play(narrow, count), play(wide, count), "{count}");
            }
            assert_ne!(play(Width::W64, 200), play(Width::W512, 200), "lanes are used again");
        }
    }

    /// The first legal move of each role.
    fn first_moves(circuit: &Circuit, state: &State) -> Vec<u32> {
        (0..circuit.roles()).map(|role| circuit.legal(state, role).next().unwrap() as u32).collect()
    }

    fn tally(circuit: Circuit, seed: u64, playouts: u64) -> Tally {
        let start = circuit.initial().clone();
        Playouts::new(Arc::new(circuit), seed).tally(&[start], playouts, &mut on)
    }

    #[test]
    fn playouts_one_after_the_other_are_as_those_in_lanes() {
        let circuit = Arc::new(samples::tic_tac_toe());
        let start = [circuit.initial().clone()];
        let mut single = Playouts::single(circuit.clone(), 4).unwrap().with_first_moves();
        let mut firsts = vec![0; 9];
        let tally = single.each(&start, 60_000, &mut on, &mut |playout| {
            assert_eq!((playout.start, playout.end, playout.goals.len()), (0, End::Terminal, 2));
            firsts[playout.first_moves[0] as usize] += 1;
        });
        assert_eq!((tally.playouts, tally.terminal()), (60_000, 60_000));
        // As in the test of what is known of tic-tac-toe.
        let mean = (tally.goals[0] as f64 - tally.goals[1] as f64) / 100.0 / 60_000.0;
        assert!((mean - 0.296_825).abs() < 3.0 * (0.785f64 / 60_000.0).sqrt(), "{mean}");
        assert!(p_value(&firsts, &[60_000.0 / 9.0; 9], 8) > 1e-4, "{firsts:?}");
        let again = Playouts::single(circuit.clone(), 4).unwrap().tally(&start, 60_000, &mut on);
        assert_eq!(again, tally, "the same seed gives the same playouts");
        single.reseed(4);
        assert_eq!(single.tally(&start, 60_000, &mut on), tally);
    }

    #[test]
    fn playouts_one_after_the_other_are_cut_stopped_and_started_where_they_are_told() {
        let circuit = Arc::new(samples::connect_four());
        let mut explorer = Explorer::new(circuit.clone());
        let middle = [3, 3, 3].iter().enumerate().fold(circuit.initial().clone(), |state, (ply, &mov)| {
            explorer.next(&state, &if ply % 2 == 0 { [mov, 7] } else { [7, mov] })
        });
        let starts = [circuit.initial().clone(), middle];
        let mut single = Playouts::single(circuit, 1).unwrap().with_ply_limit(4);
        let mut seen = Vec::new();
        let tally =
            single.each(&starts, 5, &mut on, &mut |playout| seen.push((playout.start, playout.plies)));
        assert_eq!((seen, tally.cut), (vec![(0, 4), (1, 4), (0, 4), (1, 4), (0, 4)], 5));
        assert_eq!(single.tally(&starts, 5, &mut |_| Pace::Drain).playouts, 0);
        assert_eq!(single.tally(&[], 5, &mut on).playouts, 0);
        let mut asked = 0;
        let tally = single.tally(&starts, u64::MAX, &mut |_| {
            asked += 1;
            if asked < 3 { Pace::On } else { Pace::Abandon }
        });
        assert!(tally.playouts > 0 && asked == 3, "{tally:?}");
        // A game that is over at the start changes nothing, and is stopped all the same.
        let over = Arc::new(race(&[Some(40)]));
        let start = [over.initial().clone()];
        let mut single = Playouts::single(over, 1).unwrap();
        let mut asked = 0;
        let tally = single.tally(&start, u64::MAX, &mut |_| {
            asked += 1;
            if asked < 3 { Pace::On } else { Pace::Drain }
        });
        assert_eq!((tally.plies, tally.terminal(), tally.goals[0]), (0, tally.playouts, 40 * tally.playouts));
    }

    /// The probability that equal chances give counts at least as uneven as these, with `parameters` degrees
    /// of freedom.
    fn p_value(counts: &[u64], expected: &[f64], parameters: usize) -> f64 {
        let terms = counts
            .iter()
            .zip(expected)
            .map(|(&count, expected)| (count as f64 - expected).powi(2) / expected);
        1.0 - ChiSquared::new(parameters as f64).unwrap().cdf(terms.sum())
    }

    #[test]
    fn as_many_playouts_are_finished_as_were_asked_for() {
        let circuit = Arc::new(samples::tic_tac_toe());
        let start = [circuit.initial().clone()];
        for width in WIDTHS {
            for playouts in [0, 1, 2, 63, 64, 65, 511, 512, 513, 3000] {
                let mut runner = Playouts::with_width(circuit.clone(), 3, width);
                let tally = runner.tally(&start, playouts, &mut on);
                assert_eq!((tally.playouts, tally.terminal()), (playouts, playouts));
                let mut plies = 0;
                let mut seen = 0;
                let again = runner.each(&start, playouts, &mut on, &mut |playout| {
                    seen += 1;
                    plies += u64::from(playout.plies);
                });
                assert_eq!((seen, plies), (again.playouts, again.plies));
            }
        }
        assert_eq!(Playouts::new(circuit, 0).tally(&[], 7, &mut on).playouts, 0);
    }

    #[test]
    fn the_first_role_of_tic_tac_toe_wins_as_often_as_is_known() {
        let tally = tally(samples::tic_tac_toe(), 11, 400_000);
        // 212256/362880 wins, 104544/362880 losses; a playout's result has variance 0.785.
        let mean = (tally.goals[0] as f64 - tally.goals[1] as f64) / 100.0 / 400_000.0;
        let error = (0.785f64 / 400_000.0).sqrt();
        assert!((mean - 0.296_825).abs() < 3.0 * error, "{mean}");
        assert_eq!(tally.unclear, [0, 0]);
        assert_eq!(tally.goals[0] + tally.goals[1], 100 * 400_000);
    }

    #[test]
    fn the_same_seed_gives_the_same_playouts_whatever_the_instructions() {
        let circuit = Arc::new(samples::connect_four());
        let start = [circuit.initial().clone()];
        for width in WIDTHS {
            let run = |instructions, seed| {
                let runner = Playouts::with_width(circuit.clone(), seed, width);
                let mut playouts = Vec::new();
                runner.with_instructions(instructions).with_first_moves().each(
                    &start,
                    2000,
                    &mut on,
                    &mut |playout| {
                        playouts.push((playout.plies, playout.goals.to_vec(), playout.first_moves.to_vec()));
                    },
                );
                playouts
            };
            let portable = run(Instructions::Portable, 5);
            assert_eq!(portable, run(Instructions::Avx2, 5));
            assert_eq!(portable, run(Instructions::Avx512, 5));
            assert_ne!(portable, run(Instructions::Portable, 6));
        }
    }

    #[test]
    fn the_times_of_a_run_are_those_of_its_plies() {
        let circuit = Arc::new(samples::tic_tac_toe());
        let start = [circuit.initial().clone()];
        let (tally, times) = Playouts::new(circuit.clone(), 3).timed(&start, 10_000, &mut on);
        assert_eq!(tally, Playouts::new(circuit, 3).tally(&start, 10_000, &mut on));
        // Each round makes a ply in 512 lanes at most, or ends a playout there.
        assert!(512 * times.rounds >= tally.plies + tally.playouts, "{times:?}");
        let parts = [times.renew, times.view, times.judge, times.draw, times.step];
        assert_eq!(parts.iter().sum::<std::time::Duration>(), times.total());
    }

    #[test]
    fn moves_are_chosen_uniformly_among_the_legal_ones() {
        for legal in [1, 2, 3, 7, 20, 60] {
            // Every third move of three times as many is legal.
            let circuit = Arc::new(choices(&[3 * legal], |_, mov| mov % 3 == 1));
            let start = [circuit.initial().clone()];
            let mut counts = vec![0; legal];
            let mut runner = Playouts::new(circuit, legal as u64).with_first_moves();
            runner.each(&start, 60_000, &mut on, &mut |playout| {
                let mov = playout.first_moves[0] as usize;
                assert_eq!(mov % 3, 1, "an illegal move was made");
                counts[mov / 3] += 1;
            });
            let expected = vec![60_000.0 / legal as f64; legal];
            if legal > 1 {
                let p = p_value(&counts, &expected, legal - 1);
                assert!(p > 1e-4, "{legal}: {p}");
            } else {
                assert_eq!(counts, [60_000]);
            }
        }
    }

    /// How often a role that chooses among `legal` makes each move in 60,000 playouts that favour moves
    /// so likely.
    fn favouring(legal: &[bool], likelihood: impl Fn(usize) -> f64) -> Vec<u64> {
        let circuit = Arc::new(choices(&[legal.len()], |_, mov| legal[mov]));
        assert!(circuit.prepare_heeding(Policy::Uniform, &gdl::Interrupt::never()).unwrap());
        let start = [circuit.initial().clone()];
        let mut runner =
            Playouts::heeding(circuit, Policy::Uniform, 8, Width::W512).unwrap().with_first_moves();
        runner.favour(|role, mov| {
            assert_eq!(role, 0);
            likelihood(mov)
        });
        let mut counts = vec![0; legal.len()];
        // Which moves are favoured is tossed for each run.
        for _ in 0..120 {
            runner.each(&start, 500, &mut on, &mut |playout| {
                counts[playout.first_moves[0] as usize] += 1;
                assert_eq!(u32::from(playout.goals[0].value), playout.first_moves[0]);
            });
        }
        counts
    }

    #[test]
    fn playouts_choose_among_the_legal_moves_that_they_favour() {
        let near = |counts: &[u64], expected: &[f64]| {
            let p = p_value(counts, expected, expected.len() - 1);
            assert!(p > 1e-4, "{p}: {counts:?}, {expected:?} expected");
        };
        let all = [true; 4];
        near(&favouring(&all, |_| 1.0), &[15_000.0; 4]);
        near(&favouring(&all, |_| 0.0), &[15_000.0; 4]);
        let two = favouring(&all, |mov| f64::from(mov < 2));
        assert_eq!(two[2..], [0, 0]);
        near(&two[..2], &[30_000.0; 2]);
        // Alone for half of the time, with the other one else.
        near(&favouring(&[true; 2], |mov| [1.0, 0.5][mov]), &[45_000.0, 15_000.0]);
        // The favourite is not legal.
        let others = favouring(&[true, false, true], |mov| f64::from(mov == 1));
        assert_eq!(others[1], 0);
        near(&[others[0], others[2]], &[30_000.0; 2]);
    }

    #[test]
    fn playouts_tell_which_moves_they_made() {
        let circuit = Arc::new(samples::tic_tac_toe());
        let start = [circuit.initial().clone()];
        assert!(circuit.prepare_heeding(Policy::Uniform, &gdl::Interrupt::never()).unwrap());
        for width in WIDTHS {
            let run = |mut playouts: Playouts| {
                let mut ends = Vec::new();
                let mut made = vec![0; playouts.heeded().len()];
                playouts.each(&start, 3000, &mut on, &mut |playout| {
                    ends.push((playout.plies, playout.goals.to_vec()));
                    // One role marks another cell at each ply.
                    assert!(playout.moves.is_empty() || playout.moves.len() == playout.plies as usize);
                    assert!(playout.moves.is_sorted_by(|a, b| a < b));
                    playout.moves.iter().for_each(|&number| made[number as usize] += 1);
                });
                (ends, made, playouts.heeded().collect::<Vec<_>>())
            };
            let heeding = || Playouts::heeding(circuit.clone(), Policy::Uniform, 5, width).unwrap();
            let (ends, made, moves) = run(heeding().with_moves());
            let (same, none, _) = run(heeding());
            assert_eq!(ends, same, "to note moves changes nothing");
            assert!(none.iter().all(|&count| count == 0), "{none:?}");
            // Each role has nine marks, and the first makes the more of them.
            assert_eq!(moves.len(), 18);
            let of_role = |role| {
                moves.iter().zip(&made).filter(|((of, _), _)| *of == role).map(|(_, made)| made).sum::<u64>()
            };
            let plies: u64 = ends.iter().map(|(plies, _)| u64::from(*plies)).sum();
            assert_eq!(of_role(0) + of_role(1), plies);
            assert!(of_role(0) > of_role(1) && made.iter().all(|&count| count > 0), "{made:?}");
        }
    }

    #[test]
    fn a_playout_that_makes_its_first_choice_tells_it() {
        let circuit = Arc::new(choices(&[5], |_, mov| mov != 2));
        assert!(circuit.prepare_heeding(Policy::Uniform, &gdl::Interrupt::never()).unwrap());
        let start = [circuit.initial().clone()];
        let playouts = Playouts::heeding(circuit, Policy::Uniform, 2, Width::W512).unwrap();
        let mut playouts = playouts.with_moves().with_first_moves();
        let moves: Vec<_> = playouts.heeded().collect();
        playouts.each(&start, 5000, &mut on, &mut |playout| {
            let made: Vec<_> = playout.moves.iter().map(|&number| moves[number as usize]).collect();
            assert_eq!(made, [(0, playout.first_moves[0] as usize)]);
        });
    }

    #[test]
    fn playouts_that_favour_moves_are_made_only_of_a_circuit_that_is_prepared() {
        let circuit = Arc::new(choices(&[3], |_, _| true));
        let favouring = || Playouts::heeding(circuit.clone(), Policy::Uniform, 0, Width::W64);
        assert!(favouring().is_none() && !circuit.is_prepared_heeding(Policy::Uniform));
        let no = || false;
        assert!(circuit.prepare_heeding(Policy::Uniform, &gdl::Interrupt::unless(&no)).is_err());
        assert!(circuit.prepare_heeding(Policy::Uniform, &gdl::Interrupt::never()).unwrap());
        assert!(favouring().is_some() && circuit.is_prepared_heeding(Policy::Uniform));
    }

    #[test]
    fn the_state_that_follows_is_that_of_the_moves_that_were_chosen() {
        let circuit = Arc::new(choices(&[5], |_, _| true));
        let start = [circuit.initial().clone()];
        let mut runner = Playouts::new(circuit, 2).with_first_moves();
        runner.each(&start, 5000, &mut on, &mut |playout| {
            assert_eq!(u32::from(playout.goals[0].value), playout.first_moves[0]);
        });
    }

    #[test]
    fn first_moves_are_noted_only_on_request_and_change_nothing() {
        let circuit = Arc::new(samples::tic_tac_toe());
        let start = [circuit.initial().clone()];
        let run = |mut playouts: Playouts| {
            let (mut seen, mut moves) = (Vec::new(), 0);
            playouts.each(&start, 2000, &mut on, &mut |playout| {
                seen.push((playout.plies, playout.goals.to_vec()));
                moves += playout.first_moves.len();
            });
            (seen, moves)
        };
        let (with, noted) = run(Playouts::new(circuit.clone(), 3).with_first_moves());
        let (without, none) = run(Playouts::new(circuit.clone(), 3));
        assert!(with == without);
        assert_eq!((noted, none), (4000, 0));
    }

    #[test]
    fn the_choices_of_two_roles_are_independent() {
        let circuit = Arc::new(choices(&[3, 7, 4], |_, _| true));
        let start = [circuit.initial().clone()];
        let mut counts = vec![0; 84];
        Playouts::new(circuit, 9).with_first_moves().each(&start, 84_000, &mut on, &mut |playout| {
            let [a, b, c] = playout.first_moves[..] else { panic!("three roles move") };
            counts[(a * 28 + b * 4 + c) as usize] += 1;
        });
        let p = p_value(&counts, &[1000.0; 84], 83);
        assert!(p > 1e-4, "{p}");
    }

    #[test]
    fn playouts_are_cut_at_the_ply_limit_and_not_before() {
        let circuit = Arc::new(samples::tic_tac_toe());
        let start = [circuit.initial().clone()];
        for limit in [0, 1, 5, 8, 9, 100] {
            let mut ends: HashMap<End, u64> = HashMap::new();
            let mut runner = Playouts::new(circuit.clone(), 4).with_ply_limit(limit).with_first_moves();
            let tally = runner.each(&start, 2000, &mut on, &mut |playout| {
                *ends.entry(playout.end).or_default() += 1;
                assert!(playout.plies <= limit);
                if playout.end == End::Cut {
                    assert_eq!((playout.plies, playout.goals), (limit, &[][..]));
                }
                assert_eq!(playout.first_moves.is_empty(), playout.plies == 0);
            });
            let count = |end| ends.get(&end).copied().unwrap_or(0);
            assert_eq!((tally.cut, tally.terminal()), (count(End::Cut), count(End::Terminal)));
            match limit {
                0 | 1 => assert_eq!((tally.cut, tally.plies), (2000, 2000 * u64::from(limit))),
                5 | 8 => assert!(tally.cut > 0 && tally.cut < 2000, "{limit}"),
                _ => assert_eq!(tally.cut, 0),
            }
        }
    }

    #[test]
    fn a_terminal_start_is_a_playout_of_no_plies() {
        let circuit = Arc::new(race(&[]));
        let over = Explorer::new(circuit.clone()).view(&[1]);
        assert!(over.terminal());
        let mut seen = 0;
        let mut runner = Playouts::new(circuit, 0).with_first_moves();
        let tally = runner.each(&[over], 700, &mut on, &mut |playout| {
            assert_eq!((playout.plies, playout.end, playout.first_moves), (0, End::Terminal, &[][..]));
            seen += 1;
        });
        assert_eq!((seen, tally.playouts, tally.plies), (700, 700, 0));
    }

    #[test]
    fn a_role_without_a_move_ends_the_playout_stuck() {
        let circuit = choices(&[2, 3], |role, _| role == 0);
        assert_eq!(tally(circuit, 1, 1000), Tally { playouts: 1000, stuck: 1000, ..Tally::new(2) });
    }

    #[test]
    fn a_goal_that_is_not_clear_is_tallied_as_the_least() {
        // Goals that hold at once; the network's initial state is terminal.
        let several = tally(race(&[Some(30), Some(70)]), 0, 10);
        assert_eq!((several.goals[0], several.unclear[0]), (300, 10));
        let none = tally(race(&[]), 0, 10);
        assert_eq!((none.goals[0], none.unclear[0]), (0, 10));
        let one = tally(race(&[Some(70)]), 0, 10);
        assert_eq!((one.goals[0], one.unclear[0]), (700, 0));
        let no_number = tally(race(&[Some(70), None]), 0, 10);
        assert_eq!((no_number.goals[0], no_number.unclear[0]), (700, 10));
    }

    #[test]
    fn playouts_take_their_starts_in_turn() {
        let circuit = Arc::new(samples::connect_four());
        let mut explorer = Explorer::new(circuit.clone());
        let mut starts = vec![circuit.initial().clone()];
        for mov in 0..7 {
            // In each of these one column is fuller, and it is the other's turn.
            starts.push(explorer.next(circuit.initial(), &[mov, 7]));
        }
        let mut counts = [0; 8];
        let mut runner = Playouts::new(circuit.clone(), 8).with_first_moves();
        let tally = runner.each(&starts, 4001, &mut on, &mut |playout| {
            counts[playout.start] += 1;
            let mover = usize::from(playout.start > 0);
            assert_eq!(playout.first_moves[1 - mover], 7);
            // Gravity: a game from the initial state takes seven plies or more, the others one less.
            assert!(playout.plies as usize >= 7 - mover);
        });
        assert_eq!((counts, tally.playouts), ([501, 500, 500, 500, 500, 500, 500, 500], 4001));
    }

    #[test]
    fn playouts_drain_or_are_abandoned() {
        let circuit = Arc::new(samples::connect_four());
        let start = [circuit.initial().clone()];
        let mut runner = Playouts::new(circuit, 1);
        let mut asked = 0;
        let drained = runner.tally(&start, u64::MAX, &mut |_| {
            asked += 1;
            if asked == 3 { Pace::Drain } else { Pace::On }
        });
        // After 128 plies every lane has played a few games.
        assert!((1500..6000).contains(&drained.playouts), "{drained:?}");
        let abandoned = runner.tally(&start, 1000, &mut |_| Pace::Abandon);
        assert_eq!(abandoned, Tally::new(2));
        assert_eq!(runner.tally(&start, 1000, &mut on).playouts, 1000);
    }
}
