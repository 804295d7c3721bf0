# Sourced by `.ci/run`: `part <name> <limit> <command>…` runs a part of it, `broken` gets what there is to say of a failed one,
# and `times` how long each took.
broken=()
times=()
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
  times+=("$name $((SECONDS - startedAt)) s")
}

# `parts_that_fit <name> <seconds> <size> <limit> <file> <command>…` runs the command with the lines of the file, some at a time,
# until so many seconds of the whole run have passed, and names the lines that are left out.
parts_that_fit() {
  local name=$1 until=$2 size=$3 limit=$4 file=$5 first lines
  shift 5
  mapfile -t lines < <(grep -v '^#' "$file")
  for ((first = 0; first < ${#lines[@]}; first += size)); do
    if ((SECONDS >= until)); then
      times+=("$name left out, for $until s have passed: ${lines[*]:first}")
      return
    fi
    part "$name from ${lines[first]}" "$limit" "$@" "${lines[@]:first:size}"
  done
}
