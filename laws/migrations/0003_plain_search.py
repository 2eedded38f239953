"""Search columns that see curly signs as plain ones and suit symbols as words; footnotes get one too.

PostgreSQL cannot change what a generated column is made of: each is dropped, with its index, and made anew.
"""

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import CombinedSearchVector, SearchConfig, SearchVector, SearchVectorField
from django.db import migrations, models
from django.db.models.functions.text import Replace


def words(field, weight):
    told = models.Func(
        models.F(field),
        models.Value("’‘“”–—−×·"),
        models.Value("''\"\",,-x,"),
        function="TRANSLATE",
        output_field=models.TextField(),
    )
    for symbol, word in (("♠", " spade "), ("♥", " heart "), ("♦", " diamond "), ("♣", " club ")):
        told = Replace(told, models.Value(symbol), models.Value(word), output_field=models.TextField())
    return SearchVector(told, config="english", weight=weight)


def both(heading, text):
    return CombinedSearchVector(heading, "||", text, SearchConfig("english"))


def column(model, index, expression):
    return [
        migrations.AddField(
            model_name=model,
            name="search",
            field=models.GeneratedField(db_persist=True, expression=expression, output_field=SearchVectorField()),
        ),
        migrations.AddIndex(model_name=model, index=GinIndex(fields=["search"], name=index)),
    ]


def anew(model, index, expression):
    return [
        migrations.RemoveIndex(model_name=model, name=index),
        migrations.RemoveField(model_name=model, name="search"),
        *column(model, index, expression),
    ]


class Migration(migrations.Migration):
    dependencies = [("laws", "0002_whole_library")]

    operations = [
        *anew("provisionversion", "provision_version_search", both(words("headings", "A"), words("text", "B"))),
        *anew("definitionversion", "definition_version_search", words("text", "B")),
        *anew("commentaryversion", "commentary_version_search", both(words("heading", "A"), words("text", "B"))),
        *column("footnoteversion", "footnote_version_search", words("text", "B")),
    ]
