use std::sync::OnceLock;
use std::thread;

use game::{Builtin, Game, Rules};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use search::Stop;

use super::*;
use crate::play::saved::Identity;
use crate::play::seats::Seat;
use crate::play::session::Session;

/// Tells why a game of Nim is won; of any other it thinks until it is given up.
fn why(rules: &Rules, state: &<Rules as Game>::State, stop: &Stop) -> String {
    let nim = rules.render(state).contains("(heap ");
    while !nim && !stop.pressed() {
        thread::yield_now();
    }
    if nim { "the nim-sum tells".to_owned() } else { "it was given up".to_owned() }
}

/// Sits down at a game whose first role a person plays, and does something.
fn sit(name: &str, opponent: &str, act: impl FnOnce(&mut App<'_, '_, '_, Rules>)) {
    let text = Builtin::named(name).unwrap().rules;
    let rules = Rules::new(&gdl::Rulesheet::parse(name, text.as_bytes()).unwrap()).unwrap();
    let seat = |role| if role == 0 { Seat::Person } else { Seat::Strategy(opponent.parse().unwrap()) };
    let session = Session::new(&rules, (0..rules.roles()).map(seat).collect(), 1);
    let identity = Identity { name: name.to_owned(), rules_sha256: "ab".to_owned() };
    let hint = "flat-mc(playouts=90)".parse().unwrap();
    let optimised = &OnceLock::new();
    let mut table = Table { session, optimised, identity, hint, tablebase: None, why };
    thread::scope(|scope| {
        let mut app = App::new(&mut table, scope, false);
        act(&mut app);
        app.stop_thinking();
    });
}

impl App<'_, '_, '_, Rules> {
    fn press(&mut self, actions: &[Action]) {
        for &action in actions {
            assert!(self.act(action).unwrap().is_none(), "{action:?} is the end");
        }
    }

    fn write(&mut self, text: &str) {
        self.press(&text.chars().map(Action::Insert).collect::<Vec<_>>());
    }

    /// Waits for strategies until somebody is to decide.
    fn settle(&mut self) {
        self.go_on().unwrap();
        while self.thinking.is_some()
            || self.explaining.is_some()
            || self.table.session.turn() == Turn::Nobody
            || !self.idle()
        {
            thread::yield_now();
            self.go_on().unwrap();
        }
    }

    fn screen(&self) -> String {
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
        terminal.draw(|frame| self.view().draw(frame)).unwrap();
        terminal.backend().to_string()
    }

    fn sees(&self, texts: &[&str]) {
        let screen = self.screen();
        for text in texts {
            assert!(screen.contains(text), "{text} is not on the screen\n{screen}");
        }
    }
}

#[test]
fn board_and_moves_are_seen_at_once() {
    sit("tictactoe", "first-legal", |app| {
        app.settle();
        app.sees(&["tictactoe  ply 0  your turn as xplayer", "3  . . .", "> 1  (mark 1 1)", "Your move: 9"]);
        app.sees(&["xplayer: you, oplayer: first-legal  (seed 1)"]);
    });
}

#[test]
fn arrows_and_enter_play_a_move_and_the_opponent_answers() {
    sit("tictactoe", "flat-mc(playouts=80)", |app| {
        app.press(&[Action::Step(1), Action::Step(1), Action::Step(-1), Action::Accept]);
        app.settle();
        app.sees(&["ply 2", "1 xplayer (mark 1 2)", "2 oplayer (mark", "Your move: 7"]);
        app.sees(&["oplayer: flat-mc(playouts=80)", "plays (mark", "value", "80 playouts", "█"]);
        app.press(&[Action::Last, Action::Step(5)]);
        assert_eq!(app.selected, 6);
        app.press(&[Action::Step(-100)]);
        assert_eq!(app.selected, 0);
    });
}

#[test]
fn typing_narrows_the_list_and_tab_completes() {
    sit("tictactoe", "first-legal", |app| {
        app.write("2 ");
        app.press(&[Action::Erase]);
        assert_eq!((app.mode(), app.matching()), (Mode::Type, vec![1]));
        app.press(&[Action::Cancel, Action::Complete]);
        assert_eq!(app.typed.as_deref(), Some("mark "));
        app.write("2");
        app.sees(&["> mark 2", "Your move: 3 of 9"]);
        app.write(" 2");
        app.press(&[Action::Accept]);
        app.settle();
        app.sees(&["1 xplayer (mark 2 2)"]);
    });
}

#[test]
fn what_is_typed_exactly_is_selected_before_what_begins_so() {
    sit("hex-7x7", "first-legal", |app| {
        app.write("4");
        assert_eq!((app.matching().len(), app.selected), (11, 0));
        app.write("x");
        app.press(&[Action::Accept]);
        app.sees(&["no legal move is called `4x`"]);
        app.press(&[Action::Erase, Action::Erase, Action::Erase]);
        assert_eq!(app.mode(), Mode::Choose);
    });
}

#[test]
fn a_hint_shows_values_and_marks_a_move_but_does_not_play_it() {
    sit("tictactoe", "first-legal", |app| {
        app.press(&[Action::Hint]);
        app.settle();
        app.sees(&["hint: flat-mc(playouts=90)", "should play (mark", "90 playouts", "ply 0"]);
        assert_eq!(app.table.session.plies().len(), 0);
        let best =
            app.table.session.game.notation().move_name(app.advice.as_ref().unwrap().thought.decision.mov);
        assert_eq!(app.menu.entries()[app.selected].name, best);
    });
}

#[test]
fn exact_values_are_worked_out_and_shown_beside_the_moves() {
    sit("nim", "first-legal", |app| {
        app.press(&[Action::Values]);
        app.settle();
        app.sees(&[
            "exact values",
            "should play (take a 1)",
            "value 100 (proven)",
            "(take a 1)  100",
            "(take a 2)  0",
        ]);
        assert_eq!(app.table.session.plies().len(), 0);
        app.press(&[Action::Accept]);
        app.settle();
        assert!(app.advice.is_none(), "they are those of another position");
    });
}

#[test]
fn why_a_position_is_won_is_read_until_the_next_key() {
    sit("nim", "first-legal", |app| {
        app.press(&[Action::Why]);
        app.settle();
        assert_eq!(app.mode(), Mode::Read);
        app.sees(&[" Why ", "the nim-sum tells", "any key closes the text"]);
        app.press(&[Action::Cancel]);
        assert_eq!(app.mode(), Mode::Choose);
    });
}

#[test]
fn the_search_for_why_a_position_is_won_can_be_given_up_or_hurried() {
    sit("tictactoe", "first-legal", |app| {
        app.press(&[Action::Why]);
        app.go_on().unwrap();
        assert_eq!(app.mode(), Mode::Wait);
        app.sees(&[" Why ", "looks for the parts of the game", "Enter answer now  Esc no answer"]);
        app.press(&[Action::Cancel]);
        assert_eq!((app.mode(), app.text.is_none()), (Mode::Choose, true));
        app.press(&[Action::Why, Action::Now]);
        app.settle();
        app.sees(&["it was given up"]);
    });
}

#[test]
fn a_strategy_is_seen_thinking_and_can_be_hurried_or_taken_back() {
    sit("connect-four", "uct(time=600s)", |app| {
        app.press(&[Action::Accept]);
        app.go_on().unwrap();
        app.go_on().unwrap();
        assert_eq!(app.mode(), Mode::Wait);
        app.sees(&["yellow's turn", "yellow: uct(time=600s)", "thinks", "Enter move now"]);
        app.press(&[Action::Undo]);
        assert_eq!((app.mode(), app.table.session.plies().len()), (Mode::Choose, 0));
        app.press(&[Action::Accept]);
        app.go_on().unwrap();
        app.go_on().unwrap();
        app.press(&[Action::Now]);
        app.settle();
        assert_eq!(app.table.session.plies().len(), 2);
    });
}

#[test]
fn a_finished_game_tells_its_result_and_can_be_taken_back() {
    sit("rock-paper-scissors", "first-legal", |app| {
        app.write("rock");
        app.press(&[Action::Accept]);
        app.settle();
        app.sees(&["over: left 0, right 100: you lose", "No choice"]);
        app.press(&[Action::Accept, Action::Step(1), Action::Complete, Action::Hint]);
        app.sees(&["there is nothing to choose"]);
        app.press(&[Action::Undo]);
        app.sees(&["your turn as left"]);
        app.press(&[Action::Undo]);
        app.sees(&["there is nothing to take back"]);
    });
}

#[test]
fn a_game_is_saved_loaded_and_not_lost_by_mistake() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("game.json");
    sit("tictactoe", "first-legal", |app| {
        app.press(&[Action::Accept]);
        app.settle();
        app.press(&[Action::Quit]);
        app.sees(&["not saved; leave it? (y/n)"]);
        app.press(&[Action::Cancel, Action::Save]);
        app.write(&file.to_string_lossy());
        app.press(&[Action::Accept]);
        assert!(file.exists());
        app.press(&[Action::Save]);
        app.write(&file.to_string_lossy());
        app.press(&[Action::Accept]);
        assert_eq!(app.question, Some(Question::Overwrite(file.clone())));
        app.press(&[Action::Accept, Action::New]);
        assert_eq!(app.table.session.plies().len(), 0);
        app.press(&[Action::Load]);
        app.write("no such file");
        app.press(&[Action::Accept]);
        app.sees(&["there is no file `no such file`"]);
        app.press(&[Action::Load]);
        app.write(&file.to_string_lossy());
        app.press(&[Action::Accept]);
        assert_eq!(app.table.session.plies().len(), 2);
        assert_eq!(app.act(Action::Quit).unwrap(), Some(ExitCode::SUCCESS));
        assert_eq!(app.act(Action::Interrupt).unwrap(), Some(ExitCode::from(INTERRUPTED)));
    });
}

#[test]
fn where_roles_choose_at_the_same_time_the_history_tells_each_move() {
    sit("tron", "flat-mc(playouts=20)", |app| {
        app.press(&[Action::Accept]);
        app.settle();
        app.sees(&[
            "  1 red (ride east)",
            "    blue (ride ",
            "blue: flat-mc(playouts=20)",
            "your turn as red",
        ]);
    });
}

#[test]
fn a_strategy_that_cannot_decide_says_so_and_the_game_stays() {
    sit("rock-paper-scissors", "alpha-beta", |app| {
        app.press(&[Action::Accept]);
        app.settle();
        app.sees(&["alpha-beta does not apply to this game"]);
        app.press(&[Action::Undo]);
        app.sees(&["your turn as left"]);
    });
}

#[test]
fn another_move_in_the_place_of_a_saved_one_is_not_saved() {
    sit("tictactoe", "first-legal", |app| {
        let directory = tempfile::tempdir().unwrap();
        app.press(&[Action::Accept]);
        app.settle();
        app.save(&directory.path().join("game.json"));
        assert!(!app.unsaved());
        app.press(&[Action::Undo]);
        assert!(!app.unsaved(), "what was taken back is in the file");
        app.press(&[Action::Step(1), Action::Accept]);
        app.settle();
        assert!(app.unsaved());
    });
}

#[test]
fn a_hint_that_cannot_tell_the_moves_apart_says_so() {
    sit("eight-puzzle", "random", |app| {
        app.press(&[Action::Hint]);
        app.settle();
        app.sees(&[
            "should play",
            "it sees no difference between the moves; try --hint 'deepening(time=5s)'",
        ]);
    });
}

#[test]
fn in_a_game_that_hides_something_the_screen_shows_what_the_role_knows() {
    sit("kuhn-poker", "first-legal", |app| {
        app.settle();
        app.sees(&["your turn as alice", "(holds alice ", "1 alice sees (card ", "alice's information set"]);
        let hidden = ["(holds bob ", "(deal "];
        let shows = |app: &App<'_, '_, '_, Rules>, text| app.screen().contains(text);
        assert!(hidden.iter().all(|text| !shows(app, text)), "{}", app.screen());
        app.press(&[Action::Why]);
        app.sees(&["would tell what this game hides from you"]);
        app.press(&[Action::Uncover]);
        assert!(hidden.iter().all(|text| shows(app, text)), "{}", app.screen());
        app.press(&[Action::Uncover]);
        assert!(hidden.iter().all(|text| !shows(app, text)), "{}", app.screen());
        app.write("bet");
        app.press(&[Action::Accept]);
        app.settle();
        app.sees(&["over: alice ", "(holds bob ", "(deal ", "3 bob "]);
        app.press(&[Action::Uncover]);
        app.sees(&["everything is shown already"]);
    });
}

#[test]
fn what_others_think_is_not_seen_in_a_game_that_hides_something() {
    sit("phantom-tictactoe", "ismcts(time=600s)", |app| {
        app.press(&[Action::Accept]);
        app.go_on().unwrap();
        app.go_on().unwrap();
        assert_eq!(app.mode(), Mode::Wait);
        app.sees(&["others choose", "Others", "think", "1 xplayer (mark 1 1)", "sees free"]);
        assert!(!app.screen().contains("looks at"), "{}", app.screen());
        // It may try the cell that is taken, and is to think again.
        while !matches!(app.table.session.turn(), Turn::Person(_)) {
            if app.mode() == Mode::Wait {
                app.press(&[Action::Now]);
            }
            app.go_on().unwrap();
        }
        app.sees(&["2 xplayer sees ", "1  x ? ?"]);
        assert!(!app.screen().contains("plays (mark"), "{}", app.screen());
    });
}
