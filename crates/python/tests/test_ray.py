"""Work on a cluster of Ray, which is started once for all of these tests, with a small object store. They run where Ray is installed (`pip install spielbaum[ray]`)."""

from __future__ import annotations

import importlib.util
import json
import os
import signal
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

import numpy as np
import psutil
import pytest

import spielbaum as sb

if importlib.util.find_spec("ray") is None:
    pytest.skip("Ray is not installed", allow_module_level=True)

# Read when Ray is imported or started: nothing is reported to others, and no token is asked for on this machine.
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
os.environ["RAY_AUTH_MODE"] = "disabled"
# A busy machine is slow to start processes; those of Ray do not give way to others, and are not killed for the memory that others take.
os.environ["RAY_raylet_start_wait_time_s"] = "90"
os.environ["RAY_worker_register_timeout_seconds"] = "300"
os.environ["RAY_worker_niceness"] = "0"
os.environ["RAY_memory_monitor_refresh_ms"] = "0"

import ray  # noqa: E402
from ray.cluster_utils import Cluster  # noqa: E402

from spielbaum._ray_program import main  # noqa: E402
from spielbaum._ray_tasks import Tasks  # noqa: E402

# Ray warns of its own plans, and leaves sockets open.
pytestmark = [pytest.mark.usefixtures("cluster"), pytest.mark.filterwarnings("default"), pytest.mark.filterwarnings("ignore::ResourceWarning")]

STORE = 80_000_000
"""Bytes of the object store of a machine, little more than the least that Ray takes."""

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


class Gated(Centre):
    """Makes so many decisions, and no more before a file is there."""

    def __init__(self, folder: Path, decisions: int, gate: Path) -> None:
        self.folder, self.decisions, self.gate = folder, decisions, gate

    def choose(self, state: sb.State, budget: sb.Budget) -> int:
        (self.folder / uuid4().hex).touch()
        while len(list(self.folder.iterdir())) > self.decisions and not self.gate.exists():
            time.sleep(0.05)
        return super().choose(state, budget)


def killed() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def hung() -> None:
    time.sleep(1000)


def matches_of(store: Path) -> list[tuple[Any, ...]]:
    """What a store has of each match; nothing before it has its tables."""
    with closing(sqlite3.connect(store, timeout=60)) as connection:
        if connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'matches'").fetchone() == (0,):
            return []
        return connection.execute("SELECT pairing, number, seed, plies, goals, culprit, moves_hash FROM matches ORDER BY pairing, number").fetchall()


def add_machine(cluster: Cluster, *, attempts: int = 3, **options: Any) -> Any:
    """Adds a machine to a cluster. One whose programs take more than half a minute to start stops, a limit that no setting moves, and another is started in its place."""
    try:
        return cluster.add_node(**options)
    except Exception as failure:
        if attempts == 1 or "timed out during startup" not in str(failure):
            raise
    return add_machine(cluster, attempts=attempts - 1, **options)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """A cluster of one machine with two cores."""
    # Workers cannot import this file, so its classes are pickled whole.
    ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])
    made = Cluster()
    try:
        add_machine(made, num_cpus=2, object_store_memory=STORE, include_dashboard=False)
        ray.init(address=made.address, log_to_driver=False)
        yield made
    finally:
        ray.shutdown()
        made.shutdown()


def test_the_table_is_that_of_one_machine(tmp_path: Path) -> None:
    local = sb.arena("tictactoe", PLAYERS, 10, seed=7, db=tmp_path / "local.db", progress=False)
    far = sb.ray.arena("tictactoe", PLAYERS, 10, seed=7, db=tmp_path / "far.db", progress=False)
    assert json.dumps(far.to_dict()) == json.dumps(local.to_dict())
    assert (far.interrupted, far.id, far.forfeits) == (False, 1, [])
    assert matches_of(tmp_path / "far.db") == matches_of(tmp_path / "local.db")
    assert sb.ray.resume(1, db=tmp_path / "far.db", progress=False).to_dict() == local.to_dict()


def test_results_decide_what_is_played_as_on_one_machine() -> None:
    options: dict[str, Any] = {"db": False, "progress": False, "openings": 1}
    for more in ({"sprt": {"elo0": 0, "elo1": 200, "alpha": 0.05, "beta": 0.05}, "games": 200}, {"schedule": "ladder", "games": 30}):
        local = sb.arena("tictactoe", PLAYERS, **options, **more)
        assert sb.ray.arena("tictactoe", PLAYERS, **options, **more, shard=3).to_dict() == local.to_dict()


def test_strategies_and_evaluators_in_python_are_shipped() -> None:
    players: list[Any] = [Centre, sb.strategy("deepening(depth=1)", evaluator=Even()), Wrong(), "random"]
    local = sb.arena("tictactoe", players, 2, db=False, progress=False)
    far = sb.ray.arena("tictactoe", players, 2, db=False, progress=False)
    assert far.to_dict() == local.to_dict()
    assert far.forfeits == local.forfeits and "-1" in far.forfeits[0].message


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


def test_one_match_and_many_shards_and_one_shard() -> None:
    for games, shard in ((1, None), (5, 1), (5, 1000)):
        far = sb.ray.arena("nim", "random", games, db=False, progress=False, shard=shard)
        assert far.to_dict() == sb.arena("nim", "random", games, db=False, progress=False).to_dict()


def test_options_out_of_range_are_refused() -> None:
    with pytest.raises(sb.SpielbaumError, match="`shard` takes 1 or more"):
        sb.ray.arena("nim", "random", 1, shard=0, db=False)
    with pytest.raises(sb.SpielbaumError, match="`timeout` takes more than 0"):
        sb.ray.arena("nim", "random", 1, timeout=0, db=False)
    with pytest.raises(sb.SpielbaumError, match="`retries` takes 0 or more"):
        sb.ray.arena("nim", "random", 1, retries=-1, db=False)


def on_progress(monkeypatch: pytest.MonkeyPatch, events: list[Callable[[], bool]]) -> None:
    """Each time that progress is told of, the first of the events is tried, and taken out of the list if it says that it happened. It is told to this thread, as some of them need."""

    def show(done: int, most: int) -> None:
        if 0 < done < most and events and events[0]():
            events.pop(0)

    @contextmanager
    def progress_bar(unit: str, wanted: bool) -> Iterator[Callable[[int, int], None]]:
        yield show

    for module in (sb.ray, sb.tournament):
        monkeypatch.setattr(module, "progress_bar", progress_bar)


def interrupt() -> bool:
    signal.raise_signal(signal.SIGINT)
    return True


def test_an_interrupted_tournament_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    players = ["uct(playouts=200)", "random"]
    on_progress(monkeypatch, [interrupt])
    with pytest.raises(sb.TournamentInterrupted) as interrupted:
        sb.ray.arena("connect-four", players, 2000, db=tmp_path / "store.db")
    done = interrupted.value.tournament
    assert done.interrupted and done.id == 1
    # No more than what was counted is kept.
    assert len(matches_of(tmp_path / "store.db")) == sum(pairing.games for pairing in done.table) < 8000


def test_shards_of_killed_workers_are_played_again(tmp_path: Path) -> None:
    check_troubled(tmp_path, killed, games=500, times=3, shard=50, retries=20)


def test_shards_of_workers_that_hang_are_played_again(tmp_path: Path) -> None:
    check_troubled(tmp_path, hung, games=20, times=1, shard=4, retries=20, timeout=6.0)


def check_troubled(folder: Path, grief: Callable[[], object], games: int, times: int, **options: Any) -> None:
    local = sb.arena("tictactoe", [Centre, "random"], games, seed=3, db=folder / "local.db", progress=False)
    (folder / "times").mkdir()
    players: list[Any] = [Troubled(folder / "times", times, grief), "random"]
    far = sb.ray.arena("tictactoe", players, games, seed=3, db=folder / "far.db", progress=False, **options)
    assert len(list((folder / "times").iterdir())) == times
    assert json.dumps(far.to_dict()) == json.dumps(local.to_dict())
    assert matches_of(folder / "far.db") == matches_of(folder / "local.db")


def test_a_shard_that_always_kills_its_worker_ends_the_tournament(tmp_path: Path) -> None:
    players: list[Any] = [Troubled(tmp_path, 1000, killed), "random"]
    with pytest.raises(sb.SpielbaumError, match="was lost 2 times.*more `retries`"):
        sb.ray.arena("tictactoe", players, 2, db=False, progress=False, retries=1)


def kill_a_worker() -> bool:
    """Kills a process of this cluster that does a part; false if there is none."""
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            if "".join(process.cmdline()).startswith("ray::_do"):
                process.kill()
                return True
    return False


def test_machines_come_and_go(cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    local = sb.arena("tictactoe", [Centre, "random"], 20, seed=5, db=tmp_path / "local.db", progress=False)
    machines = [add_machine(cluster, num_cpus=1), add_machine(cluster, num_cpus=1)]

    def come() -> bool:
        add_machine(cluster, num_cpus=1)
        return True

    def go() -> bool:
        # By SIGKILL, with what was handed out to it.
        cluster.remove_node(machines.pop(0), allow_graceful=False)
        return True

    def rest() -> bool:
        (tmp_path / "gate").touch()
        return True

    (tmp_path / "decisions").mkdir()
    players: list[Any] = [Gated(tmp_path / "decisions", 100, tmp_path / "gate"), "random"]
    events = [go, come, go, rest]
    on_progress(monkeypatch, events)
    far = sb.ray.arena("tictactoe", players, 20, seed=5, db=tmp_path / "far.db", shard=2, retries=10)
    assert not events
    assert json.dumps(far.to_dict()) == json.dumps(local.to_dict())
    assert matches_of(tmp_path / "far.db") == matches_of(tmp_path / "local.db")


def test_actors_teach_what_threads_do(tmp_path: Path) -> None:
    game = sb.load("tictactoe")
    local = game.learn(games=600, seed=3, threads=2, file=tmp_path / "local.json")
    far = sb.ray.learn(game, games=600, seed=3, actors=2, file=tmp_path / "far.json", progress=False)
    assert (far["games"], far["states"]) == (local["games"], local["states"])
    local_file, far_file = (json.loads((tmp_path / name).read_text()) for name in ("local.json", "far.json"))
    assert far_file["weights"] == local_file["weights"]
    further = [learn(game, games=300, begin_with=tmp_path / "far.json", file=tmp_path / f"{name}.json") for name, learn in (("one", local_learn), ("two", far_learn))]
    assert further[0]["states"] == further[1]["states"]


def local_learn(game: sb.Game, **options: Any) -> dict[str, Any]:
    return game.learn(threads=1, **options)


def far_learn(game: sb.Game, **options: Any) -> dict[str, Any]:
    return sb.ray.learn(game, actors=1, progress=False, **options)


def test_layers_are_counted_as_on_one_machine() -> None:
    local = sb.load("othello-4x4").count()
    for part in (100, 50_000):
        far = sb.ray.count("othello-4x4", part=part, progress=False)
        assert {**far, "seconds": 0} == {**local, "seconds": 0}
    with pytest.raises(sb.SpielbaumError, match="`part` takes 1 or more"):
        sb.ray.count("nim", part=0)


@pytest.mark.parametrize("game", ["tictactoe", "nim"])
def test_a_game_is_solved_as_on_one_machine(game: str, tmp_path: Path) -> None:
    # Positions of nim come again at other plies.
    local = sb.load(game).solve("retrograde", file=tmp_path / "local.solved")
    far = sb.ray.solve(game, part=5, file=tmp_path / "far.solved", progress=False)
    assert {**far, "seconds": 0} == {**local, "seconds": 0}
    assert (tmp_path / "far.solved").read_bytes() == (tmp_path / "local.solved").read_bytes()


def test_a_position_is_solved_and_counted_as_on_one_machine() -> None:
    game = sb.load("tictactoe")
    state = game.new_initial_state().child(0)
    assert {**sb.ray.solve(game, state=state, part=5, progress=False), "seconds": 0} == {**game.solve("retrograde", state=state), "seconds": 0}
    assert {**sb.ray.count(game, state=state, part=5, progress=False), "seconds": 0} == {**game.count(state=state), "seconds": 0}


def test_what_cannot_be_shared_is_refused() -> None:
    with pytest.raises(sb.SpielbaumError, match="only the methods auto and retrograde share .* not proof-number"):
        sb.ray.solve("tictactoe", "proof-number", progress=False)
    with pytest.raises(sb.SpielbaumError, match=r"hidden information is learned in one process \(cfr\+\)"):
        sb.ray.solve("kuhn-poker", progress=False)


def test_progress_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def told(work: Callable[[], object]) -> bool:
        events = [lambda: True]
        on_progress(monkeypatch, events)
        work()
        return not events

    # Work that is done between two looks at it tells nothing; then there is more of it.
    assert any(told(lambda: sb.ray.learn("tictactoe", games=games, file=tmp_path / "learned.json")) for games in (5_000, 50_000, 500_000))
    boards = [f"connect-four(columns={columns},rows=4)" for columns in (4, 5)]
    assert any(told(lambda: sb.ray.count(board, part=5000)) for board in boards)
    assert any(told(lambda: sb.ray.solve(board, part=5000)) for board in boards)


def test_parts_of_a_layer_whose_workers_are_killed_are_expanded_again(monkeypatch: pytest.MonkeyPatch) -> None:
    local = sb.load("connect-four(columns=4,rows=4)").count(tree=False)
    events = [kill_a_worker] * 3
    on_progress(monkeypatch, events)
    far = sb.ray.count("connect-four(columns=4,rows=4)", tree=False, part=500, retries=10)
    assert not events, "the workers were killed too late to matter"
    assert {**far, "seconds": 0} == {**local, "seconds": 0}


def test_where_the_object_store_is_full_nothing_is_lost_or_counted_twice() -> None:
    local = sb.load("connect-four(columns=4,rows=4)").count(tree=False)
    # More than there is room for: Ray moves what does not fit to the disk, and back when it is asked for.
    kept = [ray.put(np.full(STORE // 4, number, dtype=np.uint8)) for number in range(6)]
    far = sb.ray.count("connect-four(columns=4,rows=4)", tree=False, part=5000, progress=False)
    assert {**far, "seconds": 0} == {**local, "seconds": 0}
    table = sb.arena("tictactoe", PLAYERS, 10, db=False, progress=False)
    assert sb.ray.arena("tictactoe", PLAYERS, 10, db=False, progress=False).to_dict() == table.to_dict()
    assert [int(ray.get(object)[-1]) for object in kept] == list(range(6))


def test_a_full_disk_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(shared: object) -> None:
        raise ray.exceptions.OutOfDiskError("no room")

    monkeypatch.setattr(ray, "put", full)
    with pytest.raises(sb.SpielbaumError, match=r"object store is full.*\(no room\).*`object_store_memory`"):
        sb.ray.count("nim", progress=False)


def test_no_more_is_handed_out_than_half_of_the_object_store_holds() -> None:
    has = ray.cluster_resources()
    store = int(has["object_store_memory"])
    with Tasks("LayerWorker", None, 0, None) as tasks:
        assert tasks.room() == 2 * has["CPU"] >= 4
        assert [tasks.room(store // parts) for parts in (6, 4, 1)] == [3, 2, 1]


def printed_document(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """What the program has printed last. Ray may have told before it of a worker that an earlier test lost."""
    document: dict[str, Any] = json.loads(capsys.readouterr().out.splitlines()[-1])
    return document


def test_only_the_document_goes_to_the_output(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    count = sb.ray.count

    def tell_and_count(*arguments: Any, **options: Any) -> dict[str, Any]:
        print("a worker died")
        return count(*arguments, **options)

    monkeypatch.setattr(sb.ray, "count", tell_and_count)
    assert main(["count", "nim", "--json"]) == 0
    output, errors = capsys.readouterr()
    assert "a worker died" in errors and "a worker died" not in output and '"game": "nim"' in output


def test_the_program_prints_the_document(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = str(tmp_path / "store.db")
    assert main(["arena", "nim", "--players", "random,first-legal", "--games", "3", "--openings", "random:1", "--db", store, "--json"]) == 0
    printed = printed_document(capsys)
    assert printed == sb.arena("nim", "random,first-legal", 3, openings=1, db=False, progress=False).to_dict()
    assert main(["arena", "--resume", "1", "--db", store, "--json"]) == 0
    assert printed_document(capsys) == printed
    swept = ["--sweep", "uct(playouts={5,10})", "--against", "random", "--sprt", "elo1=200"]
    assert main(["arena", "nim", "--games", "20", "--db", store, "--json", *swept]) == 0
    # Two strategies against one, in both orders.
    assert len(printed_document(capsys)["pairings"]) == 4


def test_the_program_learns_counts_and_solves(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    learned, solved = str(tmp_path / "nim.json"), str(tmp_path / "nim.solved")
    game = sb.load("nim")

    def printed(*arguments: str) -> dict[str, Any]:
        assert main(arguments) == 0
        return {**printed_document(capsys), "seconds": 0}

    store = tmp_path / "store.db"
    found = printed("learn", "nim", "--games", "100", "--seed", "3", "--actors", "1", "--out", learned, "--db", str(store), "--json")
    assert game.evaluate(db=store)["games"] == found["games"]
    assert found["file"] == learned and found["states"] == game.learn(games=100, seed=3, threads=1, file=tmp_path / "local.json")["states"]
    further = printed("learn", "nim", "--games", "100", "--continue", learned, "--actors", "1", "--out", learned, "--json")
    assert further["games"] > found["games"]
    assert printed("count", "nim", "--part", "5", "--memory", "100", "--json") == {**game.count(), "seconds": 0}
    assert printed("count", "nim", "--no-tree", "--json")["leaves"] is None
    assert printed("solve", "nim", "--part", "5", "--out", solved, "--json") == {**game.solve("retrograde"), "seconds": 0}
    assert Path(solved).exists()


def test_the_program_prints_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, line in (
        (["learn", "nim", "--games", "100", "--actors", "1", "--out", str(tmp_path / "nim.json")], "nim: learned from"),
        (["count", "tictactoe"], "tictactoe: 5,478 states, 958 of them terminal; the tree has 255,168 leaves"),
        (["solve", "tictactoe"], "xplayer gets 50"),
        (["solve", "tictactoe", "--time", "1e-9"], "tictactoe: ended early (time), at least 1 states"),
    ):
        assert main(arguments) == 0
        assert any(printed.startswith(line) for printed in capsys.readouterr().out.splitlines())


def test_the_program_tells_what_failed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, why in (
        (["arena", "no-such-game", "--db", str(tmp_path / "store.db")], "no-such-game"),
        (["learn", "nim", "--out", "nim.txt"], "end the name of the file in .json"),
        (["learn", "nim", "--continue", str(tmp_path / "none.json")], "none.json"),
        (["count", "nim", "--part", "0"], "`part` takes 1 or more"),
        (["solve", "nim", "--method", "board"], "not board"),
    ):
        assert main(arguments) == 1
        assert why in capsys.readouterr().err


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
        ["arena", "--resume", "1", "--games", "500"],
        ["arena", "nim", "--sweep", "uct(playouts={5,10})", "--against", "random", "--schedule", "ladder"],
        ["learn"],
        ["learn", "nim", "--games", "3", "--minutes", "3"],
        ["learn", "nim", "--from", "books"],
        ["count", "nim", "--memory", "much"],
        [],
    ],
)
def test_wrong_usage_of_the_program_is_told(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(wrong)
    assert ended.value.code == 2 and "usage: spielbaum-ray" in capsys.readouterr().err
