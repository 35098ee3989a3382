-- Where a session was opened, for the list that its owner sees; null for sessions from before.
ALTER TABLE sessions ADD COLUMN device text, ADD COLUMN network text;

-- Addresses for which somebody asked for a new password, known or not, until the next moment.
CREATE TABLE asked_resets (
  id uuid PRIMARY KEY,
  email_key text NOT NULL,
  asked_at timestamptz NOT NULL DEFAULT now()
);

-- A change of email, which counts once both addresses have confirmed it. A user has one at most.
CREATE TABLE email_changes (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE,
  email text NOT NULL,
  email_key text NOT NULL,
  old_confirmed boolean NOT NULL DEFAULT false,
  new_confirmed boolean NOT NULL DEFAULT false,
  expires_at timestamptz NOT NULL
);

-- Secrets of links in mails.
CREATE TABLE mail_tokens (
  -- SHA-256 of a random token that only the mail knows.
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- reset, confirm-old-email or confirm-new-email
  purpose text NOT NULL,
  -- The request that the mail answers. Ids of requests grow with time.
  request_id uuid NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX mail_tokens_of_user ON mail_tokens (user_id, purpose);

-- Commands for the account's stream, stored with the rows that they tell of, until their events are in the event store.
CREATE TABLE owed_commands (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Not jsonb: a command repeated under its id must have the same text.
  command json NOT NULL
);
