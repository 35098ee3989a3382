-- What the server keeps for each account, in bytes. A row is made with the account's first act.
CREATE TABLE kept_bytes (
  user_id uuid PRIMARY KEY REFERENCES identity.users ON DELETE CASCADE,
  library_id uuid NOT NULL,
  -- Of its events.
  events bigint NOT NULL DEFAULT 0,
  -- False until events from before this table are counted, too.
  counted boolean NOT NULL DEFAULT true,
  -- What it wrote on its last day, of UTC.
  day date NOT NULL DEFAULT '-infinity',
  of_day bigint NOT NULL DEFAULT 0,
  written_at timestamptz NOT NULL DEFAULT now(),
  -- Of texts, pictures and files. Workers measure it.
  content bigint NOT NULL DEFAULT 0,
  measured_at timestamptz NOT NULL DEFAULT '-infinity'
);
CREATE INDEX kept_bytes_uncounted ON kept_bytes (user_id) WHERE NOT counted;
CREATE INDEX kept_bytes_measured ON kept_bytes (measured_at);
CREATE INDEX kept_bytes_most ON kept_bytes ((events + content));
INSERT INTO kept_bytes (user_id, library_id, counted) SELECT id, library_id, false FROM identity.users;

-- Articles that no link has, and since when that is known.
CREATE TABLE unlinked_articles (
  article_id bytea PRIMARY KEY,
  since timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX unlinked_articles_since ON unlinked_articles (since);
