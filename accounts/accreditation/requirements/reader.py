"""Reading a rule that was written, or saying what is wrong with it and where; and what can be read off one that is judged."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from decimal import Decimal, InvalidOperation
from typing import Any

from django.utils.translation import gettext as _

from accounts.accreditation.requirements.kinds import (
    Age,
    Assessment,
    Course,
    Fee,
    GoodStanding,
    LevelHeld,
    Paper,
    Recognition,
    Reference,
    Sessions,
)
from accounts.accreditation.requirements.language import (
    ONLY_FOR,
    AllOf,
    AnyOf,
    BadRule,
    Counted,
    Fault,
    Group,
    Item,
    Judged,
    Known,
    Leaf,
    NOf,
    Record,
    Rule,
    Standing,
    nearest,
)

DEEPEST = 4
"""How many groups may stand inside one another: a rule that is nested deeper is not read by anybody."""
MOST = 40
"""The most requirements in a rule."""
DIGITS = 6
FURTHEST = 10_000
"""No figure in a rule is larger, whatever it is of: what is written may come from anywhere."""

LEAVES: Mapping[str, type[Leaf]] = {
    one.kind: one
    for one in (Paper, Sessions, Assessment, LevelHeld, Reference, Course, Recognition, Fee, Age, GoodStanding)
}
GROUPS: Mapping[str, type[Group]] = {one.kind: one for one in (AllOf, AnyOf, NOf)}
NOTHING = AllOf()
"""The rule of a level that asks for nothing that could be checked: the registrar decides."""


# --- Reading and checking ---------------------------------------------------------------------------------------------


def read(written: object, known: Known | None = None, level: str = "") -> Rule:
    """The rule that is written here. With `known`, also checked against what the body has, as the rule of this level.

    Raises BadRule with all faults at once, each with its place.
    """
    faults: list[Fault] = []
    rule = _read(written, "", 0, faults)
    if not faults and rule is not None:
        if sum(1 for _leaf in rule.leaves()) > MOST:
            faults.append(Fault("", _("A level asks for at most %(most)s things.") % {"most": MOST}))
        if known is not None:
            faults += _checked(rule, "", known, level)
    if faults or rule is None:
        raise BadRule(faults)
    return rule


def judge(rule: Rule, record: Record) -> Judged:
    """How the rule stands for the person whose record this is."""
    return rule.judge(record)


def items_used(judged: Judged) -> tuple[Item, ...]:
    """All evidence that meets something of the rule, each once, in the order in which people read the rule."""
    found = {item.ref: item for item in judged.used}
    for part in judged.parts:
        found |= {item.ref: item for item in items_used(part)}
    return tuple(found.values())


def items_spent(judged: Judged) -> dict[str, str]:
    """The evidence on which an award rests that is granted on this, by its ref, with what is said of how often it counts.

    Of a choice, only what is needed; of one thing that meets several requirements, the strictest that one of them says.
    """
    if not judged.parts:
        only_for = judged.rule.only_for if isinstance(judged.rule, Counted) else ""
        return {item.ref: only_for for item in judged.used} if judged.met else {}
    found: dict[str, str] = {}
    for part in nearest(judged.parts)[: judged.needed]:
        for ref, only_for in items_spent(part).items():
            found[ref] = max(found.get(ref, ""), only_for, key=["", *ONLY_FOR].index)
    return found


def items_needed(judged: Judged) -> tuple[Item, ...]:
    """The evidence by which the rule is met, each once; of a choice, only what is needed. Nothing where it is not met.

    What is left over stays free for another time.
    """
    spent = items_spent(judged) if judged.met else {}
    return tuple(item for item in items_used(judged) if item.ref in spent)


def missing(judged: Judged, known: Known) -> list[str]:
    """What is not met, as sentences; of a group with a choice, all that there is to choose from in one."""
    if judged.met:
        return []
    if not judged.parts:
        return [judged.rule.said(known)]
    lacking = [one for part in judged.parts for one in missing(part, known)]
    if len(judged.parts) == judged.needed:
        return lacking
    return [f"{judged.rule.said(known)} {'; '.join(one.rstrip('.') for one in lacking)}"]


def missing_in_short(judged: Judged, known: Known) -> str:
    """What is not met, in one line, for a sentence that goes on."""
    return "; ".join(one.rstrip(".") for one in missing(judged, known))


def paper_codes(rule: Rule) -> list[str]:
    """The papers that the rule asks for, or among others offers, each once."""
    return list(dict.fromkeys(code for leaf in rule.leaves() if isinstance(leaf, Paper) for code in leaf.codes))


def lines(judged: Judged, known: Known, depth: int = 0) -> list[tuple[int, str, Standing]]:
    """The rule line by line: how deep it stands, what it says, how it stands. An `all_of` at the top is not said."""
    if depth == 0 and isinstance(judged.rule, AllOf) and not judged.rule.words:
        return [line for part in judged.parts for line in lines(part, known)]
    own = (depth, judged.rule.said(known), judged.standing)
    return [own, *(line for part in judged.parts for line in lines(part, known, depth + 1))]


def _checked(rule: Rule, place: str, known: Known, level: str) -> Iterator[Fault]:
    if rule == NOTHING and not place:
        return
    yield from (Fault(place, words) for words in rule.faults(known, level))
    for n, part in enumerate(rule.parts(), 1):
        yield from _checked(part, f"{place}.{n}" if place else str(n), known, level)


def _read(written: object, place: str, depth: int, faults: list[Fault]) -> Rule | None:
    if not isinstance(written, Mapping) or len(written) != 1:
        faults.append(Fault(place, _("A requirement is an object with one key, which names its kind.")))
        return None
    (kind, told), *_rest = written.items()
    if kind in GROUPS:
        return _read_group(GROUPS[kind], told, place, depth, faults)
    if kind not in LEAVES:
        known = ", ".join((*LEAVES, *GROUPS))
        faults.append(
            Fault(
                place, _("There is no requirement “%(kind)s”. Known are: %(known)s.") % {"kind": kind, "known": known}
            )
        )
        return None
    if not isinstance(told, Mapping):
        faults.append(Fault(place, _("Say what is asked for in an object.")))
        return None
    return _read_leaf(LEAVES[kind], told, place, faults)


def _read_group(cls: type[Group], told: object, place: str, depth: int, faults: list[Fault]) -> Group | None:
    more: dict[str, Any] = {}
    if isinstance(told, Mapping):
        more, told = {name: value for name, value in told.items() if name != "of"}, told.get("of")
    if cls is NOf and "n" not in more:
        faults.append(Fault(place, _("Say how many are needed, in “n”, and what they are, in “of”.")))
        return None
    if not isinstance(told, Sequence) or isinstance(told, str):
        faults.append(Fault(place, _("List what the group is of.")))
        return None
    values = _values(cls, more, place, faults)
    if depth >= DEEPEST:
        faults.append(Fault(place, _("Groups stand at most %(most)s deep in one another.") % {"most": DEEPEST}))
        return None
    parts = [_read(part, f"{place}.{n}" if place else str(n), depth + 1, faults) for n, part in enumerate(told, 1)]
    return cls(of=tuple(part for part in parts if part is not None), **values)


def _read_leaf(cls: type[Leaf], told: Mapping[Any, Any], place: str, faults: list[Fault]) -> Leaf | None:
    before = len(faults)
    values = _values(cls, told, place, faults)
    return cls(**values) if len(faults) == before else None


def _values(cls: type[Rule], told: Mapping[Any, Any], place: str, faults: list[Fault]) -> dict[str, Any]:
    """The fields that are told, read; what cannot be read is left out and noted."""
    known = {one.name: str(one.type) for one in fields(cls) if str(one.type) in _READERS}
    values = {}
    for name, value in told.items():
        if name not in known:
            words = _("“%(name)s” means nothing here. Known are: %(known)s.")
            faults.append(Fault(place, words % {"name": name, "known": ", ".join(known)}))
            continue
        try:
            values[name] = _READERS[known[name]](value)
        except (TypeError, ValueError, InvalidOperation):
            faults.append(Fault(place, _("“%(name)s” cannot be “%(value)s”.") % {"name": name, "value": value}))
    return values


def _whole(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(value)
    if abs(value) > FURTHEST:
        raise ValueError(value)
    return value


def _yes_or_no(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError(value)
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value.strip()


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise TypeError(value)
    return tuple(dict.fromkeys(told for one in value if (told := _text(one))))


def _decimal(value: object) -> Decimal:
    if isinstance(value, bool) or not isinstance(value, int | str | Decimal):
        raise TypeError(value)
    number = Decimal(value)
    # Never so far out that to write it in full would fill the page.
    if not number.is_finite() or abs(number) > FURTHEST or int(number.as_tuple().exponent) < -DIGITS:
        raise ValueError(value)
    return number


def _decimals(value: object) -> dict[str, Decimal]:
    if not isinstance(value, Mapping):
        raise TypeError(value)
    return {_text(name): _decimal(one) for name, one in value.items()}


# By the annotation of the field, so that a new kind of requirement needs no entry here.
_READERS: Mapping[str, Callable[[object], object]] = {
    "bool": _yes_or_no,
    "int": _whole,
    "int | None": lambda value: None if value is None else _whole(value),
    "str": _text,
    "tuple[str, ...]": _texts,
    "Decimal | None": lambda value: None if value is None else _decimal(value),
    "Mapping[str, Decimal]": _decimals,
}
