"""Games side by side, as numpy arrays."""

from __future__ import annotations

from collections.abc import Iterator
from os import PathLike
from typing import Any, NamedTuple, Union

import numpy as np
import numpy.typing as npt

from ._loaded import loaded
from ._seen import Seen
from ._spielbaum import Boards, Game, SpielbaumError

Actions = npt.NDArray[np.int64]
Observations = Union[npt.NDArray[np.uint8], Any]
# An array where players take turns, else a tuple of one for each player. Which of them it is depends on the game, which no type tells: so neither has to be told from the other.
Legal = Union[npt.NDArray[np.bool_], Any]


class Step(NamedTuple):
    """What `Vector.step` returns. The arrays are those of the vector, which the next step overwrites: copy what is kept."""

    observations: Observations
    """Shape (n, fluents): 1 where a fluent holds. Of boards whose game has ended it is the initial state of the next game.

    Where the game hides something, shape (n, size): what the player that moves has seen in this game, see `Vector`; without turns one such array for each player.
    """
    rewards: npt.NDArray[np.float32]
    """Shape (n, players): the goals, from 0 to 100, of games that this step has ended; else 0."""
    terminated: npt.NDArray[np.bool_]
    """Shape (n,): whether this step has ended the game."""
    legal: Legal
    """Shape (n, actions): which actions are legal for the player that moves; without turns one such array for each player."""


class Played(NamedTuple):
    """What `Vector.play` returns. Observations and legal actions are those of the vector, as in `Step`."""

    observations: Observations
    """Shape (n, fluents), or what players have seen."""
    legal: Legal
    """Shape (n, actions), or one such array for each player."""
    games: npt.NDArray[np.int64]
    """Shape (n,): how many games have ended in each board."""
    rewards: npt.NDArray[np.float64]
    """Shape (n, players): the sum of the goals that they paid."""


class Vector:
    """`n` games of the same rules side by side, played in the bits of machine words; where one ends, the next begins in its place.

    Where players take turns (`game.takes_turns`), an action is a number of a move of the player that moves, see `players`;
    elsewhere each player has an action in each board. Chance moves by itself.

    Where the game hides something (`game.hides`), an observation has what a player has seen since the game began: its percepts after the last joint move, and then for each
    action, and for having no choice, whether it has done this so far and which percepts it saw then, as in `spielbaum.pettingzoo`. Before the first
    joint move nobody has seen anything: hands of cards are seen after the step in which chance deals them.

    The arrays are made once and written by each step, so that nothing is copied. They give themselves to other libraries in the same way: `torch.from_dlpack(vector.observations)`.
    """

    def __init__(self, game: Game | str | PathLike[str], n: int, *, seed: int = 0) -> None:
        self.game: Game = loaded(game)
        """The game."""
        if n < 1:
            raise SpielbaumError(f"n = {n}: a vector has at least one board")
        self.n = n
        """How many boards there are."""
        self.turns: bool = self.game.takes_turns
        """Whether players take turns."""
        self._seeds = _seeds(seed)
        self.boards = Boards(self.game, n, seed)
        """The boards themselves, for the other parts of this package."""
        players = self.game.num_players()
        sizes = [len(self.game.actions(player)) for player in range(players)]
        self._seen: Seen | None = Seen(self.game, n) if self.game.hides else None
        if self._seen:
            self._chosen = np.zeros((players, n), np.int64)
            self._percepts = np.zeros((players, n, *self.game.observation_tensor_shape()), np.uint8)
        if self._seen and not self.turns:
            self._observations = list(self._seen.observations)
        else:
            self._observations = [np.zeros((n, self._seen.size if self._seen else len(self.game.fluents)), np.uint8)]
        self._rewards = np.zeros((n, players), np.float32)
        self._ended = np.zeros(n, np.uint8)
        self._terminated = self._ended.view(np.bool_)
        self._legal = [np.zeros((n, size), np.uint8) for size in ([max(sizes)] if self.turns else sizes)]
        self._masks = tuple(legal.view(np.bool_) for legal in self._legal)
        self._players = np.zeros(n, np.int64) if self.turns else None
        self._view()

    def reset(self, *, seed: int | None = None) -> tuple[Observations, Legal]:
        """Begin all games anew. Returns observations and legal actions, as in `Step`.

        Without a seed, the first time after the vector was made it is the seed that the vector was made with, so that its games are repeated; and after that one that follows from the seed
        that was given last, here or there.
        """
        seeds = self._seeds if seed is None else _seeds(seed)
        self.boards.restart(next(seeds))
        self._seeds = seeds
        if self._seen:
            self._seen.begin()
        self._view()
        return self.observations, self.legal

    def step(self, actions: npt.ArrayLike) -> Step:
        """Make a move in each board.

        `actions` are integers of shape (n,) where players take turns, else (n, players). An action that is not legal raises
        `SpielbaumError`, and no board has changed.

        If a role has no legal move in a state that is reached, which is a fault of the rules, `SpielbaumError` is raised after the move: all boards have moved, and all arrays have been written. That
        board has no legal action; `draw` shows it, and `reset` begins all games anew.
        """
        moves = _integers("actions", actions)
        if moves.shape != self.actions_shape:
            raise SpielbaumError(f"actions have shape {moves.shape}, not {self.actions_shape}")
        if self._seen:
            self._write_chosen(moves)
        fault = self.boards.step(moves.reshape(-1))
        self.boards.write_ends(self._rewards, self._ended)
        if self._seen:
            self.boards.write_percepts(self._percepts)
            self._seen.note(self._chosen, self._percepts)
            self._seen.begin(self._terminated)
        self._view()
        if fault is not None:
            raise SpielbaumError(fault)
        return Step(self.observations, self._rewards, self._terminated, self.legal)

    def play(self, steps: int) -> Played:
        """Make `steps` random joint moves in each board, without an array in between: an order of magnitude more quickly than step by step.

        The same seed gives the same games for the same number of boards. It gives up the interpreter's lock, and Ctrl-C is noticed at its end.
        Where the game hides something, it goes step by step, as players have to see each of them.
        """
        if not 0 <= steps < 2**32:
            raise SpielbaumError(f"steps = {steps}: a number from 0 to {2**32 - 1}")
        games = np.zeros(self.n, np.int64)
        rewards = np.zeros((self.n, self.game.num_players()), np.float64)
        if self._seen:
            for _ in range(steps):
                done = self.step(self.random_actions())
                games += done.terminated
                rewards += done.rewards
            return Played(self.observations, self.legal, games, rewards)
        try:
            self.boards.play(steps, games, rewards)
        finally:
            self._view()
        return Played(self.observations, self.legal, games, rewards)

    @property
    def actions_shape(self) -> tuple[int, ...]:
        """The shape of the actions of a step."""
        return (self.n,) if self.turns else (self.n, self.game.num_players())

    @property
    def observations(self) -> Observations:
        """The observations of all boards, as in `Step`."""
        return tuple(self._observations) if self._seen and not self.turns else self._observations[0]

    @property
    def legal(self) -> Legal:
        """The legal actions of all boards, as in `Step`."""
        return self._masks[0] if self.turns else self._masks

    @property
    def players(self) -> npt.NDArray[np.int64]:
        """Shape (n,): the player that moves in each board. Only where players take turns."""
        if self._players is None:
            raise SpielbaumError(f"players of {self.game.name} move at the same time")
        return self._players

    def random_actions(self) -> Actions:
        """Random legal actions, each with the same probability, as `step` takes them. They depend on the seed, and in each board on that board alone."""
        actions = np.empty(self.actions_shape, np.int64)
        self.boards.random_moves(actions.reshape(-1))
        return actions

    def nth_legal(self, ranks: npt.ArrayLike, player: int = 0) -> Actions:
        """For each board the legal action that has the number `ranks[i]` among those of the player that moves, counted from 0; -1 where there are fewer.

        `ranks` has shape (n,). `player` counts where players move at the same time.
        """
        numbers = _integers("ranks", ranks)
        if numbers.shape != (self.n,):
            raise SpielbaumError(f"ranks have shape {numbers.shape}, not {(self.n,)}")
        self._check(player)
        actions = np.empty(self.n, np.int64)
        self.boards.nth_legal(player, numbers, actions)
        return actions

    def legal_at(self, places: npt.ArrayLike, player: int = 0) -> Actions:
        """For each board the legal action at a place of the list of them: `places` has shape (n,) and numbers from 0 for the first action to 1 for the last, each action with the same share of
        them; -1 where none is legal. `player` counts where players move at the same time.

        `vector.legal_at(rng.random(n))` draws random legal actions, as `nth_legal((rng.random(n) * vector.legal_counts()).astype(int))` does, in less time.
        """
        numbers = np.ascontiguousarray(places, np.float64)
        if numbers.shape != (self.n,):
            raise SpielbaumError(f"places have shape {numbers.shape}, not {(self.n,)}")
        self._check(player)
        actions = np.empty(self.n, np.int64)
        self.boards.legal_at(player, numbers, actions)
        return actions

    def legal_counts(self, player: int = 0) -> npt.NDArray[np.int64]:
        """Shape (n,): how many legal actions the player that moves has. `player` counts where players move at the same time."""
        self._check(player)
        counts = np.empty(self.n, np.int64)
        self.boards.count_legal(player, counts)
        return counts

    def draw(self, board: int) -> str:
        """What holds in a board, as text, with all that players do not see."""
        return self.boards.draw(board)

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"<Vector of {self.n} boards of {self.game.name}>"

    def _check(self, player: int) -> None:
        if not 0 <= player < self.game.num_players():
            raise SpielbaumError(f"there is no player {player}: players are numbered from 0 to {self.game.num_players() - 1}")

    def _write_chosen(self, moves: Actions) -> None:
        """Write the action of each player in each board where it has a choice."""
        assert self._seen
        none = self._seen.no_choice
        self._chosen[:] = none
        if self.turns:
            self._chosen[self.players, np.arange(self.n)] = np.where(self.legal_counts() > 1, moves, none)
        else:
            for player, chosen in enumerate(self._chosen):
                chosen[:] = np.where(self.legal_counts(player) > 1, moves[:, player], none)

    def _view(self) -> None:
        self.boards.write_view(None if self._seen else self._observations[0], self._legal, self._players)
        if self._seen and self.turns:
            self._observations[0][:] = self._seen.observations[self.players, np.arange(self.n)]


def _integers(what: str, numbers: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Whole numbers: fractions, such as probabilities in their place, are refused."""
    array = np.asarray(numbers)
    if array.dtype.kind not in "iu":
        raise SpielbaumError(f"{what} are integers, not numbers of the type {array.dtype}")
    return np.ascontiguousarray(array, np.int64)


def _seeds(seed: int) -> Iterator[int]:
    """The seed, and then those that follow from it."""
    yield seed
    random = np.random.default_rng(seed)
    while True:
        yield int(random.integers(2**64, dtype=np.uint64))


def vector(game: Game | str | PathLike[str], n: int, *, seed: int = 0) -> Vector:
    """`n` games side by side; `game` may be the name of one, as `load` takes it. Those that would take more than 16 gigabytes are refused."""
    return Vector(game, n, seed=seed)
