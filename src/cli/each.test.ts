/** One command, several ids: each is tried and told, one that fails spoils none. */
import { expect, test } from 'vitest'
import { costGroups } from '#contract/cost'
import { DroverError } from '#contract/error'
import type { Run } from './command.ts'
import { commands } from './commands.ts'
import type { Context } from './context.ts'
import { runEach } from './each.ts'
import { explain } from './main.ts'
import { parse } from './parse.ts'
import { seeingCommands } from './table/seeing.ts'

function contextOf(args: readonly string[], asJson: boolean) {
  const said = { out: '', err: '' }
  const hear = (where: 'out' | 'err') => (text: string) => {
    said[where] += text
  }
  const io = { out: hear('out'), err: hear('err'), errTty: false }
  const context = { args, json: asJson, io, on: () => false, answer: () => expect.unreachable() } as unknown as Context
  return { said, context }
}

const kill: Run = async (context) => {
  const id = context.args[0]!
  if (id === 'b') throw new DroverError('SESSION_NOT_FOUND', `no session ${id}`, { hint: 'Look with `drover ls`.' })
  context.answer({ session: { id } }, () => `${id} ended\n`)
  return 0
}

test('people read a line for each, the failure on standard error, and the exit code says that one failed', async () => {
  const { said, context } = contextOf(['a', 'b', 'a', 'c'], false)
  expect(await runEach(kill, context, explain)).toBe(1)
  expect(said.out).toBe('a ended\nc ended\n')
  expect(said.err).toBe('b: no session b (SESSION_NOT_FOUND)\nLook with `drover ls`.\n')
})

test('as JSON the answers stand in one list', async () => {
  const { said, context } = contextOf(['a', 'b'], true)
  expect(await runEach(kill, context, explain)).toBe(1)
  expect(JSON.parse(said.out)).toEqual({
    results: [
      { id: 'a', ok: true, session: { id: 'a' } },
      {
        id: 'b',
        ok: false,
        error: { code: 'SESSION_NOT_FOUND', message: 'no session b', hint: 'Look with `drover ls`.' },
      },
    ],
  })
  const { context: fine } = contextOf(['a', 'c'], true)
  expect(await runEach(kill, fine, explain)).toBe(0)
})

test.each([
  [['kill', 'a', 'b', 'c'], ['kill']],
  [
    ['session', 'get', 'a', 'b'],
    ['session', 'get'],
  ],
  [
    ['session', 'restore', 'a', 'b'],
    ['session', 'restore'],
  ],
  [['cancel', 'a', 'b'], ['cancel']],
  [
    ['merge', 'approve', 'm-1', 'm-2'],
    ['merge', 'approve'],
  ],
  [
    ['task', 'rm', 't-1', 't-2'],
    ['task', 'rm'],
  ],
  [['ps', '--all'], ['ps']],
  [['ls'], ['ls']],
])('`drover %s` is understood', (words, path) => {
  expect(parse(commands, words)).toMatchObject({ type: 'run', command: { path } })
})

/** Words for one thing alone: a second id would have no place. */
const single: Readonly<Record<string, string>> = {
  'session attach': 'a terminal shows one',
  'session open': 'a terminal shows one',
  attach: 'a terminal shows one',
  'session recover': 'one directory takes one tree',
  'mail reply': 'the words answer one mail',
  'mail edit': 'the words are of one mail',
  'mail move': 'one place in a line',
  'task move': 'one place in a line',
  'harness check': 'minutes each, with flags of its own',
  up: 'it is a path',
  completion: 'it is a shell',
  'task import': 'it is a file',
  'actions run': 'each asks for itself',
  'afk enrol': 'what each lacks is looked at alone',
  'afk run': 'each may be refused for reasons of its own',
  'mcp install': 'each shows a file of its own',
  'mcp uninstall': 'each shows a file of its own',
  wait: 'an agent waits for itself',
}

test('several ids are taken wherever one is', () => {
  const wrong = commands
    .filter(({ args }) => args.length === 1 && !args[0]?.each && !args[0]?.many)
    .map(({ path }) => path.join(' '))
    .filter((path) => single[path] === undefined)
  expect(wrong).toEqual([])
})

test('what is followed goes on without end: one at a time', async () => {
  const { context } = contextOf(['a', 'b'], false)
  const follows = Object.assign(context, { on: (flag: string) => flag === 'follow' }) as Context
  await expect(runEach(kill, follows, explain)).rejects.toMatchObject({ code: 'USAGE' })
})

test('the table of commands offers what the contract has', () => {
  const choices = seeingCommands
    .find(({ path }) => path[0] === 'costs')
    ?.flags.find(({ name }) => name === 'by')?.choices
  expect(choices).toEqual(costGroups)
})
