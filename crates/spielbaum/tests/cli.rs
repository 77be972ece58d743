//! The command line as people see it: every file in `cmd` is a transcript of commands and what they print, and so are
//! the `console` blocks of the README and of `docs/trees.md`.

#[test]
fn transcripts() {
    // The width of the terminal must not matter, nor where the user keeps data.
    trycmd::TestCases::new()
        .env("COLUMNS", "100")
        .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .env("NO_COLOR", "1")
        .case("tests/cmd/*.trycmd")
        .case("../../docs/trees.md")
        .case("../../README.md");
}
