# In a container: makes the cluster the first time, then becomes the server.
set -eu
data=/var/lib/pier/postgres
if [ ! -e "$data/PG_VERSION" ]; then
  initdb --pgdata="$data" --username=postgres --pwfile=/etc/pier/postgres-password \
    --encoding=UTF8 --locale=C.UTF-8 --data-checksums --auth=scram-sha-256
  # Whoever is inside is the administrator, through the socket, and needs no password.
  echo "inside $(id -un) postgres" >> "$data/pg_ident.conf"
  rules=$(cat "$data/pg_hba.conf")
  printf '%s\n' 'local all postgres peer map=inside' "$rules" > "$data/pg_hba.conf"
fi
exec postgres -D "$data" -c config_file=/etc/pier/postgresql.conf
