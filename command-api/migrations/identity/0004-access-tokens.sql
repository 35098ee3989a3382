-- What programs send in place of a session.
CREATE TABLE access_tokens (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  library_id uuid NOT NULL,
  -- token: for the API
  kind text NOT NULL,
  name text NOT NULL,
  -- read or write
  scope text NOT NULL,
  -- SHA-256 of 256 random bits that only the program knows.
  secret_hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  -- null: never
  expires_at timestamptz
);
CREATE INDEX access_tokens_of_user ON access_tokens (user_id);
