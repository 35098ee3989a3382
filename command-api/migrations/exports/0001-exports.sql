-- Exports that people asked for, and their files. The exporter makes them (docs/decisions/0076).
CREATE TABLE requests (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  library_id uuid NOT NULL,
  -- SHA-256 of what was asked for, in hex.
  request_hash text NOT NULL,
  format text NOT NULL,
  scope text NOT NULL CHECK (scope IN ('all', 'links', 'collection')),
  -- Of scope links.
  link_ids int4multirange,
  -- Of scope collection; null: links in none.
  collection_id integer,
  -- Of the collection when it was asked for.
  name text,
  with_private_notes boolean NOT NULL,
  file_name text NOT NULL,
  -- The library's last change when it was asked for, which the export has. Null: any.
  position text,
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'running', 'done', 'failed')),
  requested_at timestamptz NOT NULL DEFAULT now(),
  -- Names who makes it now. Another one, or none, ends the work of the former.
  claim uuid,
  attempts integer NOT NULL DEFAULT 0,
  -- When its maker wrote last.
  seen_at timestamptz,
  -- Links written, and in all.
  written integer NOT NULL DEFAULT 0,
  total integer,
  -- Bytes written.
  size bigint NOT NULL DEFAULT 0,
  -- A code of contracts' export-failures.ts.
  failure text,
  ended_at timestamptz
);
CREATE INDEX requests_of_library ON requests (library_id, requested_at);
-- However many requests come at once, one export of a library is made.
CREATE UNIQUE INDEX requests_unended ON requests (library_id) WHERE ended_at IS NULL;

CREATE TABLE pieces (
  export_id uuid NOT NULL REFERENCES requests ON DELETE CASCADE,
  -- From 0; every piece but the last has 1 MiB.
  n integer NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (export_id, n)
);
-- Compressing takes more time than writing.
ALTER TABLE pieces ALTER bytes SET STORAGE EXTERNAL;
