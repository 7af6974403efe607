"""What helps to learn the game. May import the engine's room and everything below it."""
