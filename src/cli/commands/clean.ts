/**
 * `drover clean`: throws away what nobody needs any more: mail that was read, clean worktrees of ended sessions (a snapshot
 * first; work is never removed), the daemon's log (packed beside it first, in place of the copy of the last time). Says what it would remove before it does; without a person to ask
 * and without -y it says no more than that.
 */
import { createReadStream, createWriteStream, readdirSync, renameSync, rmSync, statSync, truncateSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { DroverError } from '#contract/error'
import type { CleanupReport } from '#contract/session'
import { plural } from '#core/relay/show-words'
import { confirm } from '../ask.ts'
import type { Client } from '../client.ts'
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'
import { logInUse } from '../home.ts'
import { describeCleanup } from './workspace.ts'

interface LogFile {
  readonly path: string
  readonly bytes: number
}

interface Plan {
  readonly mail: number | null
  readonly sessions: CleanupReport | null
  readonly logs: readonly LogFile[] | null
}

const over = ['read', 'undeliverable', 'cancelled'] as const

async function countMail(client: Client): Promise<number> {
  let n = 0
  for (const state of over)
    for (let cursor: string | undefined; ; ) {
      const page = await client.call('GET /api/v1/mail', { query: { state, limit: 1000, cursor } })
      n += page.mail.length
      cursor = page.nextCursor
      if (cursor === undefined) break
    }
  return n
}

/** The log that the daemon writes, and those that somebody put aside beside it. */
function logsOf(file: string): readonly LogFile[] {
  const name = basename(file)
  try {
    return readdirSync(dirname(file))
      .filter((one) => one === name || (one.startsWith(`${name}.`) && /^\.\d+$/.test(one.slice(name.length))))
      .map((one) => ({ path: join(dirname(file), one), bytes: statSync(join(dirname(file), one)).size }))
      .filter(({ bytes }) => bytes > 0)
  } catch {
    return [] // No home yet: nothing was written.
  }
}

/** Beside the log, until the next time: what was thrown away too soon can still be read with zcat. */
const copyOf = (log: string): string => `${log}.cleaned.gz`

/** Whole before anything is removed, oldest first. On a full disk, which is cleaned for that, there is none. */
async function keepCopy(logs: readonly LogFile[], own: string): Promise<string> {
  const age = ({ path }: LogFile): number => (path === own ? 0 : Number(path.slice(own.length + 1)))
  const target = copyOf(own)
  const out = createWriteStream(`${target}.new`, { mode: 0o600 })
  async function* lines(): AsyncGenerator<Buffer> {
    for (const { path } of logs.toSorted((a, b) => age(b) - age(a))) yield* createReadStream(path)
  }
  try {
    await pipeline(lines, createGzip(), out)
    renameSync(`${target}.new`, target)
    return `a copy is kept until the next time: ${target}\n`
  } catch (cause) {
    rmSync(`${target}.new`, { force: true })
    if ((cause as NodeJS.ErrnoException).code !== 'ENOSPC') throw cause
    return 'the disk is full: no copy of the log was kept\n'
  }
}

/** The daemon appends to its log: emptied, it goes on from the start. */
function removeLog(path: string, own: string): void {
  if (path === own) truncateSync(path, 0)
  else rmSync(path, { force: true })
}

const lookAtSessions = (client: Client, dryRun: boolean) =>
  client.call('POST /api/v1/sessions/cleanup', { body: { dryRun } })

function words(context: Context, { mail, sessions, logs }: Plan, done: boolean): string {
  const verb = done ? 'removed' : 'would remove'
  return [
    mail === null
      ? ''
      : `${verb} ${plural(mail, 'mail')} that ${mail === 1 ? 'was' : 'were'} read, called off or cannot be delivered\n`,
    sessions === null ? '' : describeCleanup(context, sessions),
    logs === null
      ? ''
      : logs.map(({ path, bytes }) => `${verb} what is in ${path} (${Math.ceil(bytes / 1024)} KB)\n`).join(''),
  ].join('')
}

const isEmpty = ({ mail, sessions, logs }: Plan): boolean =>
  (mail ?? 0) === 0 && (sessions?.removed.length ?? 0) === 0 && (logs?.length ?? 0) === 0

export const clean: Run = async (context) => {
  const all = context.on('all')
  const wanted = {
    mail: all || context.on('mail'),
    sessions: all || context.on('sessions'),
    logs: all || context.on('logs'),
  }
  if (!wanted.mail && !wanted.sessions && !wanted.logs)
    throw new DroverError('USAGE', 'what is to be cleaned?', { hint: 'Say --mail, --sessions, --logs or --all.' })
  const client = await context.connect()
  const log = logInUse(context.home)
  const plan: Plan = {
    mail: wanted.mail ? await countMail(client) : null,
    sessions: wanted.sessions ? await lookAtSessions(client, true) : null,
    logs: wanted.logs ? logsOf(log) : null,
  }
  const person = context.io.inTty && context.io.errTty && !context.json
  if (context.on('dry-run') || isEmpty(plan) || (!person && !context.on('yes'))) {
    context.answer({ dryRun: true, ...plan }, () => words(context, plan, false))
    return 0
  }
  if (person && !context.on('yes')) {
    context.io.out(words(context, plan, false))
    if (!(await confirm(context, 'Remove these?'))) return 1
  }
  const done: Plan = {
    mail: wanted.mail ? (await client.call('POST /api/v1/mail/purge', { body: { all: true } })).purged : null,
    sessions: wanted.sessions ? await lookAtSessions(client, false) : null,
    logs: plan.logs,
  }
  const copied = done.logs === null || done.logs.length === 0 ? '' : await keepCopy(done.logs, log)
  for (const { path } of done.logs ?? []) removeLog(path, log)
  context.answer({ dryRun: false, ...done }, () => `${words(context, done, true)}${copied}`)
  return 0
}
