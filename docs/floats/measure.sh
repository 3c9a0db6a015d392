#!/usr/bin/env bash
# Measures the table of docs/concepts/why-floats-differ.md again and writes it there, between its two
# marks. Builds that cannot run here are named on standard error and left out of the table.
set -euo pipefail
cd "$(dirname "$0")/../.."
page=docs/concepts/why-floats-differ.md
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
builds=()

measure() { # measure NAME RUNNER ENV...: builds with the environment, runs, and keeps the values
	local name=$1 runner=$2 file
	shift 2
	file="$dir/${#builds[@]}"
	if [ -n "$runner" ] && ! command -v "${runner%% *}" >/dev/null; then
		echo "$name: not measured, no ${runner%% *} here" >&2
		return
	fi
	env "$@" go build ${GCFLAGS:+"-gcflags=$GCFLAGS"} -o "$file.exe" ./docs/floats
	env "$@" $runner "$file.exe" values >"$file"
	builds+=("$name=$file")
}

measure "amd64 v1" "" GOARCH=amd64 GOAMD64=v1
measure "amd64 v1, \`cpu.fma=off\`" "" GOARCH=amd64 GOAMD64=v1 GODEBUG=cpu.fma=off
measure "amd64 v3" "" GOARCH=amd64 GOAMD64=v3
GCFLAGS="all=-N -l" measure "v3 \`-N -l\`" "" GOARCH=amd64 GOAMD64=v3
measure "arm64" qemu-aarch64 GOARCH=arm64
measure "riscv64" qemu-riscv64 GOARCH=riscv64
measure "s390x" qemu-s390x GOARCH=s390x
measure "wasm (Node)" "$(go env GOROOT)/lib/wasm/go_js_wasm_exec" GOOS=js GOARCH=wasm
command -v wazero >/dev/null && measure "wasm (wazero)" "wazero run" GOOS=wasip1 GOARCH=wasm

go run ./docs/floats table "${builds[@]}" >"$dir/table"
printf '\nMeasured on %s with %s on %s; %s.\n' "$(date -u +%F)" "$(go env GOVERSION)" "$(go env GOHOSTOS)/$(go env GOHOSTARCH)" \
	"20,000 values a row, numbers that differ from amd64 v1" >>"$dir/table"
awk -v table="$dir/table" '
	/^<!-- measured/ { print; print ""; while ((getline line < table) > 0) print line; print ""; skip = 1; next }
	/^<!-- end/ { skip = 0 }
	!skip { print }' "$page" >"$dir/page"
cp "$dir/page" "$page"
echo "$page: ${#builds[@]} builds"
