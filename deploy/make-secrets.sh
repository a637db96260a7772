#!/bin/sh
# Makes the secrets of docker-compose.yml, each a file in the folder that is named. A file that is there stays.
# Keep a copy of master-key elsewhere: without it what people wrote cannot be opened.
set -eu
folder=$1
umask 022
random() { head -c 32 /dev/urandom | base64 | tr -d '\n'; }
# Complete before it has its name: a start that was cut off leaves no half of a key.
keep() {
  if [ -s "$folder/$1" ]; then return; fi
  printf '%s' "$2" > "$folder/$1.draft"
  mv "$folder/$1.draft" "$folder/$1"
}
keep master-key "$(random)"
keep operator-token "$(random)"
# Letters and digits: the password stands in an address.
keep mongodb-password "$(head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n')"
keep mongodb-url "mongodb://pathlight:$(cat "$folder/mongodb-password")@mongodb:27017/pathlight?authSource=admin&replicaSet=rs0"
