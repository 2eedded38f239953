"""A ruling that somebody has given at this table: it is right, or one of the faults that are found with it is true."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from exams.bank.kinds.base import Content
from exams.bank.kinds.single import BestRuling


class JudgeRuling(BestRuling):
    """The first option says that the ruling is right; each of the others says what is wrong with it, and by which law."""

    name = "judge_ruling"
    asks = _("Is the ruling right? If not, what is wrong with it?")
    offers = (_("The ruling is right."), "", "", "")
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
