//! Layers whose states are expanded by other processes, part by part.

use std::error::Error;

use game::{Game, Interrupt, Interrupted};
use search::Stop;
use serde::{Deserialize, Serialize};

use super::explore::{LayerCount, expand_all};
use super::of_words;
use super::runs::Room;
use crate::count::CountError;
use crate::limits::{Clock, Limits};
use crate::source::source;

/// Expands the states of layers elsewhere, such as on the machines of a cluster.
///
/// What comes of a part depends on its states alone, so it may be begun again wherever and as often as it
/// is lost.
pub trait Expanders: Send {
    /// How many states make a part, at least one. A layer of fewer is expanded here.
    fn part(&self) -> usize;

    /// Expands parts as [`expand_part`] does, and hands what comes of each to `take`, in any order, and
    /// nothing after a moment without, until that says no or all have come.
    ///
    /// # Errors
    /// If a part cannot be expanded, which ends the enumeration.
    fn expand(
        &mut self,
        parts: &[&[u64]],
        take: &mut dyn FnMut(Option<ExpandedPart>) -> bool,
    ) -> Result<(), ExpandersError>;
}

/// Why a layer cannot be expanded elsewhere.
pub type ExpandersError = Box<dyn Error + Send + Sync>;

/// What came of a part of a layer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExpandedPart {
    /// What is known of its states.
    pub count: LayerCount,
    /// The states that follow, each once, in ascending order of their words: one after another.
    pub states: Vec<u64>,
}

/// Expands a part of a layer of a game, given as the words of its states, on this thread.
///
/// # Errors
/// If the rules give no answer in some state, the states are not those of this game, or the stop button
/// is pressed.
pub fn expand_part<G: Game>(game: &G, states: &[u64], stop: &Stop) -> Result<ExpandedPart, CountError> {
    let go_on = || !stop.pressed();
    let source = source(game, &Interrupt::unless(&go_on))?;
    if !source.is_packed() {
        return Err(CountError::NoCircuit);
    }
    let limits = Limits { threads: 1, memory: usize::MAX, time: None, stop: stop.clone() };
    Ok(of_words!(source.words(), |N| {
        let Ok(parents) = bytemuck::try_cast_slice::<u64, [u64; N]>(states) else {
            return Err(CountError::Elsewhere("a part of a layer is not one of this game".into()));
        };
        let room = Room::new(&limits, size_of_val(parents), &mut []);
        let found = expand_all(&*source, parents, &room, &Clock::start(&limits), &|_| ())?;
        if found.cut.is_some() {
            return Err(Interrupted::Cancelled.into());
        }
        ExpandedPart { count: found.count, states: bytemuck::cast_slice(&found.keys).to_vec() }
    }))
}

#[cfg(test)]
mod tests {
    use game::{Builtin, Rules};

    use super::*;
    use crate::{Cut, Files, Method, SolveError, StateCount, Tree, solve, solve_on};

    fn rules(name: &str) -> Rules {
        parsed(Builtin::named(name).unwrap().rules)
    }

    fn parsed(text: &str) -> Rules {
        Rules::new(&gdl::Rulesheet::parse("test", text.as_bytes()).unwrap()).unwrap()
    }

    /// Another process, which has compiled the rules itself, and gives the last part first.
    struct Other {
        game: Rules,
        part: usize,
        parts: usize,
    }

    impl Expanders for Other {
        fn part(&self) -> usize {
            self.part
        }

        fn expand(
            &mut self,
            parts: &[&[u64]],
            take: &mut dyn FnMut(Option<ExpandedPart>) -> bool,
        ) -> Result<(), ExpandersError> {
            for part in parts.iter().rev() {
                self.parts += 1;
                let text = serde_json::to_string(&expand_part(&self.game, part, &Stop::default())?)?;
                if !take(None) || !take(Some(serde_json::from_str(&text)?)) {
                    break;
                }
            }
            Ok(())
        }
    }

    fn count(game: &Rules, expanders: &mut dyn Expanders, limits: &Limits) -> Result<StateCount, CountError> {
        StateCount::on(game, &game.initial(), expanders, true, limits, &|_| ())
    }

    #[test]
    fn layers_expanded_elsewhere_have_the_states_of_those_expanded_here() {
        // The layers of the first two grow and shrink; states of nim come again at other plies.
        for (name, part) in
            [("tictactoe", 100), ("othello-4x4", 500), ("othello-4x4", usize::MAX), ("nim", 7)]
        {
            let game = rules(name);
            let here = StateCount::from(&game, &game.initial(), true, &Limits::default(), &|_| ()).unwrap();
            let mut other = Other { game: rules(name), part, parts: 0 };
            let there = count(&game, &mut other, &Limits::default()).unwrap();
            assert_eq!((&there.by_ply, &there.tree), (&here.by_ply, &here.tree), "{name} by {part}");
            let layers = here.by_ply.iter().map(|ply| ply.states as usize);
            let parts: usize =
                layers.filter(|&states| states >= part).map(|states| states.div_ceil(part)).sum();
            assert_eq!(other.parts, parts, "{name} by {part}");
        }
    }

    #[test]
    fn values_of_states_expanded_elsewhere_are_those_of_states_expanded_here() {
        // Two throw a coin by turns, and who throws heads wins.
        let coin = "(role a) (role b) (role random) (init (turn a)) (other a b) (other b a)
             (<= (legal ?p throw) (true (turn ?p))) (<= (legal ?p noop) (other ?p ?q) (not (true (turn ?p))))
             (legal random heads) (legal random tails)
             (<= (next (turn ?q)) (does random tails) (true (turn ?p)) (other ?p ?q))
             (<= (next (won ?p)) (does random heads) (true (turn ?p)))
             (<= terminal (true (won ?p))) (<= (goal ?p 100) (true (won ?p)))
             (<= (goal ?q 0) (true (won ?p)) (other ?p ?q))";
        let built_in = |name| Builtin::named(name).unwrap().rules;
        // States of nim come again at other plies, and prisoners choose at the same time.
        for (text, part) in [
            (built_in("tictactoe"), 100),
            (built_in("nim"), 7),
            (built_in("prisoners-dilemma"), 1),
            (coin, 1),
        ] {
            let (game, limits) = (parsed(text), Limits::default());
            let state = game.initial();
            let here = solve(&game, &state, Method::Retrograde, &limits, Files::default(), &|_| ()).unwrap();
            let mut other = Other { game: parsed(text), part, parts: 0 };
            let solved =
                solve_on(&game, &state, Method::Auto, &mut other, &limits, Files::default(), &|_| ());
            assert_eq!(format!("{:?}", solved.unwrap()), format!("{here:?}"), "{text}");
            assert!(other.parts > 0, "{text}");
        }
    }

    #[test]
    fn methods_without_layers_are_not_shared() {
        let game = rules("tictactoe");
        let mut other = Other { game: rules("tictactoe"), part: 1, parts: 0 };
        for method in Method::ALL {
            let files = Files::default();
            let solved =
                solve_on(&game, &game.initial(), method, &mut other, &Limits::default(), files, &|_| ());
            match method {
                Method::Auto | Method::Retrograde => assert!(solved.is_ok()),
                _ => assert!(matches!(solved, Err(SolveError::OneProcess(refused)) if refused == method)),
            }
        }
    }

    #[test]
    fn a_limit_cuts_what_is_expanded_elsewhere() {
        /// Presses the button when it is asked.
        struct Pressing(Other, Stop);
        impl Expanders for Pressing {
            fn part(&self) -> usize {
                self.0.part
            }

            fn expand(
                &mut self,
                parts: &[&[u64]],
                take: &mut dyn FnMut(Option<ExpandedPart>) -> bool,
            ) -> Result<(), ExpandersError> {
                self.1.press();
                self.0.expand(parts, take)
            }
        }
        let (game, stop) = (rules("tictactoe"), Stop::default());
        let mut other = Pressing(Other { game: rules("tictactoe"), part: 1, parts: 0 }, stop.clone());
        let there = count(&game, &mut other, &Limits { stop, ..Limits::default() }).unwrap();
        assert_eq!((there.cut, there.states(), there.tree), (Some(Cut::Stopped), 1, Tree::Unknown));
        assert_eq!(other.0.parts, 1);
    }

    #[test]
    fn states_of_another_game_are_refused() {
        let game = rules("tictactoe");
        let mut other = Other { game: rules("othello"), part: 1, parts: 0 };
        let refusal = count(&game, &mut other, &Limits::default()).unwrap_err().to_string();
        assert!(refusal.contains("not one of this game"), "{refusal}");
        let sheet = gdl::Rulesheet::parse("nim", Builtin::named("nim").unwrap().rules.as_bytes()).unwrap();
        let reasoned = Rules::reasoned(&sheet, logic::Limits::default()).unwrap();
        let mut other = Other { game: rules("nim"), part: 1, parts: 0 };
        assert!(matches!(count(&reasoned, &mut other, &Limits::default()), Err(CountError::NoCircuit)));
        assert!(matches!(expand_part(&reasoned, &[0], &Stop::default()), Err(CountError::NoCircuit)));
    }

    #[test]
    fn an_answer_out_of_order_is_refused() {
        struct Reversed(Rules);
        impl Expanders for Reversed {
            fn part(&self) -> usize {
                1
            }
            fn expand(
                &mut self,
                parts: &[&[u64]],
                take: &mut dyn FnMut(Option<ExpandedPart>) -> bool,
            ) -> Result<(), ExpandersError> {
                for part in parts {
                    let mut found = expand_part(&self.0, part, &Stop::default())?;
                    found.states.reverse();
                    take(Some(found));
                }
                Ok(())
            }
        }
        let game = rules("tictactoe");
        let refusal = count(&game, &mut Reversed(rules("tictactoe")), &Limits::default()).unwrap_err();
        assert!(refusal.to_string().contains("not the states of the layer"), "{refusal}");
    }

    #[test]
    fn an_answer_that_leaves_states_out_is_refused() {
        struct Lazy;
        impl Expanders for Lazy {
            fn part(&self) -> usize {
                1
            }
            fn expand(
                &mut self,
                _: &[&[u64]],
                _: &mut dyn FnMut(Option<ExpandedPart>) -> bool,
            ) -> Result<(), ExpandersError> {
                Ok(())
            }
        }
        let game = rules("nim");
        let refusal = count(&game, &mut Lazy, &Limits::default()).unwrap_err().to_string();
        assert!(refusal.contains("not the states of the layer"), "{refusal}");
    }
}
