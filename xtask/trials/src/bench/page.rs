//! `cargo xtask bench page`: how fast the laboratory page's API answers while it plays a tournament.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use reqwest::Client;
use reqwest::header::CONTENT_TYPE;
use serde_json::{Value, json};
use tokio::runtime::Builder;
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{MissedTickBehavior, interval};

use super::report;
use crate::served::Served;
use crate::workspace;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Requests a second
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    rate: u32,
    /// For how long, in seconds
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=3600))]
    seconds: u32,
    /// The page of a server that runs already, whose store gets a tournament [default: one is built as it is
    /// released, and started]
    #[arg(long, value_name = "URL")]
    address: Option<String>,
}

/// What is asked, in turn.
const READS: [&str; 6] = [
    "/api/games",
    "/api/games/tictactoe",
    "/api/strategies",
    "/api/jobs",
    "/api/comparisons",
    "/api/games/connect-four",
];

/// A page gives a request up that takes longer.
const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let served = match &arguments.address {
        Some(_) => None,
        None => Some(Served::start(&workspace::binary()?)?),
    };
    let address = served.as_ref().map(Served::address).or(arguments.address.as_deref()).unwrap_or_default();
    let address = address.trim_end_matches('/');
    let runtime = Builder::new_multi_thread().enable_all().build()?;
    let Answers { mut times, errors } = runtime.block_on(load(arguments, address))?;
    times.sort_unstable();

    println!(
        "# Answers of the page's API beside a running tournament\n\n{}",
        report::circumstances().trim_end()
    );
    println!("- {} requests a second for {} s, over loopback\n", arguments.rate, arguments.seconds);
    let mut table = report::Table::new(&[">answers", ">median", ">99 %", ">slowest", ">errors"]);
    let quantile = |part: f64| {
        let place = (times.len().saturating_sub(1) as f64 * part).round() as usize;
        times.get(place).map_or_else(|| "-".to_owned(), |time| format!("{:.1} ms", 1e3 * time.as_secs_f64()))
    };
    let counts = [times.len(), errors.len()].map(|count| count.to_string());
    let [answers, wrong] = counts;
    table.row(&[answers, quantile(0.5), quantile(0.99), quantile(1.0), wrong]);
    print!("{}", table.text());
    for error in errors.iter().take(10) {
        println!("- {error}");
    }
    Ok(if errors.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

#[derive(Default)]
struct Answers {
    times: Vec<Duration>,
    errors: Vec<String>,
}

/// Asks at the rate, whether or not the server keeps up with it, while a tournament is played.
async fn load(arguments: &Arguments, address: &str) -> anyhow::Result<Answers> {
    let client = Client::builder().timeout(PATIENCE).build()?;
    let tournament = compare(address).await?;
    let count = arguments.rate * arguments.seconds;
    let bar = report::bar(count as usize, "requests")?;
    let mut clock = interval(Duration::from_secs(1) / arguments.rate);
    clock.set_missed_tick_behavior(MissedTickBehavior::Burst);
    let mut requests = JoinSet::new();
    for path in READS.into_iter().cycle().take(count as usize) {
        clock.tick().await;
        let (client, url) = (client.clone(), format!("{address}{path}"));
        requests.spawn(async move { read(&client, &url).await.with_context(|| url) });
        bar.inc(1);
    }
    let mut answers = Answers::default();
    while let Some(answer) = requests.join_next().await {
        match answer? {
            Ok(time) => answers.times.push(time),
            Err(error) => answers.errors.push(format!("{error:#}")),
        }
    }
    bar.finish_and_clear();
    ensure!(!tournament.is_finished(), "the tournament was over before the last answer");
    Ok(answers)
}

/// Begins a tournament that outlasts the requests, and listens to it: nobody plays on for a page that
/// has gone.
async fn compare(address: &str) -> anyhow::Result<JoinHandle<()>> {
    let wanted = json!({
        "game": {"name": "connect-four"},
        "players": ["uct(playouts=2000)", "flat-mc(playouts=2000)"],
        "games": 100_000,
    });
    let client = Client::new();
    let begun = client.post(format!("{address}/api/comparisons"));
    let begun = begun.header(CONTENT_TYPE, "application/json").body(wanted.to_string()).send().await?;
    let job: Value = serde_json::from_slice(&begun.error_for_status()?.bytes().await?)?;
    let events = client.get(format!("{address}/api/jobs/{}/events", job["id"])).send().await?;
    let mut events = events.error_for_status()?;
    Ok(tokio::spawn(async move { while let Ok(Some(_)) = events.chunk().await {} }))
}

/// The time from the question to the last byte of the answer.
async fn read(client: &Client, url: &str) -> anyhow::Result<Duration> {
    let asked = Instant::now();
    client.get(url).send().await?.error_for_status()?.bytes().await?;
    Ok(asked.elapsed())
}
