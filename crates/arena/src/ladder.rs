use crate::counts::Counts;
use crate::director::Round;
use crate::{Schedule, Strengths};

/// The next matches of a ladder: neighbours in the order of their ratings so far play some more, unless the 95 % interval of their
/// difference leaves out 0 or they have played all they may. Players of equal rating stand in the order they were named.
pub(crate) fn next_round(counts: &Counts) -> Round {
    let (plan, tallies) = (&counts.plan, counts.tallies());
    let strengths = counts.strengths();
    let ladder = rungs(&strengths, plan.players.len());
    let mut pairings = Vec::new();
    for neighbours in ladder.windows(2) {
        let difference = strengths.difference(neighbours[0], neighbours[1]);
        if difference.is_some_and(|difference| difference.ci95()[0] > 0.0) {
            continue;
        }
        let meet = |seats: &[usize]| seats.iter().all(|player| neighbours.contains(player));
        for (seating, tally) in
            counts.seatings.iter().zip(&tallies).filter(|(seating, _)| meet(&seating.seats))
        {
            // No more than the plan's, which is 32 bits.
            let played = tally.games as u32;
            let end = plan.games_per_pairing.min(played + Schedule::RUNG_GAMES);
            pairings.push((seating.pairing, played..end));
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
