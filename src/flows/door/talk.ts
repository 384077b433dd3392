/**
 * Talking to a persona from a page: one conversation a persona, held by the daemon, whichever page looks at it. Owns that a
 * message is said once by its id, that a conversation which ended goes on by itself, and its end. Its turns are turns like any
 * other: they queue, stop and are seen by the routes of sessions.
 */
import { DroverError } from '#contract/error'
import { scratchProject } from '#contract/ids'
import type { Delivery } from '#contract/session'
import type { Talk, TalkSaid } from '#contract/talk'
import { isUnsupported, type Served } from '#core/door/model'
import { type Persona, personasOf } from '#core/door/persona'
import { nextTalk, putAway, saidKey, saidPrefix, talkKey } from '#core/door/talk'
import { decideText } from '#core/session/decide'
import { cleanMessage } from '#core/session/message'
import { operator } from '#flows/access/caller'
import { accepted } from '#flows/engine/accepted'
import { type Context, now } from '#flows/engine/context'
import type { Follower } from '#flows/engine/followers'
import { closeSession } from '#flows/session/end-session'
import { restoreSession } from '#flows/session/restore-session'
import { spawnSession } from '#flows/session/spawn-session'
import { viewSession } from '#flows/session/views'
import { send } from '#flows/turn/take-turn'
import type { Tx } from '#ports/store/journal'
import type { SessionRecord } from '#ports/store/session'
import { putSessionAway } from './doors.ts'
import { personaSpawn } from './persona-spawn.ts'
import { servedBy } from './serve.ts'
import { watchesTalks } from './talk-limits.ts'

export interface TalkInput {
  readonly message: string
  /** The page's own: the same one again says nothing again. */
  readonly id: string
}

export interface TalkFlows {
  talks(): readonly Talk[]
  talk(persona: string): Talk
  sayTo(persona: string, input: TalkInput): Promise<TalkSaid>
  /** Puts the conversation away; the next words begin another. */
  endTalk(persona: string): Promise<Talk>
}

export interface TalkDoor {
  readonly flows: TalkFlows
  readonly follower: Follower
}

export function createTalk(context: Context): TalkDoor {
  const inLine = <T>(persona: string, work: () => Promise<T>): Promise<T> => context.worker.run(`talk ${persona}`, work)
  return {
    follower: watchesTalks(context),
    flows: {
      talks: () => [...personas(context).values()].map((persona) => view(context, persona)),
      talk: (name) => view(context, needPersona(context, name)),
      async sayTo(name, input) {
        const message = cleanMessage(input.message)
        accepted(decideText(message, { empty: 'MESSAGE_REQUIRED', long: 'MESSAGE_TOO_LONG' }))
        needPersona(context, name)
        return inLine(name, () => say(context, name, message, input.id))
      },
      async endTalk(name) {
        // A persona that the configuration has lost can still be put away.
        if (heldIn(context, name) === null) needPersona(context, name)
        return inLine(name, () => end(context, name))
      },
    },
  }
}

const personas = (context: Context): ReadonlyMap<string, Persona> =>
  personasOf(context.settings.of(null).doors.personas)

function needPersona(context: Context, name: string): Persona {
  const all = personas(context)
  const found = all.get(name)
  if (found !== undefined) return found
  throw new DroverError('PERSONA_NOT_FOUND', `There is no persona ${JSON.stringify(name)}.`, {
    hint: `Known: ${[...all.keys()].join(', ')}. Others are [personas.NAME] of your config.toml.`,
  })
}

function view(context: Context, { name, agent, tools, project, presets }: Persona): Talk {
  const held = heldIn(context, name)
  const session = held === null ? null : viewSession(context, context.journal.reads, held)
  return { persona: name, agent, tools, project, presets, session }
}

function heldIn(context: Context, persona: string): SessionRecord | null {
  const { reads } = context.journal
  const found = reads.doorConversation(talkKey(persona))
  return found === null ? null : reads.session(found.sessionId)
}

async function say(context: Context, name: string, message: string, id: string): Promise<TalkSaid> {
  const persona = needPersona(context, name)
  const key = saidKey(name, context.hash(id))
  const before = saidBefore(context, key)
  if (before !== null) return { talk: view(context, persona), delivery: before, repeated: true }
  const served = servedBy(context, name)
  if (isUnsupported(served))
    throw new DroverError('UNKNOWN_AGENT_SPEC', `The agent of the persona ${JSON.stringify(name)} is not known.`, {
      hint: `Set agent of [personas.${name}] to one of: drover agents`,
    })
  const delivery = await deliver(context, served, message, key)
  return { talk: view(context, persona), delivery, repeated: false }
}

/** A message whose session was taken back was not said: its start had failed. */
function saidBefore(context: Context, key: string): Delivery | null {
  const { reads } = context.journal
  const found = reads.doorConversation(key)
  if (found === null || (found.sessionId !== putAway && reads.session(found.sessionId) === null)) return null
  return { state: 'started', turn: found.turn }
}

async function deliver(context: Context, served: Served, message: string, key: string): Promise<Delivery> {
  const { persona, agent } = served
  const held = heldIn(context, persona.name)
  const wanted = { harness: agent.harness, projectId: persona.project ?? scratchProject }
  const next = nextTalk(held, wanted)
  if (held === null || next === 'begin') return begin(context, served, message, key, held)
  if (next === 'restore') {
    try {
      await restoreSession(context, held.id)
    } catch (cause) {
      if (!(cause instanceof DroverError)) throw cause
      context.log.info('a talk could not be gone on with; another one begins', { session: held.id, cause })
      return begin(context, served, message, key, held)
    }
  }
  const words = { message, fresh: true, ...(agent.model === null ? {} : { model: agent.model }) }
  return send(context, held.id, words, operator, (tx, delivery) =>
    note(context, tx, persona.name, key, held.id, delivery.state === 'started' ? delivery.turn : held.turn),
  )
}

/** What is held and what was said, in the transaction that takes the words. */
function note(context: Context, tx: Tx, persona: string, key: string, sessionId: string, turn: number): void {
  const at = now(context)
  tx.putDoorConversation({ key: talkKey(persona), sessionId, turn, at })
  tx.putDoorConversation({ key, sessionId, turn, at })
}

async function begin(
  context: Context,
  served: Served,
  message: string,
  key: string,
  before: SessionRecord | null,
): Promise<Delivery> {
  const { name } = served.persona
  let made: string | null = null
  try {
    await spawnSession(
      context,
      {
        ...personaSpawn(context, served, message),
        name,
        written: (tx, session) => {
          made = session.id
          note(context, tx, name, key, session.id, 1)
        },
      },
      operator,
    )
  } catch (cause) {
    // Its words were not said: the same id says them again. What was held before is held still.
    context.journal.command((tx) => {
      if (made !== null) tx.forgetConversations(made)
      if (made !== null && before !== null)
        tx.putDoorConversation({ key: talkKey(name), sessionId: before.id, turn: before.turn, at: now(context) })
    })
    throw cause
  }
  if (before !== null) await letGo(context, name, before.id)
  const session = made === null ? null : context.journal.reads.session(made)
  return session !== null && session.turn === 0 && session.parkedUntil !== null
    ? { state: 'queued', position: 1, until: session.parkedUntil }
    : { state: 'started', turn: 1 }
}

async function end(context: Context, name: string): Promise<Talk> {
  const held = heldIn(context, name)
  if (held !== null) {
    await letGo(context, name, held.id)
    context.journal.command((tx) => tx.dropConversation(talkKey(name)))
    await putSessionAway(context, held.id)
  }
  return view(context, personas(context).get(name) ?? needPersona(context, name))
}

/** Ended, and held no more; the ids of what was said in it stay known, so that a late repetition says nothing. */
async function letGo(context: Context, name: string, id: string): Promise<void> {
  await closeSession(context, id)
  context.journal.command((tx) => {
    for (const said of tx.doorConversationsLike(saidPrefix(name)))
      if (said.sessionId === id) tx.putDoorConversation({ ...said, sessionId: putAway })
  })
}
