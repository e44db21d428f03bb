# Runs the steps of a test run: one line for each with its time, output only of those that fail, a sum at the end.
# Sourced after common.sh.
#
#   step "layers" count_one scripts/check_layers     # NAME COUNTER COMMAND...
#   begin "browser tests" count_node node --test ... # goes on beside the next steps
#   begin "more tests" count_ctest after "browser tests" ctest ... # the same, once that one is over
#   join_all                                         # waits for what was begun and reports how it went
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
    /\[doctest\] test cases:/ {
      gsub(/[^0-9|]/, ""); split($0, n, "|"); p += n[2]; f += n[3]; s += n[4]
      next
    }
    / Test +#[0-9]+: / {
      split($0, part, /Test +#[0-9]+: /); name = part[2]; sub(/ .*/, "", name)
      if ($0 ~ /   Passed /) { if (name !~ /^core/) ++p }
      else if ($0 ~ /\*\*\*Skipped|Not Run \(Disabled\)/) ++s
      else if (name !~ /^core/) ++f
      else broken = 1
    }
    END { if (broken && f == 0) f = 1; print p + 0, f + 0, s + 0 }' "$1"
}

# node --test with the TAP reporter, or several runs of it one after the other.
count_node() {
  awk '
    /^# (pass|fail|cancelled|skipped|todo) / { n[$2] += $3 }
    END { print n["pass"] + 0, n["fail"] + n["cancelled"] + 0, n["skipped"] + n["todo"] + 0 }' "$1"
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

# The names of the tests that failed, one a line: of doctest (with the line that says what), of node --test, of CTest.
failed_tests() { # LOG
  awk '
    /TEST CASE: / { sub(/^.*TEST CASE: */, ""); name = $0 }
    /: (FATAL )?ERROR: / { print name ": " $0 }
    /^ *not ok / { sub(/^ *not ok [0-9]* - /, ""); print }
    /\*\*\*(Failed|Exception|Timeout)/ { print }' "$1" | cut -c -300 | awk '!seen[$0]++' | head -n 20
}

# How long a step took last time, in seconds; nothing if it never ran here.
last_time() { awk -F '\t' -v name="$1" '$1 == name {s = $2} END {if (s != "") print s}' "$logs/times.tsv" 2>/dev/null; }

# Says on a terminal what runs now, until the line that says how it went takes its place.
report_begin() { # NAME
  local last
  [ -t 1 ] || return 0
  last=$(last_time "$1")
  printf '%-28s ...   %s\r' "$1" "${last:+last time $last s}"
}

# Reports how a step went: NAME COUNTER STATUS SECONDS
report_end() {
  local name=$1 counter=$2 status=$3 seconds=$4 counts log last
  log=$(log_of "$name")
  last=$(last_time "$name")
  printf '%s\t%s\n' "$name" "$seconds" >>"$logs/times.tsv"
  read -r -a counts < <("$counter" "$log" "$status")
  if add_counts "$status" "${counts[@]}"; then
    printf '%-28s ok    %4d s  %s%s\n' "$name" "$seconds" "$counted" "${last:+; last time $last s}"
    return 0
  fi
  printf '%-28s FAIL  %4d s  %s\n' "$name" "$seconds" "$counted"
  failed_steps+=("$name")
  # The first lines that name a failure, each with what it says below, and the end.
  grep -nE -A 12 'error:|ERROR|FAILED|^ *not ok' "$log" | cut -c -300 | head -n 50 | sed 's/^/    /'
  echo '    ...'
  tail -n 20 "$log" | cut -c -400 | sed 's/^/    /'
  echo "    all of it: ${log#"$root"/}"
  return 1
}

log_of() { echo "$logs/${1//[ \/]/-}.log"; }

step() { # NAME COUNTER COMMAND...
  local name=$1 counter=$2 begun=$SECONDS
  shift 2
  report_begin "$name"
  "$@" >"$(log_of "$name")" 2>&1
  report_end "$name" "$counter" $? $((SECONDS - begun))
}

declare -A aside=()
order=()
trap '[ -z "$(jobs -p)" ] || kill $(jobs -p) 2>/dev/null' EXIT

begin() { # NAME COUNTER [after NAME] COMMAND...
  local name=$1 counter=$2 first='' process='' log
  shift 2
  if [ "$1" = after ]; then
    first=$(log_of "$2").end
    process=${aside[$2]%% *}
    shift 2
  fi
  log=$(log_of "$name")
  rm -f "$log.end"
  {
    while [ -n "$first" ] && [ ! -f "$first" ] && kill -0 "$process" 2>/dev/null; do sleep 0.2; done
    begun=$SECONDS
    "$@"
    status=$?
    echo "$((SECONDS - begun)) $status" >"$log.new" && mv "$log.new" "$log.end"
  } >"$log" 2>&1 &
  aside[$name]="$! $counter"
  order+=("$name")
}

# Waits for all that was begun, and says how each went, in their order.
join_all() {
  local name process counter seconds status all=0
  for name in "${order[@]}"; do
    report_begin "$name"
    read -r process counter <<<"${aside[$name]}"
    wait "$process"
    read -r seconds status 2>/dev/null <"$(log_of "$name").end" || { seconds=0 status=1; }
    report_end "$name" "$counter" "$status" "$seconds" || all=1
  done
  aside=() order=()
  return $all
}

# A log that is cut keeps its end: what failed is said there.
finish() {
  local name
  echo
  for name in "${failed_steps[@]}"; do
    echo "failed: $name"
    failed_tests "$(log_of "$name")" | sed 's/^/    /'
  done
  echo "$((SECONDS - started)) s"
  echo "$passed passed, $failed failed, $skipped skipped"
  [ "$failed" = 0 ]
}
