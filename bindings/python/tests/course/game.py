from agon.four_in_a_row import Game as Game
