#!/bin/sh
# base-backup.sh URL FOLDER: a base back-up of a running server into a new folder, verified when it is done.
# The role needs the attribute REPLICATION, and pg_hba.conf a line for the database "replication".
set -eu
url=$1 folder=$2
if [ -e "$folder" ]; then
  echo "$folder exists: each back-up has a folder of its own" >&2
  exit 1
fi
trap 'rm -rf "$folder.partial"' EXIT
pg_basebackup --dbname="$url" --pgdata="$folder.partial" --checkpoint=fast --wal-method=stream --no-password
pg_verifybackup --quiet "$folder.partial"
mv "$folder.partial" "$folder"
