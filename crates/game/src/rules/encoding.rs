use std::cmp::Reverse;
use std::sync::Arc;

use circuit::{CanonicalForm, CircuitError, GoalBounds, Packed};
use gdl::{Interrupt, Interrupted};
use logic::{Reasoner, TermId};
use rustc_hash::FxHashMap;

use super::batch::bits;
use super::{Compiled, Rules, RulesState};
use crate::{Encoding, Fluent, StateStructure, Variable};

/// Of rules that are played on a circuit.
impl Encoding<RulesState> for Rules {
    fn bits<'s>(&self, state: &'s RulesState) -> &'s [u64] {
        bits(state).fluents()
    }

    fn mobility(&self, state: &RulesState, role: usize) -> usize {
        self.circuit().circuit().mobility(bits(state), role)
    }

    fn goal_bounds(&self, role: usize) -> Option<GoalBounds> {
        self.circuit().circuit().goal_bounds(role)
    }

    fn structure(&self) -> &StateStructure {
        self.structure.get_or_init(|| structure(&self.reasoner, self.circuit()))
    }

    fn canonical_form(&self, interrupt: &Interrupt<'_>) -> Result<Option<&CanonicalForm>, Interrupted> {
        self.canonical_form(interrupt)
    }

    fn packed(&self, interrupt: &Interrupt<'_>) -> Result<Option<Arc<Packed>>, Interrupted> {
        if let Some(known) = self.packed.get() {
            return Ok(known.clone());
        }
        let packed = match self.circuit().circuit().packed(interrupt) {
            Ok(packed) => packed.map(Arc::new),
            Err(CircuitError::Interrupted(why)) => return Err(why),
            Err(CircuitError::TooLarge { .. } | CircuitError::WideStates { .. }) => None,
        };
        Ok(self.packed.get_or_init(|| packed).clone())
    }
}

fn structure(reasoner: &Reasoner, compiled: &Compiled) -> StateStructure {
    StateStructure {
        fluents: compiled.fluents().iter().map(|&fluent| reasoner.text(fluent)).collect(),
        variables: compiled.variables().to_vec(),
        kinds: kinds(reasoner, compiled.fluents(), compiled.variables()),
        together: compiled.together().to_vec(),
        symmetries: compiled.symmetries().fluent_images().map(<[u32]>::to_vec).collect(),
    }
}

/// What makes the kind of a fluent.
#[derive(PartialEq, Eq, Hash)]
enum Kind {
    /// The values of most variables of its function differ in one argument: the function, the argument's
    /// place, and its content.
    Argument(Function, usize, String),
    /// The variables of its function have one value each.
    Function(Function),
    /// There is no other of its kind.
    Own(usize),
}

/// A function: its name, and its number of arguments.
type Function = (String, usize);

/// The kind of each fluent.
fn kinds(reasoner: &Reasoner, fluents: &[TermId], variables: &[Variable]) -> Vec<u32> {
    let parts: Vec<Fluent> = fluents.iter().map(|&term| Fluent::of(reasoner, term)).collect();
    let function = |fluent: &Fluent| -> Function { (fluent.name.clone(), fluent.args.len()) };
    // How many variables of a function differ in an argument, or have one value alone.
    let mut places: FxHashMap<(Function, Option<usize>), usize> = FxHashMap::default();
    for Variable { fluents, .. } in variables {
        let place = differing(fluents, &parts);
        if place.is_some() || fluents.len() == 1 {
            *places.entry((function(&parts[fluents[0]]), place)).or_default() += 1;
        }
    }
    let kind = |(number, part): (usize, &Fluent)| {
        let own = function(part);
        let of_function = places.iter().filter(|((function, _), _)| *function == own);
        // Variables of one value, as cells that only one piece ever comes to, are as the others are.
        match of_function.max_by_key(|((_, place), count)| (place.is_some(), **count, Reverse(*place))) {
            Some((&(_, Some(place)), _)) => Kind::Argument(own, place, part.args[place].clone()),
            Some((&(_, None), _)) => Kind::Function(own),
            None => Kind::Own(number),
        }
    };
    let found = parts.iter().enumerate().map(kind);
    let mut numbers: FxHashMap<Kind, u32> = FxHashMap::default();
    found
        .map(|kind| {
            let next = numbers.len() as u32;
            *numbers.entry(kind).or_insert(next)
        })
        .collect()
}

/// The only argument in which these fluents differ, if they are of one relation and there is just one.
fn differing(fluents: &[usize], parts: &[Fluent]) -> Option<usize> {
    let (&first, others) = fluents.split_first()?;
    let Fluent { name, args, .. } = &parts[first];
    let alike = |&other: &usize| parts[other].name == *name && parts[other].args.len() == args.len();
    if !others.iter().all(alike) {
        return None;
    }
    let mut differing =
        (0..args.len()).filter(|&place| others.iter().any(|&other| parts[other].args[place] != args[place]));
    differing.next().filter(|_| differing.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;
    use crate::testing::sheet;

    fn of(name: &str) -> StateStructure {
        let rules = Rules::new(&sheet(name)).unwrap();
        rules.encoding().unwrap().structure().clone()
    }

    fn number(structure: &StateStructure, fluent: &str) -> usize {
        structure.fluents.iter().position(|text| text == fluent).unwrap()
    }

    fn variable(structure: &StateStructure, fluent: &str) -> u32 {
        let number = number(structure, fluent);
        structure.variables.iter().position(|variable| variable.fluents.contains(&number)).unwrap() as u32
    }

    #[test]
    fn contents_of_cells_are_of_one_kind_wherever_they_are() {
        let structure = of("tictactoe");
        let kind = |fluent| structure.kinds[number(&structure, fluent)];
        assert_eq!(kind("(cell 1 1 x)"), kind("(cell 3 2 x)"));
        assert_ne!(kind("(cell 1 1 x)"), kind("(cell 1 1 o)"));
        assert_ne!(kind("(cell 1 1 x)"), kind("(control xplayer)"));
    }

    #[test]
    fn a_cell_that_only_one_piece_ever_comes_to_is_as_the_others_are() {
        let structure = of("breakthrough-6x6");
        let kind = |fluent| structure.kinds[number(&structure, fluent)];
        // White stands in the first row at the start and never comes back; black ends the game there.
        assert_eq!(kind("(cell 1 1 white)"), kind("(cell 3 4 white)"));
        assert_eq!(kind("(cell 2 1 black)"), kind("(cell 3 4 black)"));
        assert_ne!(kind("(cell 1 1 white)"), kind("(cell 1 1 black)"));
        assert_ne!(kind("(cell 1 1 white)"), kind("(control white)"));
    }

    #[test]
    fn fluents_of_one_name_and_other_numbers_of_arguments_are_of_other_kinds() {
        let sheet = gdl::Rulesheet::parse(
            "counters",
            b"(role you) (init (n 0)) (init (n 0 a)) (legal you go) (legal you stay) (goal you 0) (succ 0 1) (succ 1 2)
            (<= (next (n ?y)) (true (n ?x)) (succ ?x ?y)) (<= (next (n ?x a)) (true (n ?x a)) (does you stay))
            (<= (next (n ?y a)) (true (n ?x a)) (succ ?x ?y) (does you go)) (<= terminal (true (n 2)))",
        );
        let rules = Rules::new(&sheet.unwrap()).unwrap();
        let structure = rules.encoding().unwrap().structure();
        let kind = |fluent| structure.kinds[number(structure, fluent)];
        assert_ne!(kind("(n 1)"), kind("(n 1 a)"));
    }

    #[test]
    fn the_cells_of_a_line_are_read_together_and_no_others_of_three() {
        let structure = of("tictactoe");
        let cells = |cells: [&str; 3]| {
            let mut found = cells.map(|cell| variable(&structure, &format!("(cell {cell} x)")));
            found.sort_unstable();
            found.to_vec()
        };
        for line in [["1 1", "2 2", "3 3"], ["1 2", "2 2", "3 2"], ["3 1", "3 2", "3 3"]] {
            assert!(structure.together.contains(&cells(line)), "{line:?}");
        }
        assert!(!structure.together.contains(&cells(["1 1", "1 2", "2 2"])));
    }

    #[test]
    fn neighbours_on_a_path_are_read_together() {
        let structure = of("hex-7x7");
        let cell = |cell| variable(&structure, &format!("(cell {cell} red)"));
        let together = |a, b| {
            let both = |set: &&Vec<u32>| set.contains(&cell(a)) && set.contains(&cell(b));
            structure.together.iter().any(|set| both(&set))
        };
        assert!(together("3 3", "3 4") && !together("1 1", "7 7"));
    }

    #[test]
    fn a_board_has_its_symmetries() {
        assert_eq!(of("tictactoe").symmetries.len(), 7);
        assert_eq!(of("connect-four").symmetries.len(), 1);
    }

    #[test]
    fn a_state_has_the_bits_of_its_fluents() {
        let rules = Rules::new(&sheet("tictactoe")).unwrap();
        let encoding = rules.encoding().unwrap();
        let initial = rules.initial();
        let bits = encoding.bits(&initial);
        let holding: Vec<&str> = (0..encoding.structure().fluents.len())
            .filter(|&fluent| circuit::holds(bits, fluent))
            .map(|fluent| encoding.structure().fluents[fluent].as_str())
            .collect();
        let mut expected = rules.reasoner().texts(&rules.fluents(&initial));
        expected.sort();
        assert_eq!(holding, expected);
    }
}
