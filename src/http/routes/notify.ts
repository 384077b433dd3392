/** Notifications: where they go, what was sent, a test, and the pages that take Web Push. */
import { subscriptionNumberParam } from '#contract/api/common'
import {
  notifyAnswer,
  notifyTestAnswer,
  notifyTestBody,
  ringsAnswer,
  ringsQuery,
  subscribeAnswer,
  subscribeBody,
  unsubscribeAnswer,
} from '#contract/api/notify'
import { notifyKinds } from '#contract/notify'
import { type Call, route } from '../route.ts'

const shared = { tag: 'notify', scope: 'operator' } as const

/** Whose page it is: it is signed out together with it. */
const pageOf = ({ caller, header }: Pick<Call, 'caller' | 'header'>): { label: string; id: string } => ({
  label: (header('user-agent') ?? 'unknown page').replace(/[^\x20-\x7e]/g, '').slice(0, 120),
  id: caller.type === 'operator' ? caller.label : '',
})

export const notifyRoutes = [
  route({
    ...shared,
    method: 'get',
    path: '/api/v1/notify',
    name: 'getNotify',
    summary: 'Every place that rings, how it does, and the key that pages subscribe with',
    status: 200,
    answer: notifyAnswer,
    codes: ['INVALID_CONFIG'],
    handle: ({ deps }) => ({
      targets: deps.flows.notifyTargets(),
      kinds: notifyKinds,
      pushKey: deps.flows.pushKey(),
    }),
  }),
  route({
    ...shared,
    method: 'get',
    path: '/api/v1/notify/rings',
    name: 'listRings',
    summary: 'What rang, or waits to, newest first',
    status: 200,
    query: ringsQuery,
    answer: ringsAnswer,
    handle: ({ query, deps }) => ({ rings: deps.flows.rings(Math.min(query.limit ?? 50, 500)) }),
  }),
  route({
    ...shared,
    method: 'post',
    path: '/api/v1/notify/test',
    name: 'testNotify',
    summary: 'Ring one place, or all of them, now',
    status: 200,
    body: notifyTestBody,
    answer: notifyTestAnswer,
    codes: ['NOTIFY_TARGET_NOT_FOUND', 'INVALID_CONFIG'],
    handle: async ({ body, deps }) => ({
      results: (await deps.flows.testNotify(body.to)).map((one) => ({ ...one, ok: one.error === null })),
    }),
  }),
  route({
    ...shared,
    method: 'post',
    path: '/api/v1/notify/subscriptions',
    name: 'subscribePush',
    summary: 'A page takes Web Push from now on',
    status: 201,
    body: subscribeBody,
    answer: subscribeAnswer,
    codes: ['ENDPOINT_REFUSED', 'INVALID_CONFIG', 'RATE_LIMITED'],
    handle: (call) => {
      const { endpoint, keys, kinds } = call.body
      return { target: call.deps.flows.subscribePush({ endpoint, ...keys, kinds }, pageOf(call)) }
    },
  }),
  route({
    ...shared,
    method: 'delete',
    path: '/api/v1/notify/subscriptions/{id}',
    name: 'unsubscribePush',
    summary: 'A page takes no Web Push any more',
    status: 200,
    params: { id: subscriptionNumberParam },
    answer: unsubscribeAnswer,
    codes: ['SUBSCRIPTION_NOT_FOUND'],
    handle: ({ params, deps }) => {
      deps.flows.unsubscribePush(params.id)
      return { removed: params.id }
    },
  }),
]
