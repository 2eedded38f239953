"""Questions as people write and change them: a page with live preview, versions that are never rewritten, their history."""
