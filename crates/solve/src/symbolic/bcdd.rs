use std::io;

use num_bigint::BigUint;
use oxidd::bcdd::{BCDDFunction, BCDDManagerRef, new_manager};
use oxidd::{BooleanFunction, Function, HasLevel, Manager, ManagerRef, Node};
use oxidd_dump::dddmp::{DumpHeader, ExportSettings, import};

use super::encoding::Encoding;
use super::sets::{Full, Parts, StateSets};
use super::table::{self, Capacities, retry};

/// Sets of states as binary decision diagrams with complemented edges (Brace, Rudell & Bryant, *Efficient Implementation of a BDD Package*, DAC 1990): the
/// values of a variable are numbered in binary.
pub(super) struct Bcdd {
    manager: BCDDManagerRef,
    capacity: usize,
    /// For each variable and value the conjunction of the bits.
    codes: Vec<Vec<BCDDFunction>>,
    /// The variable that each level belongs to.
    of_level: Vec<usize>,
}

impl StateSets for Bcdd {
    type Set = BCDDFunction;

    fn new(encoding: &Encoding, memory: usize) -> Result<Self, Full> {
        let Capacities { nodes, cache } = Capacities::within(memory);
        let manager = new_manager(nodes, cache, 1);
        let bits = |values: usize| values.next_power_of_two().ilog2();
        let levels = encoding.variables.iter().map(|variable| bits(variable.values())).sum();
        manager.with_manager_exclusive(|manager| _ = manager.add_vars(levels));
        let mut first = 0;
        let mut codes = Vec::with_capacity(encoding.variables.len());
        for variable in &encoding.variables {
            let bits = bits(variable.values());
            let code = |value: usize| {
                (0..bits).rev().try_fold(
                    manager.with_manager_shared(|manager| BCDDFunction::t(manager)),
                    |code, bit| {
                        retry(&manager, || {
                            let literal = manager.with_manager_shared(|manager| {
                                if value >> bit & 1 == 1 {
                                    BCDDFunction::var(manager, first + bit)
                                } else {
                                    BCDDFunction::not_var(manager, first + bit)
                                }
                            })?;
                            literal.and(&code)
                        })
                    },
                )
            };
            codes.push((0..variable.values()).map(code).collect::<Result<_, Full>>()?);
            first += bits;
        }
        let levels = encoding.variables.iter().enumerate();
        let of_level = levels.flat_map(|(number, variable)| vec![number; bits(variable.values()) as usize]);
        Ok(Self { manager, capacity: nodes, codes, of_level: of_level.collect() })
    }

    fn empty(&self) -> BCDDFunction {
        self.manager.with_manager_shared(|manager| BCDDFunction::f(manager))
    }

    fn state(&self, values: &[usize]) -> Result<BCDDFunction, Full> {
        let any = self.manager.with_manager_shared(|manager| BCDDFunction::t(manager));
        let mut values = values.iter().enumerate();
        values.try_fold(any, |set, (variable, &value)| self.put(&set, variable, value))
    }

    fn union(&self, a: &BCDDFunction, b: &BCDDFunction) -> Result<BCDDFunction, Full> {
        retry(&self.manager, || a.or(b))
    }

    fn intersection(&self, a: &BCDDFunction, b: &BCDDFunction) -> Result<BCDDFunction, Full> {
        retry(&self.manager, || a.and(b))
    }

    fn difference(&self, a: &BCDDFunction, b: &BCDDFunction) -> Result<BCDDFunction, Full> {
        retry(&self.manager, || b.imp_strict(a))
    }

    fn take(&self, set: &BCDDFunction, variable: usize, value: usize) -> Result<BCDDFunction, Full> {
        retry(&self.manager, || set.restrict(&self.codes[variable][value]))
    }

    fn put(&self, set: &BCDDFunction, variable: usize, value: usize) -> Result<BCDDFunction, Full> {
        self.intersection(set, &self.codes[variable][value])
    }

    fn without(&self, set: &BCDDFunction, variable: usize, value: usize) -> Result<BCDDFunction, Full> {
        self.difference(set, &self.codes[variable][value])
    }

    fn condition(&self, variable: usize, value: usize) -> Result<BCDDFunction, Full> {
        Ok(self.codes[variable][value].clone())
    }

    fn inverse(&self, condition: &BCDDFunction) -> Result<BCDDFunction, Full> {
        retry(&self.manager, || condition.not())
    }

    fn having(&self, set: &BCDDFunction, variable: usize, value: usize) -> Result<BCDDFunction, Full> {
        self.intersection(set, &self.codes[variable][value])
    }

    fn top(&self, set: &BCDDFunction) -> usize {
        set.with_manager_shared(|manager, edge| match manager.get_node(edge) {
            Node::Inner(node) => self.of_level[node.level() as usize],
            Node::Terminal(_) => usize::MAX,
        })
    }

    fn parts(&self, set: &BCDDFunction, variable: usize) -> Result<Parts<BCDDFunction>, Full> {
        let values = 0..self.codes[variable].len();
        values.map(|value| Ok((value, self.take(set, variable, value)?))).collect()
    }

    fn join(&self, variable: usize, parts: Parts<BCDDFunction>) -> Result<BCDDFunction, Full> {
        parts
            .into_iter()
            .try_fold(self.empty(), |set, (value, part)| self.union(&set, &self.put(&part, variable, value)?))
    }

    fn number(&self, set: &BCDDFunction) -> usize {
        set.with_manager_shared(|_, edge| edge.node_id() << 1 | usize::from(edge.tag() != Default::default()))
    }

    fn count(&self, set: &BCDDFunction) -> BigUint {
        let levels = self.manager.with_manager_shared(|manager| manager.num_levels());
        table::count(set, levels)
    }

    fn nodes(&self, set: &BCDDFunction) -> usize {
        set.node_count()
    }

    fn table(&self) -> usize {
        table::nodes(&self.manager)
    }

    fn capacity(&self) -> usize {
        self.capacity
    }

    fn collect(&self) {
        table::collect(&self.manager);
    }

    fn write(&self, sets: &[&BCDDFunction], file: &mut dyn io::Write) -> io::Result<()> {
        self.manager.with_manager_shared(|manager| {
            ExportSettings::default().export(file, manager, sets.iter().copied())
        })
    }

    fn read(&self, mut file: &mut dyn io::BufRead) -> io::Result<Vec<BCDDFunction>> {
        let header = DumpHeader::load(&mut file)?;
        self.manager.with_manager_shared(|manager| {
            if header.support_vars().iter().any(|&variable| variable >= manager.num_vars()) {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "it has other variables"));
            }
            let variables = header.support_var_order().iter().copied();
            import::<BCDDFunction>(file, &header, manager, variables, |manager, edge| {
                BCDDFunction::not_edge_owned(manager, edge)
            })
        })
    }
}
