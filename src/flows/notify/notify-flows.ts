/** What the doors may ask about notifications. */
import { DroverError } from '#contract/error'
import type { NotifyTarget, Ring } from '#contract/notify'
import { messageOf } from '#core/notify/batch'
import type { Outcome } from '#core/notify/next-try'
import { type Context, now } from '#flows/engine/context'
import { dropSubscription, trySending } from './deliver.ts'
import { newRing } from './gather.ts'
import { type Target, targetsOf, viewTarget } from './places.ts'
import { forgetPage, type Subscribing, subscribe, unsubscribe } from './subscribe.ts'

export interface NotifyFlows {
  notifyTargets(): readonly NotifyTarget[]
  /** Newest first. */
  rings(limit: number): readonly Ring[]
  pushKey(): string
  /** Rings a place now, or each of them; answers what came of it. */
  testNotify(to: string | undefined): Promise<readonly { readonly name: string; readonly error: string | null }[]>
  subscribePush(asked: Subscribing, page: { label: string; id: string }): NotifyTarget
  unsubscribePush(id: number): void
  /** The page was signed out. */
  forgetPage(page: string): void
}

export const notifyFlows = (context: Context): NotifyFlows => ({
  notifyTargets: () => targetsOf(context).map((target) => viewTarget(context, target)),
  rings: (limit) => context.journal.reads.rings(limit).map(({ batch: _, dueAt: __, triedAt: ___, ...ring }) => ring),
  pushKey: () => context.notifier.pushKey(),
  testNotify: (to) => test(context, to),
  subscribePush(asked, page) {
    const id = subscribe(context, asked, page)
    return viewTarget(context, need(targetsOf(context), `push-${id}`))
  },
  unsubscribePush: (id) => unsubscribe(context, id),
  forgetPage: (page) => forgetPage(context, page),
})

function need(targets: readonly Target[], name: string): Target {
  const found = targets.find((target) => target.name === name)
  if (found !== undefined) return found
  const names = targets.map((target) => target.name).join(', ')
  throw new DroverError('NOTIFY_TARGET_NOT_FOUND', `There is no place "${name}" that rings.`, {
    hint: names === '' ? noPlace : `Known: ${names}`,
  })
}

const noPlace =
  'Add one to your own config.toml, such as [notify.to.phone] type = "ntfy", url = "https://ntfy.sh/my-topic"; or turn notifications on in the cockpit’s settings.'

async function test(context: Context, to: string | undefined) {
  const targets = targetsOf(context)
  const chosen = to === undefined ? targets : [need(targets, to)]
  if (chosen.length === 0)
    throw new DroverError('NOTIFY_TARGET_NOT_FOUND', 'There is no place that rings.', { hint: noPlace })
  return Promise.all(chosen.map((target) => testOne(context, target)))
}

/** Sent now and not again: whoever tests looks at what came of it. */
async function testOne(context: Context, target: Target): Promise<{ name: string; error: string | null }> {
  const words = {
    to: target.name,
    kind: 'test' as const,
    title: 'Drover can reach you',
    body: `This is a test of "${target.name}".`,
    path: '/settings',
  }
  const ring = context.journal.command((tx) =>
    tx.insertRing({
      ...newRing(context, { ...words, key: `test/${context.ids.uuid()}` }),
      state: 'sending',
      attempts: 1,
    }),
  )
  const outcome = await trySending(context, target, messageOf([ring]), AbortSignal.timeout(15_000))
  const error = outcome.type === 'sent' ? null : outcome.error
  context.journal.command((tx) => {
    const at = now(context)
    tx.updateRing(ring.id, {
      state: error === null ? 'sent' : 'failed',
      error,
      triedAt: at,
      sentAt: error === null ? at : null,
    })
    if (isGone(outcome) && target.subscription !== null) dropSubscription(tx, target.subscription, target.name)
  })
  return { name: target.name, error }
}

const isGone = (outcome: Outcome): boolean => outcome.type === 'gone'
