-- Memberships go with their person, whom the trigger on them does not find then.
CREATE FUNCTION tell_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('lectern_memberships', OLD.user_id::text);
  RETURN NULL;
END $$;
CREATE TRIGGER tell_person AFTER DELETE ON people FOR EACH ROW EXECUTE FUNCTION tell_person();
