/** `drover mail send | check | list | read | reply | thread | edit | move | cancel | purge`, and `drover nudge`. */
import { DroverError } from '#contract/error'
import { type Mail, mailPriorities, mailStates, mailTypes, operatorAddress } from '#contract/mail'
import { asks } from '#core/mail/compose'
import { optionsOf } from '#core/mail/payload'
import { confirm, readStdin, wholeNumber } from '../ask.ts'
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'
import { facts, harmless, oneLine, table } from '../print.ts'

const wanting = (what: string, hint: string): DroverError => new DroverError('USAGE', what, { hint })

async function textOf(context: Context, flag: string): Promise<string | undefined> {
  const given = context.flag(flag)
  return given === '-' ? await readStdin() : given
}

/** A word of a closed list, or the refusal that shows the list. */
function wordOf<T extends string>(context: Context, flag: string, words: readonly T[]): T | undefined {
  const given = context.flag(flag)
  const found = words.find((word) => word === given)
  if (given === undefined || found !== undefined) return found
  throw wanting(`--${flag} takes no "${given}"`, `Use one of: ${words.join(', ')}.`)
}

function payloadOf(context: Context): Record<string, unknown> | undefined {
  const given = context.flag('payload')
  if (given === undefined) return undefined
  try {
    const value = JSON.parse(given) as unknown
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Said below.
  }
  throw new DroverError('INVALID_PAYLOAD', '--payload is no JSON object', {
    hint: 'Write it as --payload \'{"taskId": "t-3"}\'.',
  })
}

/** Who asks: the session it runs in, or the person. */
const self = (context: Context): string => context.inside?.sessionId ?? operatorAddress

const describe = (context: Context, mail: Mail): string => {
  const options = optionsOf(mail.payload)
  return facts(context.io, [
    ['id', mail.id],
    ['from', mail.from],
    ['to', mail.to],
    ['type', mail.type],
    ['subject', harmless(mail.subject)],
    ['priority', mail.priority === 'normal' ? null : mail.priority],
    ['state', mail.reason === null ? mail.state : `${mail.state} (${harmless(mail.reason)})`],
    ['thread', mail.thread === mail.id ? null : mail.thread],
    ['sent', mail.createdAt],
    ['options', options.length === 0 ? null : options.map(harmless).join(' | ')],
    ['payload', mail.payload === null ? null : harmless(JSON.stringify(mail.payload))],
    ['claimed', mail.claimed === null ? null : harmless(JSON.stringify(mail.claimed))],
    ['body', mail.body === '' ? null : `\n${harmless(mail.body)}`],
  ])
}

const each = (context: Context, mails: readonly Mail[]): string =>
  mails.map((mail) => describe(context, mail)).join('\n')

export const send: Run = async (context) => {
  const to = context.flag('to')
  const body = await textOf(context, 'body')
  if (to === undefined)
    throw wanting('to whom?', 'Say --to operator, a session, @parent, @children, @all or @builders.')
  if (body === undefined) throw wanting('what is to be said?', 'Say --body "…"; - reads standard input.')
  const priority = wordOf(context, 'priority', mailPriorities)
  const payload = payloadOf(context)
  const [subject, type, replyTo, effort] = ['subject', 'type', 'reply-to', 'effort'].map((name) => context.flag(name))
  const client = await context.connect()
  const answer = await client.call('POST /api/v1/mail', {
    body: {
      to,
      body,
      ...(subject === undefined ? {} : { subject }),
      ...(type === undefined ? {} : { type: type as Mail['type'] }),
      ...(payload === undefined ? {} : { payload }),
      ...(priority === undefined ? {} : { priority }),
      ...(replyTo === undefined ? {} : { replyTo }),
      ...(effort === undefined ? {} : { effort }),
    },
  })
  const sent: readonly Mail[] = answer.mails ?? [answer.mail]
  context.answer(answer, () => sent.map((mail) => `${mail.id} to ${mail.to} is ${mail.state}\n`).join(''))
  return 0
}

/** What nobody has seen yet; seen here it is read, but for what waits for an answer. */
export const check: Run = async (context) => {
  const to = context.flag('to') ?? self(context)
  const client = await context.connect()
  const mails: Mail[] = []
  let cursor: string | undefined
  do {
    const page = await client.call('GET /api/v1/mail', {
      query: { to, state: 'queued', limit: 1000, ...(cursor === undefined ? {} : { cursor }) },
    })
    mails.push(...page.mail)
    cursor = page.nextCursor
  } while (cursor !== undefined)
  const found = mails.filter((mail) => mail.type !== 'message').reverse()
  if (to === self(context) && !context.on('keep'))
    for (const { id, type } of found)
      if (to !== operatorAddress || !asks(type))
        await client.call('POST /api/v1/mail/{id}/read', { path: { id }, body: {} })
  context.answer({ mail: found }, () => (found.length === 0 ? `no mail for ${to}\n` : each(context, found)))
  return 0
}

export const list: Run = async (context) => {
  const [to, from, thread, effort, cursor] = ['to', 'from', 'thread', 'effort', 'cursor'].map((name) =>
    context.flag(name),
  )
  const type = wordOf(context, 'type', mailTypes)
  const state = wordOf(context, 'state', mailStates)
  const limit = wholeNumber(context, 'limit')
  const client = await context.connect()
  const answer = await client.call('GET /api/v1/mail', {
    query: { to, from, type, state, thread, effort, limit, cursor },
  })
  context.answer(answer, () =>
    answer.mail.length === 0
      ? 'no mail\n'
      : table(
          context.io,
          ['ID', 'FROM', 'TO', 'TYPE', 'STATE', 'SUBJECT'],
          answer.mail.map((mail) => [
            mail.id,
            mail.from,
            mail.to,
            mail.type,
            mail.state,
            oneLine(mail.subject, Math.max(20, context.io.columns - 60)),
          ]),
        ) + (answer.nextCursor === undefined ? '' : `older ones: --cursor ${answer.nextCursor}\n`),
  )
  return 0
}

/** Shows it; whoever it is for has read it then. */
export const read: Run = async (context) => {
  const path = { id: context.args[0]! }
  const client = await context.connect()
  const shown = await client.call('GET /api/v1/mail/{id}', { path })
  const answer =
    shown.mail.to === self(context) ? await client.call('POST /api/v1/mail/{id}/read', { path, body: {} }) : shown
  context.answer(answer, () => describe(context, answer.mail))
  return 0
}

export const reply: Run = async (context) => {
  const body = await textOf(context, 'body')
  const option = context.flag('option')
  const priority = wordOf(context, 'priority', mailPriorities)
  if (body === undefined && option === undefined)
    throw wanting('what is the answer?', 'Say --body "…", or --option for one of those that were offered.')
  const client = await context.connect()
  const answer = await client.call('POST /api/v1/mail/{id}/reply', {
    path: { id: context.args[0]! },
    body: {
      ...(body === undefined ? {} : { body }),
      ...(option === undefined ? {} : { option }),
      ...(priority === undefined ? {} : { priority }),
    },
  })
  context.answer(answer, () => `${answer.mail.id} to ${answer.mail.to} is ${answer.mail.state}\n`)
  return 0
}

export const thread: Run = async (context) => {
  const client = await context.connect()
  const answer = await client.call('GET /api/v1/mail/threads/{id}', { path: { id: context.args[0]! } })
  context.answer(answer, () => each(context, answer.mail))
  return 0
}

export const edit: Run = async (context) => {
  const body = await textOf(context, 'body')
  if (body === undefined) throw wanting('what is it to say?', 'Say --body "…"; - reads standard input.')
  const client = await context.connect()
  const answer = await client.call('PATCH /api/v1/mail/{id}', { path: { id: context.args[0]! }, body: { body } })
  context.answer(answer, () => `${answer.mail.id} to ${answer.mail.to} says something else now\n`)
  return 0
}

export const move: Run = async (context) => {
  const to = context.flag('to')
  if (to === undefined)
    throw wanting('where is it to go?', 'Say --to head, --to tail, or --to mail-N to stand right behind that one.')
  const place = to === 'head' || to === 'tail' ? to : { after: to }
  const client = await context.connect()
  const answer = await client.call('POST /api/v1/mail/{id}/move', { path: { id: context.args[0]! }, body: { place } })
  context.answer(answer, () => `${answer.mail.id} to ${answer.mail.to} is moved\n`)
  return 0
}

export const cancel: Run = async (context) => {
  const client = await context.connect()
  const answer = await client.call('DELETE /api/v1/mail/{id}', { path: { id: context.args[0]! } })
  context.answer(answer, () => `${answer.mail.id} to ${answer.mail.to} is cancelled\n`)
  return 0
}

export const purge: Run = async (context) => {
  const days = wholeNumber(context, 'days')
  const agent = context.flag('agent')
  const all = context.on('all')
  if (days === undefined && agent === undefined && !all)
    throw wanting('which mail is to go?', 'Say --all, --days <n> or --agent <session>; what waits stays in any case.')
  const client = await context.connect()
  if (!(await confirm(context, 'Throw away mail that was read or cannot be delivered?'))) return 1
  const answer = await client.call('POST /api/v1/mail/purge', {
    body: {
      ...(days === undefined ? {} : { days }),
      ...(agent === undefined ? {} : { agent }),
      ...(all ? { all } : {}),
    },
  })
  context.answer(answer, () => `${answer.purged} mails thrown away\n`)
  return 0
}

export const nudge: Run = async (context) => {
  const id = context.args[0]!
  const message = await textOf(context, 'message')
  const client = await context.connect()
  const answer = await client.call('POST /api/v1/sessions/{id}/nudge', {
    path: { id },
    body: { ...(message === undefined ? {} : { message }), ...(context.on('force') ? { force: true } : {}) },
  })
  context.answer(answer, () => (answer.nudge === 'refused' ? '' : `${answer.nudge}\n`))
  if (answer.nudge !== 'refused') return 0
  context.io.err(`refused: ${answer.reason ?? 'it takes no reminder now'}; --force insists\n`)
  return 1
}
