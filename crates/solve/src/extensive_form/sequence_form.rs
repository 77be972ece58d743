use std::ops::Range;

/// The *sequence form* of a game of one or two seats (B. von Stengel, *Efficient computation of behavior
/// strategies*, Games and Economic Behavior 14, 1996): a seat's sequence is what it has chosen on a path from
/// the root, and what an end pays depends on the sequences of both alone.
///
/// What a profile is worth, what a move is worth at an information set and what answers best are then sums
/// over payoffs, which stand one after another.
#[derive(Debug)]
pub(crate) struct SequenceForm {
    seats: [Seat; 2],
}

/// What one player chooses, and what it gets.
#[derive(Debug)]
pub(crate) struct Seat {
    /// Every set stands after those that the player has chosen in before.
    sets: Vec<InformationSet>,
    payoffs: Payoffs,
}

/// What a player knows when it chooses: the sequence that led there, and those that its moves lead to, one
/// after another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InformationSet {
    pub(crate) parent: u32,
    pub(crate) first: u32,
    pub(crate) count: u32,
}

/// An end of the game: the sequences that lead there, and what it pays times the probability by which chance
/// lets it come to that.
#[derive(Clone, Copy, Debug)]
pub(crate) struct End {
    pub(crate) sequences: [u32; 2],
    pub(crate) payoffs: [f64; 2],
}

/// What a player gets by its sequence and that of the other, times the probability of chance; pairs that pay
/// nothing are left out.
#[derive(Debug, Default)]
struct Payoffs {
    /// Where the payoffs of each own sequence begin, and where the last end.
    starts: Vec<usize>,
    /// The other's sequence, and the payoff.
    others: Vec<u32>,
    payoffs: Vec<f64>,
}

/// How both players play: the probability of each move at each information set (a *behaviour strategy*
/// of each).
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// By sequences; that of the empty sequence is 1.
    seats: [Vec<f64>; 2],
}

/// What players get by a [`Profile`], and how far it is from an equilibrium. All on the scale of goals.
#[derive(Clone, Debug, PartialEq)]
pub struct Exploitability {
    /// What each player gets.
    pub values: Vec<f64>,
    /// What each player would get by a best response to the other.
    pub best: Vec<f64>,
}

impl Exploitability {
    /// How much a player gains by a best response, on the average over the players: 0 exactly if the profile
    /// is a Nash equilibrium (`NashConv` of M. Lanctot et al., *A unified game-theoretic approach to
    /// multiagent reinforcement learning*, NIPS 2017, by the number of players).
    pub fn mean(&self) -> f64 {
        let gains = self.best.iter().zip(&self.values).map(|(best, value)| best - value);
        gains.sum::<f64>() / self.values.len() as f64
    }
}

impl Profile {
    /// The probabilities of a seat, by its sequences.
    pub(crate) fn seat(&self, seat: usize) -> &[f64] {
        &self.seats[seat]
    }

    pub(crate) fn seat_mut(&mut self, seat: usize) -> &mut [f64] {
        &mut self.seats[seat]
    }

    pub(crate) fn of(seats: [Vec<f64>; 2]) -> Self {
        Self { seats }
    }
}

impl InformationSet {
    pub(crate) fn sequences(self) -> Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}

impl Seat {
    pub(crate) fn sets(&self) -> &[InformationSet] {
        &self.sets
    }

    /// How many sequences there are, with the empty one.
    pub(crate) fn sequences(&self) -> usize {
        self.payoffs.starts.len() - 1
    }

    /// The *realisation plan* of a behaviour strategy: the product of the probabilities of the moves of
    /// each sequence.
    pub(crate) fn plan(&self, behaviour: &[f64], plan: &mut [f64]) {
        plan[0] = 1.0;
        for set in &self.sets {
            let reach = plan[set.parent as usize];
            for sequence in set.sequences() {
                plan[sequence] = reach * behaviour[sequence];
            }
        }
    }

    /// What each sequence pays by itself, without what follows it, against the plan of the other.
    pub(crate) fn pay(&self, other: &[f64], values: &mut [f64]) {
        let Payoffs { starts, others, payoffs } = &self.payoffs;
        for (value, range) in values.iter_mut().zip(starts.windows(2)) {
            let range = range[0]..range[1];
            let pairs = others[range.clone()].iter().zip(&payoffs[range]);
            *value = pairs.map(|(&sequence, payoff)| payoff * other[sequence as usize]).sum();
        }
    }

    /// What the player gets by a best response to the plan of the other, from the last information sets to
    /// the first.
    fn best(&self, other: &[f64]) -> f64 {
        let mut values = vec![0.0; self.sequences()];
        self.pay(other, &mut values);
        for set in self.sets.iter().rev() {
            let best = values[set.sequences()].iter().copied().fold(f64::NEG_INFINITY, f64::max);
            values[set.parent as usize] += best;
        }
        values[0]
    }
}

impl SequenceForm {
    /// The form of a game with these information sets, so many sequences and these ends.
    pub(crate) fn new(sets: [Vec<InformationSet>; 2], sequences: [u32; 2], mut ends: Vec<End>) -> Self {
        let [first, second] = sets;
        let mut seat =
            |seat: usize, sets| Seat { sets, payoffs: Payoffs::of(&mut ends, seat, sequences[seat]) };
        Self { seats: [seat(0, first), seat(1, second)] }
    }

    pub(crate) fn seat(&self, seat: usize) -> &Seat {
        &self.seats[seat]
    }

    pub(crate) fn uniform(&self) -> Profile {
        let uniform = |seat: &Seat| {
            let mut behaviour = vec![1.0; seat.sequences()];
            for set in &seat.sets {
                behaviour[set.sequences()].fill(1.0 / f64::from(set.count));
            }
            behaviour
        };
        Profile { seats: [uniform(&self.seats[0]), uniform(&self.seats[1])] }
    }

    pub(crate) fn exploitability(&self, profile: &Profile, players: usize) -> Exploitability {
        let plan = |seat: usize| {
            let mut plan = vec![0.0; self.seats[seat].sequences()];
            self.seats[seat].plan(&profile.seats[seat], &mut plan);
            plan
        };
        let plans = [plan(0), plan(1)];
        let value = |seat: usize| {
            let mut values = vec![0.0; plans[seat].len()];
            self.seats[seat].pay(&plans[1 - seat], &mut values);
            values.iter().zip(&plans[seat]).map(|(value, reach)| value * reach).sum()
        };
        let best = |seat: usize| self.seats[seat].best(&plans[1 - seat]);
        Exploitability { values: (0..players).map(value).collect(), best: (0..players).map(best).collect() }
    }
}

impl Payoffs {
    /// Those of a seat that has so many sequences. The ends are sorted on the way.
    fn of(ends: &mut [End], seat: usize, sequences: u32) -> Self {
        ends.sort_unstable_by_key(|end| (end.sequences[seat], end.sequences[1 - seat]));
        let mut of = Self { starts: vec![0], ..Self::default() };
        for pair in ends.chunk_by(|one, other| one.sequences == other.sequences) {
            let own = pair[0].sequences[seat] as usize;
            of.starts.resize(own + 1, of.others.len());
            let payoff = pair.iter().map(|end| end.payoffs[seat]).sum::<f64>();
            if payoff != 0.0 {
                of.others.push(pair[0].sequences[1 - seat]);
                of.payoffs.push(payoff);
            }
        }
        of.starts.resize(sequences as usize + 1, of.others.len());
        of
    }
}
