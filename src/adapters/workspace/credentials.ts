/**
 * The forge's token for git's own questions to that forge: by a helper that answers for its origin alone, in the environment of
 * that one process, never in an argument, an address or a file. Only where the operator has no helper of their own, who else would
 * be told to keep it, and where nothing in the repository's configuration has a say in how http is spoken.
 */
import type { Setting } from './shield.ts'

export interface Credential {
  /** `https://host`; plain http only where the forge itself is configured so. */
  readonly origin: string
  readonly username: string
  readonly token: string
}

const asksRemote: ReadonlySet<string> = new Set(['fetch', 'push', 'ls-remote'])
/** A helper of git's that is asked for this origin; one with a pattern may be. */
function isAsked({ key, value }: Setting, origin: string): boolean {
  const found = /^credential(?:\.(.*))?\.helper$/s.exec(key)
  if (found === null || value === '') return false
  const [, of] = found
  if (of === undefined || of.includes('*') || !URL.canParse(of)) return true
  return new URL(of).host === new URL(origin).host
}
const isOperators = ({ scope }: Setting): boolean => scope === 'system' || scope === 'global'
const isRepositorys = ({ scope }: Setting): boolean => scope === 'local' || scope === 'worktree'
const isAddress = (key: string): boolean => /^remote\..*\.(url|pushurl)$/s.test(key)

export function credentialFor(
  args: readonly string[],
  settings: readonly Setting[],
  credentials: () => readonly Credential[],
): { readonly argv: readonly string[]; readonly env: Readonly<Record<string, string>> } | null {
  if (!asksRemote.has(args[0] ?? '')) return null
  if (settings.some((one) => isRepositorys(one) && /^http\./.test(one.key))) return null
  const addresses = [...args, ...settings.filter(({ key }) => isAddress(key)).map(({ value }) => value)]
  const found = credentials().find(({ origin }) => addresses.some((one) => one.startsWith(`${origin}/`)))
  if (found === undefined || settings.some((one) => isOperators(one) && isAsked(one, found.origin))) return null
  const { origin, username, token } = found
  const answer = `!f() { test "$1" = get && printf 'username=%s\\npassword=%s\\n' "$DROVER_GIT_USER" "$DROVER_GIT_TOKEN"; }; f`
  return {
    argv: ['-c', `credential.${origin}.helper=`, '-c', `credential.${origin}.helper=${answer}`],
    env: { DROVER_GIT_USER: username, DROVER_GIT_TOKEN: token },
  }
}
