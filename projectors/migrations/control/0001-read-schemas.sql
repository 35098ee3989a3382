-- The schema that serves the read models. One more may be filling, and the one before is kept until the next switch.
CREATE TABLE read_schemas (
  schema text PRIMARY KEY,
  version integer NOT NULL,
  state text NOT NULL CHECK (state IN ('filling', 'current', 'previous')),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX read_schemas_one_current ON read_schemas (state) WHERE state = 'current';

-- All jobs up to this position are with NATS. It is outside the read models, so that a rebuild repeats no job.
CREATE TABLE reactions_checkpoint (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  store_id uuid NOT NULL,
  position text NOT NULL
);
