-- State of long streams. Any row may be deleted at any time: the events are read instead.
CREATE TABLE snapshots (
  stream text PRIMARY KEY,
  -- The last event applied.
  revision bigint NOT NULL,
  -- Version of the snapshot format; code of another version ignores the row.
  fold_version int NOT NULL,
  store_id uuid NOT NULL,
  bytes bytea NOT NULL,
  written_at timestamptz NOT NULL DEFAULT now()
);
