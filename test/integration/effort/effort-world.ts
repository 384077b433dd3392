/**
 * Efforts on the real engine and a simulated machine: agents that finish what they are asked, sessions that report as the turn
 * contract would have them, a daemon that dies wherever it is told to. Time passes by itself until nothing more happens.
 */
import type { Change, ChangeType } from '#contract/change'
import type { MailType } from '#contract/mail'
import type { Report } from '#contract/role'
import type { Context } from '#flows/engine/context'
import type { Flows } from '#flows/engine/flows'
import { postMail } from '#flows/mail/post-mail'
import type { SessionRecord } from '#ports/store/session'
import { createSimHome, project, type SimHome } from '../../support/engine.ts'

export interface EffortWorld {
  readonly home: SimHome
  readonly flows: Flows
  /** Errors that the log was told of. */
  readonly errors: string[]
  /** Prompts that an agent leaves unfinished. */
  readonly slow: Set<string>
  /** Waits for a daemon that answers. */
  up(): Promise<Flows>
  /** Everything happens that can; then so many seconds pass, and what follows from them. */
  rest(seconds?: number): Promise<void>
  /** An answer that the world's own steps bring about; null: the daemon died first. */
  answer<T>(ask: (flows: Flows) => Promise<T>): Promise<T | null>
  changes<T extends ChangeType>(type: T): readonly Extract<Change, { type: T }>[]
  session(id: string): SessionRecord
  /** As whoever judges a turn would write it. */
  reports(id: string, state: Report['state']): void
  /** A mail in a session's name, as its door would post it. */
  says(from: string, to: string, type: MailType): void
  /** Every mail that waits is read, as the turns that carry it would have it. */
  readAll(): void
  /** What an agent committed in its worktree. */
  commits(id: string): void
  /** Another session of an effort, spawned by one of it. */
  child(effortId: string, parentId: string, prompt: string): Promise<SessionRecord>
}

export async function effortWorld(): Promise<EffortWorld> {
  const home = createSimHome()
  const errors: string[] = []
  const slow = new Set<string>()
  home.onLog = ({ level, message, fields }) => {
    if (level === 'error') errors.push(`${message} ${fields.cause instanceof Error ? fields.cause.stack : ''}`)
  }
  const set = (id: string, column: 'report', value: unknown): void => {
    home.store.db.prepare(`UPDATE session SET "${column}" = ? WHERE id = ?`).run(value, id)
  }

  /** One step of the world; false: nothing can happen now. */
  const step = async (): Promise<boolean> => {
    const [next] = home.scheduler.ready()
    if (next !== undefined) {
      await home.scheduler.let(next)
      return true
    }
    const busy = home.machine.alive().find(({ prompt }) => prompt !== null && !slow.has(prompt))
    if (busy === undefined) return false
    home.machine.write(busy, { k: 'result', ok: true })
    busy.prompt = null
    if (busy.lifetime === 'turn') home.machine.exit(busy, 0)
    await home.scheduler.quiet()
    return true
  }
  const rest = async (seconds = 3): Promise<void> => {
    await home.scheduler.quiet()
    for (let at = 0; at <= seconds; at++) {
      while (await step()) if (home.state === 'down') return
      await home.scheduler.pass(1000)
    }
  }
  const self: EffortWorld = {
    home,
    get flows() {
      if (home.flows === null) throw new Error(`no daemon answers: ${home.state}`)
      return home.flows
    },
    errors,
    slow,
    rest,
    async up() {
      home.boot()
      while (home.state !== 'ready') if (!(await step())) await home.scheduler.pass(100)
      return self.flows
    },
    async answer(ask) {
      let done: { value: Awaited<ReturnType<typeof ask>> } | { cause: unknown } | null = null
      const settle = (one: NonNullable<typeof done>): void => {
        done = one
      }
      ask(self.flows).then(
        (value) => settle({ value: value as Awaited<ReturnType<typeof ask>> }),
        (cause: unknown) => settle({ cause }),
      )
      await home.scheduler.quiet()
      while (done === null && home.state === 'ready') if (!(await step())) await home.scheduler.pass(100)
      const ended = done as { value: Awaited<ReturnType<typeof ask>> } | { cause: unknown } | null
      if (ended === null || home.state === 'down') return null
      if ('cause' in ended) throw ended.cause
      return ended.value
    },
    changes: <T extends ChangeType>(type: T) =>
      home.store.reads.changesAfter(0, 10_000, [type]) as readonly Extract<Change, { type: T }>[],
    session(id) {
      const found = home.store.reads.session(id)
      if (found === null) throw new Error(`there is no session ${id}`)
      return found
    },
    reports(id, state) {
      set(id, 'report', JSON.stringify({ state, mailId: null, at: home.scheduler.now().toISOString() }))
    },
    says(from, to, type) {
      const life = home.scheduler.begin()
      const context = {
        clock: life.clock,
        secrets: { redact: (text: string) => text },
        vault: { keep: () => undefined },
        settle: () => undefined,
      } as unknown as Context
      home.store.journalOf(life).command((tx) => {
        const { projectId, effortId } = self.session(from)
        const mail = { projectId, effortId, from, to, source: 'session', subject: type, body: type, type } as const
        postMail(context, tx, mail)
      })
      life.end()
    },
    readAll() {
      home.store.db.prepare("UPDATE mail SET state = 'read' WHERE state = 'queued' AND \"to\" <> 'operator'").run()
    },
    commits(id) {
      const { workspaceId } = self.session(id)
      const path = home.store.reads.workspace(workspaceId ?? 0)?.path ?? ''
      const tree = home.repositories.trees.get(path)
      if (tree === undefined) throw new Error(`${id} has no worktree`)
      home.repositories.edit(tree)
      home.repositories.commit(tree)
    },
    async child(effortId, parentId, prompt) {
      const made = await self.answer((flows) =>
        flows.spawn(
          { projectId: project, prompt, role: 'builder', effortId, parentId },
          { type: 'operator', via: 'token', label: 'operator' },
        ),
      )
      if (made === null) throw new Error('the daemon died')
      return self.session(made.id)
    },
  }
  await self.up()
  return self
}
