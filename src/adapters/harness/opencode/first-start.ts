/**
 * opencode makes its database at its first start, and several first starts at once break each other ("database is locked",
 * "table already exists"; measured on 1.18.33). A launch that finds no database, or others who are making it, asks opencode
 * for something harmless until that works, and only then becomes the real one. A mark beside the database tells those who
 * come meanwhile; it stops nobody, so that one left behind by a killed launch costs the next one a look.
 */

const script = `data="\${XDG_DATA_HOME:-$HOME/.local/share}/opencode"
mark="$data/drover-first-start"
if [ ! -e "$data/opencode.db" ] || [ -e "$mark" ]; then
  mkdir -p "$mark"
  tries=0
  until "$1" session list >/dev/null 2>&1 </dev/null || [ "$tries" -ge 20 ]; do
    tries=$((tries + 1))
    sleep 0.3
  done
  rmdir "$mark" 2>/dev/null
fi
exec "$@"`

/** `exec` leaves no shell behind, and no text of anybody is read by it: arguments stay arguments. */
export const afterFirstStart = (argv: readonly string[]): readonly string[] => ['/bin/sh', '-c', script, 'sh', ...argv]
