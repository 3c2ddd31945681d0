#!/bin/sh
# archive_command = '/path/to/archive-wal.sh /path/to/archive %p %f'
# Puts one segment of the write-ahead log into the archive, whole and on the disk before it says so. A segment that is there
# already with other bytes is refused: two servers must never write into one archive.
set -eu
archive=$1 path=$2 name=$3
if [ -f "$archive/$name" ]; then
  cmp -s "$path" "$archive/$name" && exit 0
  echo "$archive/$name exists with other bytes" >&2
  exit 1
fi
cp "$path" "$archive/$name.partial"
sync "$archive/$name.partial" 2>/dev/null || sync
mv "$archive/$name.partial" "$archive/$name"
sync "$archive" 2>/dev/null || sync
