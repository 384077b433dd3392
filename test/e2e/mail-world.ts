/** Mail in a whole Drover: what tests of it send, look for and wait for. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EventRow } from '#contract/agent-event'
import type { Mail } from '#contract/mail'
import type { Session } from '#contract/session'
import { type Batch, readBatch } from '#core/mail/batch'
import { ok, type World } from '../support/world.ts'

export interface MailWorld {
  send(input: Record<string, unknown>, more?: Parameters<World['call']>[3]): Promise<Mail>
  get(id: string): Promise<Mail>
  list(query: string): Promise<readonly Mail[]>
  /** The mail once it fits; told by the fleet stream. */
  until(id: string, fits: (mail: Mail) => boolean): Promise<Mail>
  /** What each turn of a session was given as mail, by its number. */
  batches(sessionId: string): Promise<ReadonlyMap<number, Batch>>
  /** A session that works until its gate is opened, and its token. */
  busy(more?: Record<string, unknown>): Promise<{ session: Session; token: string; open: () => void }>
  /** A session that stands idle after one turn. */
  idle(prompt?: string, more?: Record<string, unknown>): Promise<Session>
}

export function mailWorld(w: World): MailWorld {
  let gates = 0
  const self: MailWorld = {
    send: async (input, more) => (await ok<{ mail: Mail }>(w.call('POST', '/api/v1/mail', input, more))).mail,
    get: async (id) => (await ok<{ mail: Mail }>(w.call('GET', `/api/v1/mail/${id}`))).mail,
    list: async (query) => (await ok<{ mail: Mail[] }>(w.call('GET', `/api/v1/mail?${query}`))).mail,
    async until(id, fits) {
      const seen = await self.get(id)
      if (fits(seen)) return seen
      return w.change(0, (change) => {
        if (!change.type.startsWith('mail_')) return undefined
        const mail = change.payload as Mail
        return mail.id === id && fits(mail) ? mail : undefined
      })
    },
    async batches(sessionId) {
      const found = new Map<number, Batch>()
      for (const row of await w.rows(sessionId)) {
        const batch = row.kind === 'user' ? readBatch((row as EventRow & { text: string }).text) : null
        if (batch !== null && row.turn !== null) found.set(row.turn, batch)
      }
      return found
    },
    async busy(more = {}) {
      gates += 1
      const gate = join(w.dir, `mail-gate-${gates}`)
      const session = await w.spawn(
        `@sh echo $DROVER_TOKEN > ${gate}.token\n@say up\n@sh until [ -f ${gate} ]; do sleep 0.05; done`,
        more,
      )
      await w.row(session.id, (row) => row.kind === 'text' && row.text === 'up')
      const token = readFileSync(`${gate}.token`, 'utf8').trim()
      return { session, token, open: () => writeFileSync(gate, '') }
    },
    async idle(prompt = '@say ready', more = {}) {
      const session = await w.spawn(prompt, more)
      await w.turnEnd(session.id)
      return w.until(session.id, (one) => one.status === 'idle')
    },
  }
  return self
}
