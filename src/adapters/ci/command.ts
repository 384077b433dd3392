/**
 * A command of the operator that tells what became of a commit: 0 is success, unless its output begins with another of the four
 * words; 1 is failure and 75 is "not yet". It gets no token. Anything else, and one that takes too long, has told nothing.
 */
import { type StageResult, stageResults } from '#contract/trip'
import type { CiAnswer, CiQuestion } from '#ports/ci-source'
import type { Host } from '#ports/harness'

export interface CommandOptions {
  readonly command: string
  readonly timeoutMs?: number
  readonly host: Pick<Host, 'exec' | 'env'>
}

const notYet = 75
const byCode: Readonly<Record<number, StageResult>> = { 1: 'failure', [notYet]: 'pending' }

export function askCommand({ command, host, timeoutMs = 60_000 }: CommandOptions) {
  return async ({ repo, commit, branch }: CiQuestion): Promise<CiAnswer> => {
    const own = ['PATH', 'HOME', 'LANG'].flatMap((name) => (host.env[name] ? [[name, host.env[name]]] : []))
    const env = {
      ...(Object.fromEntries(own) as Record<string, string>),
      DROVER_REPO: `${repo.owner}/${repo.name}`,
      DROVER_COMMIT: commit,
      ...(branch === null ? {} : { DROVER_BRANCH: branch }),
    }
    const ran = await host.exec(['sh', '-c', command], { timeoutMs, env })
    return readRun(ran.code, ran.stdout, ran.stderr)
  }
}

export function readRun(code: number | null, stdout: string, stderr: string): CiAnswer {
  const said = stdout.trimStart().split(/\s/, 1)[0]?.toLowerCase() ?? ''
  const word = stageResults.find((one) => one === said)
  const words = (stderr.trim() || stdout.trim()).split('\n').at(-1)?.slice(0, 300) || null
  const result = code === null ? undefined : code === 0 ? (word ?? 'success') : byCode[code]
  if (result === undefined)
    return { result: 'pending', red: [], detail: `the command told nothing (${code ?? 'it was ended'})` }
  const tail = (stderr.trim() || stdout.trim()).split('\n').slice(-20).join('\n').slice(-4000)
  const red = result === 'failure' ? [{ name: words ?? 'command', url: null, tail: tail || null }] : []
  return { result, red, detail: result === 'success' ? null : words }
}
