/** Where rings go: the places of the user's configuration, and the pages that subscribed. Read anew each time: both may change. */
import { type NotifyKind, type NotifyTarget, type NotifyType, pageKinds } from '#contract/notify'
import { isLoopback, isPublicAddress } from '#core/notify/endpoint'
import type { Context } from '#flows/engine/context'
import type { Place } from '#ports/notifier'
import type { EffectiveSettings } from '#ports/settings'
import type { SubscriptionRecord } from '#ports/store/notify'

export interface Target {
  readonly name: string
  readonly type: NotifyType
  readonly kinds: readonly NotifyKind[]
  readonly where: string
  readonly place: Place
  readonly subscription: number | null
}

const pushName = (id: number): string => `push-${id}`

export function targetsOf(context: Context): readonly Target[] {
  const { notify } = context.settings.of(null)
  const subscribed = context.journal.reads.subscriptions().map((one) => ofPage(one, notify))
  return [...notify.places.map((one) => configured(context, one, notify.kinds)), ...subscribed]
}

function configured(
  { secrets }: Context,
  one: EffectiveSettings['notify']['places'][number],
  kinds: readonly NotifyKind[],
): Target {
  for (const secret of [one.secret, one.token]) if (secret !== null) secrets.add(secret)
  const url = one.url ?? ''
  const where = one.type === 'desktop' ? 'this desktop' : hostOf(url)
  const place: Place =
    one.type === 'desktop'
      ? { type: 'desktop' }
      : one.type === 'slack'
        ? { type: 'slack', url }
        : one.type === 'ntfy'
          ? { type: 'ntfy', url, token: one.token }
          : { type: 'webhook', url, secret: one.secret }
  return { name: one.name, type: one.type, kinds: one.kinds ?? kinds, where, place, subscription: null }
}

function ofPage(one: SubscriptionRecord, notify: EffectiveSettings['notify']): Target {
  const { endpoint, p256dh, auth } = one
  const reachable = (address: string): boolean =>
    isPublicAddress(address) || (notify.allowLoopbackPush && isLoopback(address))
  return {
    name: pushName(one.id),
    type: 'push',
    kinds: one.kinds ?? pageKinds(notify.kinds),
    where: one.label,
    place: { type: 'push', endpoint, p256dh, auth, reachable },
    subscription: one.id,
  }
}

function hostOf(url: string): string {
  try {
    return new URL(url).host
  } catch {
    return 'an address that cannot be read'
  }
}

export function viewTarget(context: Context, target: Target): NotifyTarget {
  const { reads } = context.journal
  const { name, type, where, kinds, subscription } = target
  const tried = reads.lastTried(name)
  const sent = reads.lastSent(name)
  return {
    name,
    type,
    where,
    kinds,
    subscription,
    state: tried === null ? 'idle' : tried.error === null ? 'ok' : 'failing',
    lastSentAt: sent?.sentAt ?? null,
    error: tried?.error ?? null,
    waiting: reads.countWaiting(name),
  }
}
