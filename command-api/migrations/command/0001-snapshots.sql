-- Folded state of long streams. Only a shortcut: any row may be deleted at any time.
CREATE TABLE snapshots (
  stream text PRIMARY KEY,
  -- The last event folded in.
  revision bigint NOT NULL,
  -- Of the fold that made it; another fold ignores it.
  fold_version int NOT NULL,
  store_id uuid NOT NULL,
  bytes bytea NOT NULL,
  written_at timestamptz NOT NULL DEFAULT now()
);
