use std::io;

use num_bigint::BigUint;
use oxidd::zbdd::{ZBDDFunction, ZBDDManagerRef, make_node, new_manager};
use oxidd::{BooleanFunction, BooleanVecSet, Function, HasLevel, InnerNode, Manager, ManagerRef, Node};
use oxidd_dump::dddmp::{DumpHeader, ExportSettings, import};
use smallvec::SmallVec;

use super::encoding::{Encoding, StateVariable};
use super::sets::{Full, Parts, StateSets};
use super::table::{self, Capacities, retry};

/// Sets of states as zero-suppressed decision diagrams (Minato, *Zero-Suppressed BDDs for Set Manipulation in Combinatorial Problems*, DAC 1993): a state is
/// the set of those fluents that hold in it. That none of a variable's fluents holds, or its initial one if one always does, takes no element.
pub(super) struct Zbdd {
    manager: ZBDDManagerRef,
    capacity: usize,
    variables: Vec<Elements>,
    /// The variable and the value that each element stands for.
    of_element: Vec<(usize, usize)>,
    /// For each element the set of it alone.
    singletons: Vec<ZBDDFunction>,
    /// All states.
    all: ZBDDFunction,
}

/// The elements that stand for the values of a variable.
struct Elements {
    /// The element of each value; one value has none.
    of_value: Vec<Option<u32>>,
    /// All sets of elements of other variables.
    absent: ZBDDFunction,
}

/// Up to so many elements are left out of a set one by one.
const FEW_ELEMENTS: usize = 3;

impl Zbdd {
    fn run<T>(&self, operation: impl FnMut() -> oxidd::util::AllocResult<T>) -> Result<T, Full> {
        retry(&self.manager, operation)
    }

    /// The states in which none of a variable's elements is.
    fn absent(&self, set: &ZBDDFunction, variable: usize) -> Result<ZBDDFunction, Full> {
        let Elements { of_value, absent } = &self.variables[variable];
        if of_value.len() > FEW_ELEMENTS + 1 {
            return self.intersection(set, absent);
        }
        let mut elements = of_value.iter().flatten();
        elements.try_fold(set.clone(), |set, &element| self.run(|| set.subset0(element)))
    }
}

/// The elements of a variable's values from `first` on.
fn elements(variable: &StateVariable, first: u32) -> Vec<Option<u32>> {
    let absent = if variable.may_be_none { variable.fluents.len() } else { variable.initial };
    let mut elements = first..;
    let element = |value| if value == absent { None } else { elements.next() };
    (0..variable.values()).map(element).collect()
}

impl StateSets for Zbdd {
    type Set = ZBDDFunction;

    fn new(encoding: &Encoding, memory: usize) -> Result<Self, Full> {
        let Capacities { nodes, cache } = Capacities::within(memory);
        let manager = new_manager(nodes, cache, 1);
        let mut first = 0;
        let of_values: Vec<Vec<Option<u32>>> = encoding
            .variables
            .iter()
            .map(|variable| {
                let of_value = elements(variable, first);
                first += of_value.iter().flatten().count() as u32;
                of_value
            })
            .collect();
        manager.with_manager_exclusive(|manager| _ = manager.add_vars(first));
        let every = manager.with_manager_shared(|manager| ZBDDFunction::t(manager));
        let mut all = manager.with_manager_shared(|manager| ZBDDFunction::base(manager));
        let mut variables = Vec::with_capacity(of_values.len());
        // From the last level upwards, so that each step adds few nodes.
        for of_value in of_values.into_iter().rev() {
            let rest = all.clone();
            let mut absent = every.clone();
            for &element in of_value.iter().flatten() {
                let with = retry(&manager, || rest.change(element))?;
                all = retry(&manager, || all.union(&with))?;
                absent = retry(&manager, || absent.subset0(element))?;
            }
            variables.push(Elements { of_value, absent });
        }
        variables.reverse();
        let mut of_element = vec![(0, 0); first as usize];
        for (variable, Elements { of_value, .. }) in variables.iter().enumerate() {
            for (value, element) in of_value.iter().enumerate() {
                if let &Some(element) = element {
                    of_element[element as usize] = (variable, value);
                }
            }
        }
        let base = manager.with_manager_shared(|manager| ZBDDFunction::base(manager));
        let singletons = (0..first).map(|element| retry(&manager, || base.change(element)));
        let singletons = singletons.collect::<Result<_, Full>>()?;
        Ok(Self { manager, capacity: nodes, variables, of_element, singletons, all })
    }

    fn empty(&self) -> ZBDDFunction {
        self.manager.with_manager_shared(|manager| ZBDDFunction::empty(manager))
    }

    fn state(&self, values: &[usize]) -> Result<ZBDDFunction, Full> {
        let base = self.manager.with_manager_shared(|manager| ZBDDFunction::base(manager));
        let mut values = values.iter().enumerate();
        values.try_fold(base, |set, (variable, &value)| self.put(&set, variable, value))
    }

    fn union(&self, a: &ZBDDFunction, b: &ZBDDFunction) -> Result<ZBDDFunction, Full> {
        self.run(|| a.union(b))
    }

    fn intersection(&self, a: &ZBDDFunction, b: &ZBDDFunction) -> Result<ZBDDFunction, Full> {
        self.run(|| a.intsec(b))
    }

    fn difference(&self, a: &ZBDDFunction, b: &ZBDDFunction) -> Result<ZBDDFunction, Full> {
        self.run(|| a.diff(b))
    }

    fn take(&self, set: &ZBDDFunction, variable: usize, value: usize) -> Result<ZBDDFunction, Full> {
        match self.variables[variable].of_value[value] {
            Some(element) => self.run(|| set.subset1(element)),
            None => self.absent(set, variable),
        }
    }

    fn put(&self, set: &ZBDDFunction, variable: usize, value: usize) -> Result<ZBDDFunction, Full> {
        match self.variables[variable].of_value[value] {
            Some(element) => self.run(|| set.change(element)),
            None => Ok(set.clone()),
        }
    }

    fn without(&self, set: &ZBDDFunction, variable: usize, value: usize) -> Result<ZBDDFunction, Full> {
        match self.variables[variable].of_value[value] {
            Some(element) => self.run(|| set.subset0(element)),
            None => self.difference(set, &self.absent(set, variable)?),
        }
    }

    fn condition(&self, variable: usize, value: usize) -> Result<ZBDDFunction, Full> {
        self.having(&self.all, variable, value)
    }

    fn inverse(&self, condition: &ZBDDFunction) -> Result<ZBDDFunction, Full> {
        self.difference(&self.all, condition)
    }

    fn top(&self, set: &ZBDDFunction) -> usize {
        set.with_manager_shared(|manager, edge| match manager.get_node(edge) {
            Node::Inner(node) => self.of_element[node.level() as usize].0,
            Node::Terminal(_) => usize::MAX,
        })
    }

    fn parts(&self, set: &ZBDDFunction, variable: usize) -> Result<Parts<ZBDDFunction>, Full> {
        set.with_manager_shared(|manager, edge| {
            let mut parts = Parts::new();
            let mut rest = edge;
            while let Node::Inner(node) = manager.get_node(rest)
                && let (own, value) = self.of_element[node.level() as usize]
                && own == variable
            {
                parts.push((value, ZBDDFunction::from_edge_ref(manager, node.child(0))));
                rest = node.child(1);
            }
            let none = self.variables[variable].of_value.iter().position(Option::is_none);
            parts.extend(none.map(|value| (value, ZBDDFunction::from_edge_ref(manager, rest))));
            Ok(parts)
        })
    }

    fn join(&self, variable: usize, parts: Parts<ZBDDFunction>) -> Result<ZBDDFunction, Full> {
        let of_value = &self.variables[variable].of_value;
        let (mut set, mut with) = (self.empty(), SmallVec::<[_; 4]>::new());
        for (value, part) in parts {
            match of_value[value] {
                Some(element) => with.push((element, part)),
                None => set = part,
            }
        }
        // From the last level upwards.
        with.sort_unstable_by_key(|&(element, _)| std::cmp::Reverse(element));
        with.into_iter().try_fold(set, |set, (element, part)| {
            self.run(|| {
                self.manager.with_manager_shared(|manager| {
                    let singleton = self.singletons[element as usize].as_edge(manager);
                    let (hi, lo) = (part.clone().into_edge(manager), set.clone().into_edge(manager));
                    Ok(ZBDDFunction::from_edge(manager, make_node(manager, singleton, hi, lo)?))
                })
            })
        })
    }

    fn number(&self, set: &ZBDDFunction) -> usize {
        set.with_manager_shared(|_, edge| edge.node_id())
    }

    fn count(&self, set: &ZBDDFunction) -> BigUint {
        let levels = self.manager.with_manager_shared(|manager| manager.num_levels());
        table::count(set, levels)
    }

    fn nodes(&self, set: &ZBDDFunction) -> usize {
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

    fn write(&self, sets: &[&ZBDDFunction], file: &mut dyn io::Write) -> io::Result<()> {
        self.manager.with_manager_shared(|manager| {
            ExportSettings::default().export(file, manager, sets.iter().copied())
        })
    }

    fn read(&self, mut file: &mut dyn io::BufRead) -> io::Result<Vec<ZBDDFunction>> {
        let header = DumpHeader::load(&mut file)?;
        self.manager.with_manager_shared(|manager| {
            if header.support_vars().iter().any(|&variable| variable >= manager.num_vars()) {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "it has other variables"));
            }
            let variables = header.support_var_order().iter().copied();
            import::<ZBDDFunction>(file, &header, manager, variables, |manager, edge| {
                ZBDDFunction::not_edge_owned(manager, edge)
            })
        })
    }
}
