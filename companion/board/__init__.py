"""The screen of the table: the house's own scenes, and the frame in which a game's scene is shown."""
