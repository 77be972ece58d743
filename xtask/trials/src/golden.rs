//! `cargo xtask golden`: recorded games of another reasoner, replayed and compared answer by answer.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail, ensure};
use circuit::{Circuit, Explorer, Instructions, Width};
use clap::ValueEnum;
use flate2::read::GzDecoder;
use game::{CHANCE, Compiled, Game, Rules, RulesState, hexadecimal, players};
use gdl::{Interrupt, Rulesheet};
use indicatif::{ProgressBar, ProgressStyle};
use logic::{GroundLimits, Limits, RoleGoal, TermId};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use serde::Deserialize;
use sha2::{Digest, Sha256};

/// The time in which a game is made.
const PATIENCE: Duration = Duration::from_secs(600);

/// The time in which there is machine code for it.
const PATIENCE_FOR_CODE: Duration = Duration::from_secs(120);

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The folder that the traces' rulesheet paths start from, or a checkout of ggp-org/ggp-repository
    #[arg(long)]
    rules: PathBuf,
    /// The folder of the traces, files named *.json.gz
    #[arg(long)]
    traces: PathBuf,
    /// What plays the games again
    #[arg(long, value_enum, default_value_t = Engine::Circuit)]
    engine: Engine,
    /// Only traces whose name contains this
    #[arg(long, default_value = "")]
    only: String,
    /// Print the time each trace took, slowest last
    #[arg(long)]
    times: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Engine {
    /// The circuits, where the rules have one, in lanes, one state at a time, and in as many lanes as there
    /// are, by machine code where this processor runs it
    Circuit,
    Reasoner,
}

/// One rulesheet's recorded games.
#[derive(Deserialize)]
struct Trace {
    game: String,
    kif_sha256: String,
    roles: Vec<String>,
    playthroughs: Vec<Playthrough>,
}

#[derive(Deserialize)]
struct Playthrough {
    steps: Vec<Step>,
    r#final: Final,
    stop: End,
}

#[derive(Deserialize)]
struct Step {
    #[serde(flatten)]
    state: Fluents,
    #[serde(default)]
    legal: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    legal_sha256: BTreeMap<String, String>,
    joint: Vec<String>,
}

/// A state, whole or by its hash.
#[derive(Deserialize)]
struct Fluents {
    state: Option<Vec<String>>,
    state_sha256: Option<String>,
}

#[derive(Deserialize)]
struct Final {
    #[serde(flatten)]
    state: Fluents,
    terminal: bool,
    /// Absent where the recording reasoner could not name one goal a role, or ran out of time.
    goals: Option<BTreeMap<String, u8>>,
}

/// Why a recording ended.
#[derive(Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum End {
    Terminal,
    /// After a set number of steps.
    Cap,
    /// The recording reasoner ran out of time.
    Time,
}

struct Outcome {
    name: String,
    states: usize,
    by_code: usize,
    disagreements: Vec<String>,
    /// Why the engine does not play the game.
    unplayed: Option<String>,
    took: Duration,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let mut traces: Vec<PathBuf> = fs::read_dir(&arguments.traces)
        .with_context(|| format!("{} cannot be read", arguments.traces.display()))?
        .map(|entry| Ok(entry?.path()))
        .collect::<anyhow::Result<_>>()?;
    traces.retain(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.ends_with(".json.gz") && name.contains(&arguments.only)
    });
    traces.sort();
    ensure!(!traces.is_empty(), "no trace (*.json.gz) in {}", arguments.traces.display());

    let bar = ProgressBar::new(traces.len() as u64);
    bar.set_style(ProgressStyle::with_template(
        "{bar:30} {pos}/{len} traces, {elapsed} gone, {eta} left  {msg}",
    )?);
    let mut outcomes: Vec<Outcome> = traces
        .par_iter()
        .map(|path| {
            let outcome = replay_file(path, arguments);
            for line in outcome.disagreements.iter().chain(&outcome.unplayed) {
                bar.suspend(|| println!("{}: {line}", outcome.name));
            }
            bar.set_message(outcome.name.clone());
            bar.inc(1);
            outcome
        })
        .collect();
    bar.finish_and_clear();

    if arguments.times {
        outcomes.sort_by_key(|outcome| outcome.took);
        for outcome in &outcomes {
            println!("{:>9.3} s  {:>5} states  {}", outcome.took.as_secs_f64(), outcome.states, outcome.name);
        }
    }
    let states: usize = outcomes.iter().map(|outcome| outcome.states).sum();
    let by_code: usize = outcomes.iter().map(|outcome| outcome.by_code).sum();
    let disagreements: usize = outcomes.iter().map(|outcome| outcome.disagreements.len()).sum();
    let unplayed = outcomes.iter().filter(|outcome| outcome.unplayed.is_some()).count();
    let clean = outcomes.iter().filter(|outcome| outcome.disagreements.is_empty()).count() - unplayed;
    println!(
        "{clean} of {} traces agree, {unplayed} have no circuit, {states} states compared, {by_code} of them by machine code, too, {disagreements} disagreements",
        outcomes.len()
    );
    Ok(if disagreements == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn replay_file(path: &Path, arguments: &Arguments) -> Outcome {
    let started = Instant::now();
    let name = path.file_name().unwrap_or_default().to_string_lossy().trim_end_matches(".json.gz").to_owned();
    let mut replay = Replay { states: 0, by_code: 0, disagreements: Vec::new(), unplayed: None };
    if let Err(error) = replay.trace(path, arguments) {
        replay.disagreements.push(format!("{error:#}"));
    }
    let Replay { states, by_code, disagreements, unplayed } = replay;
    Outcome { name, states, by_code, disagreements, unplayed, took: started.elapsed() }
}

struct Replay {
    /// States compared, and how many of them were worked out by machine code, too.
    states: usize,
    by_code: usize,
    disagreements: Vec<String>,
    unplayed: Option<String>,
}

impl Replay {
    fn trace(&mut self, path: &Path, arguments: &Arguments) -> anyhow::Result<()> {
        let trace: Trace =
            serde_json::from_reader(GzDecoder::new(File::open(path)?)).context("not a trace")?;
        let bytes = read_rules(&arguments.rules, &trace.game)?;
        let hash = hexadecimal(&Sha256::digest(&bytes));
        ensure!(hash == trace.kif_sha256, "{} is not the file that was recorded (sha256 {hash})", trace.game);
        let sheet = Rulesheet::parse(&trace.game, &bytes)?;
        let rules = match arguments.engine {
            // Longer than people would wait: what has no circuit is not compared.
            Engine::Circuit => {
                let (limits, ground) = (Limits::default(), GroundLimits::default());
                Rules::within_while(&sheet, limits, &ground, &Interrupt::after(PATIENCE))?
            }
            Engine::Reasoner => Rules::reasoned(&sheet, Limits::default())?,
        };
        if let (Engine::Circuit, Err(why)) = (arguments.engine, rules.compiled()) {
            self.unplayed = Some(format!("no circuit: {why}"));
            return Ok(());
        }
        let roles: Vec<&str> = (0..rules.roles()).map(|role| rules.notation().role_name(role)).collect();
        ensure!(roles == trace.roles, "roles {roles:?}, recorded {:?}", trace.roles);
        for (number, playthrough) in trace.playthroughs.iter().enumerate() {
            let replayed = self.playthrough(&rules, playthrough);
            replayed.with_context(|| format!("playthrough {number}"))?;
        }
        Ok(())
    }

    /// Follows one recorded game; its first disagreement ends it, as everything after would only follow
    /// from that.
    fn playthrough(&mut self, rules: &Rules, recorded: &Playthrough) -> anyhow::Result<()> {
        let mut state = rules.initial();
        let mut ways = rules.compiled().ok().map(Ways::new);
        for (number, step) in recorded.steps.iter().enumerate() {
            let joint = self.joint(rules, &state, step).with_context(|| format!("step {number}"))?;
            state = rules.next(&state, &joint);
            if let Some(ways) = &mut ways {
                ways.next(&joint).with_context(|| format!("step {number}"))?;
                ensure!(ways.holding() == rules.fluents(&state), "step {number}: another state in lanes");
            }
        }
        if let Some(ways) = ways {
            self.by_code += ways.all_at_once().context("all states at once")?;
        }
        self.states += 1;
        compare_state(rules, &state, &recorded.r#final.state).context("final state")?;
        let terminal = rules.terminal(&state);
        if let Some(fault) = rules.fault(&state).filter(|_| terminal) {
            return Err(fault.into());
        }
        ensure!(terminal == recorded.r#final.terminal, "final state: terminal is {terminal}");
        if terminal && recorded.stop != End::Time {
            let payoffs = rules.goals(&state)?;
            let clear: Option<BTreeMap<String, u8>> = players(rules)
                .map(|role| match payoffs[role] {
                    RoleGoal::Unique(goal) => Some((rules.notation().role_name(role).to_owned(), goal)),
                    RoleGoal::Missing | RoleGoal::Ambiguous(_) => None,
                })
                .collect();
            let mut goals = recorded.r#final.goals.clone();
            // Whatever goals its rules have, chance has no payoff.
            goals.iter_mut().for_each(|goals| goals.retain(|role, _| role != CHANCE));
            ensure!(clear == goals, "goals {payoffs:?}, recorded {goals:?}");
        }
        Ok(())
    }

    /// The recorded joint move, if the state and its legal moves are as recorded.
    fn joint(&mut self, rules: &Rules, state: &RulesState, step: &Step) -> anyhow::Result<Vec<TermId>> {
        self.states += 1;
        compare_state(rules, state, &step.state)?;
        if rules.terminal(state) {
            // A state in which the rules give no answer counts as terminal.
            return Err(rules.fault(state).map_or_else(|| anyhow!("terminal too early"), Into::into));
        }
        let (mut moves, mut joint) = (Vec::new(), Vec::new());
        for role in 0..rules.roles() {
            let name = rules.notation().role_name(role);
            rules.legal(state, role, &mut moves);
            let texts = padded(rules, &moves);
            let agree = match (step.legal.get(name), step.legal_sha256.get(name)) {
                (Some(recorded), _) => texts == *recorded,
                (None, Some(recorded)) => hash(&texts) == *recorded,
                (None, None) => bail!("the trace has no moves of {name}"),
            };
            ensure!(agree, "legal moves of {name}: {}", difference(&texts, step.legal.get(name)));
            let recorded = &step.joint[role];
            let made = moves.iter().find(|&&mov| pad(&rules.notation().move_name(mov)) == *recorded);
            joint.push(*made.with_context(|| format!("{recorded} is not legal"))?);
        }
        Ok(joint)
    }
}

/// A game on a circuit, in which each state is worked out in lanes and by what its joint move changes, and at
/// the end all states at once.
struct Ways<'a> {
    compiled: &'a Compiled,
    lanes: Explorer,
    single: Explorer,
    state: circuit::State,
    /// The states before this one, and the numbers of the joint moves made in them, one after the other.
    before: Vec<circuit::State>,
    joints: Vec<u32>,
}

impl<'a> Ways<'a> {
    fn new(compiled: &'a Compiled) -> Self {
        let explorer = || Explorer::new(Arc::clone(compiled.circuit()));
        Self {
            compiled,
            lanes: explorer().in_lanes(),
            single: explorer().one_by_one(),
            state: compiled.circuit().initial().clone(),
            before: Vec::new(),
            joints: Vec::new(),
        }
    }

    /// Goes to the state after a joint move.
    fn next(&mut self, joint: &[TermId]) -> anyhow::Result<()> {
        let numbers = joint.iter().enumerate().map(|(role, &mov)| self.compiled.move_number(role, mov));
        let numbers: Option<Vec<u32>> = numbers.map(|number| Some(number? as u32)).collect();
        let numbers = numbers.context("a move that the circuit does not know")?;
        let single = self.single.next(&self.state, &numbers);
        let next = self.lanes.next(&self.state, &numbers);
        self.before.push(std::mem::replace(&mut self.state, next));
        self.joints.extend(numbers);
        let circuit = self.compiled.circuit();
        ensure!(said(circuit, &self.state) == said(circuit, &single), "lanes and single states differ");
        Ok(())
    }

    /// Works out all states once more, in as many lanes as there are: first by the interpreter, then by
    /// machine code, if some is made. Says how many states it was that code worked out.
    fn all_at_once(self) -> anyhow::Result<usize> {
        /// All that there are.
        const LANES: usize = Width::W512.lanes();
        let circuit = self.compiled.circuit();
        let states: Vec<_> =
            self.before.iter().chain([&self.state]).map(|state| said(circuit, state)).collect();
        let count = self.before.len();
        if count == 0 {
            return Ok(0);
        }
        let parents: Vec<&circuit::State> =
            self.before.iter().cycle().take(count.next_multiple_of(LANES)).collect();
        let joints: Vec<u32> =
            self.joints.iter().copied().cycle().take(parents.len() * circuit.roles()).collect();
        let (mut explorer, mut children) = (Explorer::new(Arc::clone(circuit)).in_lanes(), Vec::new());
        let (started, makes_code) = (Instant::now(), Instructions::best() == Instructions::Avx512);
        let mut is_first = true;
        loop {
            let by_code = circuit.lanes_at_once() == LANES;
            children.clear();
            explorer.children_of(&parents, &joints, &mut children);
            if is_first || by_code {
                let found = children.iter().map(|child| said(circuit, child));
                let same = found.zip(states[1..].iter().cycle()).all(|(found, expected)| found == *expected);
                ensure!(same, "another state {}", if by_code { "by machine code" } else { "in all lanes" });
            }
            if by_code {
                return Ok(count);
            }
            if !makes_code || started.elapsed() > PATIENCE_FOR_CODE {
                return Ok(0);
            }
            is_first = false;
        }
    }

    fn holding(&self) -> Vec<TermId> {
        self.compiled.holding(&self.state)
    }
}

fn compare_state(rules: &Rules, state: &RulesState, recorded: &Fluents) -> anyhow::Result<()> {
    let texts = padded(rules, &rules.fluents(state));
    let agree = match (&recorded.state, &recorded.state_sha256) {
        (Some(recorded), _) => texts == *recorded,
        (None, Some(recorded)) => hash(&texts) == *recorded,
        (None, None) => bail!("the trace has no state"),
    };
    ensure!(agree, "state: {}", difference(&texts, recorded.state.as_ref()));
    Ok(())
}

fn difference(ours: &[String], recorded: Option<&Vec<String>>) -> String {
    let Some(recorded) = recorded else { return "the hashes differ".into() };
    let missing = recorded.iter().filter(|text| !ours.contains(text)).take(3);
    let extra = ours.iter().filter(|text| !recorded.contains(text)).take(3);
    format!(
        "{} here, {} recorded; missing {:?}, too many {:?}",
        ours.len(),
        recorded.len(),
        missing.collect::<Vec<_>>(),
        extra.collect::<Vec<_>>()
    )
}

/// Texts as the traces print them, `( f a b )`, sorted bytewise.
fn padded(rules: &Rules, terms: &[TermId]) -> Vec<String> {
    let mut texts: Vec<String> = terms.iter().map(|&term| pad(&rules.reasoner().text(term))).collect();
    texts.sort_unstable();
    texts
}

fn pad(text: &str) -> String {
    text.replace('(', "( ").replace(')', " )")
}

fn hash(texts: &[String]) -> String {
    hexadecimal(&Sha256::digest(texts.join("\n")))
}

/// The rulesheet of a trace, below `rules` itself or where the public repository keeps its games.
fn read_rules(rules: &Path, game: &str) -> anyhow::Result<Vec<u8>> {
    let path = [rules.join(game), rules.join("war/root").join(game)].into_iter().find(|path| path.is_file());
    let path = path.with_context(|| format!("{game} is not below {}", rules.display()))?;
    Ok(fs::read(path)?)
}

/// What a circuit says of a state.
fn said(circuit: &Circuit, state: &circuit::State) -> impl PartialEq + use<> {
    let roles = 0..circuit.roles();
    let legal: Vec<Vec<usize>> = roles.clone().map(|role| circuit.legal(state, role).collect()).collect();
    let goals: Vec<_> = roles.map(|role| state.goal(role)).map(|goal| (goal.value, goal.unique)).collect();
    (state.fluents().to_vec(), state.terminal(), legal, goals)
}
