-- How often the site answered that it is busy, which is no attempt: each request waits for it 3 times at most.
ALTER TABLE extraction_attempts ADD COLUMN postponements integer NOT NULL DEFAULT 0;
