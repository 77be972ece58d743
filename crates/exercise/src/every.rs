//! What holds of every exercise, whatever its kind.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use proptest::prelude::*;

use crate::{Answer, AnswerKind, Answers, Exercise, ExerciseKind, Label, Material, NodeLabel, Verdict};

/// The number of exercises of each kind and level that are checked.
const SERIES: u32 = 25;

/// They are made once, with their names.
static ALL: LazyLock<Vec<(String, Exercise)>> = LazyLock::new(|| {
    let mut all = Vec::new();
    for kind in ExerciseKind::ALL {
        for level in 1..=Exercise::LEVELS {
            for number in 0..SERIES {
                let exercise = Exercise::new(kind, level, 11, number).unwrap();
                all.push((format!("{kind}, level {level}, number {number}"), exercise));
            }
        }
    }
    all
});

fn each(mut check: impl FnMut(&Exercise, &str)) {
    ALL.iter().for_each(|(name, exercise)| check(exercise, name));
}

/// An answer of the same kind that cannot be right.
fn wrong(answer: &Answer) -> Answer {
    match answer {
        Answer::Number(number) => Answer::Number(number + 1000.0),
        Answer::Vector(values) => Answer::Vector(values.iter().map(|value| value + 100.0).collect()),
        Answer::Window { .. } => Answer::Window { alpha: Some(500.0), beta: Some(400.0) },
        Answer::Label(Label::Win) => Answer::Label(Label::Lose),
        Answer::Label(Label::Lose) => Answer::Label(Label::Win),
        Answer::NodeLabel(NodeLabel::Win) => Answer::NodeLabel(NodeLabel::Lost),
        Answer::NodeLabel(_) => Answer::NodeLabel(NodeLabel::Win),
        Answer::Branches(_) => Answer::Branches(vec![0]),
        Answer::Order(_) => Answer::Order(Vec::new()),
        Answer::Choice(_) => Answer::Choice(usize::MAX),
    }
}

#[test]
fn the_solution_is_right_and_every_wrong_answer_gets_a_reason() {
    each(|exercise, name| {
        let sheet = exercise.sheet();
        let solution = exercise.solution();
        let marking = exercise.mark(&solution.answers);
        assert!(marking.all_right(), "{name}: {marking:?}");
        assert_eq!(marking.right, marking.marks.len(), "{name}");
        assert_eq!(solution.marks, marking.marks, "{name}");
        assert!(marking.marks.iter().all(|mark| mark.reason.is_some()), "{name}");

        for blank in &sheet.blanks {
            let mut answers = solution.answers.clone();
            answers.insert(blank.id.clone(), wrong(&solution.answers[&blank.id]));
            let marking = exercise.mark(&answers);
            let wrong = marking.marks.iter().find(|mark| mark.verdict == Verdict::Wrong);
            let wrong = wrong.unwrap_or_else(|| panic!("{name}: {blank:?}"));
            assert_eq!((&wrong.blank, wrong.reason.is_some()), (&blank.id, true), "{name}");
            assert!(!marking.all_right(), "{name}");
            assert!(exercise.hint(&blank.id).is_some(), "{name}");
        }
    });
}

#[test]
fn empty_blanks_are_missing_and_get_no_reason() {
    each(|exercise, name| {
        let marking = exercise.mark(&Answers::new());
        assert_eq!((marking.right, marking.wrong), (0, 0), "{name}");
        assert_eq!(marking.missing, exercise.sheet().blanks.len(), "{name}");
        assert!(marking.marks.iter().all(|mark| mark.reason.is_none()), "{name}");
    });
}

#[test]
fn a_series_does_not_repeat_itself_soon() {
    for kind in ExerciseKind::ALL {
        for level in 1..=Exercise::LEVELS {
            let sheet = |number| Exercise::new(kind, level, 3, number).unwrap().sheet();
            let different: BTreeSet<String> =
                (0..SERIES).map(|number| serde_json::to_string(&sheet(number).material).unwrap()).collect();
            assert!(different.len() as u32 > SERIES / 3, "{kind} {level}: {}", different.len());
        }
    }
}

#[test]
fn every_blank_has_a_name_of_its_own_and_a_place_that_exists() {
    each(|exercise, name| {
        let sheet = exercise.sheet();
        let names: BTreeSet<&str> = sheet.blanks.iter().map(|blank| blank.id.as_str()).collect();
        assert_eq!(names.len(), sheet.blanks.len(), "{name}");
        let places = match &sheet.material {
            Material::Tree { nodes, .. } => nodes.len(),
            Material::Statistics { moves, .. } => moves.len(),
            Material::Simulation { moves, .. } => moves.len(),
            Material::Positions { positions, .. } => positions.len(),
            Material::Situation { .. } => 0,
            Material::Code { lines, .. } => lines.len(),
        };
        assert!(sheet.blanks.iter().filter_map(|blank| blank.at).all(|at| at < places), "{name}");
    });
}

/// An exercise and its solution, but for the rulesheets of its positions: these may be written in another
/// way, too.
fn lasting(exercise: &Exercise) -> String {
    let mut sheet = exercise.sheet();
    match &mut sheet.material {
        Material::Positions { rules, .. } => rules.clear(),
        Material::Situation { rules, .. } => rules.clear(),
        _ => {}
    }
    let text = serde_json::to_string(&(sheet, exercise.solution().answers)).unwrap();
    text.replace(r#","rules":[]"#, "").replace(r#","rules":"""#, "")
}

/// The digest (FNV-1a) of an exercise and its solution.
fn digest(kind: ExerciseKind, level: u8) -> u64 {
    let text: String =
        (0..3).map(|number| lasting(&Exercise::new(kind, level, 2026, number).unwrap())).collect();
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

/// A seed from last year gives the same exercises this year. If this fails, links that people have kept show
/// other exercises.
#[test]
fn the_same_seed_gives_the_same_exercises_for_ever() {
    let digests = ExerciseKind::ALL.map(|kind| {
        let digests: Vec<String> =
            (1..=Exercise::LEVELS).map(|level| format!("{:016x}", digest(kind, level))).collect();
        format!("{kind} {}", digests.join(" "))
    });
    insta::assert_snapshot!(digests.join("\n"));
}

#[test]
fn a_sheet_on_paper() {
    let exercise = Exercise::new(ExerciseKind::Uct, 2, 2026, 0).unwrap();
    insta::assert_snapshot!(serde_json::to_string_pretty(&exercise.sheet()).unwrap());
}

#[test]
fn there_are_five_levels() {
    for level in [0, 6, u8::MAX] {
        let error = Exercise::new(ExerciseKind::Uct, level, 0, 0).unwrap_err();
        assert_eq!(error.to_string(), format!("there is no level {level}; the levels are 1 to 5"));
    }
}

#[test]
fn any_seed_and_number_give_an_exercise() {
    for kind in ExerciseKind::ALL {
        for (seed, number) in [(0, 0), (u64::MAX, u32::MAX), (1 << 53, 7)] {
            let exercise = Exercise::new(kind, 5, seed, number).unwrap();
            assert!(exercise.mark(&exercise.solution().answers).all_right());
        }
    }
}

fn any_number() -> impl Strategy<Value = f64> {
    prop_oneof![any::<f64>(), Just(f64::NAN), Just(f64::INFINITY), (-20..20).prop_map(f64::from)]
}

fn any_answer() -> impl Strategy<Value = Answer> {
    prop_oneof![
        any_number().prop_map(Answer::Number),
        prop::collection::vec(any_number(), 0..5).prop_map(Answer::Vector),
        (prop::option::of(any_number()), prop::option::of(any_number()))
            .prop_map(|(alpha, beta)| Answer::Window { alpha, beta }),
        prop_oneof![Just(Answer::Label(Label::Win)), Just(Answer::Label(Label::Lose))],
        prop::sample::select(vec![NodeLabel::Win, NodeLabel::Draw, NodeLabel::Lost, NodeLabel::Skipped])
            .prop_map(Answer::NodeLabel),
        prop::collection::vec(prop_oneof![any::<usize>(), 0_usize..40], 0..40).prop_map(Answer::Branches),
        prop::collection::vec(0_usize..40, 0..40).prop_map(Answer::Order),
        prop_oneof![any::<usize>(), 0_usize..40].prop_map(Answer::Choice),
    ]
}

fn any_blank() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("cuts".to_owned()),
        Just("choice".to_owned()),
        Just("order".to_owned()),
        Just("line".to_owned()),
        Just("replacement".to_owned()),
        "[gmnpv][0-9]{1,2}",
        ".{0,4}"
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_answers_get_marks(
        kind in prop::sample::select(ExerciseKind::ALL.to_vec()),
        level in 1..=Exercise::LEVELS,
        seed: u64,
        answers in prop::collection::btree_map(any_blank(), any_answer(), 0..12),
    ) {
        let exercise = Exercise::new(kind, level, seed, 0).unwrap();
        let (sheet, marking) = (exercise.sheet(), exercise.mark(&answers));
        let known = |id: &&String| sheet.blanks.iter().any(|blank| blank.id == **id);
        prop_assert_eq!(marking.unmatched, answers.keys().filter(|id| !known(id)).count());
        prop_assert_eq!(marking.right + marking.wrong + marking.missing, marking.marks.len());
        for blank in sheet.blanks.iter().filter(|blank| blank.takes != AnswerKind::Branches) {
            prop_assert_eq!(marking.marks.iter().filter(|mark| mark.blank == blank.id).count(), 1);
        }
        for id in answers.keys() {
            prop_assert_eq!(exercise.hint(id).is_some(), known(&id));
        }
        prop_assert!(serde_json::to_string(&marking).is_ok());
    }
}
