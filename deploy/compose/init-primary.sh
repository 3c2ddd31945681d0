#!/bin/sh
# Run once by the image of PostgreSQL on a new primary: the product's role and database, and the role that the replica copies with.
set -eu
psql -v ON_ERROR_STOP=1 -U postgres -d postgres \
  -v owner="$(cat /run/secrets/database-password)" \
  -v copier="$(cat /run/secrets/replication-password)" << 'SQL'
create role rawaj login password :'owner';
grant pg_monitor to rawaj;
create database rawaj owner rawaj;
create role replicator login replication password :'copier';
SQL
echo "host replication replicator all scram-sha-256" >> "$PGDATA/pg_hba.conf"
