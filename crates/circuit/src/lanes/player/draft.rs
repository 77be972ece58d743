use std::ops::Range;

use gdl::{Interrupt, Interrupted};
use rustc_hash::FxHashMap;

use super::{Choice, Heeded, Mover, Player};
use crate::goal::GOAL_BITS;
use crate::lanes::chooser::Chooser;
use crate::lanes::order::Wanted;
use crate::lanes::program::{Port, Program};
use crate::network::{Aig, Choosing, Decisive, Graft, Lit, Member, Network, Tree, goal_bits};

/// For so many gates for each move that is chosen among room is made at once.
const GATES_OF_MOVE: usize = 16;

/// Moves that are chosen among, or left out, wherever that leaves any.
pub(super) struct Preference<'a> {
    moves: &'a [Vec<Lit>],
    avoided: bool,
}

impl<'a> Preference<'a> {
    /// For moves that win at once; failing that against those that let another role win at once, where they
    /// are known.
    pub(super) fn of(decisive: &'a Decisive) -> Vec<Self> {
        let wins = Preference { moves: &decisive.wins, avoided: false };
        let losses = decisive.losses.as_ref().map(|losses| Preference { moves: losses, avoided: true });
        std::iter::once(wins).chain(losses).collect()
    }
}

/// The gates of a player: the network, and those that make moves in it.
pub(super) struct Draft<'a> {
    network: &'a Network,
    interrupt: &'a Interrupt<'a>,
    aig: Aig,
    /// The network in the graph. What depends on moves grows when all are made.
    graft: Graft<'a>,
    goals: Vec<[Lit; GOAL_BITS]>,
    /// For each role whether it has any legal move.
    any: Vec<Lit>,
    roles: Vec<Mover>,
    /// Of each choice the bits of the last rank, and the slots of the rank that is chosen.
    choices: Vec<(Vec<Lit>, Range<usize>)>,
    /// The moves that the playout may favour: role, number, and the slot that tells where it does.
    heeded: Vec<(usize, usize, usize)>,
    /// Whether each move is made that is chosen among, in the same order.
    made: Vec<Lit>,
}

impl<'a> Draft<'a> {
    /// The view of a state, in which no move is made yet.
    pub(super) fn new(
        network: &'a Network,
        choosing: &Choosing,
        interrupt: &'a Interrupt<'a>,
    ) -> Result<Self, Interrupted> {
        let mut aig = Aig::new();
        let moves = choosing.trees.iter().map(|tree| tree.leaves.len()).sum::<usize>();
        aig.reserve(network.aig.nodes().len() + GATES_OF_MOVE * moves);
        let fluents = network.initial.len();
        let mut inputs: Vec<Option<Lit>> = (0..fluents).map(|_| Some(aig.input())).collect();
        inputs.resize(network.aig.inputs().len(), None);
        let mut graft = Graft::new(&network.aig, inputs);
        graft.grow(&mut aig, interrupt)?;
        let goals = (network.goals.iter())
            .map(|goals| {
                let goals: Vec<_> = goals.iter().map(|&(goal, literal)| (goal, graft.get(literal))).collect();
                goal_bits(&mut aig, &goals)
            })
            .collect();
        for input in fluents..network.aig.inputs().len() {
            graft.set_input(input, Lit::FALSE);
        }
        Ok(Self {
            network,
            interrupt,
            aig,
            graft,
            goals,
            any: vec![Lit::FALSE; network.legal.len()],
            roles: network.legal.iter().map(|_| Mover::new()).collect(),
            choices: Vec::new(),
            heeded: Vec::new(),
            made: Vec::new(),
        })
    }

    /// Makes moves wherever they are legal.
    pub(super) fn make_forced(&mut self, moves: &[(usize, usize)]) {
        for &(role, mov) in moves {
            let legal = self.graft.get(self.network.legal[role][mov]);
            self.any[role] = self.aig.or(self.any[role], legal);
            self.graft.set_input(self.network.does_input(role, mov), legal);
            self.roles[role].forced.push(mov as u32);
        }
    }

    /// The leaves of a tree that have one of some moves, which are told by the network's literals.
    fn leaves(&mut self, tree: &Tree, moves: &[Vec<Lit>]) -> Result<Vec<Lit>, Interrupted> {
        let of_leaf = |leaf: &Vec<Member>| {
            self.interrupt.check()?;
            let of_member = |member: &Member| self.graft.get(moves[member.role][member.mov]);
            Ok(leaf.iter().fold(Lit::FALSE, |any, member| self.aig.or(any, of_member(member))))
        };
        tree.leaves.iter().map(of_leaf).collect()
    }

    /// The legal leaves of a tree that are left by preferences, of which each goes before those after it.
    pub(super) fn preferred(
        &mut self,
        tree: &Tree,
        preferences: &[Preference<'_>],
    ) -> Result<Vec<Lit>, Interrupted> {
        let network = self.network;
        let legal = self.leaves(tree, &network.legal)?;
        let leaves = preferences.iter().map(|preference| self.leaves(tree, preference.moves));
        let leaves = leaves.collect::<Result<Vec<_>, _>>()?;
        let mut left = legal.clone();
        for (preference, mut leaves) in preferences.iter().zip(leaves).rev() {
            if preference.avoided {
                let avoided = legal.iter().zip(&mut leaves);
                avoided.for_each(|(&legal, leaf)| *leaf = self.aig.and(legal, !*leaf));
            }
            left = self.prefer(&leaves, &left);
        }
        Ok(left)
    }

    /// Those of some leaves that the playout favours, if it favours any of them.
    pub(super) fn favoured(&mut self, tree: &Tree, leaves: &[Lit]) -> Vec<Lit> {
        let mut favoured = Vec::with_capacity(leaves.len());
        for leaf in &tree.leaves {
            let mut any = Lit::FALSE;
            for &Member { role, mov, .. } in leaf {
                self.heeded.push((role, mov, 1 + self.aig.inputs().len()));
                let favour = self.aig.input();
                let legal = self.graft.get(self.network.legal[role][mov]);
                let favoured = self.aig.and(legal, favour);
                any = self.aig.or(any, favoured);
            }
            favoured.push(any);
        }
        let open = favoured.iter_mut().zip(leaves);
        open.for_each(|(favoured, &leaf)| *favoured = self.aig.and(*favoured, leaf));
        self.prefer(&favoured, leaves)
    }

    /// The leaves to choose among: the `preferred` ones if any of them holds, else the `rest`.
    fn prefer(&mut self, preferred: &[Lit], rest: &[Lit]) -> Vec<Lit> {
        let none = !self.aig.any(preferred);
        let chosen = preferred.iter().zip(rest).map(|(&preferred, &rest)| {
            let rest = self.aig.and(none, rest);
            self.aig.or(preferred, rest)
        });
        chosen.collect()
    }

    /// Makes the move of one of some leaves, the one that has the rank that is drawn.
    pub(super) fn choose(&mut self, tree: &Tree, leaves: &[Lit]) -> Result<(), Interrupted> {
        self.interrupt.check_now()?;
        let chooser = Chooser::new(&mut self.aig, leaves, self.interrupt)?;
        let start = 1 + self.aig.inputs().len();
        let rank: Vec<Lit> = (0..chooser.rank_bits()).map(|_| self.aig.input()).collect();
        let last = chooser.last_rank(&mut self.aig);
        let some = chooser.any(&mut self.aig);
        // Where a forced move is made, there may be no other to choose.
        let may_be_none = tree.roles.iter().any(|(role, _)| !self.roles[*role].forced.is_empty());
        let wanted = if may_be_none { some } else { Lit::TRUE };
        let chosen = chooser.choose(&mut self.aig, wanted, &rank, self.interrupt)?;
        self.make(tree, &chosen)?;
        self.give_turns(tree, some);
        self.choices.push((last, start..start + rank.len()));
        Ok(())
    }

    /// Makes the moves of the leaves that are chosen.
    fn make(&mut self, tree: &Tree, chosen: &[Lit]) -> Result<(), Interrupted> {
        for (leaf, &chosen) in tree.leaves.iter().zip(chosen) {
            self.interrupt.check()?;
            for &Member { role, mov, sign } in leaf {
                let does = self.aig.and(chosen, self.graft.get(sign));
                self.made.push(does);
                self.graft.set_input(self.network.does_input(role, mov), does);
                self.roles[role].chosen.push(mov as u32);
            }
        }
        Ok(())
    }

    /// Gives the roles of a tree the next choice, in which each has a move where it is its turn and there are
    /// `some` moves.
    fn give_turns(&mut self, tree: &Tree, some: Lit) {
        for (role, signs) in &tree.roles {
            let turn = signs.iter().fold(Lit::FALSE, |turn, &sign| self.aig.or(turn, self.graft.get(sign)));
            let turn = if signs.is_empty() { Lit::TRUE } else { turn };
            let own = self.aig.and(turn, some);
            self.any[*role] = self.aig.or(self.any[*role], own);
            self.roles[*role].choice = Some(self.choices.len());
        }
    }

    /// The player, once all moves are made.
    pub(super) fn player(mut self, takes_turns: bool) -> Result<Player, Interrupted> {
        self.graft.grow(&mut self.aig, self.interrupt)?;
        let Self { network, interrupt, aig, graft, goals, any, mut roles, choices, heeded, made } = self;
        let terminal = graft.get(network.terminal);
        let last = choices.iter().flat_map(|(last, _)| last);
        let view: Vec<Lit> =
            [&terminal].into_iter().chain(goals.iter().flatten()).chain(&any).chain(last).copied().collect();
        let next = network.next.iter().map(|&literal| graft.get(literal));
        let next: Vec<Lit> = next.chain(made.into_iter().take(heeded.len())).collect();
        let phases =
            [Wanted { literals: view.clone(), apart: false }, Wanted { literals: next, apart: true }];
        let program = Program::new(&aig, &phases, interrupt)?.with_turns(network, interrupt)?;
        let ports: FxHashMap<Lit, Port> =
            view.into_iter().zip(program.phases[0].outputs.iter().copied()).collect();
        roles.iter_mut().zip(&any).for_each(|(role, any)| role.any = ports[any]);
        let goals = goals.iter().map(|bits| bits.map(|bit| ports[&bit])).collect();
        let choice =
            |(last, rank): (Vec<Lit>, _)| Choice { last: last.iter().map(|bit| ports[bit]).collect(), rank };
        let choices = choices.into_iter().map(choice).collect();
        let (next, made) = program.phases[1].outputs.split_at(network.next.len());
        let heeded = (heeded.into_iter().zip(made))
            .map(|((role, mov, favoured), &made)| Heeded { role, mov, favoured, made })
            .collect();
        let (terminal, next) = (ports[&terminal], next.to_vec());
        Ok(Player { program, terminal, goals, roles, choices, next, takes_turns, heeded })
    }
}
