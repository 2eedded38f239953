"""Wrong answers about Law 9, by who does what and when."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from exams.scenarios.choices import Choice
from exams.scenarios.narrating.narrative import Facts
from laws.rulings.ruling import Ruling


def mistakes(ruling: Ruling) -> Iterator[Choice]:
    """What players and directors believe instead of the ruling."""
    path = dict(ruling.path)
    for text, why in _WRONG[case(path)]:
        yield Choice(text, why)


def case(path: Facts) -> str:
    """The kind of case that a path is, as the wrong answers are sorted."""
    does = str(path["does"])
    if does == "prevents":
        return "dummy prevents" if path["is_dummy"] else "prevents"
    if does == "draws attention":
        if path.get("is_dummy"):
            return "dummy draws"
        return f"draws, {'own' if path['own_side'] else 'other'}, {path['how_far']}"
    if does == "summons":
        if path.get("is_dummy"):
            return "dummy summons"
        return "summons second" if path["attention_drawn"] else "summons first"
    if does == "acts":
        return "acts, own" if path["own_side"] else "acts, other"
    return does


Wrong = Sequence[tuple[str, str]]
_OWN: Final[Wrong] = (
    (
        "{speaker} was bound to draw attention to it, for to keep quiet would have been to conceal it.",
        "nobody has to point out an infraction of their own side (9A5); only hiding it is forbidden (72B3)",
    ),
    (
        "{speaker} may not draw attention to an infraction of {side}. Only {others} may do that.",
        "9A1 and 9A2 make no difference between the sides",
    ),
    (
        "{speaker} was entitled to draw attention to it. Since {side} owned up to it themselves, the irregularity is not "
        "rectified.",
        "{others} have the same rights as if {side} had kept quiet (9B1(d))",
    ),
)
_EITHER: Final[Wrong] = (
    (
        "{speaker} may only call you, and may not tell the table what is wrong.",
        "a player may draw attention to an irregularity; the Director is summoned when that has been done (9A, 9B1(a))",
    ),
    (
        "{speaker} was entitled to draw attention to it. {others} may now choose what to do about it, without you.",
        "once attention is drawn you are summoned, and nobody acts before you have explained (9B1(a), 9B2)",
    ),
)
_AT_TURN: Final[Wrong] = (
    (
        "{speaker} may draw attention to it only at {speaker}'s own turn to call.",
        "in the auction period every player may speak, in turn or out of turn (9A1)",
    ),
)
_IN_PLAY: Final[Wrong] = (
    (
        "{speaker} had to wait until the play was over.",
        "declarer and both defenders may draw attention during the play (9A2); dummy alone has to wait (9A4)",
    ),
)
_TOO_LATE: Final[Wrong] = (
    (
        "{speaker} is too late: what was not mentioned before the last trick is no longer rectified.",
        "when play has ended all four players may draw attention to it, dummy too (9A4)",
    ),
)
_NOT_MORE: Final[Wrong] = (
    (
        "You find out whether {others} have lost the right to rectification.",
        "that is asked when somebody acted before you were summoned (11A); here somebody only spoke",
    ),
    (
        "{speaker} may draw attention to it only with the consent of {others}.",
        "nobody's consent is needed (9A)",
    ),
)

_WRONG: Final[Mapping[str, Wrong]] = {
    "prevents": (
        (
            "{speaker} had to keep quiet until the irregularity had happened.",
            "every player may try to prevent an irregularity (9A3)",
        ),
        (
            "Only {other_culprits} may warn {culprit}. {culprit}'s partner may not.",
            "every player may try to prevent an irregularity, whoever is about to commit it (9A3)",
        ),
        (
            "{speaker} was entitled to speak. {culprit}'s attempt counts as an irregularity and is rectified.",
            "what was prevented has not happened, and only an irregularity is rectified (9A3)",
        ),
        (
            "What {speaker} said is unauthorised for {speakers}. You look at the board when it is over.",
            "the law lets every player do this (9A3); nothing but the turn was spoken of",
        ),
    ),
    "dummy prevents": (
        (
            "As dummy {speaker} may warn nobody but declarer.",
            "that was the rule before 2017; dummy may now try to prevent any irregularity (42B2)",
        ),
        (
            "As dummy {speaker} may say nothing before the play is over. A procedural penalty against {speaker} is possible.",
            "9A4 keeps dummy from drawing attention to an irregularity that has happened, not from preventing one (42B2)",
        ),
        (
            "{speaker} has drawn attention to an irregularity as dummy, and loses the rights of dummy.",
            "nothing had happened yet to draw attention to (9A3, 42B2); rights are lost by looking at hands (43A2)",
        ),
        (
            "{speaker} was entitled to speak. {culprit}'s attempt counts as an irregularity and is rectified.",
            "what was prevented has not happened, and only an irregularity is rectified (9A3)",
        ),
    ),
    "dummy draws": (
        (
            "As dummy {speaker} may point out an irregularity of a defender, but not one of declarer. Nobody may act before "
            "you have explained what follows.",
            "until play has ended dummy may not draw attention to anybody's irregularity (9A4)",
        ),
        (
            "{speaker} was entitled to draw attention to it, as dummy is a player like the others. Nobody may act before you "
            "have explained what follows.",
            "until play has ended dummy may not draw attention to an irregularity (9A4)",
        ),
        (
            "As dummy {speaker} may not draw attention to it before the play is over. A procedural penalty against "
            "{speaker} is possible. The irregularity is not rectified.",
            "that follows only when a dummy who has looked at another hand speaks of a defender's irregularity (43B3)",
        ),
        (
            "As dummy {speaker} may not draw attention to it before the play is over. {speaker} loses the right to ask "
            "declarer about a possible revoke. Nobody may act before you have explained what follows.",
            "dummy loses rights by looking at another hand (43A2); for speaking too soon a penalty is possible (43B1)",
        ),
    ),
    "draws, own, auction period": (*_OWN, *_AT_TURN),
    "draws, own, play": (*_OWN, *_IN_PLAY),
    "draws, own, after play": (*_OWN, *_TOO_LATE),
    "draws, other, auction period": (*_EITHER, *_AT_TURN, *_NOT_MORE),
    "draws, other, play": (*_EITHER, *_IN_PLAY, *_NOT_MORE),
    "draws, other, after play": (*_EITHER, *_TOO_LATE, *_NOT_MORE),
    "summons first": (
        (
            "{speaker} had to let somebody else draw attention to it first. Nobody may act before you have explained what "
            "follows.",
            "that holds for dummy during the play alone (43A1(a))",
        ),
        (
            "{speaker} was entitled to summon you. By calling you {speaker}'s side gives up its choice of rectification. "
            "Nobody may act before you have explained what follows.",
            "a player who summons the Director keeps every right (9B1(c))",
        ),
        (
            "{speaker} may summon you only at {speaker}'s own turn.",
            "no law ties the summons to a turn (9B1)",
        ),
        (
            "Only {others} may summon you. {side} have to leave it to them.",
            "9A1, 9A2 and 9A4 make no difference between the sides, and whoever may speak may have you called",
        ),
    ),
    "summons second": (
        (
            "{speaker} may not summon you. That is for {first}, who drew attention to it. Nobody may act before you have "
            "explained what follows.",
            "once attention has been drawn each of the four players may summon the Director (9B1(b))",
        ),
        (
            "{speaker} was entitled to summon you. By calling you {speaker}'s side gives up its choice of rectification. "
            "Nobody may act before you have explained what follows.",
            "a player who summons the Director keeps every right (9B1(c))",
        ),
        (
            "Nobody had to summon you. {others} could settle it with {side} by themselves.",
            "once attention is drawn you are summoned at once, and players do not rule (9B1(a), 10A)",
        ),
        (
            "Only {others} may summon you. {side} have to leave it to them.",
            "each of the four players may, dummy too (9B1(b))",
        ),
    ),
    "dummy summons": (
        (
            "{speaker} was entitled to summon you. Dummy may do so like every other player.",
            "during the play dummy may call the Director only after somebody else has drawn attention (43A1(a))",
        ),
        (
            "As dummy {speaker} may not summon you during the play, even if others have spoken of an irregularity.",
            "after attention has been drawn dummy may call you like everybody else (9B1(b))",
        ),
        (
            "{speaker} may summon you, but only about an irregularity of a defender.",
            "dummy may not be the first, whoever offended (43A1(a))",
        ),
        (
            "As dummy {speaker} may not be the first to summon you during the play. For that reason the irregularity is not "
            "rectified.",
            "that follows only when a dummy who has looked at another hand speaks of a defender's irregularity (43B3)",
        ),
    ),
    "acts, own": (
        (
            "Nobody may act before you have explained what follows. You find out whether {others} forfeited the right to "
            "rectification by acting first.",
            "11A asks it when the non-offending side has acted; here it was {speaker}, of the other side",
        ),
        (
            "What {speaker} did stands. {others} lost their rights when you were not called at once.",
            "{others} have done nothing; a right is forfeited by one's own action (11A)",
        ),
        (
            "You cancel the board and award both sides 60 %.",
            "the irregularity has a law of its own, and the board can go on (9B2)",
        ),
        (
            "What {speaker} did stands. {side} get a procedural penalty instead of a rectification.",
            "a penalty does not take the place of the rectification (9B2)",
        ),
    ),
    "acts, other": (
        (
            "You rule on the irregularity under its own law, whatever {speaker} did. {others} keep every right.",
            "{speaker} acted first, and by that {others} may have forfeited the right to rectification (11A)",
        ),
        (
            "What the table did stands. Players who do not call you in time have ruled for themselves.",
            "players have no right to determine a rectification (10A); what acting first costs is for you to find out (11A)",
        ),
        (
            "Nobody may act before you have explained what follows. {others} have lost the right to rectification, as is "
            "always so when a player acts first.",
            "the right may be lost, but need not be (11A)",
        ),
        (
            "You cancel the board and award both sides 60 %.",
            "11A says what becomes of the right to rectification; the board is not cancelled",
        ),
        (
            "{side} may have what was done cancelled, and begin again without any rectification.",
            "the offenders have no such choice (9B2, 11A)",
        ),
    ),
    "corrects": (
        (
            "The correction was made before you came, and stands. There is nothing else to rectify.",
            "a correction too soon can cost more instead of less (9C)",
        ),
        (
            "Nobody may act before you have explained what follows. The correction is cancelled, and {offender} chooses again "
            "as if nothing had been corrected.",
            "the correction is not undone as a matter of course; the law of the irregularity says what it costs (9C)",
        ),
        (
            "You find out whether {others} have lost the right to rectification by letting it happen.",
            "{others} have done nothing; the correction is the offender's affair (9C)",
        ),
        (
            "{offender} gets a procedural penalty. The irregularity itself counts as put right.",
            "9C speaks of further rectification, under the law of the irregularity",
        ),
    ),
}
