/** What the pages ask the daemon about pull requests that are there, one function each. */
import type { PullRequest } from '#contract/pr'
import { ask } from './call.ts'

const at = (id: string) => ({ path: { id } })

export const prsOfSession = async (id: string): Promise<readonly PullRequest[]> =>
  (await ask('get', '/api/v1/sessions/{id}/pr', at(id))).prs

export const getPr = async (id: string): Promise<PullRequest> => (await ask('get', '/api/v1/prs/{id}', at(id))).pr

/** The forge is asked now. */
export const lookAtPr = async (id: string): Promise<PullRequest> =>
  (await ask('post', '/api/v1/prs/{id}/look', { ...at(id), body: {} })).pr

export const resolveThread = async (id: string, threadId: string): Promise<void> => {
  await ask('post', '/api/v1/prs/{id}/resolve-comments', { ...at(id), body: { commentIds: [threadId] } })
}

/** Only if its head is still the commit that was shown. */
export const mergePr = async (id: string, expectedHeadSha: string): Promise<PullRequest> =>
  (await ask('post', '/api/v1/prs/{id}/merge', { ...at(id), body: { expectedHeadSha } })).pr
