#!/usr/bin/env bash
# Runs the commands of docs/guides/verify-in-production.md, as they stand there and in their order, on a
# copy of this machine's file system that is thrown away. It needs root. A stand-in for systemctl starts and
# stops what the units say there; that, and each block that could not be run, is told in a line that begins
# with NOT POSSIBLE.
#
#   .ci/production.sh [TACTUSD]    the service to use; without one it is built
set -euo pipefail
cd "$(dirname "$0")/.."
[ "$(id -u)" = 0 ] || { echo "FAILED: only root can make a copy of the file system to run the guide in"; exit 1; }
for program in systemd-sysusers nginx openssl curl python3; do
	command -v $program >/dev/null || { echo "FAILED: no $program"; exit 1; }
done
guide=docs/guides/verify-in-production.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# shellcheck disable=SC2016 # for the inner shell
if ! unshare --mount --net bash -ec 'mkdir "$1/copy" && mount -t tmpfs tmpfs "$1/copy" && mkdir "$1"/copy/{upper,work,root} &&
	mount -t overlay overlay -o "lowerdir=/,upperdir=$1/copy/upper,workdir=$1/copy/work" "$1/copy/root"' - "$work" 2>"$work/why"; then
	echo "NOT POSSIBLE here: a copy of the file system to run the guide in: $(head -1 "$work/why")"
	exit 0
fi
rmdir "$work/copy"
tactusd=${1:-}
if [ -z "$tactusd" ]; then
	tactusd=$work/tactusd
	(cd cmd/tactusd && go build -o "$tactusd" .)
fi
cp "$(realpath "$tactusd")" "$work/program"
(cd cmd/tactusd && go build -o "$work/nats-server" github.com/nats-io/nats-server/v2)
(cd cmd/tactus && go build -o "$work/tactus" .)
"$work/tactus" run mergeisland --record "$work/game.tactus" >/dev/null 2>&1
nats=$(command -v nats || true)
[ -n "$nats" ] || echo "NOT POSSIBLE here: the blocks of nats' own tool (no nats; go install github.com/nats-io/natscli/nats)"

# The guide's blocks, each a file with its number and kind.
awk -v dir="$work" '/^```sh/ { n++; file = sprintf("%s/block-%02d-%s", dir, n, $2 == "" ? "one" : $2); next }
	/^```/ { file = ""; next } file { print > file }' "$guide"
[ "$(ls "$work"/block-* | wc -l)" -ge 12 ] || { echo "FAILED: the guide has too few blocks"; exit 1; }

cat >"$work/systemctl" <<'STANDIN'
#!/usr/bin/env bash
# Stands in for systemctl where systemd is not init: it runs a unit's ExecStart line as its user.
set -euo pipefail
unit() { local f=/etc/systemd/system/$1.service; [ -f "$f" ] || f=/lib/systemd/system/$1.service; echo "$f"; }
value() { sed -n "s/^$2=//p" "$(unit "$1")"; }
start() {
	local variables=() file state=/var/lib/$1
	[ "$1" != nginx ] || { nginx; return; }
	install -d -m "$(value "$1" StateDirectoryMode)" -o "$(value "$1" User)" -g "$(value "$1" Group)" "$state"
	mapfile -t variables < <(value "$1" Environment)
	file=$(value "$1" EnvironmentFile)
	[ ! -f "${file#-}" ] || mapfile -t -O ${#variables[@]} variables < <(grep -v '^#' "${file#-}")
	cd /
	# shellcheck disable=SC2046 # words, as systemd makes them of the line
	setpriv --reuid "$(value "$1" User)" --regid "$(value "$1" Group)" --init-groups --no-new-privs --bounding-set=-all \
		env -i PATH="$PATH" "${variables[@]}" $(value "$1" ExecStart) >"/run/$1.log" 2>&1 &
	echo $! >"/run/$1.pid"
	for _ in $(seq 150); do
		! curl -fsS -o /dev/null http://127.0.0.1:8470/readyz 2>/dev/null || return 0
		sleep 0.2
	done
	cat "/run/$1.log"
	exit 1
}
stop() {
	[ -f "/run/$1.pid" ] || return 0
	kill "$(cat "/run/$1.pid")"
	while [ -d "/proc/$(cat "/run/$1.pid")" ] && ! grep -q '^State:.*Z' "/proc/$(cat "/run/$1.pid")/status"; do sleep 0.1; done
	rm "/run/$1.pid"
}
case $1 in
daemon-reload) ;;
enable) [ "$2" = --now ] && start "$3" ;;
start) start "$2" ;;
stop) stop "$2" ;;
restart) stop "$2"; start "$2" ;;
reload-or-restart) start "$2" ;;
*) echo "systemctl $*: not a word of the guide's"; exit 1 ;;
esac
STANDIN
chmod 755 "$work/systemctl" "$work/nats-server" "$work/program"
echo "NOT POSSIBLE in a copy of the file system: systemd itself, so a stand-in for systemctl runs what the units say"

cat >"$work/inside" <<'INSIDE'
set -euo pipefail
work=$1 nats=$2
cd "$work/place"
export PATH=$work/bin:$PATH
ended() {
	local status=$?
	exec >&3 2>&1
	[ $status = 0 ] || tail -40 "$work/said" # what the block that failed has printed
	[ ! -f /run/tactusd.pid ] || systemctl stop tactusd
	[ ! -f /run/nats.pid ] || kill "$(cat /run/nats.pid)"
	[ ! -f /run/nginx.pid ] || nginx -s stop
}
exec 3>&1
trap ended EXIT
for block in "$work"/block-*; do
	kind=${block##*-}
	if [ "$kind" != one ] && [ -z "$nats" ]; then continue; fi
	if [ "$kind" = cluster ]; then # one server, with something in it
		systemctl stop tactusd
		server() {
			(set -a; . deploy/nats/nats-1.env; NATS_STORE=$1 NATS_LISTEN=127.0.0.1:4222 NATS_CLUSTER_LISTEN=127.0.0.1:0
				sed '/^cluster {/,/^}/d' deploy/nats/nats.conf >/etc/nats/one.conf
				exec nats-server -c /etc/nats/one.conf) >/run/nats.log 2>&1 &
			echo $! >/run/nats.pid
			for _ in $(seq 100); do ! curl -fsS -o /dev/null http://127.0.0.1:8222/healthz 2>/dev/null || return 0; sleep 0.1; done
			cat /run/nats.log; exit 1
		}
		server /var/lib/nats-old
		install -d -m 0750 -g tactusd /etc/tactusd
		echo TACTUSD_NATS=nats://tactusd:change-me-2@127.0.0.1:4222 >/etc/tactusd/tactusd.env
		systemctl start tactusd
		send() { curl -fsS -o "$1" -w '%{http_code}\n' -H "Authorization: Bearer $(cat acme.new)" -F recording=@game.tactus http://127.0.0.1:8470/v1/recordings; }
		send first.json
		job=$(python3 -c 'import json; print(json.load(open("first.json"))["job"])')
		curl -fsS -o verdict.json -H "Authorization: Bearer $(cat acme.new)" "http://127.0.0.1:8470/v1/verdicts/$job?wait=30s"
		grep -q '"decided"' verdict.json
	fi
	if [ "$kind" = restore ]; then
		systemctl stop tactusd
		kill "$(cat /run/nats.pid)"; while [ -d "/proc/$(cat /run/nats.pid)" ]; do sleep 0.1; done
		server /var/lib/nats-new
	fi
	echo "-- $(head -1 "$block")" >&3
	set +u
	. "$block" >"$work/said" 2>&1
	set -u
	if [ "$kind" = restore ]; then
		systemctl start tactusd
		[ "$(send again.json)" = 200 ] || { echo "a restored cluster does not know its verdicts"; exit 1; }
		cmp <(python3 -c 'import json; print(json.load(open("again.json"))["decided"])') \
			<(python3 -c 'import json; print(json.load(open("verdict.json"))["decided"])')
		systemctl stop tactusd
		rm /etc/tactusd/tactusd.env
		systemctl start tactusd
	fi
	ran=$((${ran:-0} + 1))
done
echo "production: $ran blocks of the guide ran"
INSIDE

# shellcheck disable=SC2016 # for the inner shell
unshare --mount --net bash -ec '
	ip link set lo up 2>/dev/null || python3 - <<PY
import fcntl, socket, struct
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
fcntl.ioctl(s, 0x8914, struct.pack("16sh", b"lo", 0x41))  # SIOCSIFFLAGS: up and running
PY
	work=$1
	mkdir "$work/copy"
	mount -t tmpfs tmpfs "$work/copy"
	mkdir "$work"/copy/{upper,work,root}
	mount -t overlay overlay -o "lowerdir=/,upperdir=$work/copy/upper,workdir=$work/copy/work" "$work/copy/root"
	root=$work/copy/root
	mount --rbind /proc "$root/proc"
	mount --rbind /dev "$root/dev"
	mount -t tmpfs tmpfs "$root/run"
	mkdir -p "$root$work/place" "$root$work/bin"
	cp -r deploy "$root$work/place/"
	cp "$work/program" "$root$work/place/tactusd"
	cp "$work/game.tactus" "$root$work/place/"
	mv "$root$work/nats-server" "$root$work/bin/"
	mv "$root$work/systemctl" "$root$work/bin/"
	chroot "$root" bash "$work/inside" "$work" "$2"
' - "$work" "$nats"
