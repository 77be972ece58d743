//! Strategies that requests name.

use std::time::Duration;

use search::{Section, Spec, Value};

use crate::problem::Problem;

/// Bounds on what a strategy may take of a server's memory and cores, by the parameters that say so.
const MOST: [(&str, u64); 4] = [("table", 256), ("memory", 1024), ("tree", 1_000_000), ("threads", 8)];

/// The longest time to choose a strategy in.
const LONGEST_START: Duration = Duration::from_secs(60);

/// Reads a spec as a server may take one from anybody.
///
/// # Errors
/// If it is none, names a file of the server, or asks for too much memory, too many threads or too much time
/// to choose in.
pub(crate) fn read(text: &str) -> Result<Spec, Problem> {
    let spec: Spec = text
        .parse()
        .map_err(|error: search::SpecError| invalid(error.to_string()).at(1, column(text, &error)))?;
    if let Some(path) = spec.unread_file() {
        return Err(invalid(format!(
            "`{path}` is a file, and a server reads no files for pages; name a table that comes with the program"
        )));
    }
    if spec.start().is_some_and(|time| time > LONGEST_START) {
        return Err(invalid(format!(
            "`start` may be at most {}s on a server; the command line has no such bound",
            LONGEST_START.as_secs()
        )));
    }
    bounded(&spec)?;
    Ok(spec)
}

fn invalid(message: impl Into<String>) -> Problem {
    Problem::invalid("bad-strategy", message)
}

/// The column of an error in characters, from 1.
fn column(text: &str, error: &search::SpecError) -> usize {
    text.get(..error.span.start).map_or(0, |before| before.chars().count()) + 1
}

fn bounded<S: Section>(spec: &Spec<S>) -> Result<(), Problem> {
    for (parameter, value) in spec.parameters() {
        match value {
            Some(Value::Integer(number)) => {
                let most = MOST.iter().find(|(name, most)| *name == parameter.name && number > most);
                if let Some((name, most)) = most {
                    return Err(invalid(format!(
                        "`{name}` may be at most {most} on a server; the command line has no such bound"
                    )));
                }
            }
            Some(Value::Evaluator(spec)) => bounded(spec)?,
            Some(Value::Strategy(spec)) => bounded(spec)?,
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(text: &str) -> Problem {
        read(text).unwrap_err()
    }

    #[test]
    fn a_spec_of_the_catalogue_is_read() {
        assert_eq!(read("uct( playouts=10 )").unwrap().to_string(), "uct(playouts=10)");
    }

    #[test]
    fn a_wrong_spec_has_its_place() {
        let problem = problem("uct(playout=10)");
        assert_eq!((problem.code, problem.line, problem.column), ("bad-strategy", Some(1), Some(5)));
    }

    #[test]
    fn no_file_of_the_server_is_opened() {
        for text in
            ["alpha-beta(depth=1,eval=positional(/etc/x.toml))", "alpha-beta(eval=positional(\"x.toml\"))"]
        {
            let problem = problem(text);
            assert_eq!(problem.code, "bad-strategy");
            assert!(problem.message.contains("x.toml` is a file"), "{}", problem.message);
        }
    }

    #[test]
    fn memory_and_threads_are_bounded_and_effort_is_not() {
        for text in [
            "alpha-beta(table=257)",
            "uct(memory=2000)",
            "memory-mc(tree=2000000)",
            "uct(threads=9)",
            "pimc(inner=alpha-beta(table=257))",
            "hyperplay(others=uct(threads=9))",
        ] {
            assert!(problem(text).message.contains("at most"), "{text}");
        }
        assert!(read("uct(playouts=1000000000000,memory=1024)").is_ok());
    }
}
