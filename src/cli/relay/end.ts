/** The end of a relay in the terminal: the table, why it ended, and how its work lands. */
import type { Merge } from '#contract/merge'
import type { Relay, Try } from '#contract/relay'
import type { Task } from '#contract/task'
import { endLines, endTable, isGood, leftBehind } from '#core/relay/show-end'
import type { Client } from '../client.ts'
import type { Context } from '../context.ts'
import { describeMerge, waitForMerge } from '../merge-words.ts'
import { harmless, table } from '../print.ts'
import { ask, canAsk } from './choose.ts'
import { painted } from './screen.ts'
import { relayOf, triesOf } from './watch-relay.ts'

/** All that are not done, page by page. */
async function tasksOf(client: Client, project: string): Promise<readonly Task[]> {
  const found: Task[] = []
  for (let cursor: string | undefined; ; ) {
    const query = { project, limit: 1000, ...(cursor === undefined ? {} : { cursor }) }
    const page = await client.call('GET /api/v1/tasks', { query })
    found.push(...(page.tasks as readonly Task[]))
    if (page.nextCursor === undefined) return found
    cursor = page.nextCursor
  }
}

const hasWork = (tries: readonly Try[]): boolean => tries.some((one) => one.commits.length > 0)

/** Answers the exit code: 0 when the target was met or the queue is empty, and none of its tasks is left undone. */
export async function showEnd(context: Context, client: Client, id: string): Promise<number> {
  const [relay, tries] = [await relayOf(client, id), await triesOf(client, id)]
  const left = relay.failed === 0 ? [] : leftBehind(tries, await tasksOf(client, relay.projectId))
  const code = isGood(relay, left) ? 0 : 1
  if (context.json) {
    context.answer({ relay, tries }, () => '')
    return code
  }
  const { head, rows } = endTable(relay, tries)
  context.io.out(tries.length === 0 ? '' : `\n${table(context.io, head, rows)}\n`)
  for (const line of endLines(relay, left))
    context.io.out(`${painted(context.io, { ...line, text: harmless(line.text) })}\n`)
  const landed = await bringHome(context, client, relay, tries)
  return landed ? code : 1
}

/** false: it should have landed and did not. */
async function bringHome(context: Context, client: Client, relay: Relay, tries: readonly Try[]): Promise<boolean> {
  if (relay.inPlace || relay.branch === null || !hasWork(tries)) return true
  if (relay.land) return sayLanding(context, client, relay)
  if (canAsk(context)) {
    const answer = await ask(`Land ${relay.branch} on ${relay.baseRef ?? 'its base'} now?`, ['yes', 'no'])
    if (answer === 'yes') return (await land(context, client, relay.id)).merge?.state === 'landed'
  }
  context.io.out(`its work is on ${relay.branch}; land it with: drover relay land ${relay.id}\n`)
  return true
}

async function sayLanding(context: Context, client: Client, relay: Relay): Promise<boolean> {
  if (relay.mergeId === null) return true
  const merge = await waitForMerge(context, client, relay.mergeId)
  if (merge.state === 'landed') {
    context.io.out(`landed on ${merge.target} as ${merge.landedCommit?.slice(0, 12) ?? merge.id}\n`)
    return true
  }
  context.io.out(describeMerge(context, merge))
  return false
}

/** Through the merge queue, until it landed or stopped. `merge` null: nothing was on its way. */
export async function land(
  context: Context,
  client: Client,
  id: string,
): Promise<{ readonly relay: Relay; readonly merge: Merge | null }> {
  const relay = (await client.call('POST /api/v1/relays/{id}/land', { path: { id }, body: {} })).relay as Relay
  const merge = relay.mergeId === null ? null : await waitForMerge(context, client, relay.mergeId)
  if (!context.json) {
    context.io.out(merge === null ? `${id} has nothing to land\n` : describeMerge(context, merge))
  }
  return { relay, merge }
}
