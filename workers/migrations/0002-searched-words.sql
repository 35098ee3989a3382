-- The words of text as searches look for them (contracts' tokens.ts), with their places, so that phrases can be found.
-- What was read before is indexed by Postgres' own idea of words, until it is read again.
ALTER TABLE documents ADD COLUMN searched tsvector;
UPDATE documents SET searched = to_tsvector('simple', lower(left(text, 200000)));
ALTER TABLE documents ALTER COLUMN searched SET NOT NULL;
