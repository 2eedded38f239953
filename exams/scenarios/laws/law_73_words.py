"""The words of questions on Law 73."""

from __future__ import annotations

from typing import Final

POSES: Final = (
    ("with a deep sigh", "the sigh"),
    ("with a grimace", "the grimace"),
    ("very slowly, as though it hurt", "the slowness"),
    ("after a long look at the ceiling", "the pause"),
    ("throwing it on the table as if in disgust", "the gesture"),
)
"""How a card was played, and what to call that."""
SECRETS: Final = (
    ("suit", "{partner} has seen {name} do that with a few small {suit} again and again, and was careful not to raise"),
    ("suit", "{name} and {partner} often do it in this position with next to no {suit}, and each allows for it"),
    ("notrump", "{partner} knows from many boards that {name} does it on twelve points, and stayed out of game"),
    ("notrump", "{side} have got used to doing it with a long suit and few points, and {partner} ran at once"),
    ("", "{partner} admits that {name} does so about once a session, and bid as if the call were not there"),
    ("", "It has happened on four boards this month; each time {partner} guarded against it, as on this one"),
)
"""What partner knows, by the kind of the opening bid."""
