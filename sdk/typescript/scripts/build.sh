#!/bin/sh
# Builds what is published. It is no line of package.json, since that is published too.
set -e
rm -rf dist
tsc -p .
node scripts/types.mjs
esbuild src/index.ts --bundle --format=esm --target=es2022 --minify --outfile=dist/index.js --log-level=warning
