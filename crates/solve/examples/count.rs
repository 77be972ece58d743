use game::*;
fn main() {
    let name = std::env::args().nth(1).unwrap();
    let text = Builtin::named(&name)
        .map(|b| b.rules.as_bytes().to_vec())
        .unwrap_or_else(|| std::fs::read(&name).unwrap());
    let sheet = gdl::Rulesheet::parse("x", &text).unwrap();
    let rules = Rules::new(&sheet).unwrap();
    let l = spielbaum_solve::Limits::default();
    let c = spielbaum_solve::StateCount::from(&rules, &rules.initial(), &l, &|_| ()).unwrap();
    println!("{:?}", c.by_ply.iter().map(|c| c.states).collect::<Vec<_>>());
    println!(
        "{} states {} terminal {} moves graded {} {:?} {:?}",
        c.states(),
        c.terminal(),
        c.by_ply.iter().map(|c| c.joint_moves).sum::<u64>(),
        c.graded,
        c.cut,
        c.time
    );
}
