-- What a preview found in an upload, as JSON of contracts' ImportPreview.
CREATE TABLE upload_previews (
  upload_id uuid PRIMARY KEY,
  preview json NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now()
);

-- Attempts at an import, counted before its file is read.
CREATE TABLE import_attempts (
  import_id uuid PRIMARY KEY,
  attempts integer NOT NULL,
  -- Where the attempt began.
  from_row integer NOT NULL,
  touched_at timestamptz NOT NULL DEFAULT now()
);
