"""Tournaments on Ray. Ray is installed by those who want it (`pip install spielbaum[ray]`), so these tests run where it is; those of whole clusters, with machines that are killed, where
`SPIELBAUM_RAY=1` as well."""

from __future__ import annotations

import _thread
import importlib.util
import json
import os
import signal
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import spielbaum as sb

if importlib.util.find_spec("ray") is None:
    pytest.skip("Ray is not installed", allow_module_level=True)

from spielbaum._ray_tasks import Tasks  # noqa: E402

if TYPE_CHECKING:
    from ray.cluster_utils import Cluster

# Ray warns of its own plans, and leaves sockets open.
pytestmark = [pytest.mark.filterwarnings("default"), pytest.mark.filterwarnings("ignore::ResourceWarning")]
clusters = pytest.mark.skipif(os.environ.get("SPIELBAUM_RAY") != "1", reason="takes a minute; SPIELBAUM_RAY=1 asks for it")

PLAYERS = ["uct(playouts=20)", "random"]


class Centre:
    """Plays in the middle, or else the first legal action."""

    name = "centre"

    def choose(self, state: sb.State, budget: sb.Budget) -> int:
        legal = state.legal_actions()
        return 4 if 4 in legal else legal[0]


class Even:
    """Judges all states alike."""

    def evaluate(self, state: sb.State) -> list[float]:
        return [50.0, 50.0]


class Wrong:
    """Chooses what is no action."""

    def choose(self, state: sb.State, budget: sb.Budget) -> int:
        return -1


class Troubled(Centre):
    """Comes to grief in its first decisions of all, so many, and plays as `Centre` after that."""

    def __init__(self, folder: Path, times: int, grief: Callable[[], object]) -> None:
        self.folder, self.times, self.grief = folder, times, grief

    def choose(self, state: sb.State, budget: sb.Budget) -> int:
        for number in range(self.times):
            try:
                (self.folder / str(number)).touch(exist_ok=False)
            except FileExistsError:
                continue
            self.grief()
        return super().choose(state, budget)


def killed() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def hung() -> None:
    time.sleep(1000)


def shipped_with_this_file() -> None:
    """Workers cannot import this file, so its classes are pickled whole."""
    import ray

    ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])


def matches_of(store: Path) -> list[tuple[Any, ...]]:
    """What a store has of each match; nothing before it has its tables."""
    with closing(sqlite3.connect(store, timeout=60)) as connection:
        if connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'matches'").fetchone() == (0,):
            return []
        return connection.execute("SELECT pairing, number, seed, plies, goals, culprit, moves_hash FROM matches ORDER BY pairing, number").fetchall()


@pytest.fixture(scope="module")
def one_machine() -> Iterator[None]:
    import ray

    shipped_with_this_file()
    # By default the processes of Ray give way to all others, here to those of other tests.
    os.environ["RAY_worker_niceness"] = "0"
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


@pytest.mark.usefixtures("one_machine")
def test_the_table_is_that_of_one_machine(tmp_path: Path) -> None:
    local = sb.arena("tictactoe", PLAYERS, 10, seed=7, db=tmp_path / "local.db", progress=False)
    far = sb.ray.arena("tictactoe", PLAYERS, 10, seed=7, db=tmp_path / "far.db", progress=False)
    assert json.dumps(far.to_dict()) == json.dumps(local.to_dict())
    assert (far.interrupted, far.id, far.forfeits) == (False, 1, [])
    assert matches_of(tmp_path / "far.db") == matches_of(tmp_path / "local.db")
    assert sb.ray.resume(1, db=tmp_path / "far.db", progress=False).to_dict() == local.to_dict()


@pytest.mark.usefixtures("one_machine")
def test_results_decide_what_is_played_as_on_one_machine() -> None:
    options: dict[str, Any] = {"db": False, "progress": False, "openings": 1}
    for more in ({"sprt": {"elo0": 0, "elo1": 200, "alpha": 0.05, "beta": 0.05}, "games": 200}, {"schedule": "ladder", "games": 30}):
        local = sb.arena("tictactoe", PLAYERS, **options, **more)
        assert sb.ray.arena("tictactoe", PLAYERS, **options, **more, shard=3).to_dict() == local.to_dict()


@pytest.mark.usefixtures("one_machine")
def test_strategies_and_evaluators_in_python_are_shipped() -> None:
    players: list[Any] = [Centre, sb.strategy("deepening(depth=1)", evaluator=Even()), Wrong(), "random"]
    local = sb.arena("tictactoe", players, 2, db=False, progress=False)
    far = sb.ray.arena("tictactoe", players, 2, db=False, progress=False)
    assert far.to_dict() == local.to_dict()
    assert far.forfeits == local.forfeits and "-1" in far.forfeits[0].message


@pytest.mark.usefixtures("one_machine")
@pytest.mark.parametrize(
    "game,solved,players",
    [
        ("tictactoe", "all.solved", ["solved({})", "random", "deepening(depth=1,tablebase={})"]),
        ("kuhn-poker", "all.policy", ["policy({})", "random"]),
    ],
)
def test_files_of_specs_are_shipped(game: str, solved: str, players: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / solved
    sb.load(game).solve(file=file)
    specs: list[Any] = [player.format(f'"{file}"') for player in players]
    if game == "tictactoe":
        specs[2] = sb.strategy(specs[2], evaluator=Even())
    local = sb.arena(game, specs, 4, seed=3, db=False, progress=False)
    begin = Tasks.begin

    def deleted_then(tasks: Tasks, *told: Any) -> None:
        begin(tasks, *told)
        file.unlink()

    monkeypatch.setattr(Tasks, "begin", deleted_then)
    far = sb.ray.arena(game, specs, 4, seed=3, db=False, progress=False)
    assert not file.exists()
    assert far.to_dict() == local.to_dict()


@pytest.mark.usefixtures("one_machine")
def test_one_match_and_many_shards_and_one_shard() -> None:
    for games, shard in ((1, None), (5, 1), (5, 1000)):
        far = sb.ray.arena("nim", "random", games, db=False, progress=False, shard=shard)
        assert far.to_dict() == sb.arena("nim", "random", games, db=False, progress=False).to_dict()


@pytest.mark.usefixtures("one_machine")
def test_options_out_of_range_are_refused() -> None:
    with pytest.raises(sb.SpielbaumError, match="`shard` takes 1 or more"):
        sb.ray.arena("nim", "random", 1, shard=0, db=False)
    with pytest.raises(sb.SpielbaumError, match="`timeout` takes more than 0"):
        sb.ray.arena("nim", "random", 1, timeout=0, db=False)
    with pytest.raises(sb.SpielbaumError, match="`retries` takes 0 or more"):
        sb.ray.arena("nim", "random", 1, retries=-1, db=False)


@pytest.mark.usefixtures("one_machine")
def test_an_interrupted_tournament_goes_on_where_it_was(tmp_path: Path) -> None:
    players = ["uct(playouts=200)", "random"]

    def interrupt() -> None:
        while not (tmp_path / "store.db").exists() or not matches_of(tmp_path / "store.db"):
            time.sleep(0.05)
        _thread.interrupt_main()

    threading.Thread(target=interrupt, daemon=True).start()
    with pytest.raises(sb.TournamentInterrupted) as interrupted:
        sb.ray.arena("connect-four", players, 2000, db=tmp_path / "store.db", progress=False)
    done = interrupted.value.tournament
    assert done.interrupted and done.id == 1
    # No more than what was counted is kept.
    assert len(matches_of(tmp_path / "store.db")) == sum(pairing.games for pairing in done.table) < 8000


@clusters
@pytest.mark.usefixtures("one_machine")
def test_shards_of_killed_workers_are_played_again(tmp_path: Path) -> None:
    check_troubled(tmp_path, killed, games=500, times=3, shard=20, retries=5)


@clusters
@pytest.mark.usefixtures("one_machine")
def test_shards_of_workers_that_hang_are_played_again(tmp_path: Path) -> None:
    check_troubled(tmp_path, hung, games=20, times=2, shard=4, retries=5, timeout=8.0)


def check_troubled(folder: Path, grief: Callable[[], object], games: int, times: int, **options: Any) -> None:
    local = sb.arena("tictactoe", [Centre, "random"], games, seed=3, db=folder / "local.db", progress=False)
    (folder / "times").mkdir()
    players: list[Any] = [Troubled(folder / "times", times, grief), "random"]
    far = sb.ray.arena("tictactoe", players, games, seed=3, db=folder / "far.db", progress=False, **options)
    assert len(list((folder / "times").iterdir())) == times
    assert json.dumps(far.to_dict()) == json.dumps(local.to_dict())
    assert matches_of(folder / "far.db") == matches_of(folder / "local.db")


@clusters
@pytest.mark.usefixtures("one_machine")
def test_a_shard_that_always_kills_its_worker_ends_the_tournament(tmp_path: Path) -> None:
    players: list[Any] = [Troubled(tmp_path, 1000, killed), "random"]
    with pytest.raises(sb.SpielbaumError, match="was lost 2 times.*more `retries`"):
        sb.ray.arena("tictactoe", players, 2, db=False, progress=False, retries=1)


def kill_a_worker() -> list[int]:
    """Kills a process of Ray that does a part, and tells its number; none if there is none."""
    for process in Path("/proc").iterdir():
        try:
            if process.name.isdecimal() and (process / "cmdline").read_bytes().startswith(b"ray::_do"):
                os.kill(int(process.name), signal.SIGKILL)
                return [int(process.name)]
        except (FileNotFoundError, ProcessLookupError):
            continue
    return []


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    import ray
    from ray.cluster_utils import Cluster

    ray.shutdown()
    shipped_with_this_file()
    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    ray.init(address=made.address, log_to_driver=False)
    yield made
    ray.shutdown()
    made.shutdown()


@clusters
def test_machines_come_and_go(cluster: Cluster, tmp_path: Path) -> None:
    players = ["uct(playouts=300)", "uct(playouts=200)"]
    local = sb.arena("connect-four", players, 20, seed=5, db=tmp_path / "local.db", progress=False)
    machines = [cluster.add_node(num_cpus=1), cluster.add_node(num_cpus=1)]
    seen: list[int] = []

    def trouble() -> None:
        for machine in machines:
            time.sleep(2.0)
            seen.append(len(matches_of(tmp_path / "far.db")))
            # By SIGKILL.
            cluster.remove_node(machine, allow_graceful=False)
            cluster.add_node(num_cpus=1)

    thread = threading.Thread(target=trouble)
    thread.start()
    far = sb.ray.arena("connect-four", players, 20, seed=5, db=tmp_path / "far.db", progress=False, shard=2, retries=10)
    thread.join()
    assert seen[-1] < 80, "the machines were lost too late to matter"
    assert json.dumps(far.to_dict()) == json.dumps(local.to_dict())
    assert matches_of(tmp_path / "far.db") == matches_of(tmp_path / "local.db")


@pytest.mark.usefixtures("one_machine")
def test_actors_teach_what_threads_do(tmp_path: Path) -> None:
    game = sb.load("tictactoe")
    local = game.learn(games=600, seed=3, threads=2, file=tmp_path / "local.json")
    far = sb.ray.learn(game, games=600, seed=3, actors=2, file=tmp_path / "far.json")
    assert (far["games"], far["states"]) == (local["games"], local["states"])
    local_file, far_file = (json.loads((tmp_path / name).read_text()) for name in ("local.json", "far.json"))
    assert far_file["weights"] == local_file["weights"]
    further = [learn(game, games=300, begin_with=tmp_path / "far.json", file=tmp_path / f"{name}.json") for name, learn in (("one", local_learn), ("two", far_learn))]
    assert further[0]["states"] == further[1]["states"]


def local_learn(game: sb.Game, **options: Any) -> dict[str, Any]:
    return game.learn(threads=1, **options)


def far_learn(game: sb.Game, **options: Any) -> dict[str, Any]:
    return sb.ray.learn(game, actors=1, **options)


@pytest.mark.usefixtures("one_machine")
def test_layers_are_counted_as_on_one_machine() -> None:
    local = sb.load("othello-4x4").count()
    for part in (100, 50_000):
        far = sb.ray.count("othello-4x4", part=part)
        assert {**far, "seconds": 0} == {**local, "seconds": 0}
    with pytest.raises(sb.SpielbaumError, match="`part` takes 1 or more"):
        sb.ray.count("nim", part=0)


@clusters
@pytest.mark.usefixtures("one_machine")
def test_parts_of_a_layer_whose_workers_are_killed_are_expanded_again() -> None:
    local = sb.load("connect-four(columns=5,rows=4)").count(tree=False)
    stop = threading.Event()

    killed = []

    def trouble() -> None:
        while not stop.wait(1.5) and len(killed) < 3:
            killed.extend(kill_a_worker())

    thread = threading.Thread(target=trouble)
    thread.start()
    far = sb.ray.count("connect-four(columns=5,rows=4)", tree=False, part=2000, retries=10)
    stop.set()
    thread.join()
    assert killed
    assert {**far, "seconds": 0} == {**local, "seconds": 0}


@pytest.mark.usefixtures("one_machine")
def test_the_program_prints_the_document(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from spielbaum._ray_program import main

    store = str(tmp_path / "store.db")
    assert main(["arena", "nim", "--players", "random,first-legal", "--games", "3", "--openings", "random:1", "--db", store, "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed == sb.arena("nim", "random,first-legal", 3, openings=1, db=False, progress=False).to_dict()
    assert main(["arena", "--resume", "1", "--db", store, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == printed
    swept = ["--sweep", "uct(playouts={5,10})", "--against", "random", "--sprt", "elo1=200"]
    assert main(["arena", "nim", "--games", "20", "--db", store, "--json", *swept]) == 0
    # Two strategies against one, in both orders.
    assert len(json.loads(capsys.readouterr().out)["pairings"]) == 4
    assert main(["arena", "no-such-game", "--db", store]) == 1
    assert "no-such-game" in capsys.readouterr().err


@pytest.mark.parametrize(
    "wrong",
    [
        ["arena"],
        ["arena", "nim", "--resume", "1"],
        ["arena", "nim", "--openings", "3"],
        ["arena", "nim", "--sprt", "elo=3"],
        ["arena", "nim", "--sprt", "elo1=much"],
        ["arena", "nim", "--sweep", "uct(playouts={5,10})"],
        ["arena", "nim", "--against", "random"],
        [],
    ],
)
def test_wrong_usage_of_the_program_is_told(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    from spielbaum._ray_program import main

    with pytest.raises(SystemExit) as ended:
        main(wrong)
    assert ended.value.code == 2 and "usage: spielbaum-ray" in capsys.readouterr().err
