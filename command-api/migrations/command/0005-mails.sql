-- Mails from their event on, until they are sent and too old to be asked for again (src/mail). None has an address or a token.
CREATE TABLE mails (
  event_id uuid NOT NULL,
  kind text NOT NULL,
  account_id uuid NOT NULL,
  -- Of the event, in the account's stream.
  revision int NOT NULL,
  waits_since timestamptz NOT NULL DEFAULT now(),
  next_try timestamptz NOT NULL DEFAULT now(),
  -- A process sends it until then, or has died.
  claimed_until timestamptz,
  -- When it was sent, found to be unwanted, or failed for good.
  ended_at timestamptz,
  -- Why it failed for good.
  failure text,
  PRIMARY KEY (event_id, kind)
);
CREATE INDEX mails_waiting ON mails (next_try) WHERE ended_at IS NULL;
CREATE INDEX mails_failed ON mails (ended_at) WHERE failure IS NOT NULL;
CREATE INDEX mails_ended ON mails (ended_at);
CREATE INDEX mails_of_account ON mails (account_id);

-- Whether mails follow from events up to here, too. In the version before they were jobs of the projectors.
ALTER TABLE policies_checkpoint ADD COLUMN has_mails boolean NOT NULL DEFAULT false;
