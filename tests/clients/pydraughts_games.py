"""Whole games between the engine and itself through pydraughts' Hub engine class.

Every move is checked by that library, which also knows the rules and ends the games.

    python tests/clients/pydraughts_games.py target/release/damocles
"""

import os
import random
import sys
import threading

from draughts import Board
from draughts.engine import HubEngine, Limit

# The library's name of the board, ours, and whether its Hub moves need its own numbering.
VARIANTS = [
    ("standard", "international", False),
    ("russian", "russian", True),
    ("brazilian", "brazilian", True),
    ("english", "english", True),
    ("frisian", "frisian", False),
    ("italian", "italian", False),
    ("antidraughts", "losing", False),
    ("breakthrough", "breakthrough", False),
]
OPENING_PLIES = 4
LONGEST_GAME = 160
SECONDS_A_GAME = 120


def play(program, board_name, variant, renumber, seed):
    """Plays one game after a few random moves; returns its plies and result."""
    engine = HubEngine([program, "hub"])
    # pydraughts waits for ever: a game that hangs must end the test.
    watchdog = threading.Timer(SECONDS_A_GAME, os._exit, args=(3,))
    watchdog.start()
    engine.configure({"variant": variant, "tt-size": 14, "numbering": "pydraughts" if renumber else "top-left"})
    engine.init()
    dice = random.Random(seed)
    board = Board(board_name)
    plies = 0
    while not board.is_over() and plies < LONGEST_GAME:
        if plies < OPENING_PLIES:
            move = dice.choice(list(board.legal_moves()))
        else:
            result = engine.play(board, Limit(nodes=2000), False)
            move = result.move
            legal = [str(mv.board_move) for mv in board.legal_moves()]
            if str(move.board_move) not in legal:
                raise SystemExit(f"{variant}: {move.board_move} is not legal in {board.fen}")
        board.push(move)
        plies += 1
    engine.quit()
    watchdog.cancel()
    result = {1: "White wins", 2: "Black wins"}.get(board.winner(), "drawn or unfinished")
    return plies, result


def main():
    program = os.path.abspath(sys.argv[1])
    for board_name, variant, renumber in VARIANTS:
        for seed in range(2):
            plies, result = play(program, board_name, variant, renumber, seed)
            print(f"{variant}: game {seed + 1}, {plies} plies, all legal, {result}", flush=True)


main()
