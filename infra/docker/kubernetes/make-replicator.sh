#!/bin/sh
# The first start of the primary runs this: a user for the standby, and a slot that keeps the log until the standby has it.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$REPLICATION_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
CREATE ROLE replicator REPLICATION LOGIN PASSWORD :'password';
SELECT pg_create_physical_replication_slot('standby');
SQL
echo 'host replication replicator all scram-sha-256' >>"$PGDATA/pg_hba.conf"
