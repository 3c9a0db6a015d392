#!/usr/bin/env bash
# Builds the archives of a release: .ci/release.sh VERSION OUTDIR, as .ci/release.sh v1.2.0 dist. OUTDIR
# must be empty or not there. It takes about a minute on two cores, less with a warm build cache.
#
# The same commit, built with the same Go and the same Python, gives the same bytes in any folder: Go gets
# no paths, no cgo and no environment, archives hold sorted names, owner 0 and the commit's time. A tree
# with changes is refused, since its commit would not be what was built; RELEASE_DIRTY=1 allows it for a
# trial and says so in the commit. RELEASE_TARGETS="linux/amd64 ..." builds some only.
set -euo pipefail
cd "$(dirname "$0")/.."

[ $# -eq 2 ] || { echo "usage: .ci/release.sh VERSION OUTDIR" >&2; exit 2; }
version=$1 out=$2
[[ $version =~ ^v[0-9]+\.[0-9]+\.[0-9]+[0-9A-Za-z.+-]*$ ]] || { echo "$version is no version: v1.2.3" >&2; exit 2; }
mkdir -p "$out"
out=$(cd "$out" && pwd)
[ -z "$(ls -A "$out")" ] || { echo "$out is not empty" >&2; exit 2; }
command -v python3 >/dev/null || { echo "python3 is missing: it packs the archives" >&2; exit 2; }

commit=$(git rev-parse HEAD)
if [ -n "$(git status --porcelain)" ]; then
	[ "${RELEASE_DIRTY:-}" = 1 ] || { echo "the tree has changes: commit them, or set RELEASE_DIRTY=1" >&2; exit 2; }
	commit+=-dirty
fi
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
targets=${RELEASE_TARGETS:-linux/amd64 linux/arm64 windows/amd64 windows/arm64 darwin/amd64 darwin/arm64}

# What a user's environment could put into a binary is set here. GOWORK=off takes versions from the
# tool's own go.mod and from no other module's.
export SOURCE_DATE_EPOCH CGO_ENABLED=0 GOWORK=off GOFLAGS=-mod=readonly GOAMD64=v1 GOARM64=v8.0 GOEXPERIMENT='' \
	GOFIPS140=off LC_ALL=C
flags="-s -w -buildid= -X main.releaseVersion=$version -X main.releaseCommit=$commit"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# notices prints the licences of all that a target links: Go's own, and each module's files of that kind,
# from its root and from the folders of the packages that are linked.
notices() {
	echo "tactus $version is under the licence in LICENSE. It is linked with what follows."
	section "Go $(go env GOVERSION), standard library" "$(go env GOROOT)"
	local path folder
	while read -r path folder; do
		section "$path" "$folder"
	done < <(cd cmd/tactus && go list -deps -f \
		'{{with .Module}}{{if and .Version (not .Replace)}}{{.Path}}@{{.Version}} {{.Dir}}{{end}}{{end}}' . | sort -u)
}

section() { # section NAME FOLDER
	local file found=0
	while IFS= read -r file; do
		found=1
		printf '\n%s\n%s: %s\n%s\n\n' "$(line)" "$1" "${file#"$2"/}" "$(line)"
		tr -d '\r' <"$file"
	done < <(licences "$2")
	[ $found -eq 1 ] || { echo "$1 has no licence file in $2" >&2; return 1; }
}

line() { printf '%.0s-' {1..80}; }

# licences prints the files in a folder that say under which terms it may be used, those of the parts of
# a module with them; Go's own folder holds other programs' too, so that its root counts alone.
licences() {
	local depth=4
	[ "$1" != "$(go env GOROOT)" ] || depth=1
	find "$1" -maxdepth $depth -type f \( -iname 'licen[cs]e*' -o -iname 'copying*' -o -iname 'notice*' \
		-o -iname 'patents' -o -ipath '*/licenses/*' \) ! -iname '*.go' ! -path '*/testdata/*' | sort
}

pack() { # pack FOLDER ARCHIVE: the folder's files, below its name
	python3 - "$1" "$2" <<'PY'
import gzip, os, sys, tarfile, time, zipfile
folder, archive = sys.argv[1:]
when = int(os.environ["SOURCE_DATE_EPOCH"])
names = sorted(os.listdir(folder))
def mode(name): return 0o755 if name in ("tactus", "tactus.exe") else 0o644
def read(name):
    with open(os.path.join(folder, name), "rb") as f: return f.read()
inside = os.path.basename(folder) + "/"
if archive.endswith(".zip"):
    with zipfile.ZipFile(archive, "w") as z:
        for name in names:
            info = zipfile.ZipInfo(inside + name, time.gmtime(when)[:6])
            info.create_system, info.compress_type = 3, zipfile.ZIP_DEFLATED
            info.external_attr = (0o100000 | mode(name)) << 16
            z.writestr(info, read(name), compresslevel=9)
else:
    with open(archive, "wb") as f, gzip.GzipFile("", "wb", 9, f, 0) as g, \
            tarfile.open(fileobj=g, mode="w", format=tarfile.USTAR_FORMAT) as t:
        for name in names:
            info = t.gettarinfo(os.path.join(folder, name), inside + name)
            info.uid = info.gid = 0
            info.uname = info.gname = ""
            info.mtime, info.mode = when, mode(name)
            with open(os.path.join(folder, name), "rb") as source: t.addfile(info, source)
PY
}

# What the tool brings along for WebAssembly, and a clone builds by itself. The folder is out of git.
embedded=cmd/tactus/embedded
rm -rf $embedded && mkdir $embedded
module() { # module GOOS PACKAGE NAME FLAGS...: builds a module into the folder
	local os=$1 package=$2 name=$3
	shift 3
	GOOS=$os GOARCH=wasm go build -trimpath -buildvcs=false -ldflags "-s -w -buildid=" "$@" -o "$work/$name" "$package"
	gzip -9 -n -c "$work/$name" >"$embedded/$name.gz"
}
module js ./lab/wasm engine.wasm
module js ./lab/logs/wasm logs.wasm
module wasip1 ./examples/guests/go-mergeisland mergeisland.wasm -buildmode=c-shared
gzip -9 -n -c "$(go env GOROOT)/lib/wasm/wasm_exec.js" >$embedded/wasm_exec.js.gz
trap 'rm -rf "$work" cmd/tactus/embedded' EXIT

for target in $targets; do
	export GOOS=${target%/*} GOARCH=${target#*/}
	name=tactus-$version-$GOOS-$GOARCH ending='' archive=.tar.gz
	[ "$GOOS" != windows ] || { ending=.exe archive=.zip; }
	mkdir "$work/$name"
	(cd cmd/tactus && go build -tags embedded -trimpath -buildvcs=false -ldflags "$flags" -o "$work/$name/tactus$ending" .)
	cp LICENSE README.md "$work/$name/"
	notices >"$work/$name/THIRD_PARTY"
	pack "$work/$name" "$out/$name$archive"
	rm -r "${work:?}/$name"
	echo "$name$archive"
done
unset GOOS GOARCH

cd "$out"
sum() { if command -v sha256sum >/dev/null; then sha256sum "$@"; else shasum -a 256 "$@"; fi; }
sum tactus-* >SHA256SUMS
sum -c SHA256SUMS >/dev/null
echo "SHA256SUMS: $(wc -l <SHA256SUMS | tr -d ' ') archives of $version, commit $commit, verified"
