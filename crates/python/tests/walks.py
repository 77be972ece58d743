"""Random walks through games."""

from collections.abc import Iterator
from random import Random

import spielbaum as sb


DEAD_END = """(role you) (init start)
(<= (legal you left) (true start))
(<= (legal you right) (true start))
(<= (next dead) (does you left))
(<= (next won) (does you right))
(<= terminal (true won))
(<= (goal you 100) (true won))
(<= (goal you 0) (not (true won)))
"""
"""Rules with a fault: whoever goes left has no legal move after that, and the game is not over. Who goes right wins."""


def step(state: sb.State, random: Random) -> None:
    """Makes random moves of all that move in a state."""
    if state.is_chance_node():
        outcomes = state.chance_outcomes()
        state.apply_action(random.choices([action for action, _ in outcomes], [share for _, share in outcomes])[0])
    elif state.is_simultaneous_node():
        players = len(state.returns())
        state.apply_actions([random.choice(state.legal_actions(player)) for player in range(players)])
    else:
        state.apply_action(random.choice(state.legal_actions()))


def walk(game: sb.Game, seed: int, most: int = 200) -> Iterator[sb.State]:
    """The states of a random play, from the initial one on."""
    random, state = Random(seed), game.new_initial_state()
    for _ in range(most):
        yield state.clone()
        if state.is_terminal():
            return
        step(state, random)
