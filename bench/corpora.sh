#!/usr/bin/env bash
# Lays out real source trees to index and measure on, from package registries only, at pinned versions.
#   corpora.sh [NAME…]     all of: go-tools go-std go-k8s ts-viem ts-mixed py-django py-sympy c-linux (and c-linux-all, 80,000 files, only when named)
# They land in $CORPORA_DIR (default .cache/corpora), each a git repository of its own.
set -euo pipefail
dir=${CORPORA_DIR:-$(dirname "$0")/../.cache/corpora}
mkdir -p "$dir"
[ $# -gt 0 ] || set -- go-tools go-std go-k8s ts-viem ts-mixed py-django py-sympy c-linux

go_module() { # MODULE@VERSION DEST
  local where; where=$(cd "$(mktemp -d)" && GOFLAGS=-mod=mod go mod download -json "$1" | sed -n 's/^\t"Dir": "\(.*\)",*/\1/p')
  cp -r "$where" "$2" && chmod -R u+w "$2"
}
npm_package() { # NAME@VERSION DEST
  local t; t=$(mktemp -d); (cd "$t" && npm pack --silent "$1" >/dev/null && tar xzf ./*.tgz); mkdir -p "$2"; cp -r "$t/package/." "$2"; rm -rf "$t"
}
deb() { # PACKAGE DEST FOLDER: the files of a Debian package below FOLDER
  local t; t=$(mktemp -d); chmod 777 "$t"; (cd "$t" && apt-get download -qq "$1" >/dev/null && dpkg -x ./*.deb x); mkdir -p "$2"; cp -r "$t/x/$3/." "$2"; rm -rf "$t"
}

linux() { # DEST [FOLDER…]: the kernel's source, or some folders of it
  local t to=$1; shift; t=$(mktemp -d); chmod 777 "$t"
  (cd "$t" && apt-get download -qq linux-source-6.1 >/dev/null && dpkg -x ./*.deb x && mkdir -p "$to" && tar xJf x/usr/src/linux-source-6.1.tar.xz -C "$to" --strip-components=1 "${@/#/linux-source-6.1/}")
  rm -rf "$t"
}

for name; do
  to=$dir/$name; [ -d "$to/.git" ] && continue
  rm -rf "$to.part"; part=$to.part
  case $name in
    go-tools)  go_module golang.org/x/tools@v0.30.0 "$part" ;;
    go-std)    mkdir -p "$part"; cp -r "$(go env GOROOT)/src/." "$part" ;;
    go-k8s)    go_module k8s.io/kubernetes@v1.31.0 "$part" ;;
    ts-viem)   npm_package viem@2.21.0 "$part" ;;
    ts-mixed)  npm_package rxjs@7.8.1 "$part/rxjs"; npm_package effect@3.10.0 "$part/effect"; npm_package three@0.170.0 "$part/three"; npm_package ol@10.2.1 "$part/ol" ;;
    py-django) deb python3-django "$part" usr/lib/python3/dist-packages/django ;;
    py-sympy)  deb python3-sympy "$part" usr/lib/python3/dist-packages/sympy ;;
    c-linux)   linux "$part" kernel mm fs net lib block crypto ipc security include init ;;
    c-linux-all) linux "$part" ;;
    *) echo "corpora.sh: no corpus named $name" >&2; exit 2 ;;
  esac
  git -C "$part" init -q && git -C "$part" add -A -f . >/dev/null 2>&1 && git -C "$part" -c user.name=c -c user.email=c@example.test commit -qm "$name"
  mv "$part" "$to"
done
for name; do printf '%-10s %6s files\n' "$name" "$(git -C "$dir/$name" ls-files | wc -l)"; done
