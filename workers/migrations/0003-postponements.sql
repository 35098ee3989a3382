-- Times that the site answered that it is busy. They are no attempts; a request waits for a busy site at most 3 times.
ALTER TABLE extraction_attempts ADD COLUMN postponements integer NOT NULL DEFAULT 0;
