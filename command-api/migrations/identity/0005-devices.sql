-- access_tokens of kind `device` have a password as their secret, which a device exchanges for grants.
CREATE TABLE device_grants (
  -- SHA-256 of 256 random bits, as the next
  access_hash bytea PRIMARY KEY,
  refresh_hash bytea NOT NULL UNIQUE,
  device_id uuid NOT NULL REFERENCES access_tokens (id) ON DELETE CASCADE,
  access_until timestamptz NOT NULL,
  refresh_until timestamptz NOT NULL
);
CREATE INDEX device_grants_of_device ON device_grants (device_id, refresh_until);
