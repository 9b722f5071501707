#!/usr/bin/env bash
# The drill: restores the copies of one place into a spare folder, as they would be needed, and proves
# the result with `pier verify`. Nothing of the running database is touched. Run it weekly, as root or as
# postgres:
#
#   restore-drill.sh                       everything that was archived
#   TARGET='2026-11-18 14:03:20+00' …      as it was at that second
#   KEEP=1 …                               leaves the restored copy running, to look at
#
# It ends with 1 when something does not hold. Its last line says what was restored and how fast, and
# METRICS names a file for the textfile collector of Prometheus, written only when all is well.
set -euo pipefail

stanza=${STANZA:-pier}
place=${REPO:-2}
folder=${FOLDER:-/var/lib/postgresql/restore-drill}
port=${PORT:-5499}
target=${TARGET:-}
login=${VERIFIER:-pier_verifier_login}
database=${DATABASE:-pier}
verify=${VERIFY:-/opt/pier/node --env-file=/etc/pier/verify.env /opt/pier/server/src/pier.js verify}
metrics=${METRICS:-}

fail() {
  echo "restore drill: FAILED: $*" >&2
  exit 1
}

as_postgres=()
[ "$(id -u)" != 0 ] || as_postgres=(setpriv --reuid=postgres --regid=postgres --init-groups)

[ ! -e "$folder" ] || fail "$folder is there already. Is another drill running?"
"${as_postgres[@]}" mkdir -m 700 "$folder"
end() {
  if [ -n "${KEEP:-}" ] && [ "${restored:-}" = yes ]; then return; fi
  [ ! -e "$folder/data/postmaster.pid" ] || "${as_postgres[@]}" "$binaries/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null || true
  "${as_postgres[@]}" rm -rf "$folder"
}
trap end EXIT
ask() { psql -X -h "$folder" -p "$port" -U postgres -d "$database" -Atqc "$1" 2>/dev/null; }

archived=$("${as_postgres[@]}" pgbackrest --stanza="$stanza" --repo="$place" --output=json info |
  grep -o '"max":"[0-9A-F]*"' | tail -1 | cut -d'"' -f4 || true)
[ -n "$archived" ] || fail "place $place has no archive that can be read"

began=$(date +%s.%N)
way=(--type=default)
[ -z "$target" ] || way=(--type=time "--target=$target" --target-action=promote)
"${as_postgres[@]}" pgbackrest --stanza="$stanza" --repo="$place" --pg1-path="$folder/data" --archive-mode=off \
  "${way[@]}" restore || fail "pgBackRest could not restore"

# The settings of the copy are its own: on a socket that only we can reach, whatever the original says.
# hot_standby=off: nobody can ask a copy that is still in the middle of its recovery.
binaries=/usr/lib/postgresql/$(cat "$folder/data/PG_VERSION")/bin
write() { "${as_postgres[@]}" tee "$1" >/dev/null; } # Never as root into a folder of somebody else.
write "$folder/postgresql.conf" <<END
data_directory = '$folder/data'
hba_file = '$folder/pg_hba.conf'
listen_addresses = ''
unix_socket_directories = '$folder'
port = $port
hot_standby = off
END
write "$folder/pg_hba.conf" <<<'local all all trust'
"${as_postgres[@]}" "$binaries/pg_ctl" -D "$folder/data" -w -l "$folder/log" -o "-c config_file=$folder/postgresql.conf" start >/dev/null ||
  fail "the copy does not start: $(grep -E 'FATAL|PANIC' "$folder/log" | tail -1)"
# pg_ctl returns while the recovery still runs.
until [ "$(ask 'select pg_is_in_recovery()' || true)" = f ]; do
  "${as_postgres[@]}" "$binaries/pg_ctl" -D "$folder/data" status >/dev/null ||
    fail "the recovery ended early: $(grep -E 'FATAL|PANIC' "$folder/log" | tail -1)"
  sleep 0.2
done
took=$(awk -v a="$began" -v b="$(date +%s.%N)" 'BEGIN { printf "%.1f", b - a }')

# Without a target a recovery ends in peace where a segment is missing. So it is compared with how far
# the archive goes.
if [ -z "$target" ]; then
  reached=$(ask "select pg_walfile_name(pg_last_wal_replay_lsn())")
  [ ! "${reached:8}" \< "${archived:8}" ] || fail "a segment is missing: the archive goes to $archived, the recovery ended in $reached"
fi
age=$(ask "select coalesce(round(extract(epoch from now() - pg_last_xact_replay_timestamp()))::text, 'NaN')")
newest="its newest change is $age s old"
[ "$age" != NaN ] || newest="nothing was changed since the backup"

address="postgres://$login@${folder//\//%2F}:$port/$database"
proved=$(DATABASE_URL=$address $verify) || fail "pier verify: $proved"
restored=yes
if [ -n "$metrics" ]; then
  cat >"$metrics.new" <<END
# HELP pier_restore_drill_finished_seconds When the copies were last restored and found whole.
# TYPE pier_restore_drill_finished_seconds gauge
pier_restore_drill_finished_seconds{place="$place"} $(date +%s)
# HELP pier_restore_drill_seconds How long it took, to a database that takes writes.
# TYPE pier_restore_drill_seconds gauge
pier_restore_drill_seconds{place="$place"} $took
# HELP pier_restore_drill_age_seconds How old the newest change in it was.
# TYPE pier_restore_drill_age_seconds gauge
pier_restore_drill_age_seconds{place="$place"} $age
END
  mv "$metrics.new" "$metrics"
fi
echo "restore drill: place $place restored in $took s, $newest; $proved"
