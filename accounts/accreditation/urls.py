"""Addresses under /accreditation/, for those who are signed in."""

from django.urls import path

from accounts.accreditation import (
    appeal_views,
    award_views,
    direct_views,
    draft_views,
    evidence_views,
    level_views,
    views,
    way_views,
)
from accounts.accreditation.clubs import views as club_views
from accounts.accreditation.intake import views as intake_views
from accounts.accreditation.life import Deed

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
    path("evidence/<uuid:pk>/dispute/", evidence_views.dispute, name="dispute_session"),
    path("clubs/<uuid:pk>/", club_views.club, name="club"),
    path("clubs/<uuid:pk>/enter/", club_views.enter, name="club_enter"),
    path("clubs/<uuid:pk>/enter/shown/", club_views.enter_shown, name="club_enter_shown"),
    path("clubs/of/<slug:slug>/", club_views.clubs, name="clubs"),
    path("queue/<slug:slug>/", views.queue, name="queue"),
    path("by-hand/<slug:slug>/", views.by_hand, name="by_hand"),
    path("applications/<uuid:pk>/", views.application, name="application"),
    path("applications/<uuid:pk>/doubts/<uuid:doubt_id>/", views.settle_doubt, name="settle_doubt"),
    path("applications/<uuid:pk>/appeal/", appeal_views.appeal, name="appeal"),
    path("appeals/<uuid:pk>/answer/", appeal_views.answer, name="answer_appeal"),
    path("awards/<uuid:pk>/", award_views.award, name="award"),
    path("awards/<uuid:pk>/certificate.pdf", award_views.certificate, name="certificate"),
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
    path("entries/<uuid:pk>/", intake_views.entry, name="entry"),
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
