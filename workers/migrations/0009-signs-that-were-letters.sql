-- Letters that stand for apostrophes end a word since contracts' fold.ts reads them as what people type. Documents that have them get their
-- words anew, folded as far as Postgres can; those of scripts without spaces keep theirs until their pages are read again.
UPDATE documents SET searched = to_tsvector('simple', regexp_replace(
  regexp_replace(lower(normalize(left(text, 200000), NFKD)), U&'[\0300-\036F\00AD\200B-\200F\2060\FE00-\FE0F]', '', 'g'),
  U&'[^[:alnum:]]+|[\02B9-\02BF\02CA\02CB]+', ' ', 'g'))
WHERE text ~ U&'[\02B9-\02BF\02CA\02CB]' AND text !~ U&'[\0E00-\0EFF\1000-\109F\1780-\17FF\3040-\30FF\4E00-\9FFF]';
