import copy
import importlib
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from walks import DEAD_END, walk

import spielbaum as sb

PEERS = {"gymnasium": "gymnasium", "pettingzoo": "pettingzoo", "openspiel": "pyspiel"}


def test_nothing_of_other_projects_is_imported_before_it_is_asked_for() -> None:
    code = f"import sys, spielbaum; print(sorted(set({list(PEERS.values())}) & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


@pytest.mark.parametrize("adapter", PEERS)
def test_what_is_missing_is_told_with_the_command_that_installs_it(adapter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, PEERS[adapter], None)  # type: ignore[arg-type]
    monkeypatch.delitem(sys.modules, f"spielbaum.{adapter}", raising=False)
    with pytest.raises(ImportError, match=rf"pip install 'spielbaum\[{adapter}\]'"):
        importlib.import_module(f"spielbaum.{adapter}")


def test_adapters_and_vectors_take_the_path_of_a_rulesheet(tmp_path: Path) -> None:
    path = tmp_path / "dead-end.kif"
    path.write_text(DEAD_END)
    made = [sb.vector(path, 2), sb.gymnasium.env(path), sb.gymnasium.vector_env(path, 2), sb.pettingzoo.parallel_env(path)]
    assert [one.game.roles for one in made] == [["you"]] * 4  # type: ignore[attr-defined]
    assert sb.openspiel.load_game(path).num_players() == 1


def test_a_game_and_its_states_are_copied_and_pickled() -> None:
    for name in ("tictactoe", "kuhn-poker"):
        another, game = sb.load(name), sb.load(name)
        state = list(walk(game, seed=1))[2]
        for again in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
            assert again == game and hash(again) == hash(game)
        assert game != another
        read = pickle.loads(pickle.dumps([state, state.clone()]))
        assert read == [state, state] and read[0].history() == state.history()
    code = f"import pickle; state = pickle.loads({pickle.dumps(state)}); print(state.serialize(), end='')"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == state.serialize()


@pytest.mark.parametrize("again", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copied", "pickled"])
def test_environments_go_on_in_a_copy_as_they_do_themselves(again: Callable[[Any], Any]) -> None:
    alone = sb.gymnasium.env("kuhn-poker", against="ismcts(playouts=2)")
    _, info = alone.reset(seed=5)
    ends = [one.step(np.flatnonzero(info["action_mask"])[0])[:3] for one in (again(alone), alone)]
    assert ends[0][0].tolist() == ends[1][0].tolist() and ends[0][1:] == ends[1][1:]
    together = sb.pettingzoo.aec_env("kuhn-poker")
    together.reset(seed=5)
    seen = []
    for one in (again(together), together):
        one.step(np.flatnonzero(one.last()[0]["action_mask"])[0])
        seen.append(one.last()[0]["observation"].tolist())
    assert seen[0] == seen[1] and any(seen[0])


def test_a_game_of_openspiel_is_pickled() -> None:
    game = sb.openspiel.load_game("kuhn-poker", goal_sum=100)
    kept = pickle.dumps(game)
    assert pickle.loads(kept).get_type().short_name == game.get_type().short_name
    code = f"import pickle; game = pickle.loads({kept}); print(game.get_type().utility.name)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "ZERO_SUM\n"


def test_the_package_has_what_it_has() -> None:
    assert callable(sb.openspiel.load_game)
    with pytest.raises(AttributeError, match="'spielbaum' has no attribute 'chess'"):
        sb.chess  # noqa: B018
