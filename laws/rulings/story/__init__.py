"""A board told as one story: what happened, in order, and the rulings that it calls for.

`form` reads a story, `play` keeps the table while cards are played, `course` walks the story and rules on what departs
from correct procedure, `short` reads a table record as a story. A table record is what one irregularity looks like to a
procedure (`laws.rulings.record`); a story may hold several, one inside another, and the engine makes their records itself.
"""
