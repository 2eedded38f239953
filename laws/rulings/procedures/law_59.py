"""Law 59: a player who cannot lead or play as a rectification requires."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Literal, get_args

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Seats
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction, NoRight
from laws.rulings.effects.base import Effect, Moment, action, right
from laws.rulings.effects.calls import MustPlay
from laws.rulings.effects.information import Duty
from laws.rulings.facts.base import Fact, Source, name_answers
from laws.rulings.penalty_cards import can_obey
from laws.rulings.play.legal import may_play
from laws.rulings.replay import Situation
from laws.rulings.roles import Role
from laws.rulings.tables.seated import seated

name_answers(
    {
        "none of the suit": "the player has no card of the suit required",
        "only that suit": "the player has only cards of the forbidden suit",
        "has to follow": "the player has to follow suit",
        "able": "nothing: the player can do it",
    }
)


def _why_unable(at: Situation) -> str | None:
    """Of a lead that declarer has required or forbidden; what else a rectification asks for no table shows."""
    player, play = at.record.player, at.play
    if player is None or play is None or play.position.on_lead is not player:
        return None
    rules = [rule for rule in play.position.rules if rule.player is player and rule.suit]
    if not rules:
        return None
    able = can_obey(play.position, player, rules[0].kind, [rule.suit for rule in rules])
    if able is not False:
        return None if able is None else "able"
    return "none of the suit" if rules[0].kind == "required" else "only that suit"


WhyUnable = Literal["none of the suit", "only that suit", "has to follow", "able"]
WHY_UNABLE = Fact[WhyUnable](
    "why_unable",
    "What keeps {speaker} from leading or playing as required?",
    get_args(WhyUnable),
    source=Source.FINDING,
    find_out="what {speaker} holds, away from the table if need be, and what was led",
    observe=_why_unable,
)


def _own_penalty_card(at: Situation) -> bool | None:
    player, play = at.record.player, at.play
    if player is None or play is None or play.position.turn is not player:
        return None
    lying = [one.card for one in play.position.lying(player) if one.rank == "major"]
    return bool(lying) and any(card in may_play(play.position, player, at.record.edition) for card in lying)


OWN_PENALTY_CARD = Fact(
    "own_penalty_card",
    "Does {speaker} have a major penalty card that can legally be played?",
    default=False,
    observe=_own_penalty_card,
)
TO_CHOOSE_OTHERWISE: Final = right(
    "choose_otherwise",
    "choose something else because {speaker} cannot comply",
    moment=Moment.DUTY,
    denied="declarer has chosen, and may not choose again because {speaker} cannot comply",
)
TO_COMPLY: Final = right("comply", "lead or play as required")
FAILURE_IS_REVOKE: Final = action(
    "failure_is_revoke",
    "a player who could have led or played as required and did not has revoked: rule under Laws 61 to 64",
)
PENALTY_CARD_IS_PLAYED: Final = action(
    "penalty_card_is_played",
    "the penalty card can be played now, so it must be",
    moment=Moment.DUTY,
    said="{speaker}, your penalty card can be played now, so you must play it",
)


@dataclass(frozen=True, slots=True)
class OtherwiseLegal(MustPlay):
    """The player may play any card that is legal but for what was required."""

    moment: ClassVar[Moment] = Moment.DUTY
    player: Role = "speaker"

    @property
    def words(self) -> str:
        return "{speaker} cannot comply, so may play any card that is otherwise legal"

    def said(self, beside: Sequence[Effect]) -> str:
        return "{speaker}, you cannot comply, so you may play any card that is otherwise legal"


@DUPLICATE_2017.procedure(
    "59",
    "Inability to lead or play as required",
    happened="A player says that they cannot lead or play as required",
    declared=Declaration(seats=Seats(("player",)), staging=seated("59", player="W")),
)
def unable(case: Case) -> None:
    """Whoever cannot do what a rectification requires plays any legal card; whoever can must (61A)."""
    why = case.asks(WHY_UNABLE, "59")
    if why == "able":
        case.rules(Duty("speaker", TO_COMPLY), "61A")
        case.rules(DirectorAction(FAILURE_IS_REVOKE), "61A")
        return
    case.rules(OtherwiseLegal(), "59")
    if case.notes(OWN_PENALTY_CARD, "50D1(a)"):
        case.rules(DirectorAction(PENALTY_CARD_IS_PLAYED), "50D1(a)")
    case.rules(NoRight("declarer", TO_CHOOSE_OTHERWISE), "59")
