/** A merge in words, and waiting for one to land or to stop. Asks the daemon; decides nothing. */
import { isEnded, type Merge } from '#contract/merge'
import { whyApproval } from '#core/merge/consent'
import type { Client } from './client.ts'
import type { Context } from './context.ts'
import { fleet } from './follow.ts'
import { facts, harmless, oneLine, paint } from './print.ts'

/** Nothing more happens by itself. */
export const isStopped = (merge: Merge): boolean =>
  isEnded(merge.state) || merge.state === 'needs_human' || (merge.state === 'ready' && merge.needsApproval.length > 0)

/** The last line of what its verification says, again and again until it is over. */
async function tellVerification(
  client: Client,
  id: string,
  tell: (line: string) => void,
  over: AbortSignal,
): Promise<void> {
  for (let from = 0; !over.aborted; ) {
    const part = await client.call('GET /api/v1/merges/{id}/output', { path: { id }, query: { from } })
    // Another attempt writes it anew.
    from = part.size < from ? 0 : part.next
    const last = part.text.trimEnd().split('\n').at(-1)?.trim()
    if (last && !over.aborted) tell(oneLine(harmless(last), 80))
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/** Follows the fleet from before the first look, so that nothing falls between. */
export async function waitForMerge(context: Context, client: Client, id: string): Promise<Merge> {
  const line = context.progress()
  const ended = new AbortController()
  const { lastSeq } = (await client.call('GET /api/v1/status')) as { lastSeq: number }
  const look = async (): Promise<Merge> =>
    (await client.call('GET /api/v1/merges/{id}', { path: { id } })).merge as Merge
  try {
    let verifying: AbortController | null = null
    const step = ({ state }: Merge): void => {
      line.step(`${id} is ${state}`)
      if ((state === 'verifying') === (verifying !== null)) return
      verifying?.abort()
      verifying = state === 'verifying' && context.io.errTty ? new AbortController() : null
      if (verifying === null) return
      const over = AbortSignal.any([verifying.signal, ended.signal])
      // For whoever watches; what came of it is told in any case.
      void tellVerification(client, id, (said) => line.step(`${id} is verifying: ${said}`), over).catch(() => undefined)
    }
    let merge = await look()
    step(merge)
    if (isStopped(merge)) return merge
    const changes = fleet(client, {
      after: lastSeq,
      type: 'merge_updated,merge_landed,merge_rejected',
      follow: true,
      signal: ended.signal,
    })
    for await (const change of changes) {
      const told = change.payload as Merge
      if (told.id !== id) continue
      merge = told
      step(merge)
      if (isStopped(merge)) return await look()
    }
    return await look()
  } finally {
    ended.abort()
    line.done()
  }
}

const proofWords = (merge: Merge): string | null => {
  if (merge.proof === null) return null
  const { dropped, more, markers, ok } = merge.proof
  if (ok) return 'nothing dropped'
  const parts = [
    ...(dropped.length === 0 ? [] : [`${dropped.length + more} dropped lines`]),
    ...(markers.length === 0 ? [] : [`${markers.length} conflict markers`]),
  ]
  return parts.join(', ')
}

const verifyWords = (merge: Merge): string | null => {
  if (merge.verify === null) return merge.proof === null ? null : 'unverified: no verify is configured'
  const seconds = (merge.verify.durationMs / 1000).toFixed(1)
  return merge.verify.ok
    ? `\`${merge.verify.command}\` holds (${seconds} s)`
    : `\`${merge.verify.command}\` does not: ${merge.verify.why}`
}

export function describeMerge(context: Context, merge: Merge): string {
  const { io } = context
  const dropped = (merge.proof?.dropped ?? []).map(
    ({ file, line, text, input }) => `  ${paint(io, 'red', '-')} ${harmless(`${file}:${line} (${input}) ${text}`)}\n`,
  )
  const paths = (merge.reason?.paths ?? []).map((path) => `  ${harmless(path)}\n`)
  return [
    facts(io, [
      ['merge', merge.id],
      ['state', merge.state],
      ['from', merge.sessionId === null ? merge.branch : `${merge.sessionId} (${merge.branch})`],
      ['into', merge.target],
      ['tier', merge.tier],
      ['changes', merge.files === null ? null : `${merge.files} files, +${merge.insertions} -${merge.deletions}`],
      ['proof', proofWords(merge)],
      ['verify', verifyWords(merge)],
      ['train', merge.train.length < 2 ? null : `verified together: ${merge.train.join(', ')}`],
      ['merger', merge.merger],
      ['push', merge.push === null ? null : `${merge.push.remote}: ${merge.push.state}`],
      ['landed', merge.landedCommit],
      ['tree', merge.worktree],
      ['why', merge.reason === null ? null : harmless(merge.reason.message)],
      ['waits', merge.needsApproval.length === 0 ? null : `for approval: ${whyApproval(merge.needsApproval)}`],
    ]),
    ...paths,
    ...dropped,
    merge.next === null ? '' : `${paint(io, 'dim', 'next')}  ${merge.next}\n`,
  ].join('')
}
