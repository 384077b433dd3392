/**
 * `drover dashboard`: the fleet on the whole terminal. Owns the order of things: watch, draw, do what keys ask for, leave for
 * an agent and come back. What is shown and what keys mean is `core/dashboard`.
 */
import { DroverError } from '#contract/error'
import { type DashboardFacts, inOrder } from '#core/dashboard/facts'
import { frame } from '#core/dashboard/frame'
import { type Act, freeHands, type Hands, type Key, press } from '#core/dashboard/hands'
import type { Client } from '../client.ts'
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'
import { loadView } from '../dashboard/view-shape.ts'
import { snapshotOf, watch } from '../dashboard/watch.ts'
import { harmless } from '../print.ts'

/** Ages go on while nothing happens. */
const tickMs = 1_000

export const dashboard: Run = async (context) => {
  const { io } = context
  const client = await context.connect()
  if (context.json) {
    context.answer(await snapshotOf(client), () => '')
    return 0
  }
  if (!io.outTty || !io.inTty)
    throw new DroverError('USAGE', 'the dashboard needs a terminal', {
      hint: 'Use `drover dashboard --json` for one snapshot, `drover ls` for a table, `drover feed -f` for a log.',
    })
  await client.call('GET /api/v1/status')
  // From here on a daemon that is away was stopped by somebody: it is waited for, never started.
  const steady = (await context.connectIfRunning()) ?? client
  let hands = freeHands
  for (;;) {
    const left = await look(context, steady, hands)
    if (left.to === null) return 0
    hands = { ...left.hands, said: await visit(context, left.to) }
  }
}

/** The agent's own transcript in the plain terminal, until the person detaches. Answers what is to be told about it. */
async function visit(context: Context, id: string): Promise<string | null> {
  const { attach } = await import('./attach.ts')
  try {
    await attach(Object.create(context, { args: { value: [id] } }) as Context)
    return null
  } catch (error) {
    return wordsOf(error)
  }
}

const wordsOf = (error: unknown): string =>
  harmless(error instanceof DroverError ? `${error.message} (${error.code})` : String(error))

interface Left {
  /** The agent to go to; null: home. */
  readonly to: string | null
  readonly hands: Hands
}

async function look(context: Context, client: Client, begun: Hands): Promise<Left> {
  const { open } = await loadView()
  let hands = begun
  let facts: DashboardFacts | null = null
  let lost = false
  let to: string | null = null
  const gone = new AbortController()
  const leave = () => gone.abort()
  const draw = () => {
    if (gone.signal.aborted || facts === null) return
    const { columns, rows } = process.stdout
    // The last row stays free: a terminal may scroll once it is filled.
    view.draw(frame(facts, hands, { width: columns || 80, height: (rows || 24) - 1, now: Date.now(), lost }))
  }
  const say = (said: string) => {
    hands = { ...hands, said }
    draw()
  }
  const onKey = (key: Key) => {
    const pressed = press(hands, key, facts === null ? [] : inOrder(facts))
    hands = pressed.hands
    const { act } = pressed
    if (act?.type === 'quit') return leave()
    if (act?.type === 'attach') {
      to = act.id
      return leave()
    }
    if (act !== null) void carryOut(client, act).then(say, (error) => say(wordsOf(error)))
    draw()
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, leave)
  const view = open({ colour: context.io.colour, onKey })
  const timer = setInterval(draw, tickMs)
  process.stdout.on('resize', draw)
  try {
    const watching = watch(client, gone.signal, {
      changed(next) {
        facts = next
        draw()
      },
      lost(is) {
        lost = is
        draw()
      },
    })
    // Whoever leaves does not wait for an answer of the daemon.
    await Promise.race([watching, aborted(gone.signal)])
    return { to, hands }
  } finally {
    gone.abort()
    clearInterval(timer)
    process.stdout.off('resize', draw)
    await view.end()
    for (const signal of signals) process.off(signal, leave)
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))

/** Answers what to tell. */
async function carryOut(client: Client, act: Exclude<Act, { type: 'quit' | 'attach' }>): Promise<string> {
  const path = { id: act.id }
  if (act.type === 'stop') {
    await client.call('POST /api/v1/sessions/{id}/kill', { path, body: {} })
    return `${act.id} is stopped`
  }
  const { requestId, answer } = act
  const body = answer === 'allow' || answer === 'deny' ? { requestId, decision: answer } : { requestId, text: answer }
  await client.call('POST /api/v1/sessions/{id}/answer', { path, body: body as { requestId: string; text: string } })
  return `${act.id} has your answer`
}
