/**
 * Owns the one shell script that stands between the daemon and an agent: it records who runs, feeds the input, waits and
 * records the exit, with or without a daemon. Written for dash, bash 3.2 and busybox. No text of a user is ever part of
 * it: everything comes in as arguments. Who starts it, and what its files mean, is left to start.ts and launch-files.ts.
 *
 * Arguments: directory, input mode, cat, mkfifo, env (empty where it cannot reset signals), names to unset, `--`, argv. A spare
 * (spares.ts) is the same script, started before there is a launch: its arguments come later, by its order. In a pane of a
 * terminal it begins without an environment, reads its order from a file that is gone then, and becomes itself once more.
 * Names begin with `drover__` so that an assignment never changes a variable the agent inherits.
 */

/** Exit codes of the wrapper before an agent exists. They mean nothing once the pid file names an agent. */
export const wrapperCodes = { unrecorded: 121, abandoned: 122 } as const

/** Second argument of `sh`: how a wrapper, and the follower that is a fork of it, are told from an agent's own shells. */
export const wrapperFile = 'wrapper.sh'
export const wrapperMark = 'drover-launch'
/** In the place of an input mode: a wrapper that waits for its launch. */
export const spareMode = 'spare'
/** In the place of an input mode: a wrapper that is told by a file what it is; the file and an `rm` come after it. */
export const paneMode = 'pane'
/** An agent whose screen was taken away has so long to end by itself. */
const lostScreenSeconds = 4

export const wrapperScript = `# Starts one agent, feeds its input, records its pid and its exit. Written by Drover, one per launch.
umask 077
if [ "$3" = ${spareMode} ]; then
  drover__order=
  # The end of the input without a word: the daemon is gone, and nobody will ever ask for this one.
  read -r drover__go || exit 0
  . /dev/fd/3
  [ "$drover__order" = whole ] || exit ${wrapperCodes.unrecorded}
  exec </dev/null 3<&-
fi
if [ "$3" = ${paneMode} ]; then
  drover__order=
  # Whoever removes the order has it: this shell, or the daemon that gives the launch up.
  exec 3<"$4" && "$5" "$4" || exit ${wrapperCodes.abandoned}
  . /dev/fd/3
  [ "$drover__order" = whole ] || exit ${wrapperCodes.unrecorded}
  exec 3<&-
  exec /bin/sh "$0" "$@"
fi
drover__dir=$2 drover__mode=$3 drover__cat=$4 drover__mkfifo=$5 drover__env=$6
drover__agent= drover__follower= drover__caught= drover__code= drover__keys= drover__killer=
for drover__name in $7; do unset "$drover__name"; done
shift 8

# A handler, not "ignore": an ignored signal would be inherited by the agent.
trap 'drover__caught=1; [ -z "$drover__agent" ] || kill -TERM "$drover__agent" 2>/dev/null' TERM INT HUP
if [ "$drover__mode" = terminal ]; then
  # What is typed is the agent's alone. A lost screen ends it, whatever it makes of that (the second tool is sleep here).
  trap 'drover__keys=1' INT QUIT
  drover__lost() {
    drover__caught=1
    [ -n "$drover__agent" ] || return
    kill -TERM "$drover__agent" 2>/dev/null
    [ -z "$drover__killer" ] || return
    (
      drover__nap=
      trap 'kill "$drover__nap" 2>/dev/null; exit 0' TERM
      "$drover__mkfifo" ${lostScreenSeconds} &
      drover__nap=$!
      wait "$drover__nap"
      kill -KILL "$drover__agent" 2>/dev/null
    ) </dev/null >/dev/null 2>&1 6<&- &
    drover__killer=$!
  }
  trap drover__lost HUP
  exec 6<&0
fi

# The pid comes first. Whoever gives this launch up writes "abandoned" first and reads the pid after: one sees the other.
printf '%s\\n' "$$" > "$drover__dir/pid" || exit ${wrapperCodes.unrecorded}
[ -e "$drover__dir/abandoned" ] && exit ${wrapperCodes.abandoned}
[ -n "$drover__caught" ] && exit ${wrapperCodes.abandoned}

case $drover__mode in
  file) drover__in=$drover__dir/stdin ;;
  followed) drover__in=$drover__dir/in ;;
  *) drover__in=/dev/null ;;
esac

if [ "$drover__mode" = followed ]; then
  "$drover__mkfifo" "$drover__dir/in" "$drover__dir/wake" || exit ${wrapperCodes.unrecorded}
  exec 5<>"$drover__dir/wake"
  # The follower: cat goes on where the last one ended (they share one open file), then a line in "wake" is awaited.
  (
    exec 3<"$drover__dir/stdin" 4>"$drover__in"
    while "$drover__cat" <&3 >&4; do
      if [ -e "$drover__dir/closed" ]; then "$drover__cat" <&3 >&4; exit 0; fi
      read -r drover__nudge <&5 || exit 0
    done
  ) </dev/null &
  drover__follower=$!
fi

# A background child of a shell ignores INT and QUIT, and has no input but what it is given; the agent must have both.
if [ "$drover__mode" = terminal ] && [ -n "$drover__env" ]; then
  "$drover__env" --default-signal=INT,QUIT "$@" <&6 6<&- &
elif [ "$drover__mode" = terminal ]; then
  (trap - INT QUIT; exec "$@") <&6 6<&- &
elif [ -n "$drover__env" ]; then
  "$drover__env" --default-signal=INT,QUIT "$@" <"$drover__in" >>"$drover__dir/stdout" 2>>"$drover__dir/stderr" 5>&- &
else
  (trap - INT QUIT; exec "$@") <"$drover__in" >>"$drover__dir/stdout" 2>>"$drover__dir/stderr" 5>&- &
fi
drover__agent=$!
exec 5>&- 6<&-

if ! printf '%s\\n%s\\n' "$drover__agent" "$drover__follower" >> "$drover__dir/pid"; then
  kill -KILL "$drover__agent" $drover__follower
  exit ${wrapperCodes.unrecorded}
fi
if [ -n "$drover__caught" ]; then
  if [ "$drover__mode" = terminal ]; then drover__lost; else kill -TERM "$drover__agent" 2>/dev/null; fi
fi

# A caught signal interrupts "wait": wait again, but only while there is an agent to wait for. Shells answer a second
# wait for one that is already gone with 127, -1 or 0; the first answer is the better one then.
while :; do
  wait "$drover__agent"
  drover__now=$?
  case $drover__now in
    -*|127) [ -n "$drover__code" ] || drover__code=127 ;;
    *) drover__code=$drover__now ;;
  esac
  [ -n "$drover__caught$drover__keys" ] || break
  drover__caught= drover__keys=
  kill -0 "$drover__agent" 2>/dev/null && continue
  # Gone while the signal was heard: a shell that took note of it by itself (bash) still knows how it ended.
  wait "$drover__agent"
  drover__now=$?
  case $drover__now in -*|127|0) ;; *) drover__code=$drover__now ;; esac
  break
done

[ -z "$drover__killer" ] || kill -TERM "$drover__killer" 2>/dev/null
if [ -n "$drover__follower" ]; then
  kill -TERM "$drover__follower" 2>/dev/null
  wait "$drover__follower"
fi
# One write of one line into a new file. Whoever reads it takes a whole line or none, so there is no half of it to hide.
printf '%s\\n' "$drover__code" > "$drover__dir/exit"
exit "$drover__code"
`

/** Variables that a shell sets on its own; those the place did not ask for are taken out again. */
const ofTheShell = ['PWD', 'OLDPWD', 'SHLVL', '_']

export interface WrapperTools {
  readonly cat: string
  readonly mkfifo: string
  readonly sleep: string
  readonly rm: string
  /** An `env` that can reset signals, or empty. */
  readonly env: string
}

export interface WrapperRequest {
  readonly dir: string
  /** terminal: the agent's standard streams are those that the wrapper was started with. */
  readonly mode: 'closed' | 'file' | 'followed' | 'terminal'
  readonly tools: WrapperTools
  readonly env: Readonly<Record<string, string>>
  readonly argv: readonly string[]
}

export const wrapperArgv = (request: WrapperRequest): string[] => [
  `${request.dir}/${wrapperFile}`,
  ...wrapperWords(request),
]

/** The arguments of the script, from its mark on. */
export function wrapperWords({ dir, mode, tools, env, argv }: WrapperRequest): string[] {
  // `env` would take a program path with an equals sign for an assignment, and one with a dash for an option.
  const plain = !argv[0]!.includes('=') && !argv[0]!.startsWith('-')
  const second = mode === 'terminal' ? tools.sleep : tools.mkfifo
  const unset = ofTheShell.filter((name) => !Object.hasOwn(env, name)).join(' ')
  return [wrapperMark, dir, mode, tools.cat, second, plain ? tools.env : '', unset, '--', ...argv]
}

/** Is this command line a wrapper's (or its follower's)? With a directory: of that launch? */
export function isWrapper(command: readonly string[], dir?: string): boolean {
  if (command[2] !== wrapperMark || !command[1]?.endsWith(`/${wrapperFile}`)) return false
  return dir === undefined || command[3] === dir
}

/** Drover's own part of a launch: the wrapper, its follower, and the `mv` by which wrappers of before recorded the exit. */
export const isMachinery = (command: readonly string[]): boolean =>
  isWrapper(command) ||
  (command.length === 4 && command[2]!.endsWith('/exit.new') && command[3] === command[2]!.slice(0, -'.new'.length))
