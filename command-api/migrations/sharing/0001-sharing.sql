-- Who is invited into collections, and who the members are. Events know both by random ids alone (docs/decisions/0084).
CREATE TABLE invitations (
  id uuid PRIMARY KEY,
  library_id uuid NOT NULL,
  collection_id integer NOT NULL,
  -- null: a link, for whoever has it; and once the invitation ended.
  email text,
  email_key text,
  for_anyone boolean NOT NULL,
  -- Last.
  sent_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  ended text CHECK (ended IN ('used', 'withdrawn')),
  ended_at timestamptz,
  -- Who used it.
  member_id uuid
);
CREATE INDEX invitations_of_collection ON invitations (library_id, collection_id);
CREATE INDEX invitations_of_email ON invitations (email_key);
CREATE INDEX invitations_expired ON invitations (expires_at);

-- Each mail has a token of its own, so that a mail that is sent again may arrive before the first.
CREATE TABLE invitation_tokens (
  -- SHA-256 of 256 random bits.
  token_hash bytea PRIMARY KEY,
  invitation_id uuid NOT NULL REFERENCES invitations ON DELETE CASCADE,
  -- Of the mail; null: the owner got it.
  event_id uuid
);
CREATE INDEX invitation_tokens_of ON invitation_tokens (invitation_id);

-- The random id by which events of a library name a person, also after that person left.
CREATE TABLE people (
  member_id uuid PRIMARY KEY,
  library_id uuid NOT NULL,
  user_id uuid NOT NULL,
  member_library_id uuid NOT NULL,
  UNIQUE (library_id, user_id)
);
CREATE INDEX people_of_user ON people (user_id);

-- The collections that a person sees, as the library's state has them: a row that goes ends access with the next request.
CREATE TABLE memberships (
  member_id uuid NOT NULL REFERENCES people ON DELETE CASCADE,
  collection_id integer NOT NULL,
  joined_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (member_id, collection_id)
);
