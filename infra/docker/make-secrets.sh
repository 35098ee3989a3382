#!/bin/sh
# Makes the files in ./secrets that the compose files name: random letters and digits, or what .env of an earlier version has.
# Files that are there stay as they are.
set -eu
cd "$(dirname "$0")/../.."
# Only you may enter the folder. Containers get single files of it, and several users read them there.
mkdir -p secrets
chmod 700 secrets
for name in postgres_password gateway_password projectors_password workers_password exporter_password internal_secret \
  routes_password replication_password; do
  [ ! -s secrets/$name ] || continue
  variable=$(echo $name | tr a-z A-Z)
  # Compose reads a value in quotes without them.
  value=$(sed -n "s/^$variable=//p" .env 2>/dev/null | tail -n 1 | sed "s/^\([\"']\)\(.*\)\1\$/\2/")
  [ -n "$value" ] || value=$(head -c 256 /dev/urandom | base64 | tr -dc 'A-Za-z0-9' | cut -c 1-40)
  printf %s "$value" >secrets/$name.new
  chmod 444 secrets/$name.new
  mv secrets/$name.new secrets/$name
  echo "Made secrets/$name."
done
