#!/usr/bin/env bash
# Rating lists and an entry list, as an arbiter meets them: real programs, one node.
# Usage: lists_test.sh SOURCE_DIR BIN_DIR
set -euo pipefail
source_dir=$1 bin=$2
step() { printf '\n== %s\n' "$*"; }
fail() {
  printf 'FAILED: %s\n' "$*" >&2
  [[ -f $work/out ]] && cat "$work/out" >&2
  exit 1
}
work=$(mktemp -d)
node="$work/hub" pid=
k() { "$bin/kubok" --lang en --node "$node" "$@"; }
stop() {
  [[ -n $pid ]] && kill "$pid" 2> /dev/null && wait "$pid" 2> /dev/null
  pid=
  return 0
}
trap 'stop; rm -rf "$work"' EXIT
start() {
  "$bin/kubokd" --data "$node" 2>> "$work/log" &
  pid=$!
  for _ in $(seq 100); do
    k node status > /dev/null 2>&1 && return
    sleep 0.1
  done
  cat "$work/log"
  fail "the node does not start"
}
# run CODE COMMAND...: the command must end with CODE; what it said is in $work/out.
run() {
  local code=0
  k "${@:2}" > "$work/out" 2>&1 || code=$?
  [[ $code == "$1" ]] || fail "exit code $code, not $1: ${*:2}"
}
says() { grep -qF -- "$1" "$work/out" || fail "it does not say: $1"; }

step "A node with an open section"
"$bin/kubok" --lang en node init "$node" --name Hub --zone Asia/Novosibirsk --listen 127.0.0.1:27480 > /dev/null
printf 'only a test, 20261201\n' > "$work/pass"
k federation found --stick "$work/stick" --hub "$node" --name-ru Федерация --name-en Federation \
  --passphrase-file "$work/pass" --quick > "$work/out" 2>&1 || fail "federation found"
start
run 0 cup create "$source_dir/deploy/regulations/novosibirsk-small-cup-2026-27.textproto"
run 0 cup schedule --stage 1 --city-ru Бердск --city-en Berdsk --zone Asia/Novosibirsk --date 2026-10-24 --venue Hub
run 0 section open --stage 1

step "Rating lists: import, search, what is refused"
run 0 ratings list
says 'no lists'
printf 'ID_No,Name,Sex,Fed,Clubnumber,ClubName,Birthday,Rtg_Nat,Fide_No,Rtg_Int\r\n%s\r\n%s\r\n' \
  '1,Иванов Иван Иванович,,RUS,54,НСО,2010,1250,4100018,' '2,Ёлкина Анна,f,RUS,54,НСО,2011,1100,,' > "$work/smanager_rapid.csv"
run 2 ratings import "$work/smanager_rapid.csv"
says '--month'
run 0 ratings import "$work/smanager_rapid.csv" --month 2026-10
says 'FSR_RAPID of 2026-10'
run 0 ratings find Elkina A.
says 'Ёлкина Анна'
run 0 --json ratings find 4100018
says '"name":"Иванов Иван Иванович"'
printf 'ФИО;Рейтинг\nПетров;много\n' > "$work/rst.csv"
run 2 ratings import "$work/rst.csv" --system RST --month 2026-10
says 'line 2'
run 0 log show
says 'rating list FSR_RAPID 2026-10 imported, rows: 2'

step "An entry list: dry run, nothing before all is settled, then once"
printf '\xEF\xBB\xBF"Время создания";"ФИО";"Дата рождения";"Город"\r\n%s\r\n%s\r\n%s\r\n' '"x";"Иванов Иван";"03.04.2010";"Бердск"' \
  '"x";"Елкина Анна";"2011";""' '"x";"Новый Олег";"03.04.05";""' > "$work/form.csv"
run 0 entries import "$work/form.csv" --stage 1 --dry-run
says 'Rows 3 = to add 2 + already there 0 + doubtful 0 + refused 1 + left out 0.'
says '03.04.05'
run 1 entries import "$work/form.csv" --stage 1
says 'nothing is written'
run 0 entries import "$work/form.csv" --stage 1 --skip 4
says 'Players registered: 2.'
run 0 entries import "$work/form.csv" --stage 1 --skip 4
says 'to add 0 + already there 2'
run 0 --json cup show
grep -q '"players":2' "$work/out" || fail "two players are in the section"
run 2 entries import "$work/form.csv" --stage 1 --map name=9
says 'columns 1 to 4'

step "The lists are there after a restart, without which all else works"
stop
start
run 0 ratings find иванов 2010
says '1250'
stop
rm -r "$node/ratings"
start
run 0 ratings list
says 'no lists'
printf '\nLists and entries: passed.\n'
