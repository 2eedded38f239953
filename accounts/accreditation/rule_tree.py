"""A rule as people read and change it: its numbered places, what can be done at one, and how two rules differ in words.

A place is counted as people count it: `2` is the second requirement, `2.1` the first in the group that stands second, and the
empty place is the whole. Plain values: every change gives a new tree and leaves the old one as it was.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from enum import StrEnum

from accounts.accreditation.requirements import AllOf, Fault, Group, Known, Rule


class NoSuchPlace(LookupError):
    """Nothing stands at this place, or what is to be done there cannot be done."""


# --- Places -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    """A requirement of a rule as it is read. faults: what is wrong there; parts: of a group, the lines in it.

    among: how many stand beside it, itself included.
    """

    place: str
    rule: Rule
    said: str
    among: int = 1
    faults: tuple[str, ...] = ()
    parts: tuple[Line, ...] = ()

    @property
    def is_group(self) -> bool:
        """Whether it combines others."""
        return isinstance(self.rule, Group)

    @property
    def position(self) -> int:
        """Where it stands among those beside it, from 1."""
        return int(self.place.rpartition(".")[2] or 1)

    def within(self) -> Iterator[Line]:
        """Itself and every line in it, in reading order."""
        yield self
        for part in self.parts:
            yield from part.within()


def whole(rule: Rule) -> Group:
    """The rule as a group, so that something can be put beside it."""
    return rule if isinstance(rule, Group) else AllOf(of=(rule,))


def lines(rule: Rule, known: Known, faults: Sequence[Fault] = ()) -> Line:
    """The whole of the rule with all its lines, each with the faults of its place."""
    at: dict[str, list[str]] = {}
    for fault in faults:
        at.setdefault(fault.place, []).append(fault.words)
    return _line(whole(rule), "", 1, known, at)


def _line(rule: Rule, place: str, among: int, known: Known, at: Mapping[str, Sequence[str]]) -> Line:
    parts = rule.parts()
    inner = tuple(_line(part, below(place, n), len(parts), known, at) for n, part in enumerate(parts, 1))
    return Line(place, rule, rule.said(known), among, tuple(at.get(place, ())), inner)


def below(place: str, n: int) -> str:
    """The nth place in the group at this one."""
    return f"{place}.{n}" if place else str(n)


def above(place: str) -> str:
    """The place of the group in which this one is."""
    return place.rpartition(".")[0]


def at(rule: Rule, place: str) -> Rule:
    """What stands there."""
    for n in _steps(place):
        parts = rule.parts()
        if not 1 <= n <= len(parts):
            raise NoSuchPlace(place)
        rule = parts[n - 1]
    return rule


def _steps(place: str) -> list[int]:
    try:
        return [int(n) for n in place.split(".")] if place else []
    except ValueError:
        raise NoSuchPlace(place) from None


# --- Changes ----------------------------------------------------------------------------------------------------------


def put(rule: Group, place: str, new: Rule) -> Group:
    """With something else at the place."""
    if not place:
        return whole(new)
    at(rule, place)
    group, n = _group(rule, above(place)), _steps(place)[-1]
    return _with(rule, above(place), (*group.of[: n - 1], new, *group.of[n:]))


def add(rule: Group, place: str, new: Rule) -> Group:
    """With something more at the end of the group at the place."""
    return _with(rule, place, (*_group(rule, place).of, new))


def take_out(rule: Group, place: str) -> Group:
    """Without what stands there, and all in it."""
    at(rule, place)
    if not place:
        raise NoSuchPlace(place)
    group, n = _group(rule, above(place)), _steps(place)[-1]
    return _with(rule, above(place), group.of[: n - 1] + group.of[n:])


def shift(rule: Group, place: str, by: int) -> Group:
    """With what stands there moved among those beside it, -1 for up; at the end of them it stays where it is."""
    at(rule, place)
    if not place:
        raise NoSuchPlace(place)
    parts, n = list(_group(rule, above(place)).of), _steps(place)[-1] - 1
    parts.insert(max(0, n + by), parts.pop(n))
    return _with(rule, above(place), tuple(parts))


def gather(rule: Group, place: str, group: Group) -> Group:
    """With what stands there put into this new group, which takes its place."""
    if not place:
        raise NoSuchPlace(place)
    return put(rule, place, replace(group, of=(at(rule, place),)))


def move(rule: Group, place: str, to: str) -> Group:
    """With what stands there at the end of another group; never in itself."""
    if not place or to == place or to.startswith(f"{place}."):
        raise NoSuchPlace(to)
    # At the end of its new group first: that moves no other place.
    return take_out(add(rule, to, at(rule, place)), place)


def _group(rule: Rule, place: str) -> Group:
    found = at(rule, place)
    if not isinstance(found, Group):
        raise NoSuchPlace(place)
    return found


def _with(rule: Group, place: str, parts: tuple[Rule, ...]) -> Group:
    return put(rule, place, replace(_group(rule, place), of=parts))


# --- Differences ------------------------------------------------------------------------------------------------------


class Sign(StrEnum):
    """What became of a requirement."""

    ADDED = "added"
    GONE = "gone"
    CHANGED = "changed"
    MOVED = "moved"


@dataclass(frozen=True)
class Change:
    """One difference: where it was and what it said, where it is and what it says; empty where there is nothing."""

    sign: Sign
    place_before: str = ""
    before: str = ""
    place: str = ""
    after: str = ""


@dataclass(frozen=True)
class _Placed:
    place: str
    rule: Rule

    @property
    def key(self) -> str:
        return json.dumps(self.rule.written(), sort_keys=True)


def changes(before: Rule, after: Rule, known: Known) -> list[Change]:
    """How the second rule differs from the first, in the order of the second; what is gone stands last."""
    old, new = whole(before), whole(after)
    found: list[Change] = []
    gone: list[_Placed] = []
    added: list[_Placed] = []
    _compare(_Placed("", old), _Placed("", new), known, found, gone, added)
    inside_old, inside_new = _deeply(gone), _deeply(added)
    for one in inside_new:
        same = next((other for other in inside_old if other.key == one.key), None)
        # What went into a new group, or came out of one that is gone, has moved too; but only one of the two is a whole change.
        if same is not None and (one in added or same in gone):
            inside_old.remove(same)
            gone[:] = [other for other in gone if other != same]
            added[:] = [other for other in added if other != one]
            said = one.rule.said(known)
            found.append(Change(Sign.MOVED, same.place, said, one.place, said))
    found += [Change(Sign.ADDED, place=one.place, after=_in_full(one.rule, known)) for one in added]
    found.sort(key=lambda one: _steps(one.place))
    return found + [Change(Sign.GONE, one.place, _in_full(one.rule, known)) for one in gone]


def _compare(
    old: _Placed, new: _Placed, known: Known, found: list[Change], gone: list[_Placed], added: list[_Placed]
) -> None:
    """Tell how a requirement differs from the one that it was; of groups also all in them."""
    before, after = _different_words(old.rule, new.rule, known)
    if before != after:
        found.append(Change(Sign.CHANGED, old.place, before, new.place, after))
    was = [_Placed(below(old.place, n), part) for n, part in enumerate(old.rule.parts(), 1)]
    now = [_Placed(below(new.place, n), part) for n, part in enumerate(new.rule.parts(), 1)]
    keys = [one.key for one in was], [one.key for one in now]
    left, fresh = list(was), list(now)
    for first, second, size in SequenceMatcher(None, *keys, autojunk=False).get_matching_blocks():
        for n in range(size):
            left.remove(was[first + n])
            fresh.remove(now[second + n])
    moved = {one.key for one in left} & {one.key for one in fresh}
    # Of one kind in one group: it was changed rather than taken out and another one added.
    for one in [one for one in fresh if one.key not in moved]:
        alike = (other for other in left if other.key not in moved and _is_alike(other.rule, one.rule))
        if (other := next(alike, None)) is not None:
            left.remove(other)
            fresh.remove(one)
            _compare(other, one, known, found, gone, added)
    gone += left
    added += fresh


def _deeply(those: Sequence[_Placed]) -> list[_Placed]:
    """These and all that is in them."""
    found: list[_Placed] = []
    for one in those:
        parts = [_Placed(below(one.place, n), part) for n, part in enumerate(one.rule.parts(), 1)]
        found += [one, *_deeply(parts)]
    return found


def _is_alike(one: Rule, other: Rule) -> bool:
    return one.kind == other.kind or (isinstance(one, Group) and isinstance(other, Group))


def _different_words(old: Rule, new: Rule, known: Known) -> tuple[str, str]:
    """What each says; where the body's own words hide the difference, what is checked."""
    before, after = old.said(known), new.said(known)
    if before == after and not isinstance(new, Group):
        return old.sentence(known), new.sentence(known)
    return before, after


def _in_full(rule: Rule, known: Known) -> str:
    """What it says, with all that is in it."""
    return " ".join((rule.said(known), *(_in_full(part, known) for part in rule.parts())))
