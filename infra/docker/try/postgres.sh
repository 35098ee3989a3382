#!/bin/bash
# Does what the entrypoint of the image postgres:18 does, with the Postgres of Debian.
set -eu
export PATH=/usr/lib/postgresql/17/bin:$PATH
export PGDATA=${PGDATA:-/var/lib/postgresql/18/docker}
if [ "$(id -u)" = 0 ] && [ "${1:-}" = postgres ]; then
  mkdir -p "$PGDATA" /var/run/postgresql; chown -R postgres "$PGDATA" /var/run/postgresql; chmod 700 "$PGDATA"
  exec setpriv --reuid=postgres --regid=postgres --init-groups "$0" "$@"
fi
file_env() { local f="${1}_FILE"; if [ -n "${!f:-}" ]; then export "$1"="$(cat "${!f}")"; fi; }
file_env POSTGRES_USER; file_env POSTGRES_PASSWORD; file_env POSTGRES_DB
if [ "${1:-}" = postgres ] && [ ! -s "$PGDATA/PG_VERSION" ]; then
  : "${POSTGRES_USER:=postgres}" "${POSTGRES_DB:=$POSTGRES_USER}" "${POSTGRES_PASSWORD:?}"
  mkdir -p "$PGDATA"; chmod 700 "$PGDATA"
  initdb --username="$POSTGRES_USER" --pwfile=<(printf %s "$POSTGRES_PASSWORD") --auth-local=trust --auth-host=scram-sha-256 ${POSTGRES_INITDB_ARGS:-} > /dev/null
  printf '\nhost all all all %s\n' "${POSTGRES_HOST_AUTH_METHOD:-scram-sha-256}" >> "$PGDATA/pg_hba.conf"
  PGUSER=$POSTGRES_USER pg_ctl -D "$PGDATA" -o "-c listen_addresses=''" -w start > /dev/null
  [ "$POSTGRES_DB" = postgres ] || psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d postgres -c "CREATE DATABASE \"$POSTGRES_DB\"" > /dev/null
  export POSTGRES_USER POSTGRES_DB
  for f in /docker-entrypoint-initdb.d/*; do
    case $f in
      *.sh) if [ -x "$f" ]; then "$f"; else . "$f"; fi ;;
      *.sql) psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" -f "$f" ;;
    esac
  done
  PGUSER=$POSTGRES_USER pg_ctl -D "$PGDATA" -m fast -w stop > /dev/null
fi
exec "$@"
