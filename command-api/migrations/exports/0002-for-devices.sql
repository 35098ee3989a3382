-- The book of one article that a device waits for. It goes with the answer, and no list shows it.
ALTER TABLE requests ADD for_device boolean NOT NULL DEFAULT false;
DROP INDEX requests_unended;
-- However many requests come at once, one export that a person asked for is made of a library.
CREATE UNIQUE INDEX requests_unended ON requests (library_id) WHERE ended_at IS NULL AND NOT for_device;
