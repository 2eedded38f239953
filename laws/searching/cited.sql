-- What the texts of the digest that are held now cite: the kind of text, its id, the keys of what it cites.

SELECT 'law', t.version_id, array_agg(p.key::text)
FROM laws_citation t
JOIN laws_citation_provisions tp ON tp.citation_id = t.id
JOIN laws_provision p ON p.id = tp.provision_id
WHERE t.status = 'found' AND t.version_id IS NOT NULL
GROUP BY t.version_id

UNION ALL

SELECT 'footnote', t.footnote_version_id, array_agg(p.key::text)
FROM laws_citation t
JOIN laws_citation_provisions tp ON tp.citation_id = t.id
JOIN laws_provision p ON p.id = tp.provision_id
WHERE t.status = 'found' AND t.footnote_version_id IS NOT NULL
GROUP BY t.footnote_version_id

UNION ALL

SELECT 'definition', t.definition_version_id, array_agg(p.key::text)
FROM laws_citation t
JOIN laws_citation_provisions tp ON tp.citation_id = t.id
JOIN laws_provision p ON p.id = tp.provision_id
WHERE t.status = 'found' AND t.definition_version_id IS NOT NULL
GROUP BY t.definition_version_id

UNION ALL

SELECT 'commentary', t.commentary_version_id, array_agg(p.key::text)
FROM laws_citation t
JOIN laws_citation_provisions tp ON tp.citation_id = t.id
JOIN laws_provision p ON p.id = tp.provision_id
WHERE t.status = 'found' AND t.commentary_version_id IS NOT NULL
GROUP BY t.commentary_version_id
