"""Steps a second of CPU time of games side by side: `python benches/vector.py [GAME ...] [--seconds S] [--boards N]`.

Each step makes a random legal action in each board and writes observations, rewards, ends and legal actions. Actions are drawn by numpy (a random number from 0 to 1 is a place in the list of legal actions)
or by the boards themselves (`random_actions`), or boards play 100 random steps in one call (`play`). In the same run, where they are installed: Pgx (`pip install pgx`), a step that is compiled by jax with automatic restart and a random action, and OpenSpiel
(`pip install open_spiel`), state by state in a loop. Bytes are what the process grows by when it makes 10,000 boards.
"""

import argparse
import random
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import numpy as np

import spielbaum as sb

# What others call our games.
PEERS = {"tictactoe": "tic_tac_toe", "connect-four": "connect_four", "othello": "othello"}
# Steps of random play in one call.
PLAYED = 100


def rate(step: Callable[[], object], steps_each: int, seconds: float) -> float:
    """Steps a second of CPU time of all threads, after some that do not count."""
    for _ in range(20):
        step()
    began, calls = time.process_time(), 0
    while time.process_time() - began < seconds:
        step()
        calls += 1
    return calls * steps_each / (time.process_time() - began)


def drawn_by_numpy(game: str, boards: int) -> Callable[[], object]:
    # Numpy's quickest generator.
    vector, numbers = sb.vector(game, boards), np.random.Generator(np.random.SFC64(0))
    return lambda: vector.step(vector.legal_at(numbers.random(boards)))


def drawn_by_boards(game: str, boards: int) -> Callable[[], object]:
    vector = sb.vector(game, boards)
    return lambda: vector.step(vector.random_actions())


def played_by_boards(game: str, boards: int) -> Callable[[], object]:
    vector = sb.vector(game, boards)
    return lambda: vector.play(PLAYED)


def pgx(game: str, boards: int) -> Callable[[], object]:
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(PEERS[game])
    stepped = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def step(state, key):
        key, drawn, begun = jax.random.split(key, 3)
        action = jax.random.categorical(drawn, jnp.log(state.legal_action_mask.astype(jnp.float32)), axis=-1)
        return stepped(state, action, jax.random.split(begun, boards)), key

    keys = jax.random.split(jax.random.PRNGKey(0), boards)
    now = [jax.jit(jax.vmap(env.init))(keys), jax.random.PRNGKey(1)]

    def one() -> None:
        now[0], now[1] = step(now[0], now[1])
        now[0].observation.block_until_ready()

    return one


def open_spiel(game: str) -> Callable[[], object]:
    import pyspiel

    rules = pyspiel.load_game(PEERS[game])
    now = [rules.new_initial_state()]

    def one() -> None:
        state = now[0]
        state.apply_action(random.choice(state.legal_actions()))
        if state.is_terminal():
            state.returns()
            now[0] = rules.new_initial_state()
        now[0].observation_tensor()

    return one


def resident() -> int:
    """The bytes of this process that are in memory, where the system tells."""
    pages = Path("/proc/self/statm")
    return int(pages.read_text().split()[1]) * 4096 if pages.exists() else 0


def bytes_of_boards(game: str) -> int:
    loaded, before = sb.load(game), resident()
    vector = sb.vector(loaded, 10_000)
    vector.step(vector.random_actions())
    return resident() - before


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(PEERS), help="what `spielbaum.load` takes")
    parser.add_argument("--seconds", type=float, default=3.0, help="CPU seconds of each measurement")
    parser.add_argument("--boards", type=int, default=4096, help="how many games go on side by side")
    options = parser.parse_args()
    for game in options.games:
        print(f"{game}: 10,000 boards take {bytes_of_boards(game) / 1e6:.1f} MB")
        ours = rate(drawn_by_numpy(game, options.boards), options.boards, options.seconds)
        inside = rate(drawn_by_boards(game, options.boards), options.boards, options.seconds)
        played = rate(played_by_boards(game, options.boards), PLAYED * options.boards, options.seconds)
        print(f"  actions drawn by numpy {ours / 1e6:.2f} M steps a second, by the boards {inside / 1e6:.2f} M, played by them {played / 1e6:.1f} M")
        if game in PEERS and find_spec("pgx"):
            theirs = rate(pgx(game, options.boards), options.boards, options.seconds)
            print(f"  Pgx {theirs / 1e6:.2f} M: {ours / theirs:.1f}, {inside / theirs:.1f} and {played / theirs:.0f} times as many here")
        if game in PEERS and find_spec("pyspiel"):
            theirs = rate(open_spiel(game), 1, options.seconds)
            print(f"  OpenSpiel {theirs / 1e6:.3f} M: {ours / theirs:.0f}, {inside / theirs:.0f} and {played / theirs:.0f} times as many here")


if __name__ == "__main__":
    main()
