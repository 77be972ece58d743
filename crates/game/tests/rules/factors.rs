//! Games that consist of independent ones.

use std::collections::{BTreeSet, HashMap, HashSet};

use gdl::{Interrupt, Interrupted, Rulesheet};
use logic::{Limits, TermId};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use spielbaum_game::{
    BUILTIN, Builtin, Combination, Composition, FactorGame, Factors, Game, Rules, RulesState,
};

fn sheet(text: &str) -> Rulesheet {
    Rulesheet::parse("rules", text.as_bytes()).expect("a rulesheet")
}

fn rules(text: &str) -> Rules {
    Rules::new(&sheet(text)).expect("within the limits")
}

fn factors(rules: &Rules) -> Option<&Factors> {
    rules.factors(&Interrupt::never()).expect("not interrupted")
}

/// The fluents of each factor as texts.
fn texts(rules: &Rules) -> Vec<Vec<String>> {
    let compiled = rules.compiled().expect("a circuit");
    let named = |fluents: &[usize]| -> Vec<String> {
        let terms: Vec<TermId> = fluents.iter().map(|&fluent| compiled.fluents()[fluent]).collect();
        rules.reasoner().texts(&terms)
    };
    factors(rules)
        .map_or_else(Vec::new, |found| found.factors.iter().map(|factor| named(&factor.fluents)).collect())
}

/// The fluents of a state that are in one factor.
type Projection = BTreeSet<String>;

/// A factor, its projection, that to what is shared, and what each role does there.
type Step = (usize, Projection, Projection, Vec<Option<u32>>);

/// Plays at random, by the reasoner: what becomes of a factor, and what is legal in it, must follow from the
/// factor, from what is shared and from what is done there. How often that could have failed is returned.
fn check(text: &str, games: usize) -> usize {
    let compiled_rules = rules(text);
    let found = factors(&compiled_rules).expect("several factors");
    let compiled = compiled_rules.compiled().expect("a circuit");
    let rules = Rules::reasoned(&sheet(text), Limits::default()).expect("within the limits");
    // Terms of the two reasoners are different numbers.
    let plain = rules.reasoner();
    let names = |terms: &[TermId]| compiled_rules.reasoner().texts(terms);
    let fluents = names(compiled.fluents());
    let moves: Vec<HashMap<String, usize>> =
        (0..rules.roles()).map(|role| names(compiled.moves(role)).into_iter().zip(0..).collect()).collect();
    let mut owner: HashMap<&str, usize> = HashMap::new();
    let shared = found.factors.len();
    let lists = found.factors.iter().map(|factor| &factor.fluents).chain([&found.shared]);
    for (number, list) in lists.enumerate() {
        for &fluent in list {
            assert_eq!(owner.insert(&fluents[fluent], number), None, "a fluent is in one factor");
        }
    }
    let project = |state: &_| -> Vec<Projection> {
        let mut parts = vec![BTreeSet::new(); shared + 1];
        for text in plain.texts(&rules.fluents(state)) {
            if let Some(&part) = owner.get(text.as_str()) {
                parts[part].insert(text);
            }
        }
        parts
    };
    let action = |factor: usize, role: usize, mov: TermId| -> Option<u32> {
        found.factors[factor].actions[role][moves[role][&plain.text(mov)]]
    };
    let mut next_of: HashMap<Step, Projection> = HashMap::new();
    let mut legal_of: HashMap<(usize, usize, Projection, Projection), BTreeSet<u32>> = HashMap::new();
    let mut compared = 0;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    for _ in 0..games {
        let mut state = rules.initial();
        while !rules.terminal(&state) {
            let before = project(&state);
            let legal: Vec<Vec<TermId>> =
                (0..rules.roles()).map(|role| rules.legal_moves(&state, role).expect("an answer")).collect();
            for (role, legal) in legal.iter().enumerate() {
                let mut combinations = 1;
                for factor in 0..shared {
                    let actions: BTreeSet<u32> =
                        legal.iter().filter_map(|&mov| action(factor, role, mov)).collect();
                    combinations *= actions.len().max(1);
                    let key = (factor, role, before[factor].clone(), before[shared].clone());
                    compared += usize::from(legal_of.contains_key(&key));
                    assert_eq!(legal_of.entry(key).or_insert_with(|| actions.clone()), &actions);
                }
                let tuples: HashSet<Vec<Option<u32>>> = legal
                    .iter()
                    .map(|&mov| (0..shared).map(|factor| action(factor, role, mov)).collect())
                    .collect();
                match found.moves {
                    Composition::Product => assert_eq!(tuples.len(), combinations),
                    Composition::Alternatives => {
                        let in_some = |tuple: &Vec<Option<u32>>| tuple.iter().flatten().count();
                        assert!(tuples.iter().all(|tuple| in_some(tuple) <= 1), "{tuples:?}");
                    }
                }
            }
            let joint: Vec<TermId> =
                legal.iter().map(|legal| legal[rng.random_range(0..legal.len())]).collect();
            state = rules.next(&state, &joint);
            let after = project(&state);
            for factor in 0..shared {
                let done = (0..rules.roles()).map(|role| action(factor, role, joint[role])).collect();
                let key = (factor, before[factor].clone(), before[shared].clone(), done);
                compared += usize::from(next_of.contains_key(&key));
                assert_eq!(next_of.entry(key).or_insert_with(|| after[factor].clone()), &after[factor]);
            }
        }
    }
    compared
}

/// Heaps of these sizes, from which one role takes one or two things at a time; the puzzle is solved if all
/// are empty after so many steps.
fn heaps(sizes: &[usize]) -> String {
    let mut text = String::from(
        "(role you) (init (step 0)) (<= (next (step ?n)) (true (step ?m)) (after ?m ?n))
        (<= (legal you (take ?h ?k)) (true (heap ?h ?n)) (less ?n ?k ?m))
        (<= (next (heap ?h ?m)) (does you (take ?h ?k)) (true (heap ?h ?n)) (less ?n ?k ?m))
        (<= (next (heap ?h ?n)) (true (heap ?h ?n)) (not (touched ?h)))
        (<= (touched ?h) (does you (take ?h ?k)))
        (<= terminal empty) (<= terminal (true (step 9)))
        (<= (goal you 100) empty) (<= (goal you 0) (not empty))\n",
    );
    let most = sizes.iter().copied().max().unwrap_or(0);
    let empty: String = (0..sizes.len()).map(|heap| format!("(true (heap h{heap} 0)) ")).collect();
    text.push_str(&format!("(<= empty {empty})\n"));
    (0..9).for_each(|step| text.push_str(&format!("(after {step} {}) ", step + 1)));
    (1..=most).for_each(|size| text.push_str(&format!("(less {size} 1 {}) ", size - 1)));
    (2..=most).for_each(|size| text.push_str(&format!("(less {size} 2 {}) ", size - 2)));
    for (heap, size) in sizes.iter().enumerate() {
        text.push_str(&format!("(init (heap h{heap} {size})) "));
    }
    text
}

/// So many tic-tac-toe boards, on which two roles mark a cell each in turn; a board with a line is closed,
/// and the game is over when all boards are closed.
fn boards(count: usize) -> String {
    let all = |condition: &str| -> String {
        (0..count).map(|board| condition.replace('#', &format!("b{board}"))).collect()
    };
    format!(
        "(role x) (role o) {boards} (init (control x))
        (<= (init (cell ?b ?i ?j blank)) (board ?b) (index ?i) (index ?j))
        (index 1) (index 2) (index 3)
        (<= (legal ?r (mark ?b ?i ?j)) (true (control ?r)) (true (cell ?b ?i ?j blank)) (not (line ?b x)) (not (line ?b o)))
        (<= (legal x noop) (true (control o))) (<= (legal o noop) (true (control x)))
        (<= (legal ?r pass) (true (control ?r)))
        (<= (next (control x)) (true (control o))) (<= (next (control o)) (true (control x)))
        (<= (next (cell ?b ?i ?j ?r)) (does ?r (mark ?b ?i ?j)))
        (<= (next (cell ?b ?i ?j ?c)) (true (cell ?b ?i ?j ?c)) (not (marked ?b ?i ?j)))
        (<= (marked ?b ?i ?j) (does ?r (mark ?b ?i ?j)))
        (<= (line ?b ?r) (role ?r) (board ?b) (true (cell ?b ?i 1 ?r)) (true (cell ?b ?i 2 ?r)) (true (cell ?b ?i 3 ?r)))
        (<= (line ?b ?r) (role ?r) (board ?b) (true (cell ?b 1 ?j ?r)) (true (cell ?b 2 ?j ?r)) (true (cell ?b 3 ?j ?r)))
        (<= (open ?b) (true (cell ?b ?i ?j blank)) (not (line ?b x)) (not (line ?b o)))
        (<= terminal {closed})
        (<= (goal ?r 100) (role ?r) {won}) (<= (goal ?r 0) (role ?r) (not (all ?r))) (<= (all ?r) (role ?r) {won})",
        boards = all("(board #) "),
        closed = all("(not (open #)) "),
        won = all("(line # ?r) "),
    )
}

#[test]
fn heaps_side_by_side_are_a_puzzle_each() {
    let rules = rules(&heaps(&[4, 3]));
    let found = factors(&rules).expect("two factors");
    let heap = |name: &str, sizes: std::ops::Range<usize>| -> Vec<String> {
        sizes.map(|size| format!("(heap {name} {size})")).collect()
    };
    assert_eq!(texts(&rules), [heap("h0", 0..5), heap("h1", 0..4)]);
    assert_eq!((found.moves, &found.terminal), (Composition::Alternatives, &Combination::All(vec![0, 1])));
    assert!(found.factors.iter().all(|factor| factor.actions(0) == 2 && !factor.changes_when_idle));
    assert!(
        found.goals[0]
            .iter()
            .all(|(_, goal)| *goal == Combination::All(vec![0, 1]) || *goal == Combination::Any(vec![0, 1]))
    );
    assert!(check(&heaps(&[4, 3]), 60) > 100);
}

#[test]
fn three_heaps_are_three_factors_and_one_is_none() {
    assert_eq!(texts(&rules(&heaps(&[4, 3, 2]))).len(), 3);
    assert!(check(&heaps(&[4, 3, 2]), 60) > 100);
    assert_eq!(factors(&rules(&heaps(&[4]))), None);
}

#[test]
fn boards_in_turns_are_a_game_each() {
    for count in [2, 3] {
        let rules = rules(&boards(count));
        let found = factors(&rules).expect("several factors");
        assert_eq!(texts(&rules).iter().map(Vec::len).collect::<Vec<_>>(), vec![27; count]);
        let all: Vec<usize> = (0..count).collect();
        assert_eq!(
            (found.moves, &found.terminal),
            (Composition::Alternatives, &Combination::All(all.clone()))
        );
        assert_eq!(found.goals[0].last(), Some(&(Some(100), Combination::All(all))));
        // Waiting and passing are no actions anywhere.
        assert!(
            found.factors.iter().all(|factor| factor.moves(0).count() == 9 && factor.moves(1).count() == 9)
        );
        assert!(check(&boards(count), 40) > 100);
    }
    assert_eq!(factors(&rules(&boards(1))), None);
}

#[test]
fn boards_that_are_won_lost_or_full_are_a_game_each() {
    // A board is closed by a line or when it is full; a role may have a move in one board and the other role
    // in the other.
    let text = boards(2)
        .replace("(init (control x))", "(init (control b0 x)) (init (control b1 o))")
        .replace("(<= (legal ?r (mark ?b ?i ?j)) (true (control ?r))", "(<= (legal ?r (mark ?b ?i ?j)) (true (control ?b ?r))")
        .replace("(<= (legal x noop) (true (control o))) (<= (legal o noop) (true (control x)))", "(<= (legal ?r noop) (true (control ?b ?r)) (not (open ?b)))")
        .replace("(<= (legal ?r pass) (true (control ?r)))", "")
        .replace("(<= (next (control x)) (true (control o))) (<= (next (control o)) (true (control x)))", "(<= (next (control ?b x)) (true (control ?b o))) (<= (next (control ?b o)) (true (control ?b x)))")
        .replace("(<= terminal (not (open b0)) (not (open b1)) )", "(<= (over ?b) (line ?b x)) (<= (over ?b) (line ?b o)) (<= (full ?b) (board ?b) (not (blank ?b)))
            (<= (blank ?b) (true (cell ?b ?i ?j blank)))
            (<= terminal (over b0) (over b1)) (<= terminal (over b0) (full b1)) (<= terminal (full b0) (over b1)) (<= terminal (full b0) (full b1))");
    let rules = rules(&text);
    let found = factors(&rules).expect("two factors");
    assert_eq!((found.moves, found.factors.len()), (Composition::Alternatives, 2));
    assert_eq!(texts(&rules).iter().map(Vec::len).collect::<Vec<_>>(), [27, 27]);
    assert!(check(&text, 40) > 100);
}

#[test]
fn one_rule_that_looks_at_both_boards_makes_them_one_game() {
    let boards = boards(2);
    for clause in [
        "(<= (next (cell b0 1 1 x)) (true (cell b1 1 1 x)))",
        "(<= (legal x (mark b0 1 1)) (true (control x)) (true (cell b0 1 1 blank)) (true (cell b1 2 2 o)))
         (<= (legal x (mark b1 1 1)) (true (control x)) (true (cell b1 1 1 x)) (true (cell b0 2 2 o)))",
        "(<= (next (cell b1 ?i ?j x)) (does x (mark b0 ?i ?j)))",
        "(<= terminal (true (cell b0 1 1 x)) (true (cell b1 1 1 x)))
         (<= terminal (true (cell b0 2 2 x)) (true (cell b1 2 2 o)))
         (<= terminal (true (cell b0 3 3 x)) (true (cell b1 3 3 o)))",
    ] {
        assert_eq!(factors(&rules(&format!("{boards}\n{clause}"))), None, "{clause}");
    }
}

#[test]
fn lines_of_cells_make_one_game_of_the_cells() {
    // Both roles mark at once, so that what becomes of a cell depends on the cell and on what is done
    // there alone.
    let cells = "(role x) (role o) (index 1) (index 2) (index 3) (init (step 1)) (after 1 2) (after 2 3) (after 3 4) (after 4 5)
        (<= (init (cell ?i ?j blank)) (index ?i) (index ?j))
        (<= (legal ?r (mark ?i ?j)) (role ?r) (true (cell ?i ?j blank)))
        (<= (next (cell ?i ?j x)) (does x (mark ?i ?j)) (true (cell ?i ?j blank)) (not (does o (mark ?i ?j))))
        (<= (next (cell ?i ?j o)) (does o (mark ?i ?j)) (true (cell ?i ?j blank)) (not (does x (mark ?i ?j))))
        (<= (next (cell ?i ?j blank)) (true (cell ?i ?j blank)) (does x (mark ?i ?j)) (does o (mark ?i ?j)))
        (<= (next (cell ?i ?j blank)) (true (cell ?i ?j blank)) (not (does x (mark ?i ?j))) (not (does o (mark ?i ?j))))
        (<= (next (cell ?i ?j ?r)) (true (cell ?i ?j ?r)) (role ?r))
        (<= (next (step ?n)) (true (step ?m)) (after ?m ?n))
        (<= (line ?r) (role ?r) (index ?i) (true (cell ?i 1 ?r)) (true (cell ?i 2 ?r)) (true (cell ?i 3 ?r)))
        (<= (line ?r) (role ?r) (index ?j) (true (cell 1 ?j ?r)) (true (cell 2 ?j ?r)) (true (cell 3 ?j ?r)))
        (<= terminal (true (step 5))) (<= terminal (line ?r))
        (<= (goal ?r 100) (line ?r)) (<= (goal ?r 0) (role ?r) (not (line ?r)))";
    assert_eq!(factors(&rules(cells)), None);
}

#[test]
fn giving_up_is_no_game_beside_another() {
    let text =
        heaps(&[4]) + "(legal you give-up) (<= (next gone) (does you give-up)) (<= terminal (true gone))";
    assert_eq!(factors(&rules(&text)), None);
}

/// Two switches of three positions; a move turns both, each up or down, or leaves it.
const SWITCHES: &str = "(role you) (init (at a 0)) (init (at b 0)) (init (step 0)) 
        (turn 0 stay 0) (turn 1 stay 1) (turn 2 stay 2) (turn 0 up 1) (turn 1 up 2) (turn 2 down 1) (turn 1 down 0) (after 0 1) (after 1 2) (after 2 3) (after 3 4) (after 4 5)
        (<= (legal you (turn ?v ?w)) (free a ?v) (free b ?w))
        (<= (free ?s ?v) (true (at ?s ?n)) (turn ?n ?v ?m))
        (<= (next (at a ?m)) (does you (turn ?v ?w)) (true (at a ?n)) (turn ?n ?v ?m))
        (<= (next (at b ?m)) (does you (turn ?v ?w)) (true (at b ?n)) (turn ?n ?w ?m))
        (<= (next (step ?n)) (true (step ?m)) (after ?m ?n)) (<= terminal (true (step 5)))
        (<= (goal you 100) (true (at a 2)) (true (at b 2))) (<= (goal you 0) (not (true (at a 2)))) (<= (goal you 0) (not (true (at b 2))))";

#[test]
fn a_move_may_be_a_move_in_each_of_two_games() {
    let text = SWITCHES;
    let rules = rules(text);
    let found = factors(&rules).expect("two factors");
    assert_eq!((found.moves, &found.terminal), (Composition::Product, &Combination::Shared));
    assert_eq!(found.factors.iter().map(|factor| factor.actions(0)).collect::<Vec<_>>(), [3, 3]);
    assert!(check(text, 60) > 100);
}

#[test]
fn of_the_builtin_games_four_have_several_factors() {
    let mut sums = Vec::new();
    for game in BUILTIN {
        let rules = rules(game.rules);
        if let Some(found) = factors(&rules) {
            sums.push((game.name, found.factors.len()));
            assert!(check(game.rules, 60) > 100, "{}", game.name);
        }
    }
    sums.sort_unstable();
    assert_eq!(sums, [("coin-row", 2), ("hidden-coin", 2), ("nim", 3), ("two-rows", 2)]);
}

/// Plays at random, in the whole game and in the games of its factors: what a factor's fluents become is the
/// same. How many moves were compared is returned.
fn check_alone(text: &str, games: usize) -> usize {
    type Alone = FactorGame<RulesState, TermId>;
    let whole = rules(text);
    let planning = whole.planning().expect("one role");
    let found = factors(&whole).expect("several factors");
    let alone = planning.factors(&Interrupt::never()).expect("not interrupted").expect("several factors");
    let state_of = |factor: &Alone, state: &RulesState| -> RulesState {
        let mut states = Vec::new();
        factor.beyond.planning().expect("one role").states(&[planning.bits(state)], &mut states);
        states.remove(0)
    };
    let (mut compared, mut legal) = (0, Vec::new());
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    for _ in 0..games {
        let mut state = whole.initial();
        loop {
            whole.legal(&state, 0, &mut legal);
            let Some(&mov) = legal.get(rng.random_range(0..legal.len().max(1))) else { break };
            let next = whole.next(&state, &[mov]);
            for (factor, game) in found.factors.iter().zip(&alone.factors) {
                let own = state_of(game, &state);
                let mut actions = Vec::new();
                game.beyond.legal(&own, 0, &mut actions);
                let acts: BTreeSet<Option<u32>> = actions.iter().map(|&mov| game.action(mov)).collect();
                let may: BTreeSet<Option<u32>> =
                    legal.iter().map(|&mov| game.action(mov)).filter(Option::is_some).collect();
                assert_eq!(acts, may);
                let Some(action) = game.action(mov) else { continue };
                let same = actions.into_iter().find(|&mov| game.action(mov) == Some(action));
                let after = game.beyond.next(&own, &[same.expect("it is legal")]);
                let (after, expected) =
                    (game.beyond.planning().expect("one role").bits(&after), planning.bits(&next));
                for &fluent in factor.fluents.iter().chain(&found.shared) {
                    assert_eq!(circuit::holds(after, fluent), circuit::holds(expected, fluent));
                }
                compared += 1;
            }
            state = next;
        }
    }
    compared
}

#[test]
fn a_factor_alone_becomes_what_it_becomes_in_the_game() {
    assert!(check_alone(&heaps(&[4, 3, 2]), 60) > 100);
    assert!(check_alone(SWITCHES, 60) > 100);
}

#[test]
fn only_a_game_of_one_role_tells_its_factors_as_games() {
    assert!(rules(&boards(2)).planning().is_none());
    let one = rules(&heaps(&[4]));
    assert!(
        one.planning().expect("one role").factors(&Interrupt::never()).expect("not interrupted").is_none()
    );
    let two = rules(&heaps(&[4, 3]));
    let planning = two.planning().expect("one role");
    assert!(planning.factors(&Interrupt::unless(&|| false)).is_err());
    assert!(planning.factors(&Interrupt::never()).expect("not interrupted").is_some());
}

#[test]
fn an_interrupted_question_may_be_asked_again() {
    let rules = rules(Builtin::named("nim").expect("a built-in game").rules);
    assert_eq!(rules.factors(&Interrupt::unless(&|| false)), Err(Interrupted::Cancelled));
    assert!(factors(&rules).is_some());
    // What is known is told at once.
    assert!(rules.factors(&Interrupt::unless(&|| false)).is_ok());
}

#[test]
fn what_the_reasoner_plays_has_no_factors() {
    let nim = Builtin::named("nim").expect("a built-in game").rules;
    let rules = Rules::reasoned(&sheet(nim), Limits::default()).expect("within the limits");
    assert_eq!(factors(&rules), None);
}
