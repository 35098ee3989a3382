-- How far each person has read. It changes every few seconds and the last write wins, so it is no event.
CREATE TABLE positions (
  library_id uuid NOT NULL,
  link_id integer NOT NULL,
  user_id uuid NOT NULL,
  -- UTF-16 units into the text of this version of the article, white space collapsed.
  text_offset integer NOT NULL,
  content_hash text NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (library_id, link_id, user_id)
);
