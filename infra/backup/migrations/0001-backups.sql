-- What the newest backup in each place has, so that the next one adds only what is new.
CREATE TABLE newest (
  place text PRIMARY KEY,
  name text NOT NULL
);

CREATE TABLE packed (
  part text NOT NULL,
  key text NOT NULL,
  object text NOT NULL,
  -- false until the manifest is written.
  is_kept boolean NOT NULL DEFAULT false,
  PRIMARY KEY (part, key, object)
);
CREATE INDEX packed_not_kept ON packed (object) WHERE NOT is_kept;

-- Backups, drills and restores, for the operator.
CREATE TABLE runs (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL CHECK (kind IN ('backup', 'drill', 'restore')),
  began_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  failure text,
  facts jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX runs_of_kind ON runs (kind, began_at);

-- What a restore must not bring back. It waits here until it is kept beside the backups.
CREATE TABLE ended (
  n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('account', 'page', 'token')),
  id uuid NOT NULL,
  library_id uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);

-- The tables belong to services, which know nothing of backups and have no rights here.
CREATE FUNCTION account_ended() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = backup AS $$
BEGIN
  INSERT INTO ended (kind, id, library_id) VALUES ('account', NEW.user_id, NEW.library_id);
  RETURN NULL;
END $$;
CREATE FUNCTION page_ended() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = backup AS $$
BEGIN
  INSERT INTO ended (kind, id, library_id) VALUES ('page', OLD.id, OLD.library_id);
  RETURN NULL;
END $$;
CREATE FUNCTION token_ended() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = backup AS $$
BEGIN
  INSERT INTO ended (kind, id, library_id) VALUES ('token', OLD.id, OLD.library_id);
  RETURN NULL;
END $$;
CREATE TRIGGER keep_end AFTER INSERT ON identity.closings FOR EACH ROW EXECUTE FUNCTION account_ended();
CREATE TRIGGER keep_end AFTER UPDATE OF ended_at ON shares.pages FOR EACH ROW
  WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL) EXECUTE FUNCTION page_ended();
CREATE TRIGGER keep_end AFTER DELETE ON identity.access_tokens FOR EACH ROW EXECUTE FUNCTION token_ended();
