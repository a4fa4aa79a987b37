#!/bin/sh
# Unpacks an archive of `npm run package` on a minimal Debian and checks that it starts, serves, and stops, without Node,
# a registry, or a place to write but its data and /tmp. As root: deploy/test-package.sh ARCHIVE [BASE.tar]
set -eu
archive=$(readlink -f "$1")
port=${PORT:-38080}
work=$(mktemp -d)
pid=
end() {
  [ -z "$pid" ] || kill -9 "$pid" 2>/dev/null || true
  for at in /tmp /data /proc ''; do umount "$work/root$at" 2>/dev/null || true; done
  rm -rf "$work"
}
trap end EXIT
fail() { echo "✗ $1" >&2; cat "$work/log" >&2; exit 1; }

mkdir "$work/root"
if [ $# -gt 1 ]; then tar -C "$work/root" -xf "$2" --exclude=./dev
else mmdebstrap --quiet --variant=apt bookworm "$work/root"; fi
mkdir -p "$work/root/proc" "$work/root/dev" "$work/root/opt/laurel" "$work/root/data"
[ -e "$work/root/dev/null" ] || mknod -m 666 "$work/root/dev/null" c 1 3
[ -e "$work/root/dev/urandom" ] || mknod -m 666 "$work/root/dev/urandom" c 1 9
tar -C "$work/root/opt/laurel" --strip-components=1 -xf "$archive"
mkdir "$work/data" && chmod 700 "$work/data" && chown 10001:10001 "$work/data"
mount --bind "$work/root" "$work/root" && mount -o remount,bind,ro "$work/root"
mount -t proc proc "$work/root/proc"
mount --bind "$work/data" "$work/root/data"
mount -t tmpfs tmpfs "$work/root/tmp"
! chroot "$work/root" sh -c 'command -v node || command -v npm' || fail 'this Debian has Node'

: > "$work/log"
setsid chroot --userspec=10001:10001 "$work/root" /usr/bin/env -i PATH=/usr/bin:/bin DATA_DIR=/data PORT="$port" \
  METRICS_PORT=$((port + 1)) LOG_LEVEL=warn DEMO=1 MAIL_FROM=a@example.com /opt/laurel/bin/laurel start >"$work/log" 2>&1 &
pid=$!
for _ in $(seq 120); do
  grep -q '^laurel: ready' "$work/log" && break
  kill -0 "$pid" 2>/dev/null || fail 'it ended'
  sleep 1
done
grep -q '^laurel: ready' "$work/log" || fail "it didn't start"
echo '✓ starts'

get() { curl -sS -o "$work/body" -w '%{http_code}' -H 'Host: localhost' "http://127.0.0.1:$1$2"; }
[ "$(get "$port" /health/ready)" = 200 ] || fail "it isn't ready: $(cat "$work/body")"
[ "$(get "$port" /)" = 200 ] && grep -q '<script' "$work/body" || fail 'no web app'
code=$(get "$port" /api/v1/actual_rewards_site/)
[ "$code" = 200 ] || fail "no site: $code $(head -c 300 "$work/body")"
[ "$(get "$port" /api/openapi.json)" = 200 ] || fail 'no API document'
[ "$(get $((port + 1)) /metrics)" = 200 ] && grep -q laurel_jobs_waiting "$work/body" || sleep 2
[ "$(get $((port + 1)) /metrics)" = 200 ] && grep -q laurel_http_request "$work/body" || fail 'no metrics'
# Modules that are loaded only when they are needed: drawing, PDF, bar codes, mail, object storage, Redis, traces.
chroot --userspec=10001:10001 "$work/root" /usr/bin/env -i HOME=/tmp /opt/laurel/bin/node --input-type=module -e "
  for (const file of ['features/card-items/card-painter.ts', 'features/batches/print/labels-pdf.ts',
    'features/batches/print/letters-pdf.ts', 'features/documents/remittance-slip-pdf.ts', 'features/mail/mail-transport.ts',
    'features/files/redraw-image.ts', 'features/files/s3-storage.ts', 'http/request-counts.redis.ts',
    'observability/tracing.ts', 'observability/metrics.ts']) await import('/opt/laurel/server/src/' + file)
" || fail 'a module is missing'
echo '✓ serves'

kill -TERM "$pid"
code=0
wait "$pid" || code=$?
pid=
[ "$code" = 0 ] || fail "it stopped with $code"
echo '✓ stops'
