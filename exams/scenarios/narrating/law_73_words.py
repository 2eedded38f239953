"""The words of questions on Law 73."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from exams.scenarios.narrating.narrative import Answer

OPENINGS: Final[Mapping[str, Sequence[str]]] = {
    "signal, not meant": (
        "{caller} calls you: {name} {way}. {name} is sorry about it, and you are satisfied that it just slipped out.",
        "You are called because {name} {way}. All four agree on that; it was plainly not meant to tell anybody anything.",
        "“Director!” According to {caller}, {name} {way}. {name} does not deny it, and you believe that it happened without "
        "a thought.",
    ),
    "signal, meant": (
        "{caller} calls you: {name} {way}. It is the fourth time tonight, and each time {name} had a minimum. Asked by you, "
        "{partner} admits that they have arranged it so.",
        "You are called because {name} {way}. {caller} has noted down when that happens; it is always with a minimum, and "
        "{side} do not deny in the end that this is what it says.",
        "“Look what {name} does,” {caller} tells you: {name} {way}. You watch for a while, and find that {side} have agreed to "
        "show weak hands by it.",
    ),
    "manner, not meant": (
        "{name} {done} {how}. {caller} calls you and wants to know what is done about that. {name} shows you the hand; you "
        "find that nothing was meant by it. {benefit}",
        "“Director!” {caller} complains that {name} {done} {how}. Having talked to {name}, you are satisfied that it was not "
        "on purpose. {benefit}",
        "You are called because {name} {done} {how}. {caller} says that this is not allowed. You find that {name} did "
        "not do it on purpose. {benefit}",
    ),
    "manner, meant": (
        "{caller} calls you: {name} {way}, as {name} tells you when you ask for the reason.",
        "You are called because of {name}'s behaviour. {name} {way}, and sees nothing wrong in it.",
        "“Director!” {caller} does not like what {name} has done. It turns out that {name} {way}.",
    ),
    "pause left out": (
        "By the regulations of this event a player waits ten seconds after a jump. {rho} jumped to {jump}, and {name} {done} "
        "at once. {lho} calls you.",
        "{rho}'s bid of {jump} was a jump, after which the regulations prescribe a pause of ten seconds. {name} {done} without "
        "waiting, and {rho} calls you.",
        "“{name} never waits!” {rho} had jumped to {jump}. The regulations ask for ten seconds then; {name} {done} "
        "immediately.",
    ),
    "has information": (
        "{name} thought for a long time before {name_call}. Now it is {partner}'s turn, and {partner} calls you to ask what "
        "may be called after such a pause.",
        "{partner} calls you before calling: {name} had taken very long over {call}, everybody noticed, and {partner} would "
        "like to know what that means for the next call.",
        "After {name}'s long pause over {call} {partner} wants to do everything right, and asks you: “What may I do now?”",
    ),
    "misled": (
        "In {contract}, {declarer} played on {suit}, having to find the {queen}. {name} paused for several seconds and "
        "followed with the {card}, from {holding}. {declarer} then placed the queen with {name}, and lost to it in "
        "{partner}'s hand.",
        "{declarer} calls you at the end of {contract}. When the {suit} were played, {name} hesitated and played the {card}, "
        "from {holding}, as it turned out. {declarer} took {name} for the {queen}, which {partner} had.",
        "Playing {contract}, {declarer} had a guess for the {queen}. {name}, who had {holding}, took a long time over the "
        "{card}; {declarer} finessed against {name} and lost to {partner}'s queen.",
    ),
    "misled, with a reason": (
        "Against {contract}, {partner} led the {lead}. {name}, third to play, took half a minute over the first card. "
        "{declarer} concluded that {name} had the {queen}, and later lost a trick to it in {partner}'s hand.",
        "{declarer} calls you at the end of {contract}. {partner} had led the {lead}, dummy came down, and {name} paused for "
        "long before following. {declarer} took that for a sign of the {queen}, which {partner} had.",
        "Dummy had just come down in {contract} after the lead of the {lead}, and {name} thought for a while before playing. "
        "{declarer} read the {queen} into it, and misguessed the {suit} later.",
    ),
    "deceptive, by itself": (
        "In {contract}, {declarer} cashed the {ace}, and {name}, in an even tempo, played the {card} from {holding}. "
        "{declarer} took it for a singleton, changed plans and went wrong. You are called: “That cannot be allowed.”",
        "{declarer} calls you after {contract}. Under the {ace} {name} had played the {card} without any fuss, holding "
        "{holding}. {declarer} was sure that it was alone, and lost a trick by that.",
        "“I was cheated,” says {declarer}: in {contract} {name} dropped the {card} under the {ace}, quite smoothly, and "
        "still had more {suit}: the holding was {holding}.",
    ),
    "deceptive, emphasised": (
        "In {contract}, {declarer} cashed the {ace}, and {name} played the {card} from {holding}, {way}. {declarer} went on "
        "as if it were alone, lost a trick by that, and calls you.",
        "{declarer} calls you after {contract}. Under the {ace} {name} had played the {card} {way}; the holding was {holding}, "
        "and {declarer} played on as against a singleton.",
        "“That was acting,” says {declarer}: in {contract} {name} dropped the {card} under the {ace}, {way}, and had "
        "{holding} all the time. {declarer} had treated it as a singleton.",
    ),
    "deceptive, protected": (
        "{name} opened {call} on a hand that is nothing like it. {way}. {others} know nothing of that, and call you.",
        "{caller} calls you: {name}'s {call} was a complete deception. You look into it. {way}. There is no word of it on the "
        "system card.",
        "When {name}'s {call} turns out to be a deception, {caller} calls you. {way}. {others} have never been told.",
    ),
}
BENEFIT: Final = {
    True: (
        "But {name} could have been aware, you find, that it might put off an opponent who was still to call.",
        "All the same you find that {name} could have known how well it might work out for {side}.",
    ),
    False: (
        "You also find that {name} could not have been aware of any good that it might do to {side}.",
        "Nothing at that moment could have told {name}, so you find, that {side} might profit by it.",
    ),
}
"""Whether a manner that was not meant could be seen to pay."""
BLURTED: Final = (
    "said “Oh no!” when {partner} bid {call}",
    "shook the head at {partner}'s {call}",
    "sighed aloud when {partner} bid {call}",
    "looked up in plain surprise at {partner}'s {call}",
    "muttered “I thought we played that differently” after {partner}'s {call}",
    "nodded happily when {partner} bid {call}",
)
SIGNALS: Final = (
    "laid the card of {call} down at a slant",
    "took {call} out of the box with the left hand",
    "touched the pencil before bidding {call}",
    "put {call} down well away from the other bidding cards",
    "turned the bidding box a little before bidding {call}",
)
MANNERS: Final = (
    "waited half a minute before bidding {call}, without any problem, in order to “give them something to think about”",
    "slapped {call} on the table, “so that they would stop bidding”",
    "bid {call} in a flash, having decided to “look confident”",
    "put {call} down with great emphasis, “for them to see that I meant it”",
    "took a long time over {call} on purpose, since “a little acting belongs to the game”",
)
POSES: Final = (
    ("with a deep sigh", "the sigh"),
    ("with a grimace", "the grimace"),
    ("very slowly, as though it hurt", "the slowness"),
    ("after a long look at the ceiling", "the pause"),
    ("throwing it on the table as if in disgust", "the gesture"),
)
"""How a card was played, and what to call that."""
SECRETS: Final = (
    ("suit", "{partner} has seen {name} do that with a few small {suit} again and again, and was careful not to raise"),
    ("suit", "{name} and {partner} often do it in this position with next to no {suit}, and each allows for it"),
    ("notrump", "{partner} knows from many boards that {name} does it on twelve points, and stayed out of game"),
    ("notrump", "{side} have got used to doing it with a long suit and few points, and {partner} ran at once"),
    ("", "{partner} admits that {name} does so about once a session, and bid as if the call were not there"),
    ("", "It has happened on four boards this month; each time {partner} guarded against it, as on this one"),
)
"""What partner knows, by the kind of the opening bid."""
TELLS: Final[Mapping[Answer, Sequence[str]]] = {
    **{
        ("conduct", answer): ()
        for answer in ("signal", "manner", "pause left out", "has information", "misled", "deceptive call or play")
    },
    ("deliberate", True): (),
    ("deliberate", False): (),
    **{("deception_rests_on", answer): () for answer in ("by itself", "emphasised", "protected")},
    ("false_inference", True): (
        "You believe {declarer}, who says that {sign} decided it.",
        "{declarer} convinces you that the conclusion was drawn from {sign}, and from nothing else.",
        "Without {sign}, you find, {declarer} would have played otherwise.",
    ),
    ("false_inference", False): (
        "When you ask, {declarer} admits that {sign} made no difference: the count of the hand had settled the play before.",
        "It turns out, however, that {declarer} had not even noticed {sign} when choosing how to play.",
        "Asked about it, {declarer} says honestly that the same play would have been made without {sign}, for lack of a better "
        "one.",
    ),
    ("bridge_reason", True): (
        "{name} tells you what it was about: {reason}. You look at the hand, and so it was.",
        "{reason_capital}, {name} explains, and the hand bears that out.",
        "You look at {name}'s hand and find a real problem there: {reason}.",
    ),
    ("bridge_reason", False): (
        "Asked for the reason of {sign}, {name} can name none that has to do with bridge.",
        "{name} cannot show you anything on the hand that would have called for {sign}.",
        "You find nothing on the hand that {name} could have had to think about at that moment.",
    ),
    ("could_benefit", True): (
        "{name} could see, so you find, that {declarer} might be led astray by it.",
        "From dummy and the play so far {name} could have been aware that it might work out well for {side}, you find.",
        "You find that at the table {name} could well have known what {declarer} was looking for.",
    ),
    ("could_benefit", False): (
        "A tray had been dropped right behind {name}. You find that at that moment {name} could not have been aware of any "
        "benefit.",
        "Just then the tournament clock had rung beside {name}, who, so you find, could not have been aware of any good that "
        "it might do.",
        "{name} had been stung by a wasp at that moment; nobody in that state, you find, could have been aware that it might "
        "help.",
    ),
    ("damage", "open"): (
        "The board is still being played.",
        "The auction goes on; nobody knows yet how the board will end.",
        "The play has just begun.",
    ),
    ("damage", "undamaged"): (
        "The board has been played. {others} reached the contract that everybody reached, and made it.",
        "After the play you find that {others} lost nothing by it: they have the best score that could be had.",
        "The board is over, and {others} scored at least as much as they would have with full knowledge.",
    ),
    ("damage", "damaged"): (
        "The board has been played. {others} missed a game that they would have bid with that knowledge.",
        "After the play you find that {others}, had they known, would have doubled and taken a large penalty.",
        "The board is over. Not knowing it, {others} stayed out of their best contract.",
    ),
}
CONDITIONS: Final[Mapping[Answer, str]] = {
    ("conduct", "signal"): "something had been told to partner by other means than calls and plays",
    ("conduct", "manner"): "a call had been made in haste, slowly or with emphasis",
    ("conduct", "pause left out"): "a pause that regulations prescribe had been left out",
    ("conduct", "has information"): "a player had information from partner",
    ("conduct", "misled"): "an opponent had been misled",
    ("conduct", "deceptive call or play"): "a call or play had been meant to deceive",
    ("deliberate", True): "{name} had meant it",
    ("deliberate", False): "{name} had not meant it",
    ("false_inference", True): "an opponent had drawn a false inference from it",
    ("false_inference", False): "no opponent had drawn a false inference from it",
    ("bridge_reason", True): "{name} had had a bridge reason for it",
    ("bridge_reason", False): "{name} had had no bridge reason for it",
    ("could_benefit", True): "{name} could have been aware of a benefit at the time",
    ("could_benefit", False): "{name} could not have been aware of a benefit at the time",
    ("deception_rests_on", "by itself"): "it had been the call or play alone",
    ("deception_rests_on", "emphasised"): "it had been underlined by manner or tempo",
    ("deception_rests_on", "protected"): "{side} had had a concealed understanding about it",
    ("damage", "open"): "the board were still being played",
    ("damage", "damaged"): "{others} had been damaged by it",
    ("damage", "undamaged"): "{others} had not been damaged by it",
}
PHRASES: Final[Mapping[str, str]] = {
    "no_right:signal": "{name} may not tell {partner} anything in such a way",
    "no_right:vary_on_purpose": "{name} may not vary tempo or manner on purpose",
    "no_right:mislead": "{name} may not mislead an opponent by tempo or manner",
    "no_right:hide_behind_understanding": "{side} may not rely on an understanding that the others do not know",
    "duty:avoid_advantage": "{partner} must carefully avoid taking any advantage of it",
    "duty:observe_pause": "{name} must make the pause that the regulations prescribe",
    "duty:disclose": "{side} have to disclose it",
    "director_action:rule_under_16B": "What {partner} calls then is judged by Law 16B",
    "director_action:rule_under_89": "You deal with it as prohibited communication (89)",
    "director_action:rule_as_misled": "You find out whether {others} were misled by it",
    "no_further_rectification": "What {name} did is no infraction by itself",
    "right:draw_inferences": "{inference}",
    "right:deceive": "{name} was free to deceive by the card alone",
    "result_stands": "The result stands",
    "adjusted_score:assigned:gained": "You adjust the score",
    "adjusted_score:none:gained@40C1": "The score is not adjusted",
    "adjusted_score:possible:damaged@16B3": "You adjust the score if {partner} uses what the haste tells, to the damage of "
    "{others}",
    "adjusted_score:possible:damaged": "After the play you adjust the score if {others} were damaged",
}
SILENT: Final = frozenset(
    (
        *(f"adjusted_score:none:{why}@{law}" for why in ("gained", "misled") for law in ("73D1", "73E1", "73E2")),
        "info:authorised",
        "info:unauthorised",
    )
)
"""A result that stands, and conduct that nothing follows from, need no second sentence; nor does what may be used."""
