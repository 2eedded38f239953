"""The table in play: who holds and has played what, whose turn it is, what lies on the table, and what may be played.

`position` is the table at one moment, `legal` says which cards may be played and why not the others, `told` is the play as a
record tells it, and `irregular` finds what went wrong in it. What a departure from procedure leads to is for the laws; which
cards a law bars is said by the law itself (`legal.bar`).
"""
