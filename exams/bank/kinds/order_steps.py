"""Steps to put in order, as a Director takes them at the table."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import combinations

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from exams.bank.kinds.base import Content, Kind, NotOffered, Reason, Step, Unreadable, ids, letter, names

# A step with the place somebody gave it in a form, if any: “a2”, or “a” alone.
_PLACED = re.compile(r"([a-f])([0-9]{0,2})")


class OrderSteps(Kind):
    """Every step has a place of its own; the answer is the ids in that order, as “c,a,b”.

    A form without scripts asks for the place of each step instead, and sends “a2,b3,c1”; this too is read.
    """

    name = "order_steps"
    template = "bank/answers/order_steps.html"
    note = gettext_lazy("Give every step its place. You earn the mark only if the whole order is right.")
    partial_note = gettext_lazy(
        "Give every step its place. Each pair of steps in the right order earns an equal part of the mark, and "
        "each pair in the wrong order loses a part. Your mark is never less than zero."
    )
    options = range(3, 7)
    keyed_by = "places"
    asks = gettext_lazy("In what order do you do this?")
    weight = 1  # each place is one more to get right
    key_heading = gettext_lazy("The order")
    answer_heading = gettext_lazy("Your order")
    reasons_heading = gettext_lazy("Why each step comes where it does")

    def key_fault(self, content: Content) -> str:
        """The key names every option once."""
        key = content["key"]
        if not isinstance(key, list) or sorted(key) != sorted(ids(content)):
            return "give every step a place of its own in the right order."
        return ""

    def read(self, content: Content, typed: str) -> str | None:
        """The ids in the order given."""
        if any(character.isdecimal() for character in typed):
            return self._by_places(content, typed)
        order = names(typed, content)
        if order and sorted(order) != sorted(ids(content)):
            raise Unreadable(_("Give every step a place in the order."))
        return ",".join(order) or None

    def sent(self, content: Content, fields: QueryDict) -> str:
        """The place chosen for each step, “a2,b3,c1”; of no step when no place was chosen."""
        places = {one: str(fields.get(f"place-{one}", "")) for one in ids(content)}
        return ",".join(one + place for one, place in places.items()) if any(places.values()) else ""

    def as_sent(self, content: Content, typed: str) -> str:
        """The place that was given to each step, “A: 2, B: 2; no place: C”."""
        places = {found[1]: found[2] for part in typed.split(",") if (found := _PLACED.fullmatch(part))}
        if list(places) != ids(content) or not any(places.values()):
            # No page of ours sends that.
            return typed
        placed = ", ".join(f"{letter(one)}: {place}" for one, place in places.items() if place)
        without = ", ".join(letter(one) for one, place in places.items() if not place)
        return _("%(placed)s; no place: %(steps)s") % {"placed": placed, "steps": without} if without else placed

    def is_right(self, content: Content, answer: str | None) -> bool:
        """Whether the whole order is right."""
        return answer == self.right(content)

    def share(self, content: Content, answer: str | None) -> Fraction:
        """Kendall's tau with the right order: pairs in order less pairs out of order, of all pairs; never below zero.

        The measure is that of M. G. Kendall, “A New Measure of Rank Correlation”, Biometrika 30 (1938). A step that slips
        by one place costs little, and any order in which half of the pairs are reversed, as by chance, earns nothing.
        """
        place = {one: number for number, one in enumerate(self.chosen(answer))}
        if not place:
            return Fraction(0)
        pairs = list(combinations(content["key"], 2))
        in_order = sum(place[first] < place[second] for first, second in pairs)
        return max(Fraction(0), Fraction(2 * in_order - len(pairs), len(pairs)))

    def chosen(self, answer: str | None) -> tuple[str, ...]:
        """The steps in order."""
        return tuple(answer.split(",")) if answer else ()

    def right(self, content: Content) -> str:
        """The key."""
        return ",".join(content["key"])

    def steps(self, content: Content, typed: str | None) -> list[Step]:
        """In the order of the answer, or as they are asked while there is none; also of one that cannot be read."""
        placed = [found for part in (typed or "").split(",") if (found := _PLACED.fullmatch(part))]
        if any(found[2] for found in placed):
            places = {found[1]: found[2] for found in placed}
        else:
            places = {found[1]: str(place) for place, found in enumerate(placed, start=1)}
        given = [
            Step(one["id"], letter(one["id"]), one["text"], places.get(one["id"], "")) for one in content["options"]
        ]
        return sorted(given, key=lambda step: int(step.place)) if all(step.place for step in given) else given

    def reasons(self, content: Content, answer: str | None) -> list[Reason]:
        """In the right order, of those steps for which a reason is stored."""
        by_id = {option["id"]: option for option in content["options"]}
        return [
            Reason(letter(one), by_id[one]["text"], by_id[one]["why"], None, chosen=False)
            for one in content["key"]
            if by_id[one]["why"].strip()
        ]

    def _by_places(self, content: Content, typed: str) -> str:
        """The ids by the place given to each."""
        places = {found[1]: found[2] for part in typed.split(",") if (found := _PLACED.fullmatch(part.strip()))}
        offered = ids(content)
        allowed = {str(place) for place in range(1, len(offered) + 1)} | {""}
        if set(places) != set(offered) or not set(places.values()) <= allowed:
            raise NotOffered(typed)
        if without := [letter(one) for one in offered if not places[one]]:
            raise Unreadable(_("Give every step a place. These have none: %(steps)s.") % {"steps": ", ".join(without)})
        place, times = Counter(places.values()).most_common(1)[0]
        if times > 1:
            both = ", ".join(letter(one) for one in offered if places[one] == place)
            words = {"place": place, "steps": both}
            raise Unreadable(_("Only one step can have place %(place)s. These have it: %(steps)s.") % words)
        return ",".join(sorted(offered, key=lambda one: int(places[one])))
