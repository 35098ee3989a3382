-- Snapshots are compressed from here on. Nothing depends on them: streams are read, and stored again.
DELETE FROM snapshots;
