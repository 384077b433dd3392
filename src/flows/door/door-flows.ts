/** What the doors for other programs may ask: how full they are, who serves, and the three ways to ask an agent something. */
import { modelList, modelObject } from '#core/door/answer'
import type { Context } from '#flows/engine/context'
import { chat } from './chat.ts'
import type { Doors } from './doors.ts'
import type { QueueState } from './queue.ts'
import { respond } from './respond.ts'
import { modelNames, servedBy } from './serve.ts'
import { spoken } from './spoken.ts'
import type { DoorIo, DoorReply } from './wire.ts'

export interface DoorFlows {
  doorQueue(): QueueState
  /** Does this session play a persona for a door? It is in no list and on no stream of the fleet unless asked for. */
  isHidden(sessionId: string): boolean
  doorModels(): object
  doorModel(id: string): Exclude<DoorReply, 'streamed'>
  /** Bodies as they came: what they say is read here. Never throws. */
  chat(json: unknown, io: DoorIo): Promise<DoorReply>
  spoken(json: unknown, io: DoorIo): Promise<DoorReply>
  respond(json: unknown, io: DoorIo): Promise<DoorReply>
}

export function doorFlows(context: Context, doors: Doors): DoorFlows {
  // They have been here as long as the daemon has.
  const since = Math.floor(context.clock.now().getTime() / 1000)
  return {
    doorQueue: () => context.doorQueue.state(),
    isHidden: (sessionId) => context.journal.reads.personaOf(sessionId) !== null,
    doorModels: () => modelList(modelNames(context), since),
    doorModel(id) {
      const found = servedBy(context, id)
      if ('supported' in found) return { status: 404, body: { error: 'unsupported model', supported: found.supported } }
      return { status: 200, body: modelObject(id, since) }
    },
    chat: (json, io) => chat(context, doors, json, io),
    spoken: (json, io) => spoken(context, doors, json, io),
    respond: (json, io) => respond(context, doors, json, io),
  }
}
