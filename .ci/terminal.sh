#!/usr/bin/env bash
# Plays the games in a real terminal, tmux, and looks at what is on the screen. Each check prints a
# line; the first that does not hold ends the run with the screen as it was. Where tmux or python3 is
# missing it fails: nothing is skipped.
#
#   .ci/terminal.sh [TACTUS]    the tool to play with; without one it is built
set -euo pipefail
cd "$(dirname "$0")/.."
command -v tmux >/dev/null || { echo "no tmux"; exit 1; }
command -v python3 >/dev/null || { echo "no python3"; exit 1; }

work=$(mktemp -d)
server=tactus-$$
export LC_ALL=C.UTF-8 TERM=xterm-256color
unset NO_COLOR
mux() { tmux -L "$server" "$@"; }
trap 'mux kill-server 2>/dev/null || true; rm -rf "$work"' EXIT

tactus=${1:-}
if [ -z "$tactus" ]; then
	tactus=$work/tactus
	(cd cmd/tactus && go build -o "$tactus" .)
fi
tactus=$(realpath "$tactus")
(cd cmd/tactus && go test -c -o "$work/faulty" .) # the tool, with games that misbehave

mux -f /dev/null -u new-session -d -s t -x 80 -y 24 "env PS1='ready> ' bash --norc --noprofile"
mux set-option -g history-limit 5000

checks=0
good() { checks=$((checks + 1)); echo "  $*"; }
screen() { mux capture-pane -p -t t; }
bad() { echo "FAILED: $*"; echo "the screen:"; screen || true; exit 1; }
keys() { mux send-keys -t t "$@"; }

# shows PATTERN: waits until the screen shows it, 10 s at most.
shows() {
	local i
	for i in $(seq 100); do
		if screen | grep -Eq -- "$1"; then return 0; fi
		sleep 0.1
	done
	bad "the screen never showed: $1"
}
lacks() { if screen | grep -Eq -- "$1"; then bad "the screen shows: $1"; fi; }

# plays COMMAND: runs it in the shell and waits for the game.
plays() {
	keys C-l
	shows '^ready> *$'
	keys "$1" Enter
	shows "${2:-tick [0-9]+}"
}
tick() { screen | sed -n '1s/.*tick \([0-9][0-9]*\).*/\1/p'; }
pid() { pgrep -n -f "^($tactus|$work/faulty) run" || bad "no game runs"; }

# fits WIDTH HEIGHT: no line is longer, and the first and the last are there.
fits() {
	mux resize-window -t t -x "$1" -y "$2"
	sleep 0.6
	screen | python3 -c '
import sys
width, height = int(sys.argv[1]), int(sys.argv[2])
lines = sys.stdin.read().rstrip("\n").split("\n")
long = [l for l in lines if len(l) > width]
sys.exit(bool(long) or len(lines) > height or not lines[0].strip())' "$1" "$2" || bad "$1x$2 does not fit"
	good "fits $1x$2"
}

# restored: the shell has its screen, its cursor and its line editing again.
restored() {
	shows '^ready> *$'
	[ "$(mux display-message -p -t t '#{alternate_on} #{cursor_flag}')" = "0 1" ] || bad "the terminal is not as it was"
	keys 'stty -a | grep -o " -\?icanon"' Enter # the editor of bash itself reads without icanon
	shows '^ icanon'
}

echo "jump"
plays "$tactus run jump --seconds 600 --log $work/frames.csv" 'jump  plays itself'
for figure in '[0-9.]+ FPS' '1 % low \(mean\) [0-9.]+ FPS' 'p99 frame time [0-9.]+ ms' 'CPU [<0-9-]+' \
	'frame time to .*[▁▂▃▄▅▆▇█]{8}' 'steps/frame  0: [0-9]+ %' 'alpha 0\.[0-9]+' 'phase 0 [▁▂▃▄▅▆▇█]{16} 1' \
	'dropped  cap .*budget .*clamped .*gaps' 'scale 1 ' 'health [a-z]' 'step a frame.*variable step.*fixed step' 'peak 2\.42'; do
	shows "$figure"
done
good "draws the lanes and all figures"
fits 80 24
fits 40 10
fits 1 1
fits 120 40
fits 80 24

keys p
shows 'paused'
sleep 0.3
before=$(tick)
sleep 1.2
[ "$(tick)" = "$before" ] || bad "the tick went from $before to $(tick) while paused"
good "pause freezes the tick at $before"
keys .
shows "tick $((before + 1)) "
keys . .
shows "tick $((before + 3)) "
good "a single step adds one"

cpu() { awk '{ print $14 + $15 }' "/proc/$(pid)/stat"; }
hz=$(getconf CLK_TCK)
for attempt in 1 2 3 4 5 6 7 8; do # a shared machine has minutes in which every process looks busy
	sleep 1.5
	used=$(cpu)
	sleep 10
	used=$(($(cpu) - used))
	if [ "$used" -lt $((hz / 10)) ]; then break; fi
	echo "  attempt $attempt: $used of $((10 * hz)) ticks of a processor while idle"
done
[ "$used" -lt $((hz / 10)) ] || bad "the idle game used $used of $((10 * hz)) ticks of a processor: 1 % and more"
good "paused, it used $used of $((10 * hz)) ticks of a processor"

keys p
shows 'plays itself'
keys '['
shows 'scale 1/2'
keys '['
shows 'scale 1/4'
keys ']' ']'
shows 'scale 1 '
good "slow motion shows its scale"
keys i
shows 'interpolation off'
keys i
keys '?'
shows 'this help on or off'
keys '?'
keys Tab
sleep 0.5
lacks 'steps/frame'
keys Tab
shows 'steps/frame'
good "interpolation, help and HUD go on and off"
keys h
shows 'clamped [2-9][0-9][0-9] ms'
shows 'over 50 ms: [1-9]'
good "a hitch is seen as clamped time"
keys Space
shows 'yours'
good "a key of the game takes it over"

# The HUD's figures and the log's are of the same frames: those up to a pause.
sleep 1
keys p
shows 'paused'
sleep 3
screen >"$work/hud"
keys q
shows '^tick [0-9]+, x '
restored
good "q restores the screen and prints the summary"
python3 - "$work/hud" "$work/frames.csv" <<'PYTHON' || bad "the HUD and the frame log disagree"
import csv, math, re, sys

hud = open(sys.argv[1], encoding="utf-8").read()
lines = open(sys.argv[2], encoding="utf-8").read().splitlines()
assert lines[-1].startswith("# rows="), "the log was cut off: " + lines[-1]
rows = list(csv.DictReader(l for l in lines if not l.startswith("#")))
times, gap = [], False
for r in rows:
    if float(r["frame_time_ms"]) > 0 and r["paused"] == "0" and not r["gap"]:
        times.append(float(r["frame_time_ms"]))

def last(limit):
    """The last frames that make at most, or at least, that many ms: the window, or the FPS window."""
    n, total = 0, 0.0
    for t in reversed(times[-4096:]):
        if n and total + t > limit:
            break
        n, total = n + 1, total + t
    return times[len(times) - n:]

window = sorted(last(10_000))
n, total = 0, 0.0
for t in reversed(times):
    if total >= 500:
        break
    n, total = n + 1, total + t
slow = window[-max(math.ceil(len(window) / 100), 1):]
figures = {
    "FPS": (r"([\d.]+) FPS", 1000 * n / total, 0.051),
    "low mean": (r"1 % low \(mean\) ([\d.]+) FPS", 1000 * len(slow) / sum(slow), 0.051),
    "p99": (r"p99 frame time ([\d.]+) ms", window[max(math.ceil(len(window) * 0.99), 1) - 1], 0.0051),
    "frames": (r"frames (\d+)", len(times), 0),
}
for name, (pattern, want, rounding) in figures.items():
    got = float(re.search(pattern, hud).group(1))
    print(f"    {name}: HUD {got}, log {want:.4f}")
    assert abs(got - want) <= rounding, name
PYTHON
good "the frame log and the HUD tell the same figures"

echo "stop and go on"
plays "$tactus run jump --seconds 600"
keys C-z
shows 'Stopped'
restored
keys "clear; fg" Enter
shows 'gap of [0-9.]+ s, stopped'
good "ctrl+z gives the terminal back, fg takes it again and tells of the gap"
kill -TSTP "$(pid)"
shows 'Stopped'
restored
keys "clear; fg" Enter
shows 'gap of [0-9.]+ s, stopped'
kill -STOP "$(pid)"
shows 'Stopped'
sleep 1.2
keys "clear; fg" Enter
shows 'gap of [0-9.]+ s, unannounced'
shows 'steps/frame'
good "so do SIGTSTP and, without a word before, SIGSTOP"
kill -TERM "$(pid)"
shows '^tick [0-9]+, x '
restored
plays "$tactus run jump --seconds 600"
kill -INT "$(pid)"
shows '^tick [0-9]+, x '
restored
plays "$tactus run jump --seconds 600"
keys C-c
shows '^tick [0-9]+, x '
restored
good "SIGTERM, SIGINT and ctrl+c end it with the summary"

echo "mergeisland"
plays "$tactus run mergeisland" 'mergeisland'
shows 'over  tick 100 of 100'
shows 'score 323'
keys h
keys q
shows '^100\|-131\|5050\|18\|100\|323\|3492529440\|[0-9]+$'
restored
plays "$tactus run mergeisland --seconds 600" 'mergeisland'
keys h
shows 'cap [3-9][0-9][0-9] ms'
keys Right
shows 'yours'
fits 40 10
fits 80 24
keys q
restored
good "plays its reference run to the published summary, and a hitch is dropped by the cap"
for game in spring tunnel; do
	plays "$tactus run $game --seconds 600" "$game"
	fits 40 10
	fits 80 24
	keys q
	restored
done
plays "$tactus run jump --seconds 2" 'jump'
shows '^tick 1[12][0-9], x '
restored
good "--seconds ends it by itself"

echo "games that misbehave"
plays "TACTUS_AS_TOOL=1 $work/faulty run panics" 'panics'
shows 'panicked in tick 120: a bug of the game'
shows 'before it: whole ticks:'
restored
good "a game that panics leaves the terminal as it was"
plays "TACTUS_AS_TOOL=1 $work/faulty run hangs" 'hangs'
shows 'no frame comes'
keys q
shows 'does not return from a tick'
restored
good "a game that hangs is said to, and can be left"

echo "no colours, no UTF-8, no terminal"
coloured() { mux capture-pane -p -e -t t | grep -Eq $'\x1b\\[[0-9;]*([34][0-7]|9[0-7]|[34]8)[;m]'; }
plays "$tactus run jump --seconds 600"
coloured || bad "no colours"
keys q
restored
keys "reset; clear" Enter
plays "NO_COLOR=yes $tactus run jump --seconds 600"
if coloured; then bad "colours under NO_COLOR"; fi
keys q
restored
good "NO_COLOR has none"
plays "LC_ALL=C $tactus run jump --seconds 600"
shows 'steps/frame'
if screen | LC_ALL=C grep -q '[^ -~]'; then bad "more than ASCII in a locale that has no more"; fi
keys q
restored
good "a locale of ASCII has ASCII"
plays "$tactus run mergeisland --plain" '[0-9.]+ fps  steps [0-9]+'
shows '^100\|-131\|5050\|18\|100\|323\|3492529440\|[0-9]+$'
plays "$tactus run mergeisland | cat -v > $work/out 2>&1; wc -l < $work/out" '^1$'
grep -Eq '^100\|-131\|5050\|18\|100\|323\|3492529440\|[0-9]+$' "$work/out" || bad "the pipe holds $(cat "$work/out")"
plays "$tactus run mergeisland > $work/out 2> $work/err; cat -v $work/err" '^mergeisland: 100 steps'
if grep -q $'\x1b' "$work/out" "$work/err"; then bad "escape sequences in a file"; fi
good "--plain, a pipe and a file are plain"
for signal in TERM INT HUP; do
	rm -f "$work/out" "$work/err" # or the last run's line would say that this one has begun
	"$tactus" run jump --plain --seconds 60 > "$work/out" 2> "$work/err" &
	for i in $(seq 100); do if grep -q '^jump  tick' "$work/err"; then break; fi; sleep 0.1; done
	kill -"$signal" $!
	wait $! || bad "SIG$signal ends a plain run with code $?"
	grep -q '^tick [0-9]*, x ' "$work/out" || bad "SIG$signal takes the summary of a plain run: $(cat "$work/out" "$work/err")"
done
good "signals end a plain run with its summary"
plays "$tactus run mergeisland --seconds 2 --log /dev/full; echo exit \$?" 'mergeisland'
shows 'exit 0'
[ "$(screen | grep -c 'rows lost')" = 1 ] || bad "a full disk is not told of once"
good "a full disk is told of once and ends nothing"

plays "$tactus run mergeisland"
shows '^100\|-131\|5050\|18\|100\|323\|3492529440\|[0-9]+$'
good "the reference run ends by itself with its summary where nobody takes it over"

echo "a terminal that is closed"
plays "$tactus run jump --seconds 600 --log $work/closed.csv"
sleep 1
game=$(pid)
mux kill-server
for i in $(seq 50); do kill -0 "$game" 2>/dev/null || break; sleep 0.1; done
if kill -0 "$game" 2>/dev/null; then kill -KILL "$game"; echo "FAILED: the game outlives its terminal"; exit 1; fi
tail -1 "$work/closed.csv" | grep -q '^# rows=' || { echo "FAILED: the frame log was cut off"; exit 1; }
good "the game ends with it, and its frame log is whole"

echo "terminal: $checks checks passed"
[ "$checks" -ge 35 ] || { echo "FAILED: fewer checks than there are"; exit 1; }
