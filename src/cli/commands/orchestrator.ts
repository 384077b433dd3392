/** `drover orchestrator start | stop | ask | output`: the one coordinator of a project. */
import type { Change } from '#contract/change'
import { DroverError } from '#contract/error'
import { type Mail, operatorAddress } from '#contract/mail'
import { readStdin, wholeNumber } from '../ask.ts'
import type { Client } from '../client.ts'
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'
import { fleet } from '../follow.ts'
import { exchange } from '../http.ts'
import { harmless } from '../print.ts'
import { projectMeant } from '../project-here.ts'
import { tailEvents } from './watch.ts'

async function living(context: Context, client: Client): Promise<string> {
  const project = await projectMeant(context, client)
  const { orchestrators } = await client.call('GET /api/v1/orchestrators')
  const found = orchestrators.find(({ projectId }) => projectId === project)
  if (found !== undefined) return found.id
  throw new DroverError('SESSION_NOT_FOUND', `${project} has no orchestrator`, {
    hint: `Start it with: drover orchestrator start --project ${project}`,
  })
}

export const start: Run = async (context) => {
  const client = await context.connect()
  const projectId = await projectMeant(context, client)
  const line = context.progress()
  line.step(`starting the orchestrator of ${projectId}`)
  const answer = await client.call('POST /api/v1/orchestrators', { body: { projectId } }).finally(() => line.done())
  context.answer(answer, () => `${answer.orchestrator.id} is the orchestrator of ${projectId}\n`)
  return 0
}

export const stop: Run = async (context) => {
  const client = await context.connect()
  const id = await living(context, client)
  const answer = await client.call('POST /api/v1/sessions/{id}/kill', { path: { id }, body: {} })
  context.answer(answer, () => `${id} has ended; its work is kept\n`)
  return 0
}

export const output: Run = async (context) => {
  const client = await context.connect()
  await tailEvents(context, client, await living(context, client))
  return 0
}

const patienceSeconds = 120

/** A question by mail; the answer is the mail that replies to it, heard from the fleet's changes. */
export const ask: Run = async (context) => {
  const said = context.args.join(' ').trim()
  const body = said === '-' ? (await readStdin()).trim() : said
  if (body === '')
    throw new DroverError('MESSAGE_REQUIRED', 'what is the question?', { hint: 'Say it: drover orchestrator ask "…"' })
  const seconds = wholeNumber(context, 'timeout') ?? patienceSeconds
  const client = await context.connect()
  const to = await living(context, client)
  const { lastSeq } = (await client.call('GET /api/v1/status')) as { lastSeq: number }
  const question = await sendMail(client, { to, subject: firstLine(body), body, type: 'question' })
  const reply = await replyTo(client, question, lastSeq, seconds)
  if (reply === null) {
    throw new DroverError('TURN_TIMEOUT', `${to} has not answered within ${seconds} s`, {
      hint: `Its answer will be in your inbox: drover mail list --thread ${question.thread}`,
      details: { mail: question },
    })
  }
  context.answer({ mail: reply }, () => `${harmless(reply.body)}\n`)
  return 0
}

const firstLine = (text: string): string => (text.split('\n')[0] ?? '').slice(0, 200)

async function sendMail(client: Client, body: object): Promise<Mail> {
  const { text } = await exchange(client.address, { method: 'POST', path: '/api/v1/mail', body })
  return (JSON.parse(text) as { readonly mail: Mail }).mail
}

/** null: none came in time, or the person left. */
async function replyTo(client: Client, question: Mail, after: number, seconds: number): Promise<Mail | null> {
  const left = new AbortController()
  const leave = (): void => left.abort()
  process.once('SIGINT', leave)
  const patience = setTimeout(leave, seconds * 1000)
  try {
    for await (const change of fleet(client, { after, type: 'mail_sent', follow: true, signal: left.signal })) {
      const mail = mailOf(change)
      if (mail?.thread === question.thread && mail.to === operatorAddress && mail.from === question.to) return mail
    }
    return null
  } finally {
    clearTimeout(patience)
    process.off('SIGINT', leave)
  }
}

const mailOf = (change: Change): Mail | null => (change.type === 'mail_sent' ? change.payload : null)
