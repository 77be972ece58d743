//! What a depth-first search is likely to need next.

use std::mem::swap;

use game::{Chance, Game, MOST_TOGETHER};
use smallvec::SmallVec;

use super::super::node::Node;
use super::super::order::RECOMMENDED;
use super::super::{AlphaBetaOptions, Memory};
use super::{Ahead, Made, Origin};

/// Walks ahead of the search, each of which reckons with twice as many children of a node as the one before.
const WALKS: u32 = 6;

/// Past how many states that have been made a walk goes: so many are enough to have ready.
const HORIZON: usize = 4 * MOST_TOGETHER;

/// How many plies a search may look ahead, at most, for states to be made below those that are searched next.
/// One that looks further, such as to the end of a game, recognises many states.
const PLIES: u32 = 64;

/// The moves in a state that the search has not come to; none if it goes no deeper there.
pub(super) struct Outlook<M> {
    /// The role that decides.
    decider: usize,
    /// The joint moves to all children, one after another.
    pub(super) joints: Vec<M>,
    /// The children in the order in which they are searched, but for killers, which change often.
    order: Vec<usize>,
    /// Whether the first of them stands before all killers.
    recommended: bool,
}

impl<M: Copy + PartialEq> Outlook<M> {
    /// The first `count` children in the order in which they are searched.
    fn first(&self, count: usize, killers: [Option<M>; 2], roles: usize) -> SmallVec<[usize; 8]> {
        let mut first: SmallVec<[usize; 8]> = SmallVec::new();
        first.extend(self.order.first().copied().filter(|_| self.recommended));
        for killer in killers.into_iter().flatten() {
            let mut moves = self.joints.iter().skip(self.decider).step_by(roles);
            first.extend(moves.position(|&mov| mov == killer).filter(|child| !first.contains(child)));
        }
        let early = first.clone();
        let rest = self.order.iter().copied().filter(|child| !early.contains(child));
        first.extend(rest.take(count.saturating_sub(early.len())));
        first.truncate(count);
        first
    }
}

/// What a walk looks for.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Sought {
    /// States that have not been made, as many children of a node as are expected to be searched.
    Children,
    /// The same, but all children of each node.
    AllChildren,
    /// Leaves that have been made and not been judged.
    Leaves,
}

/// Finds what the search is likely to need next: it walks along the course that the search is likely to take,
/// past states that have been made.
pub(super) struct Prediction<'w, G: Game> {
    game: &'w G,
    memory: &'w Memory<G>,
    options: &'w AlphaBetaOptions,
    ahead: &'w mut Ahead<G>,
    sought: Sought,
    /// Walks that were made before this one.
    before: u32,
    /// States that it has passed.
    passed: usize,
}

impl<'w, G: Game> Prediction<'w, G> {
    /// Of a search with these options that knows so much of moves.
    pub(super) fn new(
        game: &'w G,
        memory: &'w Memory<G>,
        options: &'w AlphaBetaOptions,
        ahead: &'w mut Ahead<G>,
        sought: Sought,
    ) -> Self {
        Self { game, memory, options, ahead, sought, before: 0, passed: 0 }
    }

    /// Walks from the last of the open nodes and then from those above it, as often as it takes to find
    /// `most`. Children of the last node that are likely to be searched are wanted even if they are more, and
    /// so are states below as many of its siblings as have been searched.
    pub(super) fn find(mut self, nodes: &[Node<G>], most: usize) {
        for walk in 0..WALKS {
            (self.before, self.passed) = (walk, 0);
            for (ply, node) in nodes.iter().enumerate().rev() {
                let plies = nodes.len() - ply;
                if plies > 1 && !node.foresees() {
                    break;
                }
                let sure = match plies {
                    _ if walk > 0 || self.sought == Sought::Leaves => 0,
                    1 => usize::MAX,
                    2 => node.visited,
                    _ => 0,
                };
                if self.is_done(if sure > 0 { MOST_TOGETHER } else { most }) {
                    break;
                }
                self.go_from(node, ply, sure, most);
            }
        }
    }

    /// Whether so many have been found, or the walk is long enough.
    fn is_done(&self, most: usize) -> bool {
        let found = match self.sought {
            Sought::Leaves => self.ahead.waiting.len(),
            Sought::Children | Sought::AllChildren => self.ahead.wanted.len(),
        };
        found >= most || self.passed > HORIZON
    }

    /// Walks on from a node that is open, to its next children.
    fn go_from(&mut self, node: &Node<G>, ply: usize, sure: usize, most: usize) {
        // Of a node that is being opened all children are wanted already.
        if node.visited == 0 {
            return;
        }
        let known = self.before.checked_sub(1).map_or(0, |walk| self.ahead.more(node, ply, walk));
        let upcoming = node.upcoming(self.ahead.more(node, ply, self.before));
        for (place, child) in upcoming.into_iter().enumerate() {
            let most = if place < sure { MOST_TOGETHER } else { most };
            if self.is_done(most) {
                return;
            }
            match node.children.get(child) {
                None if place < known || self.sought == Sought::Leaves => {}
                None => self.ahead.wanted.push((Origin::Open(ply), child)),
                Some(_) if node.remaining > PLIES => {}
                Some(number) => {
                    self.go_past(number, ply + 1, node.remaining.saturating_sub(1), most, place < known);
                }
            }
        }
    }

    /// Walks on from a state that was made, from which the search looks so many plies ahead, to its first
    /// children. `known` says whether the walk before came here, too.
    fn go_past(&mut self, number: usize, ply: usize, remaining: u32, most: usize, known: bool) {
        self.passed += 1;
        let made = &self.ahead.made[number];
        // It is known what it comes to without a search.
        if made.decided.is_some() {
            return;
        }
        if remaining == 0 {
            let waits = !known && made.opinion.is_none() && !self.game.terminal(&made.state);
            if waits && self.sought == Sought::Leaves {
                self.ahead.waiting.push(number);
            }
            return;
        }
        if made.children.numbers.is_empty() && self.sought == Sought::Leaves {
            return;
        }
        let expected = |walk| match self.sought {
            Sought::AllChildren => usize::MAX,
            Sought::Children | Sought::Leaves => self.ahead.expected(ply, walk),
        };
        let count = expected(self.before);
        let known = self.before.checked_sub(1).filter(|_| known).map_or(0, expected);
        for (place, child) in self.first_children(number, ply, count).into_iter().enumerate() {
            if self.is_done(most) {
                return;
            }
            match self.ahead.made[number].children.get(child) {
                Some(number) => self.go_past(number, ply + 1, remaining - 1, most, place < known),
                None if place < known || self.sought == Sought::Leaves => {}
                None => self.ahead.wanted.push((Origin::Made(number), child)),
            }
        }
    }

    /// The first `count` children of a state that was made, in the order in which they are searched at
    /// this ply.
    fn first_children(&mut self, number: usize, ply: usize, count: usize) -> SmallVec<[usize; 8]> {
        let Self { game, memory, options, ahead, .. } = self;
        let Ahead { made, scout, scores, .. } = &mut **ahead;
        let Made { state, outlook, .. } = &mut made[number];
        let outlook = outlook.get_or_insert_with(|| {
            swap(&mut scout.state, state);
            let (mut joints, mut order, mut recommended) = (Vec::new(), Vec::new(), false);
            let chance = game.chance().map_or(usize::MAX, Chance::role);
            // What is wrong with a state, if anything is, the search finds when it comes to it.
            if !game.terminal(&scout.state)
                && matches!(scout.choices(*game, chance), Ok(0 | 1))
                && !scout.chance_moves
            {
                joints = scout.joints();
                order.extend(0..scout.moves().len());
                if options.symmetry {
                    scout.canonical = game.knowledge().canonical(&scout.state);
                }
                memory.score(options, None, scout, memory.recommended(scout), scores);
                if !scores.is_empty() {
                    // The sort is stable: of those with the same score the first comes first.
                    order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
                    recommended = scores[order[0]] == RECOMMENDED;
                }
            }
            swap(&mut scout.state, state);
            Box::new(Outlook { decider: scout.decider.unwrap_or(0), joints, order, recommended })
        });
        let killers = if options.killer { memory.experience.killers(ply) } else { [None; 2] };
        outlook.first(count, killers, game.roles())
    }
}

impl<G: Game> Ahead<G> {
    /// How many children a walk reckons with of a node at this ply.
    fn expected(&self, ply: usize, walk: u32) -> usize {
        let searched = self.searched.get(ply).and_then(|searched| searched.iter().max());
        searched.map_or(usize::MAX, |searched| searched.saturating_mul(1 << walk))
    }

    /// How many more it reckons with of the node that is open at this ply: as many as have been searched at
    /// least, so that no more than half of what is made is in vain if a cut comes.
    fn more(&self, node: &Node<G>, ply: usize, walk: u32) -> usize {
        self.expected(ply, walk).saturating_sub(node.visited).max(node.visited << walk)
    }
}

impl<G: Game> Node<G> {
    /// The next `count` children in the order in which they are searched, unless they are left out.
    fn upcoming(&self, count: usize) -> Vec<usize> {
        let mut upcoming = self.order[self.visited..].to_vec();
        if !self.scores.is_empty() {
            let order = |&a: &usize, &b: &usize| self.scores[b].total_cmp(&self.scores[a]).then(a.cmp(&b));
            if count < upcoming.len() {
                upcoming.select_nth_unstable_by(count, order);
                upcoming.truncate(count);
            }
            upcoming.sort_unstable_by(order);
        }
        upcoming.truncate(count);
        upcoming
    }

    /// Whether states below its children are made before these are searched.
    fn foresees(&self) -> bool {
        !self.is_chance && !self.has_afterstates() && (2..=PLIES).contains(&self.remaining)
    }
}

#[cfg(test)]
mod tests {
    use game::ConnectFour;

    use super::*;
    use crate::Window;

    #[test]
    fn the_first_children_are_recommended_or_killers() {
        let children = |recommended, killers: [Option<char>; 2], count| {
            let joints = vec!['a', '-', 'b', '-', 'c', '-', 'd', '-'];
            let outlook = Outlook { decider: 0, joints, order: vec![2, 0, 1, 3], recommended };
            outlook.first(count, killers, 2).to_vec()
        };
        assert_eq!(children(false, [None, None], usize::MAX), [2, 0, 1, 3]);
        assert_eq!(children(false, [Some('d'), Some('a')], usize::MAX), [3, 0, 2, 1]);
        assert_eq!(children(true, [Some('d'), Some('c')], usize::MAX), [2, 3, 0, 1]);
        assert_eq!(children(true, [Some('d'), Some('x')], 3), [2, 3, 0]);
        assert_eq!(children(true, [Some('d'), Some('a')], 1), [2]);
        assert!(children(true, [Some('d'), Some('a')], 0).is_empty());
    }

    #[test]
    fn as_many_children_are_expected_as_the_last_nodes_had_searched() {
        let game = ConnectFour::new(4, 4).unwrap();
        let mut ahead = Ahead::<ConnectFour>::new(game.initial());
        assert_eq!(ahead.expected(3, 0), usize::MAX);
        let mut node = Node::new(game.initial());
        node.choices(&game, usize::MAX).unwrap();
        let mut close = |searched: usize| {
            node.open(5, Window::OPEN);
            node.visited = searched;
            node.cut_off(false);
            ahead.note_searched(3, &node);
            (ahead.expected(3, 0), ahead.expected(3, 2))
        };
        close(3);
        assert_eq!(close(1), (3, 12));
        assert_eq!(close(1), (1, 4));
        // All four: the next node may have more.
        assert_eq!(close(4), (usize::MAX, usize::MAX));
    }
}
