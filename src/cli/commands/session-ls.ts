/** `drover session ls` and `orchestrator ls`: the fleet as a table. */
import type { Session } from '#contract/session'
import { causeNow } from '#core/failure/words'
import type { Client } from '../client.ts'
import type { Run } from '../command.ts'
import { costOfSession } from '../cost-words.ts'
import { type Column, fitTable } from '../fit.ts'
import { age, type Io, oneLine, paint, statusStyle, table } from '../print.ts'
import { waitingText } from './roles.ts'

const columns: readonly Column[] = [
  { head: 'ID', least: 8, most: 28 },
  { head: 'STATUS', style: (cell) => statusStyle(cell.split(' ')[0]!) },
  { head: 'ROLE', least: 5, rank: 7 },
  { head: 'PARENT', least: 6, rank: 9 },
  { head: 'HARNESS', least: 7, most: 24, rank: 5 },
  { head: 'PROJECT', least: 5, most: 16, rank: 2 },
  { head: 'NAME', least: 8, most: 32, rank: 4 },
  { head: 'COST', right: true, rank: 3 },
  { head: 'FILES', right: true, rank: 8 },
  { head: 'ACTIVE', right: true, rank: 6 },
  { head: 'LAST', least: 14, style: () => null },
]

export function rows(io: Io, sessions: readonly Session[], now: number): string {
  return fitTable(
    io,
    columns,
    sessions.map((s) => [
      s.id,
      s.status + (s.queued > 0 ? ` +${s.queued}` : ''),
      s.role ?? '',
      s.parentId ?? '',
      s.model === null ? s.harness : `${s.harness}:${s.model}`,
      s.projectId,
      s.title === s.id ? '' : flatHarmless(s.title),
      costOfSession(s),
      s.filesChanged === null ? '' : String(s.filesChanged),
      age(s.lastActivityAt, now),
      flatHarmless(s.request?.text ?? silence(s) ?? cause(s, now) ?? duty(s) ?? s.lastText ?? ''),
    ]),
  )
}

const flatHarmless = (text: string): string => oneLine(text, 200)

/** What it waits for, and a report that did not come, before its last words. */
const duty = (s: Session): string | null => {
  if (s.status === 'waiting' && s.waitingFor !== null) return `waits for ${waitingText(s.waitingFor)}`
  return s.report?.state === 'missing' && s.phase === 'live' ? 'no report was sent' : null
}

/** Only what may need a person: slowing is no news yet. */
const silence = (s: Session): string | null =>
  s.health?.state === 'suspect' || s.health?.state === 'dead' ? `${s.health.state}: ${s.health.why}` : null

/** Why it stands still, before the words that the agent had for it. */
const cause = (s: Session, now: number): string | null =>
  s.failure !== null && s.phase !== 'ended' && s.status !== 'working'
    ? `${causeNow(s.failure, now)}: ${s.failure.message}`
    : null

interface Page {
  readonly sessions: readonly Session[]
  readonly nextCursor?: string
}

async function pages(client: Client, query: Record<string, string | boolean | undefined>, all: boolean): Promise<Page> {
  const first = await client.call('GET /api/v1/sessions', { query })
  if (!all) return first
  const sessions = [...first.sessions]
  for (let cursor = first.nextCursor; cursor !== undefined; ) {
    const next = await client.call('GET /api/v1/sessions', { query: { ...query, cursor } })
    sessions.push(...next.sessions)
    cursor = next.nextCursor
  }
  return { sessions }
}

export const ls: Run = async (context) => {
  const client = await context.connect()
  const all = context.on('all')
  const query = {
    project: context.flag('project'),
    kind: all ? undefined : 'worker',
    includeTerminated: context.on('include-terminated') || context.on('archived') ? true : undefined,
    includeArchived: context.on('archived') ? true : undefined,
  }
  const page = await pages(client, query, all)
  context.answer(page, () => {
    if (page.sessions.length === 0) return 'no sessions; begin one with `drover spawn --prompt "…"`\n'
    const more = page.nextCursor ? paint(context.io, 'dim', 'more are there: `drover ls --all`\n') : ''
    return rows(context.io, page.sessions, Date.now()) + more
  })
  return 0
}

export const orchestrators: Run = async (context) => {
  const client = await context.connect()
  const answer = await client.call('GET /api/v1/orchestrators')
  context.answer(answer, () =>
    answer.orchestrators.length === 0
      ? 'no orchestrators; begin one with `drover orchestrator start`\n'
      : table(
          context.io,
          ['ID', 'PROJECT'],
          answer.orchestrators.map((o) => [o.id, o.projectId]),
        ),
  )
  return 0
}
