-- Work that waits for workers: pages, files of imports, and pictures. A row goes when its work is done. Projectors own the table, since a worker
-- that a hostile page has taken over must not be able to run code as those that add rows.
CREATE TABLE work (
  kind text NOT NULL, -- workKinds of contracts' work.ts
  -- What asked for it: the same work is added once.
  key text NOT NULL,
  -- Whose turn it takes.
  library_id text NOT NULL,
  -- The host that is asked; empty where none is.
  host text NOT NULL DEFAULT '',
  job json NOT NULL,
  since timestamptz NOT NULL DEFAULT now(),
  -- A worker that takes the row moves this ahead, so that it comes again if the worker ends.
  due_at timestamptz NOT NULL DEFAULT now(),
  failures smallint NOT NULL DEFAULT 0,
  -- It failed for good, for a reason. Nobody takes it any more.
  failed_at timestamptz,
  reason text,
  PRIMARY KEY (kind, key)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
-- The order in which rows are taken: libraries take turns, and each of its hosts is a lane.
CREATE INDEX work_turns ON work (kind, library_id, md5(host), due_at) WHERE failed_at IS NULL;

-- When work of a kind was done last.
CREATE TABLE work_done (kind text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now());
INSERT INTO work_done (kind) VALUES ('extract-interactive'), ('extract-bulk'), ('import-file'),
  ('pictures-opened'), ('pictures-saved'), ('pictures-imported');
