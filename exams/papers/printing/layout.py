"""What a page of a paper shows, as plain data for the templates; no word of it is markup there.

The question paper is built from `asked` alone, in which the key is not, so nothing of it can reach the page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from exams.bank.kinds import kind_of
from exams.bank.presenting import Compared, Stored, asked, explained
from laws import auction_words, diagrams, keys, play_words
from laws.auction_words import SEATS
from laws.diagrams import happened, plays

CALLS = {"pass": "Pass", "double": "Dbl", "redouble": "Rdbl"}

# What an answer is given in, by the kind of question.
SPACES = {
    "best_ruling": "one",
    "judge_ruling": "one",
    "whose_turn": "one",
    "book_fact": "one",
    "choose_all": "several",
    "order_steps": "order",
    "cite_law": "citation",
    "number": "number",
    "written": "lines",
}
# Lines to write on for each mark of a written ruling, and never fewer than the second figure.
LINES_PER_MARK = 2
FEWEST_LINES = 8


class Question(Stored, Protocol):
    """What is printed: the version of a question, or a table that was staged for practice."""

    @property
    def opening(self) -> str:
        """How it begins, to know it by."""

    def get_kind_display(self) -> Any:
        """Its kind in words."""


class Place(Protocol):
    """A question's place on paper."""

    @property
    def position(self) -> int:
        """From 1 on."""

    @property
    def marks(self) -> int:
        """What it is worth."""

    @property
    def version(self) -> Question:
        """The question."""


def question(row: Place, *, partial: bool) -> dict[str, Any]:
    """A question as it is asked, with room for its answer."""
    shown = asked(row.version, partial=partial)
    return {
        "number": row.position,
        "title": _("Question %(n)d") % {"n": row.position},
        "marks": ngettext("%(n)d mark", "%(n)d marks", row.marks) % {"n": row.marks},
        "stem": list(shown.stem),
        "ruling": _quoted(shown.ruling),
        "asks": shown.question,
        "note": str(shown.note),
        "options": [{"letter": option.letter, "text": option.text} for option in shown.options],
        "space": SPACES[shown.kind],
        "lines": max(FEWEST_LINES, LINES_PER_MARK * row.marks),
        **pictures(shown.auction, shown.hands, shown.play),
    }


def guidance(row: Place, about: Sequence[str], *, partial: bool) -> dict[str, Any]:
    """What a marker needs of a question: the key, the ruling with its steps and laws, and what earns marks.

    about: its topic and the level at which it was drawn.
    """
    version = row.version
    told = explained(version)
    return {
        "number": row.position,
        "title": _("Question %(n)d") % {"n": row.position},
        "marks": ngettext("%(n)d mark", "%(n)d marks", row.marks) % {"n": row.marks},
        "about": " · ".join([*about, version.get_kind_display()]),
        "opening": version.opening,
        "ruling": _quoted(version.content.get("ruling", "")),
        "asks": version.content["question"],
        "key_heading": str(told.key_heading),
        "key": [_line(line) for line in told.key],
        "rule": str(kind_of(version.content).told(partial=partial)),
        "reason": told.reason,
        "decided_by": ", ".join(_law(key) for key in told.deciding),
        "comparison": _comparison(told.comparison) if told.comparison else None,
        "say": told.say,
        "steps": [
            {
                "question": step["question"],
                "answer": step["answer"] or "–",
                "law": _law(step["provision"]),
                "taken": step["taken"],
            }
            for step in told.steps
        ],
        "outcomes": [
            {"text": outcome["text"], "law": _law(outcome["provision"])}
            for outcome in [*told.outcomes, *told.attending]
        ],
        "reasons_heading": str(told.reasons_heading),
        "reasons": [
            {
                "letter": reason.letter,
                "text": reason.text,
                "why": reason.why,
                "holds": _holds(reason.holds) if told.tells_what_holds else "",
            }
            for reason in told.reasons
        ],
        "rubric": [
            {"part": str(item.part), "text": item.text, "law": _law(item.provision), "marks": item.marks}
            for item in told.rubric
        ],
        "laws": ", ".join(_law(key) for key in told.cites),
    }


def _quoted(ruling: str) -> str:
    """The ruling that was given, as it was said; empty where the question is about none."""
    return _("The ruling given: “%(ruling)s”") % {"ruling": ruling} if ruling else ""


def _comparison(told: Compared) -> dict[str, Any]:
    """What comparability turned on, with the hand that tells in one line."""
    heading = (
        _("Why %(new)s is comparable with %(old)s")
        if told.comparable
        else _("Why %(new)s is not comparable with %(old)s")
    )
    calls = {"old": told.old, "new": told.new}
    return {
        "heading": heading % calls,
        "shows": [
            _("%(call)s, withdrawn: %(shows)s") % {"call": told.old, "shows": told.old_shows},
            _("%(call)s, in its place: %(shows)s") % {"call": told.new, "shows": told.new_shows},
        ],
        "tests": [{"why": one["why"], "law": _law(one["provision"])} for one in told.tests],
        "hand": _("This hand fits %(new)s but not %(old)s: %(hand)s") % {**calls, "hand": told.hand.words}
        if told.hand
        else "",
    }


def pictures(
    auction: Mapping[str, Any] | None, hands: Mapping[str, Any] | None, play: Mapping[str, Any] | None
) -> dict[str, Any]:
    """The diagrams of a question, laid out in rows and cells; nothing where there is none."""
    return {
        "auction": _auction(auction) if auction else None,
        "deal": _deal(hands) if hands else None,
        "play": _play(play) if play else None,
    }


def _auction(diagram: Mapping[str, Any]) -> dict[str, Any]:
    laid = diagrams.auction(diagram)
    return {
        "caption": _board(laid.board, laid.dealer, laid.vulnerable),
        "seats": [_seat(seat, laid.vulnerable or "") for seat in diagrams.SEATS],
        "rows": [
            {"dashed": above is not None and row.apart != above.apart, "cells": [_cell(cell) for cell in row.cells]}
            for above, row in zip([None, *laid.rows], laid.rows, strict=False)
        ],
        "notes": laid.notes,
        "legend": auction_words.key_line(laid),
    }


def _cell(cell: diagrams.Cell) -> dict[str, Any]:
    call = cell.call
    if call is None:
        return {"made": [], "text": _("All pass") if cell.all_pass else ""}
    made = {
        "text": CALLS.get(call.kind, call.text),
        "bad": call.bad,
        "off": call.withdrawn,
        "nth": call.nth,
        "why": auction_words.why(call),
        "note": call.note,
    }
    return {"made": [made], "text": ""}


def _deal(diagram: Mapping[str, Any]) -> dict[str, Any]:
    laid = diagrams.deal(diagram)
    hands = {
        hand.seat: [{"suit": suit, "cards": " ".join(cards) if cards else "—"} for suit, cards in hand.suits]
        for hand in laid.hands
    }
    centre = [
        *([_("Board %(n)d") % {"n": laid.board}] if laid.board else []),
        *([_("Dealer %(seat)s") % {"seat": SEATS[laid.dealer]}] if laid.dealer else []),
        *([_vulnerable(laid.vulnerable)] if laid.dealer or laid.board else []),
    ]
    spoken = "; ".join(
        f"{SEATS[seat]} " + ", ".join(f"{suit['suit']} {suit['cards']}" for suit in suits)
        for seat, suits in hands.items()
    )
    return {
        "hands": hands,
        "seats": {seat: str(name) for seat, name in SEATS.items()},
        "centre": centre,
        "spoken": spoken,
    }


def _play(diagram: Mapping[str, Any]) -> dict[str, Any]:
    laid = plays.play(diagram)
    return {
        "caption": _contract(laid) if laid.contract else _bare(laid),
        "trick": _("Trick"),
        "seats": [_player(seat, laid.dummy) for seat in happened.SEATS],
        "rows": [
            {
                "number": str(trick.number),
                "dashed": place > 0,
                "cells": [
                    {"leads": cell.leads, "wins": cell.wins, "made": [_card(card) for card in cell.cards]}
                    for cell in row.cells
                ],
            }
            for trick in laid.tricks
            for place, row in enumerate(trick.rows)
        ],
        "notes": list(laid.notes),
        "placed": laid.numbered,
    }


def _card(card: plays.Card) -> dict[str, Any]:
    return {
        "text": card.text,
        "bad": card.bad,
        "off": card.withdrawn,
        "nth": card.place,
        "why": play_words.why(card),
        "note": card.note,
    }


def _contract(laid: plays.Play) -> str:
    """“4♠ doubled by South”."""
    doubled = ("", _("doubled"), _("redoubled"))[laid.doubled]
    declarer = _("by %(seat)s") % {"seat": SEATS[laid.declarer]} if laid.declarer else ""
    return " ".join(filter(None, [laid.contract, doubled, declarer]))


def _bare(laid: plays.Play) -> str:
    """A play whose contract is not told: “The play · South declares · ♠ are trumps”."""
    parts = [_("The play")]
    if laid.declarer:
        parts.append(_("%(seat)s declares") % {"seat": SEATS[laid.declarer]})
    if laid.trump:
        parts.append(_("no trump") if laid.trump == "NT" else _("%(suit)s are trumps") % {"suit": laid.trump})
    return " · ".join(parts)


def _player(seat: str, dummy: str) -> str:
    return _("%(seat)s (dummy)") % {"seat": SEATS[seat]} if seat == dummy else str(SEATS[seat])


def _board(board: int | None, dealer: str, vulnerable: str | None) -> str:
    parts = [_("Board %(n)d") % {"n": board}] if board else []
    told = [_vulnerable(vulnerable)] if vulnerable is not None else []
    return " · ".join([*parts, _("Dealer %(seat)s") % {"seat": SEATS[dealer]}, *told])


def _seat(seat: str, vulnerable: str) -> str:
    return _("%(seat)s (vul)") % {"seat": SEATS[seat]} if seat in vulnerable else str(SEATS[seat])


def _vulnerable(seats: str) -> str:
    return {"": _("None vul"), "NS": _("NS vul"), "EW": _("EW vul")}.get(seats, _("All vul"))


def _line(line: Any) -> str:
    if line.provision:
        law = _law(line.provision)
        return _("Also right: %(law)s") % {"law": law} if line.also else law
    return f"{line.letter}. {line.text}" if line.letter else str(line.text)


def _law(key: str) -> str:
    """A provision as people cite it; what no code has goes as it is written."""
    try:
        return keys.name(key)
    except ValueError:
        return key


def _holds(holds: bool | None) -> str:
    return "" if holds is None else _("Holds.") if holds else _("Does not hold.")
