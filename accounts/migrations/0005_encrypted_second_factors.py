"""Secrets of second factors that are there already are encrypted."""

from django.db import migrations

from accounts.signing_in.secrets import each_secret, encrypted_once


def encrypt(apps, schema_editor):
    factors = apps.get_model("mfa", "Authenticator")
    for factor in factors.objects.all():
        factor.data = each_secret(factor.data, encrypted_once)
        factor.save(update_fields=["data"])


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_law_editors"),
        ("mfa", "0003_authenticator_type_uniq"),
    ]

    operations = [migrations.RunPython(encrypt, migrations.RunPython.noop)]
