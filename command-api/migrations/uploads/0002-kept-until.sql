-- The file waits for an import that a payment decides about: until then it is kept, though no import has confirmed it.
ALTER TABLE files ADD kept_until timestamptz;
