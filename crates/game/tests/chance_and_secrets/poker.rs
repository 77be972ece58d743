use crate::{Match, Walk, rules};

// --- Kuhn poker ---

#[test]
fn kuhn_poker_has_thirty_histories_and_six_information_sets_a_player() {
    let rules = rules("kuhn-poker");
    let walk = Walk::through(&rules);
    assert_eq!((walk.leaves, walk.choices(&rules)), (30, vec![6, 6]));
    assert_eq!(walk.sums, [100].into());
}

#[test]
fn kuhn_poker_pays_a_quarter_of_the_range_for_a_chip() {
    let rules = rules("kuhn-poker");
    let payoffs = |line: &[&str]| Match::of(&rules, line).payoffs();
    assert_eq!(payoffs(&["random (deal king jack)", "alice pass", "bob pass"]), [75, 25]);
    assert_eq!(payoffs(&["random (deal king jack)", "alice pass", "bob bet", "alice pass"]), [25, 75]);
    assert_eq!(payoffs(&["random (deal king jack)", "alice pass", "bob bet", "alice bet"]), [100, 0]);
    assert_eq!(payoffs(&["random (deal jack queen)", "alice bet", "bob pass"]), [75, 25]);
    assert_eq!(payoffs(&["random (deal jack queen)", "alice bet", "bob bet"]), [0, 100]);
}

#[test]
fn players_of_kuhn_poker_see_their_own_card_and_all_moves() {
    let rules = rules("kuhn-poker");
    let line = Match::of(&rules, &["random (deal king jack)", "alice pass", "bob bet"]);
    assert_eq!(line.seen_by("alice"), [["(card king)"], ["(did alice pass)"], ["(did bob bet)"]]);
    assert_eq!(line.seen_by("bob"), [["(card jack)"], ["(did alice pass)"], ["(did bob bet)"]]);
}

/// The equilibria of Kuhn's paper have one parameter; this is the one in which alice never bets first.
#[test]
fn kuhns_equilibrium_pays_the_first_player_an_eighteenth_of_a_chip_less() {
    let rules = rules("kuhn-poker");
    let cards = ["jack", "queen", "king"];
    let mut chips = 0.0;
    for alice in 0..3 {
        for bob in (0..3).filter(|&bob| bob != alice) {
            let deal = format!("random (deal {} {})", cards[alice], cards[bob]);
            let pay = |line: &[&str]| {
                let line: Vec<&str> = [deal.as_str()].iter().chain(line).copied().collect();
                f64::from(Match::of(&rules, &line).payoffs()[0] - 50) / 25.0
            };
            // After a pass bob bets the king always and the jack one time in three; alice then answers with
            // the king always and the queen one time in three.
            let bluff = [1.0 / 3.0, 0.0, 1.0][bob];
            let answer = [0.0, 1.0 / 3.0, 1.0][alice];
            let bet = answer * pay(&["alice pass", "bob bet", "alice bet"])
                + (1.0 - answer) * pay(&["alice pass", "bob bet", "alice pass"]);
            chips += (bluff * bet + (1.0 - bluff) * pay(&["alice pass", "bob pass"])) / 6.0;
        }
    }
    assert!((chips + 1.0 / 18.0).abs() < 1e-12, "{chips}");
}

// --- Leduc poker ---

#[test]
fn leduc_poker_has_468_information_sets_a_player() {
    let rules = rules("leduc-poker");
    let walk = Walk::through(&rules);
    assert_eq!((walk.leaves, walk.choices(&rules)), (5_520, vec![468, 468]));
    assert_eq!(walk.sums, [100].into());
}

#[test]
fn leduc_poker_pays_a_26th_of_the_range_for_a_chip_rounded() {
    let rules = rules("leduc-poker");
    let payoffs = |moves: &[&str]| {
        let deal = ["random (deal alice king hearts)", "random (deal bob queen spades)"];
        Match::of(&rules, &[&deal, moves].concat()).payoffs()
    };
    let (queen, jack) = ("random (deal table queen hearts)", "random (deal table jack hearts)");
    // Nobody raises: the ante is won, here by the pair.
    assert_eq!(payoffs(&["alice call", "bob call", queen, "alice call", "bob call"]), [46, 54]);
    assert_eq!(payoffs(&["alice call", "bob call", jack, "alice call", "bob call"]), [54, 46]);
    // All four raises: 13 chips.
    let raises =
        |card| ["alice raise", "bob raise", "alice call", card, "alice raise", "bob raise", "alice call"];
    assert_eq!(payoffs(&raises(queen)), [0, 100]);
    assert_eq!(payoffs(&raises(jack)), [100, 0]);
    // Who folds loses what they have paid: the ante, and the chips of their own raise.
    assert_eq!(payoffs(&["alice raise", "bob fold"]), [54, 46]);
    assert_eq!(payoffs(&["alice raise", "bob raise", "alice fold"]), [38, 62]);
    assert_eq!(
        payoffs(&["alice raise", "bob call", jack, "alice call", "bob raise", "alice raise", "bob fold"]),
        [77, 23]
    );
}

#[test]
fn equal_ranks_share_the_chips() {
    let line = [
        "random (deal alice king hearts)",
        "random (deal bob king spades)",
        "alice raise",
        "bob call",
        "random (deal table queen hearts)",
        "alice call",
        "bob call",
    ];
    assert_eq!(Match::of(&rules("leduc-poker"), &line).payoffs(), [50, 50]);
}

#[test]
fn two_raises_a_round_are_the_most_and_nobody_folds_before_one() {
    let rules = rules("leduc-poker");
    let mut line = vec!["random (deal alice king hearts)", "random (deal bob king spades)"];
    let mut after = |mov: &'static str, mover: &str| {
        line.push(mov);
        Match::of(&rules, &line).legal(mover)
    };
    assert_eq!(after("alice call", "bob"), ["call", "raise"]);
    assert_eq!(after("bob raise", "alice"), ["call", "fold", "raise"]);
    assert_eq!(after("alice raise", "bob"), ["call", "fold"]);
    assert_eq!(after("bob call", "random").len(), 4);
    assert_eq!(after("random (deal table jack spades)", "alice"), ["call", "raise"]);
}

#[test]
fn players_of_leduc_poker_see_their_own_card_the_table_and_all_moves() {
    let line = [
        "random (deal alice king hearts)",
        "random (deal bob queen spades)",
        "alice call",
        "bob call",
        "random (deal table king spades)",
    ];
    let rules = rules("leduc-poker");
    let line = Match::of(&rules, &line);
    let both = ["(did alice call)", "(did bob call)", "(shown king spades)"].map(|percept| vec![percept]);
    assert_eq!(line.seen_by("alice"), [&[vec!["(card king hearts)"], vec![]], &both[..]].concat());
    assert_eq!(line.seen_by("bob"), [&[vec![], vec!["(card queen spades)"]], &both[..]].concat());
}
