"""Pages of the law library. Anybody may read the law."""

from laws.views.finding import panel, respell, search
from laws.views.reading import contents, law, preview, provision

__all__ = ["contents", "law", "panel", "preview", "provision", "respell", "search"]
