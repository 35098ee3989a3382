-- Secrets of one-time codes (TOTP, RFC 6238), base32.
CREATE TABLE code_secrets (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  secret text NOT NULL,
  -- null: the person has yet to show that an app makes the codes. They are not asked for before.
  confirmed_at timestamptz,
  -- The 30 seconds since 1970 of the code that was taken last: none is taken twice.
  last_step bigint NOT NULL DEFAULT 0
);

-- Codes for whoever has lost the app, each once.
CREATE TABLE recovery_codes (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- SHA-256 of 80 random bits
  code_hash bytea NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);
