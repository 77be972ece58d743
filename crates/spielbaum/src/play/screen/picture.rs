//! From what happens to what is seen.

use std::collections::BTreeMap;

use search::MoveEstimate;
use view::Render;

use super::app::{Advice, App, Purpose, Question};
use super::keys::Mode;
use super::panel::{Panel, Row};
use super::view::View;
use crate::decision;
use crate::play::seats::Seat;
use crate::play::session::{Thought, Turn};
use crate::play::text;
use crate::play::thinker::Thinking;

/// The pictures of a spinner.
const SPINNER: [char; 4] = ['|', '/', '-', '\\'];

impl<G: Render> App<'_, '_, '_, G> {
    /// What the screen shows now.
    pub(super) fn view(&self) -> View {
        let session = &self.table.session;
        let mode = self.mode();
        let (moves_title, moves) = self.moves();
        View {
            title: format!(" {}  ply {}  {} ", self.table.identity.name, session.plies().len(), self.turn()),
            board: self.board.clone(),
            part: self.part,
            moves_title,
            selected: (!moves.is_empty()).then_some(self.selected),
            moves,
            history: self.history(),
            panel: self.panel(),
            prompt: self.prompt(),
            typing: matches!(mode, Mode::Ask | Mode::Type),
            keys: keys(mode, session.turn()),
            text: self.text.clone(),
            colours: self.colours,
        }
    }

    /// Whose turn it is, or how the game ended.
    fn turn(&self) -> String {
        let session = &self.table.session;
        match session.turn() {
            Turn::Person(role) => format!("your turn as {}", session.game.notation().role_name(role)),
            Turn::Strategy(_) if session.viewer().is_some() => "others choose".to_owned(),
            Turn::Strategy(role) => format!("{}'s turn", session.game.notation().role_name(role)),
            Turn::Nobody => String::new(),
            Turn::Over => format!("over: {}", text::result(session).unwrap_or_default()),
        }
    }

    /// The moves that fit what is typed, with the values of a hint.
    fn moves(&self) -> (String, Vec<String>) {
        let (entries, matching) = (self.menu.entries(), self.matching());
        let values = self.hinted_values();
        let width = entries.iter().map(|entry| entry.number).max().unwrap_or(0).to_string().len();
        let line = |&index: &usize| {
            let entry = &entries[index];
            let value = values.get(&entry.name).map(|value| format!("  {value}")).unwrap_or_default();
            format!("{:>width$}  {}{value}", entry.number, entry.name)
        };
        let title = match (entries.len(), matching.len()) {
            (0, _) => "No choice".to_owned(),
            (all, some) if some < all => format!("Your move: {some} of {all}"),
            (all, _) => format!("Your move: {all}"),
        };
        (title, matching.iter().map(line).collect())
    }

    /// What the last hint said of each move.
    fn hinted_values(&self) -> BTreeMap<String, String> {
        let moves = self.advice.as_ref().map_or(&[][..], |advice| &advice.thought.decision.moves);
        let value = |estimate: &MoveEstimate<G::Move>| {
            let value = decision::worth(estimate, moves)?;
            Some((self.table.session.game.notation().move_name(estimate.mov), value))
        };
        moves.iter().filter_map(value).collect()
    }

    /// The joint moves so far, a line for each role that did something, with the value that a strategy
    /// expected; or what the viewer did and saw.
    fn history(&self) -> Vec<String> {
        let session = &self.table.session;
        let mut lines = Vec::new();
        for (index, ply) in session.plies().iter().enumerate() {
            let mut number = (index + 1).to_string();
            if let Some(role) = session.viewer() {
                let name = session.game.notation().role_name(role);
                for part in text::observed(session, role, index) {
                    lines.push(format!("{number:>3} {name} {part}"));
                    number.clear();
                }
                continue;
            }
            for (role, name) in text::moves(session, index) {
                let thought = ply.thoughts.iter().find(|thought| thought.role == role);
                let value = thought.and_then(|thought| thought.decision.value);
                let value = value.map(|value| format!("  {}", search::number(value))).unwrap_or_default();
                lines.push(format!("{number:>3} {} {name}{value}", session.game.notation().role_name(role)));
                number.clear();
            }
        }
        lines
    }

    /// What a strategy thinks, or thought last.
    fn panel(&self) -> Panel {
        if let Some((purpose, thinking)) = &self.thinking {
            return self.live(*purpose, thinking);
        }
        if let Some(task) = &self.explaining {
            let seconds = task.started.elapsed().as_secs_f64();
            let head = format!("{} looks for the parts of the game  {seconds:.1} s", spinner(seconds));
            return Panel { title: "Why".to_owned(), head, ..Panel::default() };
        }
        if let Some(hint) = &self.advice {
            return self.advice(hint);
        }
        let session = &self.table.session;
        if session.viewer().is_some() {
            return self.players("Players");
        }
        let earlier = session.plies().iter().rev().flat_map(|ply| ply.thoughts.iter().rev());
        match session.thoughts().iter().rev().chain(earlier).next() {
            Some(thought) => {
                let seat = session.seats[thought.role].describe();
                let title = format!("{}: {seat}", session.game.notation().role_name(thought.role));
                self.finished(thought, title, "plays")
            }
            None => {
                let others = session.seats.iter().filter(|&seat| *seat != Seat::Person).count();
                self.players(if others == 0 { "Players" } else { "Nobody has thought yet" })
            }
        }
    }

    /// Who plays what.
    fn players(&self, title: &str) -> Panel {
        let session = &self.table.session;
        let head = format!("{}  (seed {})", text::players(session), session.seed);
        Panel { title: title.to_owned(), head, ..Panel::default() }
    }

    /// A hint, or the exact values.
    fn advice(&self, advice: &Advice<G::Move>) -> Panel {
        let Advice { title, thought, exact } = advice;
        let panel = self.finished(thought, title.clone(), "should play");
        let foot = match &thought.decision.remark {
            Some(mixed) if *exact => Some(mixed.clone()),
            _ if *exact => None,
            _ => text::doubt(self.table.session.game.roles(), thought),
        };
        Panel { foot: foot.or(panel.foot), ..panel }
    }

    /// What a strategy thinks at this moment.
    fn live(&self, purpose: Purpose, thinking: &Thinking<'_, '_, G>) -> Panel {
        let game = self.table.session.game;
        let latest = thinking.progress.latest();
        let seconds = thinking.task.started.elapsed().as_secs_f64();
        let spinner = spinner(seconds);
        if purpose == Purpose::Move && self.table.session.viewer().is_some() {
            let head = format!("{spinner} think  {seconds:.1} s");
            return Panel { title: "Others".to_owned(), head, ..Panel::default() };
        }
        let mut head = format!("{spinner} thinks  {seconds:.1} s");
        for (count, noun) in [(latest.nodes, "nodes"), (latest.playouts, "playouts")] {
            if count > 0 {
                head.push_str(&format!("  {} {noun}", text::short(count)));
            }
        }
        if let Some(depth) = latest.iteration {
            head.push_str(&format!("  depth {depth}"));
        }
        if let Some(current) = latest.current {
            head.push_str(&format!("  looks at {}", game.notation().move_name(current)));
        }
        let best = latest.best();
        let who = match purpose {
            Purpose::Move => game.notation().role_name(thinking.role),
            Purpose::Hint => "hint",
            Purpose::Values => "",
        };
        Panel {
            title: if who.is_empty() { thinking.name.clone() } else { format!("{who}: {}", thinking.name) },
            head,
            rows: self.rows(&latest.moves, best),
            foot: None,
            range: self.range(),
        }
    }

    /// What a strategy thought in the end.
    fn finished(&self, thought: &Thought<G::Move>, title: String, verb: &str) -> Panel {
        let game = self.table.session.game;
        let found = &thought.decision;
        let mut head = vec![format!("{verb} {}", game.notation().move_name(found.mov))];
        head.extend(text::worth(thought));
        head.push(format!("{:.1} s", thought.seconds));
        head.push(text::effort(thought));
        head.retain(|part| !part.is_empty());
        let known = found.moves.iter().any(|estimate| estimate.value.is_some() || estimate.proven);
        Panel {
            title,
            head: head.join("  "),
            rows: if known { self.rows(&found.moves, Some(found.mov)) } else { Vec::new() },
            foot: thought.expected.clone(),
            range: self.range(),
        }
    }

    fn rows(&self, estimates: &[MoveEstimate<G::Move>], best: Option<G::Move>) -> Vec<Row> {
        let row = |estimate: &MoveEstimate<G::Move>| Row {
            name: self.table.session.game.notation().move_name(estimate.mov),
            value: estimate.value,
            endless: estimate.value.is_none() && estimate.proven,
            sign: estimate.sign(estimates),
            visits: estimate.visits,
            chosen: Some(estimate.mov) == best,
        };
        let mut rows: Vec<Row> = estimates.iter().map(row).collect();
        Row::sort(&mut rows);
        rows
    }

    fn range(&self) -> (f64, f64) {
        let range = self.table.session.game.goal_range();
        (f64::from(*range.start()), f64::from(*range.end()))
    }

    /// What is asked, typed or said.
    fn prompt(&self) -> String {
        match (&self.question, &self.notice, &self.typed) {
            (Some(Question::SaveAs(text)), _, _) => format!("save to file: {text}"),
            (Some(Question::Load(text)), _, _) => format!("load file: {text}"),
            (Some(Question::Overwrite(path)), _, _) => {
                format!("{} is there already; write over it? (y/n)", path.display())
            }
            (Some(Question::Quit), _, _) => "the game is not over and not saved; leave it? (y/n)".to_owned(),
            (Some(Question::New), _, _) => {
                "the game is not over and not saved; begin again? (y/n)".to_owned()
            }
            (None, Some(notice), _) => notice.clone(),
            (None, None, Some(typed)) => format!("> {typed}"),
            (None, None, None) => String::new(),
        }
    }
}

/// What turns beside work that goes on for so many seconds.
fn spinner(seconds: f64) -> char {
    SPINNER[(seconds * 8.0) as usize % SPINNER.len()]
}

/// The keys that matter most now.
fn keys(mode: Mode, turn: Turn) -> &'static str {
    match (mode, turn) {
        (Mode::Read, _) => "any key closes the text",
        (Mode::Confirm, _) => "y yes  n no",
        (Mode::Ask, _) => "Enter take it  Esc leave it",
        (Mode::Type, _) => "Enter play  Tab complete  Up/Down choose  Esc clear",
        (Mode::Wait, Turn::Person(_)) => {
            "Enter answer now  Esc no answer  u undo  s save  l load  n new  ? help  q quit"
        }
        (Mode::Wait, _) => "Enter move now  u undo  s save  l load  n new  ? help  q quit",
        (Mode::Choose, Turn::Over) => "u undo  s save  l load  n new  ? help  q quit",
        (Mode::Choose, _) => "Enter play  / type  h hint  u undo  s save  l load  n new  ? help  q quit",
    }
}
