import warnings
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from walks import DEAD_END

import spielbaum as sb
import spielbaum.gymnasium


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("eight-puzzle", {}),
        ("lights-out", {"rewards": (-5, 5)}),
        ("mastermind", {}),
        ("tictactoe", {"seat": 1, "against": "uct(playouts=20)"}),
        ("kuhn-poker", {"against": "ismcts(playouts=10)"}),
        ("rock-paper-scissors", {"seat": 1}),
        ("mini-bridge", {"seat": 2, "against": ["random", "first-legal", "random"]}),
    ],
)
def test_gymnasiums_own_check_passes(name: str, options: dict[str, object]) -> None:
    env = gymnasium.make(f"spielbaum/{name}-v0", **options)
    check_env(env.unwrapped)


def test_every_built_in_game_is_registered() -> None:
    assert {f"spielbaum/{name}-v0" for name in sb.games()} <= set(gymnasium.registry)


def test_a_player_alone_gets_1_for_a_win_and_0_for_a_loss_at_the_end() -> None:
    env = sb.gymnasium.env("monty-hall")
    paid = set()
    for seed in range(20):
        _, info = env.reset(seed=seed)
        terminated = False
        while not terminated:
            _, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
            assert not truncated and (terminated or reward == 0)
        paid.add(reward)
    assert paid == {0.0, 1.0}


def test_others_play_by_their_strategies() -> None:
    game = sb.load("tictactoe")
    # Who plays perfectly wins against a player that takes the first field that is free.
    for seat in (0, 1):
        env = sb.gymnasium.env(game, seat=seat, against="alpha-beta(table=16)")
        _, info = env.reset(seed=seat)
        terminated = False
        while not terminated:
            _, reward, terminated, _, info = env.step(np.flatnonzero(info["action_mask"])[0])
        assert reward == -1
    for against in (["random", "random"], []):
        with pytest.raises(sb.SpielbaumError, match="strategies for 1 others"):
            sb.gymnasium.env(game, against=against)
    with pytest.raises(sb.SpielbaumError, match="there is no seat 2: players of tictactoe are numbered from 0 to 1"):
        sb.gymnasium.env(game, seat=2)
    with pytest.raises(sb.SpielbaumError, match="did you mean"):
        sb.gymnasium.env(game, seat=1, against="alpha-betta")


def test_the_files_of_strategies_are_read_when_the_environment_is_made(tmp_path: Path) -> None:
    weights = tmp_path / "weights.toml"
    against = f"deepening(depth=1,eval=positional({weights}))"
    with pytest.raises(sb.SpielbaumError, match="weights.toml"):
        sb.gymnasium.env("othello", seat=1, against=against)
    weights.write_text("[[phase]]\nweights = [" + ", ".join(["[1, 2, 3, 4, 4, 3, 2, 1]"] * 8) + "]")
    env = sb.gymnasium.env("othello", seat=1, against=against)
    weights.unlink()
    _, info = env.reset(seed=1)
    for _ in range(3):
        _, _, terminated, _, info = env.step(np.flatnonzero(info["action_mask"])[0])
        assert not terminated


def test_an_illegal_action_ends_the_game_with_the_least_reward() -> None:
    env = sb.gymnasium.env("tictactoe", rewards=(-3, 3))
    env.reset(seed=0)
    _, reward, terminated, _, info = env.step(9)
    assert (reward, terminated, info["illegal_action"]) == (-3, True, 9) and not info["action_mask"].any()
    with pytest.raises(sb.SpielbaumError, match="begin one by `reset`"):
        env.step(0)
    env.reset()
    with pytest.raises(sb.SpielbaumError, match="10 is not an action"):
        env.step(10)


def test_where_the_rules_are_at_fault_nothing_is_paid() -> None:
    env = sb.gymnasium.env(sb.parse(DEAD_END))
    env.reset(seed=0)
    with pytest.raises(sb.SpielbaumError, match="no legal move"):
        env.step(0)


def test_a_seed_repeats_the_game() -> None:
    def play(seed: int) -> list[bytes]:
        env = sb.gymnasium.env("kuhn-poker", seat=1)
        seen = [env.reset(seed=seed)[0], *(env.reset()[0] for _ in range(5))]
        return [observation.tobytes() for observation in seen]

    assert play(1) == play(1) != play(2)


def test_boards_are_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    env = sb.gymnasium.env("lights-out", render_mode="human")
    env.reset()
    assert "l = lit" in capsys.readouterr().out
    env = sb.gymnasium.env("lights-out", render_mode="ansi")
    env.reset()
    assert "l = lit" in str(env.render())


@pytest.fixture
def boards() -> spielbaum.gymnasium.VectorEnv:
    return gymnasium.make_vec("spielbaum/lights-out-v0", num_envs=70)  # type: ignore[return-value]


def test_boards_side_by_side_are_environments(boards: spielbaum.gymnasium.VectorEnv) -> None:
    assert boards.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    singles = [sb.gymnasium.env(boards.game) for _ in range(70)]
    observations, info = boards.reset(seed=1)
    expected = [single.reset()[0] for single in singles]
    random = np.random.default_rng(0)
    for _ in range(30):
        assert boards.observation_space.contains(observations) and (observations == expected).all()
        actions = np.array([random.choice(np.flatnonzero(mask)) for mask in info["action_mask"]])
        observations, rewards, terminations, truncations, info = boards.step(actions)
        steps = [single.step(action) for single, action in zip(singles, actions)]
        assert rewards.tolist() == [step[1] for step in steps] and terminations.tolist() == [step[2] for step in steps]
        assert not truncations.any()
        expected = [single.reset()[0] if step[2] else step[0] for single, step in zip(singles, steps)]
    assert info["action_mask"].shape == (70, 25) and info["_action_mask"].all()


def test_boards_of_a_game_that_hides_something_show_what_the_player_has_seen() -> None:
    boards = sb.gymnasium.vector_env("mastermind", 50)
    shown = sb.vector("mastermind", 50)
    observations, info = boards.reset(seed=1)
    shown.reset(seed=int(np.random.default_rng(1).integers(2**63)))
    random = np.random.default_rng(0)
    for _ in range(20):
        assert boards.observation_space.contains(observations) and (observations == shown.observations).all()
        actions = np.array([random.choice(np.flatnonzero(mask)) for mask in info["action_mask"]])
        shown.step(actions)
        observations, _, _, _, info = boards.step(actions)
    assert observations.any()


def test_boards_give_arrays_of_their_own_unless_told(boards: spielbaum.gymnasium.VectorEnv) -> None:
    first, info = boards.reset(seed=1)
    kept = first.copy()
    boards.step(np.zeros(70, int))
    assert (first == kept).all()
    shared = sb.gymnasium.vector_env(boards.game, 3, copy=False)
    assert shared.reset()[0] is not shared.reset()[0] and np.shares_memory(shared.reset()[0], shared.step([0, 0, 0])[0])


def test_gymnasiums_wrappers_take_boards(boards: spielbaum.gymnasium.VectorEnv) -> None:
    listed = gymnasium.wrappers.vector.DictInfoToList(gymnasium.wrappers.vector.RecordEpisodeStatistics(boards))
    _, infos = listed.reset(seed=1)
    assert len(infos) == 70 and infos[3]["action_mask"].shape == (25,)
    listed.step(np.zeros(70, int))


def test_what_cannot_be_boards_side_by_side_is_refused() -> None:
    with pytest.raises(sb.SpielbaumError, match="vectorization_mode='sync'"):
        gymnasium.make_vec("spielbaum/tictactoe-v0", num_envs=2)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        several = gymnasium.make_vec("spielbaum/tictactoe-v0", num_envs=2, vectorization_mode="sync")
    observations, _ = several.reset(seed=1)
    assert observations.shape == (2, 29)
