/** What the tests of relays share: starting one, waiting for it by the fleet stream, its tries. */
import type { Relay, Try } from '#contract/relay'
import type { Task } from '#contract/task'
import { ok, type World } from '#test/support/world'

export const relay = async (w: World, body: object): Promise<Relay> =>
  (await ok<{ relay: Relay }>(w.call('POST', '/api/v1/relays', { projectId: 'shop', ...body }))).relay

export const getRelay = async (w: World, id: string): Promise<Relay> =>
  (await ok<{ relay: Relay }>(w.call('GET', `/api/v1/relays/${id}`))).relay

export const triesOf = async (w: World, id: string): Promise<readonly Try[]> =>
  (await ok<{ tries: Try[] }>(w.call('GET', `/api/v1/relays/${id}/tries`))).tries

export const addTask = async (w: World, body: object): Promise<Task> =>
  (await ok<{ task: Task }>(w.call('POST', '/api/v1/tasks', { projectId: 'shop', ...body }))).task

export const getTask = async (w: World, id: string): Promise<Task> =>
  (await ok<{ task: Task }>(w.call('GET', `/api/v1/tasks/${id}`))).task

/** Told by the fleet stream, from before the first look. */
export async function untilRelay(w: World, id: string, fits: (relay: Relay) => boolean): Promise<Relay> {
  const { lastSeq } = await ok<{ lastSeq: number }>(w.call('GET', '/api/v1/status'))
  const now = await getRelay(w, id)
  if (fits(now)) return now
  return w.change(lastSeq, (change) => {
    if (!change.type.startsWith('relay_')) return undefined
    const seen = change.payload as Relay
    return seen.id === id && fits(seen) ? seen : undefined
  })
}

export const ended = (w: World, id: string): Promise<Relay> => untilRelay(w, id, (one) => one.state === 'ended')

/** From its start to its end, with its tries. */
export async function whole(w: World, body: object): Promise<{ relay: Relay; tries: readonly Try[] }> {
  const { id } = await relay(w, body)
  return { relay: await ended(w, id), tries: await triesOf(w, id) }
}

export const words = (tries: readonly Try[]): readonly string[] =>
  tries.map((one) => `${one.agent} ${one.outcome}${one.category === null ? '' : ` ${one.category}`}`)
