#!/usr/bin/env bash
# Builds merge-island as a module in Go, C and AssemblyScript, drives all three through one run, and holds
# the TypeScript SDK against the Go packages: same instrumented bytes, same recordings, same verdicts, in
# Node and in a real browser. One line for each check; the first that fails ends the run. It needs Go, and
# installs with apt what else is missing. Some 40 seconds with everything installed, at most two minutes.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sdk=sdk/typescript
c=examples/guests/c-mergeisland
as=examples/guests/assemblyscript-mergeisland
go=examples/guests/go-mergeisland

check() { # check NAME COMMAND...: one line, and the output where it fails
	local name=$1 start=$SECONDS status
	shift
	set +e # in a condition bash would let every command of a function fail unseen
	(
		set -e
		"$@"
	) >"$work/log" 2>&1
	status=$?
	set -e
	if [ $status -ne 0 ]; then
		cat "$work/log"
		echo "FAIL  $name"
		exit 1
	fi
	echo "ok    $name ($((SECONDS - start)) s)"
}

tools() {
	local missing=()
	command -v clang >/dev/null || missing+=(clang)
	command -v wasm-ld >/dev/null || missing+=(lld)
	command -v node >/dev/null || missing+=(nodejs)
	command -v npm >/dev/null || missing+=(npm)
	command -v "${CHROMIUM:-chromium}" >/dev/null || missing+=(chromium)
	if [ ${#missing[@]} -gt 0 ]; then
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}"
	fi
}

# packages installs what a lockfile says, once for each lockfile.
packages() { # packages FOLDER
	local stamp=$1/node_modules/.installed
	if ! cmp -s "$1/package-lock.json" "$stamp"; then
		(cd "$1" && npm ci --no-audit --no-fund --silent) && cp "$1/package-lock.json" "$stamp"
	fi
}

build_as() { packages $as && (cd $as && npm run --silent build); }
build_go() { GOOS=wasip1 GOARCH=wasm go build -buildmode=c-shared -o "$work/go.wasm" ./$go; }
build_sdk() { packages $sdk && (cd $sdk && npm run --silent build); }

# header compiles the C header alone, as a game's first file would see it.
header() {
	echo '#include "tactus.h"' >"$work/header.c"
	clang --target=wasm32-unknown-unknown -std=c11 -Wall -Wextra -Wpedantic -Werror -Wno-unused-function \
		-ffreestanding -fsyntax-only -I sdk/c "$work/header.c"
}

no_binaries() { ! git ls-files examples/guests sdk | grep -E '\.(wasm|o|tgz)$|node_modules|/dist/'; }

imports_nothing() {
	node --input-type=module -e '
		import { readFileSync } from "node:fs";
		for (const file of process.argv.slice(1)) {
			const all = WebAssembly.Module.imports(new WebAssembly.Module(readFileSync(file)));
			if (all.length > 0) throw new Error(`${file} imports ${JSON.stringify(all)}`);
		}' "$@"
}

inject() {
	local pairs=() name
	for name in c as go; do pairs+=("${modules[$name]}" "$work/$name.go.wasm"); done
	(cd adapters && go run ../.ci/guests/inject.go "${pairs[@]}")
	for name in c as go; do cmp "$work/$name.go.wasm" "$work/$name.fuel.wasm"; done
}

judge() {
	go run .ci/guests/judge.go -record "$work/native.tactus" "$work/c.tactus" "$work/as.tactus" "$work/go.tactus"
	local name
	for name in c as go; do node $sdk/scripts/cross.mjs verify "$work/native.tactus" "${modules[$name]}"; done
}

declare -A modules=([c]=$PWD/$c/island.wasm [as]=$PWD/$as/island.wasm [go]=$work/go.wasm)
named=(c="${modules[c]}" as="${modules[as]}" go="${modules[go]}")

check "tools" tools
check "no binary is in the repository" no_binaries
check "sdk/c/tactus.h compiles alone" header
check "build: C" $c/build.sh
check "build: AssemblyScript" build_as
check "build: Go" build_go
check "C and AssemblyScript import nothing" imports_nothing "${modules[c]}" "${modules[as]}"
node examples/guests/drive.mjs "${named[@]}"
check "build: TypeScript SDK" build_sdk
check "TypeScript SDK: tests in Node" bash -c "cd $sdk && npm test --silent"
check "TypeScript SDK: Chromium equals Node" node $sdk/scripts/browser.mjs "${named[@]}"
check "TypeScript SDK: published size" bash -c "cd $sdk && npm run --silent size"
check "TypeScript SDK: recordings of three guests" node $sdk/scripts/cross.mjs record "$work" "${named[@]}"
check "fuel: Go and TypeScript make the same bytes of every module" inject
check "recordings: the corpus has the same verdicts here" \
	node $sdk/scripts/cross.mjs corpus replay/testdata/replays "${modules[c]}"
check "recordings: Go judges those of TypeScript, TypeScript those of Go" judge
echo "guests: all checks passed in $SECONDS s"
