#!/bin/sh
# deploy/make-secrets.sh https://rawaj.example FOLDER
# Makes what deploy/compose.yaml reads as secrets, all random, and FOLDER/rawaj.env with the product's own; empty lines of it are
# filled in by hand. A folder that exists is refused: new SECRET_KEYS would make what is stored sealed unreadable.
# The certificates are signed by an authority made here: put a public one into FOLDER/certificate.pem (chain, then key).
set -eu
public_url=$1 folder=$2
here=$(dirname "$0")
[ ! -e "$folder" ] || { echo "$folder exists already" >&2; exit 1; }
umask 077
mkdir -p "$folder"
host=${public_url#https://}
random() { openssl rand -hex 24; }

owner=$(random) storage=$(random) metrics=$(random)
printf %s "$owner" > "$folder/database-password"
random | tr -d '\n' > "$folder/superuser-password"
random | tr -d '\n' > "$folder/replication-password"
random | tr -d '\n' > "$folder/storage-root-password"
printf %s "$storage" > "$folder/storage-password"
printf %s "$metrics" > "$folder/metrics-token"
printf '"rawaj" "%s"\n' "$owner" > "$folder/pgbouncer-users"

# The authority, and a certificate for each name, in the order that its reader wants.
openssl req -x509 -newkey rsa:2048 -nodes -days 825 -subj "/CN=Rawaj's own authority" \
  -keyout "$folder/authority.key" -out "$folder/authority.crt" 2> /dev/null
certify() {
  openssl req -newkey rsa:2048 -nodes -subj "/CN=$1" -keyout "$folder/$2.key" -out "$folder/$2.csr" 2> /dev/null
  printf 'subjectAltName=DNS:%s\n' "$1" > "$folder/$2.ext"
  openssl x509 -req -days 825 -in "$folder/$2.csr" -CA "$folder/authority.crt" -CAkey "$folder/authority.key" \
    -CAcreateserial -extfile "$folder/$2.ext" -out "$folder/$2.crt" 2> /dev/null
  rm "$folder/$2.csr" "$folder/$2.ext"
}
certify "$host" public
cat "$folder/public.crt" "$folder/public.key" > "$folder/certificate.pem"
certify storage storage
rm -f "$folder/authority.srl" "$folder/public.crt" "$folder/public.key"
# The containers' users differ from this one: the folder keeps everybody else of this machine out.
chmod 644 "$folder"/*
chmod 600 "$folder/authority.key"

while IFS= read -r line; do
  case $line in
    PUBLIC_URL=) echo "PUBLIC_URL=$public_url" ;;
    SECRET_KEYS=) echo "SECRET_KEYS=k1:$(openssl rand -base64 32)" ;;
    METRICS_TOKEN=) echo "METRICS_TOKEN=$metrics" ;;
    MOYASAR_WEBHOOK_SECRET=) echo "MOYASAR_WEBHOOK_SECRET=$(random)" ;;
    DATABASE_URL=) echo "DATABASE_URL=postgres://rawaj:$owner@pgbouncer:6432/rawaj" ;;
    DATABASE_DIRECT_URL=) echo "DATABASE_DIRECT_URL=postgres://rawaj:$owner@postgres:5432/rawaj" ;;
    DATABASE_READ_URL=) echo "DATABASE_READ_URL=postgres://rawaj:$owner@pgbouncer:6432/rawaj_read" ;;
    S3_BUCKET=) echo "S3_BUCKET=rawaj-media" ;;
    S3_ACCESS_KEY_ID=) echo "S3_ACCESS_KEY_ID=rawaj" ;;
    S3_SECRET_ACCESS_KEY=) echo "S3_SECRET_ACCESS_KEY=$storage" ;;
    '#'*) ;;
    *) echo "$line" ;;
  esac
done < "$here/rawaj.env.example" > "$folder/rawaj.env"
chmod 600 "$folder/rawaj.env"
echo "Fill in the empty lines of $folder/rawaj.env."
