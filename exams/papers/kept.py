"""What papers keep of a person: who drew them."""

from __future__ import annotations

from accounts.privacy.holdings import deeds
from exams.papers.models import Paper

deeds(Paper, "drawn_by")
