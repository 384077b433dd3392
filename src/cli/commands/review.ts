/** `drover review` and `drover session comment`: reading an agent's changes with comments that become its next message. */
import { spawn } from 'node:child_process'
import { DroverError } from '#contract/error'
import type { Review } from '#contract/review'
import { nameOf } from '#core/review/compose'
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'
import { facts, harmless } from '../print.ts'
import type { Answer } from '../routes.ts'
import { freshLink } from './setup.ts'

/** `file:12` or `file:12-20`; the file's own name may hold colons. */
export function parseSpot(text: string): { path: string; line: number; endLine: number } {
  const found = /^(.+):(\d{1,9})(?:-(\d{1,9}))?$/s.exec(text)
  const line = Number(found?.[2])
  const endLine = found?.[3] === undefined ? line : Number(found[3])
  if (found === null || line < 1 || endLine < line)
    throw new DroverError('USAGE', `${JSON.stringify(text)} names no line of a file`, {
      hint: 'Write it as file:line or file:first-last, such as src/login.ts:12-14.',
    })
  return { path: found[1]!, line, endLine }
}

export const comment: Run = async (context) => {
  const [id, where, ...words] = context.args as readonly [string, string, ...string[]]
  const spot = parseSpot(where)
  const client = await context.connect()
  const answer = await client.call('POST /api/v1/sessions/{id}/review/comments', {
    path: { id },
    body: { ...spot, side: context.on('old') ? 'old' : 'new', body: words.join(' ') },
  })
  context.answer(answer, () => {
    const all = answer.review.comments.length
    return `kept: the review of ${id} has ${all} ${all === 1 ? 'comment' : 'comments'}; send it with: drover review ${id} --send\n`
  })
  return 0
}

export const review: Run = async (context) => {
  const id = context.args[0]!
  const note = context.flag('note')
  const client = await context.connect()
  if (note !== undefined) await client.call('PATCH /api/v1/sessions/{id}/review', { path: { id }, body: { note } })
  if (context.on('pr')) return giveIt(context, id)
  if (context.on('send')) return sendIt(context, id)
  const [{ review: draft }, { changes }] = await Promise.all([
    client.call('GET /api/v1/sessions/{id}/review', { path: { id } }),
    client.call('GET /api/v1/sessions/{id}/review/changes', { path: { id } }),
  ])
  const link = await freshLink(context, client)
  const url = link.url.replace(/\/(?=#|$)/, `/sessions/${encodeURIComponent(id)}/review`)
  context.answer({ review: draft, changes, url, expiresAt: link.expiresAt }, () =>
    describe(context, id, draft, changes, url),
  )
  if (!context.json && !context.on('no-open')) openBrowser(context, url)
  return 0
}

async function giveIt(context: Context, id: string): Promise<number> {
  const client = await context.connect()
  const answer = await client.call('POST /api/v1/sessions/{id}/review/pr', { path: { id }, body: {} })
  const { repo, number } = answer.pr
  context.answer(
    answer,
    () => `given: ${answer.comments} comments to ${repo}#${number} ${harmless(answer.url ?? '')}\n`,
  )
  return 0
}

async function sendIt(context: Context, id: string): Promise<number> {
  const client = await context.connect()
  const answer = await client.call('POST /api/v1/sessions/{id}/review/send', {
    path: { id },
    body: context.on('interrupt') ? { interrupt: true } : {},
  })
  const { delivery } = answer
  context.answer(answer, () => {
    if (delivery.state === 'started') return `sent: turn ${delivery.turn} of ${id}\n`
    return delivery.state === 'queued' ? `sent: it is queued, position ${delivery.position}\n` : ''
  })
  if (delivery.state !== 'refused') return 0
  context.io.err(`refused: ${delivery.message} (${delivery.code}); the review is kept\n`)
  return 1
}

const lines = (count: { additions: number; deletions: number; files: number }): string =>
  `${count.files} ${count.files === 1 ? 'file' : 'files'} +${count.additions} -${count.deletions}`

const placeWords = { same: '', moved: ' (moved)', changed: ' (changed since)', gone: ' (file gone)', unknown: '' }

function describe(
  context: Context,
  id: string,
  draft: Review,
  changes: Answer<'GET /api/v1/sessions/{id}/review/changes'>['changes'],
  url: string,
): string {
  const { parts } = changes
  const about = facts(context.io, [
    ['session', id],
    ['files', String(changes.files.length)],
    ['committed', parts && lines(parts.committed)],
    ['staged', parts && lines(parts.staged)],
    ['uncommitted', parts && lines(parts.uncommitted)],
    ['note', draft.note === '' ? null : harmless(draft.note.split('\n')[0]!)],
    ['comments', String(draft.comments.length)],
  ])
  const list = draft.comments.map((one) => {
    const range = one.endLine === one.line ? `${one.line}` : `${one.line}-${one.endLine}`
    const first = harmless(one.body.trim().split('\n')[0]!)
    return `  ${harmless(nameOf(one.path))}:${range}${placeWords[one.place]}  ${first}\n`
  })
  return `${about}${list.join('')}\n${url}\n`
}

/** Where there is somebody in front of a screen; what becomes of it is the browser's own affair. */
function openBrowser(context: Context, url: string): void {
  const { env } = context
  const program = process.platform === 'darwin' ? 'open' : env.DISPLAY || env.WAYLAND_DISPLAY ? 'xdg-open' : null
  if (program === null || !context.io.outTty) return
  const child = spawn(program, [url], { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
}
