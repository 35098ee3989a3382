-- The length of the text that the offset is in; null where the text was gone. Lists tell by it what is read to the end.
ALTER TABLE positions ADD COLUMN text_length integer;
ALTER TABLE positions ADD COLUMN is_finished boolean NOT NULL
  GENERATED ALWAYS AS (text_length IS NOT NULL AND text_offset >= text_length * 0.95) STORED;
CREATE INDEX positions_last_read ON positions (library_id, user_id, updated_at DESC, link_id DESC);
