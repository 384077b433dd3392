/** What the keys do to a relay: asked of the daemon; what it refuses is told and changes nothing. */
import { DroverError } from '#contract/error'
import type { Relay } from '#contract/relay'
import { armedFor, type KeyName } from '#core/relay/show-monitor'
import type { Client } from '../client.ts'

export interface Armed {
  readonly key: KeyName
  readonly until: number
}

/** A second press of the same key within the time does it; everything else arms. */
export const press = (
  before: Armed | null,
  key: KeyName,
  now: number,
): { readonly go: boolean; readonly armed: Armed | null } =>
  before?.key === key && before.until > now
    ? { go: true, armed: null }
    : { go: false, armed: { key, until: now + armedFor } }

const done: Readonly<Record<KeyName, string>> = {
  skip: 'skipping this try',
  pause: 'pausing',
  stop: 'stops after this try',
  quit: 'stopping',
}

/** Answers what to say. */
export async function steer(client: Client, relay: Relay, key: KeyName): Promise<string> {
  const path = { id: relay.id }
  try {
    switch (key) {
      case 'skip':
        await client.call('POST /api/v1/relays/{id}/skip', { path, body: {} })
        return done.skip
      case 'pause':
        if (relay.state === 'paused') {
          await client.call('POST /api/v1/relays/{id}/resume', { path, body: {} })
          return 'going on'
        }
        await client.call('POST /api/v1/relays/{id}/pause', { path, body: {} })
        return done.pause
      case 'stop':
        await client.call('POST /api/v1/relays/{id}/stop', { path, body: {} })
        return done.stop
      case 'quit':
        await client.call('POST /api/v1/relays/{id}/stop', { path, body: { now: true } })
        return done.quit
    }
  } catch (error) {
    if (error instanceof DroverError) return `${error.message} (${error.code})`
    throw error
  }
}
