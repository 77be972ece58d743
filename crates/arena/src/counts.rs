use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};

use crate::cluster::Cluster;
use crate::tally::Tally;
use crate::variety::Variety;
use crate::{
    Comparisons, Finished, Fixture, Outcome, Pentanomial, Plan, Seating, Sprt, Strengths, Trial, Verdict,
};

/// The results of a tournament's matches, independent of the order in which they ended.
#[derive(Debug)]
pub(crate) struct Counts {
    pub(crate) plan: Plan,
    pub(crate) seatings: Vec<Seating>,
    places: HashMap<u64, usize>,
    /// One tally for each seating, empty where a duel counts.
    tallies: Vec<Tally>,
    /// The games of each seating, empty where a duel counts.
    varieties: Vec<Variety>,
    duels: Vec<Duel>,
    /// The duel of each seating, and whether its first player sits first there.
    duelling: Vec<Option<(usize, usize)>>,
    /// The matches that have a result by number and place of their seating, where those of one number share
    /// something, and so the first seat's luck.
    shared: BTreeMap<(u32, usize), FirstSeatResult>,
    matches: u64,
}

/// What a match says of the first of two seats.
#[derive(Clone, Copy, Debug)]
struct FirstSeatResult {
    score: f64,
    /// The hash of the opening's moves, if they were kept.
    opening: Option<u64>,
}

/// The matches of two players under a sequential test, which count in pairs with seats swapped and up to the
/// pair that decides.
#[derive(Debug)]
struct Duel {
    sprt: Sprt,
    /// The places of both seatings; in the first of them the player named first sits first.
    places: [usize; 2],
    results: BTreeMap<u32, [Option<Finished>; 2]>,
    /// The pairs without a gap from the first on, up to the one that decides.
    pairs: Pentanomial,
    verdict: Verdict,
}

/// What the matches of one seating say.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Evidence {
    pub(crate) tally: Tally,
    /// How many different games there were; none if that is not known.
    pub(crate) distinct_games: Option<u64>,
    /// The number of matches that say as much as one independent match.
    pub(crate) design_effect: f64,
}

/// A result that is none of the tournament's.
#[derive(Debug, thiserror::Error)]
#[error("a match that its tournament cannot contain")]
pub struct Stray;

impl Counts {
    /// Nothing played; none if there are too many ways to fill the seats.
    pub(crate) fn new(plan: &Plan) -> Option<Self> {
        let seatings = plan.seatings()?;
        let places: HashMap<_, _> =
            seatings.iter().enumerate().map(|(place, seating)| (seating.pairing, place)).collect();
        let (mut duels, mut duelling) = (Vec::new(), vec![None; seatings.len()]);
        if let Some(sprt) = plan.sprt {
            for (place, Seating { seats, .. }) in seatings.iter().enumerate() {
                let reversed: Vec<usize> = seats.iter().rev().copied().collect();
                let back = places.get(&plan.pairing(&reversed)).filter(|&&back| back > place);
                if let Some(&back) = back {
                    duelling[place] = Some((duels.len(), 0));
                    duelling[back] = Some((duels.len(), 1));
                    duels.push(Duel::new(sprt, [place, back]));
                }
            }
        }
        let tallies = vec![Tally::new(plan.roles, plan.top_goal); seatings.len()];
        let varieties = vec![Variety::default(); seatings.len()];
        Some(Self {
            plan: plan.clone(),
            seatings,
            places,
            tallies,
            varieties,
            duels,
            duelling,
            shared: BTreeMap::new(),
            matches: 0,
        })
    }

    /// Adds a match. Returns the matches that no longer count because of it: later ones of a pairing that is
    /// decided now, or itself.
    pub(crate) fn add(&mut self, finished: Finished) -> Result<Vec<Fixture>, Stray> {
        let place = self.place(finished.fixture, &finished.outcome)?;
        self.matches += 1;
        if shares_luck(&self.plan) && finished.outcome.places(2).is_some() {
            let score = half_points(&finished.outcome, 0) as f64 / 2.0;
            let result = FirstSeatResult { score, opening: finished.moves.map(|moves| moves.opening) };
            self.shared.insert((finished.fixture.index, place), result);
        }
        let Some((duel, side)) = self.duelling[place] else {
            self.tallies[place].add(&finished.outcome, finished.plies);
            self.varieties[place].add(finished.moves);
            return Ok(Vec::new());
        };
        let duel = &mut self.duels[duel];
        let surplus = duel.add(side, finished);
        self.matches -= surplus.len() as u64;
        for &(side, index) in &surplus {
            self.shared.remove(&(index, duel.places[side]));
        }
        let pairings = duel.places.map(|place| self.seatings[place].pairing);
        let fixture = |(side, index): (usize, u32)| Fixture { pairing: pairings[side], index };
        Ok(surplus.into_iter().map(fixture).collect())
    }

    /// The place of a match's seating, if the tournament can contain such a match.
    pub(crate) fn place(&self, fixture: Fixture, outcome: &Outcome) -> Result<usize, Stray> {
        let roles = self.plan.roles;
        let fits = fixture.index < self.plan.games_per_pairing
            && match outcome {
                Outcome::Goals(goals) => goals.len() == roles,
                Outcome::Forfeit { role, .. } => *role < roles,
                Outcome::PlyLimit | Outcome::Unscored => true,
            };
        self.places.get(&fixture.pairing).copied().filter(|_| fits).ok_or(Stray)
    }

    /// Whether a match would count.
    pub(crate) fn open(&self, fixture: Fixture) -> bool {
        let duel = self.places.get(&fixture.pairing).and_then(|&place| self.duelling[place]);
        duel.is_none_or(|(duel, _)| !self.duels[duel].closed_to(fixture.index))
    }

    /// How many matches count.
    pub(crate) fn matches(&self) -> u64 {
        self.matches
    }

    /// What the matches of each seating that count say.
    pub(crate) fn evidence(&self) -> Vec<Evidence> {
        let of = |tally: &Tally, variety: &Variety| Evidence {
            tally: tally.clone(),
            distinct_games: variety.distinct(),
            design_effect: variety.design_effect(),
        };
        let mut evidence: Vec<_> =
            self.tallies.iter().zip(&self.varieties).map(|(tally, variety)| of(tally, variety)).collect();
        for duel in &self.duels {
            for (side, place) in duel.places.into_iter().enumerate() {
                let (mut tally, mut variety) = (self.tallies[place].clone(), Variety::default());
                for finished in duel.results.values().filter_map(|sides| sides[side].as_ref()) {
                    tally.add(&finished.outcome, finished.plies);
                    variety.add(finished.moves);
                }
                evidence[place] = of(&tally, &variety);
            }
        }
        evidence
    }

    /// The players' ratings, by all matches that were decided between different roles; none where there is
    /// one role only.
    pub(crate) fn strengths(&self) -> Option<Strengths> {
        if self.plan.roles < 2 {
            return None;
        }
        let evidence = self.evidence();
        let design_effects = self.design_effects(&evidence);
        let mut comparisons = Comparisons::new(self.plan.players.len(), self.plan.roles);
        for ((Seating { seats, .. }, Evidence { tally, .. }), design_effect) in
            self.seatings.iter().zip(&evidence).zip(&design_effects)
        {
            for role in 0..seats.len() {
                for other in role + 1..seats.len() {
                    let counts = tally.compared(role, other).map(|count| count as f64 / design_effect);
                    comparisons.add_weighted(seats[role], seats[other], counts);
                }
            }
        }
        for cluster in self.clusters(&evidence) {
            comparisons.add_cluster(cluster.into_iter().map(|(place, score)| {
                let seats = &self.seatings[place].seats;
                (seats[0], seats[1], score, 1.0 / design_effects[place])
            }));
        }
        Some(comparisons.strengths())
    }

    /// By how much the comparisons of each seating are divided.
    ///
    /// The advantage of the first of two seats is a parameter of the ratings. Where there are more, no seat
    /// has one: an order of the same players that weighed more than another would give them the credit for
    /// their seats. So all orders have the design effect of their matches together.
    fn design_effects(&self, evidence: &[Evidence]) -> Vec<f64> {
        let players = |seating: &Seating| {
            let mut players = seating.seats.clone();
            if self.plan.roles > 2 {
                players.sort_unstable();
            }
            players
        };
        let mut together: HashMap<Vec<usize>, (f64, f64)> = HashMap::new();
        for (seating, Evidence { tally, design_effect, .. }) in self.seatings.iter().zip(evidence) {
            let (matches, squares) = together.entry(players(seating)).or_default();
            *matches += tally.games as f64;
            *squares += tally.games as f64 * design_effect;
        }
        let of = |(matches, squares): (f64, f64)| if matches > 0.0 { squares / matches } else { 1.0 };
        self.seatings.iter().map(|seating| of(together[&players(seating)])).collect()
    }

    /// The matches that have the luck of the first seat in common: those of one number, which have the same
    /// opening and the same luck of chance in all pairings; none where they have neither. Where players
    /// repeat the game of an opening, the matches of all numbers with this opening.
    pub(crate) fn clusters(&self, evidence: &[Evidence]) -> Vec<Cluster> {
        let by_opening =
            self.plan.opening_plies > 0 && evidence.iter().any(|evidence| evidence.design_effect > 1.0);
        let mut clusters: BTreeMap<u64, Cluster> = BTreeMap::new();
        for (&(index, place), &FirstSeatResult { score, opening }) in &self.shared {
            let key = opening.filter(|_| by_opening).unwrap_or(index.into());
            clusters.entry(key).or_default().push((place, score));
        }
        clusters.into_values().collect()
    }

    /// The pairs that each sequential test has counted.
    pub(crate) fn tests(&self) -> impl Iterator<Item = Pentanomial> {
        self.duels.iter().map(|duel| duel.pairs)
    }

    /// The sequential tests, each with the numbers of the player that is tested and of the other.
    pub(crate) fn trials(&self) -> impl Iterator<Item = ([usize; 2], Trial)> {
        self.duels.iter().map(|duel| {
            let seats = &self.seatings[duel.places[0]].seats;
            ([seats[0], seats[1]], Trial::new(duel.sprt, duel.pairs))
        })
    }
}

impl Duel {
    fn new(sprt: Sprt, places: [usize; 2]) -> Self {
        let (results, pairs) = (BTreeMap::new(), Pentanomial::default());
        Self { sprt, places, results, pairs, verdict: Verdict::Undecided }
    }

    /// Whether the test was decided before this match's pair.
    fn closed_to(&self, index: u32) -> bool {
        self.verdict != Verdict::Undecided && u64::from(index) >= self.pairs.pairs()
    }

    /// Adds a match, and gives those that do not count since the test is decided, by side and number.
    fn add(&mut self, side: usize, finished: Finished) -> Vec<(usize, u32)> {
        let index = finished.fixture.index;
        if self.closed_to(index) {
            return vec![(side, index)];
        }
        self.results.entry(index).or_default()[side] = Some(finished);
        while self.verdict == Verdict::Undecided {
            // A test is decided long before 2^32 pairs.
            let next = self.pairs.pairs() as u32;
            let Some([Some(there), Some(back)]) = self.results.get(&next) else { break };
            self.pairs.add(half_points(&there.outcome, 0) + half_points(&back.outcome, 1));
            self.verdict = self.sprt.verdict(&self.pairs);
        }
        if self.verdict == Verdict::Undecided {
            return Vec::new();
        }
        let surplus = self.results.split_off(&(self.pairs.pairs() as u32));
        let both = |(index, sides): (u32, [Option<_>; 2])| {
            (0..2).filter(move |&side| sides[side].is_some()).map(move |side| (side, index))
        };
        surplus.into_iter().flat_map(both).collect()
    }
}

/// Whether the matches of one number have something in common in all pairings that may favour the first of
/// two seats.
fn shares_luck(plan: &Plan) -> bool {
    plan.roles == 2 && (plan.opening_plies > 0 || plan.chance.is_some())
}

/// The half points that `role`, one of two, gets from a match: a win two half points, a draw one. A match
/// that the ply limit ended is a draw.
fn half_points(outcome: &Outcome, role: usize) -> usize {
    match outcome.places(2) {
        Some(places) => match places[role].cmp(&places[1 - role]) {
            Ordering::Less => 0,
            Ordering::Equal => 1,
            Ordering::Greater => 2,
        },
        None => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MovesHash;
    use crate::testing::{finished, plan};

    fn counts(games: u32) -> Counts {
        let sprt = Some("elo1=200".parse().expect("a test"));
        Counts::new(&Plan { sprt, games_per_pairing: games, ..plan(&["a", "b"]) }).expect("few")
    }

    /// A win for `winner`, in the first (1) or the second (2) seating.
    fn win(pairing: u64, index: u32, winner: usize) -> Finished {
        finished(pairing, index, if winner == 0 { &[100, 0] } else { &[0, 100] })
    }

    /// Player a wins everything from both seats.
    fn pair(index: u32) -> [Finished; 2] {
        [win(1, index, 0), win(2, index, 1)]
    }

    #[test]
    fn a_test_ends_at_the_same_pair_whatever_the_order_of_results() {
        let mut forward = counts(1000);
        let mut surplus = Vec::new();
        for index in 0..100 {
            pair(index).into_iter().for_each(|finished| surplus.extend(forward.add(finished).expect("fits")));
        }
        let mut backward = counts(1000);
        let mut withdrawn = Vec::new();
        for index in (0..100).rev() {
            pair(index)
                .into_iter()
                .for_each(|finished| withdrawn.extend(backward.add(finished).expect("fits")));
        }
        surplus.sort();
        withdrawn.sort();
        assert_eq!(surplus, withdrawn);
        assert_eq!((forward.evidence(), forward.matches()), (backward.evidence(), backward.matches()));
        let (players, trial) = forward.trials().next().expect("one test");
        assert_eq!((players, trial.verdict), ([0, 1], Verdict::AcceptsH1));
        assert_eq!((forward.matches(), surplus.len() as u64), (2 * trial.pairs, 200 - 2 * trial.pairs));
        assert!(!forward.open(Fixture { pairing: 1, index: 99 }));
        assert!(forward.open(Fixture { pairing: 1, index: 0 }));
    }

    #[test]
    fn half_a_pair_counts_as_a_match_and_not_for_the_test() {
        let mut counts = counts(10);
        assert!(counts.add(win(2, 0, 0)).expect("fits").is_empty());
        assert_eq!(counts.matches(), 1);
        assert_eq!(counts.trials().next().expect("one test").1.pairs, 0);
        assert_eq!(counts.evidence()[1].tally.wins(0), 1);
    }

    #[test]
    fn a_match_cut_short_is_worth_a_draw() {
        assert_eq!(half_points(&Outcome::PlyLimit, 1), 1);
        let forfeit = Outcome::Forfeit { role: 0, foul: String::new() };
        assert_eq!([half_points(&forfeit, 0), half_points(&forfeit, 1)], [0, 2]);
        assert_eq!(half_points(&Outcome::Goals(vec![40, 40]), 0), 1);
    }

    /// The first two roles always share the greatest goal, and some orders of the players repeat themselves.
    #[test]
    fn what_a_seat_is_worth_is_credited_to_no_player() {
        let plan = Plan { roles: 3, games_per_pairing: 10, ..plan(&["a", "b"]) };
        let mut counts = Counts::new(&plan).expect("few");
        for (pairing, index) in (0..8).flat_map(|pairing| (0..10).map(move |index| (pairing, index))) {
            let all = if plan.seats(pairing)[2] == 1 { 0 } else { index.into() };
            let moves = Some(MovesHash { opening: 0, all });
            counts.add(Finished { moves, ..finished(pairing, index, &[50, 50, 0]) }).expect("fits");
        }
        let difference = counts.strengths().and_then(|strengths| strengths.difference(0, 1));
        let elo = difference.expect("they met").elo;
        assert!(elo.abs() < 1e-9, "{elo}");
    }

    #[test]
    fn matches_that_do_not_count_are_in_no_cluster() {
        let sprt = Some("elo1=200".parse().expect("a test"));
        let plan = Plan { sprt, games_per_pairing: 100, opening_plies: 2, ..plan(&["a", "b"]) };
        let mut counts = Counts::new(&plan).expect("few");
        (0..100).rev().flat_map(pair).for_each(|finished| drop(counts.add(finished).expect("fits")));
        let clustered: usize = counts.clusters(&counts.evidence()).iter().map(Vec::len).sum();
        assert_eq!(clustered as u64, counts.matches());
    }

    #[test]
    fn matches_of_other_tournaments_are_strays() {
        let mut counts = counts(10);
        assert!(counts.add(win(0, 0, 0)).is_err(), "nobody meets itself under a test");
        assert!(counts.add(win(1, 10, 0)).is_err());
        let three = Finished { outcome: Outcome::Goals(vec![1, 2, 3]), ..win(1, 0, 0) };
        assert!(counts.add(three).is_err());
        let nobody = Outcome::Forfeit { role: 2, foul: String::new() };
        assert!(counts.add(Finished { outcome: nobody, ..win(1, 0, 0) }).is_err());
    }
}
