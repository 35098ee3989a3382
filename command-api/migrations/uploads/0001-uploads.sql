-- Files that people upload to import them.
CREATE TABLE files (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  library_id uuid NOT NULL,
  name text NOT NULL,
  -- Bytes received so far.
  size bigint NOT NULL DEFAULT 0,
  -- In hex; null until the whole file has come.
  sha256 text,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- An import wants the file, which is kept until some time after its end.
  confirmed_at timestamptz,
  ended_at timestamptz
);
CREATE INDEX files_of_user ON files (user_id, created_at);
CREATE INDEX files_by_content ON files (library_id, sha256);

CREATE TABLE pieces (
  upload_id uuid NOT NULL REFERENCES files ON DELETE CASCADE,
  -- From 0; every piece but the last has 1 MiB.
  n integer NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (upload_id, n)
);
-- Compressing takes more time than writing.
ALTER TABLE pieces ALTER bytes SET STORAGE EXTERNAL;
