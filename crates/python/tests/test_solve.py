import _thread
import json
import threading
import time
from pathlib import Path

import pytest

import spielbaum as sb


def test_a_game_is_solved() -> None:
    solved = sb.load("tictactoe").solve()
    assert (solved["game"], solved["method"], solved["proven"]) == ("tictactoe", "retrograde", True)
    assert solved["value"] == {"xplayer": 50, "oplayer": 50}
    assert (solved["states"], len(solved["moves"])) == (5478, 9)


def test_a_state_is_solved_by_a_method() -> None:
    game = sb.load("tictactoe")
    state = game.new_initial_state()
    for text in ["(mark 1 1)", "(mark 2 2)", "(mark 1 2)"]:
        state.apply_action(state.string_to_action(text))
    solved = game.solve("search", state=state)
    assert (solved["method"], solved["value"]["oplayer"]) == ("search", 50)
    assert solved["pv"][0] == ["noop", "(mark 1 3)"]


def test_how_to_play_with_hidden_information_is_learnt(tmp_path: Path) -> None:
    game = sb.load("kuhn-poker")
    file = tmp_path / "kuhn.policy"
    learnt = game.solve(iterations=2000, sets=3, file=file)
    assert (learnt["method"], learnt["iterations"]) == ("cfr+", 2000)
    assert 0 <= learnt["exploitability"] < 0.05
    assert len(learnt["policy"]) == 6
    played = sb.arena(game, [f"policy({file})", "random"], 2, db=False, progress=False)
    assert played.forfeits == []
    assert game.solve("outcome-mccfr", iterations=100, seed=3)["iterations"] == 100


def test_a_tablebase_is_written(tmp_path: Path) -> None:
    file = tmp_path / "nim.solved"
    game = sb.load("nim")
    value = game.solve(file=file)["value"]
    decision = game.think(f"solved({file})")
    assert decision["proven"] and decision["value"] == value[game.roles[0]]


def test_what_cannot_be_solved_is_refused(tmp_path: Path) -> None:
    game = sb.load("kuhn-poker")
    for method, match in [("retrograde", "hides"), ("magic", "cfr")]:
        with pytest.raises(sb.SpielbaumError, match=match):
            game.solve(method)
    with pytest.raises(sb.SpielbaumError, match="initial state"):
        game.solve(state=game.new_initial_state())
    for options in [{"iterations": 5}, {"seed": 3}, {"sets": 2}]:
        with pytest.raises(sb.SpielbaumError, match="are for cfr\\+ and its variants"):
            sb.load("nim").solve(**options)
    with pytest.raises(sb.SpielbaumError, match="ends? the name|end the name"):
        sb.load("nim").solve(file=tmp_path / "nim.txt")
    for wrong in [{"memory": 0.0}, {"memory": float("nan")}, {"time": -1.0}, {"threads": 0}]:
        with pytest.raises(sb.SpielbaumError):
            sb.load("nim").solve(**wrong)  # type: ignore[arg-type]


def test_a_limit_leaves_what_is_known_by_then() -> None:
    solved = sb.load("connect-four").solve("search", time=0.05)
    assert (solved["proven"], solved["cut"]) == (False, "time")


def test_states_are_counted() -> None:
    game = sb.load("tictactoe")
    counted = game.count()
    assert (counted["states"], counted["terminal"], counted["leaves"]) == ("5478", "958", "255168")
    assert game.count(tree=False)["leaves"] is None
    assert game.count("symbolic")["by_ply"] == counted["by_ply"]
    state = game.new_initial_state()
    state.apply_action(0)
    assert int(game.count(state=state)["states"]) < 5478
    told: list[tuple[int, int]] = []
    game.count(_progress=lambda done, most: told.append((done, most)))
    assert told[-1] == (5478, 5478)
    with pytest.raises(sb.SpielbaumError, match="explicit"):
        game.count("magic")
    with pytest.raises(sb.SpielbaumError, match="initial state"):
        game.count("symbolic", state=state)


def test_ctrl_c_ends_a_solver() -> None:
    threading.Timer(0.3, _thread.interrupt_main).start()
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        sb.load("connect-four").solve("search")
    assert time.monotonic() - started < 60


def test_an_evaluation_is_learned(tmp_path: Path) -> None:
    game = sb.load("tictactoe")
    file = tmp_path / "learned.json"
    learned = game.learn(games=500, seed=1, threads=1, file=file)
    assert (learned["game"], learned["finished"], learned["file"]) == ("tictactoe", True, str(file))
    assert learned["games"] >= 500
    first = file.read_bytes()
    again = game.learn(games=500, seed=1, threads=1, file=tmp_path / "again.json")
    assert again["states"] == learned["states"]
    assert game.think(f"deepening(depth=1,eval=learned({file}))")["value"] is not None
    with pytest.raises(sb.SpielbaumError, match="learned has no evaluation"):
        game.think("deepening(depth=1,eval=learned)", db=tmp_path / "store.db")
    more = game.learn(games=100, threads=1, file=file, begin_with=file, db=tmp_path / "store.db")
    assert game.think("deepening(depth=1,eval=learned)", db=tmp_path / "store.db")["value"] is not None
    assert more["games"] > learned["games"] and file.read_bytes() != first


OVER = "(role alone) (init p) (legal alone wait) (<= terminal (true p)) (goal alone 50)"


def test_what_cannot_be_learned_is_refused(tmp_path: Path) -> None:
    for game, why in [
        (sb.load("pig"), "pig: chance moves in the game"),
        (sb.load("phantom-tictactoe"), "hides something"),
        (sb.parse(OVER), "over at once"),
    ]:
        with pytest.raises(sb.SpielbaumError, match=why):
            game.learn(games=1)
    game = sb.load("nim")
    for wrong in [{"minutes": 0.0}, {"games": 0}, {"source": "books"}, {"file": tmp_path / "a.txt"}, {"begin_with": tmp_path / "none.json"}]:
        with pytest.raises(sb.SpielbaumError):
            game.learn(**wrong)  # type: ignore[arg-type]
    with pytest.raises(sb.SpielbaumError, match="cannot be written"):
        game.learn(games=1, file=tmp_path / "no" / "folder.json")
    file = tmp_path / "known.json"
    assert game.learn(0, games=1, threads=1, file=file, db=False)["games"] > 0
    with pytest.raises(sb.SpielbaumError, match="leave `source` away"):
        game.learn(games=1, file=file, begin_with=file, source="random", db=False)
    broken = tmp_path / "broken.db"
    broken.write_text("no store")
    with pytest.warns(RuntimeWarning, match="not kept in the store"):
        assert game.learn(games=1, threads=1, file=tmp_path / "kept.json", db=broken)["finished"]


def test_ctrl_c_ends_learning_and_what_was_learned_is_kept(tmp_path: Path) -> None:
    threading.Timer(0.5, _thread.interrupt_main).start()
    file = tmp_path / "learned.json"
    with pytest.raises(KeyboardInterrupt):
        sb.load("tictactoe").learn(60.0, file=file)
    assert json.loads(file.read_text())["training"]["games"] > 0


ENDLESS = """(role you) (init (light off))
(legal you wait) (<= (next (light off)) (true (light on))) (<= (next (light on)) (true (light off)))
(<= terminal (true (light broken))) (<= (next (light broken)) (true (light broken)))
(goal you 100)"""


def test_where_no_game_came_to_its_end_no_file_is_written_or_replaced(tmp_path: Path) -> None:
    game, file, db = sb.load("tictactoe"), tmp_path / "learned.json", tmp_path / "store.db"
    game.learn(games=1, threads=1, file=file, db=False)
    before = file.read_bytes()
    for known in (None, file):
        with pytest.raises(sb.SpielbaumError, match="tictactoe: no game came to its end in this time"):
            game.learn(1e-9, file=file, begin_with=known, db=db)
    with pytest.raises(sb.SpielbaumError, match="no game came to its end within 600 plies"):
        sb.parse(ENDLESS).learn(games=1, threads=1, file=file, db=db)
    threading.Timer(0.3, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        sb.parse(ENDLESS).learn(60.0, file=file, db=db)
    assert file.read_bytes() == before
    with pytest.raises(sb.SpielbaumError, match="nothing was learned of the game"):
        game.evaluate(db=db)


def test_learning_from_random_play_tells_how_far_values_were_from_outcomes(tmp_path: Path) -> None:
    learned = sb.load("tictactoe").learn(games=2000, source="random", threads=1, file=tmp_path / "learned.json", db=False)
    assert learned["source"] == "random" and 0.1 < learned["curve"][-1]["error"] < 0.5
