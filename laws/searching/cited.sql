-- What the texts that cite anything cite: the kind of text, its id, the keys of what it cites.

SELECT cites.what, cites.id, array_agg(p.key::text)
FROM laws_citation t
CROSS JOIN LATERAL (VALUES
  ('law', t.version_id),
  ('footnote', t.footnote_version_id),
  ('definition', t.definition_version_id),
  ('commentary', t.commentary_version_id)
) AS cites(what, id)
JOIN laws_citation_provisions tp ON tp.citation_id = t.id
JOIN laws_provision p ON p.id = tp.provision_id
WHERE t.status = 'found' AND cites.id IS NOT NULL
GROUP BY cites.what, cites.id
