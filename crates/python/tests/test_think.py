import _thread
import threading
import time

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
    assert sb.load("nim").think("auto(start=5s)")["strategy"] == "deepening"
