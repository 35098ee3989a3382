-- What addresses and accounts have spent of limits, which all gateways count together. A crash of Postgres empties it.
CREATE UNLOGGED TABLE limits (
  -- A keyed hash: no address or name stands here.
  key bytea PRIMARY KEY,
  points bigint NOT NULL,
  until timestamptz NOT NULL
) WITH (fillfactor = 50);
