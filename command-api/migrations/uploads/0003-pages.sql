-- Pages as people saw them, until workers have read them.
CREATE TABLE pages (
  id uuid PRIMARY KEY,
  library_id uuid NOT NULL,
  link_id integer NOT NULL,
  html text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX pages_of_link ON pages (library_id, link_id);
