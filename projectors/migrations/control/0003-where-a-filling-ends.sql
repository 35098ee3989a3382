-- The end of the log when a filling began, by which readers tell its progress.
ALTER TABLE read_schemas ADD COLUMN target text;
