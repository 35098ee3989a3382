-- What is asked of the account of an email, by somebody who is not signed in: the name of the command.
ALTER TABLE asked_resets ADD COLUMN wanted text NOT NULL DEFAULT 'RequestPasswordReset';
