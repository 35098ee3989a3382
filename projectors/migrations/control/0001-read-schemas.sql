-- Which schema holds the read models now. One more may be filling, and the one before is kept until the next switch.
CREATE TABLE read_schemas (
  schema text PRIMARY KEY,
  version integer NOT NULL,
  state text NOT NULL CHECK (state IN ('filling', 'current', 'previous')),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX read_schemas_one_current ON read_schemas (state) WHERE state = 'current';

-- How far reactions have come: all jobs up to here are with NATS. Not part of a read model, so that a rebuild repeats none.
CREATE TABLE reactions_checkpoint (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  store_id uuid NOT NULL,
  position text NOT NULL
);
