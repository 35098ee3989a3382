-- Documents of pages that people provided, each for one link: the sweeper deletes those whose links are gone.
CREATE TABLE provided_documents (
  article_id text NOT NULL,
  hash text NOT NULL,
  library_id uuid NOT NULL,
  link_id integer NOT NULL,
  stored_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (article_id, hash)
);
