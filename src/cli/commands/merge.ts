/** `drover merge …`: the merge queue from the shell. */
import { DroverError } from '#contract/error'
import { isSessionId } from '#contract/ids'
import { type Merge, type MergePrediction, type MergeState, mergeStates } from '#contract/merge'
import { whyApproval } from '#core/merge/consent'
import { nearest } from '#core/nearest'
import type { Client } from '../client.ts'
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'
import { describeMerge, waitForMerge } from '../merge-words.ts'
import { age, facts, harmless, oneLine, paintStatus, table } from '../print.ts'
import { projectMeant } from '../project-here.ts'

/** A session by its id; any other word is a branch of the project around here. */
export async function whatToMerge(context: Context, client: Client, word: string) {
  if (isSessionId(word)) {
    const known = await client.call('GET /api/v1/sessions/{id}', { path: { id: word } }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof DroverError && error.code === 'SESSION_NOT_FOUND') return false
        throw error
      },
    )
    if (known) return { session: word }
  }
  return { branch: word, projectId: await projectMeant(context, client) }
}

export function mergeOptions(context: Context) {
  const into = context.flag('into')
  const message = context.flag('message')
  return {
    ...(into === undefined ? {} : { into }),
    ...(context.on('push') ? { push: true } : {}),
    ...(message === undefined ? {} : { message }),
  }
}

function priorityOf(context: Context): { priority?: number } {
  const given = context.flag('priority')
  if (given === undefined) return {}
  if (/^-?\d{1,3}$/.test(given) && Math.abs(Number(given)) <= 100) return { priority: Number(given) }
  throw new DroverError('USAGE', `--priority takes a whole number from -100 to 100, not \`${given}\``, {
    hint: 'Write `--priority 10`.',
  })
}

function describePrediction(context: Context, found: MergePrediction): string {
  return [
    facts(context.io, [
      ['from', found.sessionId ?? found.branch],
      ['into', found.target],
      ['tier', found.tier],
      ['changes', `${found.files} files, +${found.insertions} -${found.deletions}`],
      ['conflicts', found.conflicts.length === 0 ? 'none' : harmless(found.conflicts.join(', '))],
      ['waits', found.needsApproval.length === 0 ? null : `for approval: ${whyApproval(found.needsApproval)}`],
      ['blocked', found.blocked === null ? null : harmless(found.blocked.message)],
    ]),
    ...(found.blocked?.paths ?? []).map((path) => `  ${harmless(path)}\n`),
  ].join('')
}

export const merge: Run = async (context) => {
  const client = await context.connect()
  const what = await whatToMerge(context, client, context.args[0]!)
  const body = { ...what, ...mergeOptions(context), ...priorityOf(context) }
  if (context.on('dry-run')) {
    const { prediction } = await client.call('POST /api/v1/merges', { body: { ...body, dryRun: true } })
    context.answer({ prediction }, () => describePrediction(context, prediction as MergePrediction))
    return 0
  }
  const answer = await client.call('POST /api/v1/merges', { body })
  return finish(context, client, answer.merge as Merge, context.on('wait'))
}

/** Says how it stands, or, when asked to wait, what came of it: 0 only when it landed. */
export async function finish(context: Context, client: Client, made: Merge, wait: boolean): Promise<number> {
  const merge = wait ? await waitForMerge(context, client, made.id) : made
  context.answer({ merge }, () => describeMerge(context, merge))
  return !wait || merge.state === 'landed' ? 0 : 1
}

function stateOf(context: Context): { state?: MergeState } {
  const given = context.flag('state')
  if (given === undefined) return {}
  const state = mergeStates.find((word) => word === given)
  if (state !== undefined) return { state }
  const near = nearest(given, mergeStates)
  throw new DroverError('USAGE', `\`${given}\` is no state of a merge`, {
    hint: near === null ? `Known: ${mergeStates.join(', ')}.` : `Did you mean \`${near}\`?`,
  })
}

export const ls: Run = async (context) => {
  const client = await context.connect()
  const filter = { ...stateOf(context), project: context.flag('project'), session: context.flag('session') }
  const all = context.on('all') || filter.state !== undefined
  const merges: Merge[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await client.call('GET /api/v1/merges', { query: { ...filter, cursor } })
    merges.push(...(page.merges as readonly Merge[]))
    cursor = page.nextCursor
    if (cursor === undefined || !context.on('all')) break
  }
  const shown = all ? merges : merges.filter((one) => one.state !== 'landed' && one.state !== 'rejected')
  const now = Date.now()
  context.answer({ merges: shown }, () =>
    shown.length === 0
      ? 'nothing is on its way; --all shows what landed\n'
      : table(
          context.io,
          ['MERGE', 'STATE', 'FROM', 'INTO', 'TIER', 'AGE', 'NEXT'],
          shown.map((one) => [
            one.id,
            paintStatus(context.io, one.state),
            oneLine(one.sessionId ?? one.branch, 30),
            oneLine(one.target, 20),
            one.tier ?? '',
            age(one.createdAt, now),
            one.next ?? '',
          ]),
        ),
  )
  return 0
}

export const get: Run = async (context) => {
  const client = await context.connect()
  const answer = await client.call('GET /api/v1/merges/{id}', { path: { id: context.args[0]! } })
  context.answer(answer, () => describeMerge(context, answer.merge as Merge))
  return 0
}

export const diff: Run = async (context) => {
  const client = await context.connect()
  const answer = await client.call('GET /api/v1/merges/{id}/diff', { path: { id: context.args[0]! } })
  context.answer(answer, () => {
    const { files, patch } = answer.diff
    if (files.length === 0) return 'no changes\n'
    if (!context.on('stat') && patch !== '') return harmless(patch.endsWith('\n') ? patch : `${patch}\n`)
    const counts = (a: number | null, d: number | null) => (a === null ? 'binary' : `+${a} -${d ?? 0}`)
    const cells = files.map((f) => [f.status, counts(f.additions, f.deletions), harmless(f.path)])
    return table(context.io, ['STATUS', 'LINES', 'FILE'], cells)
  })
  return 0
}

export const output: Run = async (context) => {
  const client = await context.connect()
  const path = { id: context.args[0]! }
  const follow = context.on('follow') && !context.json
  let from = 0
  let whole = ''
  for (;;) {
    // Asked for first, so that nothing said before it is over is missed.
    const busy = follow && isUnderWay((await client.call('GET /api/v1/merges/{id}', { path })).merge as Merge)
    const part = await client.call('GET /api/v1/merges/{id}/output', { path, query: { from } })
    if (follow) context.io.out(harmless(part.text))
    whole += part.text
    from = part.size < from ? 0 : part.next
    if (part.text !== '' && part.next < part.size) continue
    if (!busy) {
      if (follow && whole !== '') return 0
      context.answer({ text: whole, next: part.next, size: part.size }, () =>
        whole === '' ? 'its verification said nothing, or none was run\n' : harmless(whole.replace(/\n?$/, '\n')),
      )
      return 0
    }
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
}

const isUnderWay = (merge: Merge): boolean => ['queued', 'merging', 'resolving', 'verifying'].includes(merge.state)

export const approve: Run = async (context) => {
  const client = await context.connect()
  const answer = await client.call('POST /api/v1/merges/{id}/approve', { path: { id: context.args[0]! }, body: {} })
  return finish(context, client, answer.merge as Merge, context.on('wait'))
}

export const retry: Run = async (context) => {
  const client = await context.connect()
  const answer = await client.call('POST /api/v1/merges/{id}/retry', { path: { id: context.args[0]! }, body: {} })
  return finish(context, client, answer.merge as Merge, context.on('wait'))
}

export const cancel: Run = async (context) => {
  const client = await context.connect()
  const answer = await client.call('POST /api/v1/merges/{id}/cancel', { path: { id: context.args[0]! }, body: {} })
  context.answer(answer, () => `${answer.merge.id} is ${answer.merge.state}\n`)
  return 0
}
