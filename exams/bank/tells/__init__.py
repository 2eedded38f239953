"""Options that give themselves away: whoever has not read the question can tell which of them is right, or which is wrong.

`signs` are the plain faults of a set of options, each by name. `guesses` reads the words of the options as somebody does who
has seen many questions of the generator; `make tells` measures how far that goes (`measure`), and writes down what it learned.
None of it stops anybody: an examiner is shown what stands out, and decides.
"""

from __future__ import annotations

from exams.bank.tells.guesses import Guess, guess
from exams.bank.tells.signs import SIGNS, Options, Sign, options_of, signs

__all__ = ["SIGNS", "Guess", "Options", "Sign", "guess", "options_of", "signs"]
