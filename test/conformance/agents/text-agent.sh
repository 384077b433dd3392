#!/bin/sh
# A tiny agent with plain text output: reads its prompt from standard input, obeys four words, keeps no memory.
prompt=$(cat)
printf 'text agent at work\n'
case $prompt in
  *FAIL*) printf 'error: quota exceeded for this month\n' >&2; exit 3 ;;
  *ENDLESS*) printf 'on my way\n'; exec sleep 300 ;;
  *HUGE*) head -c 5000000 /dev/zero | tr '\0' x; printf '\n' ;;
  *WRITE*) printf 'written\n' >"${prompt##*WRITE }" ;;
esac
printf '%s\n' "$prompt"
