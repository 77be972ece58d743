import _thread
import contextlib
import threading
import time
from pathlib import Path

import pytest

import spielbaum as sb


def test_a_strategy_is_asked_for_its_move() -> None:
    game = sb.load("tictactoe")
    state = game.new_initial_state()
    for text in ["(mark 1 1)", "(mark 2 2)", "(mark 1 2)"]:
        state.apply_action(state.string_to_action(text))
    decision = game.think("alpha-beta(table=16)", state)
    assert (decision["move"], decision["proven"]) == ("(mark 1 3)", True)
    assert decision["action"] == state.string_to_action("(mark 1 3)")


def test_a_search_has_bounds_and_a_seed() -> None:
    game = sb.load("connect-four")
    first, second = (game.think("uct", playouts=200, seed=5) for _ in range(2))
    for decision in (first, second):
        assert decision["playouts"] + decision["proven_visits"] <= 264
        decision.pop("seconds")
    assert first == second


def test_a_player_of_a_game_that_hides_something_is_asked_by_what_it_knows() -> None:
    game = sb.load("kuhn-poker")
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    assert game.think("ismcts(playouts=100)", state, player=0)["move"] in {"bet", "pass"}
    with pytest.raises(sb.SpielbaumError, match="pimc"):
        game.think("alpha-beta", state, player=0)


def test_wrong_questions_are_refused() -> None:
    game = sb.load("tictactoe")
    with pytest.raises(sb.SpielbaumError, match="alpha-beta"):
        game.think("alpha-betta")
    with pytest.raises(sb.SpielbaumError, match="there is no player 7"):
        game.think("uct", player=7, playouts=1)
    with pytest.raises(sb.SpielbaumError):
        game.think("uct", time=-1)


def test_ctrl_c_ends_a_search() -> None:
    timer = threading.Timer(0.3, _thread.interrupt_main)
    timer.start()
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        sb.load("connect-four").think("uct", time=600)
    assert time.monotonic() - started < 60


def test_the_strategy_that_fits_is_chosen_before_it_thinks() -> None:
    game = sb.load("tron")
    first = game.think("auto(start=0.3s)", player=0, playouts=500)
    assert first["strategy"].startswith("uct(memory=400")
    assert game.think("auto(start=0.3s)", player=0, playouts=500)["strategy"] == first["strategy"]
    assert sb.load("nim").think("auto(start=60s)")["strategy"] == "deepening", "it is solved long before"


def test_what_was_learned_evaluates_a_state(tmp_path: Path) -> None:
    game = sb.load("tictactoe")
    state = game.new_initial_state()
    for text in ["(mark 1 2)", "(mark 1 1)", "(mark 2 3)", "(mark 2 2)", "(mark 3 2)"]:
        state.apply_action(state.string_to_action(text))
    with pytest.raises(sb.SpielbaumError, match="nothing was learned of the game"):
        game.evaluate(state)
    file = tmp_path / "learned.json"
    game.learn(games=30_000, threads=1, file=file)
    own, other = (game.evaluate(state, player=player, learned=file) for player in (1, 0))
    assert own == game.evaluate(state, learned=file) and own["role"] == "oplayer"
    assert own["value"] > 60 and own["value"] + other["value"] == pytest.approx(100, abs=0.1)
    worths = {worth["fluent"]: worth["worth"] for worth in own["worths"]}
    assert worths["(cell 2 2 o)"] > 0
    assert game.evaluate(state) == own, "it is in the store, too"
    with pytest.raises(sb.SpielbaumError, match="nothing was learned of the game"):
        game.evaluate(state, db=False)
    with pytest.raises(sb.SpielbaumError, match=r"learned\.json: it was learned of tictactoe"):
        sb.load("nim").evaluate(learned=file)


def test_what_is_learned_to_choose_a_strategy_is_kept_in_the_store(tmp_path: Path) -> None:
    store, searched = tmp_path / "store.db", "deepening(depth=2,eval=learned)"
    game = sb.load("breakthrough-6x6")
    with pytest.raises(sb.SpielbaumError, match="learned has no evaluation of this game"):
        game.think(searched, db=store)
    # On a busy machine the rules are not always hashed in time, without which nothing is kept.
    for start in (6, 15, 30, 60):
        game.think(f"auto(start={start}s)", nodes=200, db=store)
        with contextlib.suppress(sb.SpielbaumError):
            game.evaluate(db=store)
            break
    assert "store:" not in game.think("auto(start=0s)", nodes=200, db=False)["strategy"]
    assert game.think(searched, db=store)["strategy"].startswith("deepening(depth=2,eval=learned(store:breakthrough-6x6")
    assert game.evaluate(db=store)["games"] > 0
    for db in (False, None):
        with pytest.raises(sb.SpielbaumError, match="learned has no evaluation of this game"):
            game.think(searched, db=db)
    broken = tmp_path / "broken.db"
    broken.write_text("no store")
    with pytest.warns(RuntimeWarning, match="what was learned of the game is not known"), pytest.raises(sb.SpielbaumError):
        game.think(searched, db=broken)


def test_a_state_goes_on_while_a_strategy_thinks_about_it() -> None:
    asked, moved = threading.Event(), threading.Event()

    class Slow:
        def choose(self, state: sb.State, budget: sb.Budget) -> int:
            asked.set()
            assert moved.wait(60)
            return state.legal_actions()[0]

    game = sb.load("tictactoe")
    state = game.new_initial_state()
    decisions: list[int] = []
    thread = threading.Thread(target=lambda: decisions.append(game.think(Slow(), state)["action"]))
    thread.start()
    try:
        assert asked.wait(60)
        state.apply_action(0)
    finally:
        moved.set()
        thread.join()
    assert state.move_number() == 1 and decisions == [0], "the strategy was asked about the state as it was"
