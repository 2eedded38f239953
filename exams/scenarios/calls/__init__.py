"""Called to the table: a call as data, the conversation at it, and the judgement of how it was conducted. Plain Python.

`composed` makes a call of a staged table and the engine's ruling on it; `conduct` reads what is declared of how tables behave;
`known` keeps tables for paths that few have; `conversation` says what has been said and done after some presses; `judgement`
marks them on the assessors' five criteria.
A call and its presses are plain data, stored by whoever simulates it (`exams.calls`) or has it assessed (`exams.assessment`).
"""

from __future__ import annotations

from exams.scenarios.calls.composed import callable_paths, offered_paths, staged_call, surveyed_calls
from exams.scenarios.calls.conversation import Conversation, NotAnAct, check, follow
from exams.scenarios.calls.judgement import judged

__all__ = [
    "Conversation",
    "NotAnAct",
    "callable_paths",
    "check",
    "follow",
    "judged",
    "offered_paths",
    "staged_call",
    "surveyed_calls",
]
