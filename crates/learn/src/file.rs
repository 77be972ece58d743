use std::io::{Read, Write};
use std::sync::OnceLock;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use game::{CanonicalForm, json_problem};
use serde::{Deserialize, Serialize};

use crate::corrections::Corrections;
use crate::evaluation::Rounded;
use crate::features::{Features, Table, Tuple};
use crate::sight::Sight;
use crate::{Evaluation, Training};

/// What stands first in a file.
const FORMAT: &str = "spielbaum evaluation";
/// The version that is written, and the latest that is read.
const VERSION: u32 = 3;
/// The most weights of an evaluation that is read.
const MOST_WEIGHTS: usize = 1 << 26;
/// The most fluents, and the most fluents of all tuples together, of an evaluation that is read.
const MOST_PARTS: usize = 1 << 22;
/// The most games and states of an evaluation that is read, far more than anybody plays, so that more can
/// be counted.
const MOST_LEARNED: u64 = 1 << 48;

/// An evaluation as it is written to a file: a JSON document.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    version: u32,
    game: String,
    training: Training,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    rules: Option<RulesHash>,
    fluents: Vec<String>,
    roles: usize,
    /// Files of earlier programs have none.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    role_names: Vec<String>,
    outputs: usize,
    movers: Vec<(u32, u32)>,
    phases: usize,
    /// How many roles' legal moves count: all, or none as in versions 1 and 2.
    #[serde(default)]
    counted: usize,
    singles: Vec<[u32; 2]>,
    tables: Vec<Table>,
    /// What a weight of 1 in `weights` is.
    unit: f32,
    /// The weights as whole numbers of 16 bits, the lower byte first, deflated and in base 64.
    weights: String,
    /// What weights were corrected by, a byte for the size of each and then one for the share of each,
    /// deflated and in base 64. Version 1 has none.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    corrections: Option<String>,
}

/// What rules are known by whatever their names and orders are: the hash of their [canonical
/// form](CanonicalForm), and the numbers that roles and fluents have in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RulesHash {
    /// The hash, in hexadecimal digits.
    pub hash: String,
    /// The number of each role in the canonical form.
    pub roles: Vec<u32>,
    /// The number of each fluent.
    pub fluents: Vec<u32>,
}

impl From<&CanonicalForm> for RulesHash {
    fn from(form: &CanonicalForm) -> Self {
        Self { hash: form.to_string(), roles: form.roles().to_vec(), fluents: form.fluents().to_vec() }
    }
}

/// An evaluation in a file, with what is told about it.
#[derive(Clone, Debug)]
pub struct Learned {
    /// The game it was learned of, as its learner called it.
    pub game: String,
    /// How it was learned.
    pub training: Training,
    /// What the rules are known by, if that was found.
    pub rules: Option<RulesHash>,
    /// The fluents, as text, by the numbers that the features have for them.
    pub fluents: Vec<String>,
    /// The roles of the game.
    pub roles: usize,
    /// Their names in the rules that it was learned of; none if the file does not tell them, as those of
    /// earlier programs.
    pub role_names: Vec<String>,
    /// The evaluation.
    pub evaluation: Evaluation,
    /// What its weights were corrected by, if that is known.
    pub(crate) corrections: Option<Corrections>,
    /// Its weights as they are written and read, worked out when somebody first asks.
    pub(crate) rounded: OnceLock<Rounded>,
}

/// Why a text is not an evaluation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileProblem {
    /// It is no JSON document of this form.
    #[error("this is not a learned evaluation: {0}; make one with `spielbaum learn GAME -o FILE`")]
    Json(String),
    /// It is of a later version.
    #[error(
        "this evaluation is of version {found}, and the latest that is known here is {VERSION}; learn it again, or use a newer program"
    )]
    Version {
        /// The version it says.
        found: u32,
    },
    /// Its parts do not fit one another.
    #[error("this evaluation is damaged: {0}; learn it again")]
    Damaged(&'static str),
}

impl Learned {
    /// The text of the file. Weights are rounded to 16 bits.
    pub fn to_text(&self) -> String {
        let features = self.evaluation.features();
        let Rounded { weights, unit } = self.rounded();
        let bytes: Vec<u8> = weights.iter().flat_map(|weight| weight.to_le_bytes()).collect();
        let file = File {
            format: FORMAT.to_owned(),
            version: VERSION,
            game: self.game.clone(),
            training: self.training.clone(),
            rules: self.rules.clone(),
            fluents: self.fluents.clone(),
            roles: self.roles,
            role_names: self.role_names.clone(),
            outputs: self.evaluation.outputs(),
            movers: features.movers.clone(),
            phases: features.phases,
            counted: features.sight.counted,
            singles: features.singles.clone(),
            tables: features.tables.clone(),
            unit: *unit,
            weights: pack(&bytes),
            corrections: self.corrections.as_ref().map(|corrections| pack(&corrections.to_bytes())),
        };
        serde_json::to_string(&file).expect("texts and numbers can be written") + "\n"
    }

    /// The evaluation in the text of a file.
    ///
    /// # Errors
    /// If the text is not one.
    pub fn from_text(text: &str) -> Result<Self, FileProblem> {
        let file: File = serde_json::from_str(text).map_err(|error| {
            // Where another document has something else is of no use to anybody.
            let what = if error.is_data() { "it has other fields".to_owned() } else { json_problem(&error) };
            FileProblem::Json(what)
        })?;
        if file.format != FORMAT {
            return Err(FileProblem::Json(format!("its format is not `{FORMAT}`")));
        }
        if file.version > VERSION {
            return Err(FileProblem::Version { found: file.version });
        }
        let weights = read_weights(&file)?;
        let corrections =
            file.corrections.as_ref().map(|text| unpack(text, 2 * weights.len())).transpose()?;
        let single_weights = file.singles.iter().flatten().max().map_or(0, |most| *most as usize + 1);
        let features = Features {
            movers: file.movers,
            phases: file.phases,
            sight: Sight { fluents: file.fluents.len(), counted: file.counted },
            singles: file.singles,
            single_weights,
            tables: file.tables,
        };
        let evaluation = Evaluation::with_weights(features, weights, file.outputs);
        Ok(Self {
            game: file.game,
            training: file.training,
            rules: file.rules,
            fluents: file.fluents,
            roles: file.roles,
            role_names: file.role_names,
            evaluation,
            corrections: corrections.as_deref().map(Corrections::from_bytes),
            rounded: OnceLock::new(),
        })
    }

    /// A role as people call it: by its name, or as `role 2` if names are not known.
    pub fn role_name(&self, role: usize) -> String {
        self.role_names.get(role).cloned().unwrap_or_else(|| format!("role {}", role + 1))
    }

    /// The weights as whole numbers.
    pub(crate) fn rounded(&self) -> &Rounded {
        self.rounded.get_or_init(|| self.evaluation.rounded())
    }
}

/// Bytes, deflated and in base 64.
pub(crate) fn pack(bytes: &[u8]) -> String {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    let deflated = encoder.write_all(bytes).and_then(|()| encoder.finish());
    BASE64_STANDARD.encode(deflated.expect("a vector takes all that is written to it"))
}

/// The reverse of [`pack`], if there are so many bytes.
fn unpack(text: &str, expected: usize) -> Result<Vec<u8>, FileProblem> {
    let Ok(deflated) = BASE64_STANDARD.decode(text) else {
        return Err(FileProblem::Damaged("its weights are no text in base 64"));
    };
    let mut bytes = Vec::new();
    let read = DeflateDecoder::new(deflated.as_slice()).take(expected as u64 + 1).read_to_end(&mut bytes);
    if read.is_err() || bytes.len() != expected {
        return Err(FileProblem::Damaged("it does not have as many weights as it needs"));
    }
    Ok(bytes)
}

/// The weights of a file whose parts fit one another.
fn read_weights(file: &File) -> Result<Vec<f32>, FileProblem> {
    let sound = |holds: bool, what| if holds { Ok(()) } else { Err(FileProblem::Damaged(what)) };
    let fluents = file.fluents.len();
    let parts = || file.tables.iter().flat_map(|table| &table.tuples).flatten().flatten();
    sound(fluents <= MOST_PARTS && parts().count() <= MOST_PARTS, "it is too large")?;
    // A file may say any number; what it lists takes as much room in it.
    sound(file.roles <= MOST_PARTS && file.phases <= MOST_PARTS, "it is too large")?;
    let Training { games, states, .. } = file.training;
    sound(games <= MOST_LEARNED && states <= MOST_LEARNED, "it has learned from more than there can be")?;
    let told = file.rules.as_ref();
    let permutes = |numbers: &[u32], count: usize| {
        if numbers.len() != count {
            return false;
        }
        let mut seen = vec![false; count];
        numbers
            .iter()
            .all(|&number| seen.get_mut(number as usize).is_some_and(|seen| !std::mem::replace(seen, true)))
    };
    sound(
        told.is_none_or(|rules| permutes(&rules.roles, file.roles) && permutes(&rules.fluents, fluents)),
        "its numbers of roles and fluents are none",
    )?;
    let names = file.role_names.len();
    sound(names == 0 || names == file.roles, "it names some roles only")?;
    sound(file.counted == 0 || file.counted == file.roles, "it counts the moves of some roles only")?;
    let sight = Sight { fluents, counted: file.counted };
    sound(file.singles.len() == sight.bits(), "it does not have a weight for each fluent")?;
    let known = |fluent: u32| (fluent as usize) < fluents;
    sound(parts().all(|&fluent| known(fluent)), "a tuple has a fluent that is not listed")?;
    let alike = |table: &Table| {
        let shape = |tuple: &Tuple| tuple.iter().map(Vec::len).collect::<Vec<_>>();
        table
            .tuples
            .first()
            .is_some_and(|first| table.tuples.iter().all(|tuple| shape(tuple) == shape(first)))
    };
    sound(file.tables.iter().all(alike), "the tuples of a table differ in their values")?;
    sound(
        file.movers.iter().all(|&(fluent, phase)| known(fluent) && (phase as usize) < file.phases),
        "who is to move is told by what is not listed",
    )?;
    sound((1..=file.roles).contains(&file.outputs) && file.phases >= 1, "it has no role")?;
    sound((file.unit * f32::from(i16::MIN)).is_finite(), "its unit is no number, or its weights are none")?;
    let singles = file.singles.iter().flatten().max().map_or(0, |most| *most as usize + 1);
    let of_tables = file.tables.iter().try_fold(singles, |sum, table| sum.checked_add(table.size()));
    let expected = of_tables
        .and_then(|sum| sum.checked_mul(file.phases)?.checked_mul(file.outputs))
        .filter(|&weights| weights <= MOST_WEIGHTS);
    let Some(expected) = expected else { return Err(FileProblem::Damaged("it is too large")) };
    let bytes = unpack(&file.weights, 2 * expected)?;
    let (pairs, _) = bytes.as_chunks::<2>();
    Ok(pairs.iter().map(|&pair| f32::from(i16::from_le_bytes(pair)) * file.unit).collect())
}
