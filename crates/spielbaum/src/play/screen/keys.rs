use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// What a key means depends on what is going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// A move is to be chosen, or the game is over.
    Choose,
    /// A move's name is being typed.
    Type,
    /// A strategy thinks.
    Wait,
    /// The name of a file is asked for.
    Ask,
    /// A yes or no is asked for.
    Confirm,
    /// A text is shown, such as the help.
    Read,
}

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// To another entry of the list, so many further down.
    Step(isize),
    First,
    Last,
    /// Take what is chosen or typed, or say yes.
    Accept,
    /// Close, clear, or say no.
    Cancel,
    /// Begin to type.
    Begin,
    Insert(char),
    Erase,
    Complete,
    /// A strategy is to move by what it has found so far.
    Now,
    Hint,
    /// What each move is worth for certain.
    Values,
    /// Why the position is won or lost.
    Why,
    /// To show what the game hides, or to hide it again.
    Uncover,
    Undo,
    Save,
    Load,
    New,
    Help,
    /// To the part of a large board that is so many further.
    Part(isize),
    Quit,
    /// Leave at once.
    Interrupt,
}

impl Action {
    /// Whether somebody may mean it who does not see the game: to leave, and to say whether to.
    pub(super) fn is_blind(self, mode: Mode) -> bool {
        mode == Mode::Confirm || matches!(self, Self::Quit | Self::Interrupt)
    }
}

/// Entries that Page Up and Page Down pass over.
const PAGE: isize = 10;

/// What a key means; nothing perhaps.
pub(super) fn action(mode: Mode, key: KeyEvent) -> Option<Action> {
    if key.kind == KeyEventKind::Release {
        return None;
    }
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return (key.code == KeyCode::Char('c')).then_some(Action::Interrupt);
    }
    match (mode, key.code) {
        (Mode::Read, _) => Some(Action::Cancel),
        (Mode::Confirm, KeyCode::Char('y' | 'Y')) => Some(Action::Accept),
        (Mode::Confirm, _) => Some(Action::Cancel),
        (_, KeyCode::Esc) => Some(Action::Cancel),
        (Mode::Wait, KeyCode::Enter | KeyCode::Char(' ')) => Some(Action::Now),
        (_, KeyCode::Enter) => Some(Action::Accept),
        (Mode::Choose | Mode::Wait, KeyCode::Right) => Some(Action::Part(1)),
        (Mode::Choose | Mode::Wait, KeyCode::Left) => Some(Action::Part(-1)),
        (Mode::Ask | Mode::Type, KeyCode::Char(c)) => Some(Action::Insert(c)),
        (Mode::Ask | Mode::Type, KeyCode::Backspace) => Some(Action::Erase),
        (Mode::Choose | Mode::Wait, KeyCode::Char(c)) => letter(mode, c),
        (Mode::Choose | Mode::Type, code) => in_list(code),
        _ => None,
    }
}

fn letter(mode: Mode, c: char) -> Option<Action> {
    Some(match c {
        'u' => Action::Undo,
        's' => Action::Save,
        'l' => Action::Load,
        'n' => Action::New,
        'x' => Action::Uncover,
        'q' => Action::Quit,
        '?' => Action::Help,
        _ if mode == Mode::Wait => return None,
        'h' => Action::Hint,
        'v' => Action::Values,
        'w' => Action::Why,
        '/' => Action::Begin,
        other => Action::Insert(other),
    })
}

fn in_list(code: KeyCode) -> Option<Action> {
    Some(match code {
        KeyCode::Up => Action::Step(-1),
        KeyCode::Down => Action::Step(1),
        KeyCode::PageUp => Action::Step(-PAGE),
        KeyCode::PageDown => Action::Step(PAGE),
        KeyCode::Home => Action::First,
        KeyCode::End => Action::Last,
        KeyCode::Tab => Action::Complete,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pressed(mode: Mode, code: KeyCode) -> Option<Action> {
        action(mode, KeyEvent::new(code, KeyModifiers::NONE))
    }

    #[test]
    fn letters_are_commands_until_somebody_types() {
        assert_eq!(pressed(Mode::Choose, KeyCode::Char('u')), Some(Action::Undo));
        assert_eq!(pressed(Mode::Choose, KeyCode::Char('s')), Some(Action::Save));
        assert_eq!(pressed(Mode::Choose, KeyCode::Char('v')), Some(Action::Values));
        assert_eq!(pressed(Mode::Choose, KeyCode::Char('?')), Some(Action::Help));
        assert_eq!(pressed(Mode::Choose, KeyCode::Char('/')), Some(Action::Begin));
        for c in ['(', '3', 'm'] {
            assert_eq!(pressed(Mode::Choose, KeyCode::Char(c)), Some(Action::Insert(c)));
        }
        for c in ['u', 's', 'v', '?', '/', 'q'] {
            assert_eq!(pressed(Mode::Type, KeyCode::Char(c)), Some(Action::Insert(c)));
            assert_eq!(pressed(Mode::Ask, KeyCode::Char(c)), Some(Action::Insert(c)));
        }
    }

    #[test]
    fn enter_takes_what_is_chosen_and_hurries_who_thinks() {
        for mode in [Mode::Choose, Mode::Type, Mode::Ask] {
            assert_eq!(pressed(mode, KeyCode::Enter), Some(Action::Accept));
        }
        assert_eq!(pressed(Mode::Wait, KeyCode::Enter), Some(Action::Now));
        assert_eq!(pressed(Mode::Wait, KeyCode::Char(' ')), Some(Action::Now));
        assert_eq!(pressed(Mode::Read, KeyCode::Enter), Some(Action::Cancel));
    }

    #[test]
    fn arrows_move_in_the_list_while_people_type_too() {
        for mode in [Mode::Choose, Mode::Type] {
            assert_eq!(pressed(mode, KeyCode::Up), Some(Action::Step(-1)));
            assert_eq!(pressed(mode, KeyCode::PageDown), Some(Action::Step(10)));
            assert_eq!(pressed(mode, KeyCode::Tab), Some(Action::Complete));
        }
        assert_eq!(pressed(Mode::Wait, KeyCode::Up), None);
        assert_eq!(pressed(Mode::Choose, KeyCode::F(5)), None);
    }

    #[test]
    fn right_and_left_look_at_the_parts_of_a_board_at_any_time() {
        for mode in [Mode::Choose, Mode::Wait] {
            assert_eq!(pressed(mode, KeyCode::Right), Some(Action::Part(1)));
            assert_eq!(pressed(mode, KeyCode::Left), Some(Action::Part(-1)));
        }
    }

    #[test]
    fn nobody_plays_without_seeing_the_game() {
        let blind = |mode, code| pressed(mode, code).unwrap().is_blind(mode);
        assert!(blind(Mode::Choose, KeyCode::Char('q')) && blind(Mode::Confirm, KeyCode::Char('y')));
        assert!(Action::Interrupt.is_blind(Mode::Wait));
        for code in [KeyCode::Enter, KeyCode::Char('u'), KeyCode::Char('3'), KeyCode::Down] {
            assert!(!blind(Mode::Choose, code), "{code}");
        }
    }

    #[test]
    fn only_yes_is_yes() {
        assert_eq!(pressed(Mode::Confirm, KeyCode::Char('y')), Some(Action::Accept));
        for code in [KeyCode::Char('n'), KeyCode::Esc, KeyCode::Enter, KeyCode::Char('x')] {
            assert_eq!(pressed(Mode::Confirm, code), Some(Action::Cancel));
        }
    }

    #[test]
    fn ctrl_c_leaves_whatever_goes_on() {
        for mode in [Mode::Choose, Mode::Type, Mode::Wait, Mode::Ask, Mode::Confirm, Mode::Read] {
            let key = |c| action(mode, KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL));
            assert_eq!((key('c'), key('x')), (Some(Action::Interrupt), None));
        }
    }

    #[test]
    fn letting_a_key_go_means_nothing() {
        let key = KeyEvent::new_with_kind(KeyCode::Enter, KeyModifiers::NONE, KeyEventKind::Release);
        assert_eq!(action(Mode::Choose, key), None);
    }
}
