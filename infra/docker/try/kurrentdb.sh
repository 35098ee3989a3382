#!/bin/bash
# The embedded event store with a Postgres of its own, in place of KurrentDB. A kill of the container ends both.
set -eu
export PGDATA=/var/lib/kurrentdb/postgres
[ -s $PGDATA/PG_VERSION ] || initdb --username=events --auth=trust >/dev/null
rm -f $PGDATA/postmaster.pid
postgres -c listen_addresses=127.0.0.1 -c port=5439 -c unix_socket_directories=/tmp -c shared_buffers=64MB &
postgres=$!
until pg_isready -q -h 127.0.0.1 -p 5439 -U events -d postgres; do sleep 0.1; done
cd /app
DATABASE_URL=postgres://events@127.0.0.1:5439/postgres INSECURE=true PORT=2114 node infra/event-store-server/src/main.ts &
store=$!
node forward.mjs &
forward=$!
trap 'kill -TERM $store $forward; wait $store; kill -INT $postgres; wait $postgres; exit 0' TERM INT
wait -n $postgres $store $forward
exit 1
