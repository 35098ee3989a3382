#!/bin/sh
# Copies postgres at the first start, and follows it from then on.
set -eu
data=$PGDATA
if [ ! -s "$data/PG_VERSION" ]; then
  PGPASSWORD=$(cat /run/secrets/replication_password)
  export PGPASSWORD
  unfinished=$(dirname "$data")/unfinished
  rm -rf "$unfinished"
  mkdir -p "$(dirname "$data")"
  # It writes down that it follows (--write-recovery-conf), from where and with which password.
  pg_basebackup --host postgres --username replication --pgdata "$unfinished" --slot standby \
    --wal-method stream --checkpoint fast --write-recovery-conf
  # A copy under way never looks like a whole one.
  rm -rf "$data"
  mv "$unfinished" "$data"
fi
exec "$@"
