/** A simulated home for tests about roles: agents by hand, mail as a session sends it, time as it is needed. */
import { operator } from '#flows/access/caller'
import type { Context, Deps } from '#flows/engine/context'
import type { Flows } from '#flows/engine/flows'
import { type NewMail, postMail } from '#flows/mail/post-mail'
import type { SpawnInput } from '#flows/session/session-flows'
import type { EffectiveSettings } from '#ports/settings'
import type { MailRecord } from '#ports/store/mail'
import type { SessionRecord } from '#ports/store/session'
import { createSimHome, project, type SimHome } from '../support/engine.ts'
import type { SimProcess } from '../support/simulated/machine.ts'
import { limits } from '../support/simulated/settings.ts'

export interface RolesWorld {
  readonly home: SimHome
  readonly flows: Flows
  /** Everything that follows from what happened so far. */
  rest(): Promise<void>
  pass(ms: number): Promise<void>
  /** Boots again after a crash, as often as the daemon dies. */
  again(): Promise<void>
  ask<T>(of: (flows: Flows) => Promise<T>): Promise<T>
  spawn(input: Partial<SpawnInput>, by?: string): Promise<SessionRecord>
  session(id: string): SessionRecord
  process(id: string): SimProcess
  finish(id: string, outcome?: 'ok' | 'failed' | 'vanished'): Promise<void>
  mail(from: string, to: string, type: NewMail['type']): Promise<MailRecord>
  /** Newest last. */
  mailTo(to: string): readonly MailRecord[]
  read(to: string): void
}

export async function rolesWorld(
  coordination: Partial<EffectiveSettings['coordination']> = {},
  /** What is other than in the simulated world. */
  alter: (deps: Deps) => Deps = (same) => same,
): Promise<RolesWorld> {
  let deps: Deps | null = null
  const settings: EffectiveSettings = {
    ...limits,
    maxSessions: 20,
    coordination: { ...limits.coordination, ...coordination },
    withoutRepository: () => settings,
  }
  const home = createSimHome({
    plant(given) {
      deps = alter({ ...given, settings: { of: () => settings, checkProjectSettings: () => undefined } })
      return deps
    },
  })
  const { scheduler, machine, store } = home
  const contextOf = (): Context => ({ ...deps!, settle: () => undefined }) as unknown as Context
  const world: RolesWorld = {
    home,
    get flows() {
      if (home.flows === null) throw new Error(`no daemon answers: ${home.state} ${String(home.bootFailure)}`)
      return home.flows
    },
    async rest() {
      for (let steps = 0; steps < 5000; steps++) {
        await scheduler.quiet()
        const [next] = scheduler.ready()
        if (next === undefined) return
        await scheduler.let(next)
      }
      throw new Error('it never came to rest')
    },
    async pass(ms) {
      for (let left = ms; left > 0; left -= 1000) {
        await scheduler.pass(Math.min(left, 1000))
        await world.rest()
      }
    },
    async again() {
      while (home.state !== 'ready') {
        home.boot()
        await world.rest()
        if (home.bootFailure !== null) throw home.bootFailure
      }
    },
    async ask(of) {
      const asked = of(world.flows)
      asked.catch(() => undefined)
      await world.rest()
      return asked
    },
    async spawn(input, by) {
      const parent = by === undefined ? null : world.session(by)
      const caller =
        parent === null
          ? operator
          : ({ type: 'session', sessionId: parent.id, launchId: 'l', projectId: project, kind: parent.kind } as const)
      const { id } = await world.ask((flows) => flows.spawn({ projectId: project, prompt: 'go', ...input }, caller))
      return world.session(id)
    },
    session(id) {
      const found = store.reads.session(id)
      if (found === null) throw new Error(`there is no session ${id}`)
      return found
    },
    process(id) {
      const found = machine.alive().find((one) => one.sessionId === id)
      if (found === undefined) throw new Error(`${id} has no process`)
      return found
    },
    async finish(id, outcome = 'ok') {
      const process = world.process(id)
      if (outcome === 'ok') machine.write(process, { k: 'result', ok: true })
      if (outcome === 'failed') machine.write(process, { k: 'fail' })
      machine.exit(process, outcome === 'vanished' ? null : outcome === 'ok' ? 0 : 1)
      await world.rest()
    },
    async mail(from, to, type) {
      const { projectId, effortId } = world.session(from)
      const words = { projectId, effortId, from, to, source: 'session', subject: type, body: 'done', type } as const
      const posted = deps!.journal.command((tx) => postMail(contextOf(), tx, words))
      await world.rest()
      return posted
    },
    mailTo: (to) => store.reads.mails({ to, limit: 100 }).toReversed(),
    read(to) {
      deps!.journal.command((tx) => {
        for (const { number } of tx.queuedMail(to)) tx.updateMail(number, { state: 'read' })
      })
    },
  }
  home.boot()
  await world.rest()
  return world
}
