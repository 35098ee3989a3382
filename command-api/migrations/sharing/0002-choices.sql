-- What a member chose for a shared collection.
ALTER TABLE memberships
  ADD COLUMN in_all_articles boolean NOT NULL DEFAULT false,
  ADD COLUMN weekly_mail boolean NOT NULL DEFAULT false;

-- Tells query-api whose open tabs hear of which libraries from now on.
CREATE FUNCTION tell_membership() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('lectern_memberships', user_id::text) FROM sharing.people
    WHERE member_id = coalesce(NEW.member_id, OLD.member_id);
  RETURN NULL;
END $$;
CREATE TRIGGER tell_membership AFTER INSERT OR UPDATE OR DELETE ON memberships
  FOR EACH ROW EXECUTE FUNCTION tell_membership();
