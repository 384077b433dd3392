/** The player's hook: what Drover says to an act before it is done. Anything but a clear allow is a refusal. */
import { askDrover } from './door.ts'

/** An act as hooks tell it: a file that is written, or a command. */
export interface Told {
  readonly tool: 'write' | 'sh' | 'commit'
  readonly input: { readonly path: string } | { readonly command: string }
}

/** A daemon that is restarted is back by then. */
const patienceMs = 20_000
const away = "Drover's daemon is away; nothing that a guard must see is done meanwhile."

/** null: go ahead; else why not. */
export async function refusedByGuard(told: Told, cwd: string, signal: AbortSignal): Promise<string | null> {
  const self = encodeURIComponent(process.env.DROVER_SESSION_ID ?? '')
  try {
    const path = `/api/v1/sessions/${self}/guard`
    const { ok, json } = await askDrover({ method: 'POST', path, body: { ...told, cwd } }, signal, patienceMs)
    if (ok && json.decision === 'allow') return null
    return ok && typeof json.reason === 'string'
      ? json.reason
      : `Drover's answer could not be understood: ${json.code}.`
  } catch (cause) {
    return `${away} (${(cause as Error).message})`
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** What `@commit` runs. */
export const commitCommand = (message: string): string => `git add -A && git commit -q -m ${quoted(message)}`
