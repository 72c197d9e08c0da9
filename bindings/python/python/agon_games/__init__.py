"""Board games to play, judge, teach and master: rules, engines and solvers.

>>> import agon_games as agon
>>> position = agon.game("reversi").start.play("f5")
>>> position.legal_moves
['f4', 'd6', 'f6']
>>> agon.engine("reversi", level=3).best(position).move in position.legal_moves
True

Positions never change; ``play`` gives back a new one. Engines think without the interpreter's lock, so several of
them can think at once in several threads, and Ctrl-C ends any long work. For volume there are ``agon.Positions`` and
the calls that end in ``_all``.
"""

from importlib import metadata

from ._agon import (
    Engine,
    Game,
    IllegalMove,
    MatchResult,
    NoLegalMove,
    Playouts,
    Position,
    Positions,
    Record,
    Report,
    SelfPlay,
    Solved,
    Solver,
    StopSignal,
    Term,
    engine,
    game,
    games,
    match,
    position,
    read_records,
    self_play,
    solve,
    write_records,
)
from .matches import match_async

__version__ = metadata.version("agon-games")

__all__ = [
    "Engine",
    "Game",
    "IllegalMove",
    "MatchResult",
    "NoLegalMove",
    "Playouts",
    "Position",
    "Positions",
    "Record",
    "Report",
    "SelfPlay",
    "Solved",
    "Solver",
    "StopSignal",
    "Term",
    "engine",
    "game",
    "games",
    "match",
    "match_async",
    "position",
    "read_records",
    "self_play",
    "solve",
    "write_records",
]
