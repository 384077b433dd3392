/**
 * Doors for controllers that were written for T3: its read models over what they made here, and its commands, one after the
 * other. A command's answer is kept with what it did: the same id is answered the same, whatever happened between. Off unless
 * the user's file says which version is to be spoken.
 */
import { decodeT3, type T3Command } from '#contract/api/t3'
import { DroverError } from '#contract/error'
import type { T3Version } from '#contract/t3'
import { operator } from '#flows/access/caller'
import { type Context, now } from '#flows/engine/context'
import type { Follower } from '#flows/engine/followers'
import { addProject } from '#flows/project/projects'
import { archiveSession, unarchiveSession } from '#flows/session/archive-session'
import { killSession } from '#flows/session/end-session'
import { restoreSession } from '#flows/session/restore-session'
import { cancelTurn, send } from '#flows/turn/take-turn'
import type { Tx } from '#ports/store/journal'
import type { T3ThreadRecord } from '#ports/store/t3'
import { createBeginnings, keepWords } from './begin-thread.ts'
import { readModelOf } from './views.ts'

export interface T3Flows {
  /** null: off. */
  t3Version(): T3Version | null
  t3ReadModel(kind: 'snapshot' | 'shell'): object
  /** T3_INVALID_COMMAND for what is none, T3_REFUSED for what does not apply. */
  t3Dispatch(text: string): Promise<{ readonly sequence: number }>
}

type On<T extends T3Command['type']> = Extract<T3Command, { type: T }>
const keptDays = 30

const refused = (message: string): DroverError =>
  new DroverError('T3_REFUSED', message, { hint: 'Look at the snapshot; a changed command needs another commandId.' })
const invalid = (message: string): DroverError =>
  new DroverError('T3_INVALID_COMMAND', message, { hint: 'See docs/user/t3.md for what is understood.' })

export function createT3Doors(context: Context): { flows: T3Flows; follower: Follower } {
  const { journal } = context
  const { reads } = journal
  const beginnings = createBeginnings(context)
  let line: Promise<unknown> = Promise.resolve()

  const needOn = (): T3Version => {
    const version = context.settings.of(null).doors.t3
    if (version !== null) return version
    throw new DroverError('ROUTE_NOT_FOUND', 'The doors for T3’s controllers are closed.', {
      hint: 'Set t3 = "0.0.33" of [doors] in your config.toml.',
    })
  }
  const receipt = (tx: Tx, { commandId }: T3Command): number =>
    tx.insertT3Command({ id: commandId, error: null, at: now(context) })
  const needThread = (command: { readonly threadId: string; readonly type: string }): T3ThreadRecord => {
    const thread = reads.t3Thread(command.threadId)
    if (thread === null || thread.deletedAt !== null)
      throw refused(`Thread ${command.threadId} does not exist for command ${command.type}.`)
    return thread
  }
  /** For effects that may be repeated: what is written with the answer. */
  const done = (command: T3Command, patch: Partial<T3ThreadRecord> = {}): number =>
    journal.command((tx) => {
      if ('threadId' in command) tx.updateT3Thread(command.threadId, { ...patch, updatedAt: now(context) })
      return receipt(tx, command)
    })

  const createProject = async (command: On<'project.create'>): Promise<number> => {
    const { projectId: id, title, workspaceRoot: root } = command
    if (reads.t3Project(id) !== null) throw refused(`Project ${id} exists already.`)
    const projectId = await projectAt(context, root, command.createWorkspaceRootIfMissing === true)
    return journal.command((tx) => {
      tx.insertT3Project({ id, title, root, projectId, createdAt: now(context) })
      return receipt(tx, command)
    })
  }

  const createThread = (command: On<'thread.create'>): number => {
    if (reads.t3Project(command.projectId) === null) throw refused(`Project ${command.projectId} does not exist.`)
    if (reads.t3Thread(command.threadId) !== null) throw refused(`Thread ${command.threadId} exists already.`)
    if (command.worktreePath !== null)
      throw invalid('worktreePath: every thread gets a worktree of its own here; give null')
    const { title, runtimeMode, interactionMode, branch, modelSelection } = command
    return journal.command((tx) => {
      const at = now(context)
      tx.insertT3Thread({
        ...{ id: command.threadId, project: command.projectId, title, runtimeMode, interactionMode, branch },
        ...{ instanceId: modelSelection.instanceId, model: modelSelection.model, createdAt: at, updatedAt: at },
        ...{ sessionId: null, words: null, wordsAt: null, failure: null, archivedAt: null, deletedAt: null },
      })
      return receipt(tx, command)
    })
  }

  const startTurn = async (command: On<'thread.turn.start'>): Promise<number> => {
    const { text, attachments } = command.message
    if (text.trim() === '') throw invalid('message.text: nothing is said')
    if (attachments.length > 0) throw invalid('message.attachments: none are taken here; name a file of the repository')
    if (command.bootstrap !== undefined)
      throw invalid('bootstrap: not over HTTP; every thread gets a worktree of its own with its first turn')
    needThread(command)
    await beginnings.known(command.threadId)
    const thread = needThread(command)
    const session = thread.sessionId === null ? null : reads.session(thread.sessionId)
    const wordsAt = now(context)
    if (session === null) {
      if (thread.words !== null) throw refused(`Thread ${thread.id} is still being begun; say it again in a moment.`)
      keepWords(context, thread.id, text)
      const patch = { words: text, wordsAt, failure: null, archivedAt: null }
      const sequence = done(command, patch)
      context.faultPoint('t3:words-written')
      beginnings.begin(thread.id)
      return sequence
    }
    if (session.phase === 'ended') await restoreSession(context, session.id)
    let sequence = 0
    const model = command.modelSelection?.model
    const words = { message: text, fresh: true, ...(model === undefined || model === thread.model ? {} : { model }) }
    const delivery = await send(context, session.id, words, operator, (tx) => {
      tx.updateT3Thread(thread.id, { wordsAt, archivedAt: null, updatedAt: wordsAt })
      sequence = receipt(tx, command)
    })
    if (delivery.state === 'refused') throw refused(delivery.message)
    return sequence
  }

  /** The session behind a thread, once it is known. */
  const sessionOf = async (command: { readonly threadId: string; readonly type: string }): Promise<string | null> => {
    needThread(command)
    await beginnings.known(command.threadId)
    const { sessionId } = needThread(command)
    return sessionId === null ? null : (reads.session(sessionId)?.id ?? null)
  }
  const carry = async (command: T3Command): Promise<number> => {
    if (command.type === 'project.create') return createProject(command)
    if (command.type === 'thread.create') return createThread(command)
    if (command.type === 'thread.turn.start') return startTurn(command)
    const sessionId = await sessionOf(command)
    const at = now(context)
    if (command.type === 'thread.turn.interrupt') {
      // One that is still coming up has no turn to cancel yet, and would begin it.
      if (sessionId !== null && context.starting.has(sessionId)) await killSession(context, sessionId, {})
      else if (sessionId !== null) await cancelTurn(context, sessionId, {})
      return done(command)
    }
    if (command.type === 'thread.session.stop') {
      if (sessionId !== null && reads.session(sessionId)?.phase !== 'ended') await killSession(context, sessionId, {})
      return done(command)
    }
    if (command.type === 'thread.unarchive') {
      if (sessionId !== null) unarchiveSession(context, sessionId)
      return done(command, { archivedAt: null })
    }
    // Nothing of its work is removed, whatever T3 would do.
    if (sessionId !== null) await archiveSession(context, sessionId, { end: true })
    return done(command, command.type === 'thread.delete' ? { archivedAt: at, deletedAt: at } : { archivedAt: at })
  }

  /** One at a time: a command that comes twice at once finds the answer of the first. */
  const answer = async (command: T3Command): Promise<{ sequence: number }> => {
    const before = reads.t3Command(command.commandId)
    if (before !== null) {
      if (before.error !== null) throw refused(before.error)
      return { sequence: before.n }
    }
    try {
      return { sequence: await carry(command) }
    } catch (cause) {
      if (cause instanceof DroverError && isFinal(cause))
        journal.command((tx) => tx.insertT3Command({ id: command.commandId, error: cause.message, at: now(context) }))
      throw cause
    }
  }

  return {
    flows: {
      t3Version: () => context.settings.of(null).doors.t3,
      t3ReadModel(kind) {
        const version = needOn()
        if (kind === 'shell' && version === '0.0.27')
          throw new DroverError('ROUTE_NOT_FOUND', 'T3 0.0.27 has no shell.', { hint: 'Ask for the snapshot.' })
        return readModelOf(context, version, kind === 'shell')
      },
      t3Dispatch(text) {
        const command = decodeT3(text, needOn())
        if ('why' in command) throw invalid(command.why)
        const mine = line.then(() => {
          if (context.closing) throw new DroverError('NOT_READY', 'The daemon stops.')
          return answer(command)
        })
        line = mine.catch(() => undefined)
        return mine
      },
    },
    follower: {
      name: 't3 doors',
      atTick(round) {
        beginnings.takeUp()
        if (round % 3600 !== 1200) return
        const before = new Date(context.clock.now().getTime() - keptDays * 86_400_000).toISOString()
        journal.command((tx) => tx.pruneT3Commands(before))
      },
    },
  }
}

/** T3 keeps to what it refused; what may be otherwise in a moment, and what was no command at all, is not written down. */
const isFinal = ({ code }: DroverError): boolean =>
  !['T3_INVALID_COMMAND', 'NOT_READY', 'INTERNAL_ERROR', 'STORE_UNWRITABLE', 'RATE_LIMITED'].includes(code)

/** The project whose repository lies there. null: nothing lies there, and nothing needs to. */
async function projectAt(context: Context, root: string, mayMiss: boolean): Promise<string | null> {
  if (!root.startsWith('/')) throw invalid('workspaceRoot: not an absolute path')
  if (!context.exists(root)) {
    if (mayMiss) return null
    throw invalid(`workspaceRoot: nothing is at ${root}, and createWorkspaceRootIfMissing is not true`)
  }
  try {
    return (await addProject(context, { path: root })).id
  } catch (cause) {
    const known = cause instanceof DroverError ? cause : null
    const { id } = (known?.details ?? {}) as { id?: unknown }
    if (known?.code === 'PATH_ALREADY_REGISTERED' && typeof id === 'string') return id
    throw cause
  }
}
