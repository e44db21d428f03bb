# Runs the tests that paths name, after building what they need. Sourced after common.sh, setup.sh and steps.sh, by
# scripts/test.
#
#   some_tests tests/core/view_test.cpp                 # a native file, under the sanitizers
#   some_tests tests/node/cli.test.js tests/browser     # a file under Node, all files in the browser
#   some_tests tests/data/corpus tests/fuzz             # recordings of PyTorch, findings of the fuzzer
#   some_tests tests/text/passes/cse_pass               # text cases; with SEESAW_UPDATE=yes they are rewritten

# The files of tests below a path, or the path itself. PATH NAME-PATTERN...
tests_below() {
  local path=$1
  shift
  if [ -f "$path" ]; then echo "$path"; else find "$path" -name node_modules -prune -o -name "$1" -print | sort; fi
}

# Builds once what several paths need.
declare -A built=()
needs() { # NAME COMMAND...
  local name=$1
  shift
  [ -n "${built[$name]:-}" ] || step "$name" count_one "$@" || return 1
  built[$name]=yes
}

run_node_files() { node --test --test-concurrency=1 --test-reporter=tap "$@"; }
run_native_files() { build/asan/tests/seesaw_tests -nc "-sf=$1"; }
count_doctest() {
  awk '
    /\[doctest\] test cases:/ { gsub(/[^0-9|]/, ""); split($0, n, "|"); p = n[2]; f = n[3]; s = n[4] }
    END { print p + 0, f + 0, s + 0 }' "$1"
}

native_path() {
  needs "native build" build_preset asan seesaw_tests || return 1
  local files
  files=$(tests_below "$1" '*_test.cpp' | sed 's|.*/|*/|' | paste -sd,)
  step "$1" count_doctest run_native_files "$files"
}
node_path() {
  needs "wasm build" build_preset wasm || return 1
  local files
  mapfile -t files < <(tests_below "$1" '*.test.*js')
  step "$1" count_node run_node_files "${files[@]}"
}
browser_path() {
  needs "wasm build" build_preset wasm && needs "page build" npm --prefix web run build && node_path "$1"
}
fuzz_path() {
  needs "native build" build_preset asan fuzz_replay || return 1
  step "$1" count_ctest ctest --test-dir build/asan -V -R fuzz_regressions
}
replay_path() {
  needs "wasm build" build_preset wasm && step "$1" count_line scripts/seesaw replay "$1"
}
text_path() {
  needs "wasm build" build_preset wasm || return 1
  step "$1" count_line node tests/tools/text_cases.mjs ${SEESAW_UPDATE:+--update} "$1"
  [ -z "${SEESAW_UPDATE:-}" ] || grep '^rewritten: ' "$(log_of "$1")"
  return 0
}

some_tests() { # PATH...
  local path
  for path in "$@"; do
    path=${path#"$root"/}
    path=${path#./}
    path=${path%/}
    [ -e "$path" ] || die "there is no $path; scripts/test takes files and folders of tests/, or nothing for all tests"
    case "$path" in
      tests/text*) text_path "$path" ;;
      *) [ -z "${SEESAW_UPDATE:-}" ] || die "$path: --update rewrites text cases only, in tests/text" ;;&
      tests/core*) native_path "$path" ;;
      tests/node* | tests/tools* | tests/package*) node_path "$path" ;;
      tests/browser*) browser_path "$path" ;;
      tests/fuzz*) fuzz_path "$path" ;;
      tests/data*) replay_path "$path" ;;
      *) die "$path holds no tests: name some of tests/{core,text,node,browser,package,tools,fuzz,data}" ;;
    esac
  done
}
