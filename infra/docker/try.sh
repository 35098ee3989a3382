#!/bin/bash
# Builds the image and runs all compose files on this machine: saves links, kills and restarts each container meanwhile, and ends with
# 'Nothing was lost.' Takes half an hour. Usage: infra/docker/try.sh [single] [compose] [cluster]
# ENGINE (podman or docker) and COMPOSE (podman-compose, or 'docker compose') name what runs containers. Needs root, since it kills their
# processes. Where no registry of images answers, try/stand-ins.sh makes stand-ins; KurrentDB's has one node alone.
set -euo pipefail
cd "$(dirname "$0")/../.."
export ENGINE=${ENGINE:-podman}
COMPOSE=${COMPOSE:-podman-compose}
export PORT=${TRY_PORT:-18080} LECTERN_IMAGE=localhost/lectern-try RATE_LIMITS=off DEFAULT_PLAN=legacy_unlimited
export PUBLIC_URL=http://localhost:$PORT
NODE=node_modules/.bin/node
work=$(mktemp -d)
parts=${*:-single compose cluster}
infra/stack/bootstrap.sh

if [ "$ENGINE" = podman ]; then
  # Rootful podman on a machine without systemd needs both.
  cat >"$work/containers.conf" <<END
[engine]
runtime = "runc"
[containers]
default_ulimits = ["nofile=8192:8192", "nproc=8000:8000"]
END
  export CONTAINERS_CONF=$work/containers.conf
fi

project=
files=()
compose() { $COMPOSE -p "$project" "${files[@]}" "$@" >>"$work/compose.log" 2>&1; }
clean() {
  [ -z "$project" ] || compose down --volumes || true
  project=
}
finish() {
  status=$?
  if [ $status != 0 ]; then
    tail -n 20 "$work/compose.log" 2>/dev/null || true
    echo "Something failed."
  fi
  clean
  rm -rf "$work"
}
trap finish EXIT
trap 'exit 130' INT TERM

override=()
NODE_IMAGE=$(sed -n 's/^ARG NODE_IMAGE=//p' infra/docker/Dockerfile)
if ! $ENGINE pull -q "$NODE_IMAGE" >/dev/null 2>&1; then
  NODE_IMAGE=localhost/lectern-node
  $ENGINE image inspect $NODE_IMAGE localhost/kurrentdb:26.0 localhost/postgres:18 localhost/nats:2.12-alpine localhost/haproxy:3.2 >/dev/null 2>&1 || infra/docker/try/stand-ins.sh
  override=(-f infra/docker/try/stand-ins.yml)
fi

began=$SECONDS
npmrc=()
[ ! -f ~/.npmrc ] || npmrc=(-v "$HOME/.npmrc:/root/.npmrc:ro" -v /etc/ssl/certs/ca-certificates.crt:/etc/ssl/certs/ca-certificates.crt:ro)
$ENGINE build --network host --format docker "${npmrc[@]}" --build-arg NODE_IMAGE=$NODE_IMAGE -f infra/docker/Dockerfile -t $LECTERN_IMAGE . >"$work/build.log" 2>&1 ||
  { tail -n 20 "$work/build.log" && exit 1; }
size() { $ENGINE image inspect --format '{{.Size}}' "$1"; }
echo "The image: built in $((SECONDS - began)) s, $((($(size $LECTERN_IMAGE) - $(size "$NODE_IMAGE")) / 1000000)) MB beside its base"

# try NAME SERVICES-TO-ROLL [UP-OPTION …]
try() {
  local name=$1 roll=$2
  shift 2
  echo "$name:"
  project=lectern-try-$name
  began=$SECONDS
  compose up --detach "$@"
  echo "  up after $((SECONDS - began)) s"
  $NODE infra/load/src/try-containers.ts --engine "$ENGINE" --project "$project" --port "$PORT" --roll "$roll"
  $ENGINE stats --no-stream --format '{{.Name}} {{.MemUsage}}' 2>/dev/null | grep "$project" | sort | sed 's/^/  /' || true
  clean
}

for part in $parts; do
  case $part in
    single)
      files=(-f docker-compose.single.yml)
      try single ''
      ;;
    compose)
      [ -s secrets/internal_secret ] || infra/docker/make-secrets.sh >/dev/null
      files=(-f docker-compose.yml "${override[@]}")
      try compose gateway,projectors,workers,nats --scale gateway=2 --scale projectors=2 --scale workers=2
      ;;
    cluster)
      [ -s secrets/internal_secret ] || infra/docker/make-secrets.sh >/dev/null
      files=(-f docker-compose.yml -f docker-compose.cluster.yml "${override[@]}")
      [ ${#override[@]} = 0 ] || files+=(-f infra/docker/try/stand-ins.cluster.yml)
      try cluster gateway,projectors,workers,nats,nats2,nats3
      ;;
    *) echo "There is no part $part." && exit 1 ;;
  esac
done
echo 'Nothing was lost.'
