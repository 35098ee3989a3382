#!/bin/sh
# Lets the standby copy this Postgres. The image runs it at the first start; run it by hand where the data is older. It may run again.
set -eu
PGUSER=lectern PGDATABASE=lectern psql -q -v ON_ERROR_STOP=1 -v password="$(cat /run/secrets/replication_password)" <<'SQL'
SELECT 'CREATE ROLE replication REPLICATION LOGIN'
  WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'replication') \gexec
ALTER ROLE replication PASSWORD :'password';
-- Postgres keeps here what the standby still needs.
SELECT pg_create_physical_replication_slot('standby')
  WHERE NOT EXISTS (SELECT FROM pg_replication_slots WHERE slot_name = 'standby') \g /dev/null
SQL
grep -q '^host replication replication ' "$PGDATA/pg_hba.conf" ||
  echo 'host replication replication all scram-sha-256' >>"$PGDATA/pg_hba.conf"
PGUSER=lectern PGDATABASE=lectern psql -q -c 'SELECT pg_reload_conf()' >/dev/null
