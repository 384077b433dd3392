/** `drover land` and its single steps: commit what a session left, update it from its base, merge, push; what happened is said. */
import type { Merge } from '#contract/merge'
import type { Client } from '../client.ts'
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'
import { harmless } from '../print.ts'
import { finish, mergeOptions } from './merge.ts'

const subjectOf = (message: string): string => harmless(message.split('\n')[0] ?? '')
const filesOf = (n: number): string => `${n} ${n === 1 ? 'file' : 'files'}`

async function commitOf(context: Context, client: Client, id: string) {
  const message = context.flag('message')
  const line = context.progress()
  line.step(`looking at what ${id} left`)
  const { commit } = await client
    .call('POST /api/v1/sessions/{id}/commit', { path: { id }, body: message === undefined ? {} : { message } })
    .finally(() => line.done())
  return commit
}

export const land: Run = async (context) => {
  const client = await context.connect()
  const id = context.args[0]!
  const commit = await commitOf(context, client, id)
  if (commit !== null && !context.json) {
    const said = `${subjectOf(commit.message)} (${filesOf(commit.files.length)})`
    context.io.out(`committed ${commit.hash.slice(0, 12)} ${said}\n`)
  }
  // What was committed or seen here is what lands; an agent that goes on meanwhile is told apart.
  const head = commit?.hash ?? (await client.call('GET /api/v1/sessions/{id}/landing', { path: { id } })).landing.head
  const { message: _, ...options } = mergeOptions(context)
  const answer = await client.call('POST /api/v1/merges', { body: { session: id, head, ...options } })
  return finish(context, client, answer.merge as Merge, true)
}

export const commit: Run = async (context) => {
  const client = await context.connect()
  const id = context.args[0]!
  const made = await commitOf(context, client, id)
  context.answer({ commit: made }, () =>
    made === null
      ? `${id} left nothing uncommitted\n`
      : `committed ${made.hash.slice(0, 12)} ${subjectOf(made.message)} (${filesOf(made.files.length)})\n`,
  )
  return 0
}

export const update: Run = async (context) => {
  const client = await context.connect()
  const id = context.args[0]!
  const line = context.progress()
  line.step(`bringing ${id} up to date`)
  const answer = await client
    .call('POST /api/v1/sessions/{id}/update', { path: { id }, body: context.on('hand') ? { hand: true } : {} })
    .finally(() => line.done())
  const { state, target, commits, commit: head, conflicts } = answer.update
  const n = `${commits} ${commits === 1 ? 'commit' : 'commits'}`
  context.answer(answer, () => {
    if (state === 'current') return `${id} has every commit of ${target} already\n`
    if (state === 'updated') return `${id} got ${n} of ${target}; its branch is at ${head.slice(0, 12)}\n`
    const paths = conflicts.map((path) => `  ${harmless(path)}\n`).join('')
    return `${target} is being merged into ${id}; its agent was given the conflicts:\n${paths}`
  })
  return 0
}

export const push: Run = async (context) => {
  const client = await context.connect()
  const id = context.args[0]!
  const line = context.progress()
  line.step(`pushing ${id}`)
  const answer = await client
    .call('POST /api/v1/sessions/{id}/push', {
      path: { id },
      body: context.on('force-with-lease') ? { forceWithLease: true } : {},
    })
    .finally(() => line.done())
  const { remote, branch, commit: head } = answer.push
  context.answer(answer, () => `pushed ${harmless(branch)} to ${harmless(remote)} at ${head.slice(0, 12)}\n`)
  return 0
}
