"""Steps a second of CPU time of games side by side: `python benches/vector.py [GAME ...]`.

Each step makes a random legal action in each board and writes observations, rewards, ends and legal actions. Actions are drawn by numpy
(a rank among the legal actions) or by the boards themselves.
"""

import sys
import time

import numpy as np

import spielbaum as sb

BOARDS = 4096
SECONDS = 3.0


def drawn_by_numpy(vector: sb.Vector, random: np.random.Generator) -> sb.Vector:
    vector.step(vector.nth_legal(random.integers(0, vector.legal_counts())))
    return vector


def drawn_by_boards(vector: sb.Vector, random: np.random.Generator) -> sb.Vector:
    vector.step(vector.random_actions())
    return vector


def rate(step, game: str) -> float:
    vector, random = sb.vector(game, BOARDS), np.random.default_rng(0)
    for _ in range(50):
        step(vector, random)
    began, steps = time.process_time(), 0
    while time.process_time() - began < SECONDS:
        for _ in range(20):
            step(vector, random)
        steps += 20
    return BOARDS * steps / (time.process_time() - began)


if __name__ == "__main__":
    for game in sys.argv[1:] or ["tictactoe", "connect-four", "othello"]:
        by_numpy, by_boards = rate(drawn_by_numpy, game), rate(drawn_by_boards, game)
        print(f"{game}: {by_numpy / 1e6:.2f} M steps a second, {by_boards / 1e6:.2f} M with actions drawn by the boards")
