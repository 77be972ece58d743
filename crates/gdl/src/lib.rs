//! The Game Description Language: text to checked rules
