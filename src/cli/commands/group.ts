/** `drover group create | add | rm | status | ls`: tasks that are done together. */
import type { TaskGroup } from '#contract/effort'
import { groupIdPattern } from '#contract/effort'
import { DroverError } from '#contract/error'
import { nearest } from '#core/nearest'
import type { Client } from '../client.ts'
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'
import { age, harmless, paintStatus, table } from '../print.ts'
import { projectMeant } from '../project-here.ts'

const stateOf = ({ completedAt }: TaskGroup): string => (completedAt === null ? 'open' : 'complete')
const doneOf = ({ taskIds, missing }: TaskGroup): string => `${taskIds.length - missing.length}/${taskIds.length}`

function describe(context: Context, group: TaskGroup): string {
  const head = `${group.id} ${harmless(group.name)} is ${paintStatus(context.io, stateOf(group))}: ${doneOf(group)} done\n`
  return group.missing.length === 0 ? head : `${head}missing: ${group.missing.join(', ')}\n`
}

/** By its id, or by its name in the project that is meant. */
async function groupMeant(context: Context, client: Client, word: string): Promise<string> {
  if (groupIdPattern.test(word)) return word
  const project = await projectMeant(context, client)
  const { groups } = await client.call('GET /api/v1/groups', { query: { project } })
  const found = groups.find(({ name }) => name === word)
  if (found !== undefined) return found.id
  const near = nearest(
    word,
    groups.map(({ name }) => name),
  )
  throw new DroverError('GROUP_NOT_FOUND', `${project} has no group "${word}"`, {
    hint: near === null ? 'List groups with: drover group ls' : `Did you mean "${near}"?`,
  })
}

export const create: Run = async (context) => {
  const [name, ...tasks] = context.args as readonly [string, ...string[]]
  const client = await context.connect()
  const projectId = await projectMeant(context, client)
  const answer = await client.call('POST /api/v1/groups', { body: { projectId, name, tasks: [...tasks] } })
  context.answer(answer, () => describe(context, answer.group))
  return 0
}

const change =
  (route: 'POST /api/v1/groups/{id}/add' | 'POST /api/v1/groups/{id}/rm'): Run =>
  async (context) => {
    const [word, ...tasks] = context.args as readonly [string, ...string[]]
    const client = await context.connect()
    const id = await groupMeant(context, client, word)
    const answer = await client.call(route, { path: { id }, body: { tasks: [...tasks] } })
    context.answer(answer, () => describe(context, answer.group))
    return 0
  }

export const add = change('POST /api/v1/groups/{id}/add')
export const rm = change('POST /api/v1/groups/{id}/rm')

export const status: Run = async (context) => {
  const client = await context.connect()
  const id = await groupMeant(context, client, context.args[0]!)
  const answer = await client.call('GET /api/v1/groups/{id}', { path: { id } })
  context.answer(answer, () => describe(context, answer.group))
  return 0
}

export const ls: Run = async (context) => {
  const client = await context.connect()
  const answer = await client.call('GET /api/v1/groups', { query: { project: context.flag('project') } })
  context.answer(answer, () =>
    answer.groups.length === 0
      ? 'no groups; make one with `drover group create <name> <task…>`\n'
      : table(
          context.io,
          ['ID', 'STATE', 'DONE', 'PROJECT', 'AGE', 'NAME'],
          answer.groups.map((one) => [
            one.id,
            paintStatus(context.io, stateOf(one)),
            doneOf(one),
            one.projectId,
            age(one.createdAt, Date.now()),
            harmless(one.name),
          ]),
        ),
  )
  return 0
}
