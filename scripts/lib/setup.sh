# Installs what a script needs and the machine lacks. Sourced after common.sh; see scripts/setup.
#
#   setup play        # what building the module and the page takes
#   setup test        # that, and what the tests take: the fuzzers too
#   setup bench       # that, and what the benchmark compares with and counts by
#
# On Debian and Ubuntu packages are installed with apt, as root or through sudo; elsewhere the names of what is missing
# are printed. Nothing is installed that is there already, so a second call takes no time.

# A line for each requirement: who needs it, Debian's package, how to see that it is there, where it comes from.
requirements() {
  cat <<'LIST'
play|cmake|command cmake|https://cmake.org (3.22 or newer)
play|ninja-build|command ninja|https://ninja-build.org
play|emscripten|command em++|https://emscripten.org (3.1.6 or newer)
test|g++|command g++|https://gcc.gnu.org (12 or newer)
test|doctest-dev|header doctest/doctest.h|https://github.com/doctest/doctest (headers)
test|chromium-headless-shell|command chromium-headless-shell chromium|https://www.chromium.org
test|python3-sphinx|file /usr/lib/python3/dist-packages/sphinx/__init__.py|https://www.sphinx-doc.org
test|mkdocs|file /usr/lib/python3/dist-packages/mkdocs/__init__.py|https://www.mkdocs.org
test|clang-format|command clang-format|https://clang.llvm.org (14)
bench|libadolc-dev|header adolc/adolc.h|https://github.com/coin-or/ADOL-C
bench|chromium|command chromium|https://www.chromium.org
bench|valgrind|command valgrind|https://valgrind.org
lint|clang-tidy|command clang-tidy|https://clang.llvm.org
test|clang-14|command clang++-14|https://clang.llvm.org
test|libclang-rt-14-dev|file /usr/lib/llvm-14/lib/clang/*/lib/linux/libclang_rt.fuzzer-*.a|https://compiler-rt.llvm.org
LIST
}

# play is part of everything; bench and lint come on top of test.
wanted_by() { # SCOPE WHO
  case "$1:$2" in
    *:play | test:test | bench:test | bench:bench | lint:test | lint:lint) return 0 ;;
    *) return 1 ;;
  esac
}

is_there() { # KIND WHAT
  local name
  case "$1" in
    command) for name in $2; do have "$name" && return 0; done; return 1 ;; # any of them
    header) [ -e "/usr/include/$2" ] || [ -e "/usr/local/include/$2" ] ;;
    file) compgen -G "$2" >/dev/null ;;
  esac
}

check_node() {
  local where="Seesaw needs Node 20.19 or newer with npm: https://nodejs.org, or a package of"
  where+=" https://github.com/nodesource/distributions"
  have node || die "node is missing. $where"
  node -e 'const [a, b] = process.versions.node.split(".").map(Number);
    process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' ||
    die "this is Node $(node --version). $where"
  have npm || die "npm is missing. $where"
}

install_packages() { # PACKAGE...
  local sudo=()
  if [ "$(id -u)" != 0 ]; then
    have sudo || die "missing: $*. Install them as root: apt-get install $*"
    sudo=(sudo)
  fi
  say "installing: $*"
  local log="$root/build/log/apt.log"
  mkdir -p "$root/build/log"
  local install=("${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@")
  "${install[@]}" >"$log" 2>&1 && return
  # Package lists may be old or absent.
  "${sudo[@]}" apt-get update >>"$log" 2>&1
  "${install[@]}" >>"$log" 2>&1 || {
    tail -n 20 "$log" >&2
    die "apt-get could not install: $*"
  }
}

setup_packages() { # SCOPE
  local who package kind what source missing=() sources=()
  while IFS='|' read -r who package kind source; do
    wanted_by "$1" "$who" || continue
    what=${kind#* }
    is_there "${kind%% *}" "$what" && continue
    missing+=("$package")
    sources+=("  $what: $source")
  done < <(requirements)
  [ ${#missing[@]} = 0 ] && return
  if have apt-get && [ -f /etc/debian_version ]; then
    install_packages "${missing[@]}"
    return
  fi
  say "missing on this system:"
  printf '%s\n' "${sources[@]}" >&2
  die "install these, then run this again"
}

# npm ci from the lock file, again only when the lock file changed.
setup_npm() { # FOLDER
  local folder="$root/$1" stamp="$root/$1/node_modules/.installed-lock"
  [ -f "$folder/package-lock.json" ] || return 0
  cmp -s "$folder/package-lock.json" "$stamp" && return
  local log="$root/build/log/npm.log"
  mkdir -p "$root/build/log"
  npm ci --prefix "$folder" --no-audit --no-fund >"$log" 2>&1 || {
    tail -n 20 "$log" >&2
    die "npm ci failed in $1"
  }
  cp "$folder/package-lock.json" "$stamp"
}

setup() { # SCOPE
  check_node
  setup_packages "$1"
  # Debian's emscripten brings Node 18: it takes the place of a newer one in /usr/bin that is no package.
  hash -r
  check_node
  setup_npm web
  [ "$1" != test ] || setup_npm tests/package
}
