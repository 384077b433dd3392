/**
 * The `drover` command of a home's agents, as a shell script: hooks run at every call of a tool, so they start no Node. A hook
 * appends one line to the spool of its launch in one write, with or without a daemon; it never prints, always ends with 0, and
 * what it could not write is noted where `drover doctor` looks. Everything else goes to the program.
 */
import { hookFailures, mostHookBytes } from './contract/hook.ts'

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`

export const commandScript = (program: readonly string[]): string => `#!/bin/sh
if [ "$1" = hooks ] && [ $# -ge 3 ]; then
  [ -n "$DROVER_SESSION_ID" ] && [ -n "$DROVER_LAUNCH_ID" ] && [ -n "$DROVER_SPOOL" ] || exit 0
  case $2$3 in *[!A-Za-z0-9_.-]*) exit 0 ;; esac
  umask 077
  f=\${DROVER_SPOOL%/*}/hook.$$
  failed() { printf '%s %s %s: %s\\n' "$DROVER_LAUNCH_ID" "$1" "$2" "$3" >> "$DROVER_HOME_TAG/${hookFailures}"; rm -f "$f"; exit 0; }
  exec 2>/dev/null >/dev/null
  head -c ${mostHookBytes + 1} | tr '\\n\\r' '  ' > "$f.data" || failed "$2" "$3" "cannot be written"
  size=
  case $3 in
    [Ss]ession[Ss]tart*)
      t=$(sed -n 's/.*"transcript_\\{0,1\\}[Pp]ath" *: *"\\([^"]*\\)".*/\\1/p' "$f.data")
      if [ -n "$t" ]; then if [ -f "$t" ]; then size=$(wc -c < "$t" | tr -d ' '); else size=0; fi; fi ;;
  esac
  n=$(wc -c < "$f.data" | tr -d ' ')
  {
    printf '{"hook":"%s","event":"%s"' "$2" "$3"
    [ -z "$size" ] || printf ',"size":%s' "$size"
    if [ "$n" -gt ${mostHookBytes} ]; then printf ',"cut":%s,"data":{}' "$n"
    elif [ "$n" -eq 0 ]; then printf ',"data":{}'
    else printf ',"data":'; cat "$f.data"
    fi
    printf '}\\n'
  } > "$f" || failed "$2" "$3" "cannot be written"
  rm -f "$f.data"
  # One write: lines of hooks that run at the same time do not mix.
  dd if="$f" bs=${mostHookBytes * 2} >> "$DROVER_SPOOL" || failed "$2" "$3" "cannot be appended"
  rm -f "$f"
  exit 0
fi
exec ${program.map(quoted).join(' ')} "$@"
`
