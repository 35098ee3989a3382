-- The event that provided the page. A read model without the link has lost it only when it has passed this position.
ALTER TABLE provided_documents ADD COLUMN position text NOT NULL DEFAULT '0/0';
