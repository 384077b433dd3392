/**
 * The program that an agent CLI runs before each call of a tool: it asks the daemon and fails closed. It hands on what the CLI
 * told it, unread; only a clear allow is an allow. Plain sh and curl, placed as a file of the launch. How each CLI is told to
 * run it is `guard-wiring`'s.
 */

/** exit: exit 2 with the reason on standard error. copilot: a JSON answer and exit 0. */
export type HookSpeech = 'exit' | 'copilot'

export const hookFile = 'guard-hook.sh'

const away = "Drover's daemon is away; nothing that a guard must see is done meanwhile. Try again in a minute."
const unclear = "Drover's answer could not be understood, so nothing is done. Try again in a minute."
const noCurl = 'The guard of this session needs curl and does not find it, so nothing is done. Tell the operator.'

const speeches: Record<HookSpeech, string> = {
  // What is between the quotes of the answer's JSON, read back as plain text.
  exit: `  printf '%s\\n' "$1" | sed -e 's/\\\\n/ /g' -e 's/\\\\\\(.\\)/\\1/g' >&2
  exit 2`,
  copilot: `  printf '{"permissionDecision":"deny","permissionDecisionReason":"%s"}\\n' "$1"
  exit 0`,
}

/**
 * The launch's variables say where the daemon is and who asks. The token is read by curl from a descriptor, so that no list of
 * processes shows it. Limits: 2 s to connect, 10 s in all.
 */
export function guardHook(speech: HookSpeech): string {
  return `#!/bin/sh
# Asks Drover whether a tool may be called. Anything but a clear allow is a deny.
deny() {
${speeches[speech]}
}
command -v curl >/dev/null 2>&1 || deny '${noCurl}'
[ -n "$DROVER_SOCKET" ] && [ -n "$DROVER_SESSION_ID" ] && [ -n "$DROVER_TOKEN" ] || deny "${away}"
answer=$(curl --silent --globoff --noproxy '*' --connect-timeout 2 --max-time 10 --unix-socket "$DROVER_SOCKET" \\
  --header @/dev/fd/3 --header 'Content-Type: application/json' --header 'Expect:' --data-binary @- \\
  "http://drover/api/v1/sessions/$DROVER_SESSION_ID/guard" 3<<END
Authorization: Bearer $DROVER_TOKEN
END
) || deny "${away}"
case $answer in
  '{"decision":"allow"}') exit 0 ;;
  '{"decision":"deny","reason":"'*'"}')
    reason=\${answer#'{"decision":"deny","reason":"'}
    deny "\${reason%'"}'}" ;;
  *) deny "${unclear}" ;;
esac
`
}
