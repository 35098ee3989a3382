-- Sanitised articles, each version once. Notes name their version, so no row is ever deleted.
CREATE TABLE documents (
  hash text PRIMARY KEY, -- sha256 of html, hex
  html text NOT NULL,
  text text NOT NULL,
  words integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Each request to read an article: attempts to parse its page, counted before each attempt, and the outcome.
CREATE TABLE extraction_attempts (
  article_id text NOT NULL,
  request_id text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  outcome jsonb,
  touched_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (article_id, request_id)
);
CREATE INDEX extraction_attempts_touched ON extraction_attempts (touched_at);

CREATE TABLE previews (
  url text PRIMARY KEY,
  preview jsonb NOT NULL,
  fetched_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX previews_fetched ON previews (fetched_at);
