#!/usr/bin/env bash
# Builds a release of this commit and tries it: all six archives, twice over for those of each form, from
# another folder; the Linux program as it is unpacked, and the Windows one under Wine. Where Wine cannot
# be had it says so, and in its last line too. About two minutes on two cores with an empty build cache,
# one with a full one, and one more where Wine is installed.
set -euo pipefail
cd "$(dirname "$0")/.."

version=v0.0.0-check
log=framelog/testdata/twins/mangohud-0.8.csv
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() { echo "release-check: $*" >&2; exit 1; }

# release runs the script in a repository, with an environment that must not matter.
release() { # release REPOSITORY OUTDIR
	(cd "$1" && bash .ci/release.sh $version "$2")
}

release . "$work/dist"
commit=$(git rev-parse HEAD)
[ -z "$(git status --porcelain)" ] || commit+=-dirty
[ "$(wc -l <"$work/dist/SHA256SUMS")" -eq 6 ] || fail "not six archives"

# The same commit elsewhere, at another time, for another user's settings.
again="NOT RUN: whether another folder gives the same bytes, since the tree has changes"
if [ "${commit%-dirty}" = "$commit" ]; then
	git clone -q -c advice.detachedHead=false . "$work/elsewhere"
	(umask 077 && TZ=Asia/Tokyo GOFLAGS=-v GOAMD64=v3 RELEASE_TARGETS="linux/amd64 windows/amd64" \
		release "$work/elsewhere" "$work/again" 2>/dev/null)
	for archive in "$work"/again/tactus-*; do
		cmp "$archive" "$work/dist/$(basename "$archive")" || fail "$(basename "$archive") has other bytes elsewhere"
	done
	again="another folder gives the same bytes"
fi

# try checks a program: what it says of itself, and that it reads a log.
try() { # try SYSTEM COMMAND...
	local system=$1 said report
	shift
	said=$("$@" --version | tr -d '\r')
	echo "$said"
	[[ $said == "tactus $version, commit $commit, go"*", $system" ]] || fail "--version says: $said"
	report=$("$@" frames report "$log" | tr -d '\r') || fail "frames report $log failed"
	[ "$(wc -l <<<"$report")" -ge 3 ] || fail "frames report $log says: $report"
	head -3 <<<"$report"
}

unpack() { # unpack ARCHIVE: into a folder of its name
	python3 -c 'import shutil, sys; shutil.unpack_archive(sys.argv[1], sys.argv[2])' "$1" "$work/unpacked"
}

[ -f "$log" ] || fail "$log is gone: name another small log here"
unpack "$work/dist/tactus-$version-linux-amd64.tar.gz"
folder=$work/unpacked/tactus-$version-linux-amd64
for name in LICENSE README.md THIRD_PARTY tactus; do
	[ -s "$folder/$name" ] || fail "the archive has no $name"
done
for module in kong bubbletea plot "standard library"; do
	grep -q "$module.*: \(LICEN\|COPY\)" "$folder/THIRD_PARTY" || fail "THIRD_PARTY has no licence of $module"
done
try linux/amd64 "$folder/tactus"

# What it brings along: the lab, and the module that a recording is proven on, both without any Go.
outside() { (cd "$work" && PATH=/usr/bin:/bin env -u GOROOT "$folder/tactus" "$@"); }
outside lab --export site >/dev/null || fail "lab --export failed"
[ -s "$work/site/engine.wasm" ] && [ -s "$work/site/logs.wasm" ] && [ -s "$work/site/wasm_exec.js" ] || fail "the exported lab has no module"
outside run mergeisland --seconds 1 --record game.tactus >/dev/null || fail "run --record failed"
said=$(outside prove game.tactus) || fail "prove of a recording failed: $said"
grep -q "of this release" <<<"$said" || fail "prove ran no module: $said"

unpack "$work/dist/tactus-$version-windows-amd64.zip"
program=$work/unpacked/tactus-$version-windows-amd64/tactus.exe
[ -s "$program" ] || fail "the archive has no tactus.exe"
export version commit log program
if bash .ci/wine.sh --with true >"$work/wine.log" 2>&1; then
	export -f try fail
	bash .ci/wine.sh --with bash -c 'set -euo pipefail; try windows/amd64 "$wine" "$program"'
	windows="the Windows program runs under Wine"
else
	tail -5 "$work/wine.log"
	windows="NOT RUN: THE WINDOWS PROGRAM, SINCE WINE CANNOT BE HAD HERE"
fi
echo "release-check: six archives; the Linux program runs; $again; $windows"
