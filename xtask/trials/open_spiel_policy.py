"""How exploitable OpenSpiel finds a policy of ours: `python open_spiel_policy.py GAME FILE.policy`. It needs `pip install open_spiel`.

GAME is one of those in the table GAMES, and the file is what `spielbaum solve GAME -o FILE.policy` has written. All histories of OpenSpiel's game are gone through, each with what the players know of
it by our rules, their own moves and percepts, so that every information state of OpenSpiel gets the mixture of ours. The exploitability that OpenSpiel then works out is printed beside that in the
file, which we have worked out.
"""

import json
import sys

import pyspiel

PLAYERS = ["alice", "bob"]
RANKS = ["jack", "queen", "king"]
SUITS = ["hearts", "spades"]


def note_move(known, mover, move):
    """Both players see who has made which move."""
    for player, plies in enumerate(known):
        plies.append([move if player == mover else "noop", [f"(did {PLAYERS[mover]} {move})"]])


class Kuhn:
    # What OpenSpiel calls the game, and the goals that a payoff of 1 is worth.
    NAME, GOALS = "kuhn_poker", 25

    def move(self, action):
        return ["pass", "bet"][action]

    def known(self, history):
        """What alice and bob know where one of them is to move: the own move and the percepts of each ply."""
        known = [[["noop", [self.dealt(number)]]] for number in history[:2]]
        for turn, action in enumerate(history[2:]):
            note_move(known, turn % 2, self.move(action))
        return known

    def dealt(self, number):
        return f"(card {RANKS[number]})"


class LiarsDice(Kuhn):
    NAME, GOALS = "liars_dice(numdice=1,dice_sides=4)", 50

    def move(self, action):
        return "liar" if action == 8 else f"(bid {action // 4 + 1} {action % 4 + 1})"

    def dealt(self, number):
        return f"(die {number + 1})"


class Leduc:
    NAME, GOALS = "leduc_poker", 100 / 26

    def move(self, action):
        return ["fold", "call", "raise"][action]

    def known(self, history):
        own, others = [["noop", [f"(card {self.card(number)})"]] for number in history[:2]], ["noop", []]
        known = [[own[0], others], [others, own[1]]]
        moves, over = 0, False
        for action in history[2:]:
            if over:
                for plies in known:
                    plies.append(["noop", [f"(shown {self.card(action)})"]])
                moves, over = 0, False
            else:
                note_move(known, moves % 2, self.move(action))
                over = moves > 0 and self.move(action) == "call"
                moves += 1
        return known

    def card(self, number):
        return f"{RANKS[number // 2]} {SUITS[number % 2]}"


class Goofspiel:
    NAME, GOALS = "goofspiel(imp_info=True,num_cards=4,points_order=descending)", 50

    def move(self, action):
        return f"(bid {action + 1})"

    def known(self, history):
        # Bids are made one after the other in OpenSpiel's form with turns.
        known = [[], []]
        for bids in zip(history[::2], history[1::2]):
            seen = "tie" if bids[0] == bids[1] else f"(wins {PLAYERS[bids[0] < bids[1]]})"
            for plies, bid in zip(known, bids):
                plies.append([self.move(bid), [seen]])
        return known


GAMES = {
    "kuhn-poker": Kuhn(),
    "leduc-poker": Leduc(),
    "liars-dice(sides=4)": LiarsDice(),
    "goofspiel(cards=4,shuffled=0)": Goofspiel(),
}


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in GAMES:
        sys.exit(f"usage: open_spiel_policy.py GAME FILE.policy, where GAME is one of {', '.join(GAMES)}")
    rules = GAMES[sys.argv[1]]
    with open(sys.argv[2], encoding="utf-8") as file:
        next(file)
        origin = json.loads(next(file))["origin"]
        sets = [json.loads(line) for line in file]
    ours = {(found["role"], json.dumps(found["knows"])): found["moves"] for found in sets}

    game = pyspiel.load_game(rules.NAME)
    if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        game = pyspiel.convert_to_turn_based(game)
    policy, used, states = {}, set(), [game.new_initial_state()]
    while states:
        state = states.pop()
        if state.is_terminal():
            continue
        legal = state.legal_actions()
        if not state.is_chance_node():
            mixture = [(action, 1.0) for action in legal]
            # What leaves no choice is not in the file.
            if len(legal) > 1:
                player = state.current_player()
                key = PLAYERS[player], json.dumps(rules.known(state.history())[player])
                mixture = [(action, ours[key][rules.move(action)]) for action in legal]
                used.add(key)
            if policy.setdefault(state.information_state_string(), mixture) != mixture:
                sys.exit(f"information sets of ours are one of OpenSpiel's: {state.information_state_string()}")
        states.extend(state.child(action) for action in legal)
    if len(used) < len(ours):
        sys.exit(f"{len(ours) - len(used)} information sets of the file are not OpenSpiel's")

    found = pyspiel.exploitability(game, policy)
    print(f"{sys.argv[1]}: {origin}")
    print(f"OpenSpiel, in its {len(used)} information sets with a choice: {found * rules.GOALS:.12f}, {found:.9f} as its payoffs are")


if __name__ == "__main__":
    main()
