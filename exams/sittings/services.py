"""What can be done with sittings, entries and the start of attempts, by name; each lives in a module of its own."""

from exams.sittings.checking import ChainCheck, verify_chain
from exams.sittings.ending import end
from exams.sittings.entering import approve, enter, enter_candidate, refuse, withdraw
from exams.sittings.possible import NotPossible
from exams.sittings.scheduling import Arrangement, change, schedule
from exams.sittings.starting import start
from exams.sittings.timing import set_time
from exams.sittings.voiding import void_attempt, void_sitting

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
