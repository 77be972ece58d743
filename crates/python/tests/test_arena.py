import _thread
import itertools
import sys
from pathlib import Path

import numpy as np
import pytest

import spielbaum as sb


def test_the_table_is_that_of_the_program() -> None:
    # spielbaum arena tictactoe --players 'flat-mc(playouts=5),random' --games 20 --seed 7 --json
    played = sb.arena("tictactoe", "flat-mc(playouts=5),random", 20, seed=7, db=False, progress=False)
    assert played.players == ["flat-mc(playouts=5)", "random"]
    assert [pairing.players for pairing in played.table] == [
        ["flat-mc(playouts=5)", "flat-mc(playouts=5)"],
        ["flat-mc(playouts=5)", "random"],
        ["random", "flat-mc(playouts=5)"],
        ["random", "random"],
    ]
    assert [pairing.wins for pairing in played.table] == [[9, 11], [16, 2], [4, 10], [11, 7]]
    assert [pairing.draws for pairing in played.table] == [0, 2, 6, 2]
    assert [rating.elo for rating in played.ratings] == pytest.approx([96.405851, -96.405851])
    document = played.to_dict()
    assert (document["game"], document["seed"], document["games_per_pairing"]) == ("tictactoe", 7, 20)
    assert (played.interrupted, played.id, played.forfeits) == (False, None, [])


def test_results_do_not_depend_on_the_number_of_threads() -> None:
    players = ["uct(playouts=20)", "random"]
    one, two = (sb.arena("tictactoe", players, 10, threads=threads, db=False, progress=False) for threads in (1, 2))
    assert one.to_dict() == two.to_dict()


def test_a_tournament_is_kept_in_the_store_and_can_go_on(tmp_path: Path) -> None:
    store = tmp_path / "store.db"
    played = sb.arena("nim", ["random", "first-legal"], 3, db=store, progress=False)
    assert played.id == 1
    assert sb.resume(1, db=store, progress=False).to_dict() == played.to_dict()
    with pytest.raises(sb.SpielbaumError, match="no tournament 2"):
        sb.resume(2, db=store, progress=False)
    with pytest.raises(sb.SpielbaumError):
        sb.resume(1, db=tmp_path / "another.db", progress=False)
    with pytest.raises(sb.SpielbaumError, match="a tournament is resumed from a store; give db=FILE"):
        sb.resume(1, db=False, progress=False)  # type: ignore[arg-type]


def test_without_a_number_of_games_as_many_are_played_as_the_program_plays() -> None:
    def games(**options: object) -> int:
        played = sb.arena("nim", "random,first-legal", db=False, progress=False, **options)  # type: ignore[arg-type]
        return int(played.to_dict()["games_per_pairing"])

    assert games() == 96 // 4
    assert games(schedule="ladder") == 200
    assert games(sprt={"elo0": 0, "elo1": 400, "alpha": 0.2, "beta": 0.2}) == 50_000


def test_whole_numbers_of_numpy_are_numbers() -> None:
    plain, numpys = (
        sb.arena("tictactoe", "random,first-legal", number(2), seed=number(3), openings=number(1), db=False, progress=False) for number in (int, np.int64)
    )
    assert plain.to_dict() == numpys.to_dict()
    with pytest.raises(TypeError):
        sb.arena("nim", "random", 1, seed="three", sprt={"elo0": object()}, db=False)  # type: ignore[arg-type,dict-item]


def test_the_users_own_store_is_that_of_the_program(tmp_path: Path) -> None:
    assert sb.arena("nim", "random", 1, progress=False).id == 1
    if sys.platform == "linux":
        assert (tmp_path / "data" / "spielbaum" / "spielbaum.db").exists()


def test_a_tournament_as_tables_of_text_and_html() -> None:
    played = sb.arena("nim", "random,first-legal", 4, db=False, progress=False)
    text = str(played)
    assert text.startswith("nim, 16 matches") and "first-legal" in text and "Elo" in text
    page = played._repr_html_()
    assert page.count("<table>") == 2 and "first-legal" in page
    assert repr(played) == "<Tournament of nim: 16 matches>"


def test_a_tournament_as_data_frames() -> None:
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    played = sb.arena("tictactoe", "flat-mc(playouts=5),random", 5, db=False, progress=False)
    frame = played.to_pandas()
    assert frame.shape == (8, 11)
    assert isinstance(frame, pandas.DataFrame)
    row = frame[(frame["player"] == "flat-mc(playouts=5)") & (frame["opponents"] == "random") & (frame["seat"] == 0)]
    assert row["wins"].tolist() == [played.table[1].wins[0]]
    other = played.to_polars()
    assert isinstance(other, polars.DataFrame)
    assert other.columns == list(frame.columns)
    assert other["win_rate"].to_list() == frame["win_rate"].tolist()


def test_a_package_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match="pip install pandas"):
        sb.arena("nim", "random", 1, db=False, progress=False).to_pandas()


def test_a_tournament_is_drawn() -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    played = sb.arena("tictactoe", "flat-mc(playouts=5),random", 5, db=False, progress=False)
    assert played.plot().get_xlabel() == "second player"
    assert played.plot("ratings").get_title() == "tictactoe"
    alone = sb.arena("lights-out", "random", 2, db=False, progress=False)
    assert alone.plot().get_title() == "lights-out"
    with pytest.raises(sb.SpielbaumError, match="games of two players"):
        alone.plot("wins")
    matplotlib.pyplot.close("all")


def test_progress_is_shown_to_people_alone(capfd: pytest.CaptureFixture[str]) -> None:
    sb.arena("nim", "random", 2, db=False)
    assert capfd.readouterr() == ("", "")


def test_wrong_options_are_refused(tmp_path: Path) -> None:
    def refused(match: str, players: object = "random", game: object = "nim", **options: object) -> None:
        with pytest.raises(sb.SpielbaumError, match=match):
            sb.arena(game, players, **{"db": False, "progress": False, **options})  # type: ignore[arg-type]

    refused("games", games=0)
    refused("alpha-beta", players="alpha-betta")
    refused("twice", players=["random", "random"])
    refused("no built-in game", game="nimm")
    refused("plan does not apply", players="plan,random", game="nim")
    refused("`time` takes", time=-1.0)
    refused("`forfeit_after` takes a finite number, not nan", forfeit_after=float("nan"))
    refused("`openings` takes", openings=2000)
    refused("unknown variant `knockout`, expected one of `round-robin`, `gauntlet`, `ladder`, `in-order`$", schedule="knockout")
    refused("`games` takes a number from 0 to 4294967295, not -1", games=-1)
    refused("`seed` takes a number from 0 to 18446744073709551615, not 18446744073709551616", seed=2**64)
    refused("not a strategy", players=[7])
    refused("`champions` are those of a gauntlet", champions=1)
    refused("threads=0: there must be one at least", threads=0)
    refused("cannot open", db=tmp_path)


def test_ctrl_c_ends_a_tournament_and_what_was_played_is_kept(tmp_path: Path) -> None:
    store = tmp_path / "store.db"
    asked = itertools.count()

    class Interrupting:
        """Presses Ctrl-C when matches have been played."""

        def choose(self, state: sb.State, budget: sb.Budget) -> int:
            if next(asked) == 500:
                _thread.interrupt_main()
            return state.legal_actions(budget.player)[0]

    with pytest.raises(sb.TournamentInterrupted) as caught:
        sb.arena("tictactoe", [Interrupting, "random"], 10_000_000, db=store, progress=False)
    played = caught.value.tournament
    assert played.interrupted and played.id == 1
    assert sum(pairing.games for pairing in played.table) > 0
    assert f"spielbaum.resume(1, players=[...], db={str(store)!r}) goes on" in str(caught.value)
    assert isinstance(caught.value, KeyboardInterrupt)
