"""Reading and writing the address of an interview: the edition, the procedure and every answer given so far.

`/laws/ruling/duplicate-2017/31/?whose_turn=partner&lho_called=no&seat=S`. Each answer goes by the id of its fact; yes
and no are written so, any other answer in the engine's own word. Whatever cannot be meant is refused by a sentence.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.translation import gettext as _

import laws.rulings.procedures  # noqa: F401 - registers the procedures
from laws import library
from laws.assistant import plays
from laws.assistant.auctions import Auction, BadAuction, from_address
from laws.assistant.plays import Play, WrongPlay
from laws.rulings.editions import EDITIONS, Edition, Rule
from laws.rulings.facts import FACTS, Fact, answer_words
from laws.rulings.record import USUAL
from laws.rulings.seats import Seat

# What an address may say besides answers. No fact may have one of these names; a test holds that.
RESERVED: Final = ("seat", "auction", "play", "on", "change", "changed", "facts", "ruling", "engine")


class Refused(ValueError):
    """An address that makes no sense: the sentence that says so, and the status to answer with."""

    def __init__(self, sentence: str, status: int = 400) -> None:
        self.status = status
        super().__init__(sentence)


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """What an address says.

    `seat` is that of the player whom the procedure is about; `auction` what was called and `play` what was played, if the
    address tells: then the seats and all that they show follow from them, and `assume` is what is taken for granted of the
    calls, which an answer changes. A play in which nothing was irregular needs the seat all the same. `asked_on` is the
    date, if the address names one; `change` and `changed` are ids of facts, or empty.
    """

    rule: Rule
    answers: Mapping[str, Any]
    seat: Seat | None = None
    auction: Auction | None = None
    play: Play | None = None
    asked_on: datetime.date | None = None
    change: str = ""
    changed: str = ""
    assume: str = USUAL

    @property
    def on(self) -> datetime.date:
        """The date of the ruling: today, or the last day of an edition that is no longer in force."""
        return self.asked_on or last_day(EDITIONS[self.rule.edition])

    @property
    def book(self) -> str:
        """The edition on the shelf that has the provisions."""
        return EDITIONS[self.rule.edition].book

    def pairs(self, answers: Mapping[str, Any] | None = None, **more: str) -> list[tuple[str, str]]:
        """Names and values of the same interview, with other answers perhaps, for links and for forms."""
        said = self.answers if answers is None else answers
        found = [(fact, in_address(value)) for fact, value in said.items()]
        if self.auction:
            found.append(("auction", self.auction.text))
        if self.play:
            found.append(("play", self.play.text))
        if self.seat and (self.play or not self.auction):
            found.append(("seat", self.seat.value))
        if self.asked_on:
            found.append(("on", self.asked_on.isoformat()))
        return [*found, *((name, value) for name, value in more.items() if value)]

    def query(self, answers: Mapping[str, Any] | None = None, **more: str) -> str:
        """The same as the end of a link."""
        pairs = self.pairs(answers, **more)
        return f"?{urlencode(pairs)}" if pairs else "?"


def in_address(value: Any) -> str:
    """An answer as an address has it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def answers_to(fact: Fact) -> dict[str, Any]:
    """What a question can be answered with: how an address says it, and the answer. Yes comes first, as people ask."""
    values = sorted(fact.values, reverse=True) if set(fact.values) == {False, True} else fact.values
    return {in_address(value): value for value in values}


def edition_of(slug: str) -> Edition:
    """The edition, if the engine knows it."""
    if slug not in EDITIONS:
        known = _list(sorted(EDITIONS))
        raise Refused(_("There are no procedures of an edition “%(slug)s”; there are those of %(known)s.")
                      % {"slug": slug, "known": known}, 404)  # fmt: skip
    return EDITIONS[slug]


def rule_of(edition: Edition, number: str) -> Rule:
    """The procedure, if it is written."""
    if number not in edition.procedures:
        known = _list(edition.procedures)
        raise Refused(_("No procedure of Law %(number)s is written for %(edition)s; there are those of Laws %(known)s.")
                      % {"number": number, "edition": edition.slug, "known": known}, 404)  # fmt: skip
    return edition.procedures[number]


def read(edition: Edition, rule: Rule, said: QueryDict, besides: Iterable[str] = ()) -> Address:
    """The address in plain values. `besides`: further names that this page understands itself."""
    given: dict[str, str] = {}
    for name, values in said.lists():
        if len(set(values)) > 1:
            raise Refused(_("The address answers “%(name)s” in two ways: %(values)s. Keep one of them.")
                          % {"name": name, "values": _list(values)})  # fmt: skip
        given[name] = values[0]
    for name in ("change", "changed"):
        if given.get(name, "") and given[name] not in FACTS:
            raise _unknown(given[name])
    return Address(
        rule=rule,
        answers={name: _answer(name, word) for name, word in given.items() if name not in (*RESERVED, *besides)},
        seat=_seat(given.get("seat", "")),
        auction=_auction(given.get("auction", "")),
        play=_play(given.get("play", "")),
        asked_on=_date(given.get("on", ""), edition),
        change=given.get("change", ""),
        changed=given.get("changed", ""),
    )


def _answer(name: str, word: str) -> Any:
    fact = FACTS.get(name)
    if fact is None:
        raise _unknown(name)
    known = answers_to(fact)
    if word not in known:
        raise Refused(_("“%(word)s” is not an answer to %(name)s; expected %(known)s.")
                      % {"word": word, "name": name, "known": _list(known)})  # fmt: skip
    return known[word]


def _unknown(name: str) -> Refused:
    return Refused(_("The address answers “%(name)s”, which no procedure asks.") % {"name": name})


def _seat(word: str) -> Seat | None:
    if not word:
        return None
    if word not in Seat.__members__:
        raise Refused(_("“%(word)s” is not a seat at the table; expected N, E, S or W.") % {"word": word})
    return Seat[word]


def _auction(text: str) -> Auction | None:
    try:
        return from_address(text) if text else None
    except BadAuction as error:
        raise Refused(str(error)) from error


def _play(text: str) -> Play | None:
    try:
        return plays.from_address(text) if text else None
    except WrongPlay as error:
        raise Refused(str(error)) from error


def last_day(edition: Edition) -> datetime.date:
    """Today, or the last day on which an edition was in force."""
    today = library.today()
    return today if edition.until is None else min(today, edition.until - datetime.timedelta(days=1))


def _date(word: str, edition: Edition) -> datetime.date | None:
    if not word:
        return None
    try:
        on = datetime.date.fromisoformat(word)
    except ValueError:
        raise Refused(_("“%(word)s” is not a date; write it as year-month-day, such as 2024-01-01.")
                      % {"word": word}) from None  # fmt: skip
    if on < edition.since:
        raise Refused(_("%(edition)s is in force from %(since)s, so it cannot be used for a ruling on %(on)s.")
                      % {"edition": edition.slug, "since": edition.since, "on": on})  # fmt: skip
    if edition.until and on >= edition.until:
        raise Refused(_("%(edition)s was in force until %(until)s, so it cannot be used for a ruling on %(on)s.")
                      % {"edition": edition.slug, "until": last_day(edition), "on": on})  # fmt: skip
    if on > library.today():
        raise Refused(_("%(on)s is in the future; a ruling is dated today or earlier.") % {"on": on})
    return on


def _list(words: Iterable[str]) -> str:
    return ", ".join(words)


def spoken(value: Any) -> str:
    """An answer for a reader."""
    words = answer_words(value)
    return words[:1].upper() + words[1:]
