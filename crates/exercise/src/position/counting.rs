use std::sync::LazyLock;

use super::Move;
use super::rules::{chain, rules_without};

pub(super) fn moves(said: u32, target: u32, most: u32) -> Vec<Move> {
    (1..=most.min(target.saturating_sub(said))).map(|count| Move::Say { count }).collect()
}

pub(super) fn rules(said: u32, target: u32, most: u32) -> String {
    static COMMON: LazyLock<String> = LazyLock::new(|| {
        let own = ["(successor ", "(<= (further 2 ", "(<= (further 3 ", "(init (said ", "(<= terminal "];
        rules_without("counting-to-21", &own)
    });
    let numbers = chain("successor", 0..=target);
    let further = |count: u32| {
        let before = count - 1;
        format!(
            "(<= (further {count} ?from ?to) (further {before} ?from ?between) (successor ?between ?to))\n"
        )
    };
    let further: String = (2..=most).map(further).collect();
    format!("{}{numbers}{further}(init (said {said}))\n(<= terminal (true (said {target})))\n", *COMMON)
}
