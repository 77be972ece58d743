/// A key that is no character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "they are called as on the keyboard")]
pub enum Key {
    Up,
    Down,
    Home,
    End,
    Enter,
    Tab,
    Escape,
    Backspace,
    /// A lower-case letter while Ctrl is held down.
    Ctrl(char),
}

impl Key {
    /// What an xterm sends for it.
    pub(crate) fn bytes(self) -> Vec<u8> {
        match self {
            Self::Up => b"\x1b[A".to_vec(),
            Self::Down => b"\x1b[B".to_vec(),
            Self::Home => b"\x1b[H".to_vec(),
            Self::End => b"\x1b[F".to_vec(),
            Self::Enter => b"\r".to_vec(),
            Self::Tab => b"\t".to_vec(),
            Self::Escape => b"\x1b".to_vec(),
            Self::Backspace => b"\x7f".to_vec(),
            Self::Ctrl(letter) => vec![letter as u8 & 0x1f],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ctrl_takes_the_last_five_bits_of_a_letter() {
        assert_eq!(Key::Ctrl('c').bytes(), [3]);
        assert_eq!(Key::Ctrl('d').bytes(), [4]);
    }
}
