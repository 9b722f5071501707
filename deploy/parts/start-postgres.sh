# In a container: makes the cluster the first time, then becomes the server.
set -eu
data=/var/lib/pier/postgres
if [ ! -e "$data/PG_VERSION" ]; then
  initdb --pgdata="$data" --username=postgres --pwfile=/etc/pier/postgres-password \
    --encoding=UTF8 --locale=C.UTF-8 --data-checksums --auth=scram-sha-256
fi
exec postgres -D "$data" -c config_file=/etc/pier/postgresql.conf
