use smallvec::SmallVec;

use super::circuit::Circuit;
use super::clock::Clock;
use super::dispatch::{Instructions, Kernel};
use super::draw::{Dice, Draw};
use super::lanes::Lanes;
use super::player::{Heeded, Player};
use super::playout::{End, Pace, Playout, Tally};
use super::random::Random;
use super::tactics::Tactics;
use super::times::{Laps, PlyTimes};
use super::word::{self, Word};
use crate::goal::{GOAL_BITS, Goal};
use crate::state::State;

/// After how many gates the pace is asked for, if 64 plies have that many.
const GATES_PER_PACE: usize = 100_000;

/// The parameters of a run of playouts.
pub(crate) struct Job<'a> {
    pub(crate) circuit: &'a Circuit,
    /// The program to run, which is one of the circuit's.
    pub(crate) player: &'a Player,
    /// What roles prefer, unless they choose among all legal moves.
    pub(crate) tactics: Option<&'a Tactics>,
    /// How likely each of the player's moves is favoured in a lane, in 256ths.
    pub(crate) favour: &'a [u16],
    pub(crate) instructions: Instructions,
    pub(crate) ply_limit: u32,
    /// Whether each role's first moves are to be noted.
    pub(crate) first_moves: bool,
    /// Whether all moves are.
    pub(crate) moves: bool,
    pub(crate) starts: &'a [State],
    pub(crate) playouts: u64,
    pub(crate) pace: &'a mut dyn FnMut(&Tally) -> Pace,
    /// Where to note how long the parts of plies take, if that is wanted.
    pub(crate) times: Option<&'a mut PlyTimes>,
}

impl Job<'_> {
    /// The turn that all playouts start at, if it is the same one.
    fn turn(&self) -> Option<usize> {
        let turns = &self.player.program.turns;
        let mut starts = self.starts.iter().map(|start| turns.of_state(start.fluents()));
        let first = starts.next()??;
        starts.all(|turn| turn == Some(first)).then_some(first)
    }

    /// The moves that a role chooses among in a state, if not all that are legal.
    fn preferred(&self, state: &State, role: usize) -> Option<Vec<usize>> {
        let legal: Vec<usize> = self.circuit.legal(state, role).collect();
        self.tactics?.preferred(state, role, &legal)
    }
}

/// Where finished playouts go.
pub(crate) type Sink<'a> = &'a mut dyn FnMut(&Playout<'_>);

/// An [`Engine`] of any width.
pub(crate) trait Play: Send {
    fn play(&mut self, job: Job<'_>, sink: Option<Sink<'_>>) -> Tally;

    /// Restarts the random numbers from a seed.
    fn reseed(&mut self, seed: u64);
}

/// Plays games in `64 * W` lanes.
pub(crate) struct Engine<const W: usize> {
    lanes: Lanes<W>,
    random: Random<W>,
    dice: Dice<W>,
    /// Lanes with a playout that has not ended.
    live: Word<W>,
    plies: Clock<W>,
    /// Each lane's playout, if a sink wants every playout.
    log: Vec<Entry>,
    /// Each lane's first moves, one a role, if they are wanted.
    first_moves: Vec<u32>,
    /// The lanes whose playout has made each of the moves that the player heeds, if they are wanted.
    made: Vec<Word<W>>,
}

/// Where a lane's playout started: from which state, and at which ply of the run.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    start: usize,
    begun: u64,
}

/// The lanes whose playouts end at a ply, by how they end.
#[derive(Clone, Copy)]
struct Ends<const W: usize> {
    terminal: Word<W>,
    stuck: Word<W>,
    cut: Word<W>,
}

impl<const W: usize> Ends<W> {
    #[inline(always)]
    fn all(&self) -> Word<W> {
        word::map3(self.terminal, self.stuck, self.cut, |a, b, c| a | b | c)
    }
}

impl<const W: usize> Engine<W> {
    pub(crate) fn new(player: &Player, seed: u64) -> Self {
        Self {
            lanes: Lanes::new(&player.program),
            random: Random::new(seed),
            dice: Dice::new(),
            live: [0; W],
            plies: Clock::new(),
            log: Vec::new(),
            first_moves: Vec::new(),
            made: Vec::new(),
        }
    }
}

impl<const W: usize> Play for Engine<W> {
    fn play(&mut self, mut job: Job<'_>, mut sink: Option<Sink<'_>>) -> Tally {
        let mut laps = Laps::new(job.times.take());
        let player = job.player;
        let mut tally = Tally::new(job.circuit.roles());
        self.set_out(&job);
        let pace = (GATES_PER_PACE / player.program.gates().max(1)).clamp(1, 64) as u64;
        let mut waiting = job.playouts;
        let mut started = 0;
        let mut ended: Word<W> = [0; W];
        let turns = &player.program.turns;
        let first_turn = job.turn();
        let period = first_turn.map_or(1, |_| turns.len() as u64);
        // When playouts began in lanes that were all free.
        let mut origin = 0;
        for now in 0u64.. {
            if now.is_multiple_of(pace) {
                match (job.pace)(&tally) {
                    Pace::On => {}
                    Pace::Drain => waiting = 0,
                    Pace::Abandon => break,
                }
            }
            // Lanes whose playout has ended start again in the same pass in which the others advance, or at
            // most some plies later such that all are at the same turn.
            let on = word::and_not(self.live, ended);
            if !word::any(on) {
                origin = now;
            }
            let free = word::and_not(word::splat((now - origin).is_multiple_of(period)), on);
            let fresh = if waiting >= word::count(free) { free } else { word::first(free, waiting) };
            self.live = word::or(on, fresh);
            if !word::any(self.live) {
                break;
            }
            laps.begin();
            let alone = job.starts.len() == 1;
            let renew = Renew {
                lanes: &mut self.lanes,
                plies: &mut self.plies,
                made: &mut self.made,
                job: &job,
                on,
                fresh,
                turn: first_turn
                    .map_or(&[], |first| turns.get((first + (now - origin) as usize) % turns.len())),
                alone,
            };
            job.instructions.run::<W, _>(renew);
            waiting -= word::count(fresh);
            if !alone || sink.is_some() {
                for lane in word::lanes(fresh) {
                    let start = (started % job.starts.len() as u64) as usize;
                    started += 1;
                    self.log[lane] = Entry { start, begun: now };
                    if !alone {
                        self.put(&job, start, lane);
                    }
                }
            }
            laps.done(|times| &mut times.renew);
            self.lanes.evaluate(job.instructions, &player.program, 0);
            laps.done(|times| &mut times.view);
            let judge = Judge { engine: self, player, tally: &mut tally };
            let ends = job.instructions.run::<W, _>(judge);
            ended = ends.all();
            if let Some(sink) = &mut sink {
                self.report(&job, ends, now, sink);
            }
            laps.done(|times| &mut times.judge);
            let active = word::and_not(self.live, ended);
            job.instructions.run::<W, _>(Draw {
                lanes: &mut self.lanes,
                random: &mut self.random,
                dice: &mut self.dice,
                choices: &player.choices,
                active,
            });
            if job.first_moves {
                self.note_moves(&job, word::and(fresh, active));
            }
            laps.done(|times| &mut times.draw);
            self.lanes.evaluate(job.instructions, &player.program, 1);
            job.instructions.run::<W, _>(Note {
                lanes: &self.lanes,
                heeded: &player.heeded,
                active,
                made: &mut self.made,
            });
            laps.done(|times| &mut times.step);
        }
        tally
    }

    fn reseed(&mut self, seed: u64) {
        self.random = Random::new(seed);
    }
}

impl<const W: usize> Engine<W> {
    /// Begins a job, whose playouts no lane has yet.
    fn set_out(&mut self, job: &Job<'_>) {
        let heeded = &job.player.heeded;
        self.live = [0; W];
        self.plies.set(job.ply_limit);
        self.log.clear();
        self.log.resize(64 * W, Entry::default());
        self.first_moves.clear();
        if job.first_moves {
            self.first_moves.resize(64 * W * job.circuit.roles(), 0);
        }
        job.instructions.run::<W, _>(Toss {
            lanes: &mut self.lanes,
            random: &mut self.random,
            heeded,
            likelihoods: job.favour,
        });
        self.made.clear();
        self.made.resize(if job.moves { heeded.len() } else { 0 }, [0; W]);
    }

    /// Puts a starting state into a lane, whose fluents are all 0.
    fn put(&mut self, job: &Job<'_>, start: usize, lane: usize) {
        let program = &job.player.program;
        let slots = self.lanes.slots_mut();
        for (i, &word) in job.starts[start].fluents().iter().enumerate() {
            for bit in word::lanes([word]) {
                word::set(&mut slots[program.input(64 * i + bit)], lane);
            }
        }
    }

    /// Notes the moves made in the lanes `first`, whose playouts are at their first ply.
    fn note_moves(&mut self, job: &Job<'_>, first: Word<W>) {
        let Player { roles, choices, .. } = job.player;
        for lane in word::lanes(first) {
            let state = &job.starts[self.log[lane].start];
            for (number, role) in roles.iter().enumerate() {
                let slots = role.choice.map_or(&[][..], |at| &self.lanes.slots()[choices[at].rank.clone()]);
                let rank: usize =
                    (0..).zip(slots).map(|(bit, word)| usize::from(word::has(word, lane)) << bit).sum();
                let legal = |mov: &u32| job.circuit.is_legal(state, number, *mov as usize);
                let preferred = job.preferred(state, number);
                let open = |mov: &u32| match &preferred {
                    Some(preferred) => preferred.contains(&(*mov as usize)),
                    None => legal(mov),
                };
                let open: Vec<u32> = role.chosen.iter().copied().filter(open).collect();
                let favoured = |mov: &u32| self.favours(job.player, number, *mov as usize, lane);
                let favoured: Vec<u32> = open.iter().copied().filter(favoured).collect();
                let chosen = if favoured.is_empty() { open } else { favoured }.get(rank).copied();
                let mov = chosen.or_else(|| role.forced.iter().copied().find(legal));
                self.first_moves[lane * roles.len() + number] =
                    mov.expect("a role that is not stuck makes a move");
            }
        }
    }

    /// Whether a role's move is favoured in a lane.
    fn favours(&self, player: &Player, role: usize, mov: usize, lane: usize) -> bool {
        let of_move = |heeded: &Heeded| (heeded.role, heeded.mov) == (role, mov);
        let lanes = self.lanes.slots();
        player.heeded.iter().any(|heeded| of_move(heeded) && word::has(&lanes[heeded.favoured], lane))
    }

    /// Passes the playouts that have ended to the sink.
    fn report(&self, job: &Job<'_>, ends: Ends<W>, now: u64, sink: &mut Sink<'_>) {
        let player = job.player;
        let roles = player.goals.len();
        let mut goals: SmallVec<[Goal; 8]> = SmallVec::new();
        let mut moves = Vec::new();
        for lane in word::lanes(ends.all()) {
            let Entry { start, begun } = self.log[lane];
            let plies = (now - begun) as u32;
            let end = match () {
                () if word::has(&ends.terminal, lane) => End::Terminal,
                () if word::has(&ends.stuck, lane) => End::Stuck,
                () => End::Cut,
            };
            goals.clear();
            if end == End::Terminal {
                goals.extend(player.goals.iter().map(|bits| {
                    let bit = |bit: usize| {
                        let port = bits[bit];
                        word::has(&self.lanes.slots()[port.slot as usize], lane) != port.inverted
                    };
                    Goal::from_byte((0..GOAL_BITS).map(|i| u8::from(bit(i)) << i).sum())
                }));
            }
            let noted = job.first_moves && plies > 0;
            let first_moves = if noted { &self.first_moves[lane * roles..][..roles] } else { &[] };
            moves.clear();
            for (first, made) in (0..).step_by(64).zip(self.made.chunks(64)) {
                // Bits are gathered without branches, as many of them are set.
                let bit = |(made, number)| u64::from(word::has(made, lane)) << number;
                let bits = made.iter().zip(0..).map(bit).fold(0, |bits, bit| bits | bit);
                moves.extend(word::lanes([bits]).map(|number| first + number as u32));
            }
            sink(&Playout { start, plies, end, goals: &goals, first_moves, moves: &moves });
        }
    }
}

/// Tosses for each lane which moves its playouts favour.
struct Toss<'a, const W: usize> {
    lanes: &'a mut Lanes<W>,
    random: &'a mut Random<W>,
    heeded: &'a [Heeded],
    likelihoods: &'a [u16],
}

impl<const W: usize> Kernel for Toss<'_, W> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { lanes, random, heeded, likelihoods } = self;
        for (heeded, &likelihood) in heeded.iter().zip(likelihoods) {
            lanes.slots_mut()[heeded.favoured] = random.likely(likelihood);
        }
    }
}

/// Notes which moves are made in the lanes that are active.
struct Note<'a, const W: usize> {
    lanes: &'a Lanes<W>,
    heeded: &'a [Heeded],
    active: Word<W>,
    made: &'a mut [Word<W>],
}

impl<const W: usize> Kernel for Note<'_, W> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { lanes, heeded, active, made } = self;
        for (made, heeded) in made.iter_mut().zip(heeded) {
            *made = word::or(*made, word::and(active, lanes.read(heeded.made)));
        }
    }
}

/// Finds the playouts that have ended, and adds them to the tally.
struct Judge<'a, const W: usize> {
    engine: &'a Engine<W>,
    player: &'a Player,
    tally: &'a mut Tally,
}

impl<const W: usize> Kernel for Judge<'_, W> {
    type Output = Ends<W>;

    #[inline(always)]
    fn run(self) -> Ends<W> {
        let Self { engine: Engine { lanes, live, plies, .. }, player, tally } = self;
        let slots = lanes.slots();
        let terminal = word::and(*live, player.terminal.read(slots));
        let rest = word::and_not(*live, terminal);
        let can_move = player.roles.iter().fold(rest, |can, role| word::and(can, role.any.read(slots)));
        let cut = word::and(can_move, plies.at_limit);
        let ends = Ends { terminal, stuck: word::and_not(rest, can_move), cut };
        let all = ends.all();
        tally.plies += word::count(word::and_not(*live, all));
        if word::any(all) {
            tally.playouts += word::count(all);
            tally.stuck += word::count(ends.stuck);
            tally.cut += word::count(cut);
            for (role, bits) in player.goals.iter().enumerate() {
                let count = |bit: usize| match bits[bit] {
                    // The constant 0.
                    port if port.slot == 0 && !port.inverted => 0,
                    port => word::count(word::and(terminal, port.read(slots))),
                };
                tally.goals[role] += (0..GOAL_BITS - 1).map(|bit| count(bit) << bit).sum::<u64>();
                tally.unclear[role] += count(GOAL_BITS - 1);
            }
        }
        ends
    }
}

/// Advances lanes to the next state, or starts them again.
struct Renew<'a, 'o, const W: usize> {
    lanes: &'a mut Lanes<W>,
    plies: &'a mut Clock<W>,
    made: &'a mut [Word<W>],
    job: &'a Job<'o>,
    on: Word<W>,
    fresh: Word<W>,
    /// The turn that all lanes are at, if it is the same one.
    turn: &'a [(u32, bool)],
    alone: bool,
}

impl<const W: usize> Kernel for Renew<'_, '_, W> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { lanes, plies, made, job, on, fresh, turn, .. } = self;
        let player = job.player;
        let slots = lanes.slots_mut();
        for (port, input) in player.next.iter().zip(player.program.input(0)..) {
            slots[input] = word::and(port.read(slots), on);
        }
        let start = if self.alone { job.starts[0].fluents() } else { &[] };
        for (first, &fluents) in (0..).step_by(64).zip(start) {
            let mut rest = fluents;
            while rest != 0 {
                let input = player.program.input(first + rest.trailing_zeros() as usize);
                slots[input] = word::or(slots[input], fresh);
                rest &= rest - 1;
            }
        }
        // Lanes without a playout are at the turn of the others.
        for &(fluent, _) in turn.iter().filter(|(_, holds)| *holds) {
            let input = player.program.input(fluent as usize);
            slots[input] = word::map3(slots[input], on, fresh, |holds, on, fresh| holds | !(on | fresh));
        }
        made.iter_mut().for_each(|made| *made = word::and_not(*made, fresh));
        plies.tick(on, fresh);
    }
}
