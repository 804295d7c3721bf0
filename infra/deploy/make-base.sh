#!/bin/sh
# Makes the root file system that every image begins from, in a folder: what Node needs of Debian, no shell, no package manager.
# Run on a Debian with a current list of packages. Scanners of images read var/lib/dpkg/status.d.
set -eu
root=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
mkdir -p "$root/var/lib/dpkg/status.d"
cd "$work"
apt-get download -qq -o APT::Sandbox::User=root base-files libc6 libgcc-s1 libstdc++6 libatomic1
# In the order of their names base-files is first, which says where the folders of libraries are.
for file in *.deb; do
  dpkg-deb -x "$file" "$root"
  dpkg-deb -f "$file" > "$root/var/lib/dpkg/status.d/$(dpkg-deb -f "$file" Package)"
done
# Conversions of text and debuggers' scripts, which Node does not use.
rm -rf "$root"/usr/lib/*/gconv "$root"/usr/share/gdb "$root"/usr/share/gcc "$root"/usr/share/lintian "$root"/usr/share/locale
printf 'root:x:0:0::/root:\napp:x:1000:1000::/app:\n' > "$root/etc/passwd"
printf 'root:x:0:\napp:x:1000:\n' > "$root/etc/group"
printf 'hosts: files dns\n' > "$root/etc/nsswitch.conf"
