"""What a match costs on Ray beside threads of this process, and what that comes to on clusters of other sizes: `python ray_arena.py [MATCHES]`.

The first table plays tournaments of both kinds on two cores in one run. The second simulates larger clusters: one process directs, which needs as much of its processor for a task and for a
match as was measured here.
"""

from __future__ import annotations

import heapq
import os
import sys
import time
from collections.abc import Callable

# By default the processes of Ray give way to all others.
os.environ["RAY_worker_niceness"] = "0"
import ray

import spielbaum as sb

CORES = 2
PLAYERS = {"tiny matches": ("tictactoe", "random,first-legal"), "matches of searches": ("connect-four", "uct(playouts=200),uct(playouts=100)")}


def seconds(play: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    begun = clock()
    play()
    return clock() - begun


def efficiency(cores: int, matches: int, match_seconds: float, task_cost: float, match_cost: float) -> float:
    """The share of their time in which the cores of a cluster play, as `sb.ray.arena` hands matches out: shards of about a second, two of them for each core."""
    size = max(1, min(1000, int(1.0 / match_seconds)))
    free, done = [0.0] * cores, list[tuple[float, int]]()
    director, left = 0.0, matches
    while left or done:
        room = 2 * cores - len(done)
        if left and room:
            shard = min(left, max(1, min(size, -(-left // room))))
            left -= shard
            director += task_cost
            end = max(director, heapq.heappop(free)) + shard * match_seconds
            heapq.heappush(free, end)
            heapq.heappush(done, (end, shard))
        else:
            end, shard = heapq.heappop(done)
            director = max(director, end) + shard * match_cost
    return matches * match_seconds / (cores * director)


def main() -> None:
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    ray.init(num_cpus=CORES, include_dashboard=False, log_to_driver=False)
    print(f"{'':<20}  {'matches':>8}  {'threads':>9}  {'Ray':>9}  {'more a match':>13}  {'efficiency':>10}")
    for name, (game, players) in PLAYERS.items():
        games = max(1, matches // 4)

        def far(games: int = games, shard: int | None = None) -> sb.Tournament:
            return sb.ray.arena(game, players, games, db=False, progress=False, shard=shard)

        # The first one also starts the processes of Ray.
        far()
        local = seconds(lambda: sb.arena(game, players, games, threads=CORES, db=False, progress=False))
        remote = seconds(far)
        more = 1e6 * (remote - local) / (4 * games)
        print(f"{name:<20}  {4 * games:>8}  {local:>7.2f} s  {remote:>7.2f} s  {more:>10.0f} us  {local / remote:>10.2f}")
        if name == "tiny matches":
            # The director's processor time for as many matches one by one, and forty by forty.
            single, forty = (seconds(lambda: far(250, shard), time.process_time) / 1000 for shard in (1, 40))  # noqa: B023
            task_cost = max(0.0, single - forty) * 40 / 39
            match_cost = max(0.0, forty - task_cost / 40)
    print(f"\nthe director needs {1e6 * task_cost:.0f} us for a task and {1e6 * match_cost:.0f} us for a match; the share of time in which cores play then (simulated, 200 matches a core):")
    sizes = [10, 100, 1000]
    print(f"{'a match takes':<20}" + "".join(f"  {cores:>7} cores" for cores in sizes))
    for match_seconds in (0.001, 0.01, 0.1, 1.0, 10.0):
        shares = (efficiency(cores, 200 * cores * max(1, int(0.1 / match_seconds)), match_seconds, task_cost, match_cost) for cores in sizes)
        print(f"{match_seconds:>18} s" + "".join(f"  {100 * share:>11.0f} %" for share in shares))


if __name__ == "__main__":
    main()
