#!/bin/sh
# restore.sh BASE ARCHIVE TIME DATA: prepares a new data folder from a base back-up and the archived log, up to a moment
# ("2026-11-29 09:30:00+00", or "latest"). Start a server on it: it replays the log, stops at the moment, and takes writes.
set -eu
base=$1 archive=$2 time=$3 data=$4
if [ -e "$data" ]; then
  echo "$data exists: restore into a new folder, and keep the old one" >&2
  exit 1
fi
pg_verifybackup --quiet "$base"
trap 'rm -rf "$data.partial"' EXIT
cp -a "$base" "$data.partial"
chmod 700 "$data.partial"
{
  echo "restore_command = 'cp \"$archive/%f\" \"%p\"'"
  if [ "$time" != latest ]; then
    echo "recovery_target_time = '$time'"
    echo "recovery_target_inclusive = on"
    echo "recovery_target_action = 'promote'"
  fi
  # What it writes belongs to a new time line; archiving begins again when an operator says where to.
  echo "archive_mode = off"
} >> "$data.partial/postgresql.auto.conf"
touch "$data.partial/recovery.signal"
mv "$data.partial" "$data"
