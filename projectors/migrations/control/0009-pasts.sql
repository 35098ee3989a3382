-- Libraries as they were at an earlier moment (contracts' read-model/pasts.ts). Rows and tables are unlogged, so that a crash of
-- Postgres empties both: no row is left that promises rows of a library that are gone.
CREATE UNLOGGED TABLE pasts (
  n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  library_id uuid NOT NULL UNIQUE,
  at timestamptz NOT NULL,
  version integer NOT NULL,
  state text NOT NULL DEFAULT 'wanted' CHECK (state IN ('wanted', 'filling', 'ready', 'too-early', 'failed')),
  folded integer NOT NULL DEFAULT 0,
  total integer,
  opened_at timestamptz,
  used_at timestamptz NOT NULL DEFAULT now()
);
