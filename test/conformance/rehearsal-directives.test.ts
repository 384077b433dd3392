/** Every directive of the rehearsal on the real player process: what it says, does and leaves behind. */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createRehearsal } from '#adapters/harness/rehearsal/rehearsal'
import { drive, makeStart } from '#adapters/runtime/trial/drive'
import type { Spoken, Start } from '#ports/harness'
import type { Driven, Run } from '#ports/trial'
import { evidenceOf, resultOf, textOf } from './fixtures.suite.ts'

const player = fileURLToPath(new URL('../../src/adapters/harness/rehearsal/player.ts', import.meta.url))
const harness = createRehearsal({ player, node: process.execPath })
const program = { binary: process.execPath, prefix: [player] }

let root: string
let env: Record<string, string>
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'drover-rehearsal-'))
  env = { PATH: process.env.PATH ?? '', HOME: root, GIT_CONFIG_NOSYSTEM: '1' }
})
afterEach(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }))

const open = (prompt: string, over: Partial<Start> = {}): Driven =>
  drive(harness, makeStart(root, { program, prompt, model: 'fast', ...over }), { env, timeoutMs: 20_000 })
const play = (prompt: string, over: Partial<Start> = {}): Promise<Run> => open(prompt, over).done
const kinds = (events: readonly Spoken[]): readonly string[] => events.map((event) => event.kind)
const toolResults = (run: Run) => run.all.flatMap((event) => (event.kind === 'tool_result' ? [event] : []))
const inWork = (path: string): string => join(root, 'work', path)
const git = (...args: string[]): string => execFileSync('git', args, { cwd: inWork('.'), env, encoding: 'utf8' }).trim()
const gone = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}

describe('words', () => {
  it('speaks plain lines, unknown directives and @say; thinks @think', async () => {
    const run = await play('hello there\n\n  @say  well\n@nonsense x\n@think hm\r\nsee you @ noon')
    expect(textOf(run.all)).toBe('hello there\nwell\n@nonsense x\nsee you @ noon')
    expect(kinds(run.all)).toEqual(['session', 'text', 'text', 'text', 'thinking', 'text', 'result'])
    expect(run.all.at(-1)).toMatchObject({ isError: false, text: 'see you @ noon' })
    expect(run.exit.code).toBe(0)
  })
  it('says so when a directive cannot be read', async () => {
    const run = await play('@sleep soon\n@flood\n@write\n@usage 1')
    expect(run.all.filter((event) => event.kind === 'notice').map((notice) => notice.code)).toEqual(
      Array(4).fill('bad_directive'),
    )
    expect(textOf(run.all)).toBe('@sleep soon\n@flood\n@write\n@usage 1')
  })
  it('prints its native id on the first line, before it reads a prompt', async () => {
    const run = await play('hi')
    expect(JSON.parse(run.lines[0] ?? '')).toMatchObject({
      type: 'session',
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  })
  it('takes a prompt of 1 MB', async () => {
    const text = 'long '.repeat(200_000)
    expect(textOf((await play(text)).all)).toBe(text)
  })
  it('has a pace: fast is faster than the default, slow is slower', async () => {
    const time = async (model: string | null): Promise<number> => {
      const run = await play('one\ntwo', { model })
      const result = run.all.find((event) => event.kind === 'result')
      return result?.kind === 'result' ? (result.durationMs ?? 0) : 0
    }
    const [fast, usual, slow] = [await time('fast'), await time(null), await time('slow')]
    expect(usual).toBeGreaterThanOrEqual(60)
    expect(slow).toBeGreaterThanOrEqual(800)
    expect(fast).toBeLessThan(slow)
  })
})

describe('hands', () => {
  it('writes and appends inside the workspace, making folders', async () => {
    const run = await play('@write a/b/c.txt one two\n@append a/b/c.txt three')
    expect(readFileSync(inWork('a/b/c.txt'), 'utf8')).toBe('one two\nthree\n')
    expect(toolResults(run).map((result) => result.ok)).toEqual([true, true])
  })
  it('refuses paths that leave the workspace or reach into git', async () => {
    mkdirSync(inWork('.'), { recursive: true })
    symlinkSync(root, inWork('way-out'))
    const tries = ['../x.txt', `${root}/x.txt`, 'way-out/x.txt', 'a/../../x.txt', '.git/hooks/post-commit', '.GIT/x']
    const run = await play(tries.map((path) => `@write ${path} no`).join('\n'))
    expect(toolResults(run).map((result) => result.ok)).toEqual(tries.map(() => false))
    expect(existsSync(join(root, 'x.txt'))).toBe(false)
    expect(existsSync(inWork('.git'))).toBe(false)
    expect(resultOf(run.all)).toBe('ok')
  })
  it('commits everything without any git identity', async () => {
    mkdirSync(inWork('.'), { recursive: true })
    git('init', '-q')
    const run = await play('@write a.txt one\n@commit First "words"; $(x)\n@commit nothing left')
    expect(toolResults(run).map((result) => result.ok)).toEqual([true, true, false])
    expect(git('log', '--format=%s|%an')).toBe('First "words"; $(x)|Rehearsal')
    expect(git('status', '--porcelain')).toBe('')
  })
  it('runs @sh for the operator only, its background children do not hold the turn', async () => {
    const run = await play('@sh echo out; echo err >&2; sleep 60 & echo pid $!\n@sh exit 4')
    const [first, second] = toolResults(run)
    expect(first).toMatchObject({ ok: true, output: expect.stringMatching(/out\n(err\n)?pid \d+/) })
    expect(second).toMatchObject({ ok: false, output: 'exit 4' })
    const pid = Number(/pid (\d+)/.exec(first?.output ?? '')?.[1])
    expect(gone(pid)).toBe(false)
    process.kill(pid, 'SIGKILL')
    for (const source of ['session', 'queue', 'daemon'] as const) {
      const other = await play('@sh touch made.txt', { source })
      expect(other.all).toContainEqual(expect.objectContaining({ kind: 'notice', code: 'sh_refused' }))
      expect(textOf(other.all)).toContain('operator only')
      expect(toolResults(other)).toEqual([])
    }
    expect(existsSync(inWork('made.txt'))).toBe(false)
  })
  it('does not run @sh that was steered in', async () => {
    const driven = open('@say ready\n@hang')
    await driven.until('text')
    driven.say({ type: 'steer', text: '@sh touch steered.txt\n@say heard\n@exit 0' })
    await driven.done
    expect(existsSync(inWork('steered.txt'))).toBe(false)
  })
  it('asks for each act in ask mode, refuses each in read-only mode', async () => {
    mkdirSync(inWork('.'), { recursive: true })
    git('init', '-q')
    const script = '@write a.txt x\n@append b.txt x\n@sh touch c.txt\n@commit all'
    const reading = await play(script, { permissions: 'read-only' })
    expect(toolResults(reading).map((result) => result.ok)).toEqual([false, false, false, false])
    const asking = open(script, { permissions: 'ask' })
    for (const [n, word] of ['write a.txt', 'append b.txt', 'run touch c.txt', 'commit "all"'].entries()) {
      const request = await asking.until('request', (event) => event.text === word)
      asking.say({ type: 'answer', requestId: request.requestId, decision: n === 1 ? 'deny' : 'allow', text: null })
    }
    expect(toolResults(await asking.done).map((result) => result.ok)).toEqual([true, false, true, true])
    expect(git('ls-files')).toBe('a.txt\nc.txt')
  })
})

describe('reports', () => {
  it('@tool with JSON, with words, with nothing', async () => {
    const run = await play('@tool look {"at":[1,2]}\n@tool look so so\n@tool look')
    const inputs = run.all.flatMap((event) => (event.kind === 'tool' ? [event.input] : []))
    expect(inputs).toEqual([{ at: [1, 2] }, 'so so', {}])
    expect(toolResults(run).every((result) => result.ok)).toBe(true)
  })
  it('@usage with and without a price', async () => {
    const run = await play('@usage 10 5\n@usage 3 2 0.004')
    expect(run.all.filter((event) => event.kind === 'usage')).toEqual([
      { kind: 'usage', input: 10, output: 5, cacheRead: null, cacheWrite: null, costUsd: null },
      { kind: 'usage', input: 3, output: 2, cacheRead: null, cacheWrite: null, costUsd: 0.004 },
    ])
  })
  it('@flood gives numbered texts of the asked size, all of them, in order', async () => {
    const run = await play('@flood 20000 200')
    const texts = run.all.flatMap((event) => (event.kind === 'text' ? [event.text] : []))
    expect(texts.length).toBe(20_000)
    texts.forEach((text, index) => {
      if (!text.startsWith(`flood ${index + 1}/20000 `) || text.length !== 200) expect(text).toBe(`flood ${index + 1}`)
    })
    expect(resultOf(run.all)).toBe('ok')
  })
  it('@garbage gives lines that are not JSON, counted as noise', async () => {
    const run = await play('@garbage 7\n@say after')
    expect(run.noise).toBe(7)
    expect(textOf(run.all)).toBe('after')
  })
})

describe('memory', () => {
  it('A03: is kept at once: a crash after @remember loses nothing', async () => {
    const run = await play('@remember osprey\n@fail crash')
    expect(run.exit.signal).toBe('SIGKILL')
    const session = run.all.find((event) => event.kind === 'session')
    const resume = session?.kind === 'session' ? session.nativeId : ''
    rmSync(inWork('.'), { recursive: true })
    expect(textOf((await play('@recall', { resume })).all)).toBe('osprey')
    const elsewhere = { sessionDir: join(root, 'sessions', 'other-2'), resume, fork: true }
    expect(textOf((await play('@recall', elsewhere)).all)).toBe('osprey')
  })
  it('cannot be reached by a path for an id', async () => {
    const run = await play('@recall', { resume: '../../etc/passwd' })
    expect(evidenceOf(run.all)).toContainEqual(expect.objectContaining({ stated: 'context_lost' }))
    expect(run.exit.code).toBe(1)
    expect(kinds(run.all)).toEqual(['failure', 'result'])
  })
})

describe('failures', () => {
  it.each(['usage_limit', 'rate_limit', 'overloaded', 'transient', 'auth', 'invalid_model', 'agent_error'])(
    '@fail %s states its category, fails its result and exits 1',
    async (category) => {
      const run = await play(`@say before\n@fail ${category}\n@say never`)
      expect(evidenceOf(run.all)).toMatchObject([{ channel: 'event', stated: category }])
      expect(resultOf(run.all)).toBe('error')
      expect(textOf(run.all)).toBe('before')
      expect(run.exit.code).toBe(1)
    },
  )
  it('tells when to come back', async () => {
    const [limit] = evidenceOf((await play('@fail usage_limit resets-in=3600')).all)
    const ahead = Date.parse(limit?.resetsAt ?? '') - Date.now()
    expect(ahead).toBeGreaterThan(3_500_000)
    expect(ahead).toBeLessThanOrEqual(3_600_000)
    expect(evidenceOf((await play('@fail rate_limit retry-after=12')).all)).toMatchObject([{ retryAfterSeconds: 12 }])
  })
  it('@fail with an unknown category fails too', async () => {
    expect(evidenceOf((await play('@fail tired')).all)).toMatchObject([{ stated: 'agent_error' }])
  })
  it('@fail crash dies without a final event', async () => {
    const run = await play('@say before\n@fail crash')
    expect(run.exit).toMatchObject({ code: null, signal: 'SIGKILL' })
    expect(kinds(run.all)).toEqual(['session', 'text', 'failure'])
  })
  it('@exit ends without a final event, with its code', async () => {
    for (const code of [0, 3]) {
      const run = await play(`@say before\n@exit ${code}`)
      expect(run.exit.code).toBe(code)
      expect(kinds(run.all)).toEqual(['session', 'text', 'failure'])
      expect(evidenceOf(run.all)).toMatchObject([{ channel: 'exit', exitCode: code }])
    }
  })
  it('the model "invalid" is refused before a launch, and by the player', async () => {
    expect(harness.refuseModel('invalid', {})).toContain('invalid')
    expect(harness.refuseModel('Big Model', {})).not.toBeNull()
    expect(harness.refuseModel('slow', {})).toBeNull()
    const run = await play('hi', { model: 'invalid' })
    expect(evidenceOf(run.all)).toMatchObject([{ stated: 'invalid_model' }])
    expect(run.exit.code).toBe(1)
  })
  it('a question nobody can answer fails once the input ends', async () => {
    const driven = open('@ask Anyone?')
    await driven.until('request')
    driven.closeInput()
    expect(resultOf((await driven.done).all)).toBe('error')
  })
})

describe('bad manners', () => {
  it('@hang stays silent until TERM', async () => {
    const driven = open('@say here\n@hang')
    await driven.until('text')
    driven.kill('SIGTERM')
    expect((await driven.done).exit.signal).toBe('SIGTERM')
  })
  it('@ignore-term outlives TERM and not KILL', async () => {
    const driven = open('@ignore-term\n@say here\n@sleep 300\n@say still here\n@hang')
    await driven.until('text')
    driven.kill('SIGTERM')
    await driven.until('text', (event) => event.text === 'still here')
    driven.kill('SIGKILL')
    expect((await driven.done).exit.signal).toBe('SIGKILL')
  })
  it('@orphan leaves a child of another session that carries the launch in its environment', async () => {
    const run = await play('@orphan 60')
    const pid = Number(/process (\d+)/.exec(textOf(run.all))?.[1])
    try {
      expect(gone(pid)).toBe(false)
      if (existsSync('/proc')) {
        const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
        const own = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? []
        expect(fields[3]).not.toBe(own[3])
        expect(Number(fields[3])).not.toBe(pid)
        expect(readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')).toContainEqual(
          expect.stringMatching(/^DROVER_LAUNCH_ID=l_/),
        )
      }
    } finally {
      process.kill(pid, 'SIGKILL')
    }
  })
  it('goes when its reader goes', async () => {
    const args = [player, '--conversations', join(root, 'c'), '--id', 'x', '--model', 'fast']
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['pipe', 'pipe', 'ignore'] })
    child.stdin.write(`${JSON.stringify({ type: 'prompt', text: '@flood 1000000 500', source: 'operator' })}\n`)
    child.stdout.once('data', () => child.stdout.destroy())
    const code = await new Promise((resolve) => child.on('exit', (exit, signal) => resolve(exit ?? signal)))
    expect([1, 'SIGPIPE']).toContain(code)
  })
})
