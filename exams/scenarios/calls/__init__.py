"""Called to the table: a call as data, the conversation at it, and the judgement of how it was conducted. Plain Python.

`composed` makes a call of a staged table and the engine's ruling on it; `conduct` reads what is declared of how tables behave;
`known` keeps tables for paths that few have; `conversation` says what has been said and done after some presses; `judgement`
marks them on the assessors' five criteria. `both_ways` makes a call and a question of one table, and `noted` reads what an
assessor ticks of a call that is held live.
A call and its presses are plain data, stored by whoever simulates it (`exams.calls`) or has it assessed (`exams.assessment`).
"""

from __future__ import annotations

from exams.scenarios.calls.both_ways import BothWays, staged_both_ways
from exams.scenarios.calls.composed import callable_paths, offered_paths, staged_call, surveyed_calls
from exams.scenarios.calls.conversation import Conversation, NotAnAct, check, follow
from exams.scenarios.calls.judgement import judged
from exams.scenarios.calls.noted import law_order, presses_of

__all__ = [
    "BothWays",
    "Conversation",
    "NotAnAct",
    "callable_paths",
    "check",
    "follow",
    "judged",
    "law_order",
    "offered_paths",
    "presses_of",
    "staged_both_ways",
    "staged_call",
    "surveyed_calls",
]
