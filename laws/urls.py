"""Addresses of the law library. Those of provisions are permanent: explanations and papers link to them."""

from __future__ import annotations

from django.urls import path, register_converter

from laws import keys, views
from laws.assistant import play_views, pocket
from laws.assistant import views as assistant


class KeyConverter:
    """A provision's key in its one spelling; other spellings are redirected to it."""

    regex = rf"{keys.TOP}(?:{keys.SECTION})?"

    def to_python(self, value: str) -> str:
        """Keys travel as text; ValueError, and so no such page, for what only looks like one."""
        return str(keys.parse(value))

    def to_url(self, value: str) -> str:
        """Keys travel as text."""
        return value


class LawConverter(KeyConverter):
    """The number of a law."""

    regex = keys.TOP


register_converter(KeyConverter, "key")
register_converter(LawConverter, "law")

app_name = "laws"
urlpatterns = [
    path("", views.home, name="contents"),
    path("search/", views.search, name="search"),
    path("panel/", views.panel, name="panel"),
    path("remarks/<slug:code>/", views.remark, name="remark"),
    path("compare/", views.compare, name="compare"),
    path("concordance/", views.concordance, name="concordance"),
    path("citations/", views.citations, name="citations"),
    path("pocket/rulings.json", pocket.rulings, name="pocket_rulings"),
    path("ruling/", assistant.start, name="ruling"),
    path("ruling/<slug:edition>/", assistant.start, name="ruling_edition"),
    path("ruling/<slug:edition>/auction/", assistant.auction, name="ruling_auction"),
    path("ruling/<slug:edition>/play/", play_views.play, name="ruling_play"),
    path("ruling/<slug:edition>/board/", play_views.board, name="ruling_board"),
    path("ruling/<slug:edition>/comparable/", assistant.comparable, name="ruling_comparable"),
    path("ruling/<slug:edition>/<str:procedure>/", assistant.interview, name="interview"),
    path("ruling/<slug:edition>/<str:procedure>/receipt/", assistant.receipt, name="receipt"),
    path("<slug:edition>/", views.contents, name="edition"),
    path("<slug:edition>/definitions/", views.definitions, name="definitions"),
    path("<slug:edition>/definitions/<slug:slug>/preview/", views.term, name="term"),
    path("<slug:edition>/print/", views.print_edition, name="print_edition"),
    path("<slug:edition>/<law:number>/", views.law, name="law"),
    path("<slug:edition>/<law:number>/print/", views.print_law, name="print_law"),
    path("<slug:edition>/<law:number>/chart/", assistant.chart, name="chart"),
    path("<slug:edition>/<key:key>/", views.provision, name="provision"),
    path("<slug:edition>/<key:key>/preview/", views.preview, name="preview"),
    path("<slug:edition>/<key:key>/history/", views.provision_history, name="history"),
    path("<slug:edition>/<str:typed>/", views.respell, name="respell"),
]
