//! Simplification: finds atoms that always or never hold.

use gdl::{Interrupt, Interrupted, Keyword};

use crate::ground::instances::Instances;

/// Bounds on the truth of each atom.
pub(crate) struct TruthBounds {
    /// The atom holds in every state, for every joint move.
    pub(crate) certain: Vec<bool>,
    /// The atom may hold.
    pub(crate) possible: Vec<bool>,
}

/// For each atom the bodies that contain it, positively or negated.
struct Mentions {
    starts: Vec<u32>,
    bodies: Vec<u32>,
}

impl Mentions {
    fn of(instances: &Instances, negated: bool, interrupt: &Interrupt<'_>) -> Result<Self, Interrupted> {
        let atoms = instances.atoms();
        let mut starts = vec![0_u32; atoms + 1];
        let wanted = |body| instances.body(body).iter().filter(move |literal| literal.negated() == negated);
        for body in 0..instances.heads.len() {
            interrupt.check()?;
            wanted(body).for_each(|literal| starts[literal.atom() + 1] += 1);
        }
        for atom in 0..atoms {
            interrupt.check()?;
            starts[atom + 1] += starts[atom];
        }
        let mut bodies = vec![0; starts[atoms] as usize];
        let mut next = starts.clone();
        for body in 0..instances.heads.len() {
            interrupt.check()?;
            for literal in wanted(body) {
                let at = &mut next[literal.atom()];
                bodies[*at as usize] = body as u32;
                *at += 1;
            }
        }
        Ok(Self { starts, bodies })
    }

    fn of_atom(&self, atom: u32) -> &[u32] {
        let atom = atom as usize;
        &self.bodies[self.starts[atom] as usize..self.starts[atom + 1] as usize]
    }
}

impl TruthBounds {
    /// The alternating fixpoint (Van Gelder, 1989) with fluents and moves left open: derives certain atoms
    /// from impossible ones and the reverse, until nothing changes.
    ///
    /// `follows[atom]` is the fluent or the move that may hold because the atom may hold.
    pub(crate) fn of(
        instances: &Instances,
        initial: &[u32],
        follows: &[Option<u32>],
        interrupt: &Interrupt<'_>,
    ) -> Result<Self, Interrupted> {
        let positive = Mentions::of(instances, false, interrupt)?;
        let negative = Mentions::of(instances, true, interrupt)?;
        interrupt.check_now()?;
        let atoms = instances.atoms();
        let mut known = Self { certain: vec![false; atoms], possible: vec![true; atoms] };
        // The number of literals of each body that are not certain.
        let mut open = interrupt.list(instances.heads.len(), |body| instances.body(body).len() as u32)?;
        let mut stack = Vec::new();
        for (body, _) in open.iter().enumerate().filter(|&(_, &open)| open == 0) {
            interrupt.check()?;
            stack.push(instances.heads[body]);
        }
        loop {
            while let Some(atom) = stack.pop() {
                interrupt.check()?;
                if !std::mem::replace(&mut known.certain[atom as usize], true) {
                    for &body in positive.of_atom(atom) {
                        open[body as usize] -= 1;
                        if open[body as usize] == 0 {
                            stack.push(instances.heads[body as usize]);
                        }
                    }
                }
            }
            let possible = known.founded(instances, &positive, initial, follows, interrupt)?;
            for atom in 0..atoms as u32 {
                interrupt.check()?;
                if known.possible[atom as usize] && !possible[atom as usize] {
                    for &body in negative.of_atom(atom) {
                        open[body as usize] -= 1;
                        if open[body as usize] == 0 {
                            stack.push(instances.heads[body as usize]);
                        }
                    }
                }
            }
            known.possible = possible;
            if stack.is_empty() {
                return Ok(known);
            }
        }
    }

    /// The atoms that may hold if certain atoms do not fail.
    fn founded(
        &self,
        instances: &Instances,
        positive: &Mentions,
        initial: &[u32],
        follows: &[Option<u32>],
        interrupt: &Interrupt<'_>,
    ) -> Result<Vec<bool>, Interrupted> {
        let dead = u32::MAX;
        let mut stack: Vec<u32> = initial.to_vec();
        let mut open = Vec::with_capacity(instances.heads.len());
        for body in 0..instances.heads.len() {
            interrupt.check()?;
            let literals = instances.body(body);
            let negated = literals.iter().filter(|literal| literal.negated());
            let killed = negated.clone().any(|literal| self.certain[literal.atom()]);
            let count = literals.len() - negated.count();
            open.push(if killed { dead } else { count as u32 });
            if !killed && count == 0 {
                stack.push(instances.heads[body]);
            }
        }
        let mut possible = vec![false; instances.atoms()];
        while let Some(atom) = stack.pop() {
            interrupt.check()?;
            if std::mem::replace(&mut possible[atom as usize], true) {
                continue;
            }
            stack.extend(follows[atom as usize]);
            for &body in positive.of_atom(atom) {
                let open = &mut open[body as usize];
                if *open != dead {
                    *open -= 1;
                    if *open == 0 {
                        stack.push(instances.heads[body as usize]);
                    }
                }
            }
        }
        Ok(possible)
    }
}

/// The bodies that may hold, without their certain literals.
pub(crate) struct Bodies<'a> {
    instances: &'a Instances,
    known: &'a TruthBounds,
    starts: Vec<u32>,
    bodies: Vec<u32>,
}

impl<'a> Bodies<'a> {
    pub(crate) fn new(
        instances: &'a Instances,
        known: &'a TruthBounds,
        interrupt: &Interrupt<'_>,
    ) -> Result<Self, Interrupted> {
        let is_alive = |body: usize| {
            !known.certain[instances.heads[body] as usize]
                && instances.body(body).iter().all(|literal| {
                    if literal.negated() {
                        !known.certain[literal.atom()]
                    } else {
                        known.possible[literal.atom()]
                    }
                })
        };
        let mut starts = vec![0_u32; instances.atoms() + 1];
        let mut alive = Vec::new();
        for body in 0..instances.heads.len() {
            interrupt.check()?;
            if is_alive(body) {
                alive.push(body);
            }
        }
        for &body in &alive {
            interrupt.check()?;
            starts[instances.heads[body] as usize + 1] += 1;
        }
        for atom in 0..instances.atoms() {
            interrupt.check()?;
            starts[atom + 1] += starts[atom];
        }
        let mut bodies = vec![0; alive.len()];
        let mut next = starts.clone();
        for body in alive {
            interrupt.check()?;
            let at = &mut next[instances.heads[body] as usize];
            bodies[*at as usize] = body as u32;
            *at += 1;
        }
        Ok(Self { instances, known, starts, bodies })
    }

    /// The numbers of the bodies of an atom.
    pub(crate) fn of_atom(&self, atom: u32) -> &[u32] {
        let atom = atom as usize;
        &self.bodies[self.starts[atom] as usize..self.starts[atom + 1] as usize]
    }

    /// The literals of a body that are neither certain nor impossible.
    pub(crate) fn literals(&self, body: u32) -> impl Iterator<Item = crate::ground::instances::RawLiteral> {
        self.instances.body(body as usize).iter().copied().filter(|literal| {
            if literal.negated() {
                self.known.possible[literal.atom()]
            } else {
                !self.known.certain[literal.atom()]
            }
        })
    }
}

/// For each atom of `next` and `legal` the fluent or the move that it makes possible.
pub(crate) fn follows(
    instances: &Instances,
    interrupt: &Interrupt<'_>,
    mut input: impl FnMut(Keyword, u32) -> Option<u32>,
) -> Result<Vec<Option<u32>>, Interrupted> {
    let mut follows = vec![None; instances.atoms()];
    for (from, to) in [(Keyword::Next, Keyword::True), (Keyword::Legal, Keyword::Does)] {
        for (row, atom) in (0..).zip(instances.atoms_of(from as usize)) {
            interrupt.check()?;
            follows[atom as usize] = input(to, row).map(|row| instances.atom(to, row));
        }
    }
    Ok(follows)
}
