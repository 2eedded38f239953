"""Keeping the bank in order once questions are in use: what calls examiners back to them, and what the bank lacks.

`changes` compares the law a version was written under with the law of today, `flips` asks the engine about both, `flags`
raises and settles; `problems` takes the reports of candidates; `coverage` counts what approved questions ask.
"""
