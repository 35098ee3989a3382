-- One row a saved link. card and tags are the JSON that the API gives, made once when the link is written, so that a page
-- is joined from strings. Fixed-width columns come first.
CREATE TABLE links (
  library_id uuid NOT NULL,
  id integer NOT NULL,
  collection_id integer,
  created_at timestamptz NOT NULL,
  is_favorite boolean NOT NULL,
  is_archived boolean NOT NULL,
  article_id bytea NOT NULL,
  card text NOT NULL,
  tags text NOT NULL,
  PRIMARY KEY (library_id, id) WITH (deduplicate_items = off)
);

-- Every list is one range of one of these, newest first, and a page of it starts where its cursor says. No two links have
-- the same key: to look for such, as Postgres does on each full page, would only slow acts on many links down.
CREATE INDEX links_newest ON links (library_id, is_archived, created_at DESC, id DESC) WITH (deduplicate_items = off);
CREATE INDEX links_newest_favorites ON links (library_id, is_archived, created_at DESC, id DESC)
  WITH (deduplicate_items = off) WHERE is_favorite;
CREATE INDEX links_newest_collected ON links (library_id, collection_id, is_archived, created_at DESC, id DESC)
  WITH (deduplicate_items = off) WHERE collection_id IS NOT NULL;
CREATE INDEX links_newest_uncollected ON links (library_id, is_archived, created_at DESC, id DESC)
  WITH (deduplicate_items = off) WHERE collection_id IS NULL;

-- One row a library: its allowance, and its counts as of the same transaction as the links.
CREATE TABLE libraries (
  library_id uuid PRIMARY KEY,
  owner_id uuid,
  plan text NOT NULL DEFAULT 'free',
  item_limit integer DEFAULT 500,
  active integer NOT NULL DEFAULT 0,
  archived integer NOT NULL DEFAULT 0,
  active_favorites integer NOT NULL DEFAULT 0,
  archived_favorites integer NOT NULL DEFAULT 0,
  -- Rows of tags.
  tag_count integer NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

-- Counts as in libraries, of the links that are in it. What is in none is what is left of the library's own.
CREATE TABLE collections (
  library_id uuid NOT NULL,
  id integer NOT NULL,
  name text NOT NULL,
  description text,
  color text NOT NULL,
  active integer NOT NULL DEFAULT 0,
  archived integer NOT NULL DEFAULT 0,
  active_favorites integer NOT NULL DEFAULT 0,
  archived_favorites integer NOT NULL DEFAULT 0,
  PRIMARY KEY (library_id, id)
) WITH (fillfactor = 50);

-- What searches look in, folded: own is title, url, note and site, a line each. It has no flags, no collection and no
-- tags, so that acts on many links do not touch its costly index.
CREATE TABLE search (
  library_id uuid NOT NULL,
  id integer NOT NULL,
  created_at timestamptz NOT NULL,
  article_id bytea NOT NULL,
  site text NOT NULL,
  own text NOT NULL,
  PRIMARY KEY (library_id, id)
);
CREATE INDEX search_newest ON search (library_id, created_at, id);
-- Also for who must hear that an article has a result: links have enough indexes to keep.
CREATE INDEX search_by_article ON search (article_id);

-- Every three letters that follow each other in the words of a text, and the library itself, as numbers that differ from
-- library to library: so that a search reads of the index what is its own library's alone. Trigrams with a blank, of a
-- word's beginning and end, are left out, since searches look for any part of a word.
CREATE FUNCTION search_grams(library uuid, words text) RETURNS integer[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ARRAY (SELECT hashtext(gram) # uuid_hash(library) FROM unnest(show_trgm(words)) AS gram WHERE strpos(gram, ' ') = 0)
  || uuid_hash(library);

-- What of that every text has that has this in it. Of trigrams with other than ASCII letters there are only numbers, which do
-- not tell a word's beginning and end: those are what its first and its last two letters have too. The library itself is
-- asked for only where nothing else is: all of its texts have it, and reading of them all takes a third of a millisecond.
CREATE FUNCTION search_grams_within(library uuid, word text) RETURNS integer[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN coalesce(nullif(ARRAY (
  SELECT hashtext(gram) # uuid_hash(library) FROM (
    SELECT unnest(show_trgm(word)) EXCEPT SELECT unnest(show_trgm(left(word, 2))) EXCEPT SELECT unnest(show_trgm(right(word, 2)))
  ) AS inner_trigrams (gram) WHERE strpos(gram, ' ') = 0), '{}'), ARRAY[uuid_hash(library)]);

-- New rows wait in a list until projectors sort them in, many at once (search-index.ts).
CREATE INDEX search_texts ON search USING gin (search_grams(library_id, own)) WITH (fastupdate = on);
-- Postgres would work out the numbers of thousands of texts to learn what searches do not leave to it anyway.
ALTER INDEX search_texts ALTER COLUMN 1 SET STATISTICS 0;

-- The folded tags of each link. One row a link: an edit of 50 tags of 20,000 links would else write a million.
CREATE TABLE search_link_tags (
  library_id uuid NOT NULL,
  id integer NOT NULL,
  created_at timestamptz NOT NULL,
  tags text[] NOT NULL,
  PRIMARY KEY (library_id, id)
);
CREATE INDEX search_link_tags_tags ON search_link_tags USING gin (library_id, tags) WITH (fastupdate = on);

-- Every folded tag that a link of a library has or had: few, so that a word is looked for in them first.
CREATE TABLE search_tag_names (
  library_id uuid NOT NULL,
  tag text NOT NULL,
  PRIMARY KEY (library_id, tag)
);

-- The words of each article that was read, for links that are saved later.
CREATE TABLE article_words (
  article_id bytea PRIMARY KEY,
  words tsvector NOT NULL
);

-- The same by library and link: a search must not look through what others have saved.
CREATE TABLE search_articles (
  library_id uuid NOT NULL,
  id integer NOT NULL,
  created_at timestamptz NOT NULL,
  words tsvector NOT NULL,
  PRIMARY KEY (library_id, id)
);
CREATE INDEX search_articles_words ON search_articles USING gin (library_id, words) WITH (fastupdate = on);

-- How many links that are not archived have a tag; no row where none has.
CREATE TABLE tags (
  library_id uuid NOT NULL,
  tag text NOT NULL,
  active integer NOT NULL,
  PRIMARY KEY (library_id, tag)
);
CREATE INDEX tags_most_used ON tags (library_id, active DESC, tag);

-- What is known of a page. An article without a row has not been tried yet, which reads as pending.
CREATE TABLE articles (
  article_id bytea PRIMARY KEY,
  status text NOT NULL CHECK (status IN ('pending', 'ready', 'failed')),
  reason text,
  content_hash text,
  words integer,
  title text,
  author text,
  published_at text,
  language text,
  facts_card text NOT NULL,
  status_card text NOT NULL
);

-- How far each lane has come, committed with the rows. store_id names the store that the position is of.
CREATE TABLE checkpoints (
  lane text PRIMARY KEY,
  store_id uuid NOT NULL,
  position text NOT NULL
) WITH (fillfactor = 20);

-- Streams whose next event could not be projected. Their events are passed over until a rebuild.
CREATE TABLE parked_streams (
  stream text NOT NULL,
  lane text NOT NULL,
  event_id uuid NOT NULL,
  event_type text NOT NULL,
  position text NOT NULL,
  error text NOT NULL,
  parked_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (stream, lane)
);

-- An act on many links leaves a dead row for each. Room for the next one is made after a fiftieth of a table, not a fifth,
-- and ten times as fast as usual.
ALTER TABLE links SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_limit = 2000);
ALTER TABLE libraries SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_limit = 2000);
ALTER TABLE collections SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_limit = 2000);
ALTER TABLE tags SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_limit = 2000);
ALTER TABLE search SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_limit = 2000);
ALTER TABLE search_link_tags SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_limit = 2000);
ALTER TABLE search_articles SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_limit = 2000);
ALTER TABLE articles SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_limit = 2000);
ALTER TABLE checkpoints SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_limit = 2000);
