"""A first player, for every game: it plays any of the legal moves it is told.

Try it:  agon match reversi "ugi:python3 examples/players/python/player.py" random --games 2
"""
import random
import sys

legal_moves = []      # what the last "legalmoves" line said
position = ""         # what the last "position" line said: the whole game so far


def say(line):
    # Output to a pipe is buffered: without the flush nobody ever sees the line.
    print(line, flush=True)


def best_move():
    """The place for your ideas. Now: any legal move."""
    return random.choice(legal_moves)


for line in sys.stdin:                       # ends when the input ends
    words = line.split()
    if not words:
        continue
    command, rest = words[0], words[1:]
    if command == "ugi":                     # who are you, and what can be set?
        say("id name Python starter")
        say("id author you")
        # Whoever announces this option is told the legal moves before every "go".
        say("option name LegalMoves type check default false")
        say("ugiok")
    elif command == "isready":               # is everything before this done?
        say("readyok")
    elif command == "uginewgame":            # forget the game before
        legal_moves, position = [], ""
    elif command == "position":              # the whole game so far, every time
        position = line
    elif command == "legalmoves":
        legal_moves = rest
    elif command == "go":                    # exactly one bestmove for every go
        if legal_moves:
            say("bestmove " + best_move())
    elif command == "quit":
        break
    # Everything else is ignored: that is what the protocol asks for.
