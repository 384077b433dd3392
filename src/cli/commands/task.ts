/** `drover task add | ls | get | set | done | fail | handoff | claim | move | rm | import | export`. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { DroverError } from '#contract/error'
import type { Task } from '#contract/task'
import { taskStates } from '#contract/task-state'
import { confirm, readStdin } from '../ask.ts'
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'
import { facts, harmless, oneLine, paintStatus, table } from '../print.ts'
import { projectMeant } from '../project-here.ts'

const list = (text: string | undefined): readonly string[] | undefined =>
  text === undefined ? undefined : text.split(/[,\n]/).flatMap((word) => word.trim() || [])

const lines = (text: string | undefined): readonly string[] | undefined =>
  text === undefined ? undefined : text.split('\n').flatMap((word) => word.trim() || [])

function priorityOf(context: Context): { priority?: number } {
  const given = context.flag('priority')
  if (given === undefined) return {}
  if (/^-?\d{1,4}$/.test(given)) return { priority: Number(given) }
  throw new DroverError('USAGE', `--priority takes a whole number, not "${given}"`, { hint: 'Higher comes first.' })
}

/** The flags that `add` and `set` share; what was not given is left out. */
async function wordsOf(context: Context) {
  const body = context.flag('body')
  const role = context.flag('role')
  const blockedBy = list(context.flag('blocked-by'))
  const tags = list(context.flag('tags'))
  const expects = context.flag('expects') as 'change' | 'none' | undefined
  const verify = context.flag('verify')
  return {
    ...(body === undefined ? {} : { body: body === '-' ? await readStdin() : body }),
    ...(role === undefined ? {} : { role: role === '' ? null : role }),
    ...(blockedBy === undefined ? {} : { blockedBy: [...blockedBy] }),
    ...(tags === undefined ? {} : { tags: [...tags] }),
    ...(expects === undefined ? {} : { expects }),
    ...(verify === undefined ? {} : { verify: verify === '' ? null : verify }),
    ...priorityOf(context),
  }
}

function placeOf(context: Context): 'head' | 'tail' | { after: string } | undefined {
  const after = context.flag('after')
  if (after !== undefined) return { after }
  return context.on('head') ? 'head' : context.on('tail') ? 'tail' : undefined
}

const describe = (context: Context, task: Task): string =>
  facts(context.io, [
    ['id', task.id],
    ['title', harmless(task.title)],
    ['project', task.projectId],
    ['state', paintStatus(context.io, task.state)],
    ['held by', task.lease === null ? null : (task.lease.relayId ?? task.lease.sessionId)],
    ['role', task.role],
    ['priority', task.priority === 0 ? null : String(task.priority)],
    ['waits for', task.blockedBy.join(', ') || null],
    ['tags', task.tags.join(', ') || null],
    ['expects', task.expects === 'none' ? 'no change' : null],
    ['verify', task.verify],
    ['attempts', task.attempts === 0 ? null : String(task.attempts)],
    [
      'result',
      task.result === null ? null : `${task.result.outcome} by ${task.result.by}: ${harmless(task.result.summary)}`,
    ],
    ['body', task.body === '' ? null : `\n${harmless(task.body)}`],
  ])

export const add: Run = async (context) => {
  const title = context.flag('title')
  if (title === undefined || title.trim() === '')
    throw new DroverError('NAME_REQUIRED', 'the task has no title', { hint: 'Say it in one line: --title "…"' })
  const client = await context.connect()
  const projectId = await projectMeant(context, client)
  const place = placeOf(context)
  const answer = await client.call('POST /api/v1/tasks', {
    body: { projectId, title, ...(await wordsOf(context)), ...(place === undefined ? {} : { place }) },
  })
  context.answer(answer, () => `${answer.task.id} is ${answer.task.state}: ${harmless(answer.task.title)}\n`)
  return 0
}

const finished = new Set(['done', 'cancelled'])

export const ls: Run = async (context) => {
  const client = await context.connect()
  const project = await projectMeant(context, client)
  const state = stateOf(context.flag('state'))
  const role = context.flag('role')
  const tasks: Task[] = []
  let cursor: string | undefined
  do {
    const page = await client.call('GET /api/v1/tasks', {
      query: {
        project,
        limit: 1000,
        ...(state === undefined ? {} : { state }),
        ...(role === undefined ? {} : { role }),
        ...(cursor === undefined ? {} : { cursor }),
      },
    })
    tasks.push(...page.tasks)
    cursor = page.nextCursor
  } while (cursor !== undefined)
  const shown = context.on('all') || state !== undefined ? tasks : tasks.filter((task) => !finished.has(task.state))
  context.answer({ tasks: shown }, () =>
    shown.length === 0
      ? `no open tasks in ${project}; add one with \`drover task add --title "…"\`\n`
      : table(
          context.io,
          ['ID', 'STATE', 'ROLE', 'TRIES', 'TITLE'],
          shown.map((task) => [
            task.id,
            paintStatus(context.io, task.state === 'ready' && waits(task, tasks) ? 'waiting' : task.state),
            task.role ?? '-',
            String(task.attempts),
            oneLine(task.title, Math.max(20, context.io.columns - 40)),
          ]),
        ),
  )
  return 0
}

const waits = (task: Task, all: readonly Task[]): boolean =>
  task.blockedBy.some((id) => all.some((other) => other.id === id && !finished.has(other.state)))

function stateOf(word: string | undefined): Task['state'] | undefined {
  if (word === undefined) return undefined
  const found = taskStates.find((state) => state === word)
  if (found !== undefined) return found
  throw new DroverError('USAGE', `there is no state "${word}"`, { hint: `Use one of: ${taskStates.join(', ')}.` })
}

const meant = (context: Context): string => {
  const id = context.args[0]
  if (id !== undefined) return id
  if (context.inside !== null) return 'current'
  throw new DroverError('USAGE', 'which task?', { hint: 'Name it, such as t-3; list them with: drover task ls' })
}

export const get: Run = async (context) => {
  const client = await context.connect()
  const answer = await client.call('GET /api/v1/tasks/{id}', { path: { id: meant(context) } })
  context.answer(answer, () => describe(context, answer.task))
  return 0
}

export const set: Run = async (context) => {
  const title = context.flag('title')
  const state = context.on('ready') ? 'ready' : context.on('cancel') ? 'cancelled' : undefined
  const body = {
    ...(await wordsOf(context)),
    ...(title === undefined ? {} : { title }),
    ...(state === undefined ? {} : ({ state } as const)),
  }
  const client = await context.connect()
  const answer = await client.call('PATCH /api/v1/tasks/{id}', { path: { id: context.args[0]! }, body })
  context.answer(answer, () => describe(context, answer.task))
  return 0
}

/** done and handoff say the same kind of thing. */
const report =
  (route: 'POST /api/v1/tasks/{id}/done' | 'POST /api/v1/tasks/{id}/handoff', said: string): Run =>
  async (context) => {
    const summary = context.flag('summary')
    const followups = context.list('followup').flatMap((text) => lines(text) ?? [])
    const client = await context.connect()
    const answer = await client.call(route, {
      path: { id: meant(context) },
      body: {
        ...(summary === undefined ? {} : { summary }),
        ...(followups.length === 0 ? {} : { followups }),
      },
    })
    const { task } = answer
    context.answer(answer, () =>
      task.state === 'claimed' ? `${task.id}: noted; Drover verifies it when the turn ends\n` : `${task.id} ${said}\n`,
    )
    return 0
  }

export const done = report('POST /api/v1/tasks/{id}/done', 'is done')
export const handoff = report('POST /api/v1/tasks/{id}/handoff', 'is handed on')

export const fail: Run = async (context) => {
  const summary = context.flag('summary')
  const client = await context.connect()
  const answer = await client.call('POST /api/v1/tasks/{id}/fail', {
    path: { id: meant(context) },
    body: {
      ...(summary === undefined ? {} : { summary }),
      ...(context.on('needs-user') ? { needsUser: true } : {}),
    },
  })
  context.answer(answer, () => `${answer.task.id} is ${answer.task.state}\n`)
  return 0
}

export const claim: Run = async (context) => {
  const client = await context.connect()
  const answer = await client.call('POST /api/v1/tasks/{id}/claim', { path: { id: context.args[0]! }, body: {} })
  context.answer(answer, () => describe(context, answer.task))
  return 0
}

export const move: Run = async (context) => {
  const place = placeOf(context)
  if (place === undefined) throw new DroverError('USAGE', 'where to?', { hint: 'Say --head, --tail or --after <id>.' })
  const client = await context.connect()
  const answer = await client.call('POST /api/v1/tasks/{id}/move', { path: { id: context.args[0]! }, body: { place } })
  context.answer(answer, () => `${answer.task.id} is moved\n`)
  return 0
}

export const rm: Run = async (context) => {
  const id = context.args[0]!
  const client = await context.connect()
  if (!(await confirm(context, `Take task ${id} out of the queue?`))) return 1
  const answer = await client.call('DELETE /api/v1/tasks/{id}', { path: { id } })
  context.answer(answer, () => `${id} is gone\n`)
  return 0
}

export const importFile: Run = async (context) => {
  const file = context.args[0]!
  const text = file === '-' ? await readStdin() : readWhole(resolve(context.cwd, file))
  const client = await context.connect()
  const projectId = await projectMeant(context, client)
  const answer = await client.call('POST /api/v1/tasks/import', { body: { projectId, text } })
  context.answer(answer, () => `${answer.tasks.length} tasks added to ${projectId}\n`)
  return 0
}

function readWhole(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new DroverError('QUEUE_UNREADABLE', `${path} cannot be read: ${(cause as Error).message}`, {
      hint: 'Name a file that exists, or - for standard input.',
      cause,
    })
  }
}

export const exportTasks: Run = async (context) => {
  const client = await context.connect()
  const project = await projectMeant(context, client)
  const tasks: Task[] = []
  let cursor: string | undefined
  do {
    const page = await client.call('GET /api/v1/tasks', {
      query: { project, limit: 1000, ...(cursor === undefined ? {} : { cursor }) },
    })
    tasks.push(...page.tasks)
    cursor = page.nextCursor
  } while (cursor !== undefined)
  context.io.out(`${JSON.stringify({ tasks }, null, 2)}\n`)
  return 0
}
