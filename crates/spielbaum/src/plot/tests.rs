use arena::{Schedule, Table};
use resvg::{tiny_skia, usvg};

use super::*;
use crate::testing::table;

const PLAYERS: [&str; 3] = ["alpha-beta", "uct(playouts=1000,c=0.7)", "uct(playouts=10)"];

fn picture(table: &Table, kind: PlotKind) -> String {
    svg(table, kind, Size::default()).expect("it can be drawn")
}

/// All that is written in a picture. That it can be read proves the picture well-formed.
fn texts(svg: &str) -> Vec<String> {
    let tree = usvg::roxmltree::Document::parse(svg).expect("well-formed");
    let texts = tree.descendants().filter(|node| node.has_tag_name("text"));
    texts.map(|node| node.text().unwrap_or_default().trim().to_owned()).collect()
}

fn complaint(table: &Table, kind: PlotKind, size: Size) -> String {
    svg(table, kind, size).expect_err("it cannot be drawn").to_string()
}

#[test]
fn win_rates_hold_every_pairings_figures() {
    let texts = texts(&picture(&table(&PLAYERS, 2, 100), PlotKind::WinRates));
    let has = |wanted: &str| assert!(texts.iter().any(|text| text == wanted), "{wanted} in {texts:?}");
    ["alpha-beta", "uct 1", "uct 2", "first player", "second player"].into_iter().for_each(has);
    // The first wins 60 of 100 against the second, whose share of 90 is half as large.
    ["60", "60/10/30", "[50, 69]", "uct 1 = uct(playouts=1000,c=0.7)"].into_iter().for_each(has);
    has("tictactoe: 900 games, seed 7");
}

#[test]
fn ratings_hold_every_players_interval() {
    let texts = texts(&picture(&table(&PLAYERS, 2, 100), PlotKind::Ratings));
    for figures in ["200 [160, 240]", "150 [110, 190]", "100 [60, 140]", "Elo"] {
        assert!(texts.iter().any(|text| text == figures), "{figures} in {texts:?}");
    }
}

#[test]
fn one_role_is_rated_by_its_score() {
    let table = table(&PLAYERS, 1, 100);
    let texts = texts(&picture(&table, PlotKind::Ratings));
    assert!(texts.iter().any(|text| text == "50 [40, 60]"), "{texts:?}");
    assert!(
        complaint(&table, PlotKind::WinRates, Size::default()).contains("one role, take `--kind ratings`")
    );
}

#[test]
fn three_roles_have_ratings_and_no_matrix() {
    let table = table(&["maxn", "random"], 3, 10);
    assert!(texts(&picture(&table, PlotKind::Ratings)).iter().any(|text| text == "maxn"));
    assert!(complaint(&table, PlotKind::WinRates, Size::default()).contains("a game for 3 roles"));
}

#[test]
fn one_player_has_a_matrix_and_no_ratings() {
    let table = table(&["random"], 2, 20);
    assert!(texts(&picture(&table, PlotKind::WinRates)).iter().any(|text| text == "45/10/45"));
    assert!(complaint(&table, PlotKind::Ratings, Size::default()).contains("it takes two players or more"));
}

#[test]
fn a_budget_is_a_line_of_players_that_differ_in_it() {
    let players = ["random", "uct(playouts=16)", "uct(playouts=64)", "uct(playouts=256)"];
    let gauntlet = Table { schedule: Schedule::Gauntlet(1), ..table(&players, 2, 100) };
    let texts = texts(&picture(&gauntlet, PlotKind::Budget));
    for text in ["Score by playouts: uct", "playouts, log scale", "score, %", "16", "64", "256"] {
        assert!(texts.iter().any(|found| found == text), "{text} in {texts:?}");
    }
    assert!(texts.iter().any(|text| text.starts_with("Score against random")), "{texts:?}");
    assert!(
        complaint(&table(&["random", "maxn"], 2, 10), PlotKind::Budget, Size::default()).contains("--sweep")
    );
}

#[test]
fn a_budgets_opponents_are_named_if_they_are_few() {
    let sweep = ["uct(playouts=16)", "uct(playouts=64)"];
    let caption = |champions: &[&str]| {
        let players = [champions, &sweep].concat();
        let gauntlet = Table { schedule: Schedule::Gauntlet(champions.len()), ..table(&players, 2, 100) };
        let texts = texts(&picture(&gauntlet, PlotKind::Budget));
        texts.into_iter().find(|text| text.starts_with("Score against")).expect("a caption")
    };
    assert!(caption(&["random", "maxn"]).starts_with("Score against random, maxn, over all seats"));
    let many = ["random", "maxn", "paranoid", "flat-mc", "minimax", "negamax"];
    assert!(caption(&many).starts_with("Score against the 6 players named first, over all seats"));
}

#[test]
fn games_without_a_result_are_counted() {
    let mut table = table(&PLAYERS, 2, 10);
    table.pairings[1].adjudicated = 3;
    let texts = texts(&picture(&table, PlotKind::WinRates));
    assert!(
        texts.iter().any(|text| text == "tictactoe: 90 games, 3 ended by the ply limit, seed 7"),
        "{texts:?}"
    );
}

#[test]
fn nothing_played_is_nothing_to_draw() {
    for kind in [PlotKind::WinRates, PlotKind::Ratings, PlotKind::Budget] {
        let complaint = complaint(&table(&PLAYERS, 2, 0), kind, Size::default());
        assert!(complaint.contains("no game of this tournament has been played"), "{complaint}");
    }
}

#[test]
fn an_interrupted_tournament_says_so() {
    let mut table = Table { interrupted: true, ..table(&PLAYERS, 2, 10) };
    table.pairings[4].games = 0;
    let texts = texts(&picture(&table, PlotKind::WinRates));
    assert!(texts.iter().any(|text| text == "tictactoe: 80 games of 90, interrupted, seed 7"), "{texts:?}");
    assert!(texts.iter().any(|text| text == "no game"));
}

#[test]
fn a_png_has_the_size_that_was_asked_for() {
    let size = Size { width: Some(640), height: Some(480) };
    let svg = svg(&table(&PLAYERS, 2, 100), PlotKind::WinRates, size).expect("large enough");
    let png = png::render(&svg).expect("a picture");
    let pixels = tiny_skia::Pixmap::decode_png(&png).expect("a PNG");
    assert_eq!((pixels.width(), pixels.height()), (640, 480));
    let dark = pixels.pixels().iter().filter(|pixel| pixel.green() < 100).count();
    assert!(dark > 1000, "letters and fields, {dark} pixels");
}

#[test]
fn too_small_is_said_with_what_it_takes() {
    let size = Size { width: Some(150), height: Some(100) };
    let complaint = complaint(&table(&PLAYERS, 2, 100), PlotKind::WinRates, size);
    let (_, least) = complaint.split_once("at least ").expect("the least size");
    let [width, height] = least.split(" times ").collect::<Vec<_>>()[..] else { panic!("{least}") };
    let [width, height] = [width, height].map(|side| Some(side.parse().expect("a number")));
    svg(&table(&PLAYERS, 2, 100), PlotKind::WinRates, Size { width, height }).expect("what it asked for");
}

#[test]
fn twenty_players_with_long_specs_fit() {
    let specs: Vec<String> =
        (1..=20).map(|n| format!("uct(playouts={n},c=0.{n},select=ucb1-tuned)")).collect();
    let players: Vec<&str> = specs.iter().map(String::as_str).collect();
    let texts = texts(&picture(&table(&players, 2, 50), PlotKind::WinRates));
    assert_eq!(texts.iter().filter(|text| text.as_str() == "uct 20").count(), 2);
    assert!(texts.iter().any(|text| text.starts_with("uct 20 = uct(playouts=20")));
}

#[test]
fn more_players_than_a_picture_has_room_for_are_refused() {
    let specs: Vec<String> = (1..=250).map(|n| format!("uct(playouts={n})")).collect();
    let mut crowd = table(&["random"], 2, 10);
    let rating = crowd.ratings[0].clone();
    crowd.ratings = specs.into_iter().map(|player| arena::Rating { player, ..rating.clone() }).collect();
    let complaint = complaint(&crowd, PlotKind::WinRates, Size::default());
    assert!(complaint.contains("too much for one picture"), "{complaint}");
}

#[test]
fn a_files_ending_says_what_it_holds() {
    let format = |name: &str| Format::of(Path::new(name)).ok();
    assert_eq!([format("a.svg"), format("b/a.PNG")], [Some(Format::Svg), Some(Format::Png)]);
    assert_eq!([format("a.jpg"), format("svg")], [None, None]);
}

/// Drawn to be looked at: `PICTURES=DIRECTORY cargo test -p spielbaum pictures_to_look_at -- --ignored`.
#[test]
#[ignore = "writes pictures for people to look at, 2 s"]
fn pictures_to_look_at() {
    let directory = std::env::var("PICTURES").expect("a directory in PICTURES");
    let sweep: Vec<String> = ["0.4", "1.4"]
        .iter()
        .flat_map(|c| [16, 64, 256, 1024].map(|playouts| format!("uct(playouts={playouts},c={c})")))
        .collect();
    let gauntlet: Vec<&str> =
        std::iter::once("flat-mc(playouts=256)").chain(sweep.iter().map(String::as_str)).collect();
    let gauntlet = Table { schedule: Schedule::Gauntlet(1), ..table(&gauntlet, 2, 100) };
    for (name, table, kind) in [
        ("three-win-rates", &table(&PLAYERS, 2, 100), PlotKind::WinRates),
        ("three-ratings", &table(&PLAYERS, 2, 100), PlotKind::Ratings),
        ("nine-win-rates", &gauntlet, PlotKind::WinRates),
        ("nine-budget", &gauntlet, PlotKind::Budget),
        ("nine-ratings", &gauntlet, PlotKind::Ratings),
    ] {
        let path = Path::new(&directory).join(name).with_extension("png");
        save(&picture(table, kind), Format::Png, &path).expect("a writable directory");
    }
}
