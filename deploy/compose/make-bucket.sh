#!/bin/sh
# The bucket, and a user who may do there what README, "From the folder to a bucket", names, and nothing else.
set -eu
mkdir -p /tmp/mc/certs/CAs
cp /run/secrets/authority.crt /tmp/mc/certs/CAs/
call() { mc --config-dir /tmp/mc --quiet "$@"; }
call alias set storage https://storage:9000 root "$(cat /run/secrets/storage-root-password)"
call mb --ignore-existing storage/rawaj-media
cat > /tmp/policy.json << 'JSON'
{
  "Version": "2012-10-17",
  "Statement": [
    {
      "Effect": "Allow",
      "Action": ["s3:GetObject", "s3:PutObject", "s3:DeleteObject", "s3:AbortMultipartUpload"],
      "Resource": ["arn:aws:s3:::rawaj-media/*"]
    },
    {
      "Effect": "Allow",
      "Action": ["s3:ListBucket", "s3:ListBucketMultipartUploads"],
      "Resource": ["arn:aws:s3:::rawaj-media"]
    }
  ]
}
JSON
call admin policy create storage rawaj-media /tmp/policy.json
call admin user add storage rawaj "$(cat /run/secrets/storage-password)"
call admin policy attach storage rawaj-media --user rawaj || call admin policy entities storage --user rawaj
