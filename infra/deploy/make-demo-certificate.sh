#!/bin/sh
# Makes a self-signed certificate for localhost and docs.localhost, into the folder of the secrets
# (default: secrets, beside this file). For demonstrations; it never replaces a certificate.
set -eu
folder=${1:-$(dirname "$0")/secrets}
if [ -e "$folder/tls_key" ] || [ -e "$folder/tls_certificate" ]; then echo "kept the certificate"; exit; fi
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30 -subj /CN=localhost \
  -addext 'subjectAltName=DNS:localhost,DNS:docs.localhost,IP:127.0.0.1' \
  -keyout "$folder/tls_key" -out "$folder/tls_certificate" 2> /dev/null
chmod 444 "$folder/tls_key" "$folder/tls_certificate"
echo "made tls_certificate and tls_key"
