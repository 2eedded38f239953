"""What the Director found out, and which ruling of a story it belongs to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from laws.rulings.readers import rule
from laws.rulings.record import BadRecord, parse_record
from laws.rulings.story.course import Course, Ruled
from laws.rulings.story.form import ABOUT, Happening, Story
from laws.rulings.unused import findings_used


def shared_out(story: Story, found: Course, until: int, about: Mapping[int, int]) -> dict[int, int]:
    """Findings that name no entry and that several rulings use: by their entry, the one that they are about.

    That is the ruling that cannot be given without them, or else the last. about: what has been shared out already. Raises
    BadRecord naming the finding when two rulings wait for it, so that nobody can tell which is meant.
    """
    shared: dict[int, int] = {}
    stated: set[tuple[int, str]] = set()  # what has been found out about which entry, by findings before
    for told in _found(story, until):
        facts = told.details["found"]
        named = told.details.get(ABOUT, about.get(told.place))
        users = {ruled.at: ruled for ruled in found.rulings if ruled.at < told.place and _used(ruled, told)}
        users = {
            at: ruled for at, ruled in users.items() if not all((at, fact) in stated for fact in _used(ruled, told))
        }
        if named is None and len(users) > 1:
            waiting = [at for at, ruled in users.items() if _waits_without(ruled, told)]
            if len(waiting) > 1:
                places = " and ".join(map(str, waiting))
                wants = f"the rulings on entries {places} both wait for this; expected about: with one of them"
                raise BadRecord(told.path, wants)
            named = shared[told.place] = waiting[0] if waiting else max(users)
        elif named is None and users:
            named = min(users)
            if any(ruled.at < told.place and ruled.at != named and _used(ruled, told) for ruled in found.rulings):
                shared[told.place] = named
        if named is not None:
            stated |= {(named, fact) for fact in facts}
    return shared


def refuse_unused(story: Story, found: Course) -> None:
    """Raises BadRecord naming a finding that no ruling of the whole story asks for, once none waits for an answer."""
    if found.waiting is not None:
        return
    used = {fact for ruled in found.rulings for fact in findings_used(ruled.ruling)}
    for told in _found(story, len(story.happenings)):
        about = told.details.get(ABOUT)
        if about is not None and all(ruled.at != about for ruled in found.rulings):
            raise BadRecord(
                f"{told.path}.about", f"nothing is ruled on at entry {about}; rulings are on {_places(found)}"
            )
        for fact in told.details["found"]:
            if fact not in used:
                raise BadRecord(f"{told.path}.found.{fact}", "no ruling on this board asks for it on the way it takes")


def _places(found: Course) -> str:
    return ", ".join(str(at) for at in dict.fromkeys(ruled.at for ruled in found.rulings)) or "none"


def _found(story: Story, until: int) -> Sequence[Happening]:
    return [one for one in story.happenings if one.what == "found" and one.place < until]


def _used(ruled: Ruled, told: Happening) -> set[str]:
    return findings_used(ruled.ruling) & set(told.details["found"])


def _waits_without(ruled: Ruled, told: Happening) -> bool:
    left: dict[str, Any] = {
        fact: value for fact, value in ruled.record.get("findings", {}).items() if fact not in told.details["found"]
    }
    try:
        return not rule(parse_record({**ruled.record, "findings": left})).complete
    except ValueError:
        return True
