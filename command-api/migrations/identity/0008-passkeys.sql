-- Passkeys: what a device proves with a key of its own. Public keys alone are here.
CREATE TABLE passkeys (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- The device's name of the key, base64url.
  credential_id text NOT NULL UNIQUE,
  -- COSE
  public_key bytea NOT NULL,
  -- Uses, as the device counts them; 0 where it does not.
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  -- The host that it is for. It is of no use with another one.
  host text NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX passkeys_of_user ON passkeys (user_id);

-- Random texts that a device must sign, each once.
CREATE TABLE challenges (
  challenge text PRIMARY KEY,
  -- Who makes a passkey; null: somebody signs in.
  user_id uuid REFERENCES users (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
