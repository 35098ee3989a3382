#!/bin/bash
# Builds the image and runs all compose files on this machine: saves links, kills and restarts each container meanwhile, and ends with
# 'Nothing was lost.' Takes ten minutes on two cores, once base images are there. Usage: infra/docker/try.sh [single] [compose] [cluster]
# ENGINE (podman or docker) and COMPOSE (podman-compose, or 'docker compose') name what runs containers. Needs root, since it kills their
# processes. Where no registry of images answers, try/stand-ins.sh makes stand-ins; KurrentDB's has one node alone.
set -euo pipefail
cd "$(dirname "$0")/../.."
export ENGINE=${ENGINE:-podman}
COMPOSE=${COMPOSE:-podman-compose}
export PORT=${TRY_PORT:-18080} LECTERN_IMAGE=localhost/lectern-try RATE_LIMITS=off DEFAULT_PLAN=legacy_unlimited SIGNUP_LIMIT_PER_LOCATION=1000
export PUBLIC_URL=http://127.0.0.1:$PORT
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
# podman-compose leaves what its file names no more, such as a second of a service.
clean() {
  [ -n "$project" ] || return 0
  local label=label=com.docker.compose.project=$project
  compose down --volumes || true
  # A container that another one depends on goes after it.
  for _ in 1 2 3 4; do $ENGINE ps -aq --filter "$label" | xargs -r "$ENGINE" rm -f >/dev/null 2>&1 || true; done
  $ENGINE volume ls -q --filter "$label" | xargs -r "$ENGINE" volume rm >/dev/null
  $ENGINE network ls -q --filter "$label" | xargs -r "$ENGINE" network rm >/dev/null
  project=
}
finish() {
  status=$?
  if [ $status != 0 ]; then
    tail -n 5 "$work/compose.log" 2>/dev/null || true
    for name in $($ENGINE ps -a --filter "label=com.docker.compose.project=$project" --format '{{.Names}}' | grep gateway); do
      echo "Warnings of $name:" && $ENGINE logs "$name" 2>&1 | grep -E '"level":[456]0' | tail -n 8 | cut -c 1-600
    done
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
# npm inside of the build asks the registry that npm asks here, and trusts it alike.
cat "$(npm config get globalconfig)" "$(npm config get userconfig)" >"$work/npmrc" 2>/dev/null || true
npmrc=(-v "$work/npmrc:/root/.npmrc:ro" -v /etc/ssl/certs/ca-certificates.crt:/etc/ssl/certs/ca-certificates.crt:ro)
$ENGINE build --network host --format docker "${npmrc[@]}" --build-arg NODE_IMAGE=$NODE_IMAGE -f infra/docker/Dockerfile -t $LECTERN_IMAGE . >"$work/build.log" 2>&1 ||
  { tail -n 20 "$work/build.log" && exit 1; }
size() { $ENGINE image inspect --format '{{.Size}}' "$1"; }
echo "The image: built in $((SECONDS - began)) s, $((($(size $LECTERN_IMAGE) - $(size "$NODE_IMAGE")) / 1000000)) MB beside its base"

# try NAME SERVICES-TO-ROLL [UP-OPTION …]
try() {
  local name=$1 roll=$2
  shift 2
  echo "$name:"
  # What an earlier try left goes first.
  project=lectern-try-$name && clean && project=lectern-try-$name
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
      try compose gateway,workers,nats --scale gateway=2
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
