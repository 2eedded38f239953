"""Pages of the law library. Anybody may read the law."""

from laws.views.books import contents, definitions, home, term
from laws.views.comparing import compare
from laws.views.concordances import concordance
from laws.views.finding import panel, respell
from laws.views.history import provision_history
from laws.views.misses import citations
from laws.views.printing import print_edition, print_law
from laws.views.reading import law, preview, provision, remark
from laws.views.searching import search

__all__ = [
    "citations",
    "compare",
    "concordance",
    "contents",
    "definitions",
    "home",
    "law",
    "panel",
    "preview",
    "print_edition",
    "print_law",
    "provision",
    "provision_history",
    "remark",
    "respell",
    "search",
    "term",
]
