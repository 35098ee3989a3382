-- One row per saved link.
CREATE TABLE links (
  library_id uuid NOT NULL,
  id integer NOT NULL,
  collection_id integer,
  created_at timestamptz NOT NULL,
  is_favorite boolean NOT NULL,
  is_archived boolean NOT NULL,
  article_id bytea NOT NULL,
  url text NOT NULL,
  -- Links with the same key are duplicates (contracts' url-key.ts).
  url_key text NOT NULL,
  title text NOT NULL,
  -- The person typed no title: that of the article is shown where there is one.
  title_from_page boolean NOT NULL DEFAULT false,
  note text,
  tags text[] NOT NULL,
  -- When an event last changed it, its notes and article apart. Imported links have the time of the import.
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- The member who saved it; null: the owner did.
  saved_by uuid,
  PRIMARY KEY (library_id, id)
);
-- The preview of an import looks up which of its links are there.
CREATE INDEX links_url_key ON links (library_id, url_key);
-- Pictures belong to articles, and people to whom they are shown have a link to one.
CREATE INDEX links_by_article ON links (article_id, library_id);

-- Every list is one range of one of these indexes, newest first. A page starts where its cursor says.
CREATE INDEX links_newest ON links (library_id, is_archived, created_at DESC, id DESC);
CREATE INDEX links_newest_favorites ON links (library_id, is_archived, created_at DESC, id DESC) WHERE is_favorite;
CREATE INDEX links_newest_collected ON links (library_id, collection_id, is_archived, created_at DESC, id DESC)
  WHERE collection_id IS NOT NULL;
CREATE INDEX links_newest_uncollected ON links (library_id, is_archived, created_at DESC, id DESC)
  WHERE collection_id IS NULL;

-- Links that were deleted in the 30 days before the latest deletion of the library, to be brought back: as they were then.
CREATE TABLE deleted_links (
  library_id uuid NOT NULL,
  id integer NOT NULL,
  deleted_at timestamptz NOT NULL,
  collection_id integer,
  created_at timestamptz NOT NULL,
  is_favorite boolean NOT NULL,
  is_archived boolean NOT NULL,
  article_id bytea NOT NULL,
  url text NOT NULL,
  url_key text NOT NULL,
  title text NOT NULL,
  title_from_page boolean NOT NULL,
  note text,
  tags text[] NOT NULL,
  saved_by uuid,
  -- Its notes are in the notebook's events. Here is how many there were, and which texts they point to.
  note_count integer NOT NULL,
  noted text[] NOT NULL,
  PRIMARY KEY (library_id, id)
);
CREATE INDEX deleted_links_newest ON deleted_links (library_id, deleted_at DESC, id DESC);
CREATE INDEX deleted_links_by_article ON deleted_links (article_id, library_id);

-- Who has an article: links, and those that can be brought back. What they need is kept.
CREATE VIEW held_links AS
  SELECT library_id, id, article_id FROM links
  UNION ALL SELECT library_id, id, article_id FROM deleted_links WHERE deleted_at > now() - interval '30 days';

-- One row per library: its allowance, and its counts as of the same transaction as the links.
CREATE TABLE libraries (
  library_id uuid PRIMARY KEY,
  owner_id uuid,
  plan text NOT NULL DEFAULT 'free',
  item_limit integer DEFAULT 500,
  active integer NOT NULL DEFAULT 0,
  archived integer NOT NULL DEFAULT 0,
  active_favorites integer NOT NULL DEFAULT 0,
  archived_favorites integer NOT NULL DEFAULT 0,
  -- How many rows of tags the library has.
  tag_count integer NOT NULL DEFAULT 0,
  -- Since when the plan has no sharing; null while it has, or never had.
  paused_at timestamptz
);

-- Counts of the links in each collection. The links in no collection are the library's count less the sum of these.
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
);

-- Who takes part in shared collections. Whether somebody may still read is asked of sharing.memberships.
CREATE TABLE members (
  library_id uuid NOT NULL,
  collection_id integer NOT NULL,
  member_id uuid NOT NULL,
  role text NOT NULL,
  joined_at timestamptz NOT NULL,
  -- The owner offers them to take the collection over.
  is_offered boolean NOT NULL,
  PRIMARY KEY (library_id, collection_id, member_id)
);

-- Flags of a library's owner on links that others share, who know the owner by member_id. A link without flags has no row.
CREATE TABLE shared_flags (
  library_id uuid NOT NULL,
  member_id uuid NOT NULL,
  link_id integer NOT NULL,
  is_favorite boolean NOT NULL,
  is_archived boolean NOT NULL,
  PRIMARY KEY (member_id, link_id)
);
CREATE INDEX shared_flags_of ON shared_flags (library_id);

-- How many links that are not archived have a tag. A tag without such a link has no row.
CREATE TABLE tags (
  library_id uuid NOT NULL,
  tag text NOT NULL,
  active integer NOT NULL,
  PRIMARY KEY (library_id, tag)
);
CREATE INDEX tags_most_used ON tags (library_id, active DESC, tag);

-- Imports with the sums of their events.
CREATE TABLE imports (
  library_id uuid NOT NULL,
  id uuid NOT NULL,
  upload_id uuid NOT NULL,
  source text NOT NULL,
  file_name text NOT NULL,
  status text NOT NULL CHECK (status IN ('waiting', 'running', 'completed', 'failed')),
  -- A code of contracts' import-reasons.ts.
  reason text,
  expected_rows integer NOT NULL,
  read integer NOT NULL,
  imported integer NOT NULL,
  duplicates integer NOT NULL,
  added integer NOT NULL,
  skipped integer NOT NULL,
  failed integer NOT NULL,
  shortened integer NOT NULL,
  notes integer NOT NULL,
  notes_failed integer NOT NULL,
  requested_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (library_id, id)
);
CREATE INDEX imports_newest ON imports (library_id, requested_at DESC);
CREATE INDEX imports_unended ON imports (requested_at) WHERE ended_at IS NULL;

-- What became of each row: one row here for each event. Entries are [row, kind, url, link, reason], of a
-- duplicate also what the link lacks and whether it was added; part 0 has the rows, the others the notes that were not taken.
CREATE TABLE import_chunks (
  library_id uuid NOT NULL,
  import_id uuid NOT NULL,
  first_row integer NOT NULL,
  part integer NOT NULL,
  imported json NOT NULL,
  -- All but imported rows.
  others json NOT NULL,
  other_count integer NOT NULL,
  PRIMARY KEY (library_id, import_id, first_row, part)
);

-- The notes of links. A link may be gone before its notes are, so reads join the links.
CREATE TABLE notes (
  library_id uuid NOT NULL,
  id integer NOT NULL,
  link_id integer NOT NULL,
  type text NOT NULL CHECK (type IN ('note', 'highlight', 'quote')),
  content text NOT NULL,
  selected_text text,
  color text NOT NULL,
  is_private boolean NOT NULL,
  position_start integer,
  position_end integer,
  -- {prefix, suffix, contentHash}
  anchor json,
  -- Where an app of wallabag drew it: [{start, end, startOffset, endOffset}].
  ranges json,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- Content and selected text, folded, one line each. A search reads those of the library from the newest on, 54 ms for
  -- 50,000 notes of 300 characters. An index of trigrams would make writing notes take twice as long.
  texts text NOT NULL,
  -- Revision of the last event about it in the notebook's stream: the order of changes.
  revision integer NOT NULL,
  -- The link is of the library that knows the writer by this id; null: of the notebook's own library.
  member_id uuid,
  -- All who share the link see it.
  is_shared boolean NOT NULL DEFAULT false,
  PRIMARY KEY (library_id, id)
);
CREATE INDEX notes_newest ON notes (library_id, created_at DESC, id DESC);
CREATE INDEX notes_of_link ON notes (library_id, link_id) WHERE member_id IS NULL;
CREATE INDEX notes_of_members ON notes (member_id, link_id) WHERE member_id IS NOT NULL;
CREATE INDEX notes_elsewhere ON notes (library_id) WHERE member_id IS NOT NULL;
CREATE INDEX notes_changed ON notes (library_id, revision, id);

-- When a note on a link was last taken, changed or deleted. It is no column of links: one statement writes a row once.
CREATE TABLE noted_links (
  library_id uuid NOT NULL,
  link_id integer NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (library_id, link_id)
);

-- Notes that were deleted, and in which event, for those who follow the changes.
CREATE TABLE deleted_notes (
  library_id uuid NOT NULL,
  id integer NOT NULL,
  revision integer NOT NULL,
  PRIMARY KEY (library_id, id)
);
CREATE INDEX deleted_notes_changed ON deleted_notes (library_id, revision, id);

-- The facts and the status of each page. An article without a row has not been tried yet and counts as pending.
CREATE TABLE articles (
  article_id bytea PRIMARY KEY,
  status text NOT NULL CHECK (status IN ('pending', 'ready', 'failed')),
  -- A code of contracts' extraction-failures.ts.
  reason text,
  content_hash text,
  words integer,
  title text,
  author text,
  site_name text,
  favicon text,
  image text,
  excerpt text,
  published_at text,
  language text,
  -- When a person asked that it be read again; null once that has ended.
  reread_at timestamptz,
  -- A code of contracts' extraction-failures.ts: how the last request to read it again ended.
  reread_failure text,
  -- The folded beginning of the title, where the article is ready.
  sort_title text COLLATE "C"
);

-- What links are sorted by beside dates. The lane of articles writes it, since it is of both a link and its article.
CREATE TABLE link_order (
  library_id uuid NOT NULL,
  id integer NOT NULL,
  article_id bytea NOT NULL,
  own_title text COLLATE "C" NOT NULL,
  title_from_page boolean NOT NULL,
  -- The folded beginning of the title that lists show.
  title text COLLATE "C" NOT NULL,
  -- The largest integer where they are not known, so that such links come last.
  words integer NOT NULL,
  PRIMARY KEY (library_id, id)
);
CREATE INDEX link_order_title ON link_order (library_id, title, id);
CREATE INDEX link_order_words ON link_order (library_id, words, id);
CREATE INDEX link_order_article ON link_order (article_id);

-- The contents that each article has had. One that came back counts from when it came back.
CREATE TABLE article_versions (
  article_id bytea NOT NULL,
  content_hash text NOT NULL,
  read_at timestamptz NOT NULL,
  PRIMARY KEY (article_id, content_hash)
);

-- The texts that searches look in, folded. own is title, url, note and site, one line each. Flags, collection and tags are
-- elsewhere, so that an act on many links leaves this index alone.
CREATE TABLE search (
  library_id uuid NOT NULL,
  id integer NOT NULL,
  created_at timestamptz NOT NULL,
  article_id bytea NOT NULL,
  site text NOT NULL,
  own text NOT NULL,
  -- The first line of own is the title of the article, where it has one.
  title_from_page boolean NOT NULL DEFAULT false,
  PRIMARY KEY (library_id, id)
);
CREATE INDEX search_newest ON search (library_id, created_at DESC, id DESC);
-- Finds the links that have an article, to tell their tabs of it.
CREATE INDEX search_by_article ON search (article_id);
-- New rows wait in a short list that each search reads through: sorting in many at once takes a tenth of the time.
CREATE INDEX search_texts ON search USING gin (library_id, own public.gin_trgm_ops)
  WITH (fastupdate = on, gin_pending_list_limit = 256);

-- The folded tags of each link, one row per link.
CREATE TABLE search_link_tags (
  library_id uuid NOT NULL,
  id integer NOT NULL,
  created_at timestamptz NOT NULL,
  tags text[] NOT NULL,
  PRIMARY KEY (library_id, id)
);
CREATE INDEX search_link_tags_tags ON search_link_tags USING gin (library_id, tags)
  WITH (fastupdate = on, gin_pending_list_limit = 256);

-- Every folded tag that a link of a library has or had. They are few, so a search looks for a word in them first.
CREATE TABLE search_tag_names (
  library_id uuid NOT NULL,
  tag text NOT NULL,
  PRIMARY KEY (library_id, tag)
);

-- Imported links that no search finds yet. Their rows move to the tables above in small portions, when no event waits.
CREATE TABLE search_backlog (
  n bigint GENERATED ALWAYS AS IDENTITY,
  library_id uuid NOT NULL,
  id integer NOT NULL,
  created_at timestamptz NOT NULL,
  article_id bytea NOT NULL,
  site text NOT NULL,
  own text NOT NULL,
  title_from_page boolean NOT NULL DEFAULT false,
  tags text[] NOT NULL,
  PRIMARY KEY (library_id, id)
);
CREATE INDEX search_backlog_in_order ON search_backlog (n);

-- The words of each article, and its folded title, for links that are saved later.
CREATE TABLE article_words (
  article_id bytea PRIMARY KEY,
  title text,
  words tsvector NOT NULL
);

-- These words by library and link, so that a search does not look through the links of other libraries. The key begins
-- with the id: Postgres takes words for cheap to compare, and by a key of the library it would read every article.
CREATE TABLE search_articles (
  library_id uuid NOT NULL,
  id integer NOT NULL,
  created_at timestamptz NOT NULL,
  words tsvector NOT NULL,
  PRIMARY KEY (id, library_id)
);
CREATE INDEX search_articles_words ON search_articles USING gin (library_id, words)
  WITH (fastupdate = on, gin_pending_list_limit = 256);

-- The history of each library: one row for each act, which is one command or one import. A bulk act names its links as ranges.
CREATE TABLE acts (
  library_id uuid NOT NULL,
  -- l: the library's stream, n: its notebook's. With the revision of the act's first event there it is the act's id.
  stream text COLLATE "C" NOT NULL CHECK (stream IN ('l', 'n')),
  revision integer NOT NULL,
  last_revision integer NOT NULL,
  -- The place of its first event among all events.
  position bigint NOT NULL,
  at timestamptz NOT NULL,
  kind text COLLATE "C" NOT NULL,
  via text COLLATE "C" NOT NULL,
  -- The member who did it, in the library of somebody else.
  member_id uuid,
  command_id text NOT NULL,
  import_id uuid,
  -- The only link of the act, else its links.
  link_id integer,
  links int4multirange,
  link_count integer NOT NULL,
  -- The first links, at most 3.
  named integer[] NOT NULL,
  facts jsonb NOT NULL,
  undo text NOT NULL CHECK (undo IN ('possible', 'final', 'forgotten')),
  -- The revision of the act that this one undid.
  undo_target integer,
  PRIMARY KEY (library_id, stream, revision)
);
CREATE INDEX acts_newest ON acts (library_id, at, stream, revision);
CREATE INDEX acts_of_kind ON acts (library_id, kind, at, stream, revision);
CREATE INDEX acts_via ON acts (library_id, via, at, stream, revision) WHERE via <> 'web';
CREATE INDEX acts_of_member ON acts (member_id, at, stream, revision) WHERE member_id IS NOT NULL;
CREATE INDEX acts_of_link ON acts (library_id, link_id, at, stream, revision) WHERE link_id IS NOT NULL;
CREATE INDEX acts_of_links ON acts USING gist (library_id, links) WHERE links IS NOT NULL;
CREATE INDEX acts_of_command ON acts (library_id, command_id);
CREATE INDEX acts_of_import ON acts (library_id, import_id) WHERE import_id IS NOT NULL;
CREATE INDEX acts_undoing ON acts (library_id, undo_target) WHERE undo_target IS NOT NULL;

-- Acts by tag and by collection: 't' and the folded tag, or 'c' and the id.
CREATE TABLE act_topics (
  library_id uuid NOT NULL,
  topic text COLLATE "C" NOT NULL,
  at timestamptz NOT NULL,
  stream text COLLATE "C" NOT NULL,
  revision integer NOT NULL,
  PRIMARY KEY (library_id, topic, at, stream, revision)
);

-- How many acts there were in each month, in UTC.
CREATE TABLE act_months (
  library_id uuid NOT NULL,
  -- Its first day.
  month date NOT NULL,
  kind text COLLATE "C" NOT NULL,
  via text COLLATE "C" NOT NULL,
  acts integer NOT NULL,
  PRIMARY KEY (library_id, month, kind, via)
);

-- Names of all links (l), collections (c) and notes (n) that ever were, so that the history of what is gone can be read.
CREATE TABLE history_names (
  library_id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('l', 'c', 'n')),
  id integer NOT NULL,
  -- As lists show it. Of a note the beginning of its text.
  title text NOT NULL,
  -- That of the library's events, and the page whose title is shown instead of it; null for notes.
  own_title text,
  article_id bytea,
  -- The page's title is not known, so the title is made of the address.
  is_guess boolean NOT NULL,
  url text,
  link_id integer,
  note_type text,
  -- Title and url, folded, one line each; null for notes.
  texts text,
  is_gone boolean NOT NULL,
  PRIMARY KEY (library_id, kind, id)
);
-- Links that are there are found by the index of searches.
CREATE INDEX history_names_texts ON history_names USING gin (library_id, texts public.gin_trgm_ops)
  WITH (fastupdate = on, gin_pending_list_limit = 256) WHERE kind = 'l' AND is_gone;

CREATE INDEX history_names_pages ON history_names (article_id) WHERE article_id IS NOT NULL;

-- What links and collections were called until an event, but for titles made of an address.
CREATE TABLE earlier_names (
  library_id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('l', 'c')),
  id integer NOT NULL,
  -- The place of the event among all events.
  until bigint NOT NULL,
  title text NOT NULL,
  -- The page that had the title. When it is forgotten, the name is, too: a rebuild would not find it.
  article_id bytea,
  PRIMARY KEY (library_id, kind, id, until)
);
CREATE INDEX earlier_names_pages ON earlier_names (article_id) WHERE article_id IS NOT NULL;

-- The titles of pages that were read.
CREATE TABLE history_pages (
  article_id bytea PRIMARY KEY,
  title text NOT NULL
);

-- How far each lane has come, committed with its rows. store_id names the store that the position belongs to.
CREATE TABLE checkpoints (
  lane text PRIMARY KEY,
  store_id uuid NOT NULL,
  position text NOT NULL
);

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
