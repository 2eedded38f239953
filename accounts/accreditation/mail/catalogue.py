"""The letters of accreditation in the order of an award's life: when each is sent, what may stand in it, and what we ship."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from accounts.letters.texts import PARTS, Kind, Place, Words

# What an example says is what a preview with a made-up person shows.
PLACES: Mapping[str, Place] = {
    "name": Place(_("the name of the person"), "Kim Taylor"),
    "body": Place(_("the name of the body"), _("your body")),
    "level": Place(_("the level"), _("Club Director")),
    "page": Place(_("the address of the page; at the end of a paragraph, after a colon, it becomes a button"), ""),
    "since": Place(_("the first day of the award"), _("1 March 2027")),
    "until": Place(_("the last day of the award"), _("1 March 2030")),
    "left": Place(_("when that is, such as “in 30 days”"), _("in 30 days")),
    "renewable_until": Place(_("the last day on which it can be renewed"), _("1 March 2031")),
    "appeal_until": Place(_("the last day to appeal"), _("29 March 2027")),
    "reason": Place(_("the reason that the registrar gave"), _("The reason that you give.")),
    "reasons": Place(_("the reasons that the registrar gave"), _("The reasons that you give.")),
    "outcome": Place(_("upheld, or dismissed"), _("upheld")),
    "against": Place(_("what the appeal was against"), _("suspension")),
    "evidence": Place(
        _("the evidence, one piece on each line"), _("Session directed: Example Bridge Club, 20 February 2027")
    ),
    "event": Place(_("the event"), _("Example Congress")),
    "place": Place(_("its club or place"), _("Example Bridge Club")),
    "first_day": Place(_("its first day"), _("3 April 2027")),
    "last_day": Place(_("its last day"), _("5 April 2027")),
    "club": Place(_("the club"), _("Example Bridge Club")),
    "dispute_until": Place(_("the last day to dispute it"), _("20 March 2027")),
    "day": Place(_("the day of the assessment"), _("6 March 2027")),
    "where": Place(_("where it is held"), _("Example Bridge Club")),
    "day_before": Place(_("the day for which it was arranged before"), _("27 February 2027")),
    "candidate": Place(_("the name of the candidate"), _("Sam Short")),
    "assessors": Place(_("the names of both assessors"), _("Jo Lane and Pat Reed")),
    "result": Place(_("passed, or not passed"), _("passed")),
    "course": Place(_("the name of the course"), _("Directing at your club")),
    "host": Place(_("the body or club that gives the course"), _("Example Bridge Club")),
    "tutors": Place(_("the names of the tutors"), _("Jo Lane and Pat Reed")),
    "answer_until": Place(_("the last day to accept or decline"), _("30 March 2027")),
}


def _kind(code: str, label: Words, when: Words, places: str, subject: Words, text: Words) -> Kind:
    named = ("name", "body", "page", *places.split())
    return Kind(code, label, when, {name: PLACES[name] for name in named}, subject, text)


APPLICATION_RECEIVED = _kind(
    "application-received",
    _("Application received"),
    _("When somebody applies for a level, or we apply for them after a pass."),
    "level",
    _("Your application for {{ level }}"),
    _(
        "{{ body }} has received your application for {{ level }}. A registrar will decide about it, and we will write "
        "to you then.\n\nSee how it stands: {{ page }}"
    ),
)
APPLICATION_DECLINED = _kind(
    "application-declined",
    _("Application declined"),
    _("When a registrar declines an application."),
    "level reason appeal_until",
    _("Your application for {{ level }} was declined"),
    _(
        "{{ body }} has declined your application for {{ level }}. The reason given:\n\n{{ reason }}\n\n"
        "If you think this is wrong, you can appeal until {{ appeal_until }}. Another registrar will answer.\n\n"
        "See the decision: {{ page }}"
    ),
)
GRANTED = _kind(
    "granted",
    _("Granted"),
    _("When a registrar grants a level, by hand or on an application."),
    "level since until",
    _("You are accredited as {{ level }}"),
    _(
        "{{ body }} has granted you the level {{ level }}. Your award is valid from {{ since }} until {{ until }}.\n\n"
        "See your award and its certificate: {{ page }}"
    ),
)
EVIDENCE_ACCEPTED = _kind(
    "evidence-accepted",
    _("Evidence accepted"),
    _("When a registrar accepts sessions that somebody logged."),
    "evidence",
    _("Your evidence was accepted"),
    _("{{ body }} has accepted what you logged. It counts from now on:\n\n{{ evidence }}\n\nSee your way: {{ page }}"),
)
EVIDENCE_REFUSED = _kind(
    "evidence-refused",
    _("Evidence refused"),
    _("When a registrar refuses sessions that somebody logged."),
    "evidence reason",
    _("Your evidence was refused"),
    _(
        "{{ body }} has refused what you logged, so it does not count:\n\n{{ evidence }}\n\n"
        "The reason given:\n\n{{ reason }}\n\nSee your way: {{ page }}"
    ),
)
ENDS_SOON = _kind(
    "ends-soon",
    _("Ends soon"),
    _("On the days before the end of an award that you set for its level."),
    "level until left",
    _("Your award as {{ level }} ends on {{ until }}"),
    _(
        "Your award as {{ level }} of {{ body }} ends {{ left }}, on {{ until }}.\n\n"
        "A registrar renews it on what you show them, such as sessions you have directed or a course. "
        "Write to them before it ends.\n\nSee your award: {{ page }}"
    ),
)
EXPIRED = _kind(
    "expired",
    _("Expired"),
    _("On the day after the end of an award."),
    "level until renewable_until",
    _("Your award as {{ level }} has expired"),
    _(
        "Your award as {{ level }} of {{ body }} ended on {{ until }}. It can still be renewed, until "
        "{{ renewable_until }}; the new term is counted from the old end. Write to a registrar.\n\n"
        "See your award: {{ page }}"
    ),
)
LAPSED = _kind(
    "lapsed",
    _("Lapsed"),
    _("On the day after the last day on which an award could be renewed."),
    "level until renewable_until",
    _("Your award as {{ level }} has lapsed"),
    _(
        "Your award as {{ level }} of {{ body }} ended on {{ until }}, and it can no longer be renewed. To hold the level "
        "again, you have to apply for it again.\n\nSee your award: {{ page }}"
    ),
)
RENEWED = _kind(
    "renewed",
    _("Renewed"),
    _("When a registrar renews an award."),
    "level until",
    _("Your award as {{ level }} is renewed"),
    _(
        "{{ body }} has renewed your award as {{ level }}. It is valid until {{ until }} now.\n\n"
        "See your award and its certificate: {{ page }}"
    ),
)
EXTENDED = _kind(
    "extended",
    _("Extended"),
    _("When a registrar extends an award."),
    "level until reason",
    _("Your award as {{ level }} is extended"),
    _(
        "{{ body }} has extended your award as {{ level }}. It is valid until {{ until }} now. The reason given:\n\n"
        "{{ reason }}\n\nSee your award and its certificate: {{ page }}"
    ),
)
SUSPENDED = _kind(
    "suspended",
    _("Suspended"),
    _("When a registrar suspends an award."),
    "level reason appeal_until",
    _("Your award as {{ level }} is suspended"),
    _(
        "{{ body }} has suspended your award as {{ level }}. Until it is reinstated, you are not a director of this "
        "level. The reason given:\n\n{{ reason }}\n\n"
        "If you think this is wrong, you can appeal until {{ appeal_until }}. Another registrar will answer.\n\n"
        "See your award: {{ page }}"
    ),
)
REINSTATED = _kind(
    "reinstated",
    _("Reinstated"),
    _("When a registrar puts an award in force again."),
    "level until reason",
    _("Your award as {{ level }} is reinstated"),
    _(
        "{{ body }} has reinstated your award as {{ level }}. Its last day is {{ until }}, as before. The reason given:"
        "\n\n{{ reason }}\n\nSee your award: {{ page }}"
    ),
)
REVOKED = _kind(
    "revoked",
    _("Revoked"),
    _("When an award is revoked, by one registrar or by two."),
    "level reason appeal_until",
    _("Your award as {{ level }} is revoked"),
    _(
        "{{ body }} has revoked your award as {{ level }}. You are no longer a director of this level. The reason given:"
        "\n\n{{ reason }}\n\n"
        "If you think this is wrong, you can appeal until {{ appeal_until }}. Another registrar will answer.\n\n"
        "See your award: {{ page }}"
    ),
)
SURRENDERED = _kind(
    "surrendered",
    _("Surrendered"),
    _("When the holder gives an award up, or a registrar records that they did."),
    "level",
    _("Your award as {{ level }} has ended"),
    _(
        "You have given up your award as {{ level }} of {{ body }}, and the register no longer names you for it. "
        "If you did not do this, write to a registrar.\n\nSee your award: {{ page }}"
    ),
)
APPEAL_ANSWERED = _kind(
    "appeal-answered",
    _("Appeal answered"),
    _("When a registrar answers an appeal."),
    "level against outcome reasons",
    _("Your appeal about {{ level }} is answered"),
    _(
        "A registrar of {{ body }} has answered your appeal about {{ level }} (against: {{ against }}). "
        "It is {{ outcome }}. The reasons given:\n\n{{ reasons }}\n\nSee the appeal and its answer: {{ page }}"
    ),
)
DISPENSATION_GIVEN = _kind(
    "dispensation-given",
    _("Dispensation given"),
    _("When a registrar lets somebody direct one event that their awards do not cover."),
    "event place first_day last_day reason",
    _("You may direct {{ event }}"),
    _(
        "{{ body }} gives you a dispensation: you may direct {{ event }} at {{ place }}, from {{ first_day }} to "
        "{{ last_day }}, although your awards do not cover it. It is for this one event.\n\n"
        "See the dispensation: {{ page }}"
    ),
)
DISPENSATION_WITHDRAWN = _kind(
    "dispensation-withdrawn",
    _("Dispensation withdrawn"),
    _("When a registrar withdraws a dispensation."),
    "event place first_day last_day reason",
    _("You may no longer direct {{ event }}"),
    _(
        "{{ body }} has withdrawn your dispensation for {{ event }} at {{ place }}. From today on you may not direct this "
        "event. The reason given:\n\n{{ reason }}\n\nSee the dispensation: {{ page }}"
    ),
)
EVIDENCE_ENTERED = _kind(
    "evidence-entered",
    _("Evidence entered"),
    _("When a registrar enters evidence about somebody."),
    "evidence",
    _("Evidence was entered for you"),
    _(
        "A registrar of {{ body }} has entered evidence about you. It counts from now on:\n\n{{ evidence }}\n\n"
        "If it is wrong, write to a registrar.\n\nSee your way: {{ page }}"
    ),
)
SESSIONS_WAIT = _kind(
    "sessions-wait",
    _("Sessions to confirm"),
    _("In the morning to each contact of a club, when sessions have been logged that wait for the club."),
    "club evidence",
    _("Sessions to confirm for {{ club }}"),
    _(
        "Directors have logged sessions at {{ club }}. Please confirm each one, or dispute it and say what is wrong:\n\n"
        "{{ evidence }}\n\nSee what waits for the club: {{ page }}"
    ),
)
SESSION_CONFIRMED = _kind(
    "session-confirmed",
    _("Session confirmed"),
    _("When a club confirms sessions that somebody logged."),
    "club evidence",
    _("{{ club }} has confirmed what you logged"),
    _("{{ club }} has confirmed what you logged. It counts from now on:\n\n{{ evidence }}\n\nSee your way: {{ page }}"),
)
SESSION_DISPUTED = _kind(
    "session-disputed",
    _("Session disputed"),
    _("When a club disputes sessions that somebody logged."),
    "club evidence reason",
    _("{{ club }} disputes what you logged"),
    _(
        "{{ club }} disputes what you logged:\n\n{{ evidence }}\n\nThe reason given:\n\n{{ reason }}\n\n"
        "It does not count for now. A registrar of {{ body }} decides, and we will write to you then.\n\n"
        "See your way: {{ page }}"
    ),
)
SESSION_ENTERED = _kind(
    "session-entered",
    _("Session entered by a club"),
    _("When a club enters sessions that somebody directed."),
    "club evidence dispute_until",
    _("{{ club }} has entered sessions for you"),
    _(
        "{{ club }} has entered what you directed there. It counts from now on:\n\n{{ evidence }}\n\n"
        "If this is wrong, you can dispute it until {{ dispute_until }}. A registrar will decide.\n\n"
        "See your way: {{ page }}"
    ),
)
ASSESSMENT_ARRANGED = _kind(
    "assessment-arranged",
    _("Assessment arranged"),
    _("To the candidate, when a registrar arranges a practical assessment."),
    "level day where assessors",
    _("Your practical assessment for {{ level }} is on {{ day }}"),
    _(
        "{{ body }} has arranged your practical assessment for {{ level }}. It is on {{ day }}, at {{ where }}. "
        "Your assessors are {{ assessors }}.\n\nIf you cannot come, write to a registrar.\n\n"
        "See your assessment: {{ page }}"
    ),
)
ASSESSMENT_MOVED = _kind(
    "assessment-moved",
    _("Assessment moved"),
    _("To the candidate, when a registrar moves a practical assessment to another day or place."),
    "level day where day_before assessors reason",
    _("Your practical assessment for {{ level }} is moved to {{ day }}"),
    _(
        "Your practical assessment for {{ level }}, arranged for {{ day_before }}, is moved. It is now on {{ day }}, at "
        "{{ where }}. The reason given:\n\n{{ reason }}\n\n"
        "If you cannot come, write to a registrar.\n\nSee your assessment: {{ page }}"
    ),
)
ASSESSMENT_CALLED_OFF = _kind(
    "assessment-called-off",
    _("Assessment called off"),
    _("To the candidate, when a registrar calls a practical assessment off."),
    "level day where reason",
    _("Your practical assessment for {{ level }} is called off"),
    _(
        "{{ body }} has called off your practical assessment for {{ level }}, arranged for {{ day }} at {{ where }}. "
        "The reason given:\n\n{{ reason }}\n\nSee your assessment: {{ page }}"
    ),
)
ASSESSMENT_SETTLED = _kind(
    "assessment-settled",
    _("Assessment settled"),
    _("To the candidate, when both assessors say the same, or a registrar has decided between them."),
    "level day where result",
    _("The outcome of your practical assessment for {{ level }}"),
    _(
        "Your practical assessment for {{ level }} on {{ day }} is settled: {{ result }}.\n\n"
        "Read what the assessors marked and wrote: {{ page }}"
    ),
)
ASSESSOR_NAMED = _kind(
    "assessor-named",
    _("Assessor named"),
    _("To both assessors, when a registrar arranges a practical assessment."),
    "level day where candidate assessors",
    _("You assess {{ candidate }} on {{ day }}"),
    _(
        "{{ body }} has named you as an assessor: {{ candidate }} is assessed for {{ level }} on {{ day }}, at "
        "{{ where }}. The assessors are {{ assessors }}.\n\nIf you cannot come, write to a registrar.\n\n"
        "See the calls and your sheet: {{ page }}"
    ),
)
ASSESSOR_TOLD_OF_MOVE = _kind(
    "assessor-told-of-move",
    _("Assessment moved, to the assessors"),
    _("To both assessors, when a registrar moves a practical assessment to another day or place."),
    "level day where day_before candidate assessors reason",
    _("The assessment of {{ candidate }} is moved to {{ day }}"),
    _(
        "The practical assessment of {{ candidate }} for {{ level }}, arranged for {{ day_before }}, is moved. It is now on "
        "{{ day }}, at {{ where }}. The reason given:\n\n{{ reason }}\n\n"
        "If you cannot come, write to a registrar.\n\nSee the calls and your sheet: {{ page }}"
    ),
)
ASSESSOR_CALLED_OFF = _kind(
    "assessor-called-off",
    _("Assessment called off, to the assessors"),
    _("To both assessors, when a registrar calls a practical assessment off."),
    "level day where candidate reason",
    _("The assessment of {{ candidate }} on {{ day }} is called off"),
    _(
        "{{ body }} has called off the practical assessment of {{ candidate }} for {{ level }}, arranged for {{ day }} at "
        "{{ where }}. The reason given:\n\n{{ reason }}\n\nSee the assessment: {{ page }}"
    ),
)
COURSE_INVITED = _kind(
    "course-invited",
    _("Invited to a course"),
    _("When somebody is invited to a course as a learner."),
    "course host tutors first_day last_day answer_until",
    _("{{ host }} invites you to a course: {{ course }}"),
    _(
        "{{ host }} invites you to the course {{ course }}, from {{ first_day }} to {{ last_day }}. Tutors: {{ tutors }}.\n\n"
        "Your tutors set practice in the training room. You decide whether they see how you are getting on, and you can "
        "change your mind at any time.\n\nPlease answer by {{ answer_until }}. Sign in with this email address; if you have "
        "no account yet, sign up with it first.\n\nAccept or decline: {{ page }}"
    ),
)
COURSE_TUTOR_INVITED = _kind(
    "course-tutor-invited",
    _("Invited to teach a course"),
    _("When somebody is invited to a course as a tutor."),
    "course host first_day last_day answer_until",
    _("{{ host }} asks you to teach a course: {{ course }}"),
    _(
        "{{ host }} asks you to be a tutor of the course {{ course }}, from {{ first_day }} to {{ last_day }}. You set "
        "practice, and you see the progress of those learners who agree to share it.\n\nPlease answer by {{ answer_until }}. "
        "Sign in with this email address; if you have no account yet, sign up with it first.\n\nAccept or decline: {{ page }}"
    ),
)
COURSE_LEARNER_REMOVED = _kind(
    "course-learner-removed",
    _("Removed from a course"),
    _("When whoever organises a course removes a learner from it."),
    "course host reason",
    _("You are no longer in the course {{ course }}"),
    _(
        "{{ host }} has removed you from the course {{ course }}. The reason given:\n\n{{ reason }}\n\n"
        "Your tutors no longer see how you are getting on. What you practised stays yours, and attendance that is on record "
        "as evidence stays there.\n\nSee your courses: {{ page }}"
    ),
)

LETTERS = (
    APPLICATION_RECEIVED,
    APPLICATION_DECLINED,
    GRANTED,
    EVIDENCE_ACCEPTED,
    EVIDENCE_REFUSED,
    EVIDENCE_ENTERED,
    SESSIONS_WAIT,
    SESSION_CONFIRMED,
    SESSION_DISPUTED,
    SESSION_ENTERED,
    ASSESSMENT_ARRANGED,
    ASSESSMENT_MOVED,
    ASSESSMENT_CALLED_OFF,
    ASSESSMENT_SETTLED,
    ASSESSOR_NAMED,
    ASSESSOR_TOLD_OF_MOVE,
    ASSESSOR_CALLED_OFF,
    COURSE_INVITED,
    COURSE_TUTOR_INVITED,
    COURSE_LEARNER_REMOVED,
    ENDS_SOON,
    EXPIRED,
    LAPSED,
    RENEWED,
    EXTENDED,
    SUSPENDED,
    REINSTATED,
    REVOKED,
    SURRENDERED,
    APPEAL_ANSWERED,
    DISPENSATION_GIVEN,
    DISPENSATION_WITHDRAWN,
)
KINDS: Mapping[str, Kind] = {one.code: one for one in (*LETTERS, *PARTS)}
