use std::cell::Cell;
use std::fs::{self, File};
use std::io::{Seek, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::time::{Duration, Instant};

use anyhow::Context;
use game::hexadecimal;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};
use sha2::{Digest, Sha256};

use crate::corpus::memory;
use crate::edit::Recipe;
use crate::{Corpus, Property};

/// A run of a property on inputs that are made of its seeds.
pub struct Run<'a> {
    property: &'a Property,
    inputs: u64,
    time: Option<Duration>,
    seed: u64,
    folder: PathBuf,
    progress: &'a dyn Fn(u64),
}

/// What a run came to.
#[derive(Debug)]
pub struct Report {
    /// The inputs that it tried.
    pub inputs: u64,
    /// How long it took.
    pub time: Duration,
    /// The first input that the property does not hold of, made simpler as far as possible.
    pub failure: Option<Failure>,
}

/// An input that a property does not hold of.
#[derive(Debug)]
pub struct Failure {
    /// The file that it was saved to.
    pub file: PathBuf,
    /// What is wrong.
    pub message: String,
}

impl<'a> Run<'a> {
    /// Inputs that are tried one after the other from one state of the random numbers.
    const CHUNK: u32 = 10_000;

    /// A run of so many inputs as a test has.
    pub fn new(property: &'a Property) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("artifacts").join(property.name);
        Self { property, inputs: property.tested, time: None, seed: 0, folder, progress: &|_| () }
    }

    /// So many inputs.
    #[must_use]
    pub fn inputs(self, inputs: u64) -> Self {
        Self { inputs, ..self }
    }

    /// As many inputs as there is time for, if that is less.
    #[must_use]
    pub fn within(self, time: Option<Duration>) -> Self {
        Self { time, ..self }
    }

    /// Other random numbers; the same number gives the same inputs again.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Told after each input how many there have been.
    #[must_use]
    pub fn watched_by(self, progress: &'a dyn Fn(u64)) -> Self {
        Self { progress, ..self }
    }

    /// Where the input is that is being tried, so that it is known even if the process dies or hangs: in
    /// memory, as that is faster than any disk, and in a file of the process's own, as several may try the
    /// same property.
    pub fn current(&self) -> PathBuf {
        memory().join(format!("spielbaum-fuzz-{}-{}", self.property.name, process::id()))
    }

    /// Where inputs are saved that the property does not hold of.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Tries input after input up to the first failure.
    ///
    /// # Errors
    /// If the seeds cannot be read, or the input not be written to its file.
    pub fn run(&self) -> anyhow::Result<Report> {
        let corpus = Corpus::read(self.property)?;
        fs::create_dir_all(&self.folder).with_context(|| format!("cannot make {}", self.folder.display()))?;
        let current = File::create(self.current())
            .with_context(|| format!("cannot write {}", self.current().display()))?;
        let started = Instant::now();
        let done = Cell::new(0);
        let in_time = || self.time.is_none_or(|time| started.elapsed() < time);
        let attempt = |recipe: &Recipe| {
            let input = recipe.follow(&corpus, self.property.form);
            write(&current, &input).map_err(|error| TestCaseError::reject(error.to_string()))?;
            (self.property.holds)(&input);
            Ok(())
        };
        let mut failure = None;
        while failure.is_none() && done.get() < self.inputs && in_time() {
            let chunk = (done.get() / u64::from(Self::CHUNK)).to_le_bytes();
            let mut seed = [0; 32];
            seed[..8].copy_from_slice(&self.seed.to_le_bytes());
            seed[8..16].copy_from_slice(&chunk);
            let cases = u32::try_from(self.inputs - done.get()).unwrap_or(u32::MAX).min(Self::CHUNK);
            let config =
                Config { cases, failure_persistence: None, max_shrink_iters: 2_000, ..Config::default() };
            let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
            let mut runner = TestRunner::new_with_rng(config, rng);
            let outcome = runner.run(&Recipe::all(self.property.form), |recipe| {
                if !in_time() {
                    return Ok(());
                }
                done.set(done.get() + 1);
                (self.progress)(done.get());
                attempt(&recipe)
            });
            match outcome {
                Ok(()) => {}
                Err(TestError::Abort(why)) => anyhow::bail!("{why}"),
                Err(TestError::Fail(why, recipe)) => {
                    let input = recipe.follow(&corpus, self.property.form);
                    failure = Some(self.save(&input, why.message())?);
                }
            }
        }
        // It has not died.
        let _ = fs::remove_file(self.current());
        Ok(Report { inputs: done.get(), time: started.elapsed(), failure })
    }

    fn save(&self, input: &[u8], message: &str) -> anyhow::Result<Failure> {
        let hash = hexadecimal(&Sha256::digest(input)[..8]);
        let file = self.folder.join(format!("fails-{hash}"));
        fs::write(&file, input).with_context(|| format!("cannot write {}", file.display()))?;
        Ok(Failure { file, message: message.to_owned() })
    }
}

fn write(mut file: &File, input: &[u8]) -> std::io::Result<()> {
    file.rewind()?;
    file.write_all(input)?;
    file.set_len(input.len() as u64)
}
