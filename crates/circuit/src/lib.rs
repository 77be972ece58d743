//! Rules compiled to one Boolean circuit, which plays hundreds of games at once in the bits of machine words.
//!
//! ```
//! use std::sync::Arc;
//! use logic::{GroundLimits, Grounding, Limits, Reasoner};
//! use spielbaum_circuit::{Circuit, Pace, Playouts};
//!
//! let sheet = gdl::Rulesheet::parse("coin.kif", b"
//!     (role you) (init start)
//!     (<= (legal you heads) (true start))
//!     (<= (legal you tails) (true start))
//!     (<= (next lucky) (does you heads))
//!     (<= (next over) (true start))
//!     (<= terminal (true over))
//!     (<= (goal you 100) (true lucky))
//!     (<= (goal you 0) (not (true lucky)))
//! ").unwrap();
//! let reasoner = Reasoner::new(&sheet, Limits::default())?;
//! let grounding = Grounding::new(&sheet, &reasoner, &GroundLimits::default())?;
//! let circuit = Arc::new(Circuit::new(&grounding, &reasoner)?);
//!
//! let starts = [circuit.initial().clone()];
//! let tally = Playouts::new(circuit, 7).tally(&starts, 10_000, &mut |_| Pace::On);
//! assert_eq!((tally.playouts, tally.plies), (10_000, 10_000));
//! assert!((450_000..550_000).contains(&tally.goals[0]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Circuit`] is made from a [`logic::Grounding`]. [`Playouts`] plays uniformly random games; [`Boards`]
//! are games that go on by moves from outside; an [`Explorer`] evaluates states for a search, one or up to
//! 512 successors at once; [`Symmetries`] are the permutations of fluents and moves that the rules allow. The
//! instruction set ([`Instructions`]) changes the speed and no result.
//!
//! # The network
//!
//! The first part of the crate makes an and-inverter graph of the grounding: two-input ANDs with inverters on
//! the edges, equal nodes once ([Kuehlmann et al. 2002]), simplified by two-level rules ([Brummayer and Biere
//! 2006]). Recursive atoms become blocks that are evaluated to their least fixpoint, over a small feedback
//! vertex set ([Levy and Low 1988]). ANDs of any width are then simplified, factored and shared.
//!
//! Groups of fluents of which exactly one holds in every reachable state, such as the contents of a cell,
//! make the graph much smaller. Random walks propose them, and induction with a SAT solver proves them
//! ([Flanagan and Leino 2001]); what is not proven is not used. Of a large network each group has a proof of
//! its own, from the gates on which its next values depend. [`Circuit::admits`] tells for which states they
//! hold. The same solver bounds the sum of all roles' goals ([`Circuit::goal_sums`]), and proves that players
//! take turns ([`Circuit::takes_turns`]). Symmetries are automorphisms of the grounded rules (Schiffel,
//! *Symmetry Detection in General Game Playing*, AAAI 2010), found by colour refinement ([McKay and Piperno
//! 2014] survey the method) and verified. [`Factors`] are the independent games that a game consists of (Cox,
//! Schkufza, Madsen & Genesereth, *Factoring General Games using Propositional Automata*, 2009). A
//! [`CanonicalForm`] is what two rulesheets have in common that differ in names and order alone.
//!
//! [`TransitionFunctions`] are the network as Boolean functions without recursion, for methods that compute
//! with sets of states.
//!
//! Of a game of one role the solver also finds plans: [`Horizon`] is the network ply after ply ([Biere et al.
//! 1999]). [`PatternDatabases`] tell how far its states are from the goal, by fluents that depend on no
//! others, and [`PlyBounds`] how much is paid after so many plies at most.
//!
//! # The lanes
//!
//! The second part runs the network. Gates are mapped to functions of three inputs by area flow ([Mishchenko
//! et al. 2007]) and compiled to a list over few slots, allocated by linear scan ([Poletto and Sarkar 1999]).
//! A slot is a word of 64, 256 or 512 bits, and each bit is a lane, which is a game of its own. On a machine
//! with AVX-512 or AVX2, a program that has been run often in many lanes is compiled to machine code (the
//! crate `native`, the feature `jit`), which keeps most values in registers. In a playout, gates count the
//! legal moves and choose the one of a random rank; the random bits are xoshiro256++ ([Blackman and Vigna
//! 2021]). Where a game ends, the next one starts in its lane. On demand ([`Circuit::prepare`]) the network
//! gets literals for moves that win at once and for those that let another role win at once, made of the
//! rules alone ([Teytaud and Teytaud 2010]), and playouts choose by them ([`Policy`]). For a search, a lane
//! is a state and a joint move: one evaluation gives the next states of all lanes and all that the rules say
//! of them.
//!
//! # One state at a time
//!
//! Few states are faster one after the other. The network is then simulated by events ([Ulrich 1969]): each
//! gate counts its operands that are false, a change of an input is told to the gates that read it, and only
//! what changes is worked out, in topological order, once at most. An [`Explorer`] takes this way or that, as
//! was measured for the circuit.
//!
//! [Biere et al. 1999]: https://doi.org/10.1007/3-540-49059-0_14
//! [Kuehlmann et al. 2002]: https://doi.org/10.1109/TCAD.2002.804386
//! [Brummayer and Biere 2006]: https://fmv.jku.at/papers/BrummayerBiere-MEMICS06.pdf
//! [Levy and Low 1988]: https://doi.org/10.1016/0196-6774(88)90013-2
//! [Flanagan and Leino 2001]: https://doi.org/10.1007/3-540-45251-6_29
//! [McKay and Piperno 2014]: https://doi.org/10.1016/j.jsc.2013.09.003
//! [Mishchenko et al. 2007]: https://doi.org/10.1109/TCAD.2006.887925
//! [Poletto and Sarkar 1999]: https://doi.org/10.1145/330249.330250
//! [Ulrich 1969]: https://doi.org/10.1145/362848.362870
//! [Teytaud and Teytaud 2010]: https://doi.org/10.1109/ITW.2010.5593334
//! [Blackman and Vigna 2021]: https://doi.org/10.1145/3460772

mod error;
mod first_stage;
mod goal;
mod hexadecimal;
mod incremental;
mod lanes;
mod network;
mod renumbering;
#[doc(hidden)]
pub mod samples;
mod size;
mod state;
mod stored;
#[cfg(test)]
mod testing;

pub use error::CircuitError;
pub use first_stage::FirstStage;
pub use goal::Goal;
pub use hexadecimal::hexadecimal;
#[doc(hidden)]
pub use lanes::measure;
pub use lanes::{
    Boards, Circuit, CodeProfile, End, Explorer, GateClass, Instructions, MoveError, Pace, Packed,
    PhaseProfile, Playout, Playouts, PlyTimes, Policy, ProgramProfile, ProgramSize, Succession, Successors,
    Tally, Unlisted, Width,
};
pub use network::{
    BooleanFunctions, CanonicalForm, Combination, Composition, Counting, ExportError, Factor, FactorEnd,
    Factors, Function, Gate, GoalBounds, GoalDistance, Horizon, Packing, PatternDatabases, PlanAnswer,
    PlyBounds, PortNames, Symmetries, TransitionFunctions, Variable,
};
pub use renumbering::Renumbering;
pub use size::Size;
pub use state::{State, holds};
pub use stored::{Damaged, from_bytes, to_bytes};
