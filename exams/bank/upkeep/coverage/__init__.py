"""What the approved questions of a body ask, and what they leave out: by topic, by provision, by path of the engine."""
