"""Whole DXP games: against pydraughts' client, and of the engine with itself.

pydraughts is always the one that connects and asks for the game. It keeps the board, checks every
move of the engine, and ends the games; it also takes a move back. Then the engine plays itself
over the loopback, each side once as the initiator that calls and once as the initiator that
listens. Exits with 0 only if all of that went well.

    python tests/clients/pydraughts_dxp.py target/release/damocles
"""

import json
import os
import random
import subprocess
import sys
import threading

from draughts import BLACK, WHITE, Board
from draughts.engine import DXPEngine
from draughts.engines.dxp_communication import dxp_classes

# The library's name of the board, ours, whether its moves need its own numbering, and the
# colours of the engine.
VARIANTS = [
    ("standard", "international", False, [WHITE, BLACK]),
    ("frisian", "frisian", False, [BLACK]),
    ("russian", "russian", True, [WHITE, BLACK]),
    ("brazilian", "brazilian", True, [WHITE]),
    ("english", "english", True, [WHITE, BLACK]),
    ("italian", "italian", False, [BLACK]),
    ("breakthrough", "breakthrough", False, [WHITE]),
    ("antidraughts", "losing", False, [BLACK]),
]
LONGEST_GAME = 120
SECONDS_IN_ALL = 300

# The library sleeps seven seconds whenever it closes a connection.
dxp_classes.time.sleep = lambda seconds: None

programs = []


def fail(message):
    """Ends everything, whatever threads of the library are still waiting."""
    print(f"FAILED: {message}", flush=True)
    for program in programs:
        program.kill()
    os._exit(1)


def start(program, *arguments):
    """Starts the engine with its results on a pipe."""
    command = [program, "dxp", "--set", "tt-size=14", "--json", *arguments]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    programs.append(child)
    return child


def listening(program, *arguments):
    """Starts an engine that listens, and returns it with its port."""
    child = start(program, "--listen", "0", *arguments)
    note = child.stderr.readline()
    if "listening on " not in note:
        fail(f"no port: {note}")
    # What else it tells must not fill the pipe.
    threading.Thread(target=child.stderr.read, daemon=True).start()
    return child, int(note.rsplit(":", 1)[1])


def play(port, board_name, engine_side, dice):
    """Plays one game of random moves against the engine; returns the board and what was seen."""
    engine = DXPEngine(None, {"port": port, "max-moves": 0}, initial_time=0)
    board = Board(board_name)
    plies = 0
    # With an engine that is Black the library does not wait for the move that it makes anew.
    has_taken_back = board_name != "standard" or engine_side == BLACK
    while not board.is_over() and plies < LONGEST_GAME:
        if board.turn == engine_side:
            move = engine.play(board).move
            if move is None:
                fail(f"{board_name}: no move in {board.fen}")
            board.push(move)
            plies += 1
            if plies > 6 and not has_taken_back:
                has_taken_back = True
                accepted, board, answer = engine.takeback(2, engine_side)
                if not accepted or answer.move is None:
                    fail("a move was not taken back")
                board = engine.sender.current.pos.copy()
        else:
            board.push(dice.choice(list(board.legal_moves())))
            plies += 1
    engine.quit()
    return board, plies


def against_the_library(program):
    dice = random.Random(4)
    for board_name, variant, renumber, sides in VARIANTS:
        numbering = "pydraughts" if renumber else "top-left"
        arguments = ["--variant", variant, "--numbering", numbering, "--no-claims"]
        engine, port = listening(program, *arguments)
        for side in sides:
            board, plies = play(port, board_name, side, dice)
            # Connections end one after the other, so this is the line of this game.
            line = json.loads(engine.stdout.readline())
            expected = "white" if side == WHITE else "black"
            if line["us"] != expected or not line["moves"]:
                fail(f"{variant}: the engine tells of another game: {line}")
            unsent = len(board.move_stack) - len(line["moves"])
            if unsent not in (0, 1):
                fail(f"{variant}: {len(board.move_stack)} plies, but {line}")
            print(f"{variant}: {expected}, {plies} plies, all legal: {line['reason']}", flush=True)
        engine.kill()


def against_itself(program):
    terms = ["--initiator", "--games", "2", "--time", "0", "--moves", "30"]
    for caller_leads in (True, False):
        follower = ["--games", "2"]
        listener, port = listening(program, *(follower if caller_leads else terms))
        roles = terms if caller_leads else follower
        caller = start(program, "--connect", f"127.0.0.1:{port}", *roles)
        threading.Thread(target=caller.stderr.read, daemon=True).start()
        games = [[json.loads(line) for line in child.stdout] for child in (caller, listener)]
        if caller.wait() != 0 or listener.wait() != 0 or [len(side) for side in games] != [2, 2]:
            fail(f"a match of two games went wrong: {games}")
        for ours, theirs in zip(*games):
            if ours["moves"] != theirs["moves"] or ours["us"] == theirs["us"]:
                fail(f"the sides tell of different games: {ours} {theirs}")
            plies, reason = len(ours["moves"]), ours["reason"]
            leader = "caller" if caller_leads else "listener"
            print(f"itself: the {leader} asked, {plies} plies: {reason}", flush=True)


def main():
    program = os.path.abspath(sys.argv[1])
    # pydraughts waits for ever: what hangs must end the test.
    watchdog = threading.Timer(SECONDS_IN_ALL, fail, args=("it took too long",))
    watchdog.daemon = True
    watchdog.start()
    try:
        against_the_library(program)
        against_itself(program)
    except Exception as error:  # Whatever it is, threads of the library would hide it.
        fail(repr(error))
    for child in programs:
        child.kill()
    # Threads of the library may still read from closed connections.
    os._exit(0)


main()
