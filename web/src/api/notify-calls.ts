/** Notifications as the daemon knows them. */
import type { NotifyTarget } from '#contract/notify'
import { ask } from './call.ts'

export const notifyState = (): Promise<{ readonly targets: readonly NotifyTarget[]; readonly pushKey: string }> =>
  ask('get', '/api/v1/notify')

export const testNotify = async (to: string): Promise<string | null> =>
  (await ask('post', '/api/v1/notify/test', { body: { to } })).results[0]?.error ?? null

export const subscribePush = async (subscription: {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}): Promise<NotifyTarget> => (await ask('post', '/api/v1/notify/subscriptions', { body: subscription })).target

export const unsubscribePush = (id: number): Promise<unknown> =>
  ask('delete', '/api/v1/notify/subscriptions/{id}', { path: { id } })
