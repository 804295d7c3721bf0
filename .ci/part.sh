# Sourced by `.ci/run`: `part <name> <limit> <command>…` runs a part of it, and `broken` gets what there is to say of a failed one.
broken=()
kill_after=${kill_after:-30s}

part() {
  local name=$1 limit=$2 startedAt=$SECONDS status=0
  shift 2
  echo "== $name: $*"
  # A part that hangs is ended, so that the last line is always written.
  timeout --kill-after="$kill_after" "$limit" "$@" || status=$?
  case $status in
    0) ;;
    124 | 137) broken+=("$name: ended after more than $limit") ;;
    *) broken+=("$name: exit code $status") ;;
  esac
  echo "== $name: $((SECONDS - startedAt)) s"
}
