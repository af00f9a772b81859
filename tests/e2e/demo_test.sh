#!/usr/bin/env bash
# The demonstration in its short form: three stages of 16 players, real processes, the cable pulled; then what an arbiter
# must be told: an unfinished file, a round robin, a file that is none.
# Usage: demo_test.sh SOURCE_DIR BIN_DIR
set -euo pipefail
source_dir=$1 bin=$2
step() { printf '\n== %s\n' "$*"; }
fail() {
  printf 'FAILED: %s\n' "$*" >&2
  exit 1
}
KUBOK_ROOT=$source_dir
source "$source_dir/deploy/lib/demo.sh"
work=$(mktemp -d)
data="$work/demo" port=27440 full=yes lang=en
demo_files="$source_dir/tests/data/cup"
declare -A stage_file=()

demo_prepare "$data" no
trap 'demo_stop; rm -rf "$work"' EXIT
demo_play > "$work/play.log" 2>&1 || { cat "$work/play.log"; fail "the demonstration's first half"; }
grep -q 'behind' "$work/play.log" || { cat "$work/play.log"; fail "nobody was told that stage 2 is behind"; }
demo_tables > "$work/tables.log" 2>&1 || { cat "$work/tables.log"; fail "tables"; }
demo_fifth_node > "$work/fifth.log" 2>&1 || { cat "$work/fifth.log"; fail "the fifth node"; }
demo_summary > "$work/summary.log" 2>&1 || { cat "$work/summary.log"; fail "summary"; }
cat "$work/summary.log"
(($(grep -c 'digest' "$work/summary.log") >= 5)) || fail "five digests are printed"
[[ $(sed -n 's/.*digest \([0-9a-f]\{64\}\)$/\1/p' "$work/summary.log" | sort -u | wc -l) == 1 ]] || fail "one digest"

step "What is refused is named"
printf 'this is no report\n' > "$work/none.trf"
if k venue1 import trf "$work/none.trf" --stage 1 > "$work/out" 2>&1; then fail "a file that is no report was taken"; fi
[[ -s $work/out ]] || fail "a file that is no report must be explained"
{
  printf '012 Round robin\r\n022 City\r\n032 RUS\r\n042 2026/10/24\r\n052 2026/10/24\r\n092 Individual: Round-Robin\r\n'
  printf '001    1      Alpha, A                          2000                             1.0    1     2 w 1\r\n'
  printf '001    2      Beta, B                           1900                             0.0    2     1 b 0\r\n'
} > "$work/rr.trf"
if k venue1 import trf "$work/rr.trf" --stage 1 > "$work/out" 2>&1; then fail "a round robin was taken"; fi
grep -qi 'round.robin' "$work/out" || { cat "$work/out"; fail "the round robin must be named"; }

step "kill -9 in the middle: the same command goes on"
name=$(k venue1 --json node status | sed -n 's/.*"origin":"\([^"]*\)".*/\1/p' | sed -n 1p)
[[ -n $name ]] || fail "node status --json names the origin"
kill -9 "${demo_pids[1]}"
start_node venue1
same_everywhere 30 hub venue1 || fail "venue 1 did not come back to the common digest after kill -9"
printf '\nThe short demonstration passed.\n'
