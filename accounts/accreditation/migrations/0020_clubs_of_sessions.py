"""Sessions that are on record know the club of the body at which they were, by its name."""

from django.db import migrations

NAMED = """
UPDATE accreditation_evidence AS evidence
SET club_id = club.id
FROM accounts_club AS club
WHERE evidence.kind = 'sessions' AND evidence.club_id IS NULL
    AND club.body_id = evidence.body_id AND lower(club.name) = lower(evidence.details ->> 'club')
"""


class Migration(migrations.Migration):
    dependencies = [("accreditation", "0019_sessions_of_clubs")]
    operations = [migrations.RunSQL(NAMED, migrations.RunSQL.noop)]
