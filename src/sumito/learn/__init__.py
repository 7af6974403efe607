"""What helps to learn the game: refusals and threats in words. May import the engine's room and everything below it."""
