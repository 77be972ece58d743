"""The bridge to OpenSpiel that `cargo xtask bench` starts: one question a line in, one answer a line out, both JSON.

An answer is an object; if it has a key `error`, its value says what went wrong. It needs `pip install open_spiel`.
(The file must not be called like the package, or it would be imported in its place.)
"""

import json
import os
import sys
import time

# Whatever else writes to the standard output must not come between the answers.
ANSWERS = os.fdopen(os.dup(1), "w", buffering=1)
os.dup2(2, 1)

# Simulations are bounded by time alone, and memory by so many MiB.
SIMULATIONS = 2_000_000_000
MEMORY = 1_000

ROLLOUTS = 1


class TimeUp(Exception):
    """The search took too long."""


class Clock:
    """Time on the wall and of this process since it was made."""

    def __init__(self):
        self.wall, self.cpu = time.perf_counter(), time.process_time()

    def answer(self, **more):
        seconds, cpu = time.perf_counter() - self.wall, time.process_time() - self.cpu
        return {"seconds": seconds, "cpu_seconds": cpu, **more}


class Bridge:
    def __init__(self):
        import pyspiel
        from open_spiel.python.algorithms import minimax

        self.pyspiel, self.minimax = pyspiel, minimax
        self.state = self.bot = None

    def hello(self):
        from importlib import metadata

        return {"version": metadata.version("open_spiel")}

    def mcts(self, game, seconds, seed, uct_c, solve):
        evaluator = self.pyspiel.RandomRolloutEvaluator(ROLLOUTS, seed)
        return self.pyspiel.MCTSBot(
            game, evaluator, uct_c, SIMULATIONS, MEMORY, solve, seed, False, max_wall_clock_time=seconds
        )

    def simulate(self, game, seconds, seed, uct_c):
        """Simulations of MCTS from the initial state."""
        game = self.pyspiel.load_game(game)
        bot, state = self.mcts(game, seconds, seed, uct_c, False), game.new_initial_state()
        clock = Clock()
        root = bot.mcts_search(state)
        return clock.answer(simulations=root.explore_count)

    def solve(self, game, depth, seconds):
        """The value of the initial state for who begins, by the alpha-beta search that OpenSpiel has in Python.

        Counting its nodes is in the time it takes, a few percent of it.
        """
        game = self.pyspiel.load_game(game)
        plain, count, end = self.minimax._alpha_beta, 0, time.perf_counter() + seconds

        def counted(*arguments, **named):
            nonlocal count
            count += 1
            if count % 256 == 0 and time.perf_counter() > end:
                raise TimeUp
            return plain(*arguments, **named)

        # The search calls itself by this name.
        self.minimax._alpha_beta = counted
        clock = Clock()
        try:
            depth = game.max_game_length() if depth is None else depth
            value, _ = self.minimax.alpha_beta_search(game, maximum_depth=depth, value_function=lambda _: 0.0)
        except TimeUp:
            value = None
        finally:
            self.minimax._alpha_beta = plain
        return clock.answer(value=value, nodes=count)

    def begin(self, game, seed, uct_c, solve):
        """Begins a match."""
        self.game = self.pyspiel.load_game(game)
        self.state, self.seed, self.uct_c, self.solving = self.game.new_initial_state(), seed, uct_c, solve
        return self.position()

    def play(self, move):
        """Makes the move of whoever's turn it is, by its place among the legal ones."""
        self.state.apply_action(self.state.legal_actions()[move])
        return self.position()

    def think(self, seconds):
        """Searches, and tells the place of the best move among the legal ones."""
        self.seed += 1
        clock = Clock()
        action = self.mcts(self.game, seconds, self.seed, self.uct_c, self.solving).step(self.state)
        return clock.answer(move=self.state.legal_actions().index(action))

    def position(self):
        state = self.state
        if state.is_terminal():
            return {"returns": state.returns()}
        legal = [state.action_to_string(action) for action in state.legal_actions()]
        return {"player": state.current_player(), "legal": legal}


def main():
    bridge = None
    for line in sys.stdin:
        question = json.loads(line)
        try:
            bridge = bridge or Bridge()
            answer = getattr(bridge, question.pop("ask"))(**question)
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), file=ANSWERS)


if __name__ == "__main__":
    main()
