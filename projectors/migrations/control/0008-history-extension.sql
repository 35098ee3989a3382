-- An index of ranges together with library ids, for the history. The extension is in public, since read schemas come and go.
CREATE EXTENSION IF NOT EXISTS btree_gist WITH SCHEMA public;
