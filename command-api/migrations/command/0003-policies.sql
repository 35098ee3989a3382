-- What follows from the events up to here was done (src/policies).
CREATE TABLE policies_checkpoint (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  store_id uuid NOT NULL,
  position text NOT NULL
);
