"""Strategies and evaluators that are written in Python."""

import _thread
import gc
import itertools
import pickle
import random
import sys
import threading
import time
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import spielbaum as sb


class Chance:
    """Draws an action by the seed of the decision."""

    def choose(self, state: sb.State, budget: sb.Budget) -> int:
        return random.Random(budget.seed).choice(state.legal_actions(budget.player))


class Greedy:
    """Wins at once if it can. It remembers how often it was asked in a match."""

    name = "greedy"

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, state: sb.State, budget: sb.Budget) -> int:
        self.asked += 1
        assert self.asked <= 5
        for action in state.legal_actions():
            child = state.child(action)
            if child.is_terminal() and child.returns()[budget.player] == 100:
                return action
        return state.legal_actions()[0]


def arena(game: str | sb.Game, players: list[Any], games: int, **options: Any) -> sb.Tournament:
    return sb.arena(game, players, games, **{"db": False, "progress": False, **options})


def test_strategies_in_python_play_beside_specs() -> None:
    played = arena("tictactoe", [Greedy, Chance(), "random"], 10, seed=3)
    assert played.players == ["greedy", "Chance", "random"]
    assert played.forfeits == []
    ratings = {rating.player: rating.score for rating in played.ratings}
    assert ratings["greedy"] is not None and ratings["random"] is not None
    assert ratings["greedy"] > ratings["random"]


def test_results_do_not_depend_on_the_number_of_threads() -> None:
    one, two = (arena("tictactoe", [Greedy, Chance], 10, threads=threads).to_dict() for threads in (1, 2))
    assert one == two


def test_an_exception_forfeits_the_match_and_its_traceback_is_kept(tmp_path: Path) -> None:
    class Broken:
        def choose(self, state: sb.State, budget: sb.Budget) -> int:
            raise LookupError("nothing found")

    store = tmp_path / "store.db"
    played = arena("tictactoe", [Broken, "random"], 2, db=store)
    pairing = played.table[1]
    assert (pairing.players, pairing.wins, pairing.forfeits) == (["Broken", "random"], [0, 2], [2, 0])
    forfeit = played.forfeits[0]
    assert (forfeit.players, forfeit.player) == (["Broken", "Broken"], 0)
    assert "Broken as xplayer" in forfeit.message
    assert "LookupError: nothing found" in forfeit.message and "test_players.py" in forfeit.message
    assert "LookupError: nothing found" in str(played)
    import sqlite3

    with sqlite3.connect(store) as connection:
        dump = "\n".join(connection.iterdump())
    assert "LookupError: nothing found" in dump


@pytest.mark.parametrize("action, message", [(0, "is not legal; legal are"), (-1, "-1 is not legal"), ("a", "a whole number"), (None, "None")])
def test_an_illegal_action_forfeits_the_match(action: Any, message: str) -> None:
    class Stubborn:
        def choose(self, state: sb.State, budget: sb.Budget) -> Any:
            return action

    played = arena("tictactoe", [Stubborn, "first-legal"], 1)
    forfeit = next(forfeit for forfeit in played.forfeits if forfeit.players == ["first-legal", "Stubborn"])
    assert message in forfeit.message


def test_a_class_that_cannot_be_made_forfeits() -> None:
    class Needy:
        def __init__(self, what: int) -> None:
            self.what = what

        def choose(self, state: sb.State, budget: sb.Budget) -> int:
            return self.what

    played = arena("nim", [Needy, "random"], 1)
    assert "TypeError" in played.forfeits[0].message


def test_in_a_game_that_hides_something_a_strategy_is_told_what_its_seat_knows() -> None:
    seen: set[str] = set()

    class Careful:
        def choose(self, state: sb.InformationState, budget: sb.Budget) -> int:
            assert isinstance(state, sb.InformationState)
            assert state.current_player() == budget.player
            with pytest.raises(sb.SpielbaumError, match="hidden"):
                state.information_state_string(1 - budget.player)
            seen.add(state.information_state_string())
            action = state.legal_actions()[0]
            assert state.string_to_action(state.action_to_string(action)) == action
            return action

    played = arena("kuhn-poker", [Careful, "random"], 20)
    assert played.forfeits == []
    game = sb.load("kuhn-poker")
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    assert state.information_state_string(0) in seen


def test_a_strategy_is_given_a_position_without_its_past() -> None:
    class Curious:
        def choose(self, state: sb.State, budget: sb.Budget) -> int:
            for tell in (state.history, state.serialize, state.move_number, state.information_state_string):
                with pytest.raises(sb.SpielbaumError, match="position alone"):
                    tell()
            assert sb.load("nim").num_players() == 2
            return state.legal_actions()[-1]

    assert arena("nim", [Curious], 2).forfeits == []


def test_several_players_that_choose_at_once_are_told_for_whom() -> None:
    class Rock:
        def choose(self, state: sb.State, budget: sb.Budget) -> int:
            return state.string_to_action("(show rock)", budget.player)

    assert arena("rock-paper-scissors", [Rock, "random"], 4).forfeits == []


def test_an_evaluator_in_python_judges_for_a_search() -> None:
    class Corner:
        def evaluate(self, state: sb.State) -> list[float]:
            mine = "(cell 1 1 x)" in str(state) or state.observation_tensor()[CORNER] == 1
            return [90.0, 10.0] if mine else [50.0, 50.0]

    game = sb.load("tictactoe")
    CORNER = game.fluents.index("(cell 1 1 x)")
    searching = sb.strategy("deepening(depth=1)", evaluator=Corner())
    assert searching.spec == "deepening(depth=1)" and isinstance(searching.evaluator, Corner)
    decision = game.think(searching)
    assert (decision["move"], decision["value"]) == ("(mark 1 1)", 90.0)
    played = arena("tictactoe", [searching, "random"], 3)
    assert played.players == ["deepening(depth=1,eval=Corner)", "random"]
    assert played.forfeits == []


def test_an_evaluator_that_has_its_strategy_is_freed_with_it() -> None:
    class Net:
        def __init__(self) -> None:
            self.strategy = sb.strategy("deepening(depth=1)", evaluator=self)

        def evaluate(self, state: sb.State) -> list[float]:
            return [50.0, 50.0]

    made = weakref.ref(Net())
    gc.collect()
    assert made() is None


def test_an_evaluator_is_not_told_of_percepts_that_are_not_known() -> None:
    class Looking:
        def evaluate(self, state: sb.State) -> list[float]:
            with pytest.raises(sb.SpielbaumError, match="it is not known which moves led to this state"):
                state.observation_tensor(0)
            seen.append(str(state))
            return [50.0, 50.0]

    seen: list[str] = []
    game = sb.load("kuhn-poker")
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    game.think(sb.strategy("pimc(inner=deepening(depth=1))", evaluator=Looking()), state, playouts=10)
    assert seen


def test_other_threads_go_on_while_the_files_of_a_spec_are_read(tmp_path: Path) -> None:
    values = tmp_path / "values.solved"
    sb.load("connect-four(columns=4,rows=4)").solve(file=values)
    spec = f"solved({values})"
    kept = pickle.dumps(sb.strategy(spec))
    steps, over = itertools.count(), threading.Event()

    def go_on() -> None:
        while not over.is_set():
            next(steps)
            time.sleep(0)

    def other_threads_go_on(work: Callable[[], object]) -> bool:
        before = repr(steps)
        work()
        return repr(steps) != before

    interval = sys.getswitchinterval()
    # From now on a thread runs only where another one gives up the lock.
    sys.setswitchinterval(1000)
    thread = threading.Thread(target=go_on)
    thread.start()
    try:
        for work in (lambda: sb.strategy(spec), lambda: pickle.loads(kept)):
            assert any(other_threads_go_on(work) for _ in range(100))
        assert not any(other_threads_go_on(lambda: sb.sweep(spec)) for _ in range(100)), "otherwise the above says nothing"
    finally:
        sys.setswitchinterval(interval)
        over.set()
        thread.join()


@pytest.mark.parametrize("values, message", [([1.0], "1 values for 2 players"), ([200.0, 0.0], "gave 200"), ("ab", "TypeError"), (None, "TypeError")])
def test_an_evaluator_that_fails_forfeits(values: Any, message: str) -> None:
    class Wrong:
        def evaluate(self, state: sb.State) -> Any:
            return values

    played = arena("tictactoe", [sb.strategy("minimax(depth=1)", evaluator=Wrong()), "random"], 1)
    assert message in played.forfeits[0].message


def test_a_strategy_in_python_is_asked_for_its_move() -> None:
    game = sb.load("tictactoe")
    decision = game.think(Greedy, seed=1)
    assert decision["action"] == game.new_initial_state().legal_actions()[0]
    with pytest.raises(sb.SpielbaumError, match="LookupError"):

        class Broken:
            def choose(self, state: sb.State, budget: sb.Budget) -> int:
                raise LookupError

        game.think(Broken)


def test_a_strategy_is_pickled_with_the_files_of_its_spec(tmp_path: Path) -> None:
    file = tmp_path / "all.solved"
    sb.load("tictactoe").solve(file=file)
    spec = f'solved("{file}")'
    kept = pickle.dumps(sb.strategy(spec))
    file.unlink()
    with pytest.raises(sb.SpielbaumError, match="No such file"):
        sb.strategy(spec)
    strategy = pickle.loads(kept)
    # Solved play does not lose.
    assert arena("tictactoe", ["random", strategy], 20).table[1].wins[0] == 0


def test_a_budget_tells_what_a_decision_may_cost() -> None:
    budgets = []

    class Frugal:
        def choose(self, state: sb.State, budget: sb.Budget) -> int:
            budgets.append((budget.time, budget.nodes, budget.playouts, budget.stopped()))
            return state.legal_actions()[0]

    sb.load("nim").think(Frugal(), time=2.0, nodes=3, playouts=4)
    assert budgets == [(2.0, 3, 4, False)]


def test_what_cannot_play_is_refused() -> None:
    class Random:
        name = "random"

        def choose(self, state: sb.State, budget: sb.Budget) -> int:
            return 0

    for players, match in [([Random], "cannot be the name"), ([object()], "no method `choose`"), ([Chance, Chance()], "twice")]:
        with pytest.raises(sb.SpielbaumError, match=match):
            arena("nim", players, 1)
    with pytest.raises(sb.SpielbaumError, match="no method `evaluate`"):
        sb.strategy("minimax", evaluator=Chance())
    with pytest.raises(sb.SpielbaumError, match="no evaluator"):

        class Zero:
            def evaluate(self, state: sb.State) -> list[float]:
                return [0.0, 0.0]

        sb.strategy("random", evaluator=Zero())


def test_a_tournament_with_strategies_in_python_goes_on_where_they_are_given_again(tmp_path: Path) -> None:
    store = tmp_path / "store.db"
    whole = arena("tictactoe", [Greedy, Chance], 6)

    class Stopping(Greedy):
        """Stops the tournament in its first match, as Ctrl-C does."""

        def choose(self, state: sb.State, budget: sb.Budget) -> int:
            if not budget.stopped():
                _thread.interrupt_main()
                while not budget.stopped():
                    time.sleep(0.01)
            return super().choose(state, budget)

    with pytest.raises(sb.TournamentInterrupted):
        arena("tictactoe", [Stopping, Chance], 6, db=store)
    with pytest.raises(sb.SpielbaumError, match="greedy"):
        sb.resume(1, db=store, progress=False)
    again = sb.resume(1, players=[Greedy, Chance], db=store, progress=False)
    assert again.to_dict() == whole.to_dict()


def test_ctrl_c_ends_the_search_that_a_strategy_asks_for() -> None:
    game = sb.load("connect-four")
    ended = []

    class Asking:
        def choose(self, state: sb.State, budget: sb.Budget) -> int:
            # Not before: until a tournament has begun, there is none to be told of.
            threading.Timer(0.1, _thread.interrupt_main).start()
            try:
                return int(game.think("uct", state, time=600)["action"])
            except KeyboardInterrupt:
                ended.append(budget.stopped())
                raise

    with pytest.raises(sb.TournamentInterrupted) as caught:
        arena(game, [Asking], 1, threads=1)
    assert ended == [True] and caught.value.tournament.forfeits == []
    # Nothing of it is left on the threads of others.
    assert game.think("uct(playouts=100)")["action"] is not None


def test_ctrl_c_is_told_to_a_strategy_that_thinks_long() -> None:
    class Slow:
        def choose(self, state: sb.State, budget: sb.Budget) -> int:
            _thread.interrupt_main()
            while not budget.stopped():
                time.sleep(0.01)
            # Somebody who cannot wait presses it again.
            _thread.interrupt_main()
            return state.legal_actions()[0]

    with pytest.raises(sb.TournamentInterrupted) as caught:
        sb.arena("nim", [Slow], 1, progress=False)
    assert caught.value.tournament.interrupted and "spielbaum.resume(1, players=[...]) goes on" in str(caught.value)
