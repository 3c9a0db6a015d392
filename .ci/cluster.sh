#!/usr/bin/env bash
# Tries the service on three nats-server processes with two APIs and two workers: killed processes, full
# disks, cut networks, duplicate deliveries, wrong clocks. What was accepted must be decided, once, and
# as by a single process. It needs root for disks and networks of its own, which nothing outside sees.
# Where a machine lets nobody have them, it says so in a line that begins with NOT POSSIBLE, and tries the
# rest.
#
#   .ci/cluster.sh [PATTERN]    only the scenarios that match, all without one
#
# TACTUSD_JOBS is how many jobs each scenario has, 600 without it; TACTUSD_SEED repeats a run's moments.
# Up to a thousand jobs two scenarios run at a time, since they mostly wait for leaders.
set -euo pipefail
cd "$(dirname "$0")/../cmd/tactusd"
for tool in unshare ip mount clang wasm-ld; do
	command -v $tool >/dev/null || { echo "no $tool"; exit 1; }
done
[ "$(id -u)" -eq 0 ] || { echo "not root: a small disk and a network cannot be made"; exit 1; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Programs whose wall clock can be set wrong: the standard library's is what all of them read.
root=$(go env GOROOT)
sed 's/^\tsec, nsec, mono := runtimeNow()$/&\n\tsec = wrong.shifted(sec, mono)/' "$root/src/time/time.go" >"$work/time.go"
[ "$(grep -c 'wrong\.shifted' "$work/time.go")" -eq 1 ] || { echo "time.Now is not as expected"; exit 1; }
cat >"$work/overlay.json" <<END
{"Replace": {"$root/src/time/time.go": "$work/time.go", "$root/src/time/skew.go": "$PWD/../../.ci/clock/skew.go"}}
END
build() { # build NAME PACKAGE: as it is, and with a clock that can be wrong
	go build -o "$work/$1" "$2" && go build -overlay "$work/overlay.json" -o "$work/$1-skewed" "$2"
}
build nats-server github.com/nats-io/nats-server/v2
build tactusd .
go test -c -o "$work/cluster.test" .

mkdir "$work/out"
export TACTUSD_CLUSTER=$work
parallel=2
[ "${TACTUSD_JOBS:-600}" -le 1000 ] || parallel=1
code=0
scenarios=${1:-}
want=7
apart=(unshare --mount --net --pid --fork --kill-child --mount-proc)
# Connections that choose a port by themselves stay above those that the parts are told to listen at.
inside='mount -t tmpfs tmpfs /run && mkdir /run/netns # names of networks stay in here
	ip link set lo up
	echo "40000 65000" >/proc/sys/net/ipv4/ip_local_port_range
	exec "$@"'
if ! "${apart[@]}" bash -c "$inside" bash true 2>"$work/why"; then
	echo "NOT POSSIBLE here: full disks and cut wires, for want of disks and networks of their own: $(head -1 "$work/why")"
	scenarios=${scenarios:-'(Killed|SentAgain|WrongClocks)'}
	want=5
	apart=()
	inside='exec "$@"'
fi
"${apart[@]}" bash -c "$inside" bash "$work/cluster.test" -test.v -test.timeout 3h -test.parallel $parallel -test.artifacts \
	-test.outputdir "$work/out" \
	-test.run "^TestAClusterDecidesWhatItAcceptsOnceAndAsASingleProcessDoes\$/$scenarios" |
	grep --line-buffered -v '^=== ' | tee "$work/log" || code=$?
if [ "$code" -ne 0 ]; then
	kept=$(mktemp -d /tmp/cluster-failed-XXXXXX)
	cp -r "$work/out" "$kept"
	echo "the parts' logs are in $kept"
	exit 1
fi
ran=$(grep -c '^    --- PASS: ' "$work/log" || true)
echo "$ran scenarios passed"
if [ -n "${1:-}" ]; then [ "$ran" -ge 1 ]; else [ "$ran" -eq $want ]; fi # a name that is gone is not passed
