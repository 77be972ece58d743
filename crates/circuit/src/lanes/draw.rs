use super::dispatch::Kernel;
use super::lanes::Lanes;
use super::player::Choice;
use super::random::Random;
use super::word::{self, Word};

/// Draws a rank for each role in each lane, uniformly among its legal moves.
pub(crate) struct Draw<'a, const W: usize> {
    pub(crate) lanes: &'a mut Lanes<W>,
    pub(crate) random: &'a mut Random<W>,
    pub(crate) dice: &'a mut Dice<W>,
    pub(crate) choices: &'a [Choice],
    pub(crate) active: Word<W>,
}

/// The most bits of a rank: a role has fewer than 2^32 moves.
pub(crate) const RANK_BITS: usize = 32;

/// The buffers of a draw.
#[derive(Debug)]
pub(crate) struct Dice<const W: usize> {
    /// The largest number that may be drawn, bit by bit.
    last: [Word<W>; RANK_BITS],
    /// For each bit, the lanes in which the largest number has that bit or a higher one.
    mask: [Word<W>; RANK_BITS],
    bits: [Word<W>; RANK_BITS],
    drawn: [Word<W>; RANK_BITS],
}

impl<const W: usize> Dice<W> {
    pub(crate) fn new() -> Self {
        let none = [[0; W]; RANK_BITS];
        Self { last: none, mask: none, bits: none, drawn: none }
    }

    /// Draws for each active lane a number uniform from 0 to `last`, by rejection: as many random bits as
    /// `last` has, again while they exceed it.
    #[inline(always)]
    fn draw(&mut self, width: usize, random: &mut Random<W>, active: Word<W>) {
        let mut any = [0; W];
        for i in (0..width).rev() {
            any = word::or(any, self.last[i]);
            self.mask[i] = any;
            self.drawn[i] = [0; W];
        }
        let mut pending = word::and(active, any);
        while word::any(pending) {
            let mut beyond = [0; W];
            for i in 0..width {
                self.bits[i] = word::and(random.next(), self.mask[i]);
                beyond = word::map3(self.bits[i], self.last[i], beyond, |bit, last, beyond| {
                    bit & !last | beyond & !(bit ^ last)
                });
            }
            let accepted = word::and_not(pending, beyond);
            for i in 0..width {
                self.drawn[i] = word::map3(self.drawn[i], self.bits[i], accepted, |drawn, bit, accepted| {
                    drawn | bit & accepted
                });
            }
            pending = word::and(pending, beyond);
        }
    }
}

impl<const W: usize> Kernel for Draw<'_, W> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { lanes, random, dice, choices, active } = self;
        // Where no two choices are open in the same lane, one draw serves all of them.
        let (mut one, mut two) = ([0; W], [0; W]);
        let width = choices.iter().map(|choice| choice.last.len()).max().unwrap_or(0);
        dice.last[..width].fill([0; W]);
        for choice in choices {
            let mut chooses = [0; W];
            for (i, &port) in choice.last.iter().enumerate() {
                let last = lanes.read(port);
                dice.last[i] = word::or(dice.last[i], last);
                chooses = word::or(chooses, last);
            }
            two = word::map3(two, one, chooses, |two, one, chooses| two | one & chooses);
            one = word::or(one, chooses);
        }
        let together = !word::any(word::and(two, active));
        if together {
            dice.draw(width, random, active);
        }
        for choice in choices {
            let width = choice.last.len();
            let mut chooses = [0; W];
            for (i, &port) in choice.last.iter().enumerate() {
                let last = lanes.read(port);
                chooses = word::or(chooses, last);
                if !together {
                    dice.last[i] = last;
                }
            }
            if !together {
                dice.draw(width, random, active);
            }
            for (i, slot) in choice.rank.clone().enumerate() {
                lanes.slots_mut()[slot] = word::and(dice.drawn[i], chooses);
            }
        }
    }
}
