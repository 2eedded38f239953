"""What players may and must do about unauthorised information, in words."""

from __future__ import annotations

from laws.rulings.effects.base import ACTIONS, RIGHTS

RIGHTS.update(
    {
        "use_information": "base calls and plays on it",
        "reserve_rights": "announce that the right to summon the Director later is reserved",
        "summon_if_disputed": "summon the Director at once if they dispute that any such information was given",
        "summon_after_play": "summon the Director when play ends, if they have reason to believe that the information was used",
        "choose_suggested": "choose an action that the information suggests over a logical alternative",
        "notify": "preferably tell the Director at once what was learned",
        "think": "take time to think for a bridge reason",
    }
)
ACTIONS.update(
    {
        "establish_facts": "establish what happened before anything is judged",
        "summon_not_reserve": "the Regulating Authority does not allow reserving of rights: the Director is called at once",
        "any_time": "calling the Director earlier or later is no infraction",
        "count_table_action": "count the action chosen at the table as an alternative too, unless it is inconceivable",
        "rule_under_16B": "find out whether partner gave it, and what it suggests (16B)",
        "rule_under_16C": "rule on it as information from a withdrawn action (16C)",
        "rule_under_16D": "rule on it as information from another source (16D)",
        "deal_with_looking": "deal with it as a breach of correctness (74C5), and adjust the score if it paid",
        "rule_under_89A1": "report it as information sought by illicit means (89A1), for the sanctions that 89B leaves to the "
        "disciplinary code",
        "use_is_an_offence": "report the use of it as well: that is an offence of its own (89A2)",
        "call_as_if_unheard": "{chooser} must call and play as if {partner}'s explanation or alert had not been heard",
        "other_table_86B1": "where the result at the other table clearly favours one side, the score has to be an assigned "
        "one (86B1)",
        "never_happened": "treat the unintended call as if it had never been made: it tells nobody anything",
        "rearrange": "rearrange the players so that {recipient} holds the hand that is known",
        "no_redeal_now": "once somebody has called, neither seats nor cards are changed any more",
        "team_play_86B": "in team play, see 86B for the score",
    }
)
