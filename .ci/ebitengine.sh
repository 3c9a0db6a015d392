#!/usr/bin/env bash
# The Ebitengine adapter and its example, which stand outside go.work because they need a C compiler and
# X11's headers: built, vetted and tested in a real window under Xvfb. What cannot run here fails.
set -euo pipefail
cd "$(dirname "$0")/.."
export GOWORK=off GOFLAGS=-count=1
screen=(xvfb-run -a -s "-screen 0 1280x800x24")
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT

install() {
	local wanted=(xvfb xauth xdotool gcc libc6-dev pkg-config libgl1-mesa-dri libgl1-mesa-dev libx11-dev
		libxrandr-dev libxcursor-dev libxinerama-dev libxi-dev libxxf86vm-dev)
	local missing=() package
	for package in "${wanted[@]}"; do
		dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q "ok installed" || missing+=("$package")
	done
	[ ${#missing[@]} -eq 0 ] && return
	apt-get update -qq
	DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# tested runs a module's tests in a window and fails unless each of the tests named has passed.
tested() { # tested FOLDER TEST...
	local folder=$1 test log=$temp/log
	shift
	(cd "$folder" && go build ./... && go vet ./... && "${screen[@]}" go test -v ./...) >"$log" 2>&1 || {
		cat "$log"
		echo "$folder: FAILED"
		return 1
	}
	grep -E "^(ok|FAIL|---? FAIL)|pixels:|varies by|jumps in ticks" "$log"
	for test in "$@"; do
		grep -q "^--- PASS: $test " "$log" || { echo "$folder: $test did not run"; return 1; }
	done
}

# window plays the reference run in real time and looks at what it prints and shows.
window() {
	local summary shot=$temp/island.png
	(cd examples/ebitengine && go build -o "$temp/shell" .)
	summary=$("${screen[@]}" "$temp/shell" --game mergeisland --reference --overlay --screenshot "$shot")
	echo "$summary"
	[ "${summary%|*}" = "100|-131|5050|18|100|323|3492529440" ] || { echo "another summary in a window"; return 1; }
	[ "$(stat -c %s "$shot")" -gt 50000 ] || { echo "the screenshot is all but empty"; return 1; } # one colour takes 3 kB
}

# elsewhere builds both modules for the systems that need no C compiler.
elsewhere() {
	local folder target
	for folder in adapters/ebitengine examples/ebitengine; do
		for target in windows/amd64 js/wasm; do
			(cd "$folder" && GOOS=${target%/*} GOARCH=${target#*/} go vet ./...) || { echo "$folder: $target"; return 1; }
		done
	done
}

start=$SECONDS
install
tested adapters/ebitengine TestARealKeyPressIsSeenByExactlyOneTick TestLosingTheKeyboardFreezesARealGame \
	TestLosingTheKeyboardIsAGapWithItsLength TestTheOverlayIsDrawnWhereItIsShown
tested examples/ebitengine TestTheReferenceRunInAWindowEndsAsEverywhere TestAnInjectedKeyLandsOnItsTickInAWindow \
	TestPixelsAt144DrawsASecondMoveEvenlyWithInterpolationOnly TestThePagesDiffLeadsFromOneProgramToTheOther
(cd examples/ebitengine && go test -run '^$' -fuzz FuzzParseScript -fuzztime 3s ./internal/play | tail -1)
window
elsewhere
echo "ebitengine: passed in $((SECONDS - start)) s"
