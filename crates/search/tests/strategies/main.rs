//! The strategies on real games and trees, as a user of the crate asks them. They are one program, as each
//! would compile the strategies again.

mod decisive;
mod explicit_trees;
mod hidden;
mod solved;
mod uct;

use game::{Builtin, Rules};

/// A built-in game on its circuit.
fn rules(name: &str) -> Rules {
    let text = Builtin::named(name).expect("a built-in game").rules;
    Rules::new(&gdl::Rulesheet::parse(name, text.as_bytes()).expect("built-in rules are right"))
        .expect("built-in rules stay within the limits")
}
