-- Indexes of trigrams together with library ids. The extensions are in public, since read schemas come and go.
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
CREATE EXTENSION IF NOT EXISTS btree_gin WITH SCHEMA public;
