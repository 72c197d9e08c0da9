"""The course's game object of Four in a Row and its computer player.

>>> from agon_games.four_in_a_row import AI, Game
>>> g = Game()
>>> AI().find_legal_move(g, g.make_move)
>>> g.get_winner() is None
True
"""

from . import _agon

Game = _agon.course.Game
AI = _agon.course.AI

__all__ = ["AI", "Game"]
