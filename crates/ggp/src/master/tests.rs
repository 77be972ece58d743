mod endings;
mod faults;
mod hidden;

use std::io::Write;
use std::sync::mpsc::channel;
use std::sync::{Barrier, Mutex};

use super::testing::Fake;
use super::*;
use crate::{PlayerSettings, Server, ServerLimits};

/// Both roles say one of three words at every ply; the first gets 100 if its last word is `One`.
fn talk(plies: u32) -> Rulesheet {
    let steps: String = (0..plies).map(|n| format!("(then {n} {})", n + 1)).collect();
    sheet(&format!(
        "(role anna) (role bert) (init (step 0)) {steps} (word One) (word Two) (word (more One))
         (<= (legal ?who (say ?word)) (role ?who) (word ?word))
         (<= (next (step ?n)) (true (step ?m)) (then ?m ?n))
         (<= (next (said ?who ?word)) (does ?who (say ?word)))
         (<= terminal (true (step {plies})))
         (<= (goal anna 100) (true (said anna One)))
         (<= (goal anna 0) (not (true (said anna One))))
         (goal bert 50)"
    ))
}

fn sheet(rules: &str) -> Rulesheet {
    Rulesheet::parse("test.kif", rules.as_bytes()).unwrap()
}

fn rules(sheet: &Rulesheet) -> Rules {
    Rules::reasoned(sheet, logic::Limits::default()).unwrap()
}

fn master<'r>(sheet: &'r Rulesheet, rules: &'r Rules, seats: Vec<Seat>) -> Master<'r> {
    Master {
        sheet,
        rules,
        id: "m.1".into(),
        seats,
        preview_clock: None,
        start_clock: Duration::from_secs(5),
        play_clock: Duration::from_secs(5),
        scrambler: None,
        seed: Seed(1),
        stop: Stop::default(),
        ply_limit: Master::PLY_LIMIT,
    }
}

/// A match of two, its log, and its events as text.
async fn lead(master: &Master<'_>) -> (Result<MatchLog, MasterError>, Vec<String>) {
    let mut events = Vec::new();
    let result = master.lead(&mut |event| events.push(text(event))).await;
    (result, events)
}

fn text(event: &Event<'_>) -> String {
    match event {
        Event::Previewing => "previewing".into(),
        Event::Starting => "starting".into(),
        Event::Ready { role, .. } => format!("{role} is ready"),
        Event::Unready { role, answer, .. } => format!("{role} is {answer}"),
        Event::State { ply, .. } => format!("state {ply}"),
        Event::Answered { role, mov, .. } => format!("{role} plays {mov}"),
        Event::PlayerError { role, error, cause } => format!("{role} [{error}] {cause}"),
        Event::Moved { joint_move } => joint_move.join(" "),
        Event::Over { goals } => format!("over {goals:?}"),
        Event::Aborted => "aborted".into(),
    }
}

#[tokio::test]
async fn a_match_is_led_to_its_end() {
    let (sheet, anna, bert) = (talk(2), Fake::playing("( say  ( more One ) )"), Fake::playing("(say Two)"));
    let rules = rules(&sheet);
    let (log, events) = lead(&master(&sheet, &rules, vec![anna.seat(), bert.seat()])).await;
    let log = log.unwrap();

    let joint_move = ["(say (more One))", "(say Two)"];
    assert_eq!(log.moves, [joint_move, joint_move]);
    assert_eq!(log.states[0], ["(step 0)"]);
    assert_eq!(log.states[2], ["(said anna (more One))", "(said bert Two)", "(step 2)"]);
    assert_eq!((log.states.len(), log.state_times.len()), (3, 3));
    assert_eq!(log.errors, vec![["", ""]; 3]);
    assert!(log.times.iter().flatten().all(Option::is_some));
    assert_eq!(log.times.len(), 2);
    assert_eq!(log.goals, Some(vec![0, 50]));
    assert_eq!(log.players, [anna.address(), bert.address()]);
    assert_eq!(log.token.len(), 32);
    assert!(log.token.chars().all(|c| c.is_ascii_alphanumeric()));
    assert!(!log.aborted && !log.scrambled);

    let last = "((say (more One)) (say Two) )";
    let asked = anna.asked();
    assert!(
        asked[0].starts_with("( START m.1 anna ((role anna) (role bert) (init (step 0))"),
        "{}",
        asked[0]
    );
    assert!(asked[0].ends_with(" (goal bert 50) ) 5 5)"), "{}", asked[0]);
    assert_eq!(asked[1], "( PLAY m.1 NIL )");
    assert_eq!(asked[2], format!("( PLAY m.1 {last} )"));
    assert_eq!(asked[3], format!("( STOP m.1 {last} )"));
    assert!(bert.asked()[0].starts_with("( START m.1 bert "));
    assert_eq!(bert.asked()[1..], asked[1..]);

    assert_eq!(events.len(), 13);
    assert_eq!((events[0].as_str(), events[3].as_str()), ("starting", "state 0"));
    assert!(events[4..6].contains(&"0 plays (say (more One))".to_owned()), "{events:?}");
    assert_eq!(events[6], "(say (more One)) (say Two)");
    assert_eq!(events[11..], ["state 2", "over Some([0, 50])"].map(str::to_owned));
}

#[tokio::test]
async fn all_requests_are_sent_before_an_answer_arrives() {
    let both = Arc::new(Barrier::new(2));
    let fakes = [both.clone(), both].map(|both| {
        Fake::misbehaving(move |mut stream| {
            both.wait();
            let _ = stream.write_all(b"HTTP/1.0 200 OK\r\n\r\n(say One)");
        })
    });
    let sheet = talk(1);
    let rules = rules(&sheet);
    let seats = fakes.iter().map(Fake::seat).collect();
    let log = lead(&master(&sheet, &rules, seats)).await.0.unwrap();
    assert_eq!(log.moves, [["(say One)", "(say One)"]]);
    assert_eq!(log.errors, vec![["", ""]; 2]);
}

#[tokio::test]
async fn an_answer_is_reported_before_the_others_arrive() {
    let (go, wait) = channel();
    let (sheet, anna) = (talk(1), Fake::playing("(say One)"));
    let wait = Mutex::new(wait);
    let bert = Fake::misbehaving(move |mut stream| {
        wait.lock().unwrap().recv().unwrap();
        let _ = stream.write_all(b"HTTP/1.0 200 OK\r\n\r\n(say Two)");
    });
    let rules = rules(&sheet);
    let master = master(&sheet, &rules, vec![anna.seat(), bert.seat()]);
    let observe = &mut |event: &Event<'_>| {
        if let Event::Answered { role: 0, .. } = event {
            go.send(()).unwrap();
        }
    };
    assert_eq!(master.lead(observe).await.unwrap().moves, [["(say One)", "(say Two)"]]);
}

#[tokio::test]
async fn with_a_preview_clock_the_rules_are_sent_before_the_start() {
    let (sheet, anna, bert) = (talk(1), Fake::playing("(say One)"), Fake::acting(|_, _| {}));
    let rules = rules(&sheet);
    let master = Master {
        preview_clock: Some(Duration::from_secs(3)),
        ..master(&sheet, &rules, vec![anna.seat(), bert.seat()])
    };
    let (log, events) = lead(&master).await;
    assert!(anna.asked()[0].starts_with("( PREVIEW ((role anna) "), "{:?}", anna.asked());
    assert!(anna.asked()[0].ends_with(" ) 3 )"), "{:?}", anna.asked());
    assert!(anna.asked()[1].starts_with("( START "));
    assert_eq!(events[0], "previewing");
    assert_eq!(log.unwrap().errors, [["", "CE"], ["", "CE"]]);
}

#[tokio::test]
async fn random_moves_come_from_the_seed_alone() {
    let sheet = talk(6);
    let rules = rules(&sheet);
    let mut moves = Vec::new();
    for (seed, seat) in [(1, Seat::Random), (1, Fake::acting(|_, _| {}).seat()), (2, Seat::Random)] {
        let master = Master { seed: Seed(seed), ..master(&sheet, &rules, vec![seat, Seat::Random]) };
        let log = lead(&master).await.0.unwrap();
        assert!(log.times.iter().all(|times| times[1].is_none()));
        moves.push(log.moves);
    }
    assert_eq!(moves[0], moves[1]);
    assert_ne!(moves[0], moves[2]);
    assert!(moves[0].iter().any(|joint_move| joint_move != &moves[0][0]));
}

#[tokio::test]
async fn the_role_random_belongs_to_the_game_master() {
    let sheet = sheet(
        "(role you) (role random) (init coin) (legal you wait) (legal random heads) (legal random tails)
         (<= terminal (not (true coin))) (goal you 50) (goal random 50)",
    );
    let (rules, fake) = (rules(&sheet), Fake::playing("wait"));
    let (log, _) = lead(&master(&sheet, &rules, vec![fake.seat(), fake.seat()])).await;
    let log = log.unwrap();
    assert_eq!(log.players[1], "random");
    assert_eq!(log.times[0][1], None);
    assert_eq!(fake.asked().len(), 3, "only the requests to `you`");
}

#[tokio::test]
async fn a_game_may_have_one_role() {
    let sheet = sheet(
        "(role you) (init off) (<= (legal you press) (true off)) (<= (next on) (does you press))
         (<= terminal (true on)) (<= (goal you 100) (true on))",
    );
    let (rules, fake) = (rules(&sheet), Fake::playing("PRESS"));
    let scrambled = lead(&master(&sheet, &rules, vec![fake.seat()])).await.0.unwrap();
    assert_eq!((scrambled.moves, scrambled.goals), (vec![vec!["press".to_owned()]], Some(vec![100])));
    assert_eq!(scrambled.errors, [[""], ["IL PRESS"]]);
    assert_eq!(fake.asked()[2], "( STOP m.1 (press ) )");
}

#[tokio::test]
async fn a_game_may_be_over_before_it_begins() {
    let sheet = sheet("(role you) (init done) (legal you wait) (<= terminal (true done)) (goal you 7)");
    let (rules, fake) = (rules(&sheet), Fake::playing("wait"));
    let log = lead(&master(&sheet, &rules, vec![fake.seat()])).await.0.unwrap();
    assert_eq!((log.moves.len(), log.goals), (0, Some(vec![7])));
    assert_eq!(fake.asked()[1..], ["( STOP m.1 NIL )"]);
}

#[tokio::test]
async fn scrambled_players_see_new_names_and_may_answer_in_any_case() {
    let sheet = talk(2);
    let scrambler = Scrambler::new(&sheet, Seed(3));
    let shout = scrambler.scramble("(say (more One))").to_uppercase();
    let fakes = [shout.clone(), shout].map(|shout| {
        Fake::misbehaving(move |mut stream| {
            let _ = write!(stream, "HTTP/1.0 200 OK\r\n\r\n{shout}");
        })
    });
    let rules = rules(&sheet);
    let seats = fakes.iter().map(Fake::seat).collect();
    let master = Master { scrambler: Some(scrambler.clone()), ..master(&sheet, &rules, seats) };
    let log = lead(&master).await.0.unwrap();
    assert!(log.scrambled);
    assert_eq!(log.moves, vec![["(say (more One))"; 2]; 2]);
    assert_eq!(log.errors, vec![["", ""]; 3]);
    let [start, first, second, stop] = &fakes[0].asked()[..] else { panic!() };
    let (role, mov) = (scrambler.scramble("anna"), scrambler.scramble("(say (more One))"));
    assert!(start.starts_with(&format!("( START m.1 {role} ({} ) ", scrambler.rules())), "{start}");
    assert_eq!(first, "( PLAY m.1 NIL )");
    assert_eq!(second, &format!("( PLAY m.1 ({mov} {mov} ) )"));
    assert_eq!(stop, &format!("( STOP m.1 ({mov} {mov} ) )"));
}

#[test]
fn a_match_can_be_led_on_another_thread() {
    fn sent(_: &(impl Future + Send)) {}
    let sheet = talk(1);
    let rules = rules(&sheet);
    let master = master(&sheet, &rules, Vec::new());
    sent(&master.lead(&mut |_| {}));
}

#[tokio::test]
async fn players_on_the_network_and_in_this_process_play_each_other() {
    let player = || {
        let strategy = Some("random".parse().unwrap());
        Arc::new(Player::new(PlayerSettings { strategy, ..PlayerSettings::default() }, None).unwrap())
    };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let server = Server::new(player(), ServerLimits::default());
    let serving = tokio::spawn(server.run(listener, std::future::pending()));
    let sheet = talk(5);
    let rules = rules(&sheet);
    let near = Seat::Local { name: "near".into(), player: player() };
    let scrambler = Some(Scrambler::new(&sheet, Seed(1)));
    for scrambler in [None, scrambler] {
        let seats = vec![near.clone(), Seat::Remote { address: address.clone(), protocol: Protocol::Auto }];
        let master = Master { scrambler, ..master(&sheet, &rules, seats) };
        let (log, events) = lead(&master).await;
        let log = log.unwrap();
        assert_eq!(log.errors, vec![["", ""]; 6], "{events:?}");
        assert_eq!(log.players, ["near", &address]);
        assert!(log.goals.is_some());
    }
    serving.abort();
}
