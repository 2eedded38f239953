"""One option is right: the best ruling, the fault of a ruling that was given, whose turn it is, what the book says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from exams.bank.kinds.base import Content, Kind, NotOffered, Reason, ids


class BestRuling(Kind):
    """Which ruling the law gives; the wrong options are rulings too."""

    name = "best_ruling"
    template = "bank/answers/single.html"
    options = range(4, 5)
    keyed_by = "one"
    asks = _("What is your ruling?")

    def faults(self, content: Content) -> Iterator[tuple[str, str]]:
        """Each wrong option must say which mistake it is."""
        yield from super().faults(content)
        for position, option in enumerate(content["options"]):
            if option["id"] != content["key"] and not option["why"].strip():
                yield f"options[{position}].why", "say why this option is wrong, and which mistake it is."

    def key_fault(self, content: Content) -> str:
        """The key is the id of one option."""
        if content["key"] not in ids(content):
            return "say which option is right."
        return ""

    def read(self, content: Content, typed: str) -> str | None:
        """The id of an option."""
        if not typed:
            return None
        if typed not in ids(content):
            raise NotOffered(typed)
        return typed

    def is_right(self, content: Content, answer: str | None) -> bool:
        """Whether it is the key."""
        return answer is not None and answer == content["key"]

    def chosen(self, answer: str | None) -> tuple[str, ...]:
        """The option."""
        return (answer,) if answer else ()

    def right(self, content: Content) -> str:
        """The key."""
        return str(content["key"])

    def reasons(self, content: Content, answer: str | None) -> list[Reason]:
        """Of the wrong options alone: why the right one is right, the steps tell."""
        return [reason for reason in super().reasons(content, answer) if not reason.holds]


class JudgeRuling(BestRuling):
    """The first option says that the ruling is right; each of the others says how it should be corrected, and by which law."""

    name = "judge_ruling"
    asks = _("Is the ruling right? If not, what has to be changed?")
    offers = (_("Yes."), "", "", "")
    judges = True
    key_heading = _("The right judgement")
    answer_heading = _("Your judgement")
    reasons_heading = _("Why the other judgements are wrong")

    def faults(self, content: Content) -> Iterator[tuple[str, str]]:
        """Without the ruling there is nothing to judge."""
        yield from super().faults(content)
        if not content.get("ruling", "").strip():
            yield "ruling", "write the ruling that was given, in the words that were said."

    def own_options(self, content: Content) -> Sequence[Mapping[str, Any]]:
        """The faults that are found: that the ruling is right, every question of this kind offers."""
        options: Sequence[Mapping[str, Any]] = content["options"]
        return options[1:]


class WhoseTurn(BestRuling):
    """Who is to call or play, asked beside the auction."""

    name = "whose_turn"
    options = range(4, 6)
    asks = _("Whose turn is it to call?")
    offers = (_("West"), _("North"), _("East"), _("South"))
    weight = -1  # seen from the diagram
    key_heading = _("It is the turn of")
    answer_heading = _("Your answer")

    def own_options(self, content: Content) -> Sequence[Mapping[str, Any]]:
        """None: every question offers the four players."""
        return ()

    def faults(self, content: Content) -> Iterator[tuple[str, str]]:
        """Without an auction nobody could tell."""
        yield from super().faults(content)
        if "auction" not in content["diagrams"]:
            yield "diagrams.auction", "add the auction: without it nobody can tell whose turn it is."


class BookFact(BestRuling):
    """What the book says without a judgement: how long, how many tricks, what a word means, how strong a word is."""

    name = "book_fact"
    asks = _("What does the law say?")
    weight = -1  # looked up in the book, or known
    key_heading = _("The answer")
    answer_heading = _("Your answer")
    say_heading = _("How to say it")
