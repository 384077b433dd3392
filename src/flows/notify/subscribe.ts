/** Pages that take Web Push: they come, come again, and go. The endpoint is a page's word and is judged before anything is kept. */
import { DroverError } from '#contract/error'
import type { NotifyKind } from '#contract/notify'
import { refuseEndpoint } from '#core/notify/endpoint'
import { type Context, now } from '#flows/engine/context'
import { dropSubscription } from './deliver.ts'
import { targetsOf } from './places.ts'

export interface Subscribing {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  readonly kinds?: readonly NotifyKind[] | undefined
}

/** A person has a few devices; a page that subscribes without end is no person. */
const mostSubscriptions = 50

export function subscribe(context: Context, asked: Subscribing, page: { label: string; id: string }): number {
  const { notify } = context.settings.of(null)
  const refused = refuseEndpoint(asked.endpoint, notify.allowLoopbackPush)
  if (refused !== null) throw DroverError.of(refused)
  const [key, auth] = [asked.p256dh, asked.auth].map((text) => Buffer.from(text, 'base64url'))
  if (key?.length !== 65 || key[0] !== 4 || auth?.length !== 16)
    throw new DroverError('INVALID_BODY', 'These are no keys of a push subscription.', {
      hint: 'Send p256dh (65 bytes) and auth (16 bytes) as base64url, as PushSubscription.toJSON() has them.',
    })
  return context.journal.command((tx) => {
    const known = tx.subscriptions()
    if (known.length >= mostSubscriptions && !known.some(({ endpoint }) => endpoint === asked.endpoint))
      throw new DroverError('RATE_LIMITED', `${mostSubscriptions} pages take notifications already.`, {
        hint: 'Take one away: drover notify rm <name>',
      })
    return tx.putSubscription({
      endpoint: asked.endpoint,
      p256dh: asked.p256dh,
      auth: asked.auth,
      label: page.label,
      page: page.id,
      kinds: asked.kinds ?? null,
      createdAt: now(context),
    }).id
  })
}

export function unsubscribe(context: Context, id: number): void {
  context.journal.command((tx) => {
    if (tx.subscription(id) === null)
      throw new DroverError('SUBSCRIPTION_NOT_FOUND', `No page with the number ${id} takes notifications.`, {
        hint: 'List them: drover notify ls',
      })
    dropSubscription(tx, id, `push-${id}`)
  })
}

/** A page that was signed out rings no more. */
export function forgetPage(context: Context, page: string): void {
  const gone = context.journal.reads.subscriptions().filter((one) => one.page === page)
  if (gone.length === 0) return
  context.journal.command((tx) => {
    for (const { id } of gone) dropSubscription(tx, id, `push-${id}`)
  })
}

export const namesOf = (context: Context): readonly string[] => targetsOf(context).map(({ name }) => name)
