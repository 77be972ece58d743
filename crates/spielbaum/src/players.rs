use std::path::PathBuf;
use std::str::FromStr;

use search::{Spec, SpecError};

/// Strategies on the command line, with commas between them.
#[derive(Clone)]
pub(crate) struct Players(pub(crate) Vec<Spec>);

impl FromStr for Players {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let specs = Spec::list(text).map_err(|error| {
            let hint =
                if text.contains('{') { "; choices in braces are for `spielbaum arena --sweep`" } else { "" };
            format!("{error}{hint}")
        })?;
        specs.into_iter().map(with_files).collect::<Result<_, _>>().map(Self)
    }
}

/// What to say where a strategy must be named and is not.
pub(crate) const UNNAMED: &str =
    "name a strategy, such as `--strategy alpha-beta` (`spielbaum strategies` lists them)";

/// A strategy on the command line, which may name files.
pub(crate) fn spec(text: &str) -> Result<Spec, String> {
    text.parse().map_err(|error: SpecError| error.to_string()).and_then(with_files)
}

/// The spec with the files read that it names: whoever writes a command line may read them.
pub(crate) fn with_files(spec: Spec) -> Result<Spec, String> {
    spec.read_files().map_err(|error| error.to_string())
}

/// The files that a spec names, once they have been read.
pub(crate) fn files(spec: &Spec) -> Vec<PathBuf> {
    let small = spec.files().into_iter().map(|file| PathBuf::from(file.path()));
    small.chain(spec.large_files().iter().map(|file| PathBuf::from(file.path()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_strategies_name_are_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("table.toml");
        let text = format!("random,alpha-beta(depth=1,eval=positional({}))", path.display());
        assert!(text.parse::<Players>().err().expect("no file").contains("table.toml"));
        std::fs::write(&path, "[[phase]]\nweights = [[1, 2]]").expect("writable");
        let players = text.parse::<Players>().expect("a file");
        assert_eq!(players.0[1].unread_file(), None);
        assert_eq!(players.0[1].files()[0].content(), "[[phase]]\nweights = [[1, 2]]");
        assert_eq!([files(&players.0[0]), files(&players.0[1])], [vec![], vec![path]]);
    }

    #[test]
    fn choices_in_braces_are_told_where_they_belong() {
        let complaint = |text: &str| text.parse::<Players>().err().expect("no players");
        assert!(complaint("uct(playouts={1,2})").ends_with("are for `spielbaum arena --sweep`"));
        assert!(!complaint("uct(playouts=0)").contains("sweep"));
    }
}
