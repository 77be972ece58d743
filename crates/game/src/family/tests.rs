use gdl::{Interrupt, Rulesheet};

use super::*;
use crate::testing::sheet;
use crate::{Rules, perft};

fn member(name: &str, arguments: &str) -> FamilyMember {
    Family::named(name).unwrap().member(arguments).unwrap()
}

fn refused(name: &str, arguments: &str) -> String {
    Family::named(name).unwrap().member(arguments).unwrap_err().to_string()
}

fn game(name: &str, arguments: &str) -> Rules {
    let member = member(name, arguments);
    Rules::new(&Rulesheet::parse(&member.name, member.rules.as_bytes()).unwrap()).unwrap()
}

/// The states in so many steps, for each depth.
fn counts(name: &str, arguments: &str, depth: usize) -> Vec<u128> {
    perft(&game(name, arguments), depth).unwrap()
}

#[test]
fn every_template_of_the_games_folder_is_built_in() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/families");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .filter_map(|entry| {
            Some(entry.unwrap().file_name().to_str()?.strip_suffix(Family::ENDING)?.to_owned())
        })
        .collect();
    files.sort();
    assert_eq!(files, Family::names().collect::<Vec<_>>());
}

#[test]
fn the_least_the_default_and_the_greatest_member_pass_the_strict_check() {
    for name in Family::names() {
        let family = Family::named(name).unwrap();
        let all = |value: fn(&FamilyParameter) -> u32| {
            let values = family.parameters().iter().map(|each| format!("{}={}", each.name, value(each)));
            values.collect::<Vec<_>>().join(",")
        };
        for arguments in [all(|each| each.least), String::new(), all(|each| each.greatest)] {
            let member = family.member(&arguments).unwrap();
            let sheet = Rulesheet::parse(&member.name, member.rules.as_bytes()).and_then(Rulesheet::strict);
            assert!(sheet.is_ok(), "{}: {}", member.name, sheet.unwrap_err());
        }
    }
}

#[test]
fn a_member_of_the_size_of_a_built_in_game_is_that_game() {
    let pairs = [
        ("connect-four", "connect-four"),
        ("goofspiel", "goofspiel"),
        ("hex", "hex-7x7"),
        ("liars-dice", "liars-dice"),
        ("pig", "pig"),
    ];
    for (family, built_in) in pairs {
        let form = |rules: Rules| rules.canonical_form(&Interrupt::never()).unwrap().unwrap().clone();
        let built_in = Rules::new(&sheet(built_in)).unwrap();
        assert_eq!(form(game(family, "")), form(built_in), "{family}");
    }
}

#[test]
fn small_members_have_the_moves_that_one_counts_by_hand() {
    // Each of 9 cells, then each of 8 others; nobody has three in a row in four moves.
    assert_eq!(counts("gomoku", "columns=3,rows=3,line=3", 4), [9, 72, 504, 3024]);
    // Red has won with two stones of three pairs of six.
    assert_eq!(counts("hex", "size=2", 4), [4, 12, 24, 12]);
    assert_eq!(counts("connect-four", "columns=4,rows=4", 3), [4, 16, 64]);
    // The blank begins in a corner; then it has three neighbours, or two, and may always go back.
    assert_eq!(counts("sliding-puzzle", "columns=3,rows=2,steps=3", 3), [2, 5, 12]);
}

#[test]
fn tiles_of_a_puzzle_begin_in_the_opposite_order_but_for_two_where_that_cannot_be_solved() {
    assert!(member("sliding-puzzle", "").rules.contains("(init (cell 1 3 8))"));
    assert!(member("sliding-puzzle", "").rules.contains("(init (cell 2 1 1))"));
    let fifteen = member("sliding-puzzle", "columns=4,rows=4").rules;
    assert!(fifteen.contains("(init (cell 2 1 1))\n(init (cell 3 1 2))\n"), "{fifteen}");
}

#[test]
fn a_member_is_named_with_all_its_parameters() {
    assert_eq!(member("connect-four", " rows = 5 ").name, "connect-four(columns=7,rows=5)");
    assert_eq!(Family::named("hex").unwrap().to_string(), "hex(size=7)");
    assert_eq!(Family::named("chess"), None);
}

#[test]
fn what_is_no_parameter_is_refused_with_what_there_is() {
    assert_eq!(refused("hex", "size"), "`size` is not a parameter and its value; write hex(size=7)");
    assert_eq!(refused("hex", "size=-3"), "`size` takes a whole number from 2 to 14, not -3");
    assert_eq!(refused("hex", "size=x"), "`size` takes a whole number from 2 to 14, not x");
    assert_eq!(refused("hex", "size="), "`size=` is not a parameter and its value; write hex(size=7)");
    assert_eq!(refused("hex", "size=5,"), "`` is not a parameter and its value; write hex(size=7)");
    assert_eq!(refused("hex", "width=5"), "there is no parameter `width`; write hex(size=7)");
    assert_eq!(refused("hex", "size=5,size=6"), "the parameter `size` is given twice");
    assert_eq!(
        refused("hex", "size=99999999999"),
        "`size` takes a whole number from 2 to 14, not 99999999999"
    );
}

#[test]
fn a_wrong_template_is_refused_with_the_line() {
    let parsed = |text: &str| Family::parse("own", text);
    let head = "{#\n[[parameter]]\nname = \"n\"\nabout = \"\"\ndefault = 2\nleast = 1\ngreatest = 3\n#}\n";
    let complaint = |text: &str| {
        let family = parsed(&format!("{head}{text}")).unwrap();
        family.member("").unwrap_err().to_string()
    };
    assert_eq!(
        parsed(&format!("{head}(role {{{{ n }}}})\n")).unwrap().member("n=3").unwrap().rules,
        "(role 3)\n"
    );
    assert!(
        parsed("(role you)")
            .unwrap_err()
            .to_string()
            .starts_with("the head of the template: a template begins")
    );
    assert!(parsed("{# colour = 3 #}").is_err());
    assert!(parsed(&head.replace("default = 2", "default = 9")).is_err());
    assert!(parsed(&head.replace("\"n\"", "\"1n\"")).is_err());
    assert!(complaint("{{ m }}").contains("in line 9"), "{}", complaint("{{ m }}"));
    assert!(complaint("{% for").contains("in line 9"));
}

#[test]
fn a_template_that_never_ends_is_given_up() {
    let text = "{##}{% for a in range(9999) %}{% for b in range(9999) %}{% for c in range(9999) %}x{% endfor %}{% endfor %}{% endfor %}";
    let error = Family::parse("own", text).unwrap().member("").unwrap_err();
    assert!(matches!(error, FamilyError::Template(_)), "{error}");
}
