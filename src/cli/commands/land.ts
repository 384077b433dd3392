/** `drover land`: what a session left is committed, its branch goes through the merge queue, and what happened is said. */
import type { Merge } from '#contract/merge'
import type { Run } from '../command.ts'
import { harmless } from '../print.ts'
import { finish, mergeOptions } from './merge.ts'

export const land: Run = async (context) => {
  const client = await context.connect()
  const id = context.args[0]!
  const { message, ...options } = mergeOptions(context)
  const line = context.progress()
  line.step(`looking at what ${id} left`)
  const { commit } = await client
    .call('POST /api/v1/sessions/{id}/commit', { path: { id }, body: message === undefined ? {} : { message } })
    .finally(() => line.done())
  if (commit !== null && !context.json) {
    const subject = harmless(commit.message.split('\n')[0] ?? '')
    context.io.out(`committed ${commit.hash.slice(0, 12)} ${subject} (${commit.files.length} files)\n`)
  }
  const answer = await client.call('POST /api/v1/merges', { body: { session: id, ...options } })
  return finish(context, client, answer.merge as Merge, true)
}
