"""The program `spielbaum-ray`: tournaments on a cluster of Ray from the command line."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import Any

from . import SpielbaumError, TournamentInterrupted, sweep
from ._spielbaum import specs


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="spielbaum-ray", description="Tournaments on a cluster of Ray.")
    arena = parser.add_subparsers(required=True, metavar="COMMAND").add_parser(
        "arena", help="let strategies play one another", description="Lets strategies play one another. The same seed gives the table of `spielbaum arena`."
    )
    arena.add_argument("game", nargs="?", metavar="GAME", help="a built-in game or the path of a rulesheet")
    arena.add_argument("--resume", type=int, metavar="ID", help="go on with an interrupted tournament of the store")
    arena.add_argument("--players", metavar="SPEC,SPEC", help="the strategies; without them, those that suit the game")
    arena.add_argument("--games", type=int, metavar="N", help="games of each pairing, at most (100; 50000 with --sprt)")
    arena.add_argument("--seed", type=int, default=0, metavar="N", help="the seed of all random numbers (0)")
    arena.add_argument("--schedule", choices=["round-robin", "gauntlet", "ladder", "in-order"], default="round-robin", help="who meets whom (round-robin)")
    arena.add_argument("--sweep", action="append", default=[], metavar="SPEC", help="compare budgets: a spec with alternatives in braces, such as 'uct(playouts={16,64,256})'; may be repeated")
    arena.add_argument("--against", metavar="SPEC,SPEC", help="the opponents of the strategies of --sweep")
    arena.add_argument("--sprt", nargs="?", const="", type=_sprt, metavar="elo0=0,elo1=20,alpha=0.05,beta=0.05", help="play each pairing only until a sequential test decides it")
    arena.add_argument("--time", type=float, metavar="S", help="seconds for each move")
    arena.add_argument("--openings", type=_openings, default=0, metavar="random:N", help="so many random moves begin each game")
    arena.add_argument("--ply-limit", type=int, metavar="N", help="a game ends without a winner after so many joint moves")
    arena.add_argument("--forfeit-after", type=float, metavar="S", help="a player that takes longer for a move forfeits")
    arena.add_argument("--db", metavar="FILE", help="the store (the user's own)")
    arena.add_argument("--address", help="the cluster, as `ray.init` takes it (the environment's, or this machine)")
    arena.add_argument("--shard", type=int, metavar="N", help="matches of a task (as many as take a second)")
    arena.add_argument("--timeout", type=float, metavar="S", help="give a shard to another worker after so many seconds")
    arena.add_argument("--retries", type=int, default=3, metavar="N", help="begin a lost shard so often again (3)")
    arena.add_argument("--json", action="store_true", help="print the document of `spielbaum arena --json`")
    return parser


def _sprt(text: str) -> dict[str, float]:
    bounds = {"elo0": 0.0, "elo1": 20.0, "alpha": 0.05, "beta": 0.05}
    for part in filter(None, text.split(",")):
        name, _, value = part.partition("=")
        try:
            bounds[name if name in bounds else ""] = float(value)
        except ValueError:
            raise argparse.ArgumentTypeError(f"takes numbers of elo0, elo1, alpha and beta, not {part}") from None
    if "" in bounds:
        raise argparse.ArgumentTypeError(f"takes elo0, elo1, alpha and beta, not {text}")
    return bounds


def _openings(text: str) -> int:
    kind, _, plies = text.partition(":")
    if text == "none":
        return 0
    if kind != "random" or not plies.isdecimal():
        raise argparse.ArgumentTypeError(f"takes none or random:N, not {text}")
    return int(plies)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the program, and gives its exit code: 0 if all was played, 1 if something failed, 2 for wrong usage, 130 after Ctrl-C."""
    parser = _parser()
    given = parser.parse_args(arguments)
    if (given.game is None) == (given.resume is None):
        parser.error("takes a GAME or --resume ID, and not both")
    if given.sweep and (given.players is not None or given.against is None):
        parser.error("--sweep takes --against, and no --players")
    if given.against is not None and not given.sweep:
        parser.error("--against takes --sweep")
    try:
        from . import ray as cluster
        from ._ray_tasks import ray
    except ImportError as failure:
        print(failure, file=sys.stderr)
        return 1
    code = 0
    try:
        if given.address is not None:
            ray.init(address=given.address, log_to_driver=False)
        tasks: dict[str, Any] = {"db": given.db, "shard": given.shard, "timeout": given.timeout, "retries": given.retries}
        if given.resume is not None:
            played = cluster.resume(given.resume, **tasks)
        else:
            players, schedule, champions = given.players, given.schedule, None
            if given.sweep:
                opponents = specs(given.against)
                players = [*opponents, *(spec for text in given.sweep for spec in sweep(text))]
                schedule, champions = "gauntlet", len(opponents)
            games = given.games if given.games is not None else 100 if given.sprt is None else 50_000
            played = cluster.arena(
                given.game,
                players,
                games,
                seed=given.seed,
                time=given.time,
                schedule=schedule,
                champions=champions,
                sprt=given.sprt,
                openings=given.openings,
                ply_limit=given.ply_limit,
                forfeit_after=given.forfeit_after,
                **tasks,
            )
    except TournamentInterrupted as interrupted:
        played, code = interrupted.tournament, 130
    except (SpielbaumError, ConnectionError) as failure:
        print(f"error: {failure}", file=sys.stderr)
        return 1
    for remark in played.remarks:
        print(remark, file=sys.stderr)
    print(json.dumps(played.to_dict()) if given.json else played)
    return code
