# An agent of the drover line protocol that says "beat n" until a file appears. Its prompt: the file, seconds between beats,
# and how many beats at most.
read -r enough pause most < "$1"
beat=0
while [ ! -e "$enough" ]; do
  if [ "$beat" -lt "$most" ]; then
    beat=$((beat + 1))
    printf '{"type":"text","text":"beat %s"}\n' "$beat"
  fi
  sleep "$pause"
done
printf '{"type":"result","ok":true}\n'
