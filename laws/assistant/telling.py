"""A ruling sorted for the person who has to give it: what to say, whom to offer what, what binds from now on."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from laws.assistant.addresses import spoken
from laws.assistant.charts import numbers
from laws.citing import citations
from laws.rulings.case import Asked, Decided
from laws.rulings.contrasts import contrast, editions_of
from laws.rulings.effects import Effect, Referral
from laws.rulings.roles import seat_of
from laws.rulings.ruling import Ruling
from laws.rulings.seats import Seat
from laws.rulings.speech import Speech, is_over, speech
from laws.rulings.words import names_at

# Choices and duties of a player, even where they are all that is decided.
OFFERED: Final = ("right", "no_right", "duty")
# What later rulings on the board must know, by its kind.
OWED: Final = {"must_pass": _("must pass"), "lead_restriction": _("may be forbidden a suit to lead")}
EXTENT: Final = {"once": _("at their next turn to call"), "throughout": _("for the rest of the auction")}


@dataclass(frozen=True, slots=True)
class Line:
    """Something decided, in words, and the provision it rests on."""

    words: str
    provision: str


@dataclass(frozen=True, slots=True)
class Offer:
    """What one player may and may not do."""

    player: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Untaken:
    """A branch that this ruling did not take: the question, the other answer, and where it would have led first."""

    question: str
    answer: str
    line: Line
    fact: str
    value: Any


@dataclass(frozen=True, slots=True)
class Told:
    """A ruling in the order in which a director needs it. `past` are choices that have been made."""

    speech: Speech
    doubts: tuple[Line, ...]
    offers: tuple[Offer, ...]
    past: tuple[Offer, ...]
    rectification: tuple[Line, ...]
    director: tuple[Line, ...]
    information: tuple[Line, ...]
    follow_up: tuple[Line, ...]
    obligations: tuple[str, ...]
    onward: tuple[str, ...]


def tell(ruling: Ruling) -> Told:
    """Sort a ruling. Effects are told by what they are, so those of laws still to be written find their place too."""
    by_player: dict[str, list[Line]] = {}
    past: dict[str, list[Line]] = {}
    kinds: dict[str, list[Line]] = {"rectification": [], "director": [], "information": [], "follow_up": []}
    for at, step in enumerate(ruling.steps):
        if not isinstance(step, Decided):
            continue
        line = Line(ruling.words(step.effect.words), step.provision)
        if player := offered_to(step.effect):
            _add((past if is_over(ruling.steps, at) else by_player).setdefault(player, []), line)
        else:
            _add(kinds[kind_of(step.effect)], line)
    return Told(
        speech=speech(ruling),
        doubts=tuple(Line(ruling.words(step.words), step.provision) for step in ruling.doubted),
        offers=tuple(Offer(who(player, ruling), tuple(lines)) for player, lines in by_player.items()),
        past=tuple(Offer(who(player, ruling), tuple(lines)) for player, lines in past.items()),
        rectification=tuple(kinds["rectification"]),
        director=tuple(kinds["director"]),
        information=tuple(kinds["information"]),
        follow_up=tuple(kinds["follow_up"]),
        onward=tuple(onward(ruling)),
        obligations=tuple(obligations(ruling)),
    )


def obligations(ruling: Ruling) -> list[str]:
    """What binds players in the rest of the board, a sentence each."""
    return list(dict.fromkeys(_owed(one.player, one.kind, one.extent) for one in ruling.obligations))


def onward(ruling: Ruling) -> list[str]:
    """The procedures of the laws that the ruling refers the director to."""
    referred = [ruling.words(one.words) for one in ruling.effects if isinstance(one, Referral)]
    laws = dict.fromkeys(found.key.top for words in referred for found in citations(words))
    return [number for law in laws for number in numbers(ruling.edition, law)]


def _add(lines: list[Line], line: Line) -> None:
    if line not in lines:
        lines.append(line)


def offered_to(effect: Effect) -> str:
    """The player who has this choice, or is denied it; empty for what is no choice."""
    if (effect.main and effect.name not in OFFERED) or effect.name in ("info", "adjusted_score", "director_action"):
        return ""
    for name in ("by", "who"):
        if player := getattr(effect, name, ""):
            return str(player)
    return ""


def kind_of(effect: Effect) -> str:
    """Where an effect that is nobody's choice is told: one of rectification, director, information and follow_up."""
    if effect.main or effect.name == "comparable":
        return "rectification"
    return {"info": "information", "adjusted_score": "follow_up"}.get(effect.name, "director")


def who(role: str, ruling: Ruling) -> str:
    """A player by seat and role where the seats are known, West (offender’s LHO), as it stands within a sentence."""
    words = names_at(None).get(role, role)
    seat = seat_of(ruling.situation, role) if ruling.situation else None
    return f"{seat.full_name} ({words})" if seat else words


def _owed(player: str, kind: str, extent: str) -> str:
    name = Seat(player).full_name if player in Seat.__members__ else names_at(None).get(player, player)
    sentence = f"{name} {OWED.get(kind, kind.replace('_', ' '))} {EXTENT.get(extent, f'({extent})')}"
    return sentence[:1].upper() + sentence[1:]


def untaken(ruling: Ruling) -> list[Untaken]:
    """For each answer what another one would first have led to that is not so now."""
    seen = {step.effect for step in ruling.decided}  # the same decision under another number is no other outcome
    found: dict[Untaken, None] = {}
    for other in contrast(ruling):
        steps = other.ruling.steps
        at = next(i for i, one in enumerate(steps) if isinstance(one, Asked) and one.fact is other.fact)
        if step := _first(steps[at + 1 :], lambda one: one.effect.main and one.effect not in seen):
            line = Line(ruling.words(step.effect.words), step.provision)
            question = ruling.words(other.fact.question)
            found.setdefault(Untaken(question, spoken(other.value), line, other.fact.id, other.value))
    return list(found)


def _first(steps: Iterable[Any], wanted: Callable[[Decided], bool]) -> Decided | None:
    return next((one for one in steps if isinstance(one, Decided) and wanted(one)), None)


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """What another edition says of the same auction and answers.

    `becomes` it decides and this ruling does not, `instead_of` the other way round; `asks` is what it would have to know
    first, or empty.
    """

    edition: str
    procedure: str
    becomes: tuple[Line, ...]
    instead_of: tuple[Line, ...]
    asks: str


def elsewhere(ruling: Ruling) -> list[Elsewhere]:
    """The same table under every other edition that can rule on it; nothing for a ruling without an auction.

    A later law that a ruling has referred to has another number elsewhere, so only that of the irregularity is compared.
    """
    at = ruling.situation
    if at is None or at.irregularity is None or at.irregularity.law != ruling.procedure:
        return []
    found = []
    for one in editions_of(at.record)[1:]:
        if one.ruling is None:
            continue
        pending = one.ruling.pending
        found.append(
            Elsewhere(
                one.edition,
                one.ruling.procedure,
                tuple(Line(*line) for line in one.difference.becomes),
                tuple(Line(*line) for line in one.difference.instead_of),
                one.ruling.words(pending.fact.question) if pending else "",
            )
        )
    return found


def leads_to(ruling: Ruling, then: Ruling) -> list[Line]:
    """What an answer decides before the next question comes: what a player has to hear who is to choose (10C1)."""
    before = {(step.effect, step.provision) for step in ruling.decided}
    lines: list[Line] = []
    for step in then.decided:
        if step.effect.main and (step.effect, step.provision) not in before:
            _add(lines, Line(ruling.words(step.effect.words), step.provision))
    return lines
