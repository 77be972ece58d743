"""What a match costs on Ray beside threads of this process: `python ray_arena.py [MATCHES]` plays tournaments of both kinds on two cores in one run."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import ray

import spielbaum as sb

CORES = 2
PLAYERS = {"tiny matches": ("tictactoe", "random,first-legal"), "matches of searches": ("connect-four", "uct(playouts=200),uct(playouts=100)")}


def seconds(play: Callable[[], sb.Tournament]) -> float:
    begun = time.perf_counter()
    play()
    return time.perf_counter() - begun


def main() -> None:
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    ray.init(num_cpus=CORES, include_dashboard=False, log_to_driver=False)
    print(f"{'':<20}  {'matches':>8}  {'threads':>9}  {'Ray':>9}  {'more a match':>13}  {'efficiency':>10}")
    for name, (game, players) in PLAYERS.items():
        games = max(1, matches // 4)

        def far() -> sb.Tournament:
            return sb.ray.arena(game, players, games, db=False, progress=False)

        # The first one also starts the processes of Ray.
        far()
        local = seconds(lambda: sb.arena(game, players, games, threads=CORES, db=False, progress=False))
        remote = seconds(far)
        more = 1e6 * (remote - local) / (4 * games)
        print(f"{name:<20}  {4 * games:>8}  {local:>7.2f} s  {remote:>7.2f} s  {more:>10.0f} us  {local / remote:>10.2f}")


if __name__ == "__main__":
    main()
