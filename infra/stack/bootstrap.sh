#!/bin/sh
# Installs what Lectern needs, on a machine with Node 20 and npm. The pinned node_modules/.bin/node runs everything afterwards.
# Usage: bootstrap.sh [system program …]   installs Debian packages that are missing, and npm packages if they changed
set -eu
cd "$(dirname "$0")/../.."
# The PATH of a plain user lacks the folders of system programs.
PATH=$PATH:/usr/sbin:/sbin
fail() {
  echo "$1" >&2
  exit 1
}
has() { command -v "$1" >/dev/null; }

version=$(node -p process.versions.node 2>/dev/null || echo none)
major=${version%%.*}
case $major in
  none | [0-9] | 1[0-9]) fail "Lectern needs Node 20 or later to install itself; this machine has $version." ;;
esac

if has flock; then
  # If two starts run at once, the second waits and finds everything installed.
  exec 9<package.json
  flock 9
fi

install_debian_packages() {
  has apt-get || fail "Lectern needs $* (names of Debian packages), and there is no apt-get: install it and try again."
  as_root=
  if [ "$(id -u)" != 0 ]; then
    as_root='sudo -n'
    $as_root true 2>/dev/null || fail "Lectern needs $*: run 'sudo apt-get install $*' and try again."
  fi
  echo "Installing $*."
  export DEBIAN_FRONTEND=noninteractive
  { $as_root apt-get update -qq && $as_root apt-get install -y -qq --no-install-recommends "$@"; } >/dev/null 2>&1 ||
    fail "apt-get could not install $*: run 'sudo apt-get install $*', which says why, and try again."
}

missing=
# npm runs scripts of packages with the pinned Node, so its library comes before the npm packages.
if has ldconfig; then
  ldconfig -p | grep -q libatomic.so.1 || missing=libatomic1
fi
for program in "$@"; do
  has "$program" && continue
  [ "$program" = nats-server ] && [ -n "${NATS_URL:-}${NATS_URL_FILE:-}" ] && continue
  missing="$missing $program"
done
# shellcheck disable=SC2086 # a package per word
[ -z "$missing" ] || install_debian_packages $missing

node=node_modules/.bin/node
check_node() {
  says=$($node --version 2>&1) || fail "The pinned Node does not run here: $(echo "$says" | head -n 1)"
}
stamp=node_modules/.installed-from
wanted=$(cat package.json package-lock.json .npmrc patches/* | cksum)
if [ ! -x $node ] || [ "$(cat $stamp 2>/dev/null)" != "$wanted" ]; then
  echo "Installing packages."
  # Node 20 only runs npm here. Warnings that it is too old for some packages do not matter.
  if ! npm ci --loglevel=error >npm-ci.log 2>&1; then
    [ ! -x $node ] || check_node
    cat npm-ci.log >&2
    fail "npm could not install the packages."
  fi
  rm -f npm-ci.log
  echo "$wanted" >$stamp
fi
check_node
