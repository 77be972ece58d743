use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use gdl::{Interrupt, Interrupted};

use super::aig::Lit;
use super::network::Network;
use super::optimize::{Assumptions, Facts};
use super::wide::Wide;

/// How moves can be chosen together, using that some are never legal in the same state.
#[derive(Debug, Default)]
pub(crate) struct Choosing {
    /// Moves, by role and number, that are made wherever they are legal: no other of the role is legal then.
    pub(crate) forced: Vec<(usize, usize)>,
    /// The choices.
    pub(crate) trees: Vec<Tree>,
    /// Whether two roles other than chance never have moves that are not forced in the same state.
    pub(crate) players_take_turns: bool,
}

/// A choice among the moves of one role, or of several roles that never choose in the same state.
#[derive(Debug)]
pub(crate) struct Tree {
    /// The roles. If there are several, each has literals of which one holds wherever any of its moves here
    /// is legal, and none where a move of another role is.
    pub(crate) roles: Vec<(usize, Vec<Lit>)>,
    /// All moves of these roles except the forced ones; moves of one leaf are never legal in the same state.
    pub(crate) leaves: Vec<Vec<Member>>,
}

/// A move among those that share a leaf.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member {
    pub(crate) role: usize,
    pub(crate) mov: usize,
    /// Holds wherever the move is legal, and nowhere where another of the leaf is.
    pub(crate) sign: Lit,
}

/// A move and literals that hold wherever it is legal, each with the number of a group that contains it.
struct Signed {
    role: usize,
    mov: usize,
    signs: Vec<(u32, Lit)>,
}

/// Moves, by their numbers in a list, under a literal that holds wherever they are legal; the literals are
/// mutually exclusive.
type Buckets = BTreeMap<Lit, Vec<usize>>;

impl Choosing {
    /// The choices of a network's game.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn new(network: &Network, interrupt: &Interrupt<'_>) -> Result<Self, Interrupted> {
        let mut roles: Vec<Vec<Signed>> = network.legal.iter().map(|_| Vec::new()).collect();
        for signed in signed(network, interrupt)? {
            roles[signed.role].push(signed);
        }
        let mut choosing = Self::default();
        for moves in &mut roles {
            interrupt.check()?;
            let forced = forced(moves, interrupt)?;
            let mut number = 0..;
            moves.retain(|signed| {
                let free = !number.next().is_some_and(|number| forced.contains(&number));
                if !free {
                    choosing.forced.push((signed.role, signed.mov));
                }
                free
            });
        }
        choosing.players_take_turns = players_take_turns(network, &roles, interrupt)?;
        let together = in_turn(&roles, interrupt)?;
        let alone = (0..roles.len()).filter(|&role| together.iter().all(|(other, _)| *other != role));
        let mut trees: Vec<Vec<(usize, Vec<Lit>)>> = alone.map(|role| vec![(role, Vec::new())]).collect();
        trees.push(together);
        for members in trees {
            let moves: Vec<Signed> =
                members.iter().flat_map(|(role, _)| std::mem::take(&mut roles[*role])).collect();
            if !moves.is_empty() {
                choosing.trees.push(Tree { roles: members, leaves: leaves(&moves, interrupt)? });
            }
        }
        Ok(choosing)
    }
}

/// All moves that may be legal.
fn signed(network: &Network, interrupt: &Interrupt<'_>) -> Result<Vec<Signed>, Interrupted> {
    let legal: Vec<Lit> = network.legal.iter().flatten().copied().collect();
    let wide = Wide::lift(&network.aig, &legal, interrupt)?;
    let mut known =
        Assumptions::new(Facts::new(network.initial.len(), wide.inputs(), network.groups.clone()));
    let mut legal = wide.roots.iter();
    let mut all = Vec::new();
    for (role, moves) in network.legal.iter().enumerate() {
        for (mov, &legal) in (0..moves.len()).zip(&mut legal) {
            interrupt.check()?;
            let mark = known.mark();
            if known.assume(&wide, legal) {
                let mut signs = Vec::new();
                for literal in known.inputs_since(&wide, mark) {
                    let input = literal.node() - 1;
                    let of_input = known.facts.groups_of(input as usize);
                    signs.extend(of_input.iter().filter(|(_, member)| *member == literal));
                    // A literal and its inverse are a group as well.
                    signs.push((network.groups.len() as u32 + input, literal));
                }
                signs.sort_unstable();
                all.push(Signed { role, mov, signs });
            }
            known.back(mark);
        }
    }
    Ok(all)
}

/// The moves under the members of each group that are among their signs.
fn buckets(moves: &[Signed], interrupt: &Interrupt<'_>) -> Result<BTreeMap<u32, Buckets>, Interrupted> {
    let mut buckets: BTreeMap<u32, Buckets> = BTreeMap::new();
    for (number, signed) in moves.iter().enumerate() {
        interrupt.check()?;
        for &(group, literal) in &signed.signs {
            buckets.entry(group).or_default().entry(literal).or_default().push(number);
        }
    }
    Ok(buckets)
}

fn size(buckets: &Buckets) -> usize {
    buckets.values().map(Vec::len).sum()
}

/// Those of a role's moves that are legal only where no other is.
fn forced(moves: &[Signed], interrupt: &Interrupt<'_>) -> Result<Vec<usize>, Interrupted> {
    if moves.len() == 1 {
        return Ok(vec![0]);
    }
    let buckets = buckets(moves, interrupt)?;
    let complete = buckets.values().filter(|buckets| size(buckets) == moves.len());
    let lone = complete.flat_map(|buckets| buckets.values().filter(|bucket| bucket.len() == 1));
    Ok(lone.map(|bucket| bucket[0]).collect())
}

/// Whether it is seen that no two roles other than chance have moves in the same state.
fn players_take_turns(
    network: &Network,
    roles: &[Vec<Signed>],
    interrupt: &Interrupt<'_>,
) -> Result<bool, Interrupted> {
    let players = (0..roles.len()).filter(|&role| Some(role) != network.chance && !roles[role].is_empty());
    let players: Vec<&[Signed]> = players.map(|role| roles[role].as_slice()).collect();
    Ok(players.len() < 2 || in_turn(&players, interrupt)?.len() == players.len())
}

/// The largest set of at least two roles that a group distinguishes wherever they choose, with its literals.
fn in_turn(
    roles: &[impl AsRef<[Signed]>],
    interrupt: &Interrupt<'_>,
) -> Result<Vec<(usize, Vec<Lit>)>, Interrupted> {
    let mut by_group: BTreeMap<u32, Vec<(usize, Vec<Lit>)>> = BTreeMap::new();
    let roles = roles.iter().map(AsRef::as_ref).enumerate();
    for (role, moves) in roles.filter(|(_, moves)| !moves.is_empty()) {
        for (group, buckets) in buckets(moves, interrupt)? {
            interrupt.check()?;
            let taking = by_group.entry(group).or_default();
            let free = taking
                .iter()
                .flat_map(|(_, literals)| literals)
                .all(|literal| !buckets.contains_key(literal));
            if free && size(&buckets) == moves.len() {
                taking.push((role, buckets.into_keys().collect()));
            }
        }
    }
    let most = by_group.into_iter().max_by_key(|(group, roles)| (roles.len(), Reverse(*group)));
    Ok(most.map(|(_, roles)| roles).filter(|roles| roles.len() > 1).unwrap_or_default())
}

/// The moves in leaves: greedily, starting with the group that puts the most moves into one leaf.
fn leaves(moves: &[Signed], interrupt: &Interrupt<'_>) -> Result<Vec<Vec<Member>>, Interrupted> {
    let mut buckets = buckets(moves, interrupt)?;
    let gain = |group: u32, buckets: &Buckets| {
        let most = buckets.values().map(Vec::len).max().unwrap_or(0);
        let size = size(buckets);
        (size > most).then(|| (size << 16) / most).map(|ratio| (ratio, size, Reverse(group)))
    };
    let mut heap: BinaryHeap<_> =
        buckets.iter().filter_map(|(&group, buckets)| gain(group, buckets)).collect();
    let mut placed = vec![false; moves.len()];
    let mut leaves = Vec::new();
    while let Some(before) = heap.pop() {
        interrupt.check()?;
        let Reverse(group) = before.2;
        let Some(split) = buckets.get_mut(&group) else { continue };
        split.values_mut().for_each(|bucket| bucket.retain(|&number| !placed[number]));
        match gain(group, split) {
            Some(now) if now < before => heap.push(now),
            Some(_) => {
                let most = split.values().map(Vec::len).max().unwrap_or(0);
                for at in 0..most {
                    interrupt.check()?;
                    let members = split.iter().filter_map(|(&sign, bucket)| Some((sign, *bucket.get(at)?)));
                    leaves.push(members.map(|(sign, number)| member(&moves[number], sign)).collect());
                }
                split.values().flatten().for_each(|&number| placed[number] = true);
            }
            None => {}
        }
    }
    let rest = moves.iter().zip(placed).filter(|(_, placed)| !placed);
    leaves.extend(rest.map(|(signed, _)| vec![member(signed, Lit::TRUE)]));
    Ok(leaves)
}

fn member(signed: &Signed, sign: Lit) -> Member {
    Member { role: signed.role, mov: signed.mov, sign }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::board;

    #[test]
    fn roles_that_take_turns_share_their_leaves() {
        let network = board(3, 3, 3, false);
        let choosing = Choosing::new(&network, &Interrupt::never()).unwrap();
        assert_eq!(choosing.forced, [(0, 9), (1, 9)]);
        let [tree] = &choosing.trees[..] else { panic!("both roles choose in one tree") };
        assert_eq!((tree.roles.len(), tree.leaves.len()), (2, 9));
        for (number, leaf) in tree.leaves.iter().enumerate() {
            let mut moves: Vec<_> = leaf.iter().map(|member| (member.role, member.mov)).collect();
            moves.sort_unstable();
            assert_eq!(moves, [(0, number), (1, number)]);
            assert_eq!(leaf[0].sign, !leaf[1].sign);
        }
    }

    #[test]
    fn roles_that_may_move_at_once_choose_apart() {
        let mut network = board(3, 3, 3, false);
        network.legal[1] = vec![Lit::TRUE; 10];
        let choosing = Choosing::new(&network, &Interrupt::never()).unwrap();
        assert_eq!(choosing.forced, [(0, 9)]);
        let sizes: Vec<_> = choosing.trees.iter().map(|tree| (tree.roles[0].0, tree.leaves.len())).collect();
        assert_eq!(sizes, [(0, 9), (1, 10)]);
    }

    #[test]
    fn moves_that_are_never_legal_are_in_no_leaf() {
        let mut network = board(3, 3, 3, false);
        network.legal[0] = vec![Lit::FALSE; 10];
        let choosing = Choosing::new(&network, &Interrupt::never()).unwrap();
        assert!(
            choosing
                .trees
                .iter()
                .flat_map(|tree| tree.leaves.iter().flatten())
                .all(|member| member.role == 1)
        );
    }
}
