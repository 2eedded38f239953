"""Addresses under /accreditation/, for those who are signed in."""

from django.urls import path

from accounts.accreditation import (
    appeal_views,
    award_views,
    direct_views,
    document_views,
    draft_views,
    evidence_views,
    level_views,
    views,
    way_views,
)
from accounts.accreditation.clubs import views as session_views
from accounts.accreditation.credentials import views as certificate_views
from accounts.accreditation.desk import circular_views, club_views, person_views, statistics_views
from accounts.accreditation.desk import views as desk_views
from accounts.accreditation.intake import views as intake_views
from accounts.accreditation.life import Deed
from accounts.accreditation.mail import views as letter_views
from accounts.accreditation.register import own_views
from accounts.accreditation.webhooks import views as webhook_views

app_name = "accreditation"
urlpatterns = [
    path("", views.mine, name="mine"),
    path("way/", way_views.my_way, name="my_way"),
    path("way/<slug:slug>/", way_views.way, name="way"),
    path("way/<slug:slug>/log-session/", evidence_views.log_session, name="log_session"),
    path("way/<slug:slug>/apply/<int:pk>/", way_views.apply, name="apply"),
    path("way/<slug:slug>/<uuid:person_id>/", way_views.way_of_person, name="way_of"),
    path("evidence/<uuid:pk>/", evidence_views.piece, name="piece"),
    path("evidence/<uuid:pk>/settle/", evidence_views.settle, name="settle"),
    path("evidence/<uuid:pk>/withdraw/", evidence_views.withdraw, name="withdraw_evidence"),
    path("evidence/<slug:slug>/", evidence_views.to_settle, name="to_settle"),
    path("evidence/<slug:slug>/enter/", evidence_views.kinds, name="enter_kinds"),
    path("evidence/<slug:slug>/enter/<slug:kind>/", evidence_views.enter, name="enter"),
    path("desk/<slug:slug>/", desk_views.desk, name="desk"),
    path("desk/<slug:slug>/grants/", desk_views.grants, name="grants"),
    path("desk/<slug:slug>/renewals/", desk_views.renewals, name="renewals"),
    path("desk/<slug:slug>/statistics/", statistics_views.figures, name="statistics"),
    path("desk/<slug:slug>/statistics.csv", statistics_views.figures_csv, name="statistics_csv"),
    path("desk/<slug:slug>/letters/", circular_views.circulars, name="circulars"),
    path("desk/<slug:slug>/letters/new/", circular_views.write, name="circular_write"),
    path("desk/letters/<uuid:pk>/", circular_views.circular, name="circular"),
    path("clubs/<uuid:pk>/", club_views.club, name="club"),
    path("clubs/<uuid:pk>/merge/", club_views.merge_club, name="merge_club"),
    path("clubs/<slug:slug>/", club_views.clubs, name="clubs"),
    path("clubs/<slug:slug>/new/", club_views.new_club, name="club_new"),
    path("regions/<uuid:pk>/", club_views.region, name="region"),
    path("regions/<uuid:pk>/remove/", club_views.remove_region, name="remove_region"),
    path("regions/<slug:slug>/", club_views.regions, name="regions"),
    path("people/<slug:slug>/<uuid:person_id>/", person_views.person, name="person"),
    path("people/<slug:slug>/<uuid:person_id>/merge/", person_views.merge, name="merge_person"),
    path("people/<slug:slug>/<uuid:person_id>/history/", person_views.history, name="history"),
    path("people/<slug:slug>/<uuid:person_id>/history.csv", person_views.history_csv, name="history_csv"),
    path("documents/<uuid:pk>/", document_views.attach, name="attach_documents"),
    path("documents/<uuid:pk>/<uuid:document_id>/", document_views.document, name="document"),
    path("evidence/<uuid:pk>/dispute/", evidence_views.dispute, name="dispute_session"),
    path("clubs/<uuid:pk>/sessions/", session_views.club, name="club_sessions"),
    path("clubs/<uuid:pk>/sessions/enter/", session_views.enter, name="session_entry"),
    path("clubs/<uuid:pk>/sessions/enter/shown/", session_views.enter_shown, name="session_entry_shown"),
    path("confirmers/<slug:slug>/", session_views.clubs, name="confirmers"),
    path("queue/<slug:slug>/", views.queue, name="queue"),
    path("by-hand/<slug:slug>/", views.by_hand, name="by_hand"),
    path("applications/<uuid:pk>/", views.application, name="application"),
    path("applications/<uuid:pk>/doubts/<uuid:doubt_id>/", views.settle_doubt, name="settle_doubt"),
    path("applications/<uuid:pk>/appeal/", appeal_views.appeal, name="appeal"),
    path("appeals/<uuid:pk>/answer/", appeal_views.answer, name="answer_appeal"),
    path("awards/<uuid:pk>/", award_views.award, name="award"),
    path("awards/<uuid:pk>/certificate.pdf", award_views.certificate, name="certificate"),
    path("awards/<uuid:pk>/certificates/<int:issued_id>/", award_views.earlier_certificate, name="earlier_certificate"),
    *(
        path(f"awards/<uuid:pk>/badge.{form}", award_views.badge, {"form": form}, name=f"badge_{form}")
        for form in award_views.BADGES
    ),
    path("awards/<uuid:pk>/ask-renewal/", award_views.ask_renewal, name="ask_renewal"),
    path("awards/<uuid:pk>/surrender/", award_views.surrender, name="surrender"),
    path("awards/<slug:slug>/", award_views.awards, name="awards"),
    path("dispensations/<uuid:pk>/", direct_views.dispensation, name="dispensation"),
    path("dispensations/<uuid:pk>/withdraw/", direct_views.withdraw, name="withdraw_dispensation"),
    path("dispensations/<slug:slug>/", direct_views.dispensations, name="dispensations"),
    path("dispensations/<slug:slug>/new/", direct_views.give, name="give_dispensation"),
    path("may-direct/<slug:slug>/", direct_views.may_direct, name="may_direct"),
    path("levels/<int:pk>/", level_views.level, name="level"),
    path("levels/<int:pk>/settings/", level_views.level_settings, name="level_settings"),
    path("levels/<int:pk>/versions/<int:number>/", level_views.version, name="level_version"),
    path("levels/<int:pk>/draft/", draft_views.draft, name="draft"),
    path("levels/<int:pk>/draft/begin/", draft_views.begin, name="draft_begin"),
    path("levels/<int:pk>/draft/discard/", draft_views.discard, name="draft_discard"),
    path("levels/<int:pk>/draft/act/", draft_views.act, name="draft_act"),
    path("levels/<int:pk>/draft/add/", draft_views.add, name="draft_add"),
    path("levels/<int:pk>/draft/change/", draft_views.change, name="draft_change"),
    path("levels/<int:pk>/draft/publish/", draft_views.publish, name="draft_publish"),
    path("levels/of/<slug:slug>/", level_views.levels, name="levels"),
    path("levels/of/<slug:slug>/new/", level_views.new_level, name="level_new"),
    path("certificates/<slug:slug>/", certificate_views.design, name="design"),
    path("certificates/<slug:slug>/sample.pdf", certificate_views.sample, name="sample"),
    path("certificates/<slug:slug>/archive/", certificate_views.archive_new, name="archive_new"),
    path("archives/<uuid:pk>/", certificate_views.archive, name="archive"),
    path("archives/<uuid:pk>/certificates.zip", certificate_views.archive_file, name="archive_file"),
    path("letters/", letter_views.mine, name="letters"),
    path("letters/<uuid:letter_id>/", letter_views.letter, name="letter"),
    path("letters/of/<slug:slug>/", letter_views.texts, name="letter_texts"),
    path("letters/of/<slug:slug>/<slug:step>/", letter_views.text, name="letter_text"),
    path("intake/<slug:slug>/", intake_views.upload, name="intake_upload"),
    path("imports/<uuid:pk>/", intake_views.intake, name="intake"),
    path("imports/<uuid:pk>/columns/", intake_views.columns, name="intake_columns"),
    path("imports/<uuid:pk>/settle/", intake_views.settle, name="intake_settle"),
    path("imports/<uuid:pk>/lines/<int:at>/", intake_views.line, name="intake_line"),
    path("imports/<uuid:pk>/preview/", intake_views.preview, name="intake_preview"),
    path("imports/<uuid:pk>/apply/", intake_views.apply, name="intake_apply"),
    path("imports/<uuid:pk>/undo/", intake_views.undo, name="intake_undo"),
    path("imports/<uuid:pk>/discard/", intake_views.discard, name="intake_discard"),
    path("imports/<uuid:pk>/passed-over.csv", intake_views.passed_over, name="intake_passed_over"),
    path("webhooks/<uuid:pk>/", webhook_views.webhook, name="webhook"),
    path("webhooks/<uuid:pk>/test/", webhook_views.test, name="webhook_test"),
    path("webhooks/<uuid:pk>/stop/", webhook_views.stop, name="webhook_stop"),
    path("webhooks/<slug:slug>/", webhook_views.webhooks, name="webhooks"),
    path("deliveries/<uuid:pk>/again/", webhook_views.again, name="delivery_again"),
    path("entries/<uuid:pk>/", intake_views.entry, name="entry"),
    path("shown/<slug:slug>/", own_views.shown, name="shown"),
    path("register-settings/<slug:slug>/", own_views.register_settings, name="register_settings"),
    path("register/<slug:slug>.csv", intake_views.register_csv, name="register_csv"),
    path("register/<slug:slug>.json", intake_views.register_json, name="register_json"),
    path("register/<slug:slug>/", intake_views.register_list, name="register_list"),
    *(
        path(f"applications/<uuid:pk>/{decision}/", views.decide, {"decision": decision}, name=decision)
        for decision in views.DECISIONS
    ),
    *(
        path(f"awards/<uuid:pk>/{deed.replace('_', '-')}/", award_views.do, {"deed": deed}, name=deed.value)
        for deed in Deed
        if deed != Deed.SURRENDER
    ),
]
