-- The end of the log when a filling began, for those who wait to see how far it is.
ALTER TABLE read_schemas ADD COLUMN target text;
