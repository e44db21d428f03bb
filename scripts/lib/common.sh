# What every script needs: the root of the checkout, messages, number of jobs. Sourced by bash scripts.
#
#   . "$(dirname "$0")/lib/common.sh"
#   have cmake || die "cmake is missing"

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
jobs=$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)

say() { printf '%s\n' "$*" >&2; }
die() {
  say "error: $*"
  exit 1
}
have() { command -v "$1" >/dev/null 2>&1; }

# Where ccache is there, what was compiled once, in any checkout, is not compiled again. For precompiled headers it must
# not look at times.
if have ccache && [ -z "${CMAKE_CXX_COMPILER_LAUNCHER:-}" ]; then
  export CMAKE_CXX_COMPILER_LAUNCHER=ccache CCACHE_BASEDIR="$root" CCACHE_NOHASHDIR=1
  export CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
fi

# Configures a preset if it is new or the presets changed (CMake runs itself again when its own files did) and builds
# it.
build_preset() { # PRESET [TARGET...]
  local preset=$1
  shift
  (
    cd "$root" || exit 1
    local folder=${preset%-tests}  # a build preset of the same folder has a suffix
    folder=${folder%-bench}
    [ "build/$folder/build.ninja" -nt CMakePresets.json ] || cmake --preset "$folder" || exit 1
    cmake --build --preset "$preset" -j "$jobs" ${1:+--target "$@"}
  )
}

# Our C++ files, from the root of the checkout.
cpp_sources() { find core wasm tests -name node_modules -prune -o \( -name '*.cpp' -o -name '*.h' \) -print | sort; }
check_format() { cpp_sources | xargs clang-format --dry-run -Werror; }
