use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The values that a variable may have in the states of a cube, and the one that it gets, if it changes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Step {
    pub(super) variable: usize,
    pub(super) from: Vec<usize>,
    pub(super) to: Option<usize>,
}

/// Cubes, read side by side as an automaton reads words: variable by variable, in the order of the diagram.
///
/// A *cube* is what states have in common that have certain values of some variables. A *place* of the
/// automaton stands for the cubes that the values read so far belong to; places are made when they are first
/// asked for.
pub(super) struct Cubes {
    cubes: Vec<Vec<Step>>,
    places: Vec<Place>,
    numbers: FxHashMap<Vec<(u32, u32)>, u32>,
}

/// What has been read of cubes.
struct Place {
    /// The cubes of which all has been read.
    complete: Vec<u32>,
    /// The place of the others.
    rest: u32,
    /// The cubes that may still be completed, each with how many of its steps have been read, in ascending
    /// order; none where some have been completed.
    active: Vec<(u32, u32)>,
    branch: Option<Branch>,
}

/// What comes next at a place.
pub(super) struct Branch {
    /// The variable of the next step of any cube.
    pub(super) variable: usize,
    /// For each value of it the values that cubes make of it, with the places of these cubes.
    pub(super) by_value: Vec<Targets>,
}

/// Values of a variable, each with a place.
pub(super) type Targets = SmallVec<[(usize, u32); 2]>;

impl Cubes {
    /// The place where nothing has been read and no cube is left.
    pub(super) const NONE: u32 = 0;

    /// Cubes whose steps are in the order of variables.
    pub(super) fn new(cubes: Vec<Vec<Step>>) -> Self {
        let mut automaton = Self { cubes, places: Vec::new(), numbers: FxHashMap::default() };
        automaton.place(Vec::new());
        automaton
    }

    /// The place where all cubes begin.
    pub(super) fn start(&mut self) -> u32 {
        let all = (0..self.cubes.len() as u32).map(|cube| (cube, 0)).collect();
        self.place(all)
    }

    fn place(&mut self, active: Vec<(u32, u32)>) -> u32 {
        if let Some(&number) = self.numbers.get(&active) {
            return number;
        }
        let is_complete = |&(cube, step): &(u32, u32)| self.cubes[cube as usize].len() == step as usize;
        let (complete, others): (Vec<_>, Vec<_>) = active.iter().partition(|&it| is_complete(it));
        let rest = if complete.is_empty() { self.places.len() as u32 } else { self.place(others.clone()) };
        let number = self.places.len() as u32;
        let complete = complete.into_iter().map(|(cube, _)| cube).collect();
        self.places.push(Place { complete, rest, active: others, branch: None });
        self.numbers.insert(active, number);
        number
    }

    /// The cubes of which all has been read at a place, and the place of the others.
    pub(super) fn completed(&self, place: u32) -> (&[u32], u32) {
        let place = &self.places[place as usize];
        (&place.complete, place.rest)
    }

    /// What comes next at a place none of whose cubes has been completed, and where some are left; `values`
    /// tells how many values a variable has.
    pub(super) fn branch(&mut self, place: u32, values: impl Fn(usize) -> usize) -> &Branch {
        if self.places[place as usize].branch.is_none() {
            let active = self.places[place as usize].active.clone();
            let next = |&(cube, step): &(u32, u32)| self.cubes[cube as usize][step as usize].variable;
            let variable = active.iter().map(next).min().expect("there are cubes left");
            let mut by_value = Vec::new();
            for value in 0..values(variable) {
                let mut groups: Vec<(usize, Vec<(u32, u32)>)> = Vec::new();
                for &(cube, step) in &active {
                    let it = &self.cubes[cube as usize][step as usize];
                    let (to, after) = if it.variable != variable {
                        (value, step)
                    } else if it.from.contains(&value) {
                        (it.to.unwrap_or(value), step + 1)
                    } else {
                        continue;
                    };
                    match groups.iter_mut().find(|(other, _)| *other == to) {
                        Some((_, group)) => group.push((cube, after)),
                        None => groups.push((to, vec![(cube, after)])),
                    }
                }
                by_value.push(groups.into_iter().map(|(to, group)| (to, self.place(group))).collect());
            }
            self.places[place as usize].branch = Some(Branch { variable, by_value });
        }
        self.places[place as usize].branch.as_ref().expect("it has just been made")
    }
}
