/** What the pages of heats ask the daemon, one function each. */
import type { Heat, HeatBoard } from '#contract/heat'
import { ask } from './call.ts'

const at = (id: string) => ({ path: { id } })

export interface HeatInput {
  readonly projectId: string
  readonly prompt: string
  readonly agents: readonly string[]
  readonly base?: string
  readonly name?: string
  readonly permissions?: 'bypass' | 'ask' | 'read-only'
  readonly ignoreConfig?: boolean
}

export const startHeat = async (body: HeatInput): Promise<Heat> =>
  (await ask('post', '/api/v1/heats', { body: { ...body, agents: [...body.agents] } })).heat

export const listHeats = async (): Promise<readonly Heat[]> => (await ask('get', '/api/v1/heats')).heats

export const getHeat = (id: string): Promise<HeatBoard> => ask('get', '/api/v1/heats/{id}', at(id))

export const verifyHeat = async (id: string): Promise<Heat> =>
  (await ask('post', '/api/v1/heats/{id}/verify', { ...at(id), body: {} })).heat

export const keepOne = async (
  id: string,
  body: { readonly session: string; readonly head?: string; readonly stamp?: string },
): Promise<Heat> => (await ask('post', '/api/v1/heats/{id}/keep', { ...at(id), body })).heat
