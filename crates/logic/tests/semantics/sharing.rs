//! A reasoner shared between threads.

use super::*;

#[test]
fn threads_that_share_a_reasoner_get_the_same_answers() {
    // A counter that writes its history: new terms are made all the time.
    let rules = game(
        "(init (log nil)) (init (n 0)) (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 0)
         (<= (legal you (add ?k)) (succ ?k ?m)) (<= (sum ?x 0 ?x) (succ ?x ?y))
         (<= (sum ?x ?m ?z) (sum ?x ?k ?y) (succ ?k ?m) (distinct ?m 0) (succ ?y ?z))
         (<= (next (n ?z)) (does you (add ?k)) (true (n ?x)) (sum ?x ?k ?z))
         (<= (next (log (cons ?k ?l))) (does you (add ?k)) (true (log ?l)))",
    );
    let walk = |reasoner: &Reasoner, mut seed: usize| {
        let mut state = reasoner.initial().clone();
        let mut story = Vec::new();
        for _ in 0..30 {
            let mut view = reasoner.view(&state);
            let moves = view.legal(0).unwrap();
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let next = view.next(&[moves[(seed >> 33) % moves.len()]]).unwrap();
            drop(view);
            state = next;
            story.push(reasoner.texts(state.fluents()).join(" "));
        }
        story
    };
    let shared = reason(&rules);
    let together: Vec<Vec<String>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|seed| {
                scope.spawn({
                    let shared = &shared;
                    move || walk(shared, seed)
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    for (seed, story) in together.iter().enumerate() {
        assert_eq!(story, &walk(&reason(&rules), seed));
    }
    // Two views of one state at a time, each asked in turns.
    let (mut one, mut other) = (shared.view(shared.initial()), shared.view(shared.initial()));
    let moves = one.legal(0).unwrap();
    for &mov in &moves {
        assert_eq!(one.next(&[mov]).unwrap(), other.next(&[mov]).unwrap());
    }
}
