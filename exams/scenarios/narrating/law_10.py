"""Law 10: the Director rules and explains, one player chooses alone, and offenders may do well afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from exams.scenarios.choices import Choice
from exams.scenarios.narrating.law_10_settings import stage
from exams.scenarios.narrating.narrative import Facts, Narrative
from laws.rulings.ruling import Ruling

Wrong = Sequence[tuple[str, str]]


def _mistakes(ruling: Ruling) -> Iterator[Choice]:
    for text, why in _WRONG[_case(dict(ruling.path))]:
        yield Choice(text, why)


def _case(path: Facts) -> str:
    what = str(path["what_happened"])
    if what == "players ruled":
        return "allowed" if path["allows"] else "cancelled"
    if what == "options left out":
        return "again" if path["still_normal"] else "too late"
    if what == "a player chooses":
        who = "offender" if path["elector_offended"] else "other"
        return f"{who}, {'hint' if path['consulted'] else 'alone'}"
    if path["used_unauthorised"]:
        return "used"
    return str(path["foreseeable"])


_AVERAGE: Final = (
    "You cancel the board. Both sides get 40 %, having ruled for themselves.",
    "the Director allows or cancels what the players did (10B); the board goes on",
)
_LOST: Final = (
    "{others} have lost the right to rectification, since all four agreed. Nothing is rectified, "
    "and the result at the table counts.",
    "players can neither determine nor waive a rectification (10A); you allow or cancel what they did (10B)",
)
_FREE: Final = (
    "Players may settle what all four agree on. What they did is no concern of the Director.",
    "on their own players have no right to determine a rectification, nor to waive one (10A)",
)
_CONSULT: Final = (
    "{elector} may ask {elector_partner}, as the choice concerns both. {elector} may choose what pays best.",
    "the choice is made without consulting partner (10C2)",
)
_HINT_IS_FINE: Final = (
    "{elector} chooses and may choose what pays best. {elector_partner} may help, once the options are explained, and "
    "{elector} may go by it.",
    "partner has no part in the choice (10C2)",
)
_YOU_CHOOSE: Final = (
    "As {elector_partner} has spoken, {elector} loses the choice. You choose for {electors} what you think is fair to both "
    "sides.",
    "no law takes the choice away; what was said is unauthorised (10C2, 16B1)",
)
_LEAST: Final = (
    "As {elector_partner} has spoken, {elector} must now choose what is worst for {electors}.",
    "{elector} may still choose; what was said may not be used (16B1)",
)
_RESTORE: Final = (
    "{elector} chooses alone. {elector} may not gain more than the irregularity has cost.",
    "the innocent side may choose what pays best (10C3)",
)
_NO_PROFIT: Final = (
    "{elector} chooses alone. As the offender {elector} may not choose what could bring a profit.",
    "after the rectification offenders too may do what pays, even if they seem to profit (10C4)",
)
_NEAREST: Final = (
    "{elector} chooses alone, and must choose what comes nearest to the withdrawn bid.",
    "any legal call is open to the offender (27B); which one decides what follows, and what pays may be chosen (10C4)",
)
_SPECIAL: Final = (
    "{side} get a procedural penalty instead. The score is not touched.",
    "a slip alone is not penalised; what decides is what could be foreseen, and who gained (72C)",
)
_NEVER_PROFIT: Final = (
    "You take away whatever {side} gain by it, as offenders may never profit from their own infraction.",
    "offenders may profit after the rectification, save for 16C2 and 72C (10C4)",
)
_WRONG: Final[Mapping[str, Wrong]] = {
    "allowed": (_AVERAGE, _LOST, _FREE),
    "cancelled": (_AVERAGE, _LOST, _FREE),
    "again": (
        (
            "{chooser} has chosen, and the choice stands. It was for {chooser} to know the law.",
            "you explain every option (10C1); while the board can still be scored normally the ruling is put right (82B)",
        ),
        (
            "The ruling stands. When play is over you adjust the score if {choosers} were damaged.",
            "the error can be put right now, so that the board is scored normally (82B)",
        ),
        (
            "You decide for {chooser}, as after your error nobody can choose any more.",
            "the choice stays with the player who has it, once all options are explained (10C1, 10C2)",
        ),
    ),
    "too late": (
        (
            "The result stands. It was for {chooser} to know what the options were.",
            "to explain every option is the Director's duty (10C1), so this is the Director's error (82C)",
        ),
        (
            "You adjust the score of {choosers} alone. {side} keep their score, as they offended.",
            "after a Director's error neither side counts as the offenders (82C)",
        ),
        (
            "You adjust in favour of {choosers}. In doubt {side} bear the damage, as the offenders.",
            "after a Director's error neither side counts as the offenders (82C)",
        ),
        (
            "You cancel the board and let both sides play another one instead.",
            "an adjusted score is assigned, treating both sides as not offending (82C)",
        ),
    ),
    "other, alone": (_CONSULT, _HINT_IS_FINE, _RESTORE),
    "other, hint": (_HINT_IS_FINE, _YOU_CHOOSE, _LEAST, _RESTORE),
    "offender, alone": (_CONSULT, _HINT_IS_FINE, _NO_PROFIT, _NEAREST),
    "offender, hint": (_HINT_IS_FINE, _YOU_CHOOSE, _LEAST, _NO_PROFIT),
    "used": (
        (
            "The result stands. Once the bid has been rectified {side} may profit from anything.",
            "16C2 is an exception: what a withdrawn bid tells may not be used (10C4)",
        ),
        (
            "The result stands, as {offender} and {partner} had no bad intention.",
            "16C2 asks for no intention; it asks what the information suggested (10C4)",
        ),
        (
            "You cancel the lead. {partner} leads another suit, and the play begins again.",
            "play is not taken back; 16C3 provides for an adjusted score",
        ),
        _SPECIAL,
    ),
    "open": (_NEVER_PROFIT, _SPECIAL),
    "unforeseeable": (_NEVER_PROFIT, _SPECIAL),
    "foreseeable": (_SPECIAL,),
}

ASSESSMENT: Final = Narrative(
    procedure="10",
    topic="assessment-of-rectification",
    stage=stage,
    tells={
        ("what_happened", "players ruled"): (),
        ("what_happened", "options left out"): (),
        ("what_happened", "a player chooses"): (),
        ("what_happened", "offenders profit"): (),
        ("allows", True): (
            "You find that this came near what the law gives, that nobody was hurt by it, and that too much has happened "
            "since to undo it.",
            "It was very nearly what you would have ruled; the board has gone on, and nobody has a reason to complain.",
            "You compare: the law would have brought about the same, and there is nothing to gain by undoing it.",
        ),
        ("allows", False): (
            "You find that this is far from what the law gives, and that nothing has happened since that cannot be undone.",
            "What they did has little to do with the law, {others} would have a real interest in a ruling, and you can still "
            "give one.",
            "You compare: by the law something quite different would have happened, and it is not too late for it.",
        ),
        ("still_normal", True): (
            "You notice it at once: nobody has called or played since.",
            "Before anybody has called or played again, you realise what was left out.",
        ),
        ("still_normal", False): (
            "You notice it only after the last trick: with all options known {chooser} would have taken the one that was "
            "left out, and {choosers} would have had a better score.",
            "The board is over when {chooser} reads the law book: the option left out would have gained a trick. Nothing of "
            "this can be put right at the table now.",
        ),
        ("elector_offended", True): (),
        ("elector_offended", False): (),
        ("consulted", True): (),
        ("consulted", False): (),
        ("used_unauthorised", True): (),
        ("used_unauthorised", False): (),
        ("foreseeable", "open"): (
            "{others} say that the slip may have been no accident; of what {offender} held and knew you have seen "
            "nothing yet.",
            "{others} suspect that it paid to have {partner} barred; no hand but dummy's has been seen so far.",
        ),
        ("foreseeable", "unforeseeable"): (
            "No other pair bid 3NT, and {side} have a top. But you look at {offender}'s hand: nothing in it could tell, "
            "when the slip happened, that it might hurt {others}.",
            "It is the best score in the room for {side}. When the slip happened, an ordinary misreading of the auction, "
            "{offender} had an ordinary hand and every interest in hearing {partner} bid.",
        ),
        ("foreseeable", "foreseeable"): (
            "You look at {offender}'s hand: a player with it could have known, when the slip happened, that barring "
            "{partner} might well pay.",
            "{offender} held seven sure tricks in one suit, and when it happened could have known that a partner who had to "
            "pass was worth more than one who bid on.",
        ),
        ("advantage", "open"): (
            "How the board will end, and how it would have ended without the slip, cannot be said yet.",
            "Nobody can tell yet whether it will bring {side} anything.",
        ),
        ("advantage", "gained"): (
            "Without the slip {side} would have bid on to a hopeless slam.",
            "Without the slip {partner} would have bid on, and {side} would have ended in a contract that goes down.",
        ),
        ("advantage", "not gained"): (
            "Without the slip {side} would have reached the same 3NT, as all other tables did, with the same tricks.",
            "At every other table 3NT was bid without any slip, and made with the same lead.",
        ),
    },
    conditions={
        ("what_happened", "players ruled"): "the players had ruled for themselves",
        ("what_happened", "options left out"): "an option had been left out",
        ("what_happened", "a player chooses"): "a player had a choice to make",
        ("what_happened", "offenders profit"): "the offenders profited after the rectification",
        ("allows", True): "what the players did came near the law, or could not be undone any more",
        ("allows", False): "what the players did were far from the law, and could still be undone",
        ("still_normal", True): "the board could still be put right",
        ("still_normal", False): "the board could no longer be put right",
        ("elector_offended", True): "{elector} were of the offending side",
        ("elector_offended", False): "{elector} were not of the offending side",
        ("consulted", True): "{elector_partner} had said something about the choice",
        ("consulted", False): "{elector_partner} had said nothing",
        ("used_unauthorised", True): "{side} had used what the withdrawn bid told",
        ("used_unauthorised", False): "{side} had not used what the withdrawn bid told",
        ("foreseeable", "open"): "it could not be judged yet what {offender} could have foreseen",
        ("foreseeable", "unforeseeable"): "{offender} could not have foreseen it",
        ("foreseeable", "foreseeable"): "{offender} could have foreseen it",
        ("advantage", "open"): "the result were not known yet",
        ("advantage", "gained"): "{side} had gained by it",
        ("advantage", "not gained"): "{side} had gained nothing by it",
    },
    phrases={
        "no_right:determine": "The players had no right to settle it by themselves",
        "director_action:allow_what_players_did": "You allow what they did",
        "director_action:cancel_what_players_did": "You cancel what they did and rule under the law of the irregularity",
        "director_action:explain_and_choose_again": "You explain every option now, and {chooser} chooses again",
        "adjusted_score:assigned:gained@82C": "You assign an adjusted score, treating neither side as the offenders",
        "no_right:consult": "{elector} chooses without any help of {elector_partner}",
        "right:choose_best": "{elector} may choose what pays best",
        "info:unauthorised": "What {elector_partner} said may not be used by {electors}",
        "adjusted_score:possible:damaged": "You judge after play what {offender} could have foreseen, if {others} may "
        "have been damaged",
        "adjusted_score:possible:gained": "{offender} could have foreseen it. After play you adjust the score if {side} gained",
        "result_stands": "{offender} could not have foreseen it, and {side} keep the profit",
        "adjusted_score:none:gained@72C": "The score is not adjusted, as {side} gained nothing by it",
        "adjusted_score:assigned:gained@72C": "You assign an adjusted score, as {offender} could have foreseen the gain",
        "director_action:rule_under_16C": "You rule on {partner}'s action as one suggested by a withdrawn bid",
    },
    silent=frozenset(
        {"duty:explain_all", "duty:choose_alone", "right:ask_waiver", "adjusted_score:none:gained@12B2"}
        | {"director_action:neither_offended"}
    ),
    aloud=frozenset({"info:unauthorised"}),
    plain=frozenset({"what_happened", "elector_offended", "consulted"}),
    mistakes=_mistakes,
    hard=lambda facts: _case(facts) not in ("again", "cancelled", "other, alone", "other, hint"),
)
