"""People of a body, and a clock that tests set."""

from tests.exams.sittings.conftest import alice, bob, clock

__all__ = ["alice", "bob", "clock"]
