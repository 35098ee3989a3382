#!/bin/sh
# Installs what Lectern needs, on a machine with Node 20 and npm. The pinned node_modules/.bin/node runs everything afterwards.
# Usage: bootstrap.sh [system program …]   installs npm packages if they changed, and Debian packages that are missing
set -eu
cd "$(dirname "$0")/../.."
fail() {
  echo "$1" >&2
  exit 1
}

version=$(node -p process.versions.node 2>/dev/null || echo none)
major=${version%%.*}
case $major in
  none | [0-9] | 1[0-9]) fail "Lectern needs Node 20 or later to install itself; this machine has $version." ;;
esac

stamp=node_modules/.installed-from
wanted=$(cat package.json package-lock.json .npmrc patches/* | cksum)
is_installed() { [ -x node_modules/.bin/node ] && [ "$(cat $stamp 2>/dev/null)" = "$wanted" ]; }
if ! is_installed; then
  if command -v flock >/dev/null; then
    # If two starts run at once, the second waits and finds everything installed.
    exec 9<package.json
    flock 9
  fi
  if ! is_installed; then
    echo "Installing packages."
    # Node 20 only runs npm here. Warnings that it is too old for some packages do not matter.
    npm ci --loglevel=error >npm-ci.log 2>&1 || { cat npm-ci.log >&2; fail "npm could not install the packages."; }
    rm -f npm-ci.log
    echo "$wanted" >$stamp
  fi
fi

has() { command -v "$1" >/dev/null || [ -x "/usr/sbin/$1" ]; }
for program in "$@"; do
  has "$program" && continue
  [ "$program" = nats-server ] && [ -n "${NATS_URL:-}" ] && continue
  command -v apt-get >/dev/null || fail "$program is missing, and there is no apt-get to install it: install it and try again."
  as_root=
  if [ "$(id -u)" != 0 ]; then
    as_root='sudo -n'
    $as_root true 2>/dev/null || fail "$program is missing: install it (sudo apt-get install $program) and try again."
  fi
  echo "Installing $program."
  export DEBIAN_FRONTEND=noninteractive
  { $as_root apt-get update -qq && $as_root apt-get install -y -qq --no-install-recommends "$program"; } >/dev/null 2>&1 ||
    fail "$program is missing and apt-get could not install it: install it and try again."
done
