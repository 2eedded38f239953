"""What can be done with sittings, entries and the start of attempts, by name; each lives in a module of its own."""

from exams.sittings.breaks import set_time
from exams.sittings.endings import end, void_attempt, void_sitting
from exams.sittings.entries import approve, enter, enter_candidate, refuse, withdraw
from exams.sittings.rules import NotPossible
from exams.sittings.schedules import Arrangement, change, schedule
from exams.sittings.starts import start
from exams.sittings.verification import ChainCheck, verify_chain

__all__ = [
    "Arrangement",
    "ChainCheck",
    "NotPossible",
    "approve",
    "change",
    "end",
    "enter",
    "enter_candidate",
    "refuse",
    "schedule",
    "set_time",
    "start",
    "verify_chain",
    "void_attempt",
    "void_sitting",
    "withdraw",
]
