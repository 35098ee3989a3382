-- Accounts from before mail was sent get no welcome.
INSERT INTO reactions_checkpoint (kind, store_id, position)
  SELECT 'mails', store_id, position FROM reactions_checkpoint WHERE kind = 'allowances'
  ON CONFLICT DO NOTHING;
