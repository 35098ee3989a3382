-- Jobs and allowances have a checkpoint each, so that neither waits for the other. Both go on from the present one.
ALTER TABLE reactions_checkpoint DROP COLUMN only_row;
ALTER TABLE reactions_checkpoint ADD COLUMN kind text NOT NULL DEFAULT 'jobs' CHECK (kind IN ('jobs', 'allowances'));
ALTER TABLE reactions_checkpoint ALTER COLUMN kind DROP DEFAULT;
INSERT INTO reactions_checkpoint (kind, store_id, position) SELECT 'allowances', store_id, position FROM reactions_checkpoint;
ALTER TABLE reactions_checkpoint ADD PRIMARY KEY (kind);
