-- Public links: what is in no event. Tokens and passwords are hashes.
CREATE TABLE pages (
  id uuid PRIMARY KEY,
  library_id uuid NOT NULL,
  -- SHA-256 of the token in the address.
  token_hash bytea NOT NULL UNIQUE,
  kind text NOT NULL CHECK (kind IN ('article', 'collection', 'highlights')),
  link_id integer,
  collection_id integer,
  with_notes boolean NOT NULL,
  full_text boolean NOT NULL,
  -- argon2id; null: it opens for everybody.
  password_hash text,
  -- What it shows for ever (command-api/src/shares/shared.ts); null: what is there when somebody looks.
  frozen text,
  expires_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Its event is in the log. Before that it shows nothing.
  is_made boolean NOT NULL DEFAULT false,
  -- When it was withdrawn, or what it showed was deleted. The hash of its token stays, so that its address says so.
  ended_at timestamptz
);
CREATE INDEX pages_of_library ON pages (library_id, created_at);

-- How often a page was shown, by day of UTC.
CREATE TABLE views (
  page_id uuid NOT NULL REFERENCES pages ON DELETE CASCADE,
  day date NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (page_id, day)
);
