#!/bin/sh
# Copies the primary into an empty folder once, then follows it. The slot keeps what the replica has not read yet, up to
# max_slot_wal_keep_size of the primary: a replica that was away for longer is made anew by deleting its volume.
set -eu
PGPASSWORD=$(cat /run/secrets/replication-password)
export PGPASSWORD
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  pg_basebackup -d "host=postgres user=replicator dbname=replication" -D "$PGDATA" -R -X stream -c fast -C -S replica
  chmod 700 "$PGDATA"
fi
exec postgres -c hot_standby_feedback=on -c max_connections=200
