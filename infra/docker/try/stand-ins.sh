#!/bin/bash
# Makes stand-ins for the base images of the compose files, where no registry of images is reachable: Debian's packages, the Node that this
# checkout pins, NATS built by Go, and the embedded event store in place of KurrentDB. For try.sh alone. Needs root, debootstrap, go and $ENGINE.
set -euo pipefail
ENGINE=${ENGINE:-podman}
ROOT=$(cd "$(dirname "$0")/../../.." && pwd)
HERE=$ROOT/infra/docker/try
MIRROR=${MIRROR:-http://deb.debian.org/debian}
NATS=v2.12.1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Debian 13 has Postgres 17 and HAProxy 3.0.
debootstrap --variant=minbase --include=ca-certificates,curl,libatomic1,wget trixie "$work/base" "$MIRROR" >"$work/debootstrap.log"
cp -L /etc/resolv.conf "$work/base/etc/resolv.conf"
cp /etc/ssl/certs/ca-certificates.crt "$work/base/etc/ssl/certs/ca-certificates.crt"
printf '#!/bin/sh\nexit 101\n' >"$work/base/usr/sbin/policy-rc.d"
chmod +x "$work/base/usr/sbin/policy-rc.d"

# copy NAME [PACKAGE …]: a copy of the base with packages
copy() {
  local name=$1
  shift
  cp -a "$work/base" "$work/$name"
  [ $# = 0 ] || DEBIAN_FRONTEND=noninteractive chroot "$work/$name" apt-get install -y -qq --no-install-recommends "$@" >"$work/$name.log" 2>&1
  rm -rf "$work/$name"/var/cache/apt/archives/*.deb "$work/$name"/usr/sbin/policy-rc.d
}
# import NAME IMAGE [CHANGE …]
import() {
  local name=$1 image=$2 changes=()
  shift 2
  for change in "$@"; do changes+=(-c "$change"); done
  tar -C "$work/$name" -c . | "$ENGINE" import -q "${changes[@]}" - "$image" >/dev/null
  rm -rf "${work:?}/$name"
  echo "Made $image."
}
user() { chroot "$work/$1" sh -c "groupadd -g $3 $2 2>/dev/null || groupmod -g $3 $2; useradd -u $3 -g $3 -m $2 2>/dev/null || usermod -u $3 $2"; }

copy node
user node node 1000
cp "$ROOT/node_modules/.bin/node" "$work/node/usr/local/bin/node" 2>/dev/null
npm=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
mkdir -p "$work/node/usr/local/lib/node_modules"
cp -r "$npm" "$work/node/usr/local/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$work/node/usr/local/bin/npm"
import node localhost/lectern-node 'CMD ["node"]'

copy postgres postgresql-17
user postgres postgres 999
install -m 755 "$HERE/postgres.sh" "$work/postgres/usr/local/bin/docker-entrypoint.sh"
chroot "$work/postgres" sh -c 'ln -s /usr/lib/postgresql/17/bin/* /usr/local/bin/
  mkdir -p /docker-entrypoint-initdb.d /var/lib/postgresql /var/run/postgresql
  chown -R postgres:postgres /var/lib/postgresql /var/run/postgresql
  chmod 1777 /var/lib/postgresql && chmod 3777 /var/run/postgresql
  echo "listen_addresses = '\''*'\''" >>/usr/share/postgresql/17/postgresql.conf.sample'

# The event store keeps its events in a Postgres of its own.
cp -a "$work/postgres" "$work/kurrentdb"
import postgres localhost/postgres:18 'ENTRYPOINT ["docker-entrypoint.sh"]' 'CMD ["postgres"]' 'STOPSIGNAL SIGINT' 'ENV PGDATA=/var/lib/postgresql/18/docker'
mkdir -p "$work/kurrentdb/app/infra" "$work/kurrentdb/var/lib/kurrentdb"
cp -r "$ROOT/infra/event-store-server" "$work/kurrentdb/app/infra/"
cp "$ROOT"/{package.json,package-lock.json,.npmrc} "$work/kurrentdb/app/"
cp "$ROOT/node_modules/.bin/node" "$work/kurrentdb/usr/local/bin/node"
(cd "$work/kurrentdb/app" && npm ci --workspace infra/event-store-server --omit=dev --ignore-scripts --loglevel=error)
cp -r "$ROOT/node_modules/@eventstore" "$work/kurrentdb/app/node_modules/" # with our patch
install -m 755 "$HERE/kurrentdb.sh" "$work/kurrentdb/usr/local/bin/kurrentdb.sh"
install -m 644 "$HERE/forward.mjs" "$work/kurrentdb/app/forward.mjs"
chroot "$work/kurrentdb" chown postgres /var/lib/kurrentdb
import kurrentdb localhost/kurrentdb:26.0 'ENTRYPOINT ["kurrentdb.sh"]' 'USER 999:999' 'VOLUME /var/lib/kurrentdb'

copy haproxy haproxy
user haproxy haproxy 99
mkdir -p "$work/haproxy/usr/local/etc/haproxy"
import haproxy localhost/haproxy:3.2 'CMD ["haproxy","-W","-db","-f","/usr/local/etc/haproxy/haproxy.cfg"]' 'USER haproxy' 'STOPSIGNAL SIGUSR1'

copy nats
GOBIN="$work/nats/usr/local/bin" go install "github.com/nats-io/nats-server/v2@$NATS"
import nats localhost/nats:2.12-alpine 'ENTRYPOINT ["nats-server"]' 'CMD ["--config","/etc/nats/nats-server.conf"]'
