#!/bin/sh
# Makes the secrets of docker-compose.yml in the folder that is named: a folder for each container that has some, which mounts that one and no
# other. A file that is there stays. Keep a copy of app/master-key elsewhere: without it what people wrote cannot be opened.
set -eu
folder=$1
# Read by their owner, which MongoDB and Redis run as, and by the group of Pathlight's own processes.
umask 027
mkdir -p "$folder/app" "$folder/mongodb" "$folder/redis"
random() { head -c 32 /dev/urandom | base64 | tr -d '\n'; }
# Letters and digits: a password stands in an address.
password() { head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n'; }
# Complete before it has its name: a start that was cut off leaves no half of a key.
keep() {
  if [ ! -s "$folder/$1" ]; then
    printf '%s' "$2" > "$folder/$1.draft"
    mv "$folder/$1.draft" "$folder/$1"
  fi
  chmod 640 "$folder/$1"
}
# Earlier versions had all of them in one folder, which every container saw.
take() { if [ -s "$folder/$1" ]; then mv "$folder/$1" "$folder/$2"; fi; }
take master-key app/master-key
take operator-token app/operator-token
take mongodb-password mongodb/password
take mongodb-url app/mongodb-url
keep app/master-key "$(random)"
keep app/operator-token "$(random)"
keep mongodb/password "$(password)"
keep app/mongodb-url "mongodb://pathlight:$(cat "$folder/mongodb/password")@mongodb:27017/pathlight?authSource=admin&replicaSet=rs0"
keep redis/redis.conf "requirepass $(password)"
keep app/redis-url "redis://:$(cut -d ' ' -f 2 "$folder/redis/redis.conf")@redis:6379"
