use crate::Schedule;
use crate::counts::Counts;
use crate::director::Round;

/// The next matches of a ladder: of neighbours in the order of their ratings so far, some more where their error bars are not parted.
pub(crate) fn next_round(counts: &Counts) -> Round {
    let (plan, tallies) = (&counts.plan, counts.tallies());
    let mut pairings = Vec::new();
    for (seating, tally) in counts.seatings.iter().zip(&tallies) {
        let (least, greatest) = (seating.seats.iter().min(), seating.seats.iter().max());
        // Numbers of matches fit the plan's.
        let played = tally.games as u32;
        if least.zip(greatest).is_some_and(|(a, b)| a + 1 == *b) && played < plan.games_per_pairing {
            let end = plan.games_per_pairing.min(played + Schedule::RUNG_GAMES);
            pairings.push((seating.pairing, played..end));
        }
    }
    Round::new(pairings)
}
