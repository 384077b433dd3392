/** `drover up`, `link`, `token rotate`: from nothing to an open cockpit. */
import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { DroverError } from '#contract/error'
import type { Project } from '#contract/project'
import { isLoopbackUrl } from '#core/phone/way'
import { confirm } from '../ask.ts'
import type { Client } from '../client.ts'
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'
import { age, facts, harmless, paint, table } from '../print.ts'
import { projectAround } from '../project-here.ts'

/** The repository around a path, by its `.git`; null outside of any. */
export function repositoryAround(path: string): string | null {
  for (let at = path; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at
    if (dirname(at) === at) return null
  }
}

async function register(client: Client, path: string, id?: string): Promise<Project> {
  const { projects } = await client.call('GET /api/v1/projects')
  const known = projectAround(projects, path)
  if (known && repositoryAround(path) !== null) return known
  try {
    return (await client.call('POST /api/v1/projects', { body: { path, ...(id === undefined ? {} : { id }) } })).project
  } catch (error) {
    const suggestion = suggestedId(error)
    if (suggestion === null) throw error
    return (await client.call('POST /api/v1/projects', { body: { path, id: suggestion } })).project
  }
}

/** A clash of ids answers with a free one. */
function suggestedId(error: unknown): string | null {
  if (!(error instanceof DroverError) || error.code !== 'ID_ALREADY_REGISTERED') return null
  const details = error.details as { suggestion?: unknown } | undefined
  return typeof details?.suggestion === 'string' ? details.suggestion : null
}

/** What `up` works on: the repository that was named or is around here, else the demo. */
async function target(context: Context): Promise<{ path: string; id?: string }> {
  const named = context.args[0]
  if (named !== undefined) {
    const path = resolve(context.cwd, named)
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
      throw new DroverError('INVALID_PATH', `${path} is not a directory`, {
        hint: 'Name the directory of a git repository.',
      })
    }
    return { path }
  }
  const around = repositoryAround(context.cwd)
  if (around !== null) return { path: around }
  const { makeDemo } = await import('../demo.ts')
  const line = context.progress()
  line.step('making a demo repository')
  await makeDemo(context.home.demo).finally(() => line.done())
  return { path: context.home.demo, id: 'demo' }
}

/** The link's own address comes from the daemon, which knows its host. */
export async function freshLink(context: Context, client: Client) {
  const link = await client.call('POST /api/v1/auth/link', { body: {} as never })
  const url = link.url.startsWith('http') ? link.url : `http://127.0.0.1:${client.address.port ?? ''}${link.url}`
  return { ...link, url, show: () => showLink(context, url, link.expiresAt) }
}

async function showLink(context: Context, url: string, expiresAt: string): Promise<string> {
  const minutes = Math.max(1, Math.round((Date.parse(expiresAt) - Date.now()) / 60_000))
  const note = paint(context.io, 'dim', `good once, for ${minutes} minutes; a fresh one: drover link`)
  if (!context.io.outTty) return `${url}\n`
  // A phone that reads this machine's own address would look for the cockpit on itself.
  if (isLoopbackUrl(url))
    return `${paint(context.io, 'bold', url)}\n${note}\n${paint(context.io, 'dim', 'on this machine only; on a phone: drover phone')}\n`
  const { renderUnicodeCompact } = await import('uqr')
  return `${renderUnicodeCompact(url, { border: 1 })}\n\n${paint(context.io, 'bold', url)}\n${note}\n`
}

export const up: Run = async (context) => {
  const client = await context.connect()
  const { path, id } = await target(context)
  const project = await register(client, path, id)
  const link = await freshLink(context, client)
  const shown = context.json ? '' : await link.show()
  context.answer({ project, url: link.url, expiresAt: link.expiresAt }, () => {
    const about = facts(context.io, [
      ['project', project.id],
      ['path', project.path],
      ['next', `drover spawn --project ${project.id} --prompt "…"`],
    ])
    return `${about}\n${shown}`
  })
  return 0
}

export const link: Run = async (context) => {
  const client = await context.connect()
  const fresh = await freshLink(context, client)
  const shown = context.json ? '' : await fresh.show()
  context.answer({ code: fresh.code, url: fresh.url, expiresAt: fresh.expiresAt }, () => shown)
  return 0
}

export const linkLs: Run = async (context) => {
  const client = await context.connect()
  const { bearers } = await client.call('GET /api/v1/auth/bearers')
  const now = Date.now()
  const row = (one: (typeof bearers)[number]): readonly string[] => [
    String(one.id),
    one.revokedAt === null ? 'signed in' : 'signed out',
    age(one.createdAt, now),
    one.lastUsedAt === null ? '-' : age(one.lastUsedAt, now),
    harmless(one.label).slice(0, 60),
  ]
  context.answer({ bearers }, () =>
    bearers.length === 0
      ? 'no page is signed in; a link: drover link\n'
      : table(context.io, ['ID', 'STATE', 'SINCE', 'USED', 'PAGE'], bearers.map(row)),
  )
  return 0
}

export const linkRevoke: Run = async (context) => {
  const client = await context.connect()
  const id = context.args[0] ?? ''
  const answer = await client.call('DELETE /api/v1/auth/bearers/{id}', { path: { id } })
  context.answer(answer, () => `page ${answer.revoked} is signed out; its streams are dropped and it rings no more\n`)
  return 0
}

export const rotate: Run = async (context) => {
  const client = await context.connect()
  if (!(await confirm(context, "Replace the operator's token? Scripts that hold the old one stop working."))) return 1
  const answer = await client.call('POST /api/v1/auth/rotate', { body: {} as never })
  context.answer(answer, () => `the token is new; it is in ${context.home.tokenFile}\n`)
  return 0
}
