/** The stages of a commit's way as people write them: one line each, in the order build, deploy, rollout. Pure. */

export type StageSpec =
  | { readonly kind: 'checks' }
  | { readonly kind: 'woodpecker'; readonly url: string }
  | { readonly kind: 'command'; readonly command: string }
  | { readonly kind: 'probe'; readonly url: string; readonly expect?: string; readonly fail?: string }

export type ReadStage = { readonly ok: true; readonly spec: StageSpec } | { readonly ok: false; readonly error: string }

const address = /^https?:\/\/[^\s/]+\S*$/
const no = (words: string, why: string): ReadStage => ({ ok: false, error: `ci: "${words.slice(0, 80)}" ${why}.` })

export function readStage(words: string): ReadStage {
  const [kind = '', ...rest] = words.trim().split(/\s+/)
  const [first = ''] = rest
  switch (kind) {
    case 'checks':
      return rest.length === 0 ? { ok: true, spec: { kind } } : no(words, 'takes nothing after "checks"')
    case 'woodpecker':
      return rest.length === 1 && address.test(first)
        ? { ok: true, spec: { kind, url: first } }
        : no(words, 'needs the address of the server')
    case 'command': {
      const command = words.trim().slice(kind.length).trim()
      return command === '' ? no(words, 'needs a command line') : { ok: true, spec: { kind, command } }
    }
    case 'probe': {
      const more = rest.slice(1).map((part) => /^(expect|fail)=(\S+)$/.exec(part))
      if (!address.test(first) || more.includes(null)) return no(words, 'needs an address, and takes expect= and fail=')
      const given = Object.fromEntries(more.map((part) => [part?.[1], part?.[2]])) as { expect?: string; fail?: string }
      return { ok: true, spec: { kind, url: first, ...given } }
    }
    default:
      return no(words, 'begins with none of checks, woodpecker, command, probe')
  }
}

/** Of lines that were checked before. */
export const stagesOf = (lines: readonly string[]): readonly StageSpec[] =>
  lines.flatMap((line) => {
    const read = readStage(line)
    return read.ok ? [read.spec] : []
  })
