-- The notes of deleted links are deleted in a loop of their own. Links that were deleted before had no notes.
ALTER TABLE reactions_checkpoint DROP CONSTRAINT reactions_checkpoint_kind_check;
ALTER TABLE reactions_checkpoint ADD CHECK (kind IN ('jobs', 'allowances', 'deletions'));
INSERT INTO reactions_checkpoint (kind, store_id, position)
  SELECT 'deletions', store_id, position FROM reactions_checkpoint WHERE kind = 'jobs';
