/** `drover session cleanup | worktree ls | diff | snapshots | recover`: what agents made, and taking care of it. */
import { resolve } from 'node:path'
import { DroverError } from '#contract/error'
import type { CleanupReport } from '#contract/session'
import { skippedWords } from '#core/workspace/skipped-words'
import { confirm, wholeNumber } from '../ask.ts'
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'
import { age, harmless, paint, table } from '../print.ts'

export function describeCleanup(context: Context, report: CleanupReport): string {
  const { io } = context
  if (report.removed.length + report.skipped.length === 0) return 'nothing to clean up\n'
  const verb = report.dryRun ? 'would remove' : 'removed'
  const removed = report.removed.map((r) => {
    const branch = r.branch === null ? '' : r.branchDeleted ? `, branch ${r.branch} too` : `, branch ${r.branch} stays`
    return `${paint(io, 'green', verb)} ${r.session}  ${r.workspace}${branch}\n`
  })
  const skipped = report.skipped.map((s) => `${paint(io, 'yellow', 'kept')} ${s.session}  ${s.reason}: ${s.message}\n`)
  return [...removed, ...skipped].join('')
}

export const cleanup: Run = async (context) => {
  const client = await context.connect()
  const project = context.flag('project')
  const scope = {
    ...(project === undefined ? {} : { projectId: project }),
    ...(context.args.length === 0 ? {} : { sessions: [...context.args] }),
  }
  const dryRun = context.on('dry-run')
  const look = (dry: boolean) => client.call('POST /api/v1/sessions/cleanup', { body: { ...scope, dryRun: dry } })
  const asks = !dryRun && !context.on('yes') && context.io.inTty && !context.json
  if (asks) {
    const plan = await look(true)
    context.io.out(describeCleanup(context, plan))
    if (plan.removed.length === 0) return 0
    if (!(await confirm(context, `Remove ${plan.removed.length} worktrees?`))) return 1
  }
  const line = context.progress()
  line.step(dryRun ? 'looking at worktrees' : 'removing clean worktrees')
  const report = await look(dryRun).finally(() => line.done())
  context.answer(report, () => describeCleanup(context, report))
  return 0
}

export const worktrees: Run = async (context) => {
  const client = await context.connect()
  const answer = await client.call('GET /api/v1/worktrees')
  context.answer(answer, () =>
    answer.worktrees.length === 0
      ? 'no worktrees\n'
      : table(
          context.io,
          ['SESSION', 'STATUS', 'PROJECT', 'BRANCH', 'PATH'],
          answer.worktrees.map((w) => [w.session ?? '-', w.status, w.projectId, w.branch ?? '-', w.path]),
        ),
  )
  return 0
}

const counts = (additions: number | null, deletions: number | null) =>
  additions === null ? 'binary' : `+${additions} -${deletions ?? 0}`

export const diff: Run = async (context) => {
  const client = await context.connect()
  const stat = context.on('stat')
  const answer = await client.call('GET /api/v1/sessions/{id}/diff', {
    path: { id: context.args[0]! },
    query: {
      ...(stat ? { stat: true } : {}),
      ...(context.flag('view') === undefined ? {} : { view: context.flag('view')! }),
      ...(context.flag('file') === undefined ? {} : { file: context.flag('file')! }),
    },
  })
  context.answer(answer, () => {
    const { files, patch, truncated } = answer.diff
    if (files.length === 0) return 'no changes\n'
    if (stat || patch === '') {
      const lines = (f: (typeof files)[number]) =>
        f.skipped ? skippedWords(f.skipped) : counts(f.additions, f.deletions)
      const cells = files.map((f) => [f.status, lines(f), harmless(f.path)])
      return table(context.io, ['STATUS', 'LINES', 'FILE'], cells)
    }
    const cut = truncated
      ? paint(context.io, 'yellow', '(cut here: the change is larger; see it in the worktree)\n')
      : ''
    const skips = files.flatMap((f) =>
      f.skipped ? [`${f.status} ${harmless(f.path)}: ${skippedWords(f.skipped)}\n`] : [],
    )
    return colourPatch(context, patch) + cut + skips.map((line) => paint(context.io, 'yellow', line)).join('')
  })
  return 0
}

function colourPatch(context: Context, patch: string): string {
  const text = harmless(patch)
  const ended = text.endsWith('\n') ? text : `${text}\n`
  if (!context.io.colour) return ended
  return ended
    .split('\n')
    .map((line) => {
      if (line.startsWith('@@')) return paint(context.io, 'cyan', line)
      if (line.startsWith('diff ')) return paint(context.io, 'bold', line)
      if (line.startsWith('+')) return paint(context.io, 'green', line)
      return line.startsWith('-') ? paint(context.io, 'red', line) : line
    })
    .join('\n')
}

export const snapshots: Run = async (context) => {
  const client = await context.connect()
  const answer = await client.call('GET /api/v1/sessions/{id}/snapshots', { path: { id: context.args[0]! } })
  const now = Date.now()
  context.answer(answer, () =>
    answer.snapshots.length === 0
      ? 'no snapshots yet; one is taken after each turn that changed something\n'
      : table(
          context.io,
          ['N', 'WHEN', 'REASON', 'TURN', 'FILES', 'LINES', 'COMMIT'],
          answer.snapshots.map((s) => [
            String(s.n),
            `${age(s.at, now)} ago`,
            s.reason,
            s.turn === null ? '' : String(s.turn),
            String(s.files),
            counts(s.additions, s.deletions),
            s.commit.slice(0, 12),
          ]),
        ),
  )
  return 0
}

export const recover: Run = async (context) => {
  const client = await context.connect()
  const id = context.args[0]!
  const chosen = wholeNumber(context, 'snapshot')
  const n = chosen ?? (await newest(context, id))
  const to = context.flag('to')
  const line = context.progress()
  line.step(`recovering snapshot ${n} of ${id}`)
  const answer = await client
    .call('POST /api/v1/sessions/{id}/snapshots/{n}/restore', {
      path: { id, n },
      body: to === undefined ? {} : { to: resolve(context.cwd, to) },
    })
    .finally(() => line.done())
  context.answer(answer, () => {
    const left = answer.left.map((path) => `left as it is, too large to be saved: ${harmless(path)}\n`)
    return `snapshot ${answer.snapshot.n}: ${answer.files} files written to ${answer.to}\n${left.join('')}`
  })
  return 0
}

async function newest(context: Context, id: string): Promise<number> {
  const client = await context.connect()
  const { snapshots: all } = await client.call('GET /api/v1/sessions/{id}/snapshots', { path: { id } })
  if (all.length === 0) {
    throw new DroverError('SNAPSHOT_NOT_FOUND', `${id} has no snapshot`, {
      hint: 'One is taken after each turn that changed something.',
    })
  }
  return Math.max(...all.map((s) => s.n))
}
