mod move_groups;
mod solver;

use std::ops::RangeInclusive;

use gdl::{Interrupt, Interrupted};

use super::aig::{Aig, Lit, Node};
use super::group::Group;
use super::network::Network;
use super::unroll::unroll;
use move_groups::MoveGroups;
use solver::PlySolver;

/// The first plies of a game of one role from a given state, as clauses for a SAT solver, which finds the
/// moves to a goal among them: *bounded model checking* (Biere, Cimatti, Clarke & Zhu, *Symbolic Model
/// Checking without BDDs*, 1999), and planning as satisfiability (Kautz & Selman, *Planning as
/// Satisfiability*, 1992).
///
/// Each ply is a copy of the circuit. What the state fixes vanishes from the first copies, and so do counters
/// of plies from all of them. Exactly one move is made at a ply as long as the game goes on, and none after
/// its end, so that one question covers all lengths up to the [plies](Self::plies). The proven invariants
/// hold at each ply: they follow from the clauses, but the solver would have to find each ply's anew. What
/// the solver learns for one question counts for all later ones.
///
/// A plan is as right as the circuit. Who cares replays it.
///
/// In some puzzles the order of moves does not matter: cells are filled with numbers, one after another. Then
/// it takes long to see of one plan after another, that differ in the order alone, that it leads nowhere; so
/// one may ask for plans [in order](Self::keep_order) only.
pub struct Horizon {
    /// The network without blocks.
    flat: Flat,
    /// All plies.
    aig: Aig,
    /// For each node of the network its copy at the last ply: of those that depend on the state alone.
    copies: Vec<Lit>,
    plies: Vec<Ply>,
    /// Whether the game goes on after all plies.
    goes_on: Lit,
    solver: PlySolver,
    /// What is proven of every reachable state, so that the solver need not find it out ply by ply.
    groups: Vec<Group>,
    /// The groups of moves, if these are made in their order.
    groups_in_order: Option<MoveGroups>,
    most_gates: usize,
}

/// The most literals of groups that the solver is told at each ply.
const MOST_MEMBERS: usize = 20_000;

/// A network of one role without blocks, whose nodes are in topological order.
struct Flat {
    aig: Aig,
    terminal: Lit,
    legal: Vec<Lit>,
    goals: Vec<(Option<u8>, Lit)>,
    next: Vec<Lit>,
    /// What each node is needed for.
    parts: Vec<Part>,
    /// The nodes that goals are worked out from.
    before_goals: Vec<u32>,
    /// How many gates tell nothing but what the end of the game pays.
    goal_gates: usize,
}

/// What a node is needed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// It depends on the moves.
    Step,
    /// It depends on the state alone, and tells what is legal, whether the game is over, or what comes next.
    View,
    /// It tells nothing but what the end of the game pays.
    Goals,
}

/// A ply that may be made.
struct Ply {
    /// The moves that may be legal, and whether each is made.
    moves: Vec<(u32, Lit)>,
    /// Whether the game ends with it.
    ends: Lit,
    /// The copies of what goals are worked out from.
    before_goals: Vec<Lit>,
    /// For each number that may be a goal, in ascending order, whether the game ends with it and pays no
    /// less; none before somebody asks.
    pays: Option<Vec<(u8, Lit)>>,
}

/// What a [`Horizon`] knows of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlanAnswer {
    /// The numbers of the moves, in order.
    Plan(Vec<u32>),
    /// There is no such plan.
    None,
    /// It was not decided within the work that was allowed.
    Undecided,
    /// What these plies pay takes too many gates; only where plans are [in order](Horizon::keep_order).
    TooLarge,
}

impl Horizon {
    /// No ply yet from a state of a network of one role, given by its fluents; none if the network has
    /// several roles, or is too large without its blocks.
    pub(crate) fn new(
        network: &Network,
        holds: impl Fn(usize) -> bool,
        most_gates: usize,
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<Self>, Interrupted> {
        let Some(flat) = Flat::of(network, most_gates, interrupt)? else { return Ok(None) };
        let mut copies = vec![Lit::FALSE; flat.aig.nodes().len()];
        for fluent in 0..network.initial.len() {
            copies[flat.aig.inputs()[fluent] as usize] = Lit::FALSE.invert_if(holds(fluent));
        }
        let mut horizon = Self {
            flat,
            aig: Aig::new(),
            copies,
            plies: Vec::new(),
            goes_on: Lit::FALSE,
            solver: PlySolver::new(),
            groups: network.groups.iter().filter(|group| group.members.len() > 1).cloned().collect(),
            groups_in_order: None,
            most_gates,
        };
        if horizon.groups.iter().map(|group| group.members.len()).sum::<usize>() > MOST_MEMBERS {
            horizon.groups.clear();
        }
        horizon.copy(Part::View, interrupt)?;
        horizon.goes_on = !horizon.at(horizon.flat.terminal);
        Ok(Some(horizon))
    }

    /// From now on there are only plans in order (symmetry breaking). Moves none of which is legal directly
    /// after another one of them, such as those that fill the same cell, make a group (a mutex group). Each
    /// move of a plan is of a group after that of the move before, and moves without a group are not made.
    /// What a [question](Self::plan), [`goes_on`](Self::goes_on) and [`is_over`](Self::is_over) tell is told
    /// of plans in order alone. It says no, and nothing is changed, where few moves have a group, or each has
    /// one of its own, as far as the circuit shows, or a ply was added before.
    ///
    /// # Errors
    /// If it is interrupted.
    pub fn keep_order(&mut self, interrupt: &Interrupt<'_>) -> Result<bool, Interrupted> {
        if self.plies.is_empty() {
            self.groups_in_order = MoveGroups::of(&self.flat, interrupt)?;
        }
        Ok(self.groups_in_order.is_some())
    }

    /// How many plies there are.
    pub fn plies(&self) -> usize {
        self.plies.len()
    }

    /// How many gates all plies have together.
    pub fn gates(&self) -> usize {
        self.aig.gates()
    }

    /// The goals that the rules may give, in ascending order.
    pub fn goals(&self) -> Vec<u8> {
        self.flat.goals.iter().filter_map(|&(goal, _)| goal).collect()
    }

    /// Whether it is known without a question that the game never goes on after all plies.
    pub fn is_over(&self) -> bool {
        self.goes_on == Lit::FALSE
    }

    /// Adds a ply, unless that would be too many gates, or no plan in order has so many moves: then it says
    /// no, and nothing is changed.
    ///
    /// # Errors
    /// If it is interrupted; then nothing more can be asked.
    pub fn extend(&mut self, interrupt: &Interrupt<'_>) -> Result<bool, Interrupted> {
        let unpaid = self.plies.iter().filter(|ply| ply.pays.is_none()).count();
        let (may_go_on, asked) = match &self.groups_in_order {
            // Questions are about few of the lengths.
            Some(groups) => (self.plies.len() < groups.count, 1),
            None => (true, unpaid + 1),
        };
        let gates = self.aig.gates() + self.flat.aig.gates() - self.flat.goal_gates;
        if !may_go_on || gates + asked * self.flat.goal_gates > self.most_gates {
            return Ok(false);
        }
        let legal: Vec<Lit> = self.flat.legal.iter().map(|&legal| self.at(legal)).collect();
        let moves = self.flat.aig.inputs().len() - legal.len();
        let possible: Vec<usize> = (0..legal.len()).filter(|&mov| legal[mov] != Lit::FALSE).collect();
        let mut made = Vec::with_capacity(possible.len());
        for mov in 0..legal.len() {
            self.copies[self.flat.aig.inputs()[moves + mov] as usize] = Lit::FALSE;
        }
        for &mov in &possible {
            // An only move that is always legal is no choice.
            let only = possible.len() == 1 && legal[mov] == Lit::TRUE;
            let literal = if only { self.goes_on } else { self.aig.input() };
            self.copies[self.flat.aig.inputs()[moves + mov] as usize] = literal;
            made.push((mov as u32, literal));
        }
        self.copy(Part::Step, interrupt)?;
        let next: Vec<Lit> = self.flat.next.iter().map(|&next| self.at(next)).collect();
        for (fluent, next) in next.into_iter().enumerate() {
            self.copies[self.flat.aig.inputs()[fluent] as usize] = next;
        }
        self.copy(Part::View, interrupt)?;
        let before = self.goes_on;
        let terminal = self.at(self.flat.terminal);
        let ends = self.aig.and(before, terminal);
        self.goes_on = self.aig.and(before, !terminal);
        self.solver.encode(&self.aig, interrupt)?;
        for group in &self.groups {
            let members = group.members.iter().map(|member| {
                // The fluents are the first nodes after the constant.
                let input = self.flat.aig.inputs()[member.node() as usize - 1];
                self.copies[input as usize].invert_if(member.inverted())
            });
            let members: Vec<Lit> = members.collect();
            interrupt.check()?;
            self.solver.one_if(before, &members, group.exactly);
        }
        let literals: Vec<Lit> = made.iter().map(|&(_, literal)| literal).collect();
        let legal: Vec<Lit> = possible.iter().map(|&mov| legal[mov]).collect();
        self.solver.one_move(&literals, &legal, before);
        if let Some(groups) = &self.groups_in_order {
            let group = |mov: u32| groups.of_move[mov as usize].map(|group| group as usize);
            let made: Vec<(Option<usize>, Lit)> =
                made.iter().map(|&(mov, literal)| (group(mov), literal)).collect();
            self.solver.in_order(&made, groups.count);
        }
        let before_goals = self.flat.before_goals.iter().map(|&node| self.copies[node as usize]).collect();
        self.plies.push(Ply { moves: made, ends, before_goals, pays: None });
        Ok(true)
    }

    /// Looks for a game whose last move is one of these plies, counted from 1, and which pays `goal` or more.
    /// The solver may make so many decisions; a conflict counts as ten.
    pub fn plan(
        &mut self,
        goal: u8,
        plies: RangeInclusive<usize>,
        work: u64,
        go_on: Box<dyn Fn() -> bool + Send>,
    ) -> PlanAnswer {
        let last = (*plies.end()).min(self.plies.len());
        let mut wins = Vec::new();
        for ply in plies.start().saturating_sub(1)..last {
            match self.pays(ply, &Interrupt::unless(&*go_on)) {
                Ok(Some(pays)) => {
                    wins.extend(pays.iter().find(|&&(pays, _)| pays >= goal).map(|&(_, win)| win));
                }
                Ok(None) => return PlanAnswer::TooLarge,
                Err(_) => return PlanAnswer::Undecided,
            }
        }
        wins.retain(|&win| win != Lit::FALSE);
        if wins.is_empty() {
            return PlanAnswer::None;
        }
        match self.solver.any(&wins, work, go_on) {
            None => PlanAnswer::Undecided,
            Some(false) => PlanAnswer::None,
            Some(true) => PlanAnswer::Plan(self.moves_of_model()),
        }
    }

    /// Whether a game may go on after all plies, if that is decided within the work that is allowed.
    pub fn goes_on(&mut self, work: u64, go_on: Box<dyn Fn() -> bool + Send>) -> Option<bool> {
        if self.is_over() {
            return Some(false);
        }
        self.solver.any(&[self.goes_on], work, go_on)
    }

    /// Decisions so far, a conflict counting as ten.
    pub fn work(&self) -> u64 {
        self.solver.work()
    }

    /// The moves up to the end of the game.
    fn moves_of_model(&self) -> Vec<u32> {
        let mut moves = Vec::new();
        for ply in &self.plies {
            let made = ply.moves.iter().find(|&&(_, literal)| self.solver.holds(literal));
            moves.extend(made.map(|&(mov, _)| mov));
            if self.solver.holds(ply.ends) {
                break;
            }
        }
        moves
    }

    /// The copy of a literal of the network at the last ply.
    fn at(&self, literal: Lit) -> Lit {
        self.copies[literal.node() as usize].invert_if(literal.inverted())
    }

    /// Copies the gates of a part.
    fn copy(&mut self, part: Part, interrupt: &Interrupt<'_>) -> Result<(), Interrupted> {
        for (node, gate) in self.flat.aig.nodes().iter().enumerate() {
            interrupt.check()?;
            if let (Node::And(a, b), true) = (*gate, self.flat.parts[node] == part) {
                let of = |literal: Lit| self.copies[literal.node() as usize].invert_if(literal.inverted());
                self.copies[node] = self.aig.and(of(a), of(b));
            }
        }
        Ok(())
    }

    /// For each possible goal, whether the game ends with a ply and pays no less; none if that would be too
    /// many gates. Many questions are about few plies, so that it is worked out when somebody asks.
    fn pays(&mut self, ply: usize, interrupt: &Interrupt<'_>) -> Result<Option<&[(u8, Lit)]>, Interrupted> {
        if self.plies[ply].pays.is_none() {
            if self.aig.gates() + self.flat.goal_gates > self.most_gates {
                return Ok(None);
            }
            // The copies are those of the last ply.
            let nodes = self.flat.before_goals.iter();
            let kept: Vec<Lit> = nodes.map(|&node| self.copies[node as usize]).collect();
            let of_ply = std::mem::take(&mut self.plies[ply].before_goals);
            self.set_before_goals(&of_ply);
            let pays = self.copy(Part::Goals, interrupt).map(|()| self.goals_if(self.plies[ply].ends));
            self.set_before_goals(&kept);
            self.plies[ply].before_goals = of_ply;
            let pays = pays?;
            self.solver.encode(&self.aig, interrupt)?;
            self.plies[ply].pays = Some(pays);
        }
        Ok(self.plies[ply].pays.as_deref())
    }

    fn set_before_goals(&mut self, copies: &[Lit]) {
        for (&node, &copy) in self.flat.before_goals.iter().zip(copies) {
            self.copies[node as usize] = copy;
        }
    }

    /// For each possible goal, whether the game `ends` and pays no less, by the copies of the goals. Of
    /// several goals the least counts.
    fn goals_if(&mut self, ends: Lit) -> Vec<(u8, Lit)> {
        let goals: Vec<(u8, Lit)> =
            self.flat.goals.iter().filter_map(|&(goal, literal)| Some((goal?, self.at(literal)))).collect();
        // For each goal whether it or a higher one holds.
        let mut any: Vec<Lit> = goals.iter().map(|&(_, literal)| literal).collect();
        for place in (1..any.len()).rev() {
            any[place - 1] = self.aig.or(any[place - 1], any[place]);
        }
        let (mut pays, mut none_lower) = (Vec::new(), ends);
        for (&(goal, literal), any) in goals.iter().zip(any) {
            pays.push((goal, self.aig.and(none_lower, any)));
            none_lower = self.aig.and(none_lower, !literal);
        }
        pays
    }
}

impl Flat {
    fn of(network: &Network, limit: usize, interrupt: &Interrupt<'_>) -> Result<Option<Self>, Interrupted> {
        let ([legal], [goals]) = (network.legal.as_slice(), network.goals.as_slice()) else {
            return Ok(None);
        };
        let roots = network.roots();
        let unrolled = if network.aig.blocks().is_empty() {
            Some((network.aig.clone(), roots))
        } else {
            unroll(&network.aig, &roots, limit, interrupt)?
        };
        let Some((aig, roots)) = unrolled else { return Ok(None) };
        let Some((terminal, rest)) = roots.split_first() else { return Ok(None) };
        let (legal, rest) = rest.split_at(legal.len());
        let (of_goals, rest) = rest.split_at(goals.len());
        let next = &rest[..network.next.len()];
        let of_goals = goals.iter().zip(of_goals);
        let goals: Vec<(Option<u8>, Lit)> = of_goals.map(|(&(goal, _), &literal)| (goal, literal)).collect();
        let parts = parts(&aig, network.initial.len(), legal.iter().chain([terminal]).chain(next));
        let mut before_goals: Vec<u32> = goals.iter().map(|(_, literal)| literal.node()).collect();
        for (node, gate) in aig.nodes().iter().enumerate() {
            if let (Node::And(a, b), Part::Goals) = (*gate, parts[node]) {
                before_goals.extend([a.node(), b.node()]);
            }
        }
        before_goals.retain(|&node| parts[node as usize] != Part::Goals);
        before_goals.sort_unstable();
        before_goals.dedup();
        Ok(Some(Self {
            terminal: *terminal,
            legal: legal.to_vec(),
            goals,
            next: next.to_vec(),
            goal_gates: parts.iter().filter(|&&part| part == Part::Goals).count(),
            parts,
            before_goals,
            aig,
        }))
    }
}

/// What each node is needed for, where all but the `needed` ones are needed for goals. The first inputs are
/// `fluents`, the others moves.
fn parts<'l>(aig: &Aig, fluents: usize, needed: impl Iterator<Item = &'l Lit>) -> Vec<Part> {
    let mut parts = vec![Part::Goals; aig.nodes().len()];
    needed.for_each(|literal| parts[literal.node() as usize] = Part::View);
    for (node, gate) in aig.nodes().iter().enumerate().rev() {
        match *gate {
            Node::And(a, b) if parts[node] == Part::View => {
                [a, b].into_iter().for_each(|of| parts[of.node() as usize] = Part::View);
            }
            Node::And(..) => {}
            _ => parts[node] = Part::View,
        }
    }
    for (node, gate) in aig.nodes().iter().enumerate() {
        let of_step = match *gate {
            Node::Input(input) => input as usize >= fluents,
            Node::And(a, b) => [a, b].into_iter().any(|of| parts[of.node() as usize] == Part::Step),
            Node::False | Node::Variable { .. } => false,
        };
        if of_step {
            parts[node] = Part::Step;
        }
    }
    parts
}

impl std::fmt::Debug for Horizon {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Horizon")
            .field("plies", &self.plies())
            .field("gates", &self.gates())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::circuit_of;

    fn horizon(text: &str) -> Horizon {
        let circuit = circuit_of(text);
        circuit.horizon(circuit.initial(), 100_000, &Interrupt::never()).unwrap().unwrap()
    }

    fn extended(text: &str, plies: usize) -> Horizon {
        let mut horizon = horizon(text);
        for _ in 0..plies {
            assert!(horizon.extend(&Interrupt::never()).unwrap());
        }
        horizon
    }

    fn plan(horizon: &mut Horizon, goal: u8, plies: RangeInclusive<usize>) -> PlanAnswer {
        horizon.plan(goal, plies, 1_000_000, Box::new(|| true))
    }

    /// Three switches, of which one is turned at a ply; the game is over when all are on or after five plies.
    const SWITCHES: &str = "(role you) (init (step 0)) (switch a) (switch b) (switch c)
        (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5)
        (<= (legal you (turn ?s)) (switch ?s))
        (<= (next (on ?s)) (does you (turn ?s)) (not (true (on ?s))))
        (<= (next (on ?s)) (true (on ?s)) (not (does you (turn ?s))))
        (<= (next (step ?m)) (true (step ?n)) (succ ?n ?m))
        (<= all (true (on a)) (true (on b)) (true (on c)))
        (<= terminal all) (<= terminal (true (step 5)))
        (<= (goal you 100) all) (<= (goal you 30) (not all))";

    #[test]
    fn the_first_plan_takes_as_many_plies_as_are_needed() {
        let mut horizon = extended(SWITCHES, 5);
        assert_eq!(plan(&mut horizon, 100, 1..=2), PlanAnswer::None);
        let PlanAnswer::Plan(mut moves) = plan(&mut horizon, 100, 1..=5) else { panic!() };
        assert_eq!(moves.len() % 2, 1, "{moves:?}");
        assert_eq!(plan(&mut horizon, 100, 4..=4), PlanAnswer::None, "an even number of turns");
        let PlanAnswer::Plan(shortest) = plan(&mut horizon, 100, 3..=3) else { panic!() };
        moves.clone_from(&shortest);
        moves.sort_unstable();
        assert_eq!(moves, [0, 1, 2]);
    }

    #[test]
    fn a_lesser_goal_is_found_where_the_game_ends() {
        let mut horizon = extended(SWITCHES, 5);
        assert_eq!(plan(&mut horizon, 30, 1..=2), PlanAnswer::None, "it goes on");
        let PlanAnswer::Plan(moves) = plan(&mut horizon, 30, 5..=5) else { panic!() };
        assert_eq!(moves.len(), 5);
        assert_eq!(plan(&mut horizon, 101, 1..=5), PlanAnswer::None, "nobody gets so much");
    }

    #[test]
    fn a_counter_of_plies_ends_the_game_without_a_question() {
        let mut horizon = extended(SWITCHES, 4);
        assert!(!horizon.is_over());
        assert_eq!(horizon.goes_on(1_000, Box::new(|| true)), Some(true));
        horizon.extend(&Interrupt::never()).unwrap();
        assert!(horizon.is_over());
    }

    #[test]
    fn a_puzzle_without_a_solution_has_no_plan() {
        let text = SWITCHES.replace("(true (on c)))", "(true (on c)) (true (step 4)))");
        let mut horizon = extended(&text, 5);
        assert_eq!(plan(&mut horizon, 100, 1..=5), PlanAnswer::None, "an even number of turns");
    }

    #[test]
    fn reachability_is_unrolled() {
        let text = "(role you) (init (at a)) (edge a b) (edge b c) (edge c d)
            (<= (legal you (open ?x ?y)) (edge ?x ?y))
            (<= (next (opened ?x ?y)) (does you (open ?x ?y)))
            (<= (next (opened ?x ?y)) (true (opened ?x ?y)))
            (reach a) (<= (reach ?y) (reach ?x) (true (opened ?x ?y)))
            (<= (reach ?x) (reach ?y) (true (opened ?x ?y)))
            (<= terminal (reach d)) (<= (goal you 100) (reach d)) (<= (goal you 0) (not (reach d)))";
        let mut horizon = extended(text, 4);
        assert_eq!(plan(&mut horizon, 100, 1..=2), PlanAnswer::None);
        let PlanAnswer::Plan(moves) = plan(&mut horizon, 100, 1..=3) else { panic!() };
        assert_eq!(moves.len(), 3);
    }

    /// Three cells of two colours, of which neighbours must differ in the end.
    const CELLS: &str =
        "(role you) (cell a) (cell b) (cell c) (beside a b) (beside b c) (colour red) (colour green)
        (<= (legal you (paint ?c ?k)) (cell ?c) (colour ?k) (not (painted ?c)))
        (<= (painted ?c) (true (is ?c ?k)))
        (<= (next (is ?c ?k)) (does you (paint ?c ?k)))
        (<= (next (is ?c ?k)) (true (is ?c ?k)))
        (<= open (cell ?c) (not (painted ?c)))
        (<= bad (beside ?c ?d) (true (is ?c ?k)) (true (is ?d ?k)))
        (<= terminal (not open)) (<= (goal you 100) (not bad)) (<= (goal you 0) bad)";

    #[test]
    fn in_order_cells_are_filled_one_after_another() {
        let mut horizon = horizon(CELLS);
        assert!(horizon.keep_order(&Interrupt::never()).unwrap());
        let plies = (0..5).take_while(|_| horizon.extend(&Interrupt::never()).unwrap()).count();
        assert_eq!(plies, 3, "no plan in order has more moves than there are cells");
        let PlanAnswer::Plan(moves) = plan(&mut horizon, 100, 1..=3) else { panic!() };
        assert!(moves.is_sorted() && moves.len() == 3, "{moves:?}");
        assert_eq!(plan(&mut horizon, 100, 1..=2), PlanAnswer::None);
    }

    #[test]
    fn there_is_no_order_where_moves_stay_legal_or_each_is_alone() {
        let ordered = |text: &str| horizon(text).keep_order(&Interrupt::never()).unwrap();
        assert!(ordered(CELLS));
        assert!(!ordered(SWITCHES), "a switch may be turned again");
        assert!(!ordered(&CELLS.replace("(colour green)", "")), "each cell has but one move");
        assert!(ordered(&CELLS.replace("(cell c)", "(cell c) (legal you wait)")), "it is one move of seven");
        assert!(!extended(CELLS, 1).keep_order(&Interrupt::never()).unwrap(), "a move was made before");
    }

    #[test]
    fn plies_that_are_added_leave_room_for_what_they_pay() {
        let mut horizon = horizon(CELLS);
        horizon.most_gates = 2 * horizon.flat.aig.gates();
        let plies = (0..5).take_while(|_| horizon.extend(&Interrupt::never()).unwrap()).count();
        assert!((1..5).contains(&plies), "{plies}");
        assert_ne!(plan(&mut horizon, 100, 1..=plies), PlanAnswer::TooLarge);
    }

    #[test]
    fn goals_that_take_too_many_gates_are_told() {
        let mut horizon = horizon(CELLS);
        assert!(horizon.keep_order(&Interrupt::never()).unwrap());
        while horizon.extend(&Interrupt::never()).unwrap() {}
        horizon.most_gates = horizon.gates();
        assert_eq!(plan(&mut horizon, 100, 3..=3), PlanAnswer::TooLarge);
        horizon.most_gates = usize::MAX;
        assert!(matches!(plan(&mut horizon, 100, 3..=3), PlanAnswer::Plan(_)));
    }

    #[test]
    fn a_question_that_is_asked_again_is_the_same_to_the_solver() {
        // Each of three cells is beside both others, and there are two colours.
        let text = CELLS.replace("(beside b c)", "(beside b c) (beside a c)");
        let mut horizon = extended(&text, 3);
        assert_eq!(horizon.plan(100, 3..=3, 1, Box::new(|| true)), PlanAnswer::Undecided);
        let variables = horizon.solver.variables();
        assert_eq!(horizon.plan(100, 3..=3, 1, Box::new(|| true)), PlanAnswer::Undecided);
        assert_eq!(horizon.solver.variables(), variables);
        assert_eq!(plan(&mut horizon, 100, 3..=3), PlanAnswer::None);
    }

    #[test]
    fn too_many_gates_and_too_much_work_are_refused() {
        let mut horizon = horizon(SWITCHES);
        horizon.most_gates = horizon.flat.aig.gates();
        // What the first state fixes needs no gates.
        let plies = (0..5).take_while(|_| horizon.extend(&Interrupt::never()).unwrap()).count();
        assert!((1..5).contains(&plies) && horizon.plies() == plies, "{plies}");
        let mut horizon = extended(SWITCHES, 5);
        assert_eq!(horizon.plan(100, 1..=5, 1_000, Box::new(|| false)), PlanAnswer::Undecided);
        assert!(extended(SWITCHES, 1).extend(&Interrupt::unless(&|| false)).is_err());
    }
}
