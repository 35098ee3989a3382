-- UTF-16 units of the text that positions of notes and of reading count in (contracts/src/article-text.ts). Older documents
-- have none: command-api counts when it needs to.
ALTER TABLE documents ADD COLUMN text_length integer;
