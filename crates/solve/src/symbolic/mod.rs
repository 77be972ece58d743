//! Counts of all reachable states with decision diagrams.
//!
//! A decision diagram has a node for each way in which a set of states goes on after the first of their
//! variables, so that it may be small where the states are many: the 314,710,752 states of ply 25 of Connect
//! Four on six columns and five rows take 1.6 million nodes. Breadth-first search works out all states of a
//! ply at once as the *image* of those of the ply before (Burch, Clarke, McMillan, Dill & Hwang, *Symbolic
//! Model Checking: 10^20 States and Beyond*, 1992), here in one pass over the diagram for each joint move.
//! Edelkamp & Kissmann, *On the Complexity of BDDs for State Space Search: A Case Study in Connect Four*
//! (AAAI 2011), tell why the states of a game alone are easy and their end makes them hard.
//!
//! What is counted are states as the rules have them: with whose turn it is, and with a counter of steps
//! where the rules have one. All states of a ply agree on fluents that no move has an influence on; these are
//! kept beside the diagram, and states without them are counted on request ([`SymbolicOptions::positions`]).
//! Where the state tells the ply, as each move fills a cell or takes a peg, layers are disjoint, and each is
//! forgotten when the next is known; elsewhere the union of all is kept, and a state counts at the ply where
//! it comes first.
//!
//! ```
//! use spielbaum_solve::symbolic::{SymbolicOptions, count};
//!
//! let text = game::Builtin::named("tictactoe").unwrap().rules;
//! let sheet = gdl::Rulesheet::parse("tictactoe.kif", text.as_bytes()).unwrap();
//! let rules = game::Rules::new(&sheet).unwrap();
//! let count = count(&rules, &SymbolicOptions::default(), &mut |ply| println!("{ply:?}"), &|| true)?;
//! assert_eq!(count.states.to_string(), "5478");
//! # Ok::<(), spielbaum_solve::symbolic::SymbolicError>(())
//! ```

mod clock;
mod conditions;
mod counter;
mod cube;
mod diagram;
mod effects;
mod encoding;
mod grade;
mod order;
mod phase;
mod relation;
mod saved;
mod sets;
mod union;
mod work;

use std::io;

use game::{Interrupt, Interrupted, Notation, Rules};
use num_bigint::BigUint;
use sha2::{Digest, Sha256};

use counter::Counter;
use encoding::Encoding;
use work::Halt;

/// The order of the variables of the state, from the first level of the diagram to the last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VariableOrder {
    /// By the fluents, as the circuit numbers them: as a rule cell by cell, column by column.
    #[default]
    Fluents,
    /// By the heuristic FORCE: variables whose next values depend on each other are near each other.
    Force,
}

/// How to count.
#[derive(Clone, Debug)]
pub struct SymbolicOptions {
    /// The bytes that nodes and the cache of operations may take.
    pub memory: usize,
    /// The order of variables. It changes the size of diagrams by factors, and no count.
    pub order: VariableOrder,
    /// Whether to count positions too: states without those fluents that depend on the ply alone, such as a
    /// counter of steps.
    pub positions: bool,
}

impl Default for SymbolicOptions {
    /// 1 GiB, variables by their fluents; no positions.
    fn default() -> Self {
        Self { memory: 1 << 30, order: VariableOrder::default(), positions: false }
    }
}

/// The states of one ply.
#[derive(Clone, Debug, PartialEq)]
pub struct Ply {
    /// The ply: how many moves it takes at least to come there.
    pub ply: usize,
    /// How many states come there first.
    pub states: BigUint,
    /// In how many of them the game is over.
    pub terminal: BigUint,
    /// The nodes of their diagram.
    pub nodes: usize,
    /// The nodes in the table when the next ply was worked out, those included that nothing needs any more.
    pub table: usize,
    /// How long it took to count them and to work out the next ply.
    pub seconds: f64,
}

/// All states that can be reached, or those of the first plies.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SymbolicCount {
    /// The plies whose states have been counted. A state that comes at several plies counts at the first
    /// of them.
    pub by_ply: Vec<Ply>,
    /// How many states there are in these plies.
    pub states: BigUint,
    /// In how many of them the game is over.
    pub terminal: BigUint,
    /// How many positions there are, if that was asked: states that differ in nothing but fluents that depend
    /// on the ply alone are one position.
    pub positions: Option<BigUint>,
    /// Whether these are all plies.
    pub end: CountEnd,
    /// The most nodes that were in the table at a time, those included that nothing needed any more.
    pub peak_nodes: usize,
}

/// How a count ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CountEnd {
    /// All states have been counted.
    Complete,
    /// It was told to end.
    #[default]
    Interrupted,
    /// The next ply takes more memory than it may have.
    MemoryFull,
}

/// Why states cannot be counted.
#[derive(Debug, thiserror::Error)]
pub enum SymbolicError {
    /// The game is not played on a circuit.
    #[error("the game has no circuit: {why}")]
    NoCircuit {
        /// Why.
        why: String,
    },
    /// The circuit has too many gates to be taken apart, or too many fluents.
    #[error("the circuit of the game is too large for decision diagrams")]
    TooLarge,
    /// Not even the initial state fits the memory.
    #[error("decision diagrams of this game take more memory than they may have")]
    Memory,
    /// The rules give no answer in a state.
    #[error(
        "the role {role} has no legal move in a state of ply {ply}, which is not terminal; give it a move such as `noop`, or end the game there"
    )]
    NoMove {
        /// The role's name.
        role: String,
        /// The ply.
        ply: usize,
    },
    /// It was told to end before it began to count.
    #[error("the count was interrupted before it began")]
    Interrupted,
    /// A saved count cannot be read.
    #[error("the saved count cannot be read: {0}")]
    Saved(#[from] io::Error),
}

impl From<Interrupted> for SymbolicError {
    fn from(_: Interrupted) -> Self {
        Self::Interrupted
    }
}

/// The most fluents: operations on diagrams recur as deep as there are levels, and the stack must do.
const MOST_FLUENTS: usize = 2_000;

/// A count that goes on ply by ply.
pub struct SymbolicCounter {
    counter: Counter,
    /// What the game and the order of variables are told by.
    fingerprint: String,
    roles: Vec<String>,
    end: Option<CountEnd>,
    error: Option<SymbolicError>,
}

impl SymbolicCounter {
    /// A count at its beginning.
    ///
    /// # Errors
    /// If the game has no circuit, or too large a one, or it is interrupted: of a large game it takes
    /// some seconds.
    pub fn new(
        rules: &Rules,
        options: &SymbolicOptions,
        interrupt: &Interrupt<'_>,
    ) -> Result<Self, SymbolicError> {
        let compiled = rules.compiled().map_err(|why| SymbolicError::NoCircuit { why: why.to_string() })?;
        let circuit = compiled.circuit();
        let functions = circuit.transition_functions(interrupt)?.ok_or(SymbolicError::TooLarge)?;
        let mut encoding = Encoding::new(circuit, &functions, interrupt)?;
        if encoding.fluents() > MOST_FLUENTS {
            return Err(SymbolicError::TooLarge);
        }
        if options.order == VariableOrder::Force {
            let order = order::force(&encoding, &functions);
            encoding = encoding.ordered(&order);
        }
        let counter = Counter::new(functions, encoding, options).map_err(|_| SymbolicError::Memory)?;
        let names = compiled.port_names(rules.reasoner());
        let text = circuit.aiger(&names).map_err(|_| SymbolicError::TooLarge)?;
        let hash = Sha256::digest(format!("{text}{:?}", options.order));
        let fingerprint = BigUint::from_bytes_be(&hash).to_str_radix(16);
        let roles = (0..circuit.roles()).map(|role| rules.role_name(role).to_owned()).collect();
        Ok(Self { counter, fingerprint, roles, end: None, error: None })
    }

    /// A count that goes on from what [`save`](Self::save) has written of the same rules and options; only
    /// the memory may be another.
    ///
    /// # Errors
    /// If the game has no circuit, or the file cannot be read or is not of this game, or it is interrupted.
    pub fn resume(
        rules: &Rules,
        options: &SymbolicOptions,
        file: &mut dyn io::BufRead,
        interrupt: &Interrupt<'_>,
    ) -> Result<Self, SymbolicError> {
        let mut counter = Self::new(rules, options, interrupt)?;
        counter.counter.load(&counter.fingerprint, file)?;
        Ok(counter)
    }

    /// Writes where the count stands, so that it can [go on](Self::resume) another time: the counts of all
    /// plies, and the next layer.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&mut self, file: &mut dyn io::Write) -> io::Result<()> {
        self.counter.save(&self.fingerprint, file)
    }

    /// Counts the states of the next ply; none if there are no more, the memory is full, or `go_on` says no:
    /// then nothing is lost, and it can be tried again. None, too, where the rules give no answer, as
    /// [`error`](Self::error) tells. Where layers turn out not to be disjoint, it begins again with the first
    /// ply, keeping all states.
    pub fn advance(&mut self, go_on: &dyn Fn() -> bool) -> Option<&Ply> {
        let end = match self.counter.advance(go_on) {
            Ok(true) => return self.counter.progress.plies.last(),
            Ok(false) => CountEnd::Complete,
            Err(Halt::Full) => CountEnd::MemoryFull,
            Err(Halt::Interrupted) => CountEnd::Interrupted,
            Err(Halt::NoMove { role }) => {
                let ply = self.counter.progress.plies.len();
                self.error = Some(SymbolicError::NoMove { role: self.roles[role].clone(), ply });
                CountEnd::Interrupted
            }
        };
        self.end = Some(end);
        None
    }

    /// Why the states of the next ply cannot be counted, if the rules give no answer in some of them.
    pub fn error(&self) -> Option<&SymbolicError> {
        self.error.as_ref()
    }

    /// What has been counted so far.
    pub fn count(&self) -> SymbolicCount {
        let Counter { progress, sets, peak, .. } = &self.counter;
        let positions = progress.positions.as_ref();
        SymbolicCount {
            states: progress.plies.iter().map(|ply| &ply.states).sum(),
            terminal: progress.plies.iter().map(|ply| &ply.terminal).sum(),
            by_ply: progress.plies.clone(),
            positions: positions.map(|positions| sets.diagram.count(positions.family())),
            end: self.end.unwrap_or(CountEnd::Interrupted),
            peak_nodes: *peak,
        }
    }
}

/// Counts the reachable states of a game, telling `progress` each ply, as long as `go_on` says so.
///
/// # Errors
/// If the game has no circuit, or too large a one, or a role has no legal move in a state that is
/// not terminal.
pub fn count(
    rules: &Rules,
    options: &SymbolicOptions,
    progress: &mut dyn FnMut(&Ply),
    go_on: &dyn Fn() -> bool,
) -> Result<SymbolicCount, SymbolicError> {
    let mut counter = match SymbolicCounter::new(rules, options, &Interrupt::unless(go_on)) {
        Err(SymbolicError::Interrupted) => return Ok(SymbolicCount::default()),
        counter => counter?,
    };
    while let Some(ply) = counter.advance(go_on) {
        progress(ply);
    }
    let count = counter.count();
    counter.error.map_or(Ok(count), Err)
}

#[cfg(test)]
mod tests;
