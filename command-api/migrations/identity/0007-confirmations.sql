-- How the person signed in, null for sessions from before it was kept, and when that person last proved to be the account's owner.
ALTER TABLE sessions ADD COLUMN signed_in_by text, ADD COLUMN confirmed_at timestamptz;
