#!/usr/bin/env bash
# Runs a command with the programs, and a library, that some suites want and npm does not have:
#   bash infra/dev/checks/with-debian-tools.sh npm test
# Missing programs are unpacked from Debian's packages into .local/ and not installed, so no service starts. The next run finds them
# there. Without apt or a network those suites are skipped, with a line that says so, and the command runs all the same.
set -u

# Programs of another Debian release or processor would not start here.
release=$(. /etc/os-release 2>/dev/null && echo "${ID:-}-${VERSION_ID:-}")
tools=$(cd "$(dirname "$0")/../.." && pwd)/.local/debian-tools/${release:-other}-$(uname -m)

# The mark is written last, so a package that was unpacked only in part is unpacked again.
fetch() {
  local package=$1 folder
  [ -e "$tools/$package.unpacked" ] && return
  mkdir -p "$tools" && folder=$(mktemp -d "$tools/fetch-XXXXXX") || return
  (cd "$folder" && apt-get download -qq "$package" && dpkg-deb -x "$package"_*.deb .. && touch "../$package.unpacked")
  local ended=$?
  rm -rf "$folder"
  return $ended
}
unpack() {
  local wanted=$1 package=$2
  if fetch "$package" >/dev/null 2>&1; then
    echo "== $wanted comes from Debian's package $package"
  else
    echo "== $wanted is not here: what needs it is left out"
  fi
}
want() {
  command -v "$1" >/dev/null || unpack "$1" "$2"
}
# Suites find an installed library by themselves.
want_library() {
  compgen -G "/usr/lib/*/$1" >/dev/null || unpack "$1" "$2"
}
want promtool prometheus
want amtool prometheus-alertmanager
want nginx nginx
want pgbouncer pgbouncer
want pgbackrest pgbackrest
want jq jq
want unzip unzip
want buildah buildah
want bwrap bubblewrap
want strip binutils
want_library libcares.so.2 libc-ares2 # pgbouncer's, as is the next
want_library libevent-2.1.so.7 libevent-2.1-7
want_library libjq.so.1 libjq1 # jq's, as is the next
want_library libonig.so.5 libonig5
want_library libgpgme.so.11 libgpgme11 # buildah's, as are the next two
want_library libassuan.so.0 libassuan0
want_library libdevmapper.so.1.02.1 libdevmapper1.02.1
want_library faketime/libfaketime.so.1 libfaketime

export PATH=$PATH:$tools/usr/bin:$tools/usr/sbin
UNPACKED_LIBRARIES=$(compgen -G "$tools/usr/lib/*-linux-gnu" | head -n 1)
export UNPACKED_LIBRARIES
exec "$@"
