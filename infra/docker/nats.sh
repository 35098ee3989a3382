#!/bin/sh
# Starts NATS with the passwords of services from their files. They are quoted once more, since NATS reads a value as
# configuration, and one of digits as a number.
set -eu
for name in gateway projectors workers; do
  variable=$(echo $name | tr a-z A-Z)_PASSWORD
  export "$variable='$(cat /run/secrets/${name}_password)'"
done
if [ -f /run/secrets/routes_password ]; then
  # One of several servers, which other services may not join.
  routes=nats://routes:$(cat /run/secrets/routes_password)
  set -- --name "$NATS_NAME" --cluster_name lectern --cluster "$routes@0.0.0.0:6222" \
    --routes "$routes@nats:6222,$routes@nats2:6222,$routes@nats3:6222" "$@"
fi
exec nats-server -c /etc/nats.conf "$@"
