use super::dispatch::Instructions;
use super::gate::GateKind;
use super::native::compile;
use super::program::{Op, Program};

/// What a program consists of, for a report on where time goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramProfile {
    /// Its phases, in the order in which they are evaluated.
    pub phases: Vec<PhaseProfile>,
    /// Slots: values that are live at once, and inputs.
    pub slots: usize,
    /// The machine code that is made of it once it has been run often; none if there is none.
    pub code: Option<CodeProfile>,
}

/// The gates of a phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhaseProfile {
    /// Runs of gates of one kind, each of which is a loop of the interpreter.
    pub runs: usize,
    /// How many gates of each class there are, in the order of [`GateClass::ALL`].
    pub gates: [usize; GateClass::ALL.len()],
}

/// A class of kinds of gates; operands and results may be inverted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GateClass {
    /// The AND or OR of two.
    And2,
    /// The XOR of two.
    Xor2,
    /// The AND or OR of three.
    And3,
    /// The AND of one with the OR of two, or the other way round.
    AndOr,
    /// Those of three that have one XOR, or two.
    WithXor,
    /// The choice of one of two by a third.
    Mux,
    /// What most of three are.
    Majority,
}

impl GateClass {
    /// All classes.
    pub const ALL: [Self; 7] =
        [Self::And2, Self::Xor2, Self::And3, Self::AndOr, Self::WithXor, Self::Mux, Self::Majority];

    fn of(kind: GateKind) -> Self {
        match kind {
            GateKind::And | GateKind::AndNot | GateKind::Or => Self::And2,
            GateKind::Xor => Self::Xor2,
            GateKind::And3 | GateKind::And2Not | GateKind::AndNot2 | GateKind::Or3 => Self::And3,
            GateKind::AndOr
            | GateKind::AndOrNot
            | GateKind::AndNand
            | GateKind::OrAnd
            | GateKind::OrAndNot
            | GateKind::OrNor => Self::AndOr,
            GateKind::AndXor
            | GateKind::AndXnor
            | GateKind::OrXor
            | GateKind::OrXnor
            | GateKind::XorAnd
            | GateKind::XorAndNot
            | GateKind::XorOr
            | GateKind::Xor3 => Self::WithXor,
            GateKind::Mux | GateKind::MuxNot => Self::Mux,
            GateKind::Majority | GateKind::MajorityNot => Self::Majority,
        }
    }
}

/// The size of the machine code that a ply takes: of a game whose turns have code of their own, the mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeProfile {
    /// Bytes of instructions.
    pub bytes: usize,
    /// Instructions that read or write a slot.
    pub accesses: usize,
}

impl ProgramProfile {
    pub(crate) fn of(program: &Program) -> Self {
        let phases = program.phases.iter().map(|phase| {
            let mut profile = PhaseProfile { runs: 0, gates: [0; GateClass::ALL.len()] };
            for op in &phase.ops {
                if let Op::Run(run) = op {
                    profile.runs += 1;
                    profile.gates[GateClass::of(run.kind) as usize] += (run.end - run.start) as usize;
                }
            }
            profile
        });
        let turns = (0..program.turns.len()).map(Some);
        let turns: Vec<_> = if program.turns.is_empty() { vec![None] } else { turns.collect() };
        let target = Instructions::best().target(8);
        let compiled = |turn| target.and_then(|target| compile(target, program, turn));
        let code: Option<Vec<_>> = turns.into_iter().map(compiled).collect();
        let code = code.map(|code| CodeProfile {
            bytes: code.iter().map(|code| code.code.bytes()).sum::<usize>() / code.len(),
            accesses: code.iter().map(|code| code.code.accesses()).sum::<usize>() / code.len(),
        });
        Self { phases: phases.collect(), slots: program.slots, code }
    }

    /// How many gates there are.
    pub fn gates(&self) -> usize {
        self.phases.iter().map(PhaseProfile::count).sum()
    }

    /// How many values gates read and write when all phases are interpreted.
    pub fn values_moved(&self) -> usize {
        self.phases
            .iter()
            .flat_map(|phase| GateClass::ALL.into_iter().zip(phase.gates))
            .map(|(class, gates)| {
                let operands = if matches!(class, GateClass::And2 | GateClass::Xor2) { 2 } else { 3 };
                (operands + 1) * gates
            })
            .sum()
    }
}

impl PhaseProfile {
    /// How many gates there are.
    pub fn count(&self) -> usize {
        self.gates.iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;

    #[test]
    fn a_profile_counts_every_gate_once() {
        let circuit = samples::connect_four();
        let (profile, size) = (circuit.player_profile(), circuit.player_size());
        let runs = profile.phases.iter().map(|phase| phase.runs).sum::<usize>();
        assert_eq!(
            (profile.phases.len(), profile.gates(), profile.slots, runs),
            (2, size.gates, size.slots, size.runs)
        );
        assert!((3 * size.gates..4 * size.gates).contains(&profile.values_moved()));
        // A gate takes an instruction or two, and few of them read or write memory.
        if let Some(CodeProfile { bytes, accesses }) = profile.code {
            assert!(accesses < profile.values_moved() / 2 && bytes < 30 * size.gates, "{bytes} {accesses}");
        }
        assert!(GateClass::ALL.into_iter().enumerate().all(|(place, class)| class as usize == place));
    }
}
