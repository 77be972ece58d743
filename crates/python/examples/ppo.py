"""Learns a game in turns by proximal policy optimization, against a random player: `python examples/ppo.py [--game connect-four] [--minutes 5]`.

Schulman, Wolski, Dhariwal, Radford & Klimov, "Proximal Policy Optimization Algorithms" (2017), in plain torch on `spielbaum.vector`: in half of the boards the learner
moves first, in the other half second. Actions that are not legal have no probability. It prints, by minutes, the learner's mean goal of the games that
ended since the last line.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import torch
from torch import nn

import spielbaum as sb

# Lambda of generalized advantage estimation.
TRACE = 0.95
# By how much probabilities may change in an update.
CLIP = 0.2
# The weight of the entropy of the policy.
ENTROPY = 0.01
# How often an update passes over what was played, and in how many parts.
EPOCHS, PARTS = 4, 4


class Network(nn.Module):
    """From the observations to a logit for each action, and to the value for the player that moves."""

    def __init__(self, observations: int, actions: int, width: int = 128) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(observations, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy = nn.Linear(width, actions)
        self.value = nn.Linear(width, 1)

    def forward(self, observations: torch.Tensor, legal: torch.Tensor) -> tuple[torch.distributions.Categorical, torch.Tensor]:
        inside = self.body(observations)
        logits = self.policy(inside).masked_fill(~legal, -1e9)
        return torch.distributions.Categorical(logits=logits, validate_args=False), self.value(inside).squeeze(-1)


class Batch:
    """So many steps in all boards, in arrays of shape (steps, boards)."""

    def __init__(self, steps: int, boards: sb.Vector) -> None:
        shape = (steps, boards.n)
        self.observations = np.zeros((*shape, boards.observations.shape[1]), np.float32)
        self.legal = np.zeros((*shape, boards.game.num_distinct_actions()), np.bool_)
        self.actions = np.zeros(shape, np.int64)
        self.logs = np.zeros(shape, np.float32)
        self.values = np.zeros(shape, np.float32)
        self.learners = np.zeros(shape, np.bool_)
        self.rewards = np.zeros(shape, np.float32)
        self.ended = np.zeros(shape, np.bool_)

    def advantages(self) -> tuple[np.ndarray, np.ndarray]:
        """The advantage of each action of the learner, and which are known: all but the last of a game that has not ended, of which only the value is used.

        What others do between two actions of the learner is a part of the game: its rewards belong to the learner's action before.
        """
        steps, boards = self.actions.shape
        advantages, known = np.zeros((steps, boards), np.float32), np.zeros((steps, boards), np.bool_)
        # Of what comes later in each board: the value, the advantage, the rewards until then, and whether it is known.
        value, advantage, rewards = (np.zeros(boards, np.float32) for _ in range(3))
        later = np.zeros(boards, np.bool_)
        for step in reversed(range(steps)):
            ended, mine = self.ended[step], self.learners[step]
            value[ended], advantage[ended], later[ended] = 0, 0, True
            rewards = np.where(ended, self.rewards[step], rewards)
            error = rewards + value - self.values[step]
            known[step] = mine & later
            advantage = np.where(known[step], error + TRACE * advantage, advantage)
            advantages[step] = advantage
            value = np.where(mine, self.values[step], value)
            rewards = np.where(mine, 0, rewards)
            later |= mine
        return advantages, known


def play(network: Network, boards: sb.Vector, seats: np.ndarray, batch: Batch) -> list[float]:
    """Fill a batch. Returns the learner's goals of the games that have ended."""
    goals: list[float] = []
    for step in range(len(batch.actions)):
        batch.observations[step], batch.legal[step] = boards.observations, boards.legal
        batch.learners[step] = mine = boards.players == seats
        actions = boards.random_actions()
        with torch.no_grad():
            chances, values = network(torch.from_numpy(batch.observations[step]), torch.from_numpy(batch.legal[step]))
            drawn = chances.sample()
            batch.logs[step] = chances.log_prob(drawn).numpy()
        batch.values[step] = values.numpy()
        batch.actions[step] = np.where(mine, drawn.numpy(), actions)
        done = boards.step(batch.actions[step])
        own = done.rewards[np.arange(boards.n), seats]
        batch.ended[step] = done.terminated
        batch.rewards[step] = np.where(done.terminated, own / 50 - 1, 0)
        goals += own[done.terminated].tolist()
    return goals


def learn(network: Network, optimizer: torch.optim.Optimizer, batch: Batch) -> None:
    """Some passes over a batch."""
    advantages, known = batch.advantages()
    observations, legal, actions, logs, values = (
        torch.from_numpy(array[known]) for array in (batch.observations, batch.legal, batch.actions, batch.logs, batch.values)
    )
    better = torch.from_numpy(advantages[known])
    targets = values + better
    better = (better - better.mean()) / (better.std() + 1e-8)
    for _ in range(EPOCHS):
        for part in torch.randperm(len(actions)).chunk(PARTS):
            chances, value = network(observations[part], legal[part])
            ratio = (chances.log_prob(actions[part]) - logs[part]).exp()
            gain = torch.minimum(ratio * better[part], ratio.clamp(1 - CLIP, 1 + CLIP) * better[part])
            # Probabilities that are 0 add nothing: their logarithms are finite.
            entropy = -(chances.probs * chances.logits).sum(-1)
            loss = -gain.mean() + 0.5 * (value - targets[part]).square().mean() - ENTROPY * entropy.mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()


def main(arguments: list[str] | None = None) -> float:
    """Learns; returns the last score."""
    parser = argparse.ArgumentParser(description="Learns a game in turns by PPO, against a random player.")
    parser.add_argument("--game", default="tictactoe")
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--updates", type=int, help="stop after so many updates")
    parser.add_argument("--boards", type=int, default=512)
    parser.add_argument("--steps", type=int, default=32, help="steps between two updates")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    boards = sb.vector(options.game, options.boards, seed=options.seed)
    if not boards.turns or boards.game.num_players() < 2:
        parser.error(f"{options.game} is not a game in turns of several players")
    seats = np.arange(boards.n) % boards.game.num_players()
    network = Network(boards.observations.shape[1], boards.game.num_distinct_actions())
    optimizer = torch.optim.Adam(network.parameters(), lr=1e-3)
    batch = Batch(options.steps, boards)
    began = printed = time.monotonic()
    goals: list[float] = []
    score, updates, games = float("nan"), 0, 0
    last = False
    while not last:
        goals += play(network, boards, seats, batch)
        learn(network, optimizer, batch)
        updates += 1
        now = time.monotonic()
        last = now - began > 60 * options.minutes or updates == options.updates
        if goals and (last or now - printed > 5):
            games += len(goals)
            score = float(np.mean(goals))
            print(f"{(now - began) / 60:5.2f} minutes, {updates:5d} updates, {games:8d} games: mean goal {score:5.1f}", flush=True)
            goals, printed = [], now
    return score


if __name__ == "__main__":
    main()
