"""What players may, may not and must do about an irregularity, in words."""

from __future__ import annotations

from laws.rulings.effects.base import ACTIONS, RIGHTS

RIGHTS.update(
    {
        "prevent": "try to prevent an irregularity, whoever is about to commit it",
        "take_part": "take part in the play, or help declarer to choose",
        "draw_attention": "draw attention to the irregularity",
        "say_nothing": "keep quiet about an infraction of their own side, as long as it is not concealed",
        "conceal": "conceal an infraction",
        "summon": "summon the Director",
        "summon_first": "summon the Director before somebody else has drawn attention",
        "summon_at_once": "have the Director summoned at once, since attention has been drawn",
        "keep_rights": "keep every right, although the Director was summoned",
        "act": "do anything before the Director has explained the rectification",
        "determine": "determine or waive a rectification",
        "ask_waiver": "ask the Director to waive the rectification for good cause",
        "explain_all": "explain every option before the player chooses",
        "consult": "consult partner about the choice",
        "choose_alone": "choose alone, without a word from partner",
        "choose_best": "choose what pays best",
        "point_out_card": "point out that a card of the last trick lies the wrong way",
        "choose_again": "choose again, since every option had been explained",
        "take_declined": "come back later to an option that was declined",
        "rectification": "have the irregularity rectified",
    }
)
ACTIONS.update(
    {
        "dummy_too": "once somebody else has drawn attention, dummy may summon me too",
        "warned_without_right": "after a warning about the hand to lead from, either defender may choose that hand (43B2(a))",
        "revoke_named_by_dummy": "declarer must substitute a legal card, and Law 64 then applies as if the revoke had been "
        "established (43B2(b))",
        "pointed_too_late": "see whether the remark told partner anything, and whether partner used it (16B)",
        "rule_under_20F": "rule on what was done on the wrong explanation under 20F6",
        "go_on_after_choice": "see that the choice is carried out: what the law gives where an option is declined now applies",
        "no_immediate_rectification": "play goes on as if nothing had happened; afterwards the defenders lose what they gained",
        "opponents_keep_rights": "the opponents' rights are the same as if they had drawn attention themselves",
        "rule_on_premature_correction": "rule under the law of that irregularity; the correction may cost more (26B, 27C)",
        "rule_under_11": "find out whether acting first forfeited the right to rectification (11A)",
        "allow_what_players_did": "allow what the players did",
        "cancel_what_players_did": "cancel what the players did and rule under the law of the irregularity",
        "explain_and_choose_again": "explain all options and let the choice be made again",
        "rule_on_irregularity": "rule on the irregularity under its own law",
    }
)
