from agon_games.four_in_a_row import AI as AI
