//! Every property on stable Rust: of its seeds, and of some thousand inputs that are made of them.
//!
//! With `SPIELBAUM_FUZZ_SECONDS=60` each takes as many inputs as there is time for.

use std::fs;
use std::path::Path;
use std::time::Duration;

use properties::{Corpus, PROPERTIES, Run, folder, named};

/// Tries one property.
fn holds(name: &str) {
    let property = named(name).expect("a property");
    for (number, seed) in Corpus::read(property).expect("seeds").seeds().iter().enumerate() {
        println!("seed {number}: {}", String::from_utf8_lossy(seed));
        (property.holds)(seed);
    }
    let seconds = std::env::var("SPIELBAUM_FUZZ_SECONDS").ok();
    let seconds = seconds.map(|text| text.parse().expect("SPIELBAUM_FUZZ_SECONDS is a number"));
    let run = match seconds {
        Some(seconds) => Run::new(property).inputs(u64::MAX).within(Some(Duration::from_secs(seconds))),
        None => Run::new(property),
    };
    println!("the input that is tried is in {}", run.current().display());
    let report = run.run().expect("the input can be written");
    if let Some(failure) = report.failure {
        let file = failure.file.display();
        panic!(
            "{name}: {}\nthe input is in {file}; again: cargo xtask fuzz {name} --replay {file}",
            failure.message
        );
    }
}

macro_rules! tests {
    ($($name:ident)+) => {
        $(
            #[test]
            fn $name() {
                holds(stringify!($name));
            }
        )+

        #[test]
        fn no_property_is_left_out() {
            assert_eq!(PROPERTIES.map(|property| property.name), [$(stringify!($name)),+]);
        }
    };
}

tests! { parser checked_rules engines_agree ggp_messages specs trees traces api_bodies store_files }

#[test]
fn every_property_has_its_target_of_cargo_fuzz() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("");
    let manifest = fs::read_to_string(here.join("Cargo.toml")).expect("the manifest of cargo-fuzz");
    for property in PROPERTIES {
        let name = property.name;
        assert!(
            manifest.contains(&format!("name = \"{name}\"\npath = \"fuzz_targets/{name}.rs\"\n")),
            "{name}"
        );
        let target = fs::read_to_string(here.join(format!("fuzz_targets/{name}.rs"))).expect("a target");
        assert!(target.contains(&format!("properties::holds(\"{name}\", ")), "{target}");
        assert!(folder(name).is_dir());
    }
    let targets = fs::read_dir(here.join("fuzz_targets")).expect("targets").count();
    assert_eq!(targets, PROPERTIES.len());
}
