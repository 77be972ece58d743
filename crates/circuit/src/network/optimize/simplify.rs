use fixedbitset::FixedBitSet;
use gdl::{Interrupt, Interrupted};
use rustc_hash::FxHashMap;

use super::assumptions::Assumptions;
use super::facts::Facts;
use crate::network::aig::Lit;
use crate::network::wide::Wide;

/// The most nested levels of ORs and ANDs that are simplified in their context.
const MOST_DEPTH: usize = 4;

/// The most operands of an AND that is processed in both directions.
const WIDEST: usize = 1_000;

/// The most operands of an OR whose common consequences are searched.
const WIDEST_OR: usize = 32;

/// Drops from every AND the operands that the others imply, and from ORs inside it the operands that are
/// excluded; writes the shorter of "none of these" and "one of those". The graph stays the same function
/// wherever `facts` hold. `legal` gives, for inputs that are moves, the roots that make them legal.
///
/// # Errors
/// If it is interrupted.
pub(crate) fn simplify(
    wide: &Wide,
    facts: Facts,
    legal: &[(usize, Lit)],
    interrupt: &Interrupt<'_>,
) -> Result<Wide, Interrupted> {
    let alive = wide.alive(interrupt)?;
    let fanouts = wide.fanouts(&alive);
    let mut waiting: FxHashMap<u32, Vec<(usize, bool)>> = FxHashMap::default();
    let mut simplifier = Simplifier { known: Assumptions::new(facts), own: FixedBitSet::new(), interrupt };
    for &(input, literal) in legal {
        match wide.input_of(literal.node()) {
            Some(_) => simplifier.known.facts.set_legal(input, literal),
            None => waiting.entry(literal.node()).or_default().push((input, literal.inverted())),
        }
    }
    wide.rebuild(interrupt, |new, node, operands| {
        let made = new.gates().len();
        let literal = simplifier.and(new, std::mem::take(operands))?;
        // A new node has a single user if it is new here and the old one had a single user.
        simplifier.own.grow(new.gates().len());
        let own = fanouts[node as usize] == 1 && literal.node() as usize >= made;
        simplifier.own.set(literal.node() as usize, own);
        for &(input, inverted) in waiting.get(&node).into_iter().flatten() {
            simplifier.known.facts.set_legal(input, literal.invert_if(inverted));
        }
        Ok(literal)
    })
}

struct Simplifier<'i> {
    known: Assumptions,
    /// Nodes with a single user.
    own: FixedBitSet,
    interrupt: &'i Interrupt<'i>,
}

impl Simplifier<'_> {
    fn and(&mut self, wide: &mut Wide, mut operands: Vec<Lit>) -> Result<Lit, Interrupted> {
        operands.sort_by_cached_key(|&operand| self.weakness(wide, operand));
        let Some(mut operands) = self.pass(wide, &operands, 0)? else { return Ok(Lit::FALSE) };
        if operands.len() <= WIDEST {
            operands.reverse();
            let Some(fewer) = self.pass(wide, &operands, 0)? else { return Ok(Lit::FALSE) };
            operands = fewer;
        }
        self.drop_what_ors_imply(wide, &mut operands);
        self.split_cases(wide, &mut operands);
        self.count_the_rest(wide, &mut operands);
        Ok(wide.and(&mut operands))
    }

    /// Literals from which more follows come first.
    fn weakness(&self, wide: &Wide, literal: Lit) -> (u32, usize, Lit) {
        let operands = wide.operands(literal.node()).len();
        let class = match (wide.input_of(literal.node()), literal.inverted()) {
            (Some(_), inverted) => u32::from(inverted),
            (None, false) => 2,
            (None, true) => 3,
        };
        (class, operands, literal)
    }

    /// The operands that those before them do not imply, with ORs reduced to what can hold. None if all
    /// together cannot hold.
    fn pass(
        &mut self,
        wide: &mut Wide,
        operands: &[Lit],
        depth: usize,
    ) -> Result<Option<Vec<Lit>>, Interrupted> {
        let mark = self.known.mark();
        let mut kept = Vec::with_capacity(operands.len());
        let mut possible = true;
        for &operand in operands {
            self.interrupt.check()?;
            let operand = match self.known.value(wide, operand) {
                Some(value) => Lit::FALSE.invert_if(value),
                None if operand.inverted() && wide.is_and(operand.node()) => self.or(wide, operand, depth)?,
                None => operand,
            };
            if self.known.value(wide, operand) == Some(true) {
                continue;
            }
            kept.push(operand);
            possible = self.known.assume(wide, operand);
            if !possible {
                break;
            }
        }
        self.known.back(mark);
        Ok(possible.then_some(kept))
    }

    /// An OR, simplified by the assumptions, as long as that adds no gate.
    fn or(&mut self, wide: &mut Wide, or: Lit, depth: usize) -> Result<Lit, Interrupted> {
        let before = wide.operands(or.node()).to_vec();
        let mut operands = Vec::with_capacity(before.len());
        for &operand in &before {
            match self.known.value(wide, operand) {
                Some(false) => return Ok(Lit::TRUE),
                Some(true) => {}
                None => operands.push(operand),
            }
        }
        let own = self.own.contains(or.node() as usize);
        if own && depth < MOST_DEPTH {
            operands.sort_by_cached_key(|&operand| self.weakness(wide, operand));
            match self.pass(wide, &operands, depth + 1)? {
                None => return Ok(Lit::TRUE),
                Some(fewer) => operands = fewer,
            }
        }
        operands.sort_unstable();
        if operands == before || !own && operands.len() > 1 && wide.find(&operands).is_none() {
            return Ok(or);
        }
        let made = wide.gates().len();
        let and = wide.and(&mut operands);
        self.own.grow(wide.gates().len());
        if and.node() as usize >= made {
            self.own.insert(and.node() as usize);
        }
        Ok(!and)
    }

    /// Keeps of the literals those that each disjunct of an OR implies; `or` lists the disjuncts inverted. A
    /// disjunct that is an OR counts as its disjuncts.
    fn keep_implied(&mut self, wide: &Wide, or: &[Lit], literals: &mut Vec<Lit>) {
        let mut open = or.to_vec();
        let mut seen = 0;
        while let Some(operand) = open.pop().filter(|_| !literals.is_empty()) {
            if !operand.inverted() && wide.is_and(operand.node()) {
                open.extend_from_slice(wide.operands(operand.node()));
            }
            seen += 1;
            if open.len() + seen > 2 * WIDEST_OR {
                literals.clear();
            }
            if operand.inverted() || !wide.is_and(operand.node()) {
                let mark = self.known.mark();
                if self.known.assume(wide, !operand) {
                    literals.retain(|&literal| self.known.value(wide, literal) == Some(true));
                }
                self.known.back(mark);
            }
        }
    }

    /// Whether each disjunct of an OR implies a literal, as [`keep_implied`](Self::keep_implied) finds out.
    fn each_implies(&mut self, wide: &Wide, or: &[Lit], literal: Lit) -> bool {
        let mut literals = vec![literal];
        self.keep_implied(wide, or, &mut literals);
        !literals.is_empty()
    }

    /// Drops operands that every disjunct of another operand implies.
    fn drop_what_ors_imply(&mut self, wide: &Wide, operands: &mut Vec<Lit>) {
        let ors = operands.iter().copied().filter(|or| or.inverted() && wide.is_and(or.node()));
        for or in ors.collect::<Vec<Lit>>() {
            if operands.len() > 1 && operands.len() <= WIDEST_OR && operands.contains(&or) {
                let mut implied: Vec<Lit> = operands.iter().copied().filter(|&other| other != or).collect();
                self.keep_implied(wide, wide.operands(or.node()), &mut implied);
                operands.retain(|other| !implied.contains(other));
            }
        }
    }

    /// Makes `(x | A)(!x | B)` into `A | B` where A implies that x is false and B that it is true.
    fn split_cases(&mut self, wide: &mut Wide, operands: &mut Vec<Lit>) {
        if operands.len() > WIDEST_OR {
            return;
        }
        let own = |or: &Lit| or.inverted() && wide.is_and(or.node()) && self.own.contains(or.node() as usize);
        let ors: Vec<Lit> = operands.iter().copied().filter(own).collect();
        for (at, &first) in ors.iter().enumerate() {
            for &second in &ors[at + 1..] {
                let (a, b) = (wide.operands(first.node()), wide.operands(second.node()));
                let Some(&x) = a.iter().find(|&&x| b.contains(&!x)) else { continue };
                let a: Vec<Lit> = a.iter().copied().filter(|&operand| operand != x).collect();
                let b: Vec<Lit> = b.iter().copied().filter(|&operand| operand != !x).collect();
                // The first OR is `!x | A`, the second `x | B`.
                if self.each_implies(wide, &a, x) && self.each_implies(wide, &b, !x) {
                    let mut both = [a, b].concat();
                    let or = !wide.and(&mut both);
                    operands.retain(|&operand| operand != first && operand != second);
                    operands.push(or);
                    return;
                }
            }
        }
    }

    /// Replaces most members of a group of which exactly one holds, being excluded, by the OR of the rest.
    fn count_the_rest(&self, wide: &mut Wide, operands: &mut Vec<Lit>) {
        let mut excluded: FxHashMap<u32, Vec<Lit>> = FxHashMap::default();
        for &operand in &*operands {
            let Some(input) = wide.input_of(operand.node()) else { continue };
            for &(group, member) in self.known.facts.groups_of(input) {
                if member == !operand {
                    excluded.entry(group).or_default().push(member);
                }
            }
        }
        let mut excluded: Vec<(u32, Vec<Lit>)> = excluded.into_iter().collect();
        excluded.sort_unstable();
        for (number, gone) in excluded {
            let group = &self.known.facts.groups()[number as usize];
            // Another group may have taken some of these operands.
            let all_there = gone.iter().all(|&member| operands.contains(&!member));
            if !group.exactly || !all_there || gone.len() < 2 || gone.len() * 2 <= group.members.len() {
                continue;
            }
            let fluents = self.known.facts.fluents();
            let Some(mut rest) = group.rest(fluents, |member| gone.contains(&member)) else { continue };
            operands.retain(|&operand| !gone.contains(&!operand));
            let one = wide.or(&mut rest);
            operands.push(one);
        }
    }
}
