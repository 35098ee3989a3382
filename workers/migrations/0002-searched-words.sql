-- The words of the text with their positions, for searches of words and phrases (contracts/src/search-vector.ts).
-- Older documents keep the words that Postgres finds, until their pages are read again.
ALTER TABLE documents ADD COLUMN searched tsvector;
UPDATE documents SET searched = to_tsvector('simple', lower(left(text, 200000)));
ALTER TABLE documents ALTER COLUMN searched SET NOT NULL;
