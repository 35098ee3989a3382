#!/bin/bash
# Whether the part in this container can do its work. Bash asks by itself, since a Node for each question costs 50 MB.
exec 3<>"/dev/tcp/127.0.0.1/${INTERNAL_PORT:-${PORT:-8080}}" || exit 1
printf 'GET /readyz HTTP/1.0\r\n\r\n' >&3
read -r _ status _ <&3
[ "$status" = 200 ]
