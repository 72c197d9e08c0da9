from agon.four_in_a_row import AI as AI
