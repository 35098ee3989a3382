-- Credentials and sessions are not events: events are kept for ever.

CREATE TABLE users (
  id uuid PRIMARY KEY,
  library_id uuid NOT NULL UNIQUE,
  email text NOT NULL,
  -- Normalised (NFKC, lower case), for uniqueness and login.
  email_key text NOT NULL UNIQUE,
  username text NOT NULL,
  username_key text NOT NULL UNIQUE,
  first_name text,
  password_hash text NOT NULL,
  -- The Idempotency-Key of the signup, to recognise a repeated one.
  signup_command text,
  -- False until AccountOpened and LibraryOpened are in the event store.
  opened boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Interrupted signups, which the next start finishes.
CREATE INDEX users_not_opened ON users (created_at) WHERE NOT opened;

CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  -- SHA-256 of a random token that only the browser knows.
  token_hash bytea NOT NULL UNIQUE,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  library_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sessions_of_user ON sessions (user_id);

-- Networks of free accounts, to limit them. location is an HMAC of the /24 or /64.
CREATE TABLE free_accounts (
  location bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  PRIMARY KEY (location, created_at, user_id)
);
