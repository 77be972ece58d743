//! `cargo xtask fuzz`: as many inputs of a property as one likes, on stable Rust.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use std::{fs, panic, process, thread};

use anyhow::{Context, bail};
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use properties::{PROPERTIES, Property, Report, Run};

/// Try a property on inputs that are made of its seeds
#[derive(Parser)]
#[command(
    name = "cargo xtask fuzz",
    after_help = "\
Inputs are seeds of fuzz/corpus with some terms changed. The first that a property does not hold of is made simpler and saved in fuzz/artifacts."
)]
struct Arguments {
    /// The properties, one after the other [default: all]
    properties: Vec<String>,
    /// Inputs of each
    #[arg(long, default_value_t = 10_000_000)]
    inputs: u64,
    /// Seconds of each, at most
    #[arg(long)]
    seconds: Option<f64>,
    /// The seed of the random numbers: other inputs
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Seconds that one input may take
    #[arg(long, default_value_t = 60)]
    patience: u64,
    /// Only this input
    #[arg(long, value_name = "FILE")]
    replay: Option<PathBuf>,
    /// Only list the properties
    #[arg(long)]
    list: bool,
}

fn main() -> anyhow::Result<ExitCode> {
    let arguments = Arguments::parse();
    if arguments.list {
        PROPERTIES.iter().for_each(|property| println!("{:<15} {}", property.name, property.what));
        return Ok(ExitCode::SUCCESS);
    }
    let properties = chosen(&arguments.properties)?;
    if let Some(file) = &arguments.replay {
        let [property] = properties.as_slice() else { bail!("name the property that the input is for") };
        let input = fs::read(file).with_context(|| format!("{} cannot be read", file.display()))?;
        (property.holds)(&input);
        println!("{}: holds of {}", property.name, file.display());
        return Ok(ExitCode::SUCCESS);
    }
    // A panic is a finding, which is told at the end.
    panic::set_hook(Box::new(|_| ()));
    for property in properties {
        let report = try_inputs(property, &arguments)?;
        let (inputs, seconds) = (report.inputs, report.time.as_secs_f64());
        println!(
            "{}: {inputs} inputs in {seconds:.0} s, {:.0} a second",
            property.name,
            inputs as f64 / seconds
        );
        if let Some(failure) = report.failure {
            let file = failure.file.display();
            println!("{}: does not hold: {}", property.name, failure.message);
            println!("the input is in {file}; again: cargo xtask fuzz {} --replay {file}", property.name);
            return Ok(ExitCode::FAILURE);
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn chosen(names: &[String]) -> anyhow::Result<Vec<&'static Property>> {
    if names.is_empty() {
        const ALL: &[Property] = &PROPERTIES;
        return Ok(ALL.iter().collect());
    }
    let find = |name: &String| {
        let known = || PROPERTIES.map(|property| property.name).join(", ");
        properties::named(name)
            .with_context(|| format!("there is no property `{name}`; there are {}", known()))
    };
    names.iter().map(find).collect()
}

/// Tries inputs on a thread of its own, which has a stack as servers give it, and shows how far it is.
fn try_inputs(property: &'static Property, arguments: &Arguments) -> anyhow::Result<Report> {
    const STACK: usize = 256 << 20;
    /// How often a run that is not watched on a terminal tells of itself.
    const TOLD: Duration = Duration::from_secs(60);

    let done = Arc::new(AtomicU64::new(0));
    let (inputs, seed) = (arguments.inputs, arguments.seed);
    let time = arguments.seconds.map(Duration::from_secs_f64);
    let count = Arc::clone(&done);
    let work = move || {
        let progress = |inputs| count.store(inputs, Ordering::Relaxed);
        Run::new(property).inputs(inputs).within(time).seed(seed).watched_by(&progress).run()
    };
    let run = Run::new(property).seed(seed);
    println!(
        "{}: should the process die, the input that it died of is in {}",
        property.name,
        run.current().display()
    );
    let worker = thread::Builder::new().stack_size(STACK).spawn(work)?;
    let bar = ProgressBar::new(inputs);
    bar.set_style(ProgressStyle::with_template(
        "{msg} {bar:30} {human_pos}/{human_len}, {per_sec}, {eta} left",
    )?);
    bar.set_message(property.name);
    let (mut last, mut waited, mut told) = (0, 0, Instant::now());
    while !worker.is_finished() {
        thread::sleep(Duration::from_millis(100));
        let now = done.load(Ordering::Relaxed);
        bar.set_position(now);
        if bar.is_hidden() && told.elapsed() >= TOLD {
            told = Instant::now();
            println!("{}: {now} of {inputs} inputs", property.name);
        }
        waited = if now == last { waited + 1 } else { 0 };
        last = now;
        if waited > 10 * arguments.patience {
            let hangs = run.folder().join("hangs");
            fs::copy(run.current(), &hangs)?;
            bar.finish_and_clear();
            println!(
                "{}: an input takes more than {} s; it is in {}; again: cargo xtask fuzz {} --replay {}",
                property.name,
                arguments.patience,
                hangs.display(),
                property.name,
                hangs.display()
            );
            // The thread cannot be ended otherwise.
            process::exit(1);
        }
    }
    bar.finish_and_clear();
    worker.join().unwrap_or_else(|panic| panic::resume_unwind(panic))
}
