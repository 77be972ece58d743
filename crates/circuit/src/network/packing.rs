use gdl::{Interrupt, Interrupted};

use super::aig::{Aig, Lit};
use super::graft::Graft;
use super::group::Group;
use super::network::Network;
use super::variables::{Variable, variables};

/// How states are packed into as few bits as their variables need: the value of each variable as a
/// binary number.
///
/// What is proven of every reachable state is left out: fluents that always or never hold, and those that
/// hold wherever another does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packing {
    fluents: usize,
    fields: Vec<Field>,
    /// Fluents that are no part of a variable, in ascending order, with what they equal.
    implied: Vec<(usize, Implied)>,
    bits: usize,
}

/// The bits of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Field {
    variable: Variable,
    /// Its lowest bit.
    low: usize,
    width: usize,
}

/// What a fluent that is no part of a variable equals in every reachable state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Implied {
    Constant(bool),
    /// The same as a fluent of a smaller number.
    Same(usize),
}

impl Field {
    /// The number that stands for the fluent at a place among the variable's. That none holds is 0, so that
    /// the bits of an empty board are.
    fn code(&self, place: usize) -> usize {
        place + usize::from(self.variable.may_be_none)
    }
}

impl Packing {
    /// The packing of states of so many fluents of which the groups are proven.
    pub(crate) fn new(fluents: usize, groups: &[Group]) -> Self {
        let mut bits = 0;
        let fields: Vec<Field> = variables(fluents, groups)
            .into_iter()
            .map(|variable| {
                let width = variable.values().next_power_of_two().trailing_zeros() as usize;
                let low = bits;
                bits += width;
                Field { variable, low, width }
            })
            .collect();
        let mut free = vec![true; fluents];
        fields.iter().flat_map(|field| &field.variable.fluents).for_each(|&fluent| free[fluent] = false);
        let implied = (0..fluents).filter(|&fluent| free[fluent]);
        let implied = implied.filter_map(|fluent| Some((fluent, implied_value(fluent, groups)?)));
        Self { fluents, fields, implied: implied.collect(), bits }
    }

    /// The bits of a packed state.
    pub fn bits(&self) -> usize {
        self.bits
    }

    /// The words of a packed state; one at least.
    pub fn words(&self) -> usize {
        self.bits.div_ceil(64).max(1)
    }

    /// The variables, each with its lowest bit.
    pub fn fields(&self) -> impl Iterator<Item = (&Variable, usize)> {
        self.fields.iter().map(|field| (&field.variable, field.low))
    }

    /// Packs the fluents of a reachable state, given as bits.
    pub fn pack(&self, fluents: &[u64]) -> Vec<u64> {
        let mut packed = Vec::new();
        self.pack_into(fluents, &mut packed);
        packed
    }

    /// Replaces the content of a list by the packed fluents of a reachable state.
    pub fn pack_into(&self, fluents: &[u64], packed: &mut Vec<u64>) {
        packed.clear();
        packed.resize(self.words(), 0);
        for field in &self.fields {
            let place = field.variable.fluents.iter().position(|&fluent| get(fluents, fluent));
            let code = place.map_or(0, |place| field.code(place));
            for bit in (0..field.width).filter(|bit| code >> bit & 1 == 1) {
                set(packed, field.low + bit);
            }
        }
    }

    /// The fluents of a packed state, as bits.
    pub fn unpack(&self, packed: &[u64]) -> Vec<u64> {
        let mut fluents = vec![0; self.fluents.div_ceil(64)];
        for field in &self.fields {
            let bits = (0..field.width).map(|bit| usize::from(get(packed, field.low + bit)) << bit);
            let code: usize = bits.sum();
            let place = code.checked_sub(usize::from(field.variable.may_be_none));
            if let Some(&fluent) = place.and_then(|place| field.variable.fluents.get(place)) {
                set(&mut fluents, fluent);
            }
        }
        for &(fluent, implied) in &self.implied {
            let holds = match implied {
                Implied::Constant(holds) => holds,
                Implied::Same(other) => get(&fluents, other),
            };
            if holds {
                set(&mut fluents, fluent);
            }
        }
        fluents
    }

    /// The fluents as functions of the bits.
    fn decode(&self, aig: &mut Aig, bits: &[Lit]) -> Vec<Lit> {
        let mut fluents = vec![Lit::FALSE; self.fluents];
        for field in &self.fields {
            for (place, &fluent) in field.variable.fluents.iter().enumerate() {
                let code = field.code(place);
                fluents[fluent] = (0..field.width)
                    .map(|bit| bits[field.low + bit].invert_if(code >> bit & 1 == 0))
                    .fold(Lit::TRUE, |all, bit| aig.and(all, bit));
            }
        }
        for &(fluent, implied) in &self.implied {
            fluents[fluent] = match implied {
                Implied::Constant(holds) => Lit::FALSE.invert_if(holds),
                Implied::Same(other) => fluents[other],
            };
        }
        fluents
    }

    /// The bits as functions of the fluents.
    fn encode(&self, aig: &mut Aig, fluents: &[Lit]) -> Vec<Lit> {
        let mut bits = Vec::with_capacity(self.bits);
        for field in &self.fields {
            for bit in 0..field.width {
                let places =
                    (0..field.variable.fluents.len()).filter(|&place| field.code(place) >> bit & 1 == 1);
                let setting: Vec<Lit> = places.map(|place| fluents[field.variable.fluents[place]]).collect();
                bits.push(aig.any(&setting));
            }
        }
        bits
    }

    /// A network whose fluents are the bits of packed states.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn network(
        &self,
        network: &Network,
        interrupt: &Interrupt<'_>,
    ) -> Result<Network, Interrupted> {
        let mut aig = Aig::new();
        let bits: Vec<Lit> = (0..self.bits).map(|_| aig.input()).collect();
        let moves: Vec<Lit> = (self.fluents..network.aig.inputs().len()).map(|_| aig.input()).collect();
        let fluents = self.decode(&mut aig, &bits);
        let mut graft = Graft::new(&network.aig, fluents.into_iter().chain(moves).map(Some).collect());
        graft.grow(&mut aig, interrupt)?;
        let at =
            |literals: &[Lit]| -> Vec<Lit> { literals.iter().map(|&literal| graft.get(literal)).collect() };
        let initial = packed_bits(&self.pack(&words(&network.initial)), self.bits);
        let goals = network.goals.iter();
        let goals = goals.map(|goals| goals.iter().map(|&(goal, holds)| (goal, graft.get(holds))).collect());
        let legal: Vec<Vec<Lit>> = network.legal.iter().map(|legal| at(legal)).collect();
        let next = self.encode(&mut aig, &at(&network.next));
        let mut packed = Network {
            initial,
            terminal: graft.get(network.terminal),
            first_moves: Network::first_moves(self.bits, &legal),
            legal,
            goals: goals.collect(),
            next,
            // Who enumerates states asks for no percepts.
            percepts: Vec::new(),
            chance: network.chance,
            groups: Vec::new(),
            gates_before: network.gates_before,
            aig,
        };
        let swept = packed.aig.sweep(&packed.roots(), interrupt)?;
        packed.replace(swept);
        Ok(packed)
    }
}

/// What the groups say of a fluent that is no part of a variable.
fn implied_value(fluent: usize, groups: &[Group]) -> Option<Implied> {
    // The fluents are the first nodes after the constant.
    let number = |member: Lit| member.node() as usize - 1;
    groups.iter().filter(|group| group.exactly).find_map(|group| match group.members[..] {
        [constant] if number(constant) == fluent => Some(Implied::Constant(!constant.inverted())),
        [a, b] if a.inverted() != b.inverted() && number(a).max(number(b)) == fluent => {
            Some(Implied::Same(number(a).min(number(b))))
        }
        _ => None,
    })
}

fn get(words: &[u64], bit: usize) -> bool {
    words[bit / 64] >> (bit % 64) & 1 == 1
}

fn set(words: &mut [u64], bit: usize) {
    words[bit / 64] |= 1 << (bit % 64);
}

fn words(bits: &[bool]) -> Vec<u64> {
    let mut words = vec![0; bits.len().div_ceil(64)];
    (0..bits.len()).filter(|&bit| bits[bit]).for_each(|bit| set(&mut words, bit));
    words
}

fn packed_bits(words: &[u64], bits: usize) -> Vec<bool> {
    (0..bits).map(|bit| get(words, bit)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(members: &[i32], exactly: bool) -> Group {
        let mut members: Vec<Lit> =
            members.iter().map(|&member| Lit::new(member.unsigned_abs(), member < 0)).collect();
        members.sort_unstable();
        Group { members, exactly }
    }

    #[test]
    fn a_variable_takes_as_many_bits_as_its_values_need() {
        let bits = |groups: &[Group]| Packing::new(6, groups).bits();
        assert_eq!(bits(&[]), 6);
        assert_eq!(bits(&[group(&[1, 2, 3, 4, 5, 6], true)]), 3);
        assert_eq!(bits(&[group(&[1, 2, 3, 4], true)]), 2 + 2);
        assert_eq!(bits(&[group(&[1, 2, 3, 4], false)]), 3 + 2);
        assert_eq!(bits(&[group(&[1], true), group(&[-2], true), group(&[3, -4], true)]), 3);
    }

    #[test]
    fn unpacking_undoes_packing_and_knows_what_was_left_out() {
        // The first always holds, the second never; the fourth holds where the third does; of the last three
        // at most one.
        let groups = [group(&[1], true), group(&[-2], true), group(&[3, -4], true), group(&[5, 6, 7], false)];
        let packing = Packing::new(7, &groups);
        assert_eq!((packing.bits(), packing.words()), (3, 1));
        for (state, packed) in
            [(0b000_0001, 0b000), (0b001_1101, 0b011), (0b010_0001, 0b100), (0b100_0001, 0b110)]
        {
            assert_eq!(packing.pack(&[state]), [packed]);
            assert_eq!(packing.unpack(&[packed]), [state]);
        }
    }

    #[test]
    fn a_state_without_bits_is_one_word() {
        let packing = Packing::new(1, &[group(&[1], true)]);
        assert_eq!((packing.bits(), packing.pack(&[1])), (0, vec![0]));
        assert_eq!(packing.unpack(&[0]), [1]);
    }
}
