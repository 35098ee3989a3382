-- What a member chose for a shared collection.
ALTER TABLE memberships
  ADD COLUMN in_all_articles boolean NOT NULL DEFAULT false,
  ADD COLUMN weekly_mail boolean NOT NULL DEFAULT false;
