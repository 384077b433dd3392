/** `drover relay`: starts a relay, or goes on with one, and watches it to its end. The daemon runs it; leaving it does not end it. */
import { DroverError } from '#contract/error'
import type { Relay } from '#contract/relay'
import { wholeNumber } from '../ask.ts'
import type { Client } from '../client.ts'
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'
import { projectMeant } from '../project-here.ts'
import { keepsMix, type Mode, modeFor } from '../relay/choose.ts'
import { showEnd } from '../relay/end.ts'
import { watch } from '../relay/monitor.ts'
import { describePlan } from '../relay/words.ts'
import type { Body } from '../routes.ts'

type Wanted = Body<'POST /api/v1/relays'>

async function wantedOf(context: Context, client: Client): Promise<Wanted> {
  const prompt = context.args.join(' ').trim()
  const mix = context.list('agent')
  const route = context.flag('route')
  const base = context.flag('base')
  const iterations = wholeNumber(context, 'iterations')
  const parallel = wholeNumber(context, 'parallel')
  const relay = context.flag('resume')
  return {
    projectId: await projectMeant(context, client),
    ...(prompt === '' ? {} : { prompt }),
    ...(iterations === undefined ? {} : { iterations }),
    ...(mix.length === 0 ? {} : { mix: [...mix] }),
    ...(route === undefined ? {} : { route }),
    ...(parallel === undefined ? {} : { parallel }),
    ...(context.on('land') ? { land: true } : {}),
    ...(context.on('in-place') ? { inPlace: true } : {}),
    ...(base === undefined ? {} : { base }),
    ...(relay === undefined ? {} : { relay }),
    ...(context.on('ignore-config') ? { ignoreConfig: true } : {}),
  }
}

/** null: neither flag was given. */
function modeGiven(context: Context): Mode | null {
  const resume = context.on('resume') || context.flag('resume') !== undefined
  if (resume && context.on('new')) {
    throw new DroverError('USAGE', '--new and --resume exclude each other', {
      hint: '--resume goes on with the unfinished relay, --new ends it and begins another. Give one of them.',
    })
  }
  return resume ? 'resume' : context.on('new') ? 'new' : null
}

const start = async (client: Client, body: Wanted): Promise<Relay> =>
  (await client.call('POST /api/v1/relays', { body })).relay as Relay

/** The relay of a RELAY_UNFINISHED, or null for every other failure. */
function unfinishedIn(error: unknown): Relay | null {
  if (!(error instanceof DroverError) || error.code !== 'RELAY_UNFINISHED') return null
  return (error.details as { relay?: Relay } | undefined)?.relay ?? null
}

/** What of the project could be gone on with: the one that has not ended, else the newest when a person stopped it early. */
async function before(client: Client, project: string): Promise<Relay | null> {
  const relays = (await client.call('GET /api/v1/relays', { query: { project, limit: 100 } }))
    .relays as readonly Relay[]
  const open = relays.find((relay) => relay.state !== 'ended')
  if (open !== undefined) return open
  const newest = relays[0]
  if (newest?.endReason !== 'stopped') return null
  return newest.target === null || newest.completed < newest.target ? newest : null
}

async function go(context: Context, client: Client, wanted: Wanted, mode: Mode, relay: Relay): Promise<Relay> {
  if (mode === 'new') return start(client, { ...wanted, mode })
  const { mix, ...rest } = wanted
  const other = mix !== undefined && !(await isSameMix(client, wanted, relay))
  const keep = other && (await keepsMix(context, relay, mix))
  return start(client, { ...(keep ? rest : wanted), mode, relay: relay.id })
}

/** As the daemon reads both; what it cannot read it says when it is told to start. */
async function isSameMix(client: Client, wanted: Wanted, relay: Relay): Promise<boolean> {
  try {
    const plan = await client.call('POST /api/v1/relays/plan', { body: wanted })
    return plan.relay.mix.join('\n') === relay.mix.join('\n')
  } catch {
    return false
  }
}

/** Without a mode: what is there already is asked about, once, before anything else is looked at. */
async function begin(context: Context, client: Client, wanted: Wanted): Promise<Relay> {
  const given = modeGiven(context)
  if (given !== null) return start(client, { ...wanted, mode: given })
  const found = await before(client, wanted.projectId)
  if (found !== null) return choose(context, client, wanted, found)
  return start(client, wanted).catch((error: unknown) => {
    const relay = unfinishedIn(error)
    if (relay === null) throw error
    return choose(context, client, wanted, relay)
  })
}

/** A stopped one is in nobody's way: where nobody says anything a new one begins. */
async function choose(context: Context, client: Client, wanted: Wanted, found: Relay): Promise<Relay> {
  const mode = await modeFor(context, found)
  const stopped = found.state === 'ended'
  if (mode === 'resume' || (mode === 'new' && !stopped)) return go(context, client, wanted, mode, found)
  if (!stopped) {
    throw new DroverError('RELAY_UNFINISHED', `${found.id} of ${found.projectId} is ${found.state}`, {
      hint: `Go on with ${found.id} by --resume, or end it and begin another by --new.`,
    })
  }
  if (mode === null) context.io.err(`${found.id} was stopped before; --resume goes on with it\n`)
  return start(client, wanted)
}

export const relay: Run = async (context) => {
  modeGiven(context)
  const client = await context.connect()
  const wanted = await wantedOf(context, client)
  if (context.on('dry-run')) {
    const plan = await client.call('POST /api/v1/relays/plan', { body: wanted })
    context.answer(plan, () => describePlan(context, plan))
    return 0
  }
  const begun = await begin(context, client, wanted)
  if (context.on('detach')) {
    context.answer({ relay: begun }, () => `${started(begun)}\n${hints(begun)}`)
    return 0
  }
  if (!context.json) context.io.out(`${started(begun)}\n`)
  return follow(context, client, begun)
}

/** Watches it to its end, unless the person leaves first. */
export async function follow(context: Context, client: Client, relay: Relay): Promise<number> {
  const last = await watch(context, client, relay)
  if (last !== null) return showEnd(context, client, relay.id)
  context.answer({ relay }, () => `detached; ${relay.id} goes on by itself\n${hints(relay)}`)
  return 0
}

function started(relay: Relay): string {
  const target = relay.target === null ? '' : `, ${relay.target} wanted`
  const where = relay.inPlace ? 'in your checkout' : `on ${relay.branch ?? 'its own branch'}`
  return `${relay.id} in ${relay.projectId} ${where}: ${relay.mix.join(' ')}${target}`
}

const hints = ({ id }: Relay): string =>
  `watch it with: drover relay get ${id} --follow\nstop it with: drover relay stop ${id}\n`
