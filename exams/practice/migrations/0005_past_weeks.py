import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('papers', '0010_judge_ruling'),
        ('practice', '0004_sheets'),
    ]

    operations = [
        migrations.CreateModel(
            name='PastWeeks',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('basis', models.CharField(max_length=64, verbose_name='digest of what it follows from')),
                ('weeks', models.JSONField(default=list, verbose_name='last day, paths known, and low, high and median or nothing')),
                ('blueprint', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='papers.blueprint')),
                ('learner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='past_weeks', to='practice.learner')),
            ],
            options={
                'verbose_name': 'forecast of past weeks',
                'verbose_name_plural': 'forecasts of past weeks',
                'constraints': [models.UniqueConstraint(fields=('learner', 'blueprint'), name='practice_past_weeks_once')],
            },
        ),
    ]
