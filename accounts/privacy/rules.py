"""Who may set how long a body keeps what."""

from __future__ import annotations

import rules

from accounts.rules import is_administrator

rules.add_perm("privacy.set_retention", is_administrator)  # on the body
