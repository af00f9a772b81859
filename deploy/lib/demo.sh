# Sourced by deploy/run: the demonstration, step by step, with the commands that a federation would type.
# Uses: bin data port full lang stage_file (deploy/run), step fail (setup.sh);
# demo_files: a folder with other stage1.trf .. stage3.trf than the shipped ones (the test of the short form).

demo_pids=()
demo_cable_pid=""

# node_of NAME: the directory of a node of the demonstration.
node_of() { printf '%s/%s' "$data" "$1"; }
k() { # k NODE ARGS...: kubok at that node
  local name=$1
  shift
  "$bin/kubok" --node "$(node_of "$name")" ${lang:+--lang "$lang"} "$@"
}
say() { printf '   %s\n' "$*"; }
show() { # show NODE ARGS...: the command as one would type it, then what it prints
  local name=$1
  shift
  printf '\n$ kubok --node %s %s\n' "$name" "$*"
  k "$name" "$@"
}

demo_stop() {
  trap - EXIT INT TERM
  local pid
  for pid in $demo_cable_pid "${demo_pids[@]}"; do
    kill "$pid" 2>/dev/null || true # it may be gone already
  done
  wait 2>/dev/null || true
}

demo_prepare() {
  local dir=$1 keep=$2
  if [[ -e $dir ]]; then
    [[ -f $dir/kubok-demo ]] || fail "$dir exists and is not of a demonstration: choose another --data"
    local lock pid
    for lock in "$dir"/*/local/lock; do
      [[ -s $lock ]] || continue
      read -r pid < "$lock" || true
      if [[ $pid =~ ^[0-9]+$ ]] && kill -0 "$pid" 2>/dev/null && [[ $(ps -o comm= -p "$pid" 2>/dev/null || cat "/proc/$pid/comm") == kubokd ]]; then
        fail "a demonstration is running in $dir (process $pid): end it with Ctrl-C, or choose another --data and --port"
      fi
    done
    if [[ $keep == yes ]]; then
      mv "$dir" "$dir.$(date +%Y%m%d-%H%M%S)"
    else
      rm -rf "$dir"
    fi
  fi
  mkdir -p "$dir"
  touch "$dir/kubok-demo"
  trap 'demo_stop' EXIT
  trap 'printf "\n"; demo_stop; exit 130' INT TERM
}

# new_node DIR NAME PORT [PEER_NAME PEER_ADDRESS]: directory, keys, configuration with the heartbeats of a demonstration.
new_node() {
  "$bin/kubok" --lang en node init "$(node_of "$1")" --name "$2" --zone Asia/Novosibirsk --listen "127.0.0.1:$3" \
    --heartbeat-ms 500 --dead-after-ms 2500 >/dev/null || fail "could not make node $1"
  {
    printf 'reconnect_min_ms: 200\nreconnect_max_ms: 1000\n'
    [[ $# -ge 5 ]] && printf 'peers { name: "%s" address: "%s" }\n' "$4" "$5"
    true
  } >> "$(node_of "$1")/node.textproto"
}

start_node() {
  rm -f "$(node_of "$1")/local/admin.address" # left behind by a node that was killed
  "$bin/kubokd" --data "$(node_of "$1")" 2>> "$data/$1.log" &
  demo_pids+=($!)
  local pid=$! i
  for ((i = 0; i < 100; ++i)); do
    [[ -s $(node_of "$1")/local/admin.address ]] && return
    kill -0 "$pid" 2>/dev/null || fail "node $1 did not start: $(tail -n 3 "$data/$1.log")"
    sleep 0.1
  done
  fail "node $1 did not start within 10 seconds: see $data/$1.log"
}

enrol() { # enrol DIR: the hub takes the node in; then it starts
  k hub node enrol --request "$(node_of "$1")/identity/request.pb" --install-into "$(node_of "$1")" >/dev/null ||
    fail "the hub did not enrol $1"
  start_node "$1"
}

digest_of() { k "$1" --json log digest | sed -n 's/.*"digest":"\([0-9a-f]*\)","foldVersion.*/\1/p;t;s/^{"digest":"\([0-9a-f]*\)".*/\1/p' | sed -n 1p; }

# same_everywhere SECONDS NODE...: waits until all show one projection digest.
same_everywhere() {
  local seconds=$1 end=$((SECONDS + $1)) name first other same
  shift
  while ((SECONDS <= end)); do
    first=$(digest_of "$1")
    same=yes
    for name in "${@:2}"; do
      other=$(digest_of "$name")
      [[ -n $first && $other == "$first" ]] || same=no
    done
    [[ $same == yes ]] && return 0
    sleep 0.2
  done
  return 1
}

wait_for_stage() { # wait_for_stage NODE N: until the node has heard that stage N exists
  local i
  for ((i = 0; i < 100; ++i)); do
    k "$1" --json cup show 2>/dev/null | grep -q "\"number\":$2\b" && return
    sleep 0.1
  done
  fail "node $1 did not hear of stage $2 within 10 seconds: see $data/$1.log"
}

file_of() { printf '%s' "${stage_file[$1]:-${demo_files:-$KUBOK_ROOT/deploy/demo}/stage$1.trf}"; }

demo_play() {
  step "1. A federation is founded; its root key lies on a stick, not on the hub"
  printf 'only a demonstration, %s\n' "$RANDOM$RANDOM" > "$data/passphrase"
  new_node hub Хаб "$port"
  k hub federation found --stick "$data/stick" --hub "$(node_of hub)" --name-ru "Федерация шахмат (пример)" \
    --name-en "Chess federation (example)" --passphrase-file "$data/passphrase" --quick || fail "founding"
  start_node hub
  say "hub: peers on 127.0.0.1:$port (mTLS)"

  step "2. Three venue nodes are enrolled; venue 2 is joined by a cable that we shall pull"
  "$bin/kubok-cable" --listen "127.0.0.1:$((port + 9))" --to "127.0.0.1:$port" > "$data/cable.log" 2>&1 &
  demo_cable_pid=$!
  sleep 0.2
  kill -0 "$demo_cable_pid" 2>/dev/null || fail "the cable did not start: $(tail -n 1 "$data/cable.log"). Is port $((port + 9)) taken? Choose another --port"
  new_node venue1 Бердск $((port + 1)) Хаб "127.0.0.1:$port"
  new_node venue2 Куйбышев $((port + 2)) Хаб "127.0.0.1:$((port + 9))"
  new_node venue3 Новосибирск $((port + 3)) Хаб "127.0.0.1:$port"
  local n
  for n in 1 2 3; do
    enrol "venue$n"
    say "venue$n: enrolled, peers on 127.0.0.1:$((port + n)) (mTLS)"
  done

  step "3. The cup: a regulation, three stages, each section assigned to its venue's node"
  show hub cup create "$KUBOK_ROOT/deploy/regulations/novosibirsk-small-cup-2026-27.textproto" || fail "cup"
  k hub cup schedule --stage 1 --city-ru Бердск --city-en Berdsk --zone Asia/Novosibirsk --date 2026-10-24 --venue Бердск
  k hub cup schedule --stage 2 --city-ru Куйбышев --city-en Kuybyshev --zone Asia/Novosibirsk --date 2027-01-30 \
    --venue Куйбышев
  k hub cup schedule --stage 3 --city-ru Новосибирск --city-en Novosibirsk --zone Asia/Novosibirsk --date 2027-04-17 \
    --venue Новосибирск
  for n in 1 2 3; do wait_for_stage "venue$n" "$n"; done

  step "4. Stage 1 is played at its venue, every fact an event, durable before it is answered"
  show venue1 import trf "$(file_of 1)" --stage 1 --finish-early || fail "stage 1"

  step "5. Stage 2: two rounds on line, then the cable is pulled and the venue plays on alone"
  show venue2 import trf "$(file_of 2)" --stage 2 --until-round 2 || fail "stage 2"
  same_everywhere 20 hub venue2 || fail "the hub did not get the first rounds of stage 2"
  kill -USR1 "$demo_cable_pid"
  say "cable pulled: no packet passes, nobody is told"
  show venue2 import trf "$(file_of 2)" --stage 2 --finish-early || fail "stage 2"
  local i
  for ((i = 0; i < 100; ++i)); do
    k hub --json cup table | grep -q '"behind":true' && break
    sleep 0.1
  done
  printf '\nThe hub knows that stage 2 is behind, and since when:\n'
  show hub cup table

  step "6. Stage 3 is played meanwhile"
  show venue3 import trf "$(file_of 3)" --stage 3 --finish-early || fail "stage 3"

  step "7. The cable is plugged in again; the logs converge"
  kill -USR2 "$demo_cable_pid"
  same_everywhere 30 hub venue1 venue2 venue3 || fail "the nodes did not converge within 30 seconds: see $data/*.log"
  say "hub, venue1, venue2, venue3: one digest $(digest_of hub)"
}

# A table for people: whole with --full, else its first rows.
print_table() {
  if [[ $full == yes ]]; then cat; else sed -n "1,$1p"; fi
}

demo_tables() {
  step "8. Tables, from the hub and from each venue"
  local n
  for n in 1 2 3; do
    show hub stage standings --stage "$n" | print_table 16
    show hub stage teams --stage "$n" | print_table 40
  done
  for n in 1 2 3; do
    show "venue$n" stage standings --stage "$n" | print_table 10
    show "venue$n" stage teams --stage "$n" | print_table 16
  done
  for n in hub venue1 venue2 venue3; do show "$n" cup table; done

  # The same words on every node, to the byte: tables whole, from every node, compared.
  mkdir -p "$data/tables"
  local name
  for name in hub venue1 venue2 venue3; do
    {
      for n in 1 2 3; do
        k "$name" stage standings --stage "$n"
        k "$name" stage teams --stage "$n"
      done
      k "$name" cup table
    } > "$data/tables/$name.txt"
    cmp -s "$data/tables/hub.txt" "$data/tables/$name.txt" || fail "$name prints other tables than the hub: compare $data/tables"
  done
  say "all tables of all four nodes are the same bytes ($data/tables)"
}

demo_fifth_node() {
  step "9. A fifth, empty node is enrolled and pulls everything from venue 1, not from the hub"
  new_node fifth Пятый $((port + 5)) Бердск "127.0.0.1:$((port + 1))"
  enrol fifth
  same_everywhere 30 hub fifth || fail "the fifth node did not arrive at the hub's digest: see $data/fifth.log"
  show fifth sync status
  show fifth log digest | sed -n "1,4p"
}

demo_summary() {
  step "Summary"
  local name events
  for name in hub venue1 venue2 venue3 fifth; do
    printf '   %-8s digest %s\n' "$name" "$(digest_of "$name")"
  done
  same_everywhere 5 hub venue1 venue2 venue3 fifth || fail "the digests differ"
  k hub log verify || fail "the log does not verify"
  printf '\nOne cup, three stages, five nodes, one cable pulled: one table, one digest. (%s s)\n' "$SECONDS"
}

demo_hints() {
  cat <<TEXT

The nodes stay up until Ctrl-C. In another terminal, try:
  export PATH="$bin:\$PATH" KUBOK_NODE="$data/hub"
  kubok cup table                        kubok stage teams --stage 2
  kubok log show --limit 20              kubok watch
  kubok sync status                      kubok --node "$data/venue2" sync pause
  kubok log verify                       kubok --lang en stage standings --stage 1
  kill -USR1 $demo_cable_pid   # pull venue 2's cable; -USR2 plugs it in
TEXT
}

demo_wait() {
  trap 'printf "\nStopping the nodes ...\n"; demo_stop; printf "Stopped. The logs stay in %s\n" "$data"; exit 0' INT TERM
  while :; do sleep 1; done
}
