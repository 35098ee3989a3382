-- A passkey that was removed, perhaps since a thief had added it, does not come back.
ALTER TABLE ended DROP CONSTRAINT ended_kind_check;
ALTER TABLE ended ADD CHECK (kind IN ('account', 'page', 'token', 'passkey'));

CREATE FUNCTION passkey_ended() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = backup AS $$
BEGIN
  INSERT INTO ended (kind, id, library_id) VALUES ('passkey', OLD.id, OLD.user_id);
  RETURN NULL;
END $$;
CREATE TRIGGER keep_end AFTER DELETE ON identity.passkeys FOR EACH ROW EXECUTE FUNCTION passkey_ended();
