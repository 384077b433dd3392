/** Text on its way to a terminal: tables, transcripts, completions, judgements of the doctor. */
import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import type { EventRow } from '#contract/agent-event'
import {
  judgeForgejoToken,
  judgeFree,
  judgeGit,
  judgeGithubToken,
  judgeTmux,
  judgeTool,
  reportOf,
} from '#core/doctor/checks'
import { fill } from './client.ts'
import { commands } from './commands.ts'
import type { completion } from './completion.ts'
import { daemonEnv } from './daemon-control.ts'
import { help } from './help.ts'
import { parse } from './parse.ts'
import { harmless, type Io, oneLine, span, table } from './print.ts'
import { renderRow } from './transcript.ts'

const io: Io = { out() {}, err() {}, outTty: false, errTty: false, inTty: false, colour: false, columns: 80 }

test('a path is filled with escaped values and only the query that was given', () => {
  expect(fill('/s/{id}/x/{n}', { id: 'a/../b', n: 3 }, { q: 'a b', none: undefined })).toBe('/s/a%2F..%2Fb/x/3?q=a%20b')
})

test('an agent cannot move the cursor, name the window or ring the bell', () => {
  expect(harmless('a\u001b[2Jb\u001b]0;owned\u0007c\u0007d\u009b31me\r\u0000\tf\ng')).toBe('abcd31me\tf\ng')
  expect(oneLine('one\n  two\u001b[31m three', 11)).toBe('one two th…')
})

test('tables align and end in the free column', () => {
  expect(
    table(
      io,
      ['ID', 'X'],
      [
        ['abc', '1'],
        ['a', '2'],
      ],
    ),
  ).toBe('ID   X\nabc  1\na    2\n')
  expect(span(59)).toBe('59s')
  expect(span(3700)).toBe('1h 1m')
})

test('the daemon inherits no identity and no token of an agent (must never 8)', () => {
  const env = {
    PATH: '/bin',
    DROVER_HOME: '/h',
    DROVER_PORT: '0',
    DROVER_SESSION_ID: 'a-1',
    DROVER_LAUNCH_ID: 'l_1',
    DROVER_TOKEN: 't',
    DROVER_SOCKET: 's',
  }
  expect(daemonEnv(env)).toEqual({ PATH: '/bin', DROVER_HOME: '/h', DROVER_PORT: '0' })
})

describe('transcript', () => {
  const base = { id: 1, at: '2026-01-01T00:00:00.000Z', turn: 1 }
  const rows: readonly (readonly [EventRow, string | null])[] = [
    [{ ...base, kind: 'text', text: 'hi\u001b[2J' }, 'hi\n'],
    [{ ...base, kind: 'user', text: 'go', source: 'session', from: 'a-2' }, '> [from a-2] go\n'],
    [{ ...base, kind: 'user', text: '[from a-2] go', source: 'session', from: 'a-2' }, '> [from a-2] go\n'],
    [{ ...base, kind: 'tool', callId: 'c', name: 'read', input: { p: 1 } }, '* read {"p":1}\n'],
    [
      { ...base, kind: 'tool_result', callId: 'c', ok: false, output: 'no\nfile', truncated: false },
      '  failed: no file\n',
    ],
    [
      { ...base, kind: 'request', requestId: 'r1', type: 'approval', text: 'run?', options: ['allow', 'deny'] },
      '? run? (allow | deny) [r1]\n',
    ],
    [{ ...base, kind: 'error', code: 'X', category: 'auth', message: 'bad', evidence: [] }, '! bad (X, auth)\n'],
    [
      { ...base, kind: 'turn_end', turn: 1, outcome: 'completed', exitCode: 0, durationMs: 61_000 },
      '-- turn 1 completed after 1m --\n',
    ],
    [{ ...base, kind: 'usage', input: 1, output: 1, cacheRead: null, cacheWrite: null, costUsd: null }, null],
  ]
  test.each(rows)('%j', (row, text) => {
    expect(renderRow(io, row)).toBe(text)
  })
})

describe('completions', () => {
  const script = async (shell: string) => {
    let text = ''
    await (await import('./completion.ts')).completion({
      args: [shell],
      answer: (_shape: unknown, people: () => string) => {
        text = people()
      },
    } as unknown as Parameters<typeof completion>[0])
    return text
  }
  const complete = (bash: string, words: readonly string[]) =>
    execFileSync(
      'bash',
      ['-c', `${bash}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _drover; echo "\${COMPREPLY[*]}"`, 'x', ...words],
      { encoding: 'utf8' },
    ).trim()

  test('bash offers commands, then their words, flags and choices', async () => {
    const bash = await script('bash')
    expect(complete(bash, ['drover', 'sess'])).toBe('session')
    expect(complete(bash, ['drover', 'session', 'at'])).toBe('attach')
    expect(complete(bash, ['drover', 'session', 'worktree', ''])).toContain('ls')
    expect(complete(bash, ['drover', 'spawn', '--per'])).toBe('--permissions')
    expect(complete(bash, ['drover', 'spawn', '--permissions', 'r'])).toBe('read-only')
    expect(complete(bash, ['drover', 'completion', 'z'])).toBe('zsh')
  })
  test('zsh and fish name every command', async () => {
    const [zsh, fish] = [await script('zsh'), await script('fish')]
    expect(zsh.startsWith('#compdef drover\n')).toBe(true)
    for (const command of commands) expect(fish).toContain(` -a ${command.path.at(-1)}`)
  })
})

test('help: everything, a group, one command (must never 43)', () => {
  expect(help(commands, [], io)).toContain('session attach')
  expect(help(commands, ['session'], io)).not.toContain('project add')
  const one = help(commands, ['spawn'], io)
  for (const word of ['Usage', '--agent', '--json', 'Examples']) expect(one).toContain(word)
  for (const { path } of commands) {
    expect(parse(commands, [...path, '--help'])).toEqual({ type: 'help', path })
    expect(help(commands, path, io)).toContain(`drover ${path.join(' ')}`)
  }
})

describe('the doctor judges', () => {
  test.each([
    [null, 'FAIL'],
    ['git version 2.24.9', 'WARN'],
    ['git version 2.25.0', 'PASS'],
    ['git version 2.39.5 (Apple Git-154)', 'PASS'],
    ['git version 1.9', 'WARN'],
    ['something', 'WARN'],
  ])('git that says %j is %s', (output, level) => {
    expect(judgeGit(output).level).toBe(level)
  })
  test.each([
    ['tmux 3.3a', 'PASS'],
    ['tmux 3.2', 'PASS'],
    ['tmux next-3.6', 'PASS'],
    ['tmux 4.0', 'PASS'],
    ['tmux master', 'PASS'],
    ['tmux 3.1c', 'WARN'],
    ['tmux 2.9', 'WARN'],
    [null, 'WARN'],
  ])('tmux that says %j is %s', (said, level) => {
    expect(judgeTmux({ path: '/usr/bin/tmux', said })).toMatchObject({ level })
    expect(judgeTmux(null)).toMatchObject({ level: 'WARN', hint: expect.stringContaining('apt install tmux') })
  })
  test('missing tools warn, tight space warns, none fails', () => {
    expect(judgeTool('curl', null, 'x').level).toBe('WARN')
    expect(judgeTool('curl', '/bin/curl', 'x').level).toBe('PASS')
    expect([judgeFree('disk', 3, 1), judgeFree('disk', 1.5, 1), judgeFree('disk', 0.5, 1)].map((c) => c.level)).toEqual(
      ['PASS', 'WARN', 'FAIL'],
    )
  })
  test('a token: none warns, refused fails, untried warns', () => {
    expect(judgeGithubToken({ state: 'none' }).level).toBe('WARN')
    expect(judgeGithubToken({ state: 'refused', source: 'GH_TOKEN', status: 401 }).level).toBe('FAIL')
    expect(judgeGithubToken({ state: 'untried', source: 'GH_TOKEN', why: 'x' }).level).toBe('WARN')
    expect(judgeGithubToken({ state: 'accepted', source: 'GH_TOKEN', login: 'a' }).level).toBe('PASS')
  })
  test('a Forgejo: nothing is missing where none is named, a token without one is said, each state has its level', () => {
    const url = 'https://codeberg.org'
    const source = 'DROVER_FORGEJO_TOKEN'
    expect(judgeForgejoToken(null, { state: 'none' })).toBeNull()
    expect(judgeForgejoToken(null, { state: 'unasked', source })).toMatchObject({
      level: 'WARN',
      name: 'forgejo-token',
    })
    expect(judgeForgejoToken(url, { state: 'none' })?.level).toBe('WARN')
    expect(judgeForgejoToken(url, { state: 'refused', source, status: 401 })?.level).toBe('FAIL')
    expect(judgeForgejoToken(url, { state: 'accepted', source, login: 'ada' })?.message).toContain('accepted for ada')
  })
  test('the report counts failures and keeps the order of sections', () => {
    const report = reportOf([judgeGithubToken({ state: 'none' }), judgeGit(null)])
    expect(report).toMatchObject({ ok: false, failures: 1 })
    expect(report.checks.map((c) => c.section)).toEqual(['Tools', 'Forge'])
  })
})
