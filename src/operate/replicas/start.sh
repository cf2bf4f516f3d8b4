#!/usr/bin/env bash
# The example of two replicas, on this machine alone: HAProxy, two Roomwires, pgbouncer and PostgreSQL, by the files that
# stand beside this one, on 127.0.0.1.
#
#   bash replicas/start.sh [PROGRAM]      PROGRAM: roomwire, unless it is on the PATH
#
# Data, logs and settings are in replicas/run, and the next start goes on with them. Ctrl-C stops all. PORTS are those of
# HAProxy, of the replicas a and b, of pgbouncer and of PostgreSQL.
set -euo pipefail
program=$(realpath -- "${1:-$(command -v roomwire || echo roomwire)}")
cd "$(dirname "$0")"
here=$PWD
run=$here/run
read -r visitors a b pooler server <<<"${PORTS:-8080 8081 8082 6432 5433}"
PATH=$PATH:/usr/sbin:/sbin

fail() {
  echo "start.sh: $*" >&2
  exit 1
}
missing=()
need() { command -v "$1" >/dev/null || missing+=("$1"); }
need haproxy
need pgbouncer
bin=${PG_BIN:-$(find /usr/lib/postgresql -mindepth 2 -maxdepth 2 -name bin 2>/dev/null | sort -V | tail -n 1)}
[ -x "$bin/initdb" ] || missing+=(postgresql)
[ ${#missing[@]} = 0 ] || fail "not installed: ${missing[*]}; apt-get install --no-install-recommends ${missing[*]}"
[ -x "$program" ] || fail "there is no program at $program; name it: bash replicas/start.sh PATH/TO/roomwire"
for port in "$visitors" "$a" "$b" "$pooler" "$server"; do
  (: <>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && fail "port $port is taken; set five others in PORTS"
done

# PostgreSQL and pgbouncer do not run as root.
as_owner=()
[ "$(id -u)" != 0 ] || as_owner=(runuser -u postgres --)
umask 077
mkdir -p "$run/server" "$run/a" "$run/b"
if [ "$(id -u)" = 0 ]; then
  chmod o+x .. . "$run"
  chown postgres "$run/server"
  "${as_owner[@]}" test -x "$run/server" || fail "the user postgres cannot enter $run; run this as a user who is not root"
fi
random() { od -An -N 24 -t x1 /dev/urandom | tr -d ' \n'; }
[ -s "$run/secrets" ] || printf '%s\n' "$(random)" "$(random)" "$(random)" "$(random)" >"$run/secrets"
{ read -r password && read -r jwt && read -r key && read -r metrics; } <"$run/secrets"

# The files of the kit, with the addresses of this machine.
sed -e "s/127.0.0.1:8080/127.0.0.1:$visitors/; s/10.0.0.11:3000/127.0.0.1:$a/; s/10.0.0.12:3000/127.0.0.1:$b/" \
  -e "s/^  maxconn .*/  maxconn 400/" haproxy.cfg >"$run/haproxy.cfg"
sed -e "s/host=10.0.0.20 port=5432/host=127.0.0.1 port=$server/; s/^listen_port = .*/listen_port = $pooler/" \
  -e "s|^auth_file = .*|auth_file = $run/server/userlist.txt|; \$aunix_socket_dir =" \
  pgbouncer.ini >"$run/server/pgbouncer.ini"
echo "\"roomwire\" \"$password\"" >"$run/server/userlist.txt"
echo "$password" >"$run/server/password"
[ "$(id -u)" != 0 ] || chown postgres "$run/server"/{pgbouncer.ini,userlist.txt,password}
settings() {
  sed -e "s/^HOST=.*/HOST=127.0.0.1/; s/^PORT=.*/PORT=$2/; s|^DATA_DIR=.*|DATA_DIR=$run/$1|" \
    -e "s|^PUBLIC_URL=.*|PUBLIC_URL=http://127.0.0.1:$visitors|; s/^TRUST_PROXY=.*/TRUST_PROXY=1/" \
    -e "s/roomwire:password@127.0.0.1:6432/roomwire:$password@127.0.0.1:$pooler/" \
    -e "s/roomwire:password@10.0.0.20:5432/roomwire:$password@127.0.0.1:$server/" \
    -e "s/^#JWT_SECRET=/JWT_SECRET=$jwt/; s/^#ENCRYPTION_KEY=/ENCRYPTION_KEY=$key/" \
    -e "s/^#METRICS_TOKEN=/METRICS_TOKEN=$metrics/; /^#/d" replica.env >"$run/$1.env"
}
settings a "$a"
settings b "$b"

# Starts a replica again a second after it has ended, as systemd does, and passes a stop on to it.
keep_up() {
  local child='' stops=''
  trap 'stops=1; [ -z "$child" ] || kill -TERM "$child" 2>/dev/null' TERM
  while [ -z "$stops" ]; do
    # shellcheck disable=SC2046 # The settings have no spaces.
    env $(cat "$run/$1.env") setsid "$program" serve 2>>"$run/$1.log" &
    child=$!
    echo "$child" >"$run/$1.pid"
    wait "$child" || true
    while kill -0 "$child" 2>/dev/null; do wait "$child" || true; done
    [ -n "$stops" ] || sleep 1
  done
}
replicas=() others=()
# The replicas answer what they have begun, then the rest goes.
stop_all() {
  trap - EXIT
  trap '' INT TERM
  [ ${#replicas[@]} = 0 ] || kill -TERM "${replicas[@]}" 2>/dev/null || true
  [ ${#replicas[@]} = 0 ] || wait "${replicas[@]}" || true
  [ ${#others[@]} = 0 ] || kill -TERM "${others[@]}" 2>/dev/null || true
  [ ${#others[@]} = 0 ] || wait "${others[@]}" || true
  "${as_owner[@]}" "$bin/pg_ctl" stop --pgdata "$run/server/data" --mode fast --silent 2>/dev/null || true
}
trap stop_all EXIT
trap 'exit 130' INT TERM

cd "$run/server"
if [ ! -e "$run/made" ]; then
  rm -rf "$run/server/data"
  "${as_owner[@]}" "$bin/initdb" --pgdata "$run/server/data" --username postgres --auth scram-sha-256 \
    --pwfile "$run/server/password" --encoding UTF8 --locale C.UTF-8 >"$run/initdb.log"
fi
options="-p $server -c listen_addresses=127.0.0.1 -c unix_socket_directories="
"${as_owner[@]}" "$bin/pg_ctl" start --pgdata "$run/server/data" --log "$run/server/log" --silent --options "$options" ||
  fail "PostgreSQL does not start; see $run/server/log"
if [ ! -e "$run/made" ]; then
  PGPASSWORD=$password "$bin/psql" --quiet --set ON_ERROR_STOP=1 --host 127.0.0.1 --port "$server" --username postgres postgres \
    --command "create role roomwire login password '$password'" --command 'create database roomwire owner roomwire'
  touch "$run/made"
fi
cd "$here"
setsid "${as_owner[@]}" pgbouncer "$run/server/pgbouncer.ini" >>"$run/pgbouncer.log" 2>&1 &
others+=($!)
setsid haproxy -db -f "$run/haproxy.cfg" >>"$run/haproxy.log" 2>&1 &
others+=($!)
for name in a b; do
  keep_up $name &
  replicas+=($!)
done

for port in "$a" "$b" "$visitors"; do
  for try in {1..120}; do
    HOST=127.0.0.1 PORT=$port "$program" doctor --live >/dev/null 2>&1 && break
    for pid in "${others[@]}"; do kill -0 "$pid" 2>/dev/null || try=120; done
    [ "$try" != 120 ] || fail "nothing answers at port $port; see the logs in $run"
    sleep 0.5
  done
done
cat <<TEXT
http://127.0.0.1:$visitors is answered by two replicas. In another shell:
  env \$(cat $run/a.env) $program create-admin you@rooms.example
  env \$(cat $run/a.env) $program doctor --cluster
  kill -9 \$(cat $run/a.pid)     # the other one goes on, and a is started again
Ctrl-C stops all of it; the data stay in $run.
TEXT
wait "${replicas[@]}" "${others[@]}"
