-- The library whose link had the document read first: it counts for this library until it goes.
ALTER TABLE documents ADD COLUMN asked_by uuid;
CREATE INDEX documents_asked_by ON documents (asked_by) WHERE asked_by IS NOT NULL;
-- Since when nothing names the document: no version of an article, no note, no outcome.
ALTER TABLE documents ADD COLUMN unneeded_since timestamptz;
