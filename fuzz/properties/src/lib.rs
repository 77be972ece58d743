//! What holds of every input, whoever sends it.
//!
//! A [`Property`] is a function of bytes that panics where something is wrong. Each is written once, and run
//! in three ways: by `cargo fuzz run NAME`, which is guided by coverage; by the tests of this crate, some
//! thousand inputs each on stable Rust; and by `cargo xtask fuzz NAME`, as many inputs as one likes. The last
//! two make their inputs of the [seeds](Corpus) by edits of whole terms, since bytes changed at random hardly
//! ever get past a lexer.
//!
//! ```
//! let parser = properties::named("parser").expect("a property");
//! (parser.holds)(b"(role you) (init off) (<= terminal");
//! let report = properties::Run::new(parser).inputs(100).run().expect("the seeds can be read");
//! assert_eq!(report.inputs, 100);
//! ```
//!
//! A property must end soon whatever the input: it uses the limits of the libraries, and counts steps instead
//! of time, so that what fails once fails again; jobs of `api_bodies` alone end by the clock, and its server
//! remembers the requests before.

mod api_bodies;
mod checked_rules;
mod corpus;
mod edit;
mod engines_agree;
mod ggp_messages;
mod limits;
mod parser;
mod rng;
mod run;
mod specs;
mod store_files;
mod terms;
mod traces;
mod trees;

pub use corpus::{Corpus, folder};
pub use run::{Failure, Report, Run};

/// Something that holds of every input.
#[derive(Debug)]
pub struct Property {
    /// What it guards; its seeds are in the folder of this name in `fuzz/corpus`.
    pub name: &'static str,
    /// What holds, in a sentence.
    pub what: &'static str,
    /// Panics if it does not hold of these bytes.
    pub holds: fn(&[u8]),
    /// The form of its inputs.
    pub form: Form,
    /// Inputs of one test, such that it takes some ten seconds without optimisation.
    pub tested: u64,
    /// Properties whose seeds are its own, too.
    pub borrows: &'static [&'static str],
}

/// The form of the inputs of a property, which says how one is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Text with terms, with further words that may stand where others do.
    Text(&'static [&'static str]),
    /// Anything.
    Bytes,
}

/// All properties.
pub const PROPERTIES: [Property; 9] = [
    parser::PROPERTY,
    checked_rules::PROPERTY,
    engines_agree::PROPERTY,
    ggp_messages::PROPERTY,
    specs::PROPERTY,
    trees::PROPERTY,
    traces::PROPERTY,
    api_bodies::PROPERTY,
    store_files::PROPERTY,
];

/// The property of this name.
pub fn named(name: &str) -> Option<&'static Property> {
    const ALL: &[Property] = &PROPERTIES;
    ALL.iter().find(|property| property.name == name)
}

/// Panics if the property of this name does not hold of these bytes, or there is none: what a target of
/// cargo-fuzz does.
pub fn holds(name: &str, bytes: &[u8]) {
    let property = named(name).unwrap_or_else(|| panic!("there is no property `{name}`"));
    (property.holds)(bytes);
}
