#!/usr/bin/env bash
# A match in parts, run by GNU parallel, and joined: the result must be that of the match in one.
#
#   tests/clients/match_parallel.sh target/release/damocles
#
# On several machines the same line works with `parallel --sshlogin`; only the files come back.
set -euo pipefail
program=$(realpath "${1:-target/release/damocles}")

if ! command -v parallel > /dev/null || ! parallel --version 2> /dev/null | grep -q GNU; then
  echo "no GNU parallel here: the match in parts was not played"
  exit 0
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
parts=4
game=(self self:name=weak,level.nodes=100 --variant russian --level nodes=400 --seed 3
  --openings random:6 --pairs 12 --max-plies 150)

parallel --will-cite --jobs 2 \
  "$program" match "${game[@]@Q}" --shard {}/$parts --out part{}.jsonl \> /dev/null ::: $(seq $parts)
"$program" match merge part*.jsonl --out joined.jsonl > joined.txt
"$program" match "${game[@]}" --out whole.jsonl > whole.txt

cat joined.txt
diff joined.txt whole.txt
[ "$(grep -c '"event":"game"' joined.jsonl)" = 24 ]
echo "$parts parts by GNU parallel give the result of the match in one"
