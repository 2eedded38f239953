-- The texts of some hits: what it is, its id, title, title of the law, text, its name (of commentary the short one, of a
-- footnote the id), and of commentary who stands behind it, place, date and how much of the date is known.
-- The headings of a provision begin with the title of its law; over a footnote that of the date is looked up.

SELECT 'law', v.id, v.headings, '', v.text, '', '', '', NULL::date, ''
FROM laws_provisionversion v
WHERE v.id = ANY(%(law)s)

UNION ALL

SELECT 'footnote', v.id, '', coalesce(t.heading, ''), v.text, f.id::text, '', '', NULL, ''
FROM laws_footnoteversion v
JOIN laws_footnote f ON f.id = v.footnote_id
JOIN laws_provision p ON p.id = f.provision_id
JOIN laws_provision l ON l.law_id = p.law_id AND l.parent_id IS NULL
LEFT JOIN laws_provisionversion t ON t.provision_id = l.id AND t.superseded_at IS NULL AND t.kind = 'digest'
  AND t.effective @> %(on)s::date
WHERE v.id = ANY(%(footnote)s)

UNION ALL

SELECT 'definition', v.id, d.term, '', v.text, '', '', '', NULL, ''
FROM laws_definitionversion v
JOIN laws_definition d ON d.id = v.definition_id
WHERE v.id = ANY(%(definition)s)

UNION ALL

SELECT c.kind, v.id, v.heading, '', v.text, c.code, coalesce(nullif(c.authority, ''), c.author), c.place, c.dated, c.dated_to
FROM laws_commentaryversion v
JOIN laws_commentary c ON c.id = v.commentary_id
WHERE v.id = ANY(%(commentary)s)
