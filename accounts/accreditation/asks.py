"""What a level asks for, as somebody reads it who is on the way to it: each requirement with how it stands and what to do.

Plain values for the pages, made of a `Judged`; nothing is read here.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.contrib.humanize.templatetags.humanize import apnumber
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.accreditation.evidence import in_brief
from accounts.accreditation.life import months_later
from accounts.accreditation.papers import Appointment, Chance, PaperOnOffer
from accounts.accreditation.requirements import (
    AllOf,
    Assessment,
    GoodStanding,
    Group,
    Item,
    Judged,
    Known,
    LevelHeld,
    Paper,
    Record,
    Sessions,
    Standing,
    Step,
    listed,
)
from accounts.models import Body, Confirmer

MOST_PIECES = 6
"""So many pieces of evidence are named under a requirement; the list of all of it has the rest."""
MOST_BARS = 12
"""A tally of more than so many parts is not counted by anybody; the figure says it."""
FEWEST_BARS = 2


@dataclass(frozen=True)
class Sign:
    """How something stands: `shape` is its name in the style sheet, `words` stand beside it."""

    shape: str
    words: str


@dataclass(frozen=True)
class Link:
    """Somewhere to go."""

    words: str
    address: str


@dataclass(frozen=True)
class Piece:
    """One piece of evidence in a line."""

    day: datetime.date
    words: str


@dataclass(frozen=True)
class Next:
    """The next occasion to sit a paper."""

    paper: PaperOnOffer
    chance: Chance

    @property
    def enter_by(self) -> datetime.date | None:
        """The last day to enter, where that is before the day itself."""
        last = self.chance.enter_by
        return last if last and last < self.chance.day else None


@dataclass(frozen=True)
class Ask:
    """One requirement of a level as people read it.

    said: what it asks for; tally: a sign for each thing that is counted, `y` had, `w` waiting, "" missing; pieces: what meets
    it or counts towards it; waiting: what would count once it is accepted; spent: what an award rests on, so that it does not
    count; more: how many more there are that count; until: the last day on which it is met without more; todo: what to
    do, and whose step it is; parts: of a group, in its order.
    """

    said: str
    sign: Sign
    tally: tuple[str, ...] = ()
    tally_words: str = ""
    pieces: tuple[Piece, ...] = ()
    waiting: tuple[Piece, ...] = ()
    spent: tuple[Piece, ...] = ()
    more: int = 0
    until: datetime.date | None = None
    todo: str = ""
    links: tuple[Link, ...] = ()
    parts: tuple[Ask, ...] = ()
    is_group: bool = False


@dataclass(frozen=True)
class Reader:
    """For whom the asks are made, and what is known of the body.

    papers: by their codes; None: what to do is not told. own: the person themself, who is told where to go. later: whether
    another level comes first. appointments: the assessments that are arranged for the person.
    """

    body: Body
    known: Known
    record: Record
    papers: Mapping[str, PaperOnOffer] | None = None
    own: bool = False
    later: bool = False
    appointments: Sequence[Appointment] = ()

    def arranged(self, rule: Assessment) -> list[Appointment]:
        """The assessments that would meet the requirement."""
        return [one for one in self.appointments if rule.level in ("", one.level)]

    def offered(self, rule: Paper) -> list[PaperOnOffer]:
        """The papers of a requirement that the body sets."""
        papers = self.papers or {}
        return [papers[code] for code in rule.codes if code in papers]


# --- The requirements -------------------------------------------------------------------------------------------------


def asks(judged: Judged, reader: Reader) -> tuple[Ask, ...]:
    """The requirements one by one. Those of an `all_of` at the top are told one by one, since all of a level has to be met."""
    return tuple(_ask(part, reader) for part in top(judged))


def top(judged: Judged) -> tuple[Judged, ...]:
    """The parts that somebody counts: those of an `all_of` at the top, or the rule itself."""
    return judged.parts if isinstance(judged.rule, AllOf) and not judged.rule.words else (judged,)


def sign_of(judged: Judged, *, later: bool = False) -> Sign:
    """The sign and the word for how it stands. later: whether another level comes first."""
    counted = judged.needed >= FEWEST_BARS
    if judged.met:
        return Sign("yes", _("have"))
    if judged.standing == Standing.DOUBTFUL:
        return Sign("doubt", _("in doubt"))
    if isinstance(judged.rule, LevelHeld) and (later or judged.standing == Standing.PARTLY):
        return Sign("none", _("later"))
    lacking = "none" if later else "no"
    begun = judged.have or (isinstance(judged.rule, Group) and judged.standing != Standing.WAITING)
    if counted and begun:
        shape = "part" if judged.have else lacking
        return Sign(shape, _("%(have)s of %(needed)s") % {"have": judged.have, "needed": judged.needed})
    if judged.standing == Standing.WAITING or judged.waiting:
        return Sign("wait", _("waiting"))
    if judged.standing == Standing.PARTLY:
        return Sign("part", _("in part"))
    return Sign(lacking, _("missing"))


def _ask(judged: Judged, reader: Reader, *, needed: bool = True) -> Ask:
    """needed: whether the group around it is not met yet; what is not met in one that is, is not asked for."""
    is_group = isinstance(judged.rule, Group)
    if not needed and not judged.met:
        parts = tuple(_ask(part, reader, needed=False) for part in judged.parts)
        return Ask(judged.rule.said(reader.known), Sign("none", _("not needed")), parts=parts, is_group=is_group)
    waiting = () if judged.met else judged.waiting
    tally, tally_words = ((), "") if is_group else _tally(judged)
    return Ask(
        said=judged.rule.said(reader.known),
        sign=sign_of(judged, later=reader.later),
        tally=tally,
        tally_words=tally_words,
        pieces=tuple(_piece(item, reader) for item in judged.used[:MOST_PIECES]),
        waiting=tuple(_piece(item, reader) for item in waiting[:MOST_PIECES]),
        spent=() if judged.met else tuple(_spent(item, reader) for item in judged.spent[:MOST_PIECES]),
        more=len(judged.used[MOST_PIECES:]) + len(waiting[MOST_PIECES:]),
        until=judged.until if not is_group else None,
        todo="" if judged.met or is_group or reader.papers is None else _todo(judged, reader),
        links=tuple(_links(judged, reader)) if reader.own and not is_group else (),
        parts=tuple(_ask(part, reader, needed=needed and not judged.met) for part in judged.parts),
        is_group=is_group,
    )


def _tally(judged: Judged) -> tuple[tuple[str, ...], str]:
    if judged.met or not FEWEST_BARS <= judged.needed <= MOST_BARS:
        return (), ""
    waiting = min(len(judged.waiting), judged.needed - judged.have)
    missing = judged.needed - judged.have - waiting
    said = [_("%(n)s accepted") % {"n": judged.have}]
    said += [_("%(n)s waiting") % {"n": waiting}] if waiting else []
    said += [_("%(n)s missing") % {"n": missing}] if missing else []
    return ("y",) * judged.have + ("w",) * waiting + ("",) * missing, ", ".join(said)


def _piece(item: Item, reader: Reader) -> Piece:
    return Piece(item.day, in_brief(item.kind, item.details, reader.known.paper_passed(item.details)))


def _spent(item: Item, reader: Reader) -> Piece:
    """A piece that an award rests on, with the levels of those awards."""
    levels = ", ".join(dict.fromkeys(reader.known.level(use.level) for use in item.uses))
    piece = _piece(item, reader)
    return Piece(
        piece.day,
        _("%(piece)s, used for %(levels)s; it does not count again") % {"piece": piece.words, "levels": levels},
    )


# --- What to do -------------------------------------------------------------------------------------------------------


def _todo(judged: Judged, reader: Reader) -> str:
    """What has to happen next, and by whom, in a sentence or two."""
    if judged.standing == Standing.DOUBTFUL:
        return _("Our step: the paper has been marked again. A registrar looks at it; there is nothing for you to do.")
    if judged.standing == Standing.WAITING and judged.step == Step.CLUBS:
        return _("The club's step: a contact of the club confirms it, or says what is wrong.")
    if judged.standing == Standing.WAITING:
        return _("Our step: a registrar of %(body)s accepts it or tells you why not.") % {
            "body": reader.body.short_name
        }
    match judged.rule:
        case Paper() as rule:
            return _sit(rule, reader)
        case Sessions():
            return _direct(judged, reader)
        case Assessment() as rule if arranged := reader.arranged(rule):
            return _be_assessed(arranged[0])
        case LevelHeld() as rule:
            return _hold(rule, reader)
        case GoodStanding() as rule:
            return _stand_well(rule, reader)
        case rule:
            return _TODO.get(rule.kind, _enter)() % {"body": reader.body.short_name}


def _sit(rule: Paper, reader: Reader) -> str:
    offered = reader.offered(rule)
    told = [_("Your step: sit the paper.")]
    if len(offered) == 1 and offered[0].pass_mark is not None and rule.mark is None:
        told.append(_("The pass mark is %(mark)s %%.") % {"mark": f"{offered[0].pass_mark.normalize():f}"})
    soonest = next_of(offered)
    told.append(_occasion(soonest) if soonest else _("No sitting is announced yet."))
    return " ".join(told)


def _occasion(found: Next) -> str:
    chance = found.chance
    if chance.open_until:
        told = _("Open now, until %(day)s: %(title)s") % {"day": _day(chance.open_until), "title": chance.title}
    else:
        told = _("Next: %(day)s, %(title)s") % {"day": _day(chance.day), "title": chance.title}
    if chance.place:
        told += f", {chance.place}"
    if found.enter_by:
        told += "; " + _("enter by %(day)s") % {"day": _day(found.enter_by)}
    return told + "."


def _be_assessed(one: Appointment) -> str:
    return _("It is arranged for %(day)s, at %(place)s. Your step: be there.") % {
        "day": _day(one.day),
        "place": one.place,
    }


def _direct(judged: Judged, reader: Reader) -> str:
    if judged.waiting and all(item.with_club for item in judged.waiting):
        return _("Your step: direct and log the rest. The club's step: its contact confirms what waits.")
    if judged.waiting:
        return _("Your step: direct and log the rest. Our step: a registrar accepts what waits, or tells you why not.")
    if reader.body.sessions_confirmed_by == Confirmer.CLUB:
        return _(
            "Your step: direct, then log each session. The club confirms it; where it has no contact, a registrar."
        )
    return _("Your step: direct, then log each session. A registrar of %(body)s accepts it.") % {
        "body": reader.body.short_name
    }


def _hold(rule: LevelHeld, reader: Reader) -> str:
    name = reader.known.level(rule.code)
    if (day := rule.met_from(reader.record)) is not None:
        return _("You have this from %(day)s, if you still hold %(level)s then.") % {"day": _day(day), "level": name}
    if rule.months:
        return _("The months are counted from the day from which your award of %(level)s is valid.") % {"level": name}
    return _("Your step: reach %(level)s first.") % {"level": name}


def _stand_well(rule: GoodStanding, reader: Reader) -> str:
    days = [months_later(day, rule.months) for one in reader.record.awards for day in one.blemishes]
    return _("You have this again from %(day)s.") % {"day": _day(max(days))}


def _enter() -> str:
    return _("Tell a registrar of %(body)s, who enters it.")


_TODO: Mapping[str, Callable[[], str]] = {
    "assessment": lambda: _("Our step: a registrar of %(body)s tells you the day, and enters how it went."),
    "reference": lambda: _("Your step: ask for it and have it sent to a registrar of %(body)s, who enters it."),
    "course": lambda: _("Your step: attend it. A registrar of %(body)s enters it."),
    "recognition": lambda: _("Our step: a registrar of %(body)s checks the award and enters it."),
    "fee": lambda: _("Your step: pay it. A registrar of %(body)s enters the payment."),
    "age": lambda: _("Your step: show a registrar of %(body)s proof. Your date of birth is not kept."),
}
"""What to do for a requirement that is met by what a registrar enters, by its kind."""


def _links(judged: Judged, reader: Reader) -> Iterator[Link]:
    if isinstance(judged.rule, Paper):
        if judged.met:
            yield from (Link(_("See the result"), address) for item in judged.used if (address := result_of(item.ref)))
            return
        offered = reader.offered(judged.rule)
        if (soonest := next_of(offered)) is not None:
            yield Link(_("See the sitting"), soonest.chance.address)
        yield Link(_("Practise"), reverse("practice:home"))
        yield Link(_("Your forecast"), reverse("practice:forecast"))
    elif isinstance(judged.rule, Assessment) and not judged.met:
        yield from (Link(_("See the assessment"), one.address) for one in reader.arranged(judged.rule)[:1])
    elif isinstance(judged.rule, Sessions) and not judged.met:
        yield Link(_("Log a session"), reverse("accreditation:log_session", args=[reader.body.slug]))


def result_of(reference: str) -> str:
    """The page of the result behind a piece of evidence; "" where none is kept here."""
    kind, _colon, result = reference.partition(":")
    try:
        return reverse("marking:result", args=[UUID(result)]) if kind == "paper" else ""
    except ValueError:
        return ""


def next_of(papers: Sequence[PaperOnOffer]) -> Next | None:
    """The soonest occasion on which one of these papers can be sat."""
    found = [Next(paper, chance) for paper in papers for chance in paper.next[:1]]
    return min(found, key=lambda one: one.chance.day, default=None)


def papers_missing(judged: Judged, papers: Mapping[str, PaperOnOffer]) -> list[PaperOnOffer]:
    """The papers that somebody still has to pass, or may choose to."""
    if judged.met:
        return []
    codes = judged.rule.codes if isinstance(judged.rule, Paper) and judged.standing != Standing.DOUBTFUL else ()
    found = {code: papers[code] for code in codes if code in papers}
    for part in judged.parts:
        found |= {paper.code: paper for paper in papers_missing(part, papers)}
    return list(found.values())


# --- All of it in a sentence ------------------------------------------------------------------------------------------


def headline(judged: Judged, known: Known) -> str:
    """How far somebody has come, in a sentence or three."""
    parts = top(judged)
    if not parts:
        return _("Nothing is asked for that can be checked here. The registrar decides.")
    if judged.met:
        return _("You have everything that is asked for.")
    have = sum(part.met for part in parts)
    told = [_have(have, len(parts))] if len(parts) > 1 else []
    lacking, waiting, with_club, doubted = _open(parts, known)
    if lacking:
        told.append(
            capfirst(ngettext("%(what)s is missing.", "%(what)s are missing.", lacking.many) % {"what": lacking.words})
        )
    if waiting:
        told.append(
            capfirst(
                ngettext("%(what)s waits for a registrar.", "%(what)s wait for a registrar.", waiting.many)
                % {"what": waiting.words}
            )
        )
    if with_club:
        told.append(
            capfirst(
                ngettext("%(what)s waits for the club.", "%(what)s wait for the club.", with_club.many)
                % {"what": with_club.words}
            )
        )
    if doubted:
        told.append(
            capfirst(
                ngettext("%(what)s is in doubt.", "%(what)s are in doubt.", doubted.many) % {"what": doubted.words}
            )
        )
    if len(parts) == 1:
        told.append(_("Nothing else is asked for."))
    return " ".join(told)


def _have(have: int, of: int) -> str:
    if not have:
        return _("You have none of %(of)s yet.") % {"of": apnumber(of)}
    return _("You have %(have)s of %(of)s.") % {"have": apnumber(have), "of": apnumber(of)}


@dataclass(frozen=True)
class _Things:
    """Things in words, and how many they are for the verb."""

    words: str
    many: int


def _open(
    parts: Sequence[Judged], known: Known
) -> tuple[_Things | None, _Things | None, _Things | None, _Things | None]:
    """What is missing, what waits for a registrar, what for a club, and what is in doubt."""
    lacking: list[tuple[str, int]] = []
    waiting: list[tuple[str, int]] = []
    with_club: list[tuple[str, int]] = []
    doubted: list[tuple[str, int]] = []
    for one in _single(parts):
        open_of_it = one.needed - one.have
        if one.standing == Standing.DOUBTFUL:
            doubted.append(_noun(one, known, 1))
            continue
        waits = open_of_it if one.standing == Standing.WAITING else min(len(one.waiting), open_of_it)
        if waits:
            of_club = one.step == Step.CLUBS or (one.waiting and all(item.with_club for item in one.waiting))
            (with_club if of_club else waiting).append(_noun(one, known, waits))
        if missing := open_of_it - waits:
            lacking.append(_noun(one, known, missing))
    return _listed(lacking), _listed(waiting), _listed(with_club), _listed(doubted)


def _single(parts: Sequence[Judged]) -> Iterator[Judged]:
    """What is not met, without groups of which all is needed around it."""
    for part in parts:
        if part.met:
            continue
        if part.parts and len(part.parts) == part.needed:
            yield from _single(part.parts)
        else:
            yield part


def _listed(things: Sequence[tuple[str, int]]) -> _Things | None:
    if not things:
        return None
    return _Things(listed(words for words, _many in things), sum(many for _words, many in things))


def _noun(one: Judged, known: Known, n: int) -> tuple[str, int]:
    """What a requirement asks for as a noun, so many of it."""
    rule = one.rule
    if isinstance(rule, Group):
        left = sum(not part.met for part in one.parts)
        return _("%(n)s of %(of)s alternatives") % {"n": apnumber(n), "of": apnumber(left)}, n
    if isinstance(rule, Paper):
        return (f"“{known.paper(rule.codes[0])}”" if len(rule.codes) == 1 else _("one of several papers")), 1
    if isinstance(rule, LevelHeld):
        level = {"level": known.level(rule.code)}
        if not rule.months:
            return _("the level %(level)s") % level, 1
        months = ngettext("a month as %(level)s", "%(n)s months as %(level)s", rule.months)
        return months % {"n": rule.months, **level}, rule.months
    words = _NOUNS.get(rule.kind)
    return (words(n) if words else str(rule.title).lower()), n


_NOUNS: Mapping[str, Callable[[int], str]] = {
    "sessions": lambda n: ngettext("one session", "%(n)s sessions", n) % {"n": apnumber(n)},
    "assessment": lambda n: ngettext("the practical assessment", "%(n)s practical assessments", n) % {"n": apnumber(n)},
    "reference": lambda n: ngettext("a reference", "%(n)s references", n) % {"n": apnumber(n)},
    "course": lambda n: ngettext("a course", "%(n)s courses", n) % {"n": apnumber(n)},
    "recognition": lambda _n: _("an award of another body"),
    "fee": lambda _n: _("the fee"),
    "age": lambda _n: _("proof of your age"),
    "good_standing": lambda _n: _("good standing"),
}


def _day(day: datetime.date) -> str:
    return date_format(day, "j F Y")
