-- Accounts that their owners deleted, by ids alone, until nothing of them is left.
CREATE TABLE closings (
  user_id uuid PRIMARY KEY,
  library_id uuid NOT NULL,
  asked_at timestamptz NOT NULL DEFAULT now()
);

-- A deleted account still counts for the limit of its location, which is a hash.
ALTER TABLE free_accounts DROP CONSTRAINT free_accounts_pkey;
ALTER TABLE free_accounts DROP CONSTRAINT free_accounts_user_id_fkey;
ALTER TABLE free_accounts ALTER COLUMN user_id DROP NOT NULL;
ALTER TABLE free_accounts ADD FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE SET NULL;
CREATE INDEX free_accounts_of_location ON free_accounts (location, created_at);
