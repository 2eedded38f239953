"""What the generator leaves out: paths of the law on which the engine still reads a former text.

A question made on such a path would have a key that nobody has read beside the law of its day.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from exams import scenarios
from laws import confirming
from laws.confirming import Moved
from laws.rulings.citing import rests_on
from laws.rulings.editions import EDITIONS
from laws.rulings.readers import explore
from laws.rulings.ruling import Ruling


@dataclass(frozen=True)
class Former:
    """The wordings of a day that the engine was not written from, by the book that they stand in."""

    day: date
    wordings: dict[str, list[Moved]] = field(default_factory=dict)

    @classmethod
    def on(cls, day: date, edition: str = "") -> Former:
        """Those of a day, of the book of one of the engine's editions or of all. A query or two for each book."""
        editions = [EDITIONS[edition]] if edition else EDITIONS.values()
        books = dict.fromkeys(one.book for one in editions)
        return cls(day, {book: found for book in books if (found := confirming.on(book, day))})

    def __bool__(self) -> bool:
        return bool(self.wordings)

    def of(self, ruling: Ruling) -> list[Moved]:
        """The wordings that a ruling rests on and the engine does not read."""
        those = self.wordings.get(EDITIONS[ruling.edition].book, ())
        return confirming.concerned(rests_on(ruling), those).wordings if those else []

    def refuses(self, ruling: Ruling) -> bool:
        """Whether no question is made of a ruling."""
        return bool(self.of(ruling))

    def sentences(self, procedure: str) -> list[str]:
        """For each procedure asked for, what of it is left out and why; nothing where nothing is."""
        asked = scenarios.PROCEDURES if procedure == scenarios.ALL else (procedure,)
        found = [self._sentence(number) for number in asked] if self else []
        return [sentence for sentence in found if sentence]

    def whole(self, procedure: str) -> str:
        """Why nothing at all can be asked of what is asked for; empty where something can."""
        if not self or procedure not in scenarios.PROCEDURES or not all(map(self.refuses, explore(procedure))):
            return ""
        return self._sentence(procedure)

    def _sentence(self, number: str) -> str:
        paths = explore(number)
        refused = [wordings for path in paths if (wordings := self.of(path))]
        if not refused:
            return ""
        names = _listed(confirming.in_order(one for wordings in refused for one in wordings))
        words = {
            "day": date_format(self.day, "j F Y"),
            "law": number,
            "n": len(refused),
            "all": len(paths),
            "what": names,
        }
        if len(refused) == len(paths):
            return (
                _(
                    "No questions are asked under Law %(law)s on %(day)s, because the engine still follows the "
                    "former text of %(what)s. Questions resume once its procedures are confirmed under the new "
                    "text."
                )
                % words
            )
        return (
            ngettext(
                "On %(day)s %(n)d of the %(all)d paths of Law %(law)s is not asked, because the engine still "
                "follows the former text of %(what)s.",
                "On %(day)s %(n)d of the %(all)d paths of Law %(law)s are not asked, because the engine still "
                "follows the former text of %(what)s.",
                len(refused),
            )
            % words
        )


def _listed(wordings: Iterable[Moved]) -> str:
    return ", ".join(dict.fromkeys(one.name for one in wordings))
