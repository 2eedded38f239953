"""What the editing of the law keeps of a person: who proposed, decided and confirmed what."""

from __future__ import annotations

from accounts.privacy.holdings import deeds
from laws.editing.models import BodyRegulation, Confirmation, Proposal

deeds(Proposal, "proposer", "decided_by")
deeds(Confirmation, "asked_by", "decided_by")
deeds(BodyRegulation, "laid_down_by")
