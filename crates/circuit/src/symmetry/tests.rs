use logic::{GroundLimits, Limits, Reasoner};

use super::*;

fn grounding(text: &str) -> Grounding {
    let sheet = gdl::Rulesheet::parse("test.kif", text.as_bytes()).unwrap();
    let reasoner = Reasoner::new(&sheet, Limits::default()).unwrap();
    Grounding::new(&sheet, &reasoner, &GroundLimits::default()).unwrap()
}

#[test]
fn probe() {
    let mut names: Vec<_> = std::fs::read_dir("../../games").unwrap().map(|e| e.unwrap().path()).collect();
    names.sort();
    for path in names.into_iter().filter(|p| p.extension().is_some_and(|e| e == "kif")) {
        let text = std::fs::read_to_string(&path).unwrap();
        let grounding = grounding(&text);
        let start = std::time::Instant::now();
        let graph = Graph::new(&grounding);
        let built = start.elapsed();
        let sym = Symmetries::new(&grounding);
        let literals: usize = (0..grounding.atoms() as u32)
            .flat_map(|atom| grounding.bodies(logic::AtomId(atom)))
            .map(|b| b.len())
            .sum();
        println!(
            "{:?} {} {} v {} e {} lits {} graph {built:?} all {:?}",
            path.file_name().unwrap(),
            sym.count(),
            sym.are_all(),
            graph.vertices(),
            graph.edges(),
            literals,
            start.elapsed()
        );
    }
}

#[test]
fn probe_sums() {
    let mut names: Vec<_> = std::fs::read_dir("../../games").unwrap().map(|e| e.unwrap().path()).collect();
    names.sort();
    for path in names.into_iter().filter(|p| p.extension().is_some_and(|e| e == "kif")) {
        let text = std::fs::read_to_string(&path).unwrap();
        let sheet = gdl::Rulesheet::parse("test.kif", text.as_bytes()).unwrap();
        let reasoner = Reasoner::new(&sheet, Limits::default()).unwrap();
        let g = Grounding::new(&sheet, &reasoner, &GroundLimits::default()).unwrap();
        let circuit = crate::Circuit::new(&g, &reasoner).unwrap();
        let start = std::time::Instant::now();
        let sums = circuit.payment_sums();
        println!("{:?} {:?} {:?} {:?}", path.file_name().unwrap(), sums, circuit.size(), start.elapsed());
    }
}
