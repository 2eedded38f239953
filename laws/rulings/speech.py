"""A ruling as it is spoken: what the table hears, in speaking order, and apart from it the Director's own steps.

The order is nobody's list. Each effect says when its sentence comes (`Moment`), whether the table hears it, and when what
follows in the ruling has made it past. What a choice leads to is read off the ways that lie ahead of it in the law.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from laws.rulings.case import Asked, Decided, Step
from laws.rulings.effects import Effect, Referral
from laws.rulings.effects.base import CALLS, Later, Moment
from laws.rulings.facts import Fact
from laws.rulings.facts.base import Judgement
from laws.rulings.facts.judging import OPEN
from laws.rulings.replay import OPENINGS, Kind
from laws.rulings.words import list_of

if TYPE_CHECKING:
    from laws.rulings.ruling import Ruling


_LAST: Final = 1000
"""A place after every choice."""
_IN_TURN: Final = {"rho_called": True, "meant_over": False}
"""The findings by which a call in turn stands and the one out of turn goes: nothing follows then from how low it was."""
_FIRST: Final = -1
"""A place before every choice: what was said when the Director came, and is past where the ruling has gone on."""


class Line(NamedTuple):
    """A sentence with places, without its full stop, the provision it rests on, and when it is said.

    part: after how many choices; what lasts comes after all of them.
    """

    words: str
    provision: str
    moment: Moment
    part: int = _LAST


class Script(NamedTuple):
    """The sentences of a ruling, with places: what the table hears and what the Director does, each in order."""

    table: tuple[Line, ...]
    director: tuple[Line, ...]


class Sentence(NamedTuple):
    """A sentence of a ruling at one table, the provision it rests on, and when it comes.

    before: it was said before the last choice. waits: it is for the end of play, and play goes on. first: it was said when
    the Director came, and the auction has ended since.
    """

    words: str
    provision: str
    moment: Moment
    before: bool = False
    waits: bool = False
    first: bool = False

    @property
    def paragraph(self) -> tuple[bool, int]:
        """What is said in one breath: what has happened and may be chosen, a question, what holds from now on, the score."""
        asks = self.words.endswith("?")
        return self.before, 1 if asks else 0 if not self.moment.lasts else 3 if self.moment >= Moment.SCORE else 2


class Speech(NamedTuple):
    """The same for one table: `say` is read aloud to it, `do` is for the Director."""

    say: tuple[Sentence, ...]
    do: tuple[Sentence, ...]

    @property
    def text(self) -> str:
        """What is said from beginning to end, as one text."""
        return " ".join(one.words for one in self.say)

    @property
    def paragraphs(self) -> tuple[tuple[Sentence, ...], ...]:
        """What is said, by paragraphs."""
        return tuple(tuple(some) for _, some in groupby(self.say, key=lambda one: one.paragraph))

    @property
    def now(self) -> str:
        """What is said now: since the last choice, or since the Director came where nobody has chosen."""
        return " ".join(one.words for one in self.say if one.first or not one.before)

    @property
    def notes(self) -> str:
        """What the Director does, as one text."""
        return " ".join(one.words for one in self.do)


def speech(ruling: Ruling) -> Speech:
    """The ruling as the Director gives it at its table, as far as it goes.

    While a player's choice is open, the options and what follows from each come last, with the question. While what is
    open is a judgement for the end of play, the table is told to play on.
    """
    script = script_in_turn(ruling)
    table, director = [*_opening(ruling), *script.table], list(script.director)
    pending = ruling.pending
    if pending is not None:
        if (ahead := pending.ahead) and _open_to_choice(ruling):
            table += _options(ahead(), pending.fact, pending.provision, len(ruling.steps))
        if pending.fact.who:
            table.append(Line(pending.fact.put or pending.fact.question, pending.provision, Moment.CHOICE))
        elif (judgement := waits_for_the_end(ruling)) is not None:
            table.append(Line(judgement.play_on, pending.provision, Moment.AFTER))
            if judgement.poll:
                director.append(Line(f"poll {judgement.poll}", pending.provision, Moment.AFTER))
        elif is_judged(ruling):
            table = []  # nothing is announced before everything is judged
    return Speech(_sentences(table, ruling), _sentences(director, ruling))


def waits_for_the_end(ruling: Ruling) -> Judgement | None:
    """The judgement that the ruling waits for, if it can be made only when play is over and none such has been made: nobody
    is polled, and nothing is judged, while the board is bid and played.
    """
    judgement = ruling.pending.fact.judgement if ruling.pending is not None else None
    if judgement is None or not judgement.play_on or is_judged(ruling):
        return None
    return judgement


def is_judged(ruling: Ruling) -> bool:
    """A judgement for the end of play has been made, so the board is over."""
    judged = [step.value for step in ruling.asked if step.fact.judgement is not None and step.fact.judgement.play_on]
    return bool(judged) and OPEN not in judged


def _opening(ruling: Ruling) -> Iterator[Line]:
    """What was wrong with the call that the ruling is about, where the table shows it."""
    found = ruling.situation.irregularity if ruling.situation is not None else None
    if found is not None and found.law == ruling.procedure:
        in_turn = any(_IN_TURN.get(step.fact.id) == step.value for step in ruling.asked)
        for kind in found.kinds:
            if kind in OPENINGS and not (in_turn and kind is Kind.INSUFFICIENT):
                yield Line(OPENINGS[kind], kind.value, Moment.FOUND, 0)


def _open_to_choice(ruling: Ruling) -> bool:
    """The first choice has still to be made: whoever heard what follows from it need not hear the rest of that again, and
    nobody is told what follows from a call that has been made.
    """
    at = ruling.situation
    return not any(step.fact.given and step.fact.who for step in ruling.asked) and not (at is not None and at.offered)


def has_come_back(ruling: Ruling) -> bool:
    """The auction went back from a call out of turn, and the table tells what was called since: that call is long cancelled."""
    at = ruling.situation
    return at is not None and Kind.OUT_OF_ROTATION in at.kinds and bool(at.record.continued)


def script_in_turn(ruling: Ruling) -> Script:
    """The sentences of the ruling as they are said at the offender's turn, if it has come to that."""
    if not has_come_back(ruling):
        return ruling.script
    known = {effect.said(ruling.effects): effect.said_in_turn(ruling.effects) for effect in ruling.effects}
    table = (line._replace(words=known.get(line.words, line.words)) for line in ruling.script.table)
    return Script(tuple(line for line in table if line.words), ruling.script.director)


def _is_before(line: Line, ruling: Ruling) -> bool:
    """Whether the table heard it before the auction came back to the offender."""
    found = line.part <= 1 and line.moment is Moment.FOUND
    return has_come_back(ruling) and (found or line.words == "{irregular} is cancelled")


def _sentences(lines: Sequence[Line], ruling: Ruling) -> tuple[Sentence, ...]:
    said = {ruling.words(line.words): line for line in reversed(lines)}
    past = later(ruling.steps)
    over = past.finished or is_judged(ruling)
    sentences: list[Sentence] = []
    spoken_to, asked_before, told_of = "", False, ""
    for text, line in reversed(said.items()):
        before = line.part < len(past.chosen) or _is_before(line, ruling)
        player, _comma, rest = text.partition(", ")
        if not rest.startswith(
            ("you ", "when it is your turn, you ", "it is your turn, and you ", "what do you ", "do you ")
        ):
            player = ""
        else:
            rest = rest.replace(f"{player}'s ", "your ")
            text = f"{player}, {rest}"
        text = _PASS_REPEATED.sub(r"\g<player>, you must pass again", text)
        if player and player == spoken_to and before is asked_before:  # whoever is spoken to is named once
            text = rest[0].upper() + rest[1:]
        call = _call_told_of(line.words, ruling)
        if call and call == told_of and before is asked_before:
            text = f"It{text[len(call) :]}"
        spoken_to, asked_before, told_of = player, before, call or _call_at_the_end(line.words, ruling)
        waits = line.moment is Moment.AFTER and not over and not text.startswith("When play is over")
        words = text if text.endswith("?") else f"{text}."
        first = line.part == _FIRST
        sentences.append(Sentence(words, line.provision, line.moment, before=before or first, waits=waits, first=first))
    return tuple(sentences)


def _call_told_of(words: str, ruling: Ruling) -> str:
    """The call that a sentence says something of, as it is named at the table: the next sentence about it says "it"."""
    found = _OF_A_CALL.match(words)
    return ruling.words(found["call"]) if found else ""


def _call_at_the_end(words: str, ruling: Ruling) -> str:
    """The call that a sentence ends with."""
    found = _ENDS_WITH_A_CALL.search(words)
    return ruling.words(found["call"]) if found else ""


_PASS_REPEATED: Final = re.compile(r"(?P<player>\w+), you must repeat (?P=player)'s pass")
_CALL: Final = rf"(?P<call>\{{(?:{'|'.join((*CALLS, 'first'))})\}})"
_OF_A_CALL: Final = re.compile(rf"{_CALL} (?:is|was|stands|counts|takes)\b")
_ENDS_WITH_A_CALL: Final = re.compile(rf" (?:accepts?|accept|repeat) {_CALL}$")


# -- what has been ruled -----------------------------------------------------------------------------------------------


def script(steps: Sequence[Step]) -> Script:
    """The steps of a ruling in speaking order.

    A choice that was made begins anew: what was found, what becomes of the calls, what may be chosen next. What lasts comes
    after all choices.
    """
    placed: list[tuple[bool, Line]] = []
    effects = [step.effect for step in steps if isinstance(step, Decided)]
    referred = any(isinstance(effect, Referral) for effect in effects)
    retold = {words for effect in effects for words in effect.retold(effects)}
    judged = max((at for at, step in enumerate(steps) if isinstance(step, Asked) and step.fact.judgement), default=-1)
    part = 0
    for at, step in enumerate(steps):
        if isinstance(step, Asked):
            part += bool(step.fact.who) or _has_been_replaced(steps, at)
            if (told := step.fact.told.get(step.value)) and told not in retold:
                placed.append((True, Line(told, step.provision, Moment.FOUND, part)))
        elif isinstance(step, Decided) and not step.effect.goes_without_saying(effects):
            over = is_over(steps, at)
            if over and not step.effect.said_first:
                continue
            if not step.effect.aloud and not step.effect.main and at < judged:
                continue  # done: the Director has judged since
            effect, moment = step.effect, step.effect.said_at
            if referred and moment is Moment.CHOICE and not effect.main:
                continue  # another law says first who may choose what
            words = effect.said(effects) if effect.aloud else effect.words
            place = _FIRST if over else _LAST if moment.lasts else part
            placed.append((effect.aloud, Line(words, step.provision, moment, place)))
    placed.sort(key=lambda item: (item[1].part, item[1].moment))
    return Script(_lines(placed, aloud=True), _lines(placed, aloud=False))


def _lines(placed: Sequence[tuple[bool, Line]], *, aloud: bool) -> tuple[Line, ...]:
    return tuple({line.words: line for heard, line in reversed(placed) if heard is aloud}.values())[::-1]


def is_over(steps: Sequence[Step], at: int) -> bool:
    """The decision at this step is past: what was offered has been chosen or refused, the turn has been taken."""
    step = steps[at]
    return isinstance(step, Decided) and step.effect.is_over(later(steps[at + 1 :]))


def _has_been_replaced(steps: Sequence[Step], at: int) -> bool:
    """A call that was refused is compared with the one that its player has made since: nobody tells the table again that it
    was refused.
    """
    step = steps[at]
    if not isinstance(step, Asked) or step.fact.compares is None or step.fact.who:
        return False
    before = [one for one in steps[:at] if isinstance(one, Asked) and (one.fact.who or one.fact.compares is not None)]
    return bool(before) and bool(before[-1].fact.who) and before[-1].value is False


def later(steps: Sequence[Step]) -> Later:
    """What these steps can make past."""
    after = tuple(step.effect for step in steps if isinstance(step, Decided))
    chosen = tuple(
        (step.fact.who or "offender", step.fact.question)
        for at, step in enumerate(steps)
        if isinstance(step, Asked) and (step.fact.who or _has_been_replaced(steps, at))
    )
    return Later(chosen, any(effect.settles for effect in after), any(effect.finishes for effect in after), after)


# -- what lies ahead ---------------------------------------------------------------------------------------------------


class _Fork(NamedTuple):
    """What the law decides from here on whatever comes, and the next question with where each answer leads."""

    effects: tuple[Effect, ...]
    fact: Fact | None
    ways: tuple[tuple[object, _Fork], ...]


def _options(paths: Iterator[Sequence[Step]], fact: Fact, provision: str, begun: int) -> Iterator[Line]:
    """What each answer to an open question leads to, as far as facts can say it as a condition (`Fact.given`)."""
    if fact.given:
        told = tuple(dict.fromkeys(_told(_fork([path[begun:] for path in paths]))))
        always = {conditions[-1]: follows for conditions, follows in told if len(conditions) == 1}
        same: dict[tuple[str, ...], list[str]] = {}
        for conditions, follows in told:
            if len(conditions) > 1:  # what is so whatever else is chosen has been said
                follows = tuple(words for words in follows if words not in always.get(conditions[-1], ()))
            if follows:
                same.setdefault(follows, []).append(" and ".join(conditions))
        for follows, ways in same.items():
            yield Line(f"if {', or '.join(ways)}, {list_of([*follows], 'and')}", provision, Moment.CHOICE)


_Told = tuple[tuple[str, ...], tuple[str, ...]]
"""Conditions, and what follows when they all hold."""


def _fork(paths: Sequence[Sequence[Step]]) -> _Fork:
    """The tree of paths that begin alike."""
    effects: list[Effect] = []
    for at, step in enumerate(paths[0]):
        if isinstance(step, Asked):
            answers = dict.fromkeys(path[at].value for path in paths)  # type: ignore[union-attr]
            if len(answers) > 1:
                groups = {one: [path[at + 1 :] for path in paths if path[at].value == one] for one in answers}  # type: ignore[union-attr]
                return _Fork(tuple(effects), step.fact, tuple((one, _fork(group)) for one, group in groups.items()))
        elif isinstance(step, Decided):
            effects.append(step.effect)
    return _Fork(tuple(effects), None, ())


def _told(fork: _Fork, conditions: tuple[str, ...] = ()) -> Iterator[_Told]:
    """For the ways on from here the conditions so far, and what is decided as soon as they hold."""
    if fork.fact is None:
        return
    ways = dict(fork.ways)
    for answer in fork.fact.given or ways:
        if answer not in ways:
            continue
        mine = fork.fact.given.get(answer, "")
        held = (*conditions, mine) if mine else conditions
        beyond = ways[answer]
        follows = tuple(dict.fromkeys(filter(None, (effect.foretold for effect in beyond.effects))))
        if mine and follows:
            yield held, follows
            held = ()
        yield from _told(beyond, held)


Ahead = Callable[[], Iterator[Sequence[Step]]]
"""The steps of every way through a procedure that goes on from where a ruling waits."""
