/** Signing in: codes for links, bearers of pages, the operator's token. The gate keeps and compares them. */

import { bearerNumberParam } from '#contract/api/common'
import {
  bearersAnswer,
  exchangeAnswer,
  exchangeBody,
  linkAnswer,
  revokeAnswer,
  rotateAnswer,
} from '#contract/api/daemon'
import { emptyBody } from '#contract/api/session'
import { DroverError } from '#contract/error'
import { type Call, route } from '../route.ts'

/** A page is known by what its browser calls itself. */
const labelOf = (call: Pick<Call, 'header'>): string =>
  (call.header('user-agent') ?? 'unknown page').replace(/[^\x20-\x7e]/g, '').slice(0, 120)

/** The page's own address where the request names one, else this machine's. */
function originOf({ deps, door, header }: Pick<Call, 'deps' | 'door' | 'header'>): string {
  const { port, secure } = deps.place()
  const host = door === 'tcp' ? header('host') : undefined
  if (host === undefined) return `${secure ? 'https' : 'http'}://127.0.0.1:${port ?? 0}`
  return header('origin') ?? `${secure || header('x-forwarded-proto') === 'https' ? 'https' : 'http'}://${host}`
}

export const authRoutes = [
  route({
    method: 'post',
    path: '/auth/exchange',
    name: 'exchangeCode',
    summary: "Give a link's single-use code, get a page's own bearer",
    tag: 'auth',
    scope: 'public',
    early: true,
    status: 200,
    body: exchangeBody,
    answer: exchangeAnswer,
    codes: ['CODE_EXPIRED', 'RATE_LIMITED'],
    handle: (call) => {
      try {
        return call.deps.gate.exchange(call.body.code, labelOf(call))
      } catch (error) {
        if (error instanceof DroverError && error.code === 'CODE_EXPIRED') call.guessed()
        throw error
      }
    },
  }),
  route({
    method: 'post',
    path: '/api/v1/auth/link',
    name: 'createLink',
    summary: 'A fresh link to the cockpit, good once and for five minutes',
    tag: 'auth',
    scope: 'operator',
    early: true,
    status: 201,
    body: emptyBody,
    answer: linkAnswer,
    handle: (call) => {
      const { code, expiresAt } = call.deps.gate.issueCode()
      return { code, url: `${originOf(call)}/#code=${code}`, expiresAt }
    },
  }),
  route({
    method: 'get',
    path: '/api/v1/auth/bearers',
    name: 'listBearers',
    summary: 'Every page that signed in',
    tag: 'auth',
    scope: 'operator',
    early: true,
    status: 200,
    answer: bearersAnswer,
    handle: ({ deps }) => ({ bearers: deps.gate.bearers() }),
  }),
  route({
    method: 'delete',
    path: '/api/v1/auth/bearers/{id}',
    name: 'revokeBearer',
    summary: 'Sign a page out; its streams are dropped',
    tag: 'auth',
    scope: 'operator',
    early: true,
    status: 200,
    params: { id: bearerNumberParam },
    answer: revokeAnswer,
    codes: ['BEARER_NOT_FOUND'],
    handle: ({ params, deps }) => {
      deps.gate.revoke(params.id)
      return { revoked: params.id }
    },
  }),
  route({
    method: 'post',
    path: '/api/v1/auth/rotate',
    name: 'rotateToken',
    summary: "A new operator's token in the token file; the old one stops working",
    tag: 'auth',
    scope: 'operator',
    early: true,
    status: 200,
    body: emptyBody,
    answer: rotateAnswer,
    handle: async ({ deps }) => {
      await deps.gate.rotate()
      return { rotated: true as const }
    },
  }),
]
