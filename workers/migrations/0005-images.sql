-- Pictures, each once.
CREATE TABLE images (
  hash text PRIMARY KEY, -- sha256 of the file as it was fetched, hex
  -- Of the copy for reading, in pixels.
  width integer NOT NULL,
  height integer NOT NULL,
  -- Of all copies.
  bytes integer NOT NULL,
  -- When an article with it was opened last, to the hour.
  used_at timestamptz NOT NULL DEFAULT now()
);

-- Copies of a picture, as WebP, by the width that they have at most (contracts' images.ts).
CREATE TABLE image_copies (
  hash text NOT NULL REFERENCES images ON DELETE CASCADE,
  width integer NOT NULL,
  content bytea NOT NULL,
  PRIMARY KEY (hash, width)
);
-- WebP is compressed already.
ALTER TABLE image_copies ALTER COLUMN content SET STORAGE EXTERNAL;

-- What became of each picture of a version of an article. `source` is the sha256 of its address in the stored HTML, hex.
-- A picture that had to leave the full store is `stored` without an image.
CREATE TABLE article_images (
  article_id bytea NOT NULL,
  content_hash text NOT NULL,
  source text NOT NULL,
  image text REFERENCES images ON DELETE SET NULL,
  outcome text NOT NULL CHECK (outcome IN ('stored', 'left-out', 'failed')),
  tried_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (article_id, content_hash, source)
);
CREATE INDEX article_images_image ON article_images (image) WHERE image IS NOT NULL;

-- What became of the pictures of an article's card, as above.
CREATE TABLE card_images (
  article_id bytea NOT NULL,
  role text NOT NULL CHECK (role IN ('lead', 'favicon')),
  source text NOT NULL,
  image text REFERENCES images ON DELETE SET NULL,
  outcome text NOT NULL CHECK (outcome IN ('stored', 'left-out', 'failed')),
  tried_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (article_id, role)
);
CREATE INDEX card_images_image ON card_images (image) WHERE image IS NOT NULL;
-- Articles of one site share a favicon, and often a picture.
CREATE INDEX card_images_source ON card_images (source, tried_at);

-- Articles whose pictures are to be fetched. A row goes once they were.
CREATE TABLE image_wishes (
  article_id bytea PRIMARY KEY,
  -- Libraries take turns.
  library_id text NOT NULL,
  -- 0: somebody opened it; 1: somebody saved it; 2: it was imported. Lower ones go first.
  rank smallint NOT NULL,
  -- Whether the pictures in the text are wanted, too.
  whole boolean NOT NULL,
  content_hash text,
  lead text,
  favicon text,
  attempts integer NOT NULL DEFAULT 0,
  wished_at timestamptz NOT NULL DEFAULT now(),
  -- A worker that takes a wish moves this ahead, so that it comes again if the worker ends.
  due_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX image_wishes_turns ON image_wishes (library_id, rank, wished_at);
