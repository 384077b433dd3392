#!/bin/sh
# The predecessor's example of a custom agent: `mycode run PROMPT [--model M]`, coloured text, work told on standard error.
prompt=$2
model=${4:-none}
printf '\033]0;mycode\007\033[2mthinking 10%%\rthinking 100%%\033[0m\n' >&2
case $model in
  none | moonshot/kimi-k2) ;;
  *) printf 'error: there is no model %s\n' "$model" >&2; exit 3 ;;
esac
printf '\033[1mmycode\033[0m with %s\n' "$model"
case $prompt in
  *ENDLESS*) printf 'on my way\n'; exec sleep 300 ;;
  *HUGE*) head -c 5000000 /dev/zero | tr '\0' x; printf '\n' ;;
  *WRITE*) printf 'written\n' >"${prompt##*WRITE }" ;;
  *STDERR*) printf '\033[32mthe answer\033[0m\n' >&2; exit 0 ;;
esac
printf '\033[36m%s\033[0m\n' "$prompt"
