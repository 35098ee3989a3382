#!/bin/bash
# Tries the README's two commands for the commit HEAD, on a Debian that has nothing but make, Node and npm.
# Usage: try-bare.sh [--start-only] [bookworm|trixie]…   as root, with debootstrap, podman and runc; tries both by default
# Node and npm are this machine's own (Node 20 as nodejs.org and NodeSource package it). DEBIAN_MIRROR is a mirror of Debian.
set -euo pipefail
fail() {
  echo "$1" >&2
  exit 1
}

# The functions before `make_root` run in the container, where this shell is process 1.
try_start() {
  local began=$SECONDS log=/tmp/start.log address left
  set -m # gives make a process group, which gets SIGINT as from Ctrl-C
  make start >$log 2>&1 &
  set +m
  until grep -q '^Lectern serves ' $log; do
    if ! kill -0 $! 2>/dev/null || ((SECONDS - began > 900)); then
      tail -n 20 $log
      fail "$1: no address after $((SECONDS - began)) s."
    fi
    sleep 0.5
  done
  cat $log
  echo "$1: serves after $((SECONDS - began)) s."
  address=$(sed -n 's/^Lectern serves \([^ ]*\).*/\1/p' $log)
  node -e 'fetch(process.argv[1]).then(({ ok }) => process.exit(ok ? 0 : 1))' "$address" || fail "$1: $address does not answer."

  began=$SECONDS
  kill -INT -- -$!
  while kill -0 $! 2>/dev/null; do
    ((SECONDS - began < 60)) || fail "$1: still runs 60 s after Ctrl-C."
    sleep 0.1
  done
  left=$(for process in /proc/[0-9]*; do
    case ${process#/proc/} in 1 | "$BASHPID") ;; *) cat "$process/comm" ;; esac
  done)
  [ -z "$left" ] || fail "$1: Ctrl-C leaves these running: ${left//$'\n'/ }"
  echo "$1: stopped after $((SECONDS - began)) s, and left nothing running."
}

try_test() {
  local began=$SECONDS status=0
  timeout 5400 make test >/tmp/test.log 2>&1 &
  wait $! || status=$?
  tail -n 40 /tmp/test.log
  echo "make test: status $status after $((SECONDS - began)) s."
  return $status
}

if [ "${1:-}" = --inside ]; then
  trap 'exit 130' INT TERM
  cd /lectern
  try_start 'First start'
  try_start 'Second start'
  [ "$2" = --start-only ] || try_test
  exit
fi

make_root() {
  timeout 1200 debootstrap --variant=minbase --include=ca-certificates,make "$1" "$root" \
    "${DEBIAN_MIRROR:-http://deb.debian.org/debian}" >"$work/log" || { tail "$work/log"; fail 'debootstrap failed.'; }
  # The container reaches registries as this machine does. Podman passes the variables of proxies on.
  apt-config dump 2>/dev/null | grep -E '^Acquire::(https?::|Check-)' >"$root/etc/apt/apt.conf.d/90host" || true
  cp /usr/local/share/ca-certificates/*.crt "$root/usr/local/share/ca-certificates/" 2>/dev/null || true
  chroot "$root" update-ca-certificates >/dev/null 2>&1

  mkdir -p "$root/usr/local/lib/node_modules" "$root/lectern"
  cp "$(readlink -f "$(command -v node)")" "$root/usr/local/bin/node"
  cp -r "$(dirname "$(readlink -f "$(command -v npm)")")/.." "$root/usr/local/lib/node_modules/npm"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
  echo "Debian $(cat "$root/etc/debian_version"), Node $(chroot "$root" node --version), npm $(chroot "$root" npm --version)"
  git -C "$(dirname "$0")/../.." archive HEAD | tar -x -C "$root/lectern"
}

work=$(mktemp -d)
root=$work/root
name=lectern-bare-$$
clean_up() {
  podman rm --force "$name" >/dev/null 2>&1 || true
  podman rmi --force "$name" >/dev/null 2>&1 || true
  umount "$root/proc" "$root/sys" 2>/dev/null || true
  rm -rf --one-file-system "$root"
}
trap 'clean_up; rm -rf "$work"' EXIT

only=
[ "${1:-}" != --start-only ] || { only=$1 && shift; }
[ $# -gt 0 ] || set -- bookworm trixie
for release in "$@"; do
  make_root "$release"
  tar -C "$root" -c . | podman import --quiet - "$name" >/dev/null
  # Named limits work where podman may not raise its own.
  podman run --rm --name "$name" --runtime runc --ulimit nofile=1024:16384 --ulimit nproc=4096:4096 --shm-size 1g \
    -e NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt -e npm_config_registry="$(npm config get registry)" \
    -v "$(realpath "$0"):/try-bare.sh:ro" "$name" bash /try-bare.sh --inside "$only"
  clean_up
done
