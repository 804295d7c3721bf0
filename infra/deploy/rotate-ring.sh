#!/bin/sh
# Changes a key ring, session_keys or capability_keys, in three steps. Its service starts again after each.
#   rotate-ring.sh add <ring> [folder]    # draws a key to the end: it opens, and does not seal yet
#   rotate-ring.sh use <ring> [folder]    # moves the new key to the front, so that it seals
#   rotate-ring.sh drop <ring> [folder]   # takes the others out, once the service's `verify` says that nothing needs them
# The folder of the secrets is the one beside this file by default. A step that was done already changes nothing.
set -eu
fail() { echo "rotate-ring: $*" >&2; exit 1; }
step=${1:-} ring=${2:-}
case "$step $ring" in
  'add session_keys' | 'use session_keys' | 'drop session_keys') ;;
  'add capability_keys' | 'use capability_keys' | 'drop capability_keys') ;;
  *) fail 'the step is add, use or drop, and the ring is session_keys or capability_keys' ;;
esac
file=${3:-$(dirname "$0")/secrets}/$ring
[ -r "$file" ] || fail "there is no $file"

# One key a line.
check() {
  ! printf '%s\n' "$1" | grep -qvE '^[a-z0-9-]{1,32}:[A-Za-z0-9+/]{43}=$' || fail "$file is no key ring: nothing is changed"
}
keys=$(tr -d ' \t\r\n' < "$file" | tr , '\n')
check "$keys"

# Numbers tell which key is the newest, and times do not, because clocks jump: k2 and k2-20261128-093000 are both number 2.
read -r newest number equals count <<END
$(printf '%s\n' "$keys" | awk -F: '
  { own = $1 ~ /^k[0-9]+(-|$)/ ? substr($1, 2) + 0 : 0 }
  NR == 1 || own > number { newest = NR; number = own; equals = 0; next }
  own == number { equals += 1 }
  END { printf "%d %.0f %d %d\n", newest, number, equals, NR }')
END
[ "$equals" -eq 0 ] || fail "the ids of $file do not tell which key is the newest: nothing is changed"

# A crash leaves the ring as it was or as it will be.
put() {
  check "$1"
  rm -f "$file.next"
  printf '%s' "$1" | tr '\n' , > "$file.next"
  chmod 444 "$file.next"
  sync "$file.next"
  mv -f "$file.next" "$file"
}
id_of() { printf '%s\n' "$keys" | sed -n "$1s/:.*//p"; }

case $step in
  add)
    if [ "$newest" -ne 1 ]; then echo "kept $(id_of "$newest"), which does not seal yet"; exit; fi
    [ "$count" -eq 1 ] || fail "$ring still has former keys: drop them first"
    id=k$((number + 1))-$(date -u +%Y%m%d-%H%M%S)
    put "$keys
$id:$(head -c 32 /dev/urandom | base64)"
    echo "added $id" ;;
  use)
    if [ "$newest" -eq 1 ]; then echo "kept $(id_of 1) in front"; exit; fi
    put "$(printf '%s\n' "$keys" | sed -n "${newest}p")
$(printf '%s\n' "$keys" | sed "${newest}d")"
    echo "$(id_of "$newest") seals" ;;
  drop)
    [ "$newest" -eq 1 ] || fail "$(id_of "$newest") does not seal yet: use it first"
    put "$(printf '%s\n' "$keys" | sed -n 1p)"
    echo "$(id_of 1) is the only key" ;;
esac
