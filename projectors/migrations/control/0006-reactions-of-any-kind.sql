-- The code names the loops (reactions/jobs.ts). A new one begins at the first event.
ALTER TABLE reactions_checkpoint DROP CONSTRAINT reactions_checkpoint_kind_check;
