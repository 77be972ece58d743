use std::ops::Range;

use gdl::{Interrupt, Interrupted};
use native::Target;
use serde::{Deserialize, Serialize};

use super::chooser::Chooser;
use super::draw::RANK_BITS;
use super::order::Wanted;
use super::program::{Port, Program};
use crate::goal::GOAL_BITS;
use crate::network::{Aig, Choosing, Decisive, Graft, Lit, Member, Network, goal_bits};
use crate::renumbering::{Renumbering, rearrange};
use crate::state::State;
use crate::stored::{Damaged, sound};

/// For so many gates for each move that is chosen among room is made at once.
const GATES_OF_MOVE: usize = 16;

/// The program of a playout: first the view, with the legal moves counted; then, given a rank for each choice, the next state.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Player {
    pub(crate) program: Program,
    pub(crate) terminal: Port,
    /// The bits of each role's goal.
    pub(crate) goals: Vec<[Port; GOAL_BITS]>,
    pub(crate) roles: Vec<Mover>,
    pub(crate) choices: Vec<Choice>,
    pub(crate) next: Vec<Port>,
    /// Whether players never choose in the same state.
    pub(crate) takes_turns: bool,
    /// The moves that roles choose among, if a playout may favour some and tells which it made; else none.
    pub(crate) heeded: Vec<Heeded>,
}

impl Player {
    /// Whether machine code for a target runs it in lanes that begin at these states. To ask counts as a run: after many, code is made.
    pub(crate) fn is_compiled(&self, target: Target, starts: &[State]) -> bool {
        let Program { native, turns, .. } = &self.program;
        let at_one_turn = turns.of_states(starts.iter().map(State::fluents)).is_some();
        if at_one_turn {
            // From the turn at which they begin, lanes come to all others.
            (0..turns.len()).for_each(|turn| _ = native.way(target, &self.program, Some(turn)));
        } else {
            native.way(target, &self.program, None);
        }
        native.is_made(target, turns.len(), at_one_turn)
    }
}

/// A move that a playout may favour, and of which it tells whether it made it.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Heeded {
    pub(crate) role: usize,
    pub(crate) mov: usize,
    /// The slot that is 1 in the lanes that favour it.
    pub(crate) favoured: usize,
    /// Whether it is made, once the next state has been worked out.
    pub(crate) made: Port,
}

/// How a role's move in a playout is found.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Mover {
    /// Whether it has any legal move.
    pub(crate) any: Port,
    /// The choice that contains its moves, except the forced ones.
    pub(crate) choice: Option<usize>,
    /// The moves of the choice, in the order of their ranks.
    pub(crate) chosen: Vec<u32>,
    /// Forced moves: made wherever they are legal, since no other is then.
    pub(crate) forced: Vec<u32>,
}

/// A choice among the moves of one role, or of several roles that never choose in the same state.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Choice {
    /// The rank of the last legal move, the lowest bit first.
    pub(crate) last: Vec<Port>,
    /// The slots that take the rank of the chosen move.
    pub(crate) rank: Range<usize>,
}

/// Moves that are chosen among, or left out, wherever that leaves any.
struct Preference<'a> {
    moves: &'a [Vec<Lit>],
    avoided: bool,
}

impl<'a> Preference<'a> {
    /// For moves that win at once; failing that against those that let another role win at once, where they are known.
    fn of(decisive: &'a Decisive) -> Vec<Self> {
        let wins = Preference { moves: &decisive.wins, avoided: false };
        let losses = decisive.losses.as_ref().map(|losses| Preference { moves: losses, avoided: true });
        std::iter::once(wins).chain(losses).collect()
    }
}

/// The leaves to choose among: the `preferred` ones if any of them holds, else the `rest`.
fn prefer(aig: &mut Aig, preferred: &[Lit], rest: &[Lit]) -> Vec<Lit> {
    let none = !aig.any(preferred);
    let chosen = preferred.iter().zip(rest).map(|(&preferred, &rest)| {
        let rest = aig.and(none, rest);
        aig.or(preferred, rest)
    });
    chosen.collect()
}

impl Mover {
    fn new() -> Self {
        let never = Port { slot: 0, inverted: false };
        Self { any: never, choice: None, chosen: Vec::new(), forced: Vec::new() }
    }
}

impl Player {
    /// The program of a network's game, in which every role chooses uniformly among its legal moves.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn new(network: &Network, interrupt: &Interrupt<'_>) -> Result<Self, Interrupted> {
        Self::preferring(network, &[], false, interrupt)
    }

    /// The program of a game in which every role chooses uniformly among its legal moves that win at once; if there are none, among those that let no other
    /// win at once, where the literals tell these; and if there are none either, among all.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn decisive(decisive: &Decisive, interrupt: &Interrupt<'_>) -> Result<Self, Interrupted> {
        Self::preferring(&decisive.network, &Preference::of(decisive), false, interrupt)
    }

    /// The program of one of these games in which every role chooses, among the moves that it would choose among there, uniformly among those that the playout
    /// favours, if it favours any of them; it also tells which moves are made.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn heeding(
        network: &Network,
        decisive: Option<&Decisive>,
        interrupt: &Interrupt<'_>,
    ) -> Result<Self, Interrupted> {
        match decisive {
            None => Self::preferring(network, &[], true, interrupt),
            Some(decisive) => Self::preferring(&decisive.network, &Preference::of(decisive), true, interrupt),
        }
    }

    /// Whether it is the program of uniform playouts of a game of so many fluents, and moves of each role.
    pub(crate) fn check(&self, fluents: usize, moves: &[usize]) -> Result<(), Damaged> {
        let mut inputs = fluents;
        for Choice { last, rank } in &self.choices {
            let fits = rank.start == 1 + inputs && rank.len() == last.len() && rank.len() <= RANK_BITS;
            sound(fits, "the choices of moves")?;
            inputs += rank.len();
        }
        self.program.check(fluents, inputs, 2)?;
        let mover_fits = |(mover, &moves): (&Mover, &usize)| {
            mover.choice.is_none_or(|choice| choice < self.choices.len())
                && mover.chosen.iter().chain(&mover.forced).all(|&mov| (mov as usize) < moves)
        };
        let fits = [self.goals.len(), self.roles.len()] == [moves.len(); 2]
            && self.roles.iter().zip(moves).all(mover_fits)
            && self.next.len() == fluents
            && self.heeded.is_empty();
        let ports_fit =
            self.program.ports_fit(0, self.ports_of_view()) && self.program.ports_fit(1, &self.next);
        sound(fits && ports_fit, "the outputs of playouts")
    }

    /// The ports of the first phase.
    fn ports_of_view(&self) -> impl Iterator<Item = &Port> {
        let of_roles = self.roles.iter().map(|role| &role.any);
        let of_choices = self.choices.iter().flat_map(|choice| &choice.last);
        std::iter::once(&self.terminal).chain(self.goals.iter().flatten()).chain(of_roles).chain(of_choices)
    }

    pub(crate) fn renumber(&mut self, numbers: &Renumbering) {
        let fluents = numbers.of_fluents().len();
        rearrange(&mut self.next, numbers.of_fluents());
        for (number, role) in self.roles.iter_mut().enumerate() {
            let own = numbers.of_moves_of(number);
            role.chosen.iter_mut().chain(&mut role.forced).for_each(|mov| *mov = own[*mov as usize]);
        }
        let of_roles = self.roles.iter_mut().map(|role| &mut role.any);
        let of_choices = self.choices.iter_mut().flat_map(|choice| &mut choice.last);
        let ports = std::iter::once(&mut self.terminal).chain(self.goals.iter_mut().flatten());
        let ports = ports.chain(of_roles).chain(of_choices).chain(&mut self.next);
        ports.for_each(|port| port.renumber(numbers, fluents));
        self.program.renumber(numbers, fluents);
    }

    fn preferring(
        network: &Network,
        preferences: &[Preference<'_>],
        heeding: bool,
        interrupt: &Interrupt<'_>,
    ) -> Result<Self, Interrupted> {
        let choosing = Choosing::new(network, interrupt)?;
        let fluents = network.initial.len();
        let mut aig = Aig::new();
        let moves = choosing.trees.iter().map(|tree| tree.leaves.len()).sum::<usize>();
        aig.reserve(network.aig.nodes().len() + GATES_OF_MOVE * moves);
        let mut inputs: Vec<Option<Lit>> = (0..fluents).map(|_| Some(aig.input())).collect();
        inputs.resize(network.aig.inputs().len(), None);
        let mut graft = Graft::new(&network.aig, inputs);
        graft.grow(&mut aig, interrupt)?;
        let terminal = graft.get(network.terminal);
        let goals: Vec<[Lit; GOAL_BITS]> = (network.goals.iter())
            .map(|goals| {
                let goals: Vec<_> = goals.iter().map(|&(goal, literal)| (goal, graft.get(literal))).collect();
                goal_bits(&mut aig, &goals)
            })
            .collect();
        let mut view = vec![terminal];
        view.extend(goals.iter().flatten());
        let (mut heeded, mut made) = (Vec::new(), Vec::new());
        let mut roles: Vec<Mover> = network.legal.iter().map(|_| Mover::new()).collect();
        let mut any = vec![Lit::FALSE; roles.len()];
        for input in fluents..network.aig.inputs().len() {
            graft.set_input(input, Lit::FALSE);
        }
        for &(role, mov) in &choosing.forced {
            let legal = graft.get(network.legal[role][mov]);
            any[role] = aig.or(any[role], legal);
            graft.set_input(network.does_input(role, mov), legal);
            roles[role].forced.push(mov as u32);
        }
        let mut ranks = Vec::new();
        let mut last = Vec::new();
        for (number, tree) in choosing.trees.iter().enumerate() {
            interrupt.check_now()?;
            let mut of_leaves = |moves: &[Vec<Lit>]| -> Result<Vec<Lit>, Interrupted> {
                let of_member = |member: &Member| graft.get(moves[member.role][member.mov]);
                let any = |leaf: &Vec<Member>, aig: &mut Aig| {
                    interrupt.check()?;
                    Ok(leaf.iter().fold(Lit::FALSE, |any, member| aig.or(any, of_member(member))))
                };
                tree.leaves.iter().map(|leaf| any(leaf, &mut aig)).collect()
            };
            let legal = of_leaves(&network.legal)?;
            let preferred: Vec<Vec<Lit>> = (preferences.iter())
                .map(|preference| of_leaves(preference.moves))
                .collect::<Result<_, _>>()?;
            // The last preference first, so that the others go before it.
            let leaves = preferences.iter().zip(preferred).rev().fold(
                legal.clone(),
                |rest, (preference, mut moves)| {
                    if preference.avoided {
                        legal
                            .iter()
                            .zip(&mut moves)
                            .for_each(|(&legal, leaf)| *leaf = aig.and(legal, !*leaf));
                    }
                    prefer(&mut aig, &moves, &rest)
                },
            );
            let leaves = if heeding {
                let members = tree.leaves.iter().map(|leaf| {
                    leaf.iter().fold(Lit::FALSE, |any, &Member { role, mov, .. }| {
                        heeded.push((role, mov, 1 + aig.inputs().len()));
                        let favour = aig.input();
                        let favoured = aig.and(graft.get(network.legal[role][mov]), favour);
                        aig.or(any, favoured)
                    })
                });
                let favoured: Vec<Lit> = members.collect();
                let favoured =
                    favoured.into_iter().zip(&leaves).map(|(favoured, &leaf)| aig.and(favoured, leaf));
                let favoured: Vec<Lit> = favoured.collect();
                prefer(&mut aig, &favoured, &leaves)
            } else {
                leaves
            };
            interrupt.check_now()?;
            let chooser = Chooser::new(&mut aig, &leaves, interrupt)?;
            let start = aig.inputs().len();
            let rank: Vec<Lit> = (0..chooser.rank_bits()).map(|_| aig.input()).collect();
            ranks.push(1 + start..1 + start + rank.len());
            last.push(chooser.last_rank(&mut aig));
            let some = chooser.any(&mut aig);
            // Where a forced move is made, there may be no other to choose.
            let may_be_none = tree.roles.iter().any(|(role, _)| !roles[*role].forced.is_empty());
            let wanted = if may_be_none { some } else { Lit::TRUE };
            let chosen = chooser.choose(&mut aig, wanted, &rank, interrupt)?;
            for (leaf, chosen) in tree.leaves.iter().zip(chosen) {
                interrupt.check()?;
                for &Member { role, mov, sign } in leaf {
                    let does = aig.and(chosen, graft.get(sign));
                    made.push(does);
                    graft.set_input(network.does_input(role, mov), does);
                    roles[role].chosen.push(mov as u32);
                }
            }
            for (role, signs) in &tree.roles {
                let turn = signs.iter().fold(Lit::FALSE, |turn, &sign| aig.or(turn, graft.get(sign)));
                let turn = if signs.is_empty() { Lit::TRUE } else { turn };
                let own = aig.and(turn, some);
                any[*role] = aig.or(any[*role], own);
                roles[*role].choice = Some(number);
            }
        }
        view.extend(any);
        view.extend(last.iter().flatten());
        graft.grow(&mut aig, interrupt)?;
        let mut next: Vec<Lit> = network.next.iter().map(|&literal| graft.get(literal)).collect();
        next.extend(made.iter().take(heeded.len()));
        let phases = [Wanted { literals: view, apart: false }, Wanted { literals: next, apart: true }];
        let program = Program::new(&aig, &phases, interrupt)?.with_turns(network, interrupt)?;
        let mut ports = program.phases[0].outputs.iter().copied();
        let mut port = || ports.next().expect("every output of the view has its port");
        let terminal = port();
        let goals = goals.iter().map(|_| std::array::from_fn(|_| port())).collect();
        roles.iter_mut().for_each(|role| role.any = port());
        let choices = (last.iter().zip(ranks))
            .map(|(last, rank)| Choice { last: last.iter().map(|_| port()).collect(), rank })
            .collect();
        let (next, made) = program.phases[1].outputs.split_at(fluents);
        let heeded = (heeded.into_iter().zip(made))
            .map(|((role, mov, favoured), &made)| Heeded { role, mov, favoured, made })
            .collect();
        let next = next.to_vec();
        let takes_turns = choosing.players_take_turns;
        Ok(Self { program, terminal, goals, roles, choices, next, takes_turns, heeded })
    }
}
