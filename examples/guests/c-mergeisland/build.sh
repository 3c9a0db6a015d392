#!/usr/bin/env bash
# Builds island.wasm, or the file named. Needs clang and lld (Debian: apt-get install clang lld).
set -euo pipefail
out=$(realpath -m "${1:-$(dirname "$0")/island.wasm}")
cd "$(dirname "$0")"

# The stack is at the bottom of the memory, so that one too deep traps instead of writing over the
# state. 5 pages hold it and the buffers; the maximum is part of the module, so no host must choose one.
clang --target=wasm32-unknown-unknown -std=c11 -O2 -Wall -Wextra -Wpedantic -Werror \
	-nostdlib -ffreestanding -fvisibility=hidden -I ../../../sdk/c \
	-Wl,--no-entry -Wl,--strip-all -Wl,--stack-first -Wl,-z,stack-size=16384 \
	-Wl,--initial-memory=327680 -Wl,--max-memory=327680 \
	-o "$out" island.c
