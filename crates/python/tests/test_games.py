import _thread
import errno
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import spielbaum as sb

COIN = """(role you) (init start)
(<= (legal you heads) (true start))
(<= (legal you tails) (true start))
(<= (next lucky) (does you heads))
(<= (next over) (true start))
(<= terminal (true over))
(<= (goal you 100) (true lucky))
(<= (goal you 0) (not (true lucky)))
"""


def test_every_built_in_game_is_there() -> None:
    names = sb.games()
    assert names == sorted(names)
    assert {"tictactoe", "kuhn-poker", "tron"} <= set(names)
    for name in names:
        assert sb.load(name).name == name


def test_a_game_tells_its_roles_moves_and_fluents() -> None:
    game = sb.load("tictactoe")
    assert (game.roles, game.num_players(), game.num_distinct_actions()) == (["xplayer", "oplayer"], 2, 10)
    assert game.actions(0)[:2] == ["(mark 1 1)", "(mark 1 2)"]
    assert len(game.fluents) == 29 and "(cell 2 2 b)" in game.fluents
    assert (game.takes_turns, game.has_chance, game.hides) == (True, False, False)
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (0, 100, 100)
    assert sb.load("prisoners-dilemma").utility_sum() is None
    poker = sb.load("kuhn-poker")
    assert (poker.has_chance, poker.hides) == (True, True)
    assert not sb.load("rock-paper-scissors").takes_turns
    # Here chance moves between them.
    assert all(sb.load(name).takes_turns for name in ["pig", "nannon", "einstein-dice", "leduc-poker", "liars-dice"])
    with pytest.raises(sb.SpielbaumError, match="there is no player 2: players are numbered from 0 to 1"):
        game.actions(2)


def test_rules_come_from_a_name_a_path_or_a_text(tmp_path: Path) -> None:
    assert sb.load("hex(size=3)").num_distinct_actions() == 10
    path = tmp_path / "coin.kif"
    path.write_text(COIN)
    for game in [sb.load(path), sb.load(str(path)), sb.parse(COIN, name="coin")]:
        assert game.perft(1) == [2]
    assert repr(game) == "<Game coin>"
    with pytest.raises(FileNotFoundError) as caught:
        sb.load(tmp_path / "none.kif")
    assert caught.value.strerror == os.strerror(errno.ENOENT)
    with pytest.raises(sb.SpielbaumError, match="did you mean `connect-four`"):
        sb.load("conect-four")


def test_a_circuit_that_took_long_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    large = "sliding-puzzle(columns=6,rows=6)"
    kept = tmp_path / "circuits"
    game = sb.load(large)
    assert not kept.exists()
    monkeypatch.setenv("SPIELBAUM_CACHE", str(kept))
    sb.load("tictactoe")
    assert not kept.exists(), "it does not take long"
    assert sb.load(large, cache="never").perft(2) == game.perft(2)
    assert not kept.exists()
    sb.load(large)
    [file] = kept.iterdir()
    before = file.stat()
    again = sb.load(large, cache=kept)
    assert (again.perft(2), again.fluents) == (game.perft(2), game.fluents)
    assert file.stat().st_ino == before.st_ino, "it is read, and not written again"
    file.write_text("no circuit")
    with pytest.warns(RuntimeWarning, match="a circuit of the cache was removed"):
        assert sb.load(large).perft(2) == game.perft(2)


def test_a_mistake_in_the_rules_is_told_with_its_place_and_a_remedy() -> None:
    with pytest.raises(sb.RulesError, match="2:1: this `\\(` is never closed") as caught:
        sb.parse("(role you)\n(init (off)")
    [finding] = caught.value.findings
    assert (finding["severity"], finding["line"], finding["column"]) == ("error", 2, 1)
    assert finding["code"] == "unclosed-parenthesis"
    assert issubclass(sb.RulesError, sb.SpielbaumError) and issubclass(sb.SpielbaumError, ValueError)


def test_sequences_of_moves_are_counted() -> None:
    assert sb.load("tictactoe").perft(4) == [9, 72, 504, 3024]


def test_playouts_pay_what_is_known() -> None:
    game = sb.load("tictactoe")
    first, second = game.playouts(20_000, seed=1)
    # 0.585 of them are won by the first player, 0.288 by the second.
    assert abs(first - 64.8) < 1.5 and abs(first + second - 100) < 1e-9
    state = game.new_initial_state()
    state.apply_action(0)
    assert game.playouts(100, state=state, seed=3) == game.playouts(100, state=state, seed=3)
    with pytest.raises(sb.SpielbaumError, match="the state is one of tictactoe, not of this nim"):
        sb.load("nim").playouts(1, state=state)
    with pytest.raises(sb.SpielbaumError, match="the state is one of another tictactoe that was loaded by itself"):
        sb.load("tictactoe").playouts(1, state=state)


def slow_rules() -> str:
    """Rules that take long to be grounded: all words of five letters are reached one after another."""
    letters = " ".join(f"(letter {letter})" for letter in range(28))
    return f"""(role x) (init (word 0 0 0 0 0)) (legal x go) (goal x 0) {letters}
        (<= (next (word ?b ?c ?d ?e ?f)) (true (word ?a ?b ?c ?d ?e)) (letter ?f))
        (<= terminal (true (word 27 27 27 27 27)))"""


@pytest.mark.parametrize(
    "work", [lambda: sb.parse(slow_rules(), cache="never"), lambda: sb.load("connect-four").perft(20)]
)
def test_ctrl_c_ends_the_compilation_and_a_count(work: Callable[[], object]) -> None:
    threading.Timer(0.3, _thread.interrupt_main).start()
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        work()
    assert time.monotonic() - started < 60
