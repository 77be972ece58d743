"""The program `spielbaum-ray`: tournaments, learning, counting and solving on a cluster of Ray from the command line."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from typing import Any

from . import SpielbaumError, TournamentInterrupted, sweep
from ._spielbaum import specs


_Outcome = tuple[dict[str, Any], str, int]
"""What a command found, as a document and as text, and the program's exit code."""

_GAME = "a built-in game or the path of a rulesheet"
_SEED = "the seed of all random numbers (0)"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="spielbaum-ray", description="Tournaments, learning, counting and solving on a cluster of Ray.")
    commands = parser.add_subparsers(required=True, dest="command", metavar="COMMAND")
    cluster = argparse.ArgumentParser(add_help=False)
    tasks = cluster.add_argument_group("the cluster")
    tasks.add_argument("--address", help="the cluster, as `ray.init` takes it (the environment's, or this machine)")
    tasks.add_argument("--timeout", type=float, metavar="S", help="give a task to another worker after so many seconds")
    tasks.add_argument("--retries", type=int, default=3, metavar="N", help="begin a lost task so often again (3)")

    arena = commands.add_parser(
        "arena",
        parents=[cluster],
        help="let strategies play one another",
        description="Lets strategies play one another. The same seed gives the table of `spielbaum arena`.",
    )
    arena.add_argument("game", nargs="?", metavar="GAME", help=_GAME)
    arena.add_argument("--resume", type=int, metavar="ID", help="go on with an interrupted tournament of the store")
    arena.add_argument("--players", metavar="SPEC,SPEC", help="the strategies; without them, those that suit the game")
    arena.add_argument("--games", type=int, metavar="N", help="games of each pairing, at most (as many as suit the game; 200 in a ladder, 50000 with --sprt)")
    arena.add_argument("--seed", type=int, default=0, metavar="N", help=_SEED)
    arena.add_argument("--schedule", choices=["round-robin", "gauntlet", "ladder", "in-order"], help="who meets whom (round-robin)")
    arena.add_argument("--sweep", action="append", default=[], metavar="SPEC", help="compare budgets: a spec with alternatives in braces, such as 'uct(playouts={16,64,256})'; may be repeated")
    arena.add_argument("--against", metavar="SPEC,SPEC", help="the opponents of the strategies of --sweep")
    arena.add_argument("--sprt", nargs="?", const="", type=_sprt, metavar="elo0=0,elo1=20,alpha=0.05,beta=0.05", help="play each pairing only until a sequential test decides it")
    arena.add_argument("--time", type=float, metavar="S", help="seconds for each move")
    arena.add_argument("--openings", type=_openings, default=0, metavar="random:N", help="so many random moves begin each game")
    arena.add_argument("--ply-limit", type=int, metavar="N", help="a game ends without a winner after so many joint moves")
    arena.add_argument("--forfeit-after", type=float, metavar="S", help="a player that takes longer for a move forfeits")
    arena.add_argument("--db", metavar="FILE", help="the store (the user's own)")
    arena.add_argument("--shard", type=int, metavar="N", help="matches of a task (as many as take a second)")
    arena.add_argument("--json", action="store_true", help="print the document of `spielbaum arena --json`")

    learn = commands.add_parser(
        "learn",
        parents=[cluster],
        help="learn an evaluation by playing",
        description="Learns an evaluation from the rules: tasks play games, and this process learns from them. The same seed, --games and number of actors give the same evaluation.",
    )
    learn.add_argument("game", metavar="GAME", help=_GAME)
    until = learn.add_mutually_exclusive_group()
    until.add_argument("--minutes", type=float, default=2.0, metavar="M", help="how long to learn (2)")
    until.add_argument("--games", type=int, metavar="N", help="end after so many games instead")
    begin = learn.add_mutually_exclusive_group()
    begin.add_argument("--from", dest="source", choices=["self-play", "random"], help="where the states come from (self-play)")
    begin.add_argument("--continue", dest="begin_with", metavar="FILE", help="begin with a finished evaluation")
    learn.add_argument("--seed", type=int, default=0, metavar="N", help=_SEED)
    learn.add_argument("--actors", type=int, metavar="N", help="tasks that play; the result depends on their number (one for each core of the cluster)")
    learn.add_argument("--out", "-o", dest="file", metavar="FILE", help="the file of the evaluation (the name of the game with .json, in this directory)")
    learn.add_argument("--db", metavar="FILE", help="the store in which it is kept, too (the user's own)")
    learn.add_argument("--json", action="store_true", help="print the document of `spielbaum learn --json`")

    layers = argparse.ArgumentParser(add_help=False, parents=[cluster])
    layers.add_argument("game", metavar="GAME", help=_GAME)
    layers.add_argument("--memory", type=float, metavar="MB", help="megabytes of this process for states and what is known of them (4096)")
    layers.add_argument("--time", type=float, metavar="S", help="end after so many seconds with what is known by then")
    layers.add_argument("--part", type=int, default=50_000, metavar="N", help="states of a task (50000); plies of fewer states are expanded by this process")
    count = commands.add_parser(
        "count",
        parents=[layers],
        help="count the states that a game can reach, and its tree",
        description="Counts states ply by ply: tasks expand the states of each ply, and this process takes out what has been seen. The tree is counted by this process.",
    )
    count.add_argument("--no-tree", action="store_true", help="do not count the game tree, which takes as long again")
    count.add_argument("--json", action="store_true", help="print the document of `spielbaum count --json`")
    solve = commands.add_parser(
        "solve",
        parents=[layers],
        help="work out the exact value of a game for every role",
        description="Solves a game by retrograde analysis: tasks expand the states of each ply, and this process values them backwards.",
    )
    solve.add_argument("--method", default="auto", help="auto or retrograde, which are the same here: no other method can be shared")
    solve.add_argument("--out", "-o", dest="file", metavar="FILE", help="write the values of all states to FILE.solved")
    solve.add_argument("--json", action="store_true", help="print the document of `spielbaum solve --json`")
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
    """Runs the program, and gives its exit code: 0 if all was done, 1 if something failed, 2 for wrong usage, 130 after Ctrl-C."""
    parser = _parser()
    given = parser.parse_args(arguments)
    if given.command == "arena":
        _check_arena(parser, given)
    try:
        from . import ray as cluster
        from ._ray_tasks import ray
    except ImportError as failure:
        print(failure, file=sys.stderr)
        return 1
    try:
        # Ray prints what happens to its workers where the document belongs.
        with redirect_stdout(sys.stderr):
            if given.address is not None:
                ray.init(address=given.address, log_to_driver=False)
            document, text, code = _COMMANDS[given.command](cluster, given)
        print(json.dumps(document) if given.json else text)
        return code
    except KeyboardInterrupt:
        return 130
    except (SpielbaumError, ConnectionError, OSError) as failure:
        print(f"error: {failure}", file=sys.stderr)
        return 1


_RESUMING = {"resume", "db", "shard", "json", "address", "timeout", "retries"}
"""What can be said where a tournament is gone on with."""


def _check_arena(parser: argparse.ArgumentParser, given: argparse.Namespace) -> None:
    if (given.game is None) == (given.resume is None):
        parser.error("takes a GAME or --resume ID, and not both")
    if given.resume is not None:
        plain = vars(parser.parse_args(["arena"]))
        others = [name for name, value in vars(given).items() if value != plain[name] and name not in _RESUMING]
        if others:
            parser.error(f"--resume goes on as the tournament was begun, and takes no --{others[0].replace('_', '-')}")
    if given.sweep and (given.players is not None or given.schedule is not None or given.against is None):
        parser.error("--sweep takes --against, and no --players or --schedule")
    if given.against is not None and not given.sweep:
        parser.error("--against takes --sweep")


def _arena(cluster: Any, given: argparse.Namespace) -> _Outcome:
    code = 0
    tasks: dict[str, Any] = {"db": given.db, "shard": given.shard, **_tasks(given)}
    try:
        if given.resume is not None:
            played = cluster.resume(given.resume, **tasks)
        else:
            players, schedule, champions = given.players, given.schedule or "round-robin", None
            if given.sweep:
                opponents = specs(given.against)
                players = [*opponents, *(spec for text in given.sweep for spec in sweep(text))]
                schedule, champions = "gauntlet", len(opponents)
            played = cluster.arena(
                given.game,
                players,
                given.games,
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
    for remark in played.remarks:
        print(remark, file=sys.stderr)
    return played.to_dict(), str(played), code


def _learn(cluster: Any, given: argparse.Namespace) -> _Outcome:
    learned = cluster.learn(
        given.game,
        given.minutes,
        games=given.games,
        source=given.source,
        seed=given.seed,
        actors=given.actors,
        file=given.file,
        begin_with=given.begin_with,
        db=given.db,
        **_tasks(given),
    )
    text = f"{learned['game']}: learned from {learned['states']:,} states of {learned['games']:,} games in {learned['seconds']:.1f} s: {learned['file']}"
    return learned, text, 0


def _count(cluster: Any, given: argparse.Namespace) -> _Outcome:
    count = cluster.count(given.game, tree=not given.no_tree, part=given.part, **_limits(given), **_tasks(given))
    plies = [f"{'ply':>4}  {'states':>15}  {'terminal':>15}"]
    plies += [f"{ply:>4}  {int(states):>15,}  {int(ends):>15,}" for ply, (states, ends) in enumerate(zip(count["by_ply"], count["terminal_by_ply"]))]
    total = f"{count['game']}: {_at_least(count)}{int(count['states']):,} states, {int(count['terminal']):,} of them terminal"
    if count["leaves"] is not None:
        total += f"; the tree has {int(count['leaves']):,} leaves"
    return count, "\n".join([*plies, total]), 0


def _solve(cluster: Any, given: argparse.Namespace) -> _Outcome:
    solved = cluster.solve(given.game, given.method, part=given.part, file=given.file, **_limits(given), **_tasks(given))
    lines = [f"{move['role']:<16}  {move['move']:<24}  {_value(move['value'])}" for move in solved["moves"]]
    lines += [f"{role} gets {_value(value)}" for role, value in solved["value"].items()]
    lines.append(f"{solved['game']}: {_at_least(solved)}{solved['states']:,} states")
    return solved, "\n".join(lines), 0


_COMMANDS = {"arena": _arena, "learn": _learn, "count": _count, "solve": _solve}


def _tasks(given: argparse.Namespace) -> dict[str, Any]:
    return {"timeout": given.timeout, "retries": given.retries}


def _limits(given: argparse.Namespace) -> dict[str, Any]:
    return {"memory": None if given.memory is None else given.memory / 1024, "time": given.time}


def _at_least(document: dict[str, Any]) -> str:
    return "" if document["cut"] is None else f"ended early ({document['cut']}), at least "


def _value(value: float | None) -> str:
    return "an unknown value" if value is None else f"{value:g}"
