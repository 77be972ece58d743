//! Rules written to files are the same game: the circuit as AIGER, by an evaluator of its own, and the rules
//! without variables.

use std::collections::HashMap;

use gdl::Rulesheet;
use logic::{GroundLimits, Grounding, Limits, RoleGoal};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use spielbaum_game::{Builtin, Game, Notation, Rules, RulesState, perft};

fn sheet(name: &str) -> Rulesheet {
    let text = match name {
        "cards" => include_str!("../hidden/cards.kif"),
        "tunnel" => include_str!("../hidden/tunnel.kif"),
        name => Builtin::named(name).expect("it is well formed").rules,
    };
    Rulesheet::parse(name, text.as_bytes()).expect("it is well formed")
}

/// An AIGER file in its ASCII form, evaluated line by line.
struct Aiger {
    inputs: Vec<u32>,
    /// Each latch with its next value, and its value at the start.
    latches: Vec<(u32, u32, bool)>,
    outputs: Vec<u32>,
    gates: Vec<[u32; 3]>,
    /// The place of each input, latch and output by its name: `i`, `l` or `o` with its name.
    names: HashMap<String, usize>,
}

impl Aiger {
    fn parse(text: &str) -> Self {
        let mut lines = text.lines();
        let numbers = |line: &str| -> Vec<u32> {
            line.split(' ').map(|word| word.parse().expect("it is well formed")).collect()
        };
        let header =
            lines.next().expect("it is well formed").strip_prefix("aag ").expect("an ASCII AIGER file");
        let [most, inputs, latches, outputs, gates] = numbers(header)[..] else { panic!("{header}") };
        assert_eq!(most, inputs + latches + gates);
        let mut take =
            |count: u32| -> Vec<Vec<u32>> { lines.by_ref().take(count as usize).map(numbers).collect() };
        let inputs = take(inputs).concat();
        let latches =
            take(latches).iter().map(|latch| (latch[0], latch[1], latch.get(2) == Some(&1))).collect();
        let outputs = take(outputs).concat();
        let gates: Vec<[u32; 3]> =
            take(gates).iter().map(|gate| gate[..].try_into().expect("it is well formed")).collect();
        assert!(gates.iter().all(|[gate, a, b]| gate % 2 == 0 && gate > a && a >= b), "in order");
        let names = lines.take_while(|line| *line != "c").map(|line| {
            let (place, name) = line.split_once(' ').expect("it is well formed");
            (format!("{} {name}", &place[..1]), place[1..].parse().expect("it is well formed"))
        });
        let names = names.collect();
        Self { inputs, latches, outputs, gates, names }
    }

    /// The values of all literals where these latches and inputs hold.
    fn values(&self, latches: &[bool], inputs: &[bool]) -> impl Fn(u32) -> bool + use<> {
        let mut values = HashMap::from([(0, false)]);
        values.extend(self.latches.iter().map(|latch| latch.0).zip(latches.iter().copied()));
        values.extend(self.inputs.iter().copied().zip(inputs.iter().copied()));
        for &[gate, a, b] in &self.gates {
            let value = |literal: u32| values[&(literal & !1)] != (literal & 1 == 1);
            let both = value(a) && value(b);
            values.insert(gate, both);
        }
        move |literal| values[&(literal & !1)] != (literal & 1 == 1)
    }

    fn place(&self, name: &str) -> usize {
        *self.names.get(name).unwrap_or_else(|| panic!("nothing is called `{name}`"))
    }
}

/// Walks at random by the reasoner, and asks the file the same.
fn compare(name: &str, walks: usize) {
    let sheet = sheet(name);
    let compiled = Rules::new(&sheet).expect("it is well formed");
    let circuit = compiled.compiled().expect("it is well formed");
    let text = circuit.circuit().aiger(&circuit.port_names(compiled.reasoner())).expect("it is well formed");
    let file = Aiger::parse(&text);
    assert_eq!(file.names.len(), file.inputs.len() + file.latches.len() + file.outputs.len());
    let rules = Rules::reasoned(&sheet, Limits::default()).expect("it is well formed");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    for _ in 0..walks {
        let mut state = rules.initial();
        let mut latches: Vec<bool> = file.latches.iter().map(|latch| latch.2).collect();
        for _ in 0..60 {
            check(&rules, &state, &file, &latches);
            let Some(moves) = rules.legal_moves_of_all(&state).expect("it is well formed") else { break };
            let joint: Vec<_> = moves.iter().map(|moves| moves[rng.random_range(0..moves.len())]).collect();
            let mut inputs = vec![false; file.inputs.len()];
            for (role, &mov) in joint.iter().enumerate() {
                inputs[file.place(&format!("i (does {} {})", rules.role_name(role), rules.move_name(mov)))] =
                    true;
            }
            let value = file.values(&latches, &inputs);
            for role in 0..rules.roles() {
                let seen = rules.percepts_of(&state, &joint, role).expect("it is well formed");
                let name =
                    |percept: &_| format!("o (sees {} {})", rules.role_name(role), rules.move_name(*percept));
                assert!(
                    seen.iter().all(|percept| value(file.outputs[file.place(&name(percept))])),
                    "percepts"
                );
                let prefix = format!("o (sees {} ", rules.role_name(role));
                let possible = file.names.iter().filter(|(name, _)| name.starts_with(&prefix));
                assert_eq!(possible.filter(|(_, place)| value(file.outputs[**place])).count(), seen.len());
            }
            latches = file.latches.iter().map(|latch| value(latch.1)).collect();
            state = rules.next(&state, &joint);
        }
    }
}

/// Whether the file says of a state what the reasoner says.
fn check(rules: &Rules, state: &RulesState, file: &Aiger, latches: &[bool]) {
    let holding: Vec<usize> = rules
        .reasoner()
        .texts(&rules.fluents(state))
        .iter()
        .map(|fluent| file.place(&format!("l (true {fluent})")))
        .collect();
    assert!((0..latches.len()).all(|latch| latches[latch] == holding.contains(&latch)), "fluents");
    let value = file.values(latches, &vec![false; file.inputs.len()]);
    let output = |name: &str| value(file.outputs[file.place(&format!("o {name}"))]);
    assert_eq!(output("terminal"), rules.is_terminal(state).expect("it is well formed"));
    for (role, goal) in rules.goals(state).expect("it is well formed").iter().enumerate() {
        let role_name = rules.role_name(role);
        let of_role = |sort: &str| {
            let prefix = format!("o ({sort} {role_name} ");
            let names = file.names.iter().filter(move |(name, _)| name.starts_with(&prefix));
            names.filter(|(_, place)| value(file.outputs[**place])).count()
        };
        let moves = rules.legal_moves(state, role).expect("it is well formed");
        assert!(moves.iter().all(|&mov| output(&format!("(legal {role_name} {})", rules.move_name(mov)))));
        assert_eq!(of_role("legal"), moves.len());
        if let RoleGoal::Unique(goal) = goal {
            assert!(output(&format!("(goal {role_name} {goal})")));
            assert_eq!(of_role("goal"), 1);
        }
    }
}

#[test]
fn an_exported_circuit_is_the_game_that_the_reasoner_plays() {
    for name in
        ["tictactoe", "nim", "rock-paper-scissors", "connect-four", "eight-puzzle", "tictactoe-3p", "tron"]
    {
        compare(name, 2);
    }
}

#[test]
fn an_exported_circuit_tells_what_roles_see() {
    for name in ["cards", "tunnel"] {
        compare(name, 20);
    }
}

#[test]
fn recursion_is_unrolled_in_an_exported_circuit() {
    for name in ["hex-7x7", "othello-4x4"] {
        let rules = Rules::new(&sheet(name)).expect("it is well formed");
        assert!(
            name != "hex-7x7" || rules.compiled().expect("it is well formed").circuit().size().blocks > 0,
            "{name} has recursion"
        );
        compare(name, 1);
    }
}

#[test]
fn rules_without_variables_have_the_same_perft() {
    for (name, depth) in [
        ("tictactoe", 5),
        ("hex-7x7", 2),
        ("prisoners-dilemma", 3),
        ("breakthrough-6x6", 3),
        ("two-rows", 4),
        ("maze", 4),
        ("cards", 3),
    ] {
        let sheet = sheet(name);
        let rules = Rules::new(&sheet).expect("it is well formed");
        let grounding =
            Grounding::new(&sheet, rules.reasoner(), &GroundLimits::default()).expect("it is well formed");
        let text = grounding.kif(rules.reasoner());
        let grounded =
            Rulesheet::parse(name, text.as_bytes()).unwrap_or_else(|rejected| panic!("{rejected}\n{text}"));
        assert!(grounded.warnings().is_empty(), "{name}: {:?}", grounded.warnings());
        assert_eq!(
            perft(&Rules::new(&grounded).expect("it is well formed"), depth),
            perft(&rules, depth),
            "{name}"
        );
    }
}
