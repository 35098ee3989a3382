-- Texts in which a picture that was dropped gave its name to a later end tag (src/extract-article/mend-texts.ts). No new one has it.
CREATE INDEX documents_wrong_end_tags ON documents (hash) WHERE html LIKE '%</image>%';
