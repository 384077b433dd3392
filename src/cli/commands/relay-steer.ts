/** `drover relay ls | get | stop | pause | resume | skip | land`: relays looked at and steered from anywhere. */
import { DroverError } from '#contract/error'
import { isRelayId, type Relay } from '#contract/relay'
import type { Client } from '../client.ts'
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'
import { projectMeant } from '../project-here.ts'
import { land as landNow } from '../relay/end.ts'
import { triesOf } from '../relay/watch-relay.ts'
import { describeRelay, listRelays } from '../relay/words.ts'
import { follow } from './relay.ts'

/** The relay that was named, else the newest of the project here. */
async function meant(context: Context, client: Client, word: string, unfinished: boolean): Promise<string> {
  const named = context.args[0]
  if (named !== undefined) {
    if (isRelayId(named)) return named
    throw new DroverError('USAGE', `\`${named}\` is no relay; a relay is named like \`r-1\``, {
      hint: `To begin a prompt with \`${word}\`, write \`drover relay -- ${word} …\`. \`drover relay ls\` lists relays.`,
    })
  }
  const project = await projectMeant(context, client)
  const { relays } = await client.call('GET /api/v1/relays', { query: { project, limit: 50 } })
  const found = unfinished ? relays.find((relay) => relay.state !== 'ended') : relays[0]
  if (found !== undefined) return found.id
  throw new DroverError('RELAY_NOT_FOUND', `${project} has no ${unfinished ? 'unfinished ' : ''}relay`, {
    hint: 'List them with `drover relay ls`, start one with `drover relay "…"`.',
  })
}

export const ls: Run = async (context) => {
  const client = await context.connect()
  const project = context.flag('project')
  const all = context.on('all')
  const answer = await client.call('GET /api/v1/relays', { query: { project } })
  const relays = (answer.relays as readonly Relay[]).filter((one, i) => all || one.state !== 'ended' || i < 10)
  context.answer({ relays }, () =>
    relays.length === 0 ? 'no relays; start one with `drover relay "…"`\n' : listRelays(context, relays),
  )
  return 0
}

export const get: Run = async (context) => {
  const client = await context.connect()
  const id = await meant(context, client, 'get', false)
  const { relay } = await client.call('GET /api/v1/relays/{id}', { path: { id } })
  if (context.on('follow')) return follow(context, client, relay as Relay)
  if (context.json) context.answer({ relay }, () => '')
  else context.io.out(describeRelay(context, relay as Relay, await triesOf(client, id)))
  return 0
}

const say = (context: Context, relay: Relay, text: string): undefined => {
  context.answer({ relay }, () => `${text}\n`)
  return undefined
}

export const stop: Run = async (context) => {
  const client = await context.connect()
  const id = await meant(context, client, 'stop', true)
  const now = context.on('now')
  const answer = await client.call('POST /api/v1/relays/{id}/stop', { path: { id }, body: now ? { now } : {} })
  const relay = answer.relay as Relay
  return say(
    context,
    relay,
    relay.state === 'ended' ? `${id} is stopped` : `${id} ${now ? 'is stopping' : 'stops after what runs now'}`,
  )
}

export const pause: Run = async (context) => {
  const client = await context.connect()
  const id = await meant(context, client, 'pause', true)
  const { relay } = await client.call('POST /api/v1/relays/{id}/pause', { path: { id }, body: {} })
  return say(context, relay as Relay, `${id} begins no further try; go on with: drover relay resume ${id}`)
}

export const resume: Run = async (context) => {
  const client = await context.connect()
  const id = await meant(context, client, 'resume', true)
  const { relay } = await client.call('POST /api/v1/relays/{id}/resume', { path: { id }, body: {} })
  return say(context, relay as Relay, `${id} goes on`)
}

export const skip: Run = async (context) => {
  const client = await context.connect()
  const id = await meant(context, client, 'skip', true)
  const { relay } = await client.call('POST /api/v1/relays/{id}/skip', { path: { id }, body: {} })
  return say(context, relay as Relay, `${id}: what ran is called off; its task goes to the next agent`)
}

export const land: Run = async (context) => {
  const client = await context.connect()
  const id = await meant(context, client, 'land', false)
  const landed = await landNow(context, client, id)
  if (context.json) context.answer(landed, () => '')
  return landed.merge === null || landed.merge.state === 'landed' ? 0 : 1
}
