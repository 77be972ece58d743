//! What is known of the built-in games: counts, and values by exhaustive search.
//!
//! The theories that the values are held against are named in the rulesheets.

use std::collections::{BTreeMap, BTreeSet};

use logic::{Limits, RoleGoal};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use spielbaum_game::{
    BUILTIN, Builtin, Choices, Game, Goal, Mover, Rules, StateIndex, TableLimits, Tabulated, perft,
};

type Table = Tabulated<Rules>;

fn text(name: &str) -> &'static str {
    Builtin::named(name).unwrap_or_else(|| panic!("no game {name}")).rules
}

fn rules_of(text: &str) -> Rules {
    let sheet = gdl::Rulesheet::parse("game.kif", text.as_bytes()).expect("a rulesheet");
    Rules::new(&sheet).expect("within the limits")
}

fn rules(name: &str) -> Rules {
    rules_of(text(name))
}

/// Without a circuit, which takes its time.
fn reasoned(text: &str) -> Rules {
    let sheet = gdl::Rulesheet::parse("game.kif", text.as_bytes()).expect("a rulesheet");
    Rules::reasoned(&sheet, Limits::default()).expect("within the limits")
}

fn table_of(text: &str) -> Table {
    Tabulated::new(rules_of(text), TableLimits::default()).expect("the game is small")
}

fn table(name: &str) -> Table {
    table_of(text(name))
}

// --- counting ---

/// The states at each ply, each with the number of ways to it.
fn plies<G: Game>(game: &G, depth: usize) -> Vec<BTreeMap<usize, (G::State, u128)>> {
    let mut numbers: std::collections::HashMap<G::State, usize> = [(game.initial(), 0)].into();
    let mut plies = vec![BTreeMap::from([(0, (game.initial(), 1))])];
    while plies.len() <= depth {
        let mut next: BTreeMap<usize, (G::State, u128)> = BTreeMap::new();
        for (state, ways) in plies[plies.len() - 1].values() {
            if game.terminal(state) {
                assert_eq!(game.fault(state), None);
                continue;
            }
            for joint in Choices::of(game, state).joint_moves() {
                let after = game.next(state, &joint);
                let fresh = numbers.len();
                let number = *numbers.entry(after.clone()).or_insert(fresh);
                next.entry(number).or_insert((after, 0)).1 += ways;
            }
        }
        if next.is_empty() {
            break;
        }
        plies.push(next);
    }
    plies
}

/// How many sequences of joint moves there are, ply by ply, without walking each of them.
fn ways<G: Game>(game: &G) -> Vec<u128> {
    plies(game, usize::MAX - 1)[1..].iter().map(|ply| ply.values().map(|(_, ways)| ways).sum()).collect()
}

/// How many different states there are at each ply.
fn states_by_ply<G: Game>(game: &G, depth: usize) -> Vec<usize> {
    plies(game, depth).iter().map(BTreeMap::len).collect()
}

/// All states.
fn states(table: &Table) -> Vec<StateIndex> {
    let found: BTreeSet<StateIndex> =
        plies(table, usize::MAX - 1).iter().flat_map(|ply| ply.values().map(|(state, _)| *state)).collect();
    assert_eq!(found.len(), table.states());
    found.into_iter().collect()
}

/// How often a game ends with these payoffs: in so many terminal states, and by so many sequences of moves.
fn ends(table: &Table) -> BTreeMap<Vec<Goal>, (usize, u128)> {
    let mut ends: BTreeMap<Vec<Goal>, (BTreeSet<StateIndex>, u128)> = BTreeMap::new();
    for (state, ways) in plies(table, usize::MAX - 1).iter().flat_map(BTreeMap::values) {
        if table.terminal(state) {
            let end = ends.entry(goals(table, state)).or_default();
            end.0.insert(*state);
            end.1 += ways;
        }
    }
    ends.into_iter().map(|(goals, (states, ways))| (goals, (states.len(), ways))).collect()
}

fn terminal_states(table: &Table) -> usize {
    ends(table).values().map(|(states, _)| states).sum()
}

fn games(table: &Table) -> u128 {
    ends(table).values().map(|(_, ways)| ways).sum()
}

fn goals<G: Game>(game: &G, state: &G::State) -> Vec<Goal> {
    (0..game.roles()).map(|role| game.goal(state, role)).collect()
}

// --- playing ---

/// The values of all states of a game for two that take turns, for the first role; the second gets the rest
/// of 100.
struct Values<'t> {
    table: &'t Table,
    known: std::cell::RefCell<BTreeMap<StateIndex, Goal>>,
}

impl<'t> Values<'t> {
    fn of(table: &'t Table) -> Self {
        Self { table, known: Default::default() }
    }

    fn value(&self, state: StateIndex) -> Goal {
        if let Some(&value) = self.known.borrow().get(&state) {
            return value;
        }
        let value = if self.table.terminal(&state) {
            let goals = goals(self.table, &state);
            assert_eq!(goals.iter().sum::<Goal>(), 100);
            goals[0]
        } else {
            let choices = Choices::of(self.table, &state);
            let children = choices.joint_moves().map(|joint| self.value(self.table.next(&state, &joint)));
            let best = match choices.mover() {
                Mover::One(1) => children.min(),
                Mover::One(_) | Mover::Nobody => children.max(),
                Mover::Several => panic!("not a game of turns"),
            };
            best.expect("a state that is not terminal has successors")
        };
        self.known.borrow_mut().insert(state, value);
        value
    }

    /// The value of a state for whoever is in control.
    fn for_mover(&self, state: StateIndex) -> Goal {
        let value = self.value(state);
        if mover(self.table, state) == 0 { value } else { 100 - value }
    }

    /// The first role's opening moves, with their values.
    fn openings(&self) -> BTreeMap<String, Goal> {
        let start = self.table.initial();
        let choices = Choices::of(self.table, &start);
        let value = |mov| self.value(self.table.next(&start, &choices.joint_with(0, mov)));
        choices.of_role(0).iter().map(|&mov| (self.table.notation().move_name(mov), value(mov))).collect()
    }

    /// The openings with this value.
    fn openings_worth(&self, value: Goal) -> Vec<String> {
        self.openings().into_iter().filter(|(_, found)| *found == value).map(|(name, _)| name).collect()
    }
}

/// The fluents of a state as their words.
fn fluents(table: &Table, state: StateIndex) -> Vec<Vec<String>> {
    let reasoner = table.game().reasoner();
    let texts = reasoner.texts(&table.game().fluents(table.state(state)));
    texts.iter().map(|text| text.trim_matches(['(', ')']).split(' ').map(str::to_owned).collect()).collect()
}

/// Who is in control.
fn mover(table: &Table, state: StateIndex) -> usize {
    let fluents = fluents(table, state);
    let control = fluents.iter().find(|fluent| fluent[0] == "control").expect("somebody is in control");
    (0..table.roles()).find(|&role| table.notation().role_name(role) == control[1]).expect("a role")
}

fn number(word: &str) -> usize {
    word.parse().expect("a number")
}

// --- every game ---

/// For each game the first counts of its joint-move tree, as many as the reasoner walks through in a moment.
const PERFT: &[(&str, &[u128])] = &[
    ("breakthrough", &[22, 484, 11_132, 256_036]),
    ("breakthrough-6x6", &[16, 256, 4_308, 71_478]),
    ("checkers", &[7, 49, 302, 1_469, 7_361]),
    ("coin-row", &[20, 330, 4_392, 46_008]),
    ("connect-four", &[7, 49, 343, 2_401, 16_807, 117_649]),
    ("connect-four-3p", &[8, 64, 512, 4_096, 32_768]),
    ("counting-to-21", &[3, 9, 27, 81, 243, 729, 2_187, 6_516]),
    ("dark-hex-3x3", &[9, 81, 648]),
    ("eight-puzzle", &[4, 12, 32, 96, 256, 768, 2_048, 6_144, 16_384]),
    ("einstein-dice", &[6, 18, 108, 324]),
    ("fifteen-puzzle", &[4, 14, 46, 150, 486, 1_574, 5_094, 16_486]),
    ("goofspiel", &[5, 125, 500, 8_000, 24_000]),
    ("hex-7x7", &[49, 2_352, 110_544]),
    ("hidden-coin", &[2, 6, 8]),
    ("knights-tour", &[2, 10, 44, 156, 572, 2_086, 7_254]),
    ("kuhn-poker", &[6, 12, 24, 12]),
    ("leduc-poker", &[6, 30, 60, 150, 390]),
    ("liars-dice", &[36, 432, 2_808]),
    ("lights-out", &[25, 625, 15_625]),
    ("mastermind", &[64, 4_096]),
    ("maze", &[1, 2, 4, 8, 18, 36, 82, 165, 373, 757, 1_693]),
    ("minesweeper-small", &[560, 8_960]),
    ("mini-bridge", &[220]),
    ("monty-hall", &[3, 9, 12, 24]),
    ("nannon", &[30]),
    ("nim", &[15, 176, 1_588, 10_986, 58_982]),
    ("othello", &[4, 12, 56, 244, 1_396, 8_200]),
    ("othello-4x4", &[4, 12, 44, 128, 424, 1_256]),
    ("othello-6x6", &[4, 12, 56, 244, 1_364]),
    ("peg-solitaire", &[4, 12, 60, 400, 2_960]),
    ("phantom-tictactoe", &[9, 81, 648]),
    ("pig", &[6, 16, 76]),
    ("prisoners-dilemma", &[4, 16, 64, 256, 1_024, 4_096]),
    ("rock-paper-scissors", &[9]),
    ("tictactoe", &[9, 72, 504, 3_024, 15_120, 54_720]),
    ("tictactoe-3p", &[16, 240, 3_360, 43_680]),
    ("tron", &[4, 16, 100, 576, 3_600]),
    ("two-rows", &[7, 37, 207, 1_075, 5_742, 30_056]),
];

#[test]
fn the_first_plies_count_what_they_should() {
    assert_eq!(PERFT.len(), BUILTIN.len());
    for (name, counts) in PERFT {
        assert_eq!(perft(&rules(name), counts.len()), Ok(counts.to_vec()), "{name}");
    }
}

/// For each game: fluents that can hold, those that hold at the start, and moves that can be legal, by role.
const SIZES: &[(&str, usize, usize, &[usize])] = &[
    ("breakthrough", 130, 33, &[155, 155]),
    ("breakthrough-6x6", 74, 25, &[81, 81]),
    ("checkers", 195, 26, &[171, 171]),
    ("coin-row", 13, 12, &[21, 21]),
    ("connect-four", 128, 43, &[8, 8]),
    ("connect-four-3p", 195, 49, &[9, 9, 9]),
    ("counting-to-21", 24, 2, &[4, 4]),
    ("dark-hex-3x3", 38, 1, &[10, 10]),
    ("eight-puzzle", 142, 10, &[8]),
    ("einstein-dice", 308, 13, &[57, 57, 7]),
    ("fifteen-puzzle", 357, 17, &[15]),
    ("goofspiel", 52, 17, &[6, 6, 6]),
    ("hex-7x7", 100, 1, &[50, 50]),
    ("hidden-coin", 9, 1, &[6, 3]),
    ("knights-tour", 108, 2, &[8]),
    ("kuhn-poker", 14, 1, &[3, 3, 7]),
    ("leduc-poker", 44, 4, &[4, 4, 19]),
    ("liars-dice", 29, 1, &[14, 14, 37]),
    ("lights-out", 38, 16, &[25]),
    ("mastermind", 80, 1, &[65, 65]),
    ("maze", 75, 20, &[4]),
    ("minesweeper-small", 113, 17, &[17, 561]),
    ("mini-bridge", 111, 3, &[13, 13, 13, 13, 221]),
    ("monty-hall", 14, 1, &[6, 7]),
    ("nannon", 90, 8, &[9, 9, 37]),
    ("nim", 20, 4, &[16, 16]),
    ("othello", 130, 5, &[62, 62]),
    ("othello-4x4", 34, 5, &[14, 14]),
    ("othello-6x6", 74, 5, &[34, 34]),
    ("peg-solitaire", 65, 33, &[76]),
    ("phantom-tictactoe", 47, 10, &[10, 10]),
    ("pig", 116, 6, &[3, 3, 7]),
    ("prisoners-dilemma", 113, 3, &[2, 2]),
    ("rock-paper-scissors", 7, 1, &[3, 3]),
    ("tictactoe", 29, 10, &[10, 10]),
    ("tictactoe-3p", 67, 17, &[17, 17, 17]),
    ("tron", 192, 2, &[4, 4]),
    ("two-rows", 43, 6, &[41, 41]),
];

/// What a rulesheet says of itself with `base`, and with `input` for each role.
struct Hints {
    base: BTreeSet<String>,
    input: Vec<BTreeSet<String>>,
}

fn hints(text: &str) -> Hints {
    // The hints play no part in the game, so they are made to be seen.
    let rules = reasoned(&format!(
        "{text} (<= (sees ?r (a_base ?f)) (role ?r) (base ?f)) (<= (sees ?r (an_input ?m)) (input ?r ?m))"
    ));
    let reasoner = rules.reasoner();
    let mut view = reasoner.view(reasoner.initial());
    let mut seen = |role, kind: &str| {
        let percepts = view.percepts(&[], role).expect("within the limits");
        let of_kind =
            percepts.into_iter().map(|percept| reasoner.parts(percept)).filter(|(name, _)| *name == kind);
        of_kind.map(|(_, args)| reasoner.text(args[0])).collect::<BTreeSet<String>>()
    };
    let base = seen(0, "a_base");
    let input = (0..rules.roles()).map(|role| seen(role, "an_input")).collect();
    Hints { base, input }
}

#[test]
fn every_game_has_as_many_fluents_and_moves_as_it_should() {
    assert_eq!(SIZES.len(), BUILTIN.len());
    for (name, base, init, input) in SIZES {
        let hints = hints(text(name));
        let moves: Vec<usize> = hints.input.iter().map(BTreeSet::len).collect();
        assert_eq!((hints.base.len(), moves.as_slice()), (*base, *input), "{name}");
        let rules = reasoned(text(name));
        assert_eq!(rules.fluents(&rules.initial()).len(), *init, "{name}");
    }
}

#[test]
fn random_walks_stay_within_the_rules() {
    for game in BUILTIN {
        let (rules, hints) = (reasoned(game.rules), hints(game.rules));
        let reasoner = rules.reasoner();
        for seed in 0..20 {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut state = reasoner.initial().clone();
            for ply in 0.. {
                assert!(ply < 1_000, "{} goes on and on", game.name);
                let texts = reasoner.texts(state.fluents());
                assert!(texts.iter().all(|fluent| hints.base.contains(fluent)), "{}: {texts:?}", game.name);
                let mut view = reasoner.view(&state);
                if view.terminal().unwrap() {
                    let payoffs = view.goals().unwrap();
                    let clear = payoffs.iter().all(|payoff| matches!(payoff, RoleGoal::Unique(0..=100)));
                    assert!(clear, "{}: {payoffs:?} in {texts:?}", game.name);
                    break;
                }
                let mut joint = Vec::new();
                for role in 0..rules.roles() {
                    let legal = view.legal(role).unwrap();
                    assert!(
                        !legal.is_empty(),
                        "{}: {} cannot move",
                        game.name,
                        rules.notation().role_name(role)
                    );
                    let moves = reasoner.texts(&legal);
                    assert!(
                        moves.iter().all(|mov| hints.input[role].contains(mov)),
                        "{}: {moves:?}",
                        game.name
                    );
                    joint.push(legal[rng.random_range(0..legal.len())]);
                }
                let next = view.next(&joint).unwrap();
                drop(view);
                state = next;
            }
        }
    }
}

// --- one by one ---

#[test]
fn tic_tac_toe_is_counted_whole() {
    let table = table("tictactoe");
    let counts = [9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872];
    assert_eq!(ways(&table), counts);
    assert_eq!(perft(&table, 99), Ok(counts.to_vec()));
    assert_eq!(states_by_ply(&table, 9), [1, 9, 72, 252, 756, 1_260, 1_520, 1_140, 390, 78]);
    assert_eq!((table.states(), terminal_states(&table), games(&table)), (5_478, 958, 255_168));
    let by_result: Vec<(Vec<Goal>, u128)> =
        ends(&table).into_iter().map(|(goals, (_, ways))| (goals, ways)).collect();
    assert_eq!(by_result, [(vec![0, 100], 77_904), (vec![50, 50], 46_080), (vec![100, 0], 131_184)]);
}

#[test]
fn tic_tac_toe_is_a_draw_whatever_comes_first() {
    let table = table("tictactoe");
    let openings = Values::of(&table).openings();
    assert_eq!(openings.len(), 9);
    assert!(openings.values().all(|&value| value == 50));
}

#[test]
fn states_of_large_games_are_counted_to_a_depth() {
    assert_eq!(states_by_ply(&rules("connect-four"), 6), [1, 7, 49, 238, 1_120, 4_263, 16_422]);
    assert_eq!(states_by_ply(&rules("breakthrough-6x6"), 3), [1, 16, 256, 2_160]);
    assert_eq!(states_by_ply(&rules("tictactoe-3p"), 4), [1, 16, 240, 3_360, 21_840]);
    assert_eq!(states_by_ply(&rules("eight-puzzle"), 10), [1, 4, 9, 12, 25, 44, 85, 116, 221, 316, 597]);
}

#[test]
fn nim_is_counted_whole() {
    let table = table("nim");
    let counts = [
        15, 176, 1_588, 10_986, 58_982, 248_600, 828_192, 2_183_266, 4_532_382, 7_322_832, 9_016_920,
        8_170_932, 5_132_556, 1_993_992, 360_360,
    ];
    assert_eq!(ways(&table), counts);
    assert_eq!((table.states(), terminal_states(&table), games(&table)), (376, 2, 16_682_246));
}

#[test]
fn nim_is_lost_exactly_where_the_exclusive_or_is_zero() {
    let table = table("nim");
    let values = Values::of(&table);
    for state in states(&table) {
        let fluents = fluents(&table, state);
        let heaps = fluents.iter().filter(|fluent| fluent[0] == "heap").map(|fluent| number(&fluent[2]));
        let sum = heaps.fold(0, |sum, heap| sum ^ heap);
        assert_eq!(values.for_mover(state), if sum == 0 { 0 } else { 100 }, "{fluents:?}");
    }
    assert_eq!(values.openings_worth(100), ["(take a 1)", "(take b 1)", "(take c 1)"]);
}

#[test]
fn counting_to_21_is_counted_whole() {
    let table = table("counting-to-21");
    let counts = [
        3, 9, 27, 81, 243, 729, 2_187, 6_516, 18_176, 42_351, 75_747, 100_972, 100_296, 74_805, 42_129,
        17_901, 5_679, 1_312, 210, 21, 1,
    ];
    assert_eq!(ways(&table), counts);
    assert_eq!((table.states(), terminal_states(&table), games(&table)), (42, 2, 223_317));
}

#[test]
fn whoever_leaves_the_other_after_20_16_12_8_or_4_wins_counting_to_21() {
    let table = table("counting-to-21");
    let values = Values::of(&table);
    for state in states(&table) {
        let fluents = fluents(&table, state);
        let said =
            fluents.iter().find(|fluent| fluent[0] == "said").map(|fluent| number(&fluent[1])).unwrap();
        let lost = [0, 4, 8, 12, 16, 20].contains(&said);
        assert_eq!(values.for_mover(state), if lost { 0 } else { 100 }, "{fluents:?}");
    }
    assert_eq!(values.value(table.initial()), 0, "the second player wins");
    assert_eq!(values.openings_worth(100), Vec::<String>::new());
}

/// The lengths of the rows of coins that lie side by side, ascending.
fn rows_of_coins(table: &Table, state: StateIndex) -> Vec<usize> {
    let fluents = fluents(table, state);
    let coins: BTreeSet<(usize, usize)> =
        fluents.iter().filter(|f| f[0] == "cell").map(|f| (number(&f[2]), number(&f[1]))).collect();
    let mut rows = Vec::new();
    for &(row, position) in &coins {
        match rows.last_mut() {
            Some(length) if coins.contains(&(row, position - 1)) => *length += 1,
            _ => rows.push(1),
        }
    }
    rows.sort_unstable();
    rows
}

/// The Grundy values of rows of coins up to a length: the least value that no move leads to.
fn grundy(longest: usize) -> Vec<usize> {
    let mut values = vec![0];
    for length in 1..=longest {
        let reached: BTreeSet<usize> = [1, 2]
            .into_iter()
            .filter(|&taken| taken <= length)
            .flat_map(|taken| (0..=length - taken).map(move |left| (left, length - taken - left)))
            .map(|(left, right)| values[left] ^ values[right])
            .collect();
        values.extend((0..).find(|value| !reached.contains(value)));
    }
    values
}

#[test]
fn coins_in_rows_are_counted_whole() {
    let table = table("coin-row");
    let counts = [
        20, 330, 4_392, 46_008, 369_600, 2_217_600, 9_661_680, 29_514_240, 59_875_200, 72_576_000, 39_916_800,
    ];
    assert_eq!(ways(&table), counts);
    assert_eq!((table.states(), terminal_states(&table), games(&table)), (3_823, 2, 84_825_360));
}

#[test]
fn coins_in_rows_are_lost_exactly_where_the_grundy_values_cancel() {
    assert_eq!(grundy(12), [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]);
    let table = table("coin-row");
    let (values, grundy) = (Values::of(&table), grundy(6));
    for state in states(&table) {
        let rows = rows_of_coins(&table, state);
        let sum = rows.iter().fold(0, |sum, &row| sum ^ grundy[row]);
        assert_eq!(values.for_mover(state), if sum == 0 { 0 } else { 100 }, "{rows:?}");
    }
    let singles = (1..=2).flat_map(|row| (1..=4 + row).map(move |place| format!("(take {place} {row})")));
    let pairs = (1..=2).flat_map(|row| (1..=3 + row).map(move |place| format!("(take_pair {place} {row})")));
    assert_eq!(values.openings().into_keys().collect::<BTreeSet<_>>(), singles.chain(pairs).collect());
    let winning = [
        "(take 1 2)",
        "(take 6 2)",
        "(take_pair 1 1)",
        "(take_pair 2 1)",
        "(take_pair 3 1)",
        "(take_pair 4 1)",
    ];
    assert_eq!(values.openings_worth(100), winning);
}

#[test]
fn a_row_of_one_and_a_row_of_six_lead_to_seven_kinds_of_rows() {
    let table = table("coin-row");
    let one_and_six = states(&table).into_iter().filter(|&state| rows_of_coins(&table, state) == [1, 6]);
    let mut seen = 0;
    for state in one_and_six {
        let after = Choices::of(&table, &state)
            .joint_moves()
            .map(|joint| rows_of_coins(&table, table.next(&state, &joint)))
            .collect::<BTreeSet<_>>();
        let expected: [&[usize]; 7] =
            [&[6], &[1, 5], &[1, 1, 4], &[1, 2, 3], &[1, 4], &[1, 1, 3], &[1, 2, 2]];
        assert_eq!(after, expected.iter().map(|rows| rows.to_vec()).collect());
        seen += 1;
    }
    assert!(seen > 0);
}

#[test]
fn two_rows_are_counted_whole() {
    let table = table("two-rows");
    let counts = [7, 37, 207, 1_075, 5_742, 30_056, 158_859, 832_880, 4_388_268, 23_067_231];
    assert_eq!(ways(&table)[..10], counts);
    let mut by_ply = vec![1, 7, 37, 92, 211];
    by_ply.resize(21, 224);
    assert_eq!(states_by_ply(&table, 99), by_ply);
    assert_eq!(table.states(), 3_932);
    let states: Vec<(Vec<Goal>, usize)> =
        ends(&table).into_iter().map(|(goals, (states, _))| (goals, states)).collect();
    assert_eq!(states, [(vec![0, 100], 9), (vec![50, 50], 223), (vec![100, 0], 9)]);
}

#[test]
fn white_wins_two_rows_by_making_the_gaps_equal_and_loses_by_anything_else() {
    let table = table("two-rows");
    let openings = Values::of(&table).openings();
    assert_eq!(openings.len(), 7);
    for (name, value) in openings {
        assert_eq!(value, if name == "(slide 1 1 3)" { 100 } else { 0 }, "{name}");
    }
}

#[test]
fn two_rows_are_nim_in_their_gaps_until_the_limit_is_near() {
    let table = table("two-rows");
    let values = Values::of(&table);
    let mut against = [0; 21];
    for state in states(&table) {
        let fluents = fluents(&table, state);
        let step =
            fluents.iter().find(|fluent| fluent[0] == "step").map(|fluent| number(&fluent[1])).unwrap();
        let column = |row: &str, player: &str| {
            let piece = fluents.iter().find(|f| f[0] == "cell" && f[2] == row && f[3] == player);
            number(&piece.expect("each row holds a piece of each")[1])
        };
        let gaps = ["1", "2"].map(|row| column(row, "black") - column(row, "white") - 1);
        let expected = if gaps[0] ^ gaps[1] == 0 { 0 } else { 100 };
        against[step] += usize::from(values.for_mover(state) != expected);
    }
    assert_eq!(against[..9], [0, 0, 0, 0, 0, 4, 12, 20, 40]);
    assert_eq!(against[20], 223);
}

#[test]
fn eleven_turns_are_enough_to_win_two_rows_and_ten_are_not() {
    let within = |limit: &str| {
        let limited = text("two-rows").replace("(true (step 20))", &format!("(true (step {limit}))"));
        let table = table_of(&limited);
        Values::of(&table).value(table.initial())
    };
    assert_eq!([within("10"), within("11")], [50, 100]);
}

#[test]
fn the_maze_is_counted_whole() {
    let table = table("maze");
    let counts = [
        1, 2, 4, 8, 18, 36, 82, 165, 373, 757, 1_693, 3_467, 7_674, 15_852, 34_766, 72_399, 157_515, 330_481,
        714_028, 1_508_442, 3_239_444, 6_887_072, 14_712_351, 31_461_565,
    ];
    assert_eq!(ways(&table), counts);
    assert_eq!((table.states(), games(&table)), (274, 31_463_690));
    let states: Vec<(Vec<Goal>, usize)> =
        ends(&table).into_iter().map(|(goals, (states, _))| (goals, states)).collect();
    assert_eq!(states, [(vec![0], 16), (vec![100], 5)]);
}

#[test]
fn the_exit_of_the_maze_is_sixteen_steps_away() {
    let table = table("maze");
    let out = plies(&table, 99)
        .iter()
        .position(|ply| ply.values().any(|(state, _)| table.terminal(state) && table.goal(state, 0) == 100));
    assert_eq!(out, Some(16));
}

#[test]
fn rock_paper_scissors_has_nine_ends() {
    let table = table("rock-paper-scissors");
    assert_eq!((ways(&table), table.states()), (vec![9], 10));
    let ends: Vec<(Vec<Goal>, (usize, u128))> = ends(&table).into_iter().collect();
    assert_eq!(ends, [(vec![0, 100], (3, 3)), (vec![50, 50], (3, 3)), (vec![100, 0], (3, 3))]);
}

#[test]
fn ten_rounds_of_the_dilemma_are_counted_whole() {
    let table = table("prisoners-dilemma");
    assert_eq!(ways(&table), (1..=10).map(|rounds| 4_u128.pow(rounds)).collect::<Vec<_>>());
    assert_eq!(states_by_ply(&table, 99), [1, 4, 10, 20, 34, 52, 74, 100, 130, 164, 202]);
    let ends = ends(&table);
    assert_eq!((table.states(), terminal_states(&table), ends.len()), (791, 202, 202));
    // Uniform play earns each 45 on average, to the last digit.
    for role in 0..2 {
        let total: i64 = ends.iter().map(|(goals, (_, ways))| i64::from(goals[role]) * *ways as i64).sum();
        assert_eq!(total, 45 * 4_i64.pow(10));
    }
}

#[test]
fn the_dilemma_pays_the_same_choice_ten_times() {
    let rules = rules("prisoners-dilemma");
    let always = |choices: [&str; 2]| {
        let mut state = rules.initial();
        while !rules.terminal(&state) {
            let joint: Vec<_> = (0..2)
                .map(|role| {
                    rules.move_named(&state, role, &format!("(choose {})", choices[role])).expect("legal")
                })
                .collect();
            state = rules.next(&state, &joint);
        }
        goals(&rules, &state)
    };
    assert_eq!(always(["cooperate", "cooperate"]), [60, 60]);
    assert_eq!(always(["defect", "defect"]), [20, 20]);
    assert_eq!(always(["defect", "cooperate"]), [100, 0]);
    assert_eq!(always(["cooperate", "defect"]), [0, 100]);
}
