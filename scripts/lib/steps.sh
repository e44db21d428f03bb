# Runs the steps of a test run: one line for each with its time, output only of those that fail, a sum at the end.
# Sourced after common.sh.
#
#   step "layers" count_one scripts/check_layers     # NAME COUNTER COMMAND...
#   finish                                           # prints the sum; status 1 if anything failed
#
# A counter reads the log of a step and prints `passed failed skipped`.

passed=0 failed=0 skipped=0 failed_steps=() started=$SECONDS
logs="$root/build/log"
mkdir -p "$logs"

# A step that is one check.
count_one() { [ "$2" = 0 ] && echo 1 0 0 || echo 0 1 0; }

# CTest with -V: the cases of doctest programs, and each other test as one.
count_ctest() {
  awk '
    /\[doctest\] test cases:/ { gsub(/[^0-9|]/, ""); split($0, n, "|"); sub(/^.*:/, "", n[1]); p += n[2]; f += n[3]; s += n[4]; next }
    / Test +#[0-9]+: / {
      split($0, part, /Test +#[0-9]+: /); name = part[2]; sub(/ .*/, "", name)
      if ($0 ~ /   Passed /) { if (name !~ /^core/) ++p }
      else if ($0 ~ /\*\*\*Skipped|Not Run \(Disabled\)/) ++s
      else if (name !~ /^core/) ++f
      else broken = 1
    }
    END { if (broken && f == 0) f = 1; print p + 0, f + 0, s + 0 }' "$1"
}

# node --test with the TAP reporter.
count_node() {
  awk '/^# pass /{p=$3} /^# fail /{f=$3} /^# cancelled /{c=$3} /^# skipped /{s=$3} /^# todo /{t=$3} END {print p+0, f+c+0, s+t+0}' "$1"
}

# Replay, and anything else that ends with `N passed, N failed, N skipped`.
count_line() { sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed, \([0-9]*\) skipped$/\1 \2 \3/p' "$1" | tail -n 1; }

add_counts() { # STATUS PASSED FAILED SKIPPED
  # A step that fails without a failed count (a crash, nothing run at all) is a failure all the same.
  local f=${3:-0}
  [ "$1" != 0 ] && [ "$f" = 0 ] && f=1
  passed=$((passed + ${2:-0})) failed=$((failed + f)) skipped=$((skipped + ${4:-0}))
  counted="${2:-0} passed"
  [ "$f" != 0 ] && counted+=", $f failed"
  [ "${4:-0}" != 0 ] && counted+=", ${4} skipped"
  [ "$f" = 0 ]
}

step() { # NAME COUNTER COMMAND...
  local name=$1 counter=$2 status begun=$SECONDS counts
  shift 2
  local log="$logs/${name// /-}.log"
  "$@" >"$log" 2>&1
  status=$?
  read -r -a counts < <("$counter" "$log" "$status")
  if add_counts "$status" "${counts[@]}"; then
    printf '%-28s ok    %4d s  %s\n' "$name" $((SECONDS - begun)) "$counted"
    return 0
  fi
  printf '%-28s FAIL  %4d s  %s\n' "$name" $((SECONDS - begun)) "$counted"
  failed_steps+=("$name")
  # The first lines that name a failure, and the end.
  grep -nE 'error:|ERROR|FAILED|^ *not ok' "$log" | cut -c -200 | head -n 20 | sed 's/^/    /'
  echo '    ...'
  tail -n 20 "$log" | cut -c -400 | sed 's/^/    /'
  echo "    all of it: ${log#"$root"/}"
  return 1
}

# What cannot be run is said, and counted.
skip() { # NAME REASON
  skipped=$((skipped + 1))
  printf '%-28s skipped: %s\n' "$1" "$2"
}

finish() {
  echo
  [ ${#failed_steps[@]} = 0 ] || echo "failed: $(printf '%s; ' "${failed_steps[@]}")"
  echo "$((SECONDS - started)) s"
  echo "$passed passed, $failed failed, $skipped skipped"
  [ "$failed" = 0 ]
}
