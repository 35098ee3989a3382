-- What pages said of their visits, for operators. Nothing follows from a row.
CREATE TABLE page_events (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL DEFAULT now(),
  -- purchase or conversion
  kind text NOT NULL,
  -- null for a visitor
  user_id uuid REFERENCES users (id) ON DELETE SET NULL,
  -- Cents, as the page's address had them
  amount integer,
  transaction_id text,
  UNIQUE (kind, transaction_id)
);
