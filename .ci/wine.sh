#!/usr/bin/env bash
# Runs the tests of packages as Windows programs under Wine: .ci/wine.sh PACKAGE... (the root package
# and pace where none is given). GOFLAGS and the flags in WINE_TEST_FLAGS apply. Or it runs a command
# that finds Wine in $wine: .ci/wine.sh --with COMMAND...
#
# Debian's wine64 8.0 is all that is needed but for one library: Go 1.26 programs draw their random
# numbers from bcryptprimitives.dll, which that Wine does not have, so ours is built into the prefix.
# Installing takes about 20 s, the prefix 15 s (once: WINE_DIR keeps it), pace 5 s.
set -euo pipefail
cd "$(dirname "$0")/.."

export WINEDEBUG=${WINEDEBUG:--all}
dir=${WINE_DIR:-}
if [ -z "$dir" ]; then
	dir=$(mktemp -d)
	trap 'WINEPREFIX=$dir/prefix "$server" -k 2>/dev/null || true; rm -rf "$dir"' EXIT
fi
mkdir -p "$dir"
export WINEPREFIX=$dir/prefix

missing=()
wine=$(command -v wine64 || ls /usr/lib/wine/wine64 2>/dev/null || true)
[ -n "$wine" ] || missing+=(wine64)
command -v x86_64-w64-mingw32-gcc >/dev/null || missing+=(gcc-mingw-w64-x86-64)
if [ ${#missing[@]} -gt 0 ]; then
	apt-get update -qq
	DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
	wine=$(command -v wine64 || echo /usr/lib/wine/wine64)
fi
server=$(command -v wineserver || ls /usr/lib/wine/wineserver64 /usr/lib/wine/wineserver 2>/dev/null | head -1)

system=$WINEPREFIX/drive_c/windows/system32
[ -d "$system" ] || "$wine" wineboot -i >"$dir/wineboot.log" 2>&1 || { cat "$dir/wineboot.log"; exit 1; }
x86_64-w64-mingw32-gcc -O2 -shared -o "$system/bcryptprimitives.dll" .ci/bcryptprimitives.c -ladvapi32

if [ "${1:-}" = --with ]; then
	shift
	export wine
	"$@"
	exit
fi

packages=("$@")
[ ${#packages[@]} -gt 0 ] || packages=(. ./pace)
log=$dir/log
# shellcheck disable=SC2086 # the flags are several words
GOOS=windows GOARCH=amd64 go test -exec "$wine" ${WINE_TEST_FLAGS:--short -count=1} "${packages[@]}" | tee "$log"
ran=$(grep -c '^ok  	' "$log" || true)
[ "$ran" -eq ${#packages[@]} ] || { echo "$ran of ${#packages[@]} packages ran under Wine"; exit 1; }
