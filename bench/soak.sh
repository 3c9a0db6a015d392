#!/usr/bin/env bash
# Soaks the service: tactusd in a process of its own, saturated by seeded tenants, one of them hostile.
# cmd/tactusd/soak_test.go states the load. It prints a line a minute, and fails where what was accepted is
# not what was decided, once. The figures go to a file as JSON.
#
#   DURATION=1h SEED=1 bench/soak.sh [FILE]    10m and a new seed without them; bench/soak.json
set -euo pipefail
out=$(realpath -m "${1:-$(dirname "$0")/soak.json}")
cd "$(dirname "$0")/../cmd/tactusd"
duration=${DURATION:-10m}
TACTUSD_SOAK=$duration TACTUSD_SOAK_SEED=${SEED:-} TACTUSD_SOAK_OUT=$out \
	go test -count=1 -timeout 0 -v -run '^TestWhatIsTakenUnderSaturationIsDecidedOnce$' . | grep --line-buffered -v "^=== "
echo "written to $out"
