/** What the effort pages ask the daemon, one function each. Apart from the other calls, so that only those pages load it. */
import type { Effort } from '#contract/effort'
import { ask } from './call.ts'

const at = (id: string) => ({ path: { id } })

export const newestEfforts = async (): Promise<readonly Effort[]> =>
  (await ask('get', '/api/v1/efforts', { query: { limit: 100 } })).efforts

export const getEffort = async (id: string): Promise<Effort> =>
  (await ask('get', '/api/v1/efforts/{id}', at(id))).effort

export const stopEffort = async (id: string): Promise<Effort> =>
  (await ask('post', '/api/v1/efforts/{id}/stop', { ...at(id), body: {} })).effort

export const completeEffort = async (id: string): Promise<Effort> =>
  (await ask('post', '/api/v1/efforts/{id}/complete', { ...at(id), body: {} })).effort

export const changeBudget = async (id: string, budgetUsd: number | null): Promise<Effort> =>
  (await ask('patch', '/api/v1/efforts/{id}', { ...at(id), body: { budgetUsd } })).effort

export interface EffortInput {
  readonly projectId: string
  readonly goal: string
  readonly role?: 'coordinator' | 'lead'
  readonly agent?: string
  readonly into?: string
  readonly budgetUsd?: number
}

export const startEffort = async (body: EffortInput): Promise<Effort> =>
  (await ask('post', '/api/v1/efforts', { body })).effort
