#!/bin/sh
# `backup.sh full` or `backup.sh diff`, as postgres: copies the database to both places, and says when for Prometheus
# (METRICS, a file in the folder of the node exporter's text files). A place that fails does not keep the other from its copy.
set -u
# Of a cluster only the primary is copied.
[ "$(psql -XAtqc 'select pg_is_in_recovery()')" != t ] || exit 0
failed=0
for place in 1 2; do
  pgbackrest --stanza=pier --repo=$place --type="$1" backup || failed=1
done
[ $failed = 0 ] || exit 1
if [ -n "${METRICS:-}" ]; then
  printf '# HELP pier_backup_finished_seconds When the last copy to both places was whole.\n# TYPE pier_backup_finished_seconds gauge\npier_backup_finished_seconds %s\n' \
    "$(date +%s)" > "$METRICS.new" && mv "$METRICS.new" "$METRICS"
fi
