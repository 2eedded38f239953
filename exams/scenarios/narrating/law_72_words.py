"""The words of questions on Law 72."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from exams.scenarios.narrating.narrative import Answer

OPENINGS: Final[Mapping[str, Sequence[str]]] = {
    "on purpose": (
        "{caller} calls you: {clause}. Asked how it came about, {name} says calmly: “I did it on purpose. I know what it "
        "costs, and I will pay.” The irregularity itself you deal with as usual.",
        "You are called because {clause}. “That was no slip,” {name} tells you away from the table. “I weighed it up: the "
        "rectification is cheap.” The irregularity itself you deal with as usual.",
        "{clause}. When you ask about it, {name} admits to having known the law, and to having done it all the same because "
        "the price looked fair. You deal with the irregularity itself as usual.",
    ),
    "partner's infraction": (
        "{name} comes to you for a word in private: {clause}. {unnoticed} “Do I have to tell them?”",
        "Away from the table {name} asks you for advice. {where_clause}. {unnoticed} “Am I obliged to say something?”",
        "{name}, the partner of the player who did it, has seen that {clause}. {unnoticed} {name} asks you quietly what to do.",
    ),
    "own infraction": (
        "{name} comes to you for a word in private: {clause}. {unnoticed} “Do I have to give myself up?”",
        "Away from the table {name} asks you for advice. {where_clause}. {unnoticed} “Must I tell them myself?”",
        "{name} has noticed it too late: {clause}. {unnoticed} {name} asks you quietly whether the others have to be told.",
    ),
    "explanation": (
        "Asked about {bidder}'s {call}, {name} said: “{said}”. Later in the auction {name} remembers that the agreement "
        "is another: {meant}. Away from the table, {name} asks you whether the others have to be told.",
        "{name} has explained {bidder}'s {call} as “{said}”, and has just realised that {side} agreed on something else: "
        "{meant}. The auction is not over. {name} asks you in private what to do about it.",
        "“I told them that {call} was {said}, and that is wrong: we play it as {meant},” {name} tells you in private. The "
        "auction is still going on. “Can I leave it at that?”",
    ),
    "revoke": (
        "{where_clause}. {caller} asks: “No more of them?” {name} looks again, finds the card and calls you. The trick still "
        "lies on the table.",
        "{where_clause}. The trick has not been quitted when {caller} says that this looks odd, and {name} sees what has "
        "happened. You are called: may the card stay where it is?",
        "{where_clause}. “Director!” calls {caller}, before anybody has played to the next trick, and {name} would like to "
        "leave things as they are.",
    ),
    "trick": (
        "The board, {contract}, has been played, and all have agreed that {declarer} took {counted} tricks. Going through it "
        "again, {name} is sure that it was {right}. “Do I have to tell them?”",
        "{declarer} has been credited with {counted} tricks in {contract}. {name} knows for certain that it was {right}, and "
        "asks you in private whether anything need be said.",
        "At the end of {contract} the players write down {counted} tricks for {declarer}. {name} remembers each of them, it "
        "was {right}, and comes to ask you whether the score may be left as it is.",
    ),
    "concealed": (
        "{where_clause}. You find that {name} saw it soon afterwards, and then {how}, so that nobody would notice.",
        "{where_clause}. Called after the board, you hear that {name} knew of it and {how}. {name} does not deny the reason: "
        "it was not to come out.",
        "{caller} calls you after the play. {where_clause}. To cover it up {name} then {how}, as {name} admits to you.",
    ),
    "silenced": (
        "{caller} called you earlier on this board: {clause}. The call was not accepted, and by the rectification {partner} "
        "had to pass.",
        "On this board {clause}. You were called and gave the ruling: {lho} did not accept the call, and {partner} had to "
        "pass.",
        "You had been at this table before: {clause}. {lho} did not accept it, and {partner} was made to pass by the "
        "rectification.",
    ),
    "lawful tactics": (
        "{what}. {caller} calls you: “{complaint}”",
        "You are called after the board. {what}. “{complaint}” says {caller}.",
        "{caller} wants another score. {what}. “{complaint}”",
    ),
    "not trying": (
        "{event}, {what}. An opponent calls you and asks whether that is allowed.",
        "{event}, you are told that {what}. Some of the other contestants want you to do something about it.",
        "You are called {event_small}: it turns out that {what}. “We have our reasons,” says {name}.",
    ),
}
LAWFUL: Final = (
    (
        "{name} thought for two minutes before choosing a line in a difficult slam, and it was the right one",
        "Nobody needs that long for a finesse!",
    ),
    (
        "{name} opened with one point less than everybody else and bought the contract",
        "No sound player opens that hand!",
    ),
    (
        "{name} gave up a trick that could have been won, so as to make sure of the contract",
        "It is a player's business to win tricks!",
    ),
    (
        "Doubled three down, {name} and {partner} still scored better than if their opponents had made game",
        "They bid without any hope of making it!",
    ),
    (
        "{name} led from a doubleton king, and declarer never thought of it",
        "No textbook leads from that!",
    ),
    (
        "{name} played the first ten tricks quickly in an even tempo and left declarer little time to count",
        "You cannot think at that speed!",
    ),
    (
        "{name} passed a good hand throughout, judging rightly that the opponents would get too high",
        "With that hand one has to bid!",
    ),
)
"""What a player did, as every player may, and what somebody says against it."""
UNNOTICED: Final[Mapping[str, str]] = {
    "insufficient bid": "{next} has called over it, and nobody else has noticed.",
    "revoke": "Several tricks have been played since, and nobody else has noticed.",
    "lead out of turn": "The others just followed to it, and nobody else has noticed.",
}
"""Why it is too late to put it right, by the kind of infraction."""
CONCEALED: Final = (
    "revoked in the same suit once more",
    "mixed the played cards together as soon as the hand was over",
    "put the cards back into the board while the others were still counting",
    "kept back the card that would have shown it until the last trick",
    "turned the trick over before the others had seen it, and would not show it again",
)
EVENTS: Final = (
    "In the last round of a qualifying league",
    "In the last match of a teams event",
    "Towards the end of a selection trial",
    "In the second half of a knock-out match",
)
NOT_TRYING: Final = (
    "{name}'s team, which is sure of its place, is bidding hopeless slams in order to lose by a lot and meet other opponents "
    "in the next stage",
    "{name} passes hand after hand without looking at the cards, so that friends on the other team gain points",
    "{name}'s team is losing tricks on purpose, since a defeat would give it an easier draw",
    "{name} and {partner} double everything without a reason, having given up hope of qualifying",
    "{name}'s pair lets the opponents make their contracts, to help them pass a rival",
)
_FORESAW: Final = (
    "You find that {name}, with these {points} points (shown), could well be aware at that moment how useful it might be "
    "to {side} if {partner} could not bid on.",
    "On the hand that is shown {name} could see, so you find, that a {partner} who must pass would keep {side} from getting "
    "too high.",
    "With only {points} points (shown) {name} could have known that {partner}'s having to pass might well work against "
    "{others}; that is your finding.",
)
_DID_NOT: Final = (
    "With {points} points (shown) {name} had every reason to want {partner} in the auction. You find that nobody could have "
    "foreseen how lucky it would be for {side} to stop low. {others} complain of the result.",
    "It turned out well for {side}. But on the {points} points that are shown, {name} could not, so you find, have expected "
    "anything but harm from a {partner} who must pass.",
    "{others} ask for another score, as {side} stayed by luck in the only contract that makes. You find that {name}, holding "
    "{points} points (shown), had no means of knowing that at the time.",
)
TELLS: Final[Mapping[Answer, Sequence[str]]] = {
    **{
        ("principle", answer): ()
        for answer in ("on purpose", "own infraction", "concealed", "could foresee", "not trying", "lawful tactics")
    },
    **{("duty_to_speak", answer): () for answer in ("no duty", "explanation", "revoke", "trick")},
    ("could_foresee", True): _FORESAW,
    ("could_foresee", False): _DID_NOT,
    ("advantage", "open"): (
        "The board has not been played to the end yet.",
        "The auction has just ended, and the play is still to come.",
        "The opening lead has just been faced.",
    ),
    ("advantage", "gained"): (
        "The board has been played: {side} stopped in the last contract that makes, where {partner} would have bid one more "
        "and gone down.",
        "Looking at the board after the play, you find that {partner} would otherwise have bid a game that fails. {side} wrote "
        "down a plus score instead.",
        "After the play you compare: with {partner} free to call, {side} would have ended in a worse contract.",
    ),
    ("advantage", "not gained"): (
        "The board has been played: {side} missed a game that everybody else made.",
        "Looking at the board after the play, you find that {partner} would have passed anyhow, and that the result is the "
        "usual one.",
        "After the play you compare: with {partner} free to call, {side} would have scored at least as much.",
    ),
}
CONDITIONS: Final[Mapping[Answer, str]] = {
    ("principle", "on purpose"): "a law had been broken on purpose",
    ("principle", "own infraction"): "a player knew of an infraction by the own side",
    ("principle", "concealed"): "an infraction had been concealed",
    ("principle", "could foresee"): "the offender could have foreseen damage",
    ("principle", "not trying"): "a contestant did not try for the better score",
    ("principle", "lawful tactics"): "{name} had only used what every player is free to use",
    ("duty_to_speak", "no duty"): "it were an infraction that the Laws do not oblige {name} to put right",
    ("duty_to_speak", "explanation"): "it were a wrong explanation by {name}",
    ("duty_to_speak", "revoke"): "it were a revoke that can still be corrected",
    ("duty_to_speak", "trick"): "it were a trick that {side} did not win",
    ("could_foresee", True): "{name} could have been aware of the damage at the time",
    ("could_foresee", False): "{name} could not have been aware of it at the time",
    ("advantage", "open"): "the play were not over yet",
    ("advantage", "gained"): "{side} had gained by it",
    ("advantage", "not gained"): "{side} had gained nothing by it",
}
PHRASES: Final[Mapping[str, str]] = {
    "no_right:break_law": "{name} may not break a law on purpose, whatever price the law puts on it",
    "right:lawful_tactics": "{name} was free to do so: no law forbids it",
    "no_right:conceal": "{name} may not try to conceal an infraction",
    "procedural_penalty:possible": "A procedural penalty against {name} is possible",
    "adjusted_score:possible:damaged": "After the play you adjust the score if {others} were damaged",
    "adjusted_score:possible:gained": "You adjust the score if {side} then turn out to have gained by it",
    "adjusted_score:assigned:gained": "You adjust the score",
    "adjusted_score:none:gained": "The score is not adjusted",
    "result_stands": "The result at the table stands",
    "director_action:let_play_go_on": "You let the board be played to the end",
    "no_duty:own_infraction": "{name} need not draw attention to it",
    "duty:not_conceal": "{name} may do nothing, however, to hide it",
    "duty:correct_explanation": "{name} must call you and correct it, at the latest before the clarification period ends",
    "duty:correct_revoke": "{name} must take the card back and follow suit, as the revoke can still be corrected",
    "duty:refuse_trick": "{name} must say so: a side may not accept a trick that it did not win",
    "director_action:look_at_conditions": "You see what the conditions of contest say of contestants who do not try",
}
