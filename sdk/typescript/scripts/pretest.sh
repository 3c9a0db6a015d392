#!/bin/sh
# Makes what the tests import, and holds the example of the README to the one that is compiled.
set -e
esbuild src/chacha8.ts --bundle --format=esm --outfile=test/chacha8.mjs --log-level=warning
node scripts/readme.mjs
tsc -p example
