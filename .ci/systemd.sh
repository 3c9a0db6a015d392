#!/usr/bin/env bash
# Holds deploy/'s systemd units to what they say: systemd reads them without a complaint and finds them
# closed off, and the service starts, says that it is ready, judges a recording's upload, ends by SIGTERM
# with exit code 0 and says so. Where systemd is this machine's init, the unit itself is started. Elsewhere
# its ExecStart line runs with the unit's variables, user, limits and read-only file system as far as this
# machine lets them be made; what could not be done is said in a line that begins with NOT POSSIBLE.
#
#   .ci/systemd.sh [TACTUSD]    the service to start; without one it is built
set -euo pipefail
cd "$(dirname "$0")/.."
command -v systemd-analyze >/dev/null || { echo "no systemd-analyze: install Debian's package systemd"; exit 1; }
command -v python3 >/dev/null || { echo "no python3"; exit 1; }
command -v curl >/dev/null || { echo "no curl"; exit 1; }

work=$(mktemp -d)
pid=
cleanup() {
	[ -z "$pid" ] || kill -KILL "$pid" 2>/dev/null || true
	rm -rf "$work"
}
trap cleanup EXIT
checks=0
good() { checks=$((checks + 1)); echo "  $*"; }
bad() { echo "FAILED: $*"; [ ! -f "$work/log" ] || tail -20 "$work/log"; exit 1; }
missing() { echo "NOT POSSIBLE here: $*"; }

tactusd=${1:-}
if [ -z "$tactusd" ]; then
	tactusd=$work/tactusd
	(cd cmd/tactusd && go build -o "$tactusd" .)
fi
tactusd=$(realpath "$tactusd")
chmod 755 "$work"

# analysed UNIT: the unit with the program where it is here is read without a word and is closed off.
analysed() {
	local said file=$work/units/$1
	mkdir -p "$work/units"
	sed "s|/usr/local/bin/tactusd|$tactusd|" "deploy/$1" >"$file"
	said=$(systemd-analyze verify "$file" 2>&1 || true)
	said=$(grep -F "$1" <<<"$said" || true) # others' units on this machine are not our business
	[ -z "$said" ] || bad "systemd reads $1 and says: $said"
	good "systemd-analyze verify $1: nothing to complain of"
	systemd-analyze security --offline=true --threshold=15 "$file" >"$work/security" 2>&1 ||
		bad "$1 is not closed off: $(tail -3 "$work/security")"
	good "$(grep -o 'Overall exposure.*: [0-9.]* [A-Z]*' "$work/security") ($1)"
}
analysed tactusd.service
cp "$work/units/tactusd.service" "$work/tactusd.unit"
analysed "tactusd@.service"

# value KEY: the values of a key in the unit, one a line, in its order.
value() { sed -n "s/^$1=//p" deploy/tactusd.service; }
seconds() { case $1 in *min) echo $((${1%min} * 60)) ;; *) echo "${1%s}" ;; esac; }

drain=$("$tactusd" serve --help | sed -n 's/.*--drain=\([0-9]*\)s.*/\1/p' | head -1)
[ -n "$drain" ] || bad "serve --help does not tell the default of --drain"
[ "$(seconds "$(value TimeoutStopSec)")" -gt $((drain + 10)) ] || bad "TimeoutStopSec is not longer than --drain and 10 s"
good "TimeoutStopSec is $(value TimeoutStopSec) s, and --drain ${drain} s"

# answers URL: waits until it answers with 200, 30 s at most.
answers() {
	local i
	for i in $(seq 150); do
		if curl -fsS -o /dev/null "$1" 2>/dev/null; then return 0; fi
		sleep 0.2
	done
	return 1
}

started_by_systemd() {
	systemd-sysusers "$PWD/deploy/tactusd.sysusers"
	install -m 0755 "$tactusd" /usr/local/bin/tactusd
	install -m 0644 deploy/tactusd.service /etc/systemd/system/tactusd.service
	systemctl daemon-reload
	systemctl start tactusd.service || bad "$(journalctl -n 20 -u tactusd.service)"
	answers http://127.0.0.1:8470/readyz || bad "it does not answer"
	systemctl stop tactusd.service
	[ "$(systemctl show -p ExecMainStatus --value tactusd.service)" = 0 ] || bad "another exit code than 0"
	[ "$(systemctl show -p Result --value tactusd.service)" = success ] || bad "it did not end well"
	good "systemd has started the unit, and stopped it with exit code 0"
}

# as_the_unit COMMAND...: in the unit's place, as far as a process without systemd can be.
as_the_unit() {
	local how=("$@")
	if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
		chown 65534:65534 "$work/state"
		how=(setpriv --reuid 65534 --regid 65534 --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all "${how[@]}")
		if unshare --mount true 2>/dev/null; then
			# ProtectSystem=strict: all is read-only, but the state's folder.
			how=(unshare --mount bash -c 'mount --make-rprivate / && mount --bind "$0" "$0" &&
				mount -o remount,bind,ro / && exec "$@"' "$work/state" "${how[@]}")
		fi
	fi
	ulimit -n "$(value LimitNOFILE)" 2>/dev/null || true
	umask "$(value UMask)"
	exec "${how[@]}"
}

# tell_what_is_missing says of what as_the_unit does how much cannot be done here.
tell_what_is_missing() {
	if [ "$(id -u)" != 0 ] || ! command -v setpriv >/dev/null; then
		missing "another user than $(id -un), without privileges (not root, or no setpriv)"
	elif ! unshare --mount true 2>/dev/null; then
		missing "a file system that is read-only for the service (no unshare)"
	fi
	limited=yes
	(ulimit -n "$(value LimitNOFILE)") 2>/dev/null || limited=no
	[ $limited = yes ] || missing "LimitNOFILE=$(value LimitNOFILE) (the limit here is $(ulimit -Hn))"
}

started_here() {
	local line code begun limited variables=()
	tell_what_is_missing
	missing "systemd is not init here ($(cat /proc/1/comm)): the unit's ExecStart line is run without it," \
		"so its system-call filter, its namespaces and its restarts are not tried"
	mkdir "$work/state" "$work/notify"
	chmod 777 "$work/notify"
	python3 - "$work/notify/socket" "$work/told" <<'PY' &
import os, socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind(sys.argv[1])
os.chmod(sys.argv[1], 0o777)
while True:
    state = s.recv(4096).decode()
    with open(sys.argv[2], "a") as told:
        told.write(state + "\n")
    if "STOPPING=1" in state:
        break
PY
	listener=$!
	for _ in $(seq 50); do [ ! -S "$work/notify/socket" ] || break; sleep 0.1; done
	[ "$(value ExecStart | wc -l)" = 1 ] || bad "more than one ExecStart"
	line=$(value ExecStart)
	line=${line/#\/usr\/local\/bin\/tactusd/$tactusd}
	while read -r v; do variables+=("${v/\/var\/lib\/tactusd/$work/state}"); done < <(value Environment)
	# shellcheck disable=SC2086 # words, as systemd makes them of the line
	(as_the_unit env -i PATH="$PATH" NOTIFY_SOCKET="$work/notify/socket" "${variables[@]}" \
		TACTUSD_LISTEN=127.0.0.1:18470 $line) >"$work/log" 2>&1 &
	pid=$!
	for _ in $(seq 300); do ! grep -qs READY=1 "$work/told" || break; kill -0 $pid 2>/dev/null || break; sleep 0.1; done
	grep -qs READY=1 "$work/told" || bad "it does not say that it is ready"
	answers http://127.0.0.1:18470/readyz || bad "it says that it is ready, and does not answer"
	good "it says READY=1, and /readyz answers 200"
	[ "$(id -u)" != 0 ] || [ "$(stat -c %u "/proc/$pid")" = 65534 ] || bad "it runs as another user"
	[ "$(id -u)" != 0 ] || ! unshare --mount true 2>/dev/null || grep -q "^[0-9]* [0-9]* [^ ]* / / ro" "/proc/$pid/mountinfo" ||
		bad "it can write to the file system"
	[ $limited = no ] || grep -q "^Max open files *$(value LimitNOFILE)" "/proc/$pid/limits" || bad "it has another limit of files"
	grep -q "^NoNewPrivs:.*1" "/proc/$pid/status" || missing "NoNewPrivileges"
	begun=$SECONDS
	kill -s "$(value KillSignal)" $pid
	code=0
	wait $pid || code=$?
	pid=
	[ $code = 0 ] || bad "exit code $code after $(value KillSignal)"
	wait $listener
	grep -q STOPPING=1 "$work/told" || bad "it does not say that it ends"
	[ $((SECONDS - begun)) -le "$(seconds "$(value TimeoutStopSec)")" ] || bad "it takes longer to end than it may"
	good "it says STOPPING=1, and ends with exit code 0 after $((SECONDS - begun)) s"
	[ -d "$work/state/nats" ] || bad "nothing is in the state's folder"
}

if [ -d /run/systemd/system ]; then
	started_by_systemd
else
	started_here
fi
echo "systemd: $checks checks passed"
