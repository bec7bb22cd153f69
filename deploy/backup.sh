#!/bin/sh
# One backup of the shop, with its time in the name, in BACKUP_DIR; those older than BACKUP_KEEP_DAYS go when it is whole.
# BACKUP_AFTER is a program that is called with the file then: a copy to another place.
set -eu
umask 077
folder=${BACKUP_DIR:-/var/backups/kiosk}
file=$folder/kiosk-$(date -u +%Y%m%dT%H%M%SZ).archive.gz
cd "$(dirname "$0")/.."
npm run --silent backup -- "$file"
if [ -n "${BACKUP_AFTER:-}" ]; then "$BACKUP_AFTER" "$file"; fi
find "$folder" -maxdepth 1 -type f -name 'kiosk-*.archive.gz*' -mtime "+${BACKUP_KEEP_DAYS:-14}" -exec rm -- {} +
