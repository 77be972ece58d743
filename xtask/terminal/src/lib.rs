//! A program in a terminal of its own: keys go in, and the screen that a person would see is there to
//! look at.
//!
//! ```
//! # #[cfg(unix)] {
//! use std::process::Command;
//! use terminal::{Key, Terminal};
//!
//! let mut terminal = Terminal::start(Command::new("cat"), (80, 24))?;
//! terminal.type_text("hello")?;
//! terminal.wait_for_text("hello");
//! terminal.press(Key::Ctrl('c'))?;
//! assert!(!terminal.end()?.success());
//! # }
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! Only Unix has such terminals: elsewhere this crate is empty.
#![cfg(unix)]

mod driver;
mod key;

pub use driver::Terminal;
pub use key::Key;
pub use vt100::{Cell, Color, Screen};
