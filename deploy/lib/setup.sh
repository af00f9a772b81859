# Sourced by deploy/run and deploy/test: says what happens, installs what is missing, configures and builds a preset.
set -euo pipefail

KUBOK_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

step() { printf '\n== %s\n' "$*"; }
fail() {
  printf '\nFAILED: %s\n' "$*" >&2
  exit 1
}

install_missing() {
  local missing=() name
  while read -r name; do
    [[ -z $name || $name == \#* ]] && continue
    dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null | grep -qx installed || missing+=("$name")
  done < "$KUBOK_ROOT/deploy/packages.txt"
  if ((${#missing[@]} == 0)); then
    step "Packages: all installed"
    return
  fi
  step "Packages: installing ${#missing[@]}: ${missing[*]}"
  command -v apt-get >/dev/null || fail "this is not Debian: install by hand what deploy/packages.txt lists"
  local root=()
  if ((EUID != 0)); then
    command -v sudo >/dev/null || fail "run as root, or install sudo: packages are missing: ${missing[*]}"
    root=(sudo)
  fi
  "${root[@]}" apt-get update -qq || fail "apt-get update: is the package source reachable?"
  DEBIAN_FRONTEND=noninteractive "${root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null ||
    fail "apt-get install: see above"
}

# build PRESET [TARGET...]: configure once, then build.
build() {
  local preset=$1
  shift
  local jobs
  jobs=$(nproc)
  # KUBOK_LAUNCHER=ccache in the environment: a compiler cache instead of precompiled headers, for daily work.
  export KUBOK_LAUNCHER=${KUBOK_LAUNCHER:-}
  cd "$KUBOK_ROOT"
  step "Configure ($preset)"
  mkdir -p build
  cmake --preset "$preset" > "build/configure-$preset.log" 2>&1 || {
    tail -30 "build/configure-$preset.log" >&2
    fail "configure: see build/configure-$preset.log"
  }
  step "Build ($preset, $jobs jobs)"
  cmake --build --preset "$preset" -j "$jobs" ${@:+--target "$@"} | progress || fail "build ($preset): see above"
}

# On a terminal ninja's own line; in a log one line in fifty, and everything that is not a progress line.
progress() {
  if [[ -t 1 ]]; then
    cat
  else
    awk '/^\[[0-9]+\/[0-9]+\]/ { if (++n % 50 == 0 || $0 ~ /Linking CXX executable bin/) print; next } { print } { fflush() }'
  fi
}
