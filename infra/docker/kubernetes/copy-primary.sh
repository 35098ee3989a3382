#!/bin/sh
# The first start of the standby runs this: it copies the primary. Half a copy is never taken for a whole one.
set -eu
[ -s "$PGDATA/PG_VERSION" ] && exit
rm -rf "$PGDATA.unfinished"
mkdir -p "$(dirname "$PGDATA")"
pg_basebackup -d "host=postgres user=replicator password=$REPLICATION_PASSWORD" -D "$PGDATA.unfinished" -X stream -S standby -R
mv "$PGDATA.unfinished" "$PGDATA"
