//! Random play of the boards of a group, in lanes from one step to the next.

use super::super::circuit::Circuit;
use super::super::dispatch::Instructions;
use super::super::draw::{Dice, Draw};
use super::super::lanes::Lanes;
use super::super::random::Random;
use super::super::word;
use super::group::{Group, W, begin_anew, goal};
use super::{MoveError, Player};

/// The lanes of the program of playouts, which chooses moves by itself, and what it chooses by.
pub(super) struct RandomPlay {
    lanes: Lanes<W>,
    dice: Dice<W>,
}

impl Group {
    /// Makes so many random joint moves in each board, by a seed. `paid` is told what each game that ends
    /// pays each player: the lane, the player, the goal.
    pub(super) fn play(
        &mut self,
        circuit: &Circuit,
        instructions: Instructions,
        players: &[Player],
        (steps, seed): (u32, u64),
        paid: impl FnMut(usize, usize, u8),
    ) -> Result<(), MoveError> {
        let (uniform, stepper) = (circuit.uniform(), circuit.stepper());
        let play = self
            .random_play
            .get_or_insert_with(|| RandomPlay { lanes: Lanes::new(&uniform.program), dice: Dice::new() });
        for fluent in 0..circuit.fluents() {
            play.lanes.slots_mut()[uniform.program.input(fluent)] = self.lanes.slots()[stepper.input(fluent)];
        }
        let played = play.go_on(circuit, instructions, (players, self.used), (steps, seed), paid);
        for fluent in 0..circuit.fluents() {
            self.lanes.slots_mut()[stepper.input(fluent)] = play.lanes.slots()[uniform.program.input(fluent)];
        }
        stepper.look(instructions, &mut self.lanes);
        self.ended = [0; W];
        played
    }
}

impl RandomPlay {
    fn go_on(
        &mut self,
        circuit: &Circuit,
        instructions: Instructions,
        (players, used): (&[Player], word::Word<W>),
        (steps, seed): (u32, u64),
        mut paid: impl FnMut(usize, usize, u8),
    ) -> Result<(), MoveError> {
        let Self { lanes, dice } = self;
        let (uniform, mut random) = (circuit.uniform(), Random::<W>::new(seed));
        lanes.evaluate(instructions, &uniform.program, 0);
        for _ in 0..steps {
            for &role in circuit.may_be_stuck() {
                if let Some(board) =
                    word::lanes(word::and_not(used, lanes.read(uniform.roles[role].any))).next()
                {
                    return Err(MoveError::Stuck { board, role });
                }
            }
            instructions.run::<W, _>(Draw {
                lanes,
                random: &mut random,
                dice,
                choices: &uniform.choices,
                active: used,
            });
            lanes.evaluate(instructions, &uniform.program, 1);
            for (fluent, &port) in uniform.next.iter().enumerate() {
                let next = lanes.read(port);
                lanes.slots_mut()[uniform.program.input(fluent)] = next;
            }
            lanes.evaluate(instructions, &uniform.program, 0);
            let over = word::and(lanes.read(uniform.terminal), used);
            if !word::any(over) {
                continue;
            }
            for (number, player) in players.iter().enumerate() {
                let planes = uniform.goals[player.role].map(|port| lanes.read(port));
                word::lanes(over).for_each(|lane| paid(lane, number, goal(&planes, lane)));
            }
            begin_anew(lanes, circuit, &uniform.program, over);
            lanes.evaluate(instructions, &uniform.program, 0);
        }
        Ok(())
    }
}
