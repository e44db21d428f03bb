# Runs of the fuzz targets. Sourced after common.sh, by scripts/fuzz and scripts/test.
#
#   fuzz_targets                     # their names, from the one list in tests/fuzz/targets.h
#   fuzz_seeds                       # makes the seeds, once
#   fuzz_run parse 20                # status 1 if there is a finding
#   fuzz_report parse                # what its log says

fuzz_targets() { grep -o 'X([a-z]*)' "$root/tests/fuzz/targets.h" | sed 's/X(//; s/)//'; }

# Seeds from the recorded data; SEESAW_CORPUS names another folder. They are made again when what makes them changes.
fuzz_seeds() {
  local seeds=build/fuzz/seeds corpus=${SEESAW_CORPUS:-tests/data}
  [ "$seeds/made" -nt scripts/lib/fuzz_seeds.mjs ] && return
  [ -f wasm/dist/seesaw.wasm ] || { setup_packages play; build_preset wasm >/dev/null; }
  rm -rf "$seeds"
  node scripts/lib/fuzz_seeds.mjs "$corpus" "$seeds" || die "no seeds from $corpus"
  touch "$seeds/made"
}

# A single input may take 20 s at most, and 2 GB. Leaks are looked for once, at the end: between inputs that would cost
# more than most inputs; with hooks and gradients a graph of `autograd` may hold itself, as in PyTorch. A small
# quarantine reuses pages instead of asking for new ones. SEESAW_FUZZ_SEED makes chance the same again (0: another each
# time). No entropic schedule: with tens of thousands of features its bookkeeping took 65 % (parse) to 82 % (capture) of
# the processor.
fuzz_run() { # TARGET SECONDS
  local target=$1 seconds=$2 folder=build/fuzz status=0 begun=$SECONDS leaks=1 TIMEFORMAT=%U
  [ "$target" = autograd ] && leaks=0
  mkdir -p "$folder/corpus/$target" "$folder/findings/$target" "tests/fuzz/regressions/$target"
  local options=(
    -max_total_time="$seconds" -seed="${SEESAW_FUZZ_SEED:-0}" -entropic=0 -max_len=16384 -timeout=20
    -detect_leaks=0 -rss_limit_mb=2048 -print_final_stats=1 -dict=tests/fuzz/graph.dict
    -artifact_prefix="$folder/findings/$target/"
  )
  {
    time UBSAN_OPTIONS=print_stacktrace=1 \
      ASAN_OPTIONS="malloc_context_size=5:quarantine_size_mb=16:detect_leaks=$leaks" \
      SEESAW_FUZZ_TARGET=$target nice -n "${SEESAW_NICE:-0}" build/asan/tests/fuzz/seesaw_fuzz "${options[@]}" \
      "$folder/corpus/$target" "$folder/seeds/$target" "tests/fuzz/regressions/$target" >"$folder/$target.log" 2>&1
  } 2>"$folder/$target.cpu" || status=1
  fuzz_figures "$target" $((SECONDS - begun)) "$status" >>"$folder/runs.jsonl"
  return $status
}

# The run as a line of JSON; on a busy machine the seconds of the processor say how fast it was. A run that ends with a
# finding has no final statistics: its last line of progress says how far it came.
fuzz_figures() { # TARGET SECONDS STATUS
  awk -v target="$1" -v cpu="$(tail -n 1 "build/fuzz/$1.cpu")" -v seconds="$2" -v findings="$3" '
    /^#[0-9]+/ {
      n = substr($1, 2) + 0
      for (i = 1; i < NF; ++i) if ($i == "cov:") cov = $(i + 1)
      if (!first) first = cov
    }
    /\tINITED/ { start = n; first = cov }
    /stat::number_of_executed_units/ { n = $2 + 0 }
    END {
      printf "{\"target\": \"%s\", \"seconds\": %d, \"cpuSeconds\": %.1f, \"executions\": %d, ", target, seconds, cpu, n
      printf "\"seeds\": %d, \"coverageOfSeeds\": %d, \"coverage\": %d, ", start, first, cov
      printf "\"findings\": %d}\n", findings
    }' "build/fuzz/$1.log"
}

fuzz_report() { # TARGET
  grep -E 'SUMMARY|fuzz:|Test unit written|ERROR: ' "build/fuzz/$1.log"
  tail -n 1 build/fuzz/runs.jsonl
}
