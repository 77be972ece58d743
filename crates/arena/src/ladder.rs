use crate::counts::{Counts, Evidence};
use crate::round::Round;
use crate::{Fixture, Schedule, Strengths};

/// By how many standard errors neighbours must differ to be parted.
///
/// A ladder looks at its ratings after every round. Were two equals parted as soon as one look of twenty
/// shows their 95 % intervals apart, chance would part a quarter of them; with this bound at each of the
/// looks it parts some 5 % (Pocock 1977).
const PARTED: f64 = 2.67;

/// The next matches of a ladder: neighbours in the order of their ratings so far play some more, unless their
/// difference is as great, a test of theirs is decided, or they have played all they may. Players of equal
/// rating stand in the order they were named.
pub(crate) fn next_round(counts: &Counts) -> Round {
    let mut pairings = Vec::new();
    let Some(strengths) = counts.strengths() else { return Round::new(pairings) };
    let (plan, evidence) = (&counts.plan, counts.evidence());
    let ladder = rungs(&strengths, plan.players.len());
    for neighbours in ladder.windows(2) {
        let difference = strengths.difference(neighbours[0], neighbours[1]);
        if difference.is_some_and(|difference| difference.elo > PARTED * difference.error) {
            continue;
        }
        let meet = |seats: &[usize]| seats.iter().all(|player| neighbours.contains(player));
        for (seating, Evidence { tally, .. }) in
            counts.seatings.iter().zip(&evidence).filter(|(seating, _)| meet(&seating.seats))
        {
            // No more than the plan's, which is 32 bits.
            let played = tally.games as u32;
            let end = plan.games_per_pairing.min(played.saturating_add(Schedule::RUNG_GAMES));
            // A round of matches that do not count would be followed by itself for ever.
            if counts.open(Fixture { pairing: seating.pairing, index: played }) {
                pairings.push((seating.pairing, played..end));
            }
        }
    }
    Round::new(pairings)
}

/// The players' numbers, the strongest first.
fn rungs(strengths: &Strengths, players: usize) -> Vec<usize> {
    let elo = |player| strengths.rating(player).map_or(0.0, |rating| rating.elo);
    let mut rungs: Vec<usize> = (0..players).collect();
    rungs.sort_by(|&a, &b| elo(b).total_cmp(&elo(a)));
    rungs
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;
    use crate::Seed;
    use crate::testing::{finished, plan};
    use crate::{Plan, Verdict};

    fn ladder(games: u32) -> Counts {
        let plan = Plan { schedule: Schedule::Ladder, games_per_pairing: games, ..plan(&["a", "b", "c"]) };
        Counts::new(&plan).expect("few")
    }

    /// Plays a round in which `winner` chooses the winning seat of each match; gives the matches.
    fn play(counts: &mut Counts, mut winner: impl FnMut(&[usize], u32) -> usize) -> Vec<Fixture> {
        let mut round = next_round(counts);
        let fixtures: Vec<_> = std::iter::from_fn(|| round.next()).collect();
        for fixture in &fixtures {
            let won = winner(&counts.plan.seats(fixture.pairing), fixture.index);
            let goals = [0, 1].map(|seat| if seat == won { 100 } else { 0 });
            counts.add(finished(fixture.pairing, fixture.index, &goals)).expect("fits");
        }
        fixtures
    }

    fn pairings(fixtures: &[Fixture]) -> Vec<u64> {
        let mut pairings: Vec<_> = fixtures.iter().map(|fixture| fixture.pairing).collect();
        pairings.sort_unstable();
        pairings.dedup();
        pairings
    }

    #[test]
    fn neighbours_in_the_order_they_were_named_begin() {
        let fixtures = play(&mut ladder(100), |_, _| 0);
        // a-b, b-a, b-c and c-b, ten games each.
        assert_eq!((pairings(&fixtures), fixtures.len()), (vec![1, 3, 5, 7], 40));
    }

    #[test]
    fn neighbours_that_differ_clearly_play_no_more() {
        let mut counts = ladder(100);
        // The player with the lower number always wins.
        let stronger = |seats: &[usize], _| usize::from(seats[1] < seats[0]);
        let rounds = (0..).take_while(|_| !play(&mut counts, stronger).is_empty()).count();
        assert!((1..=3).contains(&rounds), "{rounds} rounds");
    }

    #[test]
    fn who_climbs_meets_new_neighbours() {
        let mut counts = ladder(100);
        // Player c beats everyone, the others are equal.
        let winner = |seats: &[usize], index: u32| match seats.iter().position(|&player| player == 2) {
            Some(seat) => seat,
            None => index as usize % 2,
        };
        // c climbs from b to a, and is parted from a; a and b go on.
        let rounds: Vec<_> = (0..5).map(|_| pairings(&play(&mut counts, winner))).collect();
        assert_eq!(
            (rounds[0].as_slice(), rounds[4].as_slice()),
            ([1, 3, 5, 7].as_slice(), [1, 3].as_slice())
        );
        assert!(rounds.iter().any(|met| met.contains(&2)), "{rounds:?}");
    }

    #[test]
    fn neighbours_whose_test_is_decided_play_no_more() {
        // Half of two hypotheses so far apart is soon rejected, long before they differ clearly.
        let sprt = Some("elo0=-300,elo1=200".parse().expect("a test"));
        let mut counts = Counts::new(&Plan { sprt, ..ladder(1000).plan }).expect("few");
        for index in 0..100 {
            for pairing in [1, 3, 5, 7] {
                let goals = if index % 2 == 0 { [100, 0] } else { [0, 100] };
                counts.add(finished(pairing, index, &goals)).expect("fits");
            }
        }
        assert!(counts.trials().filter(|(_, trial)| trial.verdict != Verdict::Undecided).count() == 2);
        assert_eq!(next_round(&counts).next(), None);
    }

    #[test]
    fn equals_play_until_they_have_played_all_they_may() {
        let mut counts = ladder(25);
        let lengths: Vec<_> =
            (0..4).map(|_| play(&mut counts, |_, index| index as usize % 2).len()).collect();
        assert_eq!(lengths[0], 40);
        assert_eq!(lengths[3], 0);
        assert!(counts.evidence().iter().all(|it| it.tally.games <= 25));
    }

    #[test]
    fn twenty_looks_part_few_equals() {
        let mut rng = Seed(5).stream();
        let parted = (0..400).filter(|_| {
            let plan = Plan { schedule: Schedule::Ladder, games_per_pairing: 200, ..plan(&["a", "b"]) };
            let mut counts = Counts::new(&plan).expect("few");
            while !play(&mut counts, |_, _| usize::from(rng.random_bool(0.5))).is_empty() {}
            counts.matches() < 400
        });
        let parted = parted.count();
        assert!((4..=32).contains(&parted), "{parted} of 400, 20 expected");
    }

    #[test]
    fn a_single_role_has_no_ladder() {
        // No tournament is planned so, but a damaged file may say anything.
        let plan = Plan { schedule: Schedule::Ladder, roles: 1, ..plan(&["a", "b"]) };
        let mut round = next_round(&Counts::new(&plan).expect("few"));
        assert_eq!(round.next(), None);
    }
}
