"""Pages of the law library. Anybody may read the law."""

from laws.views.books import contents, definitions, home, term
from laws.views.finding import panel, respell, search
from laws.views.printing import print_edition, print_law
from laws.views.reading import law, preview, provision, remark

__all__ = [
    "contents",
    "definitions",
    "home",
    "law",
    "panel",
    "preview",
    "print_edition",
    "print_law",
    "provision",
    "remark",
    "respell",
    "search",
    "term",
]
