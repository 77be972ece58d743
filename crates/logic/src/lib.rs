//! Answers from rules: the reference reasoner for the Game Description Language
