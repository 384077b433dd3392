/**
 * A page that tells what is running: success once it shows what is expected (the commit, unless said otherwise), failure only
 * where it shows what was named as one. A page that shows another version, or nothing, is still on its way.
 */
import type { CiAnswer, CiQuestion } from '#ports/ci-source'
import type { WayOut } from '#ports/way-out'

export interface ProbeOptions {
  readonly url: string
  readonly expect?: string
  readonly fail?: string
  readonly token: () => string | undefined
  readonly wayOut: WayOut
  readonly timeoutMs?: number
}

const mostBytes = 1024 * 1024

/** `{owner}`, `{repo}`, `{commit}` and `{short}` of a text. */
export const fill = (text: string, { repo, commit }: CiQuestion, encode: (word: string) => string = String): string =>
  text
    .replaceAll('{owner}', encode(repo.owner))
    .replaceAll('{repo}', encode(repo.name))
    .replaceAll('{commit}', encode(commit))
    .replaceAll('{short}', encode(commit.slice(0, 7)))

export function askProbe({ url, expect = '{commit}', fail, token, wayOut, timeoutMs = 20_000 }: ProbeOptions) {
  // Placeholders fill paths: which host is asked is the operator's word alone.
  const { origin } = new URL(fill(url, { repo: { owner: 'o', name: 'n' }, commit: '0'.repeat(40) } as CiQuestion))
  const fetchGuarded = wayOut({ origin, timeoutMs, mostBytes })
  return async (question: CiQuestion): Promise<CiAnswer> => {
    const key = token()
    const headers = { 'user-agent': 'drover', ...(key ? { authorization: `Bearer ${key}` } : {}) }
    const answer = await fetchGuarded(fill(url, question, encodeURIComponent), { headers })
    const text = await answer.text()
    const name = new URL(url).pathname
    if (fail !== undefined && text.includes(fill(fail, question)))
      return { result: 'failure', red: [{ name, url: answer.url || null }], detail: null }
    if (answer.ok && text.includes(fill(expect, question))) return { result: 'success', red: [], detail: null }
    const why = answer.ok ? 'does not show it yet' : `answered ${answer.status}`
    return { result: 'pending', red: [], detail: `${origin} ${why}` }
  }
}
