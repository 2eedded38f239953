-- Everything that has the words on a date, a line each: what it is, its id, how well it fits, its edition, the keys of the
-- provisions it belongs to in the order of the law, the newest citation of all.
-- The rank is divided by one and the logarithm of the length (1): a long comment has every word somewhere.
-- A provision that only heads others is left out, unless it is a whole law: the texts under it know its heading.

SELECT 'law', v.id, ts_rank(v.search, websearch_to_tsquery('english', %(words)s), 1)::float8, p.edition_id, ARRAY[p.key]::text[],
  (SELECT max(id) FROM laws_citation)
FROM laws_provisionversion v
JOIN laws_provision p ON p.id = v.provision_id
WHERE v.search @@ websearch_to_tsquery('english', %(words)s)
  AND v.superseded_at IS NULL AND v.kind = 'digest' AND v.effective @> %(on)s::date
  AND (v.text <> '' OR p.parent_id IS NULL)

UNION ALL

SELECT 'footnote', v.id, ts_rank(v.search, websearch_to_tsquery('english', %(words)s), 1)::float8, p.edition_id, ARRAY[p.key]::text[],
  (SELECT max(id) FROM laws_citation)
FROM laws_footnoteversion v
JOIN laws_footnote f ON f.id = v.footnote_id
JOIN laws_provision p ON p.id = f.provision_id
WHERE v.search @@ websearch_to_tsquery('english', %(words)s)
  AND v.superseded_at IS NULL AND v.kind = 'digest' AND v.effective @> %(on)s::date

UNION ALL

-- The term is no part of the wording, so it is weighed here: definitions are few.
SELECT 'definition', v.id, ts_rank(t.search, websearch_to_tsquery('english', %(words)s), 1)::float8, d.edition_id, ARRAY[]::text[],
  (SELECT max(id) FROM laws_citation)
FROM laws_definitionversion v
JOIN laws_definition d ON d.id = v.definition_id
CROSS JOIN LATERAL (SELECT setweight(to_tsvector('english', d.term), 'A') || v.search AS search) t
WHERE t.search @@ websearch_to_tsquery('english', %(words)s)
  AND v.superseded_at IS NULL AND v.kind = 'digest' AND v.effective @> %(on)s::date

UNION ALL

SELECT c.kind, v.id, ts_rank(v.search, websearch_to_tsquery('english', %(words)s), 1)::float8, c.edition_id,
  ARRAY(SELECT p.key::text FROM laws_commentary_provisions cp JOIN laws_provision p ON p.id = cp.provision_id
        WHERE cp.commentary_id = c.id ORDER BY p."order"), (SELECT max(id) FROM laws_citation)
FROM laws_commentaryversion v
JOIN laws_commentary c ON c.id = v.commentary_id
WHERE v.search @@ websearch_to_tsquery('english', %(words)s)
  AND v.superseded_at IS NULL AND v.kind = 'digest' AND v.effective @> %(on)s::date
