# A tiny agent of the drover line protocol. Its prompt: bursts, lines a burst, seconds between them.
read -r bursts lines pause < "$1"
printf '{"type":"session","id":"tiny-%s"}\n' "$$"
burst=0
while [ "$burst" -lt "$bursts" ]; do
  burst=$((burst + 1))
  line=0
  while [ "$line" -lt "$lines" ]; do
    line=$((line + 1))
    printf '{"type":"text","text":"flood %s/%s"}\n' "$line" "$lines"
  done
  sleep "$pause"
done
printf '{"type":"result","ok":true}\n'
