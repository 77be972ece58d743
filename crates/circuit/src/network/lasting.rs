use super::aig::{Aig, Lit, Node};
use super::network::Network;

/// Fluents that change once at most, as the rules tell by their form.
#[derive(Clone, Debug)]
pub(crate) struct Lasting {
    /// As bits: the fluents that hold for ever once they hold.
    pub(crate) stays: Vec<u64>,
    /// As bits: the fluents that never hold again once they do not.
    pub(crate) never: Vec<u64>,
}

impl Lasting {
    pub(crate) fn of(network: &Network) -> Self {
        let fluents = network.initial.len();
        let set = |holds: &dyn Fn(usize) -> bool| bits(fluents, (0..fluents).filter(|&fluent| holds(fluent)));
        let input = |fluent: usize| Lit::new(fluent as u32 + 1, false);
        let stays = set(&|fluent| conjuncts(&network.aig, !network.next[fluent]).contains(&!input(fluent)));
        let never = set(&|fluent| conjuncts(&network.aig, network.next[fluent]).contains(&input(fluent)));
        Self { stays, never }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.stays.iter().chain(&self.never).all(|&word| word == 0)
    }

    /// Whether a fluent holds for ever once it holds.
    pub(crate) fn stays(&self, fluent: usize) -> bool {
        bit(&self.stays, fluent)
    }

    /// Whether a fluent never holds again once it does not.
    pub(crate) fn never_returns(&self, fluent: usize) -> bool {
        bit(&self.never, fluent)
    }
}

/// Sets of fluents as bits.
pub(crate) fn bits(fluents: usize, members: impl Iterator<Item = usize>) -> Vec<u64> {
    let mut bits = vec![0; fluents.div_ceil(64)];
    members.for_each(|fluent| bits[fluent / 64] |= 1 << (fluent % 64));
    bits
}

fn bit(bits: &[u64], fluent: usize) -> bool {
    bits[fluent / 64] >> (fluent % 64) & 1 == 1
}

/// The literals that a conjunction consists of.
fn conjuncts(aig: &Aig, literal: Lit) -> Vec<Lit> {
    let (mut open, mut parts) = (vec![literal], Vec::new());
    while let Some(literal) = open.pop() {
        match aig.nodes()[literal.node() as usize] {
            Node::And(a, b) if !literal.inverted() && parts.len() < MOST_CONJUNCTS => open.extend([a, b]),
            _ => parts.push(literal),
        }
    }
    parts
}

/// The most parts of a conjunction that are looked at.
const MOST_CONJUNCTS: usize = 1 << 10;
