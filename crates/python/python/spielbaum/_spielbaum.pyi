from collections.abc import Callable, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, Literal, final, overload

import numpy as np
import numpy.typing as npt

from .tournament import Player

__all__ = [
    "Boards",
    "Budget",
    "Game",
    "InformationState",
    "LayerWorker",
    "MatchWorker",
    "RulesError",
    "Run",
    "SelfPlayWorker",
    "SpielbaumError",
    "State",
    "Strategy",
    "Trace",
    "Tree",
    "children",
    "features",
    "games",
    "go_on",
    "load",
    "parse",
    "play",
    "random_playouts",
    "specs",
    "store_file",
    "strategy",
    "sweep",
    "tree",
    "unpickled_game",
    "unpickled_strategy",
]

class SpielbaumError(ValueError):
    """What was asked for cannot be done; the message tells why, and what can be done about it."""

class RulesError(SpielbaumError):
    """A rulesheet is not correct. `findings` lists what is wrong: dictionaries of `severity`, `code`, `message`, `line`, `column` and `remedy`."""

    findings: list[dict[str, Any]]

def games() -> list[str]:
    """The names of all built-in games, in alphabetical order."""

def load(game: str | PathLike[str], /, *, cache: str | PathLike[str] | None = None) -> Game:
    """The built-in game or member of a family with this name, or the game of the rulesheet at a path; `cache` is where its circuit is kept."""

def parse(rules: str, /, *, name: str = "rules", cache: str | PathLike[str] | None = None) -> Game:
    """The game of a rulesheet in the Game Description Language, in KIF syntax; `cache` is as for `load`."""

def unpickled_game(name: str, rules: str, number: int) -> Game:
    """The game of what one is pickled as: its name, the text of its rules, and its number where it was pickled."""

def random_playouts(states: Sequence[State] | Boards, n: int, *, seed: int = 0) -> npt.NDArray[np.float64]: ...
def children(
    states: Sequence[State] | Boards,
) -> tuple[
    npt.NDArray[np.int64],
    npt.NDArray[np.int64],
    npt.NDArray[np.float64],
    npt.NDArray[np.uint8],
    npt.NDArray[np.bool_],
    npt.NDArray[np.float32],
]: ...
def features(states: Sequence[State] | Boards) -> npt.NDArray[np.int32]: ...
@final
class Game:
    @property
    def name(self) -> str: ...
    @property
    def roles(self) -> list[str]: ...
    @property
    def has_chance(self) -> bool: ...
    @property
    def hides(self) -> bool: ...
    @property
    def takes_turns(self) -> bool: ...
    @property
    def fluents(self) -> list[str]: ...
    @property
    def variables(self) -> list[list[int]]: ...
    def num_players(self) -> int: ...
    def num_distinct_actions(self) -> int: ...
    def actions(self, player: int) -> list[str]: ...
    def chance_actions(self) -> list[str]: ...
    def min_utility(self) -> int: ...
    def max_utility(self) -> int: ...
    def utility_sum(self) -> int | None: ...
    def observation_tensor_shape(self) -> list[int]: ...
    def new_initial_state(self) -> State: ...
    def deserialize_state(self, text: str) -> State: ...
    def perft(self, depth: int) -> list[int]: ...
    def playouts(self, playouts: int, *, state: State | None = None, seed: int = 0) -> list[float]: ...
    @overload
    def think(
        self,
        strategy: Player,
        state: State | None = None,
        *,
        player: int | None = None,
        time: float | None = None,
        nodes: int | None = None,
        playouts: int | None = None,
        seed: int = 0,
        trace: Literal[False] = False,
        db: str | PathLike[str] | Literal[False] | None = None,
    ) -> dict[str, Any]: ...
    @overload
    def think(
        self,
        strategy: Player,
        state: State | None = None,
        *,
        player: int | None = None,
        time: float | None = None,
        nodes: int | None = None,
        playouts: int | None = None,
        seed: int = 0,
        trace: Literal[True],
        db: str | PathLike[str] | Literal[False] | None = None,
    ) -> Trace: ...
    def evaluate(
        self,
        state: State | None = None,
        *,
        player: int | None = None,
        learned: str | PathLike[str] | None = None,
        db: str | PathLike[str] | Literal[False] | None = None,
    ) -> dict[str, Any]: ...
    def solve(
        self,
        method: str = "auto",
        *,
        state: State | None = None,
        memory: float | None = None,
        time: float | None = None,
        threads: int | None = None,
        iterations: int | None = None,
        seed: int | None = None,
        sets: int | None = None,
        file: str | PathLike[str] | None = None,
        _workers: Any | None = None,
        _progress: Callable[[int, int], None] | None = None,
    ) -> dict[str, Any]: ...
    def count(
        self,
        method: str = "explicit",
        *,
        state: State | None = None,
        tree: bool = True,
        memory: float | None = None,
        time: float | None = None,
        threads: int | None = None,
        _workers: Any | None = None,
        _progress: Callable[[int, int], None] | None = None,
    ) -> dict[str, Any]: ...
    def learn(
        self,
        minutes: float = 2.0,
        *,
        games: int | None = None,
        source: str | None = None,
        seed: int = 0,
        threads: int | None = None,
        file: str | PathLike[str] | None = None,
        begin_with: str | PathLike[str] | None = None,
        db: str | PathLike[str] | Literal[False] | None = None,
        _workers: Any | None = None,
        _progress: Callable[[int, int], None] | None = None,
    ) -> dict[str, Any]: ...
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, _memo: Any) -> Game: ...
    def __reduce__(self) -> tuple[Any, tuple[str, str, int]]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class State:
    def current_player(self) -> int: ...
    def is_terminal(self) -> bool: ...
    def is_chance_node(self) -> bool: ...
    def is_simultaneous_node(self) -> bool: ...
    def is_player_node(self) -> bool: ...
    def legal_actions(self, player: int | None = None) -> list[int]: ...
    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """For each action 1 if it is legal, else 0: as many as `Game.num_distinct_actions`, or as `Game.chance_actions` if `player` is -1, or nobody is asked about where chance moves."""
    def chance_outcomes(self) -> list[tuple[int, float]]: ...
    def apply_action(self, action: int) -> None: ...
    def apply_actions(self, actions: list[int]) -> None: ...
    def child(self, action: int) -> State: ...
    def undo_action(self, player: int, action: int) -> None: ...
    def returns(self) -> list[float]: ...
    def rewards(self) -> list[float]: ...
    def player_return(self, player: int) -> float: ...
    def player_reward(self, player: int) -> float: ...
    def action_to_string(self, player_or_action: int, action: int | None = None) -> str: ...
    def string_to_action(self, text: str, player: int | None = None) -> int: ...
    def information_state_string(self, player: int | None = None) -> str: ...
    def observation_string(self, player: int | None = None) -> str: ...
    def observation_tensor(self, player: int | None = None) -> list[float]: ...
    def history(self) -> list[int]: ...
    def move_number(self) -> int: ...
    def clone(self) -> State: ...
    def svg(self) -> str:
        """The board as a picture, with what else holds; of a built-in game with its pieces."""
    def _repr_svg_(self) -> str: ...
    def __copy__(self) -> State: ...
    def __deepcopy__(self, _memo: Any) -> State: ...
    def serialize(self) -> str: ...
    def __reduce__(self) -> tuple[Any, tuple[str]]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

def strategy(spec: str, /, *, evaluator: Any | None = None) -> Strategy:
    """A strategy by its spec, such as `uct(playouts=1000)`. With an evaluator, an object that has a method `evaluate(state)`, it judges states by that: `evaluate` gives a payoff from 0 to 100 for each player."""

def unpickled_strategy(spec: str, evaluator: Any | None, texts: list[tuple[str, str]], arrays: list[tuple[str, npt.NDArray[np.uint8]]]) -> Strategy:
    """A strategy of what it is pickled as: its spec, its evaluator, and the files that the spec names, as paths and contents."""

def tree(text: str, /) -> Tree:
    """The game tree of a text: brackets such as `((3 12 8) (2 4 6))`, whose leaves are what the first player gets, or JSON."""

@final
class Tree:
    """An explicit game tree."""

    @property
    def roles(self) -> list[str]: ...
    def __len__(self) -> int: ...
    def search(
        self,
        strategy: str,
        *,
        time: float | None = None,
        nodes: int | None = None,
        playouts: int | None = None,
        seed: int = 0,
    ) -> Trace:
        """Searches the tree from its root by a strategy, and gives the search tree with the decision."""

@final
class Trace:
    """The search tree of a decision."""

    @property
    def decision(self) -> dict[str, Any]:
        """The decision that the search came to, as `Game.think` gives it."""
    def __len__(self) -> int:
        """How many nodes were kept."""
    def svg(self) -> str:
        """The search tree as a picture: values, windows, what was cut, the principal variation. Raises `SpielbaumError` if it has more than 5,000 nodes."""
    def narration(self, steps: int = 100) -> str:
        """The first steps of the search in words, one a line; of a search by simulations the first simulations."""
    def to_dict(self) -> dict[str, Any]:
        """The document that `spielbaum think --trace FILE --steps N` writes."""
    def _repr_svg_(self) -> str | None: ...

@final
class Strategy:
    @property
    def spec(self) -> str: ...
    @property
    def evaluator(self) -> Any | None: ...
    def __reduce__(self) -> tuple[Any, tuple[str, Any | None, list[tuple[str, str]], list[tuple[str, npt.NDArray[np.uint8]]]]]: ...

@final
class Budget:
    """What a decision may cost, and for whom it is."""

    @property
    def player(self) -> int:
        """The player that decides."""
    @property
    def seed(self) -> int:
        """A random number, for random numbers of one's own: the same in the same match at the same decision, whatever the number of threads."""
    @property
    def time(self) -> float | None:
        """Seconds for the decision; none if time does not bound it."""
    @property
    def nodes(self) -> int | None:
        """States that may be visited; none if their number is not bounded."""
    @property
    def playouts(self) -> int | None:
        """Playouts that may be made; none if their number is not bounded."""
    def stopped(self) -> bool:
        """Whether the decision does not matter any more, for Ctrl-C was pressed: a long search should end."""

@final
class InformationState:
    """What a player knows that has to choose in a game that hides something: its own moves and percepts, and its legal actions. Its methods are those of `State` that do not need the state."""

    def current_player(self) -> int: ...
    def legal_actions(self, player: int | None = None) -> list[int]: ...
    def information_state_string(self, player: int | None = None) -> str: ...
    def action_to_string(self, action: int) -> str: ...
    def string_to_action(self, text: str) -> int: ...

@final
class Run:
    @property
    def document(self) -> dict[str, Any]: ...
    @property
    def id(self) -> int | None: ...
    @property
    def remarks(self) -> list[str]: ...
    @property
    def forfeits(self) -> list[tuple[list[str], int, str]]: ...
    @property
    def interrupted(self) -> BaseException | None: ...

def store_file() -> Path | None: ...
def specs(text: str) -> list[str]: ...
def sweep(spec: str) -> list[str]:
    """The specs of one in which braces list what a place of it takes in turn: `sweep("uct(playouts={16,64})")` gives two."""
def play(
    game: Game,
    players: list[Player] | None,
    options: str,
    store: str | None,
    threads: int,
    progress: Callable[[int, int], None] | None,
    workers: Any | None,
) -> Run: ...
def go_on(
    id: int,
    players: list[Player],
    store: str,
    threads: int,
    progress: Callable[[int, int], None] | None,
    workers: Any | None,
) -> Run: ...

@final
class MatchWorker:
    def __new__(cls, assignment: str, large: list[tuple[str, npt.NDArray[np.uint8]]], players: list[Any]) -> MatchWorker: ...
    def work(self, fixtures: list[tuple[int, int]]) -> str: ...

@final
class SelfPlayWorker:
    def __new__(cls, assignment: str) -> SelfPlayWorker: ...
    def work(self, weights: bytes, seed: int) -> str: ...

@final
class LayerWorker:
    def __new__(cls, assignment: str) -> LayerWorker: ...
    def work(self, states: bytes) -> tuple[int, int, int, bytes]: ...

@final
class Boards:
    def __new__(cls, game: Game, boards: int, seed: int) -> Boards: ...
    def restart(self, seed: int) -> None: ...
    def step(self, moves: npt.NDArray[np.int64]) -> str | None: ...
    def play(self, steps: int, games: npt.NDArray[np.int64], goals: npt.NDArray[np.float64]) -> None: ...
    def random_moves(self, moves: npt.NDArray[np.int64]) -> None: ...
    def nth_legal(self, player: int, ranks: npt.NDArray[np.int64], moves: npt.NDArray[np.int64]) -> None: ...
    def legal_at(self, player: int, places: npt.NDArray[np.float64], moves: npt.NDArray[np.int64]) -> None: ...
    def count_legal(self, player: int, counts: npt.NDArray[np.int64]) -> None: ...
    def write_view(
        self,
        fluents: npt.NDArray[np.uint8] | None,
        legal: list[npt.NDArray[np.uint8]],
        turns: npt.NDArray[np.int64] | None,
    ) -> None: ...
    def write_percepts(self, percepts: npt.NDArray[np.uint8]) -> None: ...
    def write_ends(self, goals: npt.NDArray[np.float32], ended: npt.NDArray[np.uint8]) -> None: ...
    def draw(self, board: int) -> str: ...
