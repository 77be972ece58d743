//! Matches of games that hide something.

use std::io::Read;
use std::net::TcpStream;

use game::{Builtin, Game};

use super::*;

fn builtin(name: &str) -> Rulesheet {
    sheet(Builtin::named(name).unwrap().rules)
}

/// A player on the network, and what listens before it and writes down what it is sent.
async fn overheard(strategy: &str) -> Fake {
    let strategy = Some(strategy.parse().unwrap());
    let safety = Duration::from_millis(1800);
    let settings = PlayerSettings { strategy, safety, threads: 1, ..PlayerSettings::default() };
    let player = Arc::new(Player::new(settings, None).unwrap());
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(Server::new(player, ServerLimits::default()).run(listener, std::future::pending()));
    Fake::acting(move |request, mut stream| {
        let mut behind = TcpStream::connect(address).unwrap();
        let head = format!("POST / HTTP/1.0\r\nContent-Length: {}\r\n\r\n", request.len());
        behind.write_all((head + request).as_bytes()).unwrap();
        let mut reply = Vec::new();
        behind.read_to_end(&mut reply).unwrap();
        let _ = stream.write_all(&reply);
    })
}

/// What a role must be told of a match after its start, and nothing else.
fn expected(rules: &Rules, log: &MatchLog, role: usize) -> Vec<String> {
    let mut state = rules.initial();
    let mut messages = vec!["( PLAY m.1 0 NIL NIL )".to_owned()];
    for (ply, names) in log.moves.iter().enumerate() {
        let joint: Vec<_> =
            (0..rules.roles()).map(|role| rules.move_named(&state, role, &names[role]).unwrap()).collect();
        let seen = rules.reasoner().texts(&rules.percepts_of(&state, &joint, role).unwrap());
        let percepts: String = seen.iter().map(|percept| format!("{percept} ")).collect();
        let kind = if ply + 1 == log.moves.len() { "STOP" } else { "PLAY" };
        messages.push(format!("( {kind} m.1 {} {} ({percepts}) )", ply + 1, names[role]));
        state = rules.next(&state, &joint);
    }
    messages
}

/// Leads a match between two players on the network, and gives the log and what each of them was sent after
/// the start, in plain names.
async fn between_players(
    sheet: &Rulesheet,
    rules: &Rules,
    scrambler: Option<Scrambler>,
    seed: u64,
) -> (MatchLog, [Vec<String>; 2]) {
    let fakes = [overheard("ismcts(playouts=50)").await, overheard("pimc(worlds=3)").await];
    let mut seats: Vec<Seat> = fakes.iter().map(Fake::seat).collect();
    if rules.chance().is_some() {
        seats.push(Seat::Random);
    }
    let plain = scrambler.clone();
    let master = Master { scrambler, seed: Seed(seed), ..master(sheet, rules, seats) };
    let (log, events) = lead(&master).await;
    let log = log.unwrap();
    assert!(log.errors.iter().flatten().all(String::is_empty), "{events:?}");
    let told = fakes.map(|fake| {
        let plain = |message: &String| match &plain {
            // Unscrambling puts what is no name of the rules in lower case.
            Some(scrambler) => scrambler
                .unscramble(message)
                .replacen("play", "PLAY", 1)
                .replacen("stop", "STOP", 1)
                .replace("nil", "NIL"),
            None => message.clone(),
        };
        fake.asked()[1..].iter().map(plain).collect()
    });
    (log, told)
}

#[tokio::test(flavor = "multi_thread")]
async fn no_player_is_told_anything_but_its_own_moves_and_percepts() {
    for name in ["phantom-tictactoe", "kuhn-poker"] {
        let sheet = builtin(name);
        let rules = rules(&sheet);
        for seed in 0..2 {
            for scrambler in [None, Some(Scrambler::new(&sheet, Seed(3)))] {
                let (log, told) = between_players(&sheet, &rules, scrambler, seed).await;
                assert!(log.goals.is_some(), "{name}");
                for (role, told) in told.iter().enumerate() {
                    assert_eq!(*told, expected(&rules, &log, role), "{name}");
                }
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_hears_of_the_card_of_another() {
    let sheet = builtin("kuhn-poker");
    let rules = rules(&sheet);
    let (log, [alice, bob]) = between_players(&sheet, &rules, None, 5).await;
    let deal = log.moves[0][2].trim_matches(['(', ')']).to_owned();
    let [_, of_alice, of_bob] = deal.split(' ').collect::<Vec<_>>()[..] else { panic!("{deal}") };
    assert!(alice[1].contains(of_alice) && bob[1].contains(of_bob));
    assert!(alice.iter().all(|message| !message.contains(of_bob)), "{alice:?}");
    assert!(bob.iter().all(|message| !message.contains(of_alice)), "{bob:?}");
    let percepts = log.percepts.unwrap();
    assert_eq!(percepts.protocols, ["gdl2", "gdl2", ""]);
    assert_eq!(percepts.percepts.len(), log.moves.len());
    assert_eq!(
        percepts.percepts[0],
        [vec![format!("(card {of_alice})")], vec![format!("(card {of_bob})")], vec![]]
    );
}

#[tokio::test]
async fn a_player_is_told_the_move_that_was_made_for_it() {
    let sheet = builtin("phantom-tictactoe");
    let rules = rules(&sheet);
    let silent = Fake::misbehaving(|stream| {
        std::thread::sleep(Duration::from_millis(1500));
        drop(stream);
    });
    for (fake, error) in [(Fake::playing("(mark 7 7)"), "IL (mark 7 7)"), (silent, "TO")] {
        let seats = vec![fake.seat(), Seat::Random];
        let master = Master { play_clock: Duration::ZERO, ..master(&sheet, &rules, seats) };
        // Only the first plies are needed.
        let log = match lead(&Master { ply_limit: 3, ..master }).await.0 {
            Ok(log) => log,
            Err(error) => *error.log,
        };
        assert_eq!(log.errors[1][0], error);
        let made = log.moves[0][0].as_str();
        assert!(made.starts_with("(mark ") && made != "(mark 7 7)");
        assert_eq!(
            fake.asked()[1..3],
            ["( PLAY m.1 0 NIL NIL )".to_owned(), format!("( PLAY m.1 1 {made} (free ) )")]
        );
    }
}

#[tokio::test]
async fn chance_is_drawn_from_the_seed() {
    let sheet = builtin("kuhn-poker");
    let rules = rules(&sheet);
    let mut deals = Vec::new();
    for seed in [1, 1, 2, 3, 4, 5] {
        let seats = vec![Seat::Random; 3];
        let log = lead(&Master { seed: Seed(seed), ..master(&sheet, &rules, seats) }).await.0.unwrap();
        deals.push(log.moves[0][2].clone());
    }
    assert_eq!(deals[0], deals[1]);
    assert!(deals.iter().any(|deal| *deal != deals[0]), "{deals:?}");
}

#[tokio::test]
async fn a_seat_may_be_told_the_joint_moves_of_a_game_that_hides_something() {
    let sheet = builtin("kuhn-poker");
    let rules = rules(&sheet);
    let (alice, bob) = (Fake::playing("noop"), Fake::playing("noop"));
    let open = Seat::Remote { address: alice.address().to_owned(), protocol: Protocol::Gdl };
    let log = lead(&master(&sheet, &rules, vec![open, bob.seat(), Seat::Random])).await.0.unwrap();
    let [alices, bobs, deal] = &log.moves[0][..] else { panic!("three roles") };
    assert_eq!(
        alice.asked()[1..3],
        ["( PLAY m.1 NIL )".to_owned(), format!("( PLAY m.1 ({alices} {bobs} {deal} ) )")]
    );
    assert_eq!(bob.asked()[1], "( PLAY m.1 0 NIL NIL )");
    assert_eq!(log.percepts.unwrap().protocols, ["gdl", "gdl2", ""]);
}

#[tokio::test]
async fn percepts_need_rules_that_tell_them_unless_a_role_is_alone() {
    let seat = |fake: &Fake| Seat::Remote { address: fake.address().to_owned(), protocol: Protocol::Gdl2 };
    let fake = Fake::playing("press");
    let open = talk(1);
    let plain = rules(&open);
    let error = lead(&master(&open, &plain, vec![Seat::Random, seat(&fake)])).await.0.unwrap_err();
    assert!(matches!(error.failure, MasterFailure::Blind(_)), "{error}");
    assert!(error.to_string().contains("use the protocol gdl or auto"), "{error}");
    assert!(fake.asked().is_empty());
    let alone = sheet(
        "(role you) (init off) (<= (legal you press) (true off)) (<= (next on) (does you press))
         (<= terminal (true on)) (<= (goal you 100) (true on))",
    );
    let plain = rules(&alone);
    let log = lead(&master(&alone, &plain, vec![seat(&fake)])).await.0.unwrap();
    assert_eq!(log.percepts, None);
    assert_eq!(fake.asked()[1..], ["( PLAY m.1 0 NIL NIL )", "( STOP m.1 1 press () )"]);
}

#[tokio::test]
async fn a_game_that_hides_nothing_is_told_as_ever() {
    let (sheet, anna) = (talk(1), Fake::playing("(say One)"));
    let rules = rules(&sheet);
    let log = lead(&master(&sheet, &rules, vec![anna.seat(), Seat::Random])).await.0.unwrap();
    assert_eq!(log.percepts, None);
    assert_eq!(anna.asked()[1], "( PLAY m.1 NIL )");
}
