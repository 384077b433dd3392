/**
 * One suite that every harness passes on its REAL process. What a harness declares in `can` is proven here or not
 * declared; a case is skipped only for an ability that is not declared, and says so. The words that make a given agent
 * do something (use a tool, remember, fail) come from the case; the judgement is the same for all.
 *
 *   harnessSuite(() => ({ title: 'codex', harness: createCodex(), words: {…}, prepare: async (root) => ({ env: {…} }) }))
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Evidence } from '#contract/agent-event'
import type { Abilities, Harness, HarnessConfig, Located, Spoken, Start } from '#ports/harness'
import { type Driven, drive, makeStart, type Run } from './drive.ts'
import { evidenceOf, replay, resultOf, sameWhereverSplit, textOf, usageOf } from './fixtures.suite.ts'

/** Prompts that make this agent do a thing. Needed wherever the ability is declared. */
export interface Words {
  /** The agent says this text (its reply contains it). */
  say(text: string): string
  /** A turn that fails: by its prompt, or by its model. `evidence`: fields that some piece of evidence must hold. */
  readonly fail: { readonly prompt: string; readonly model?: string; readonly evidence?: Partial<Evidence> }
  /** A turn that lasts until it is ended from outside, and the text it says first. */
  readonly endless?: { readonly prompt: string; readonly after?: string }
  /** can.tools: uses at least one tool. */
  readonly tool?: string
  /** can.usage: the same work each time. `each`: what one turn costs, where that is known exactly. */
  readonly usage?: { readonly prompt: string; readonly each?: { input: number; output: number; costUsd?: number } }
  /** can.resume, can.fork. */
  readonly remember?: (word: string) => string
  readonly recall?: string
  /** can.resume: evidence for an unknown conversation; default: stated context_lost. */
  readonly lost?: Partial<Evidence>
  /** can.questions: asks something; the reply contains the answer. */
  readonly ask?: string
  /** can.permissions with ask or read-only: writes the file at this path of the workspace. */
  readonly write?: (path: string) => string
  readonly thinking?: string
  /** Where a reply of this size can be had in one line. */
  readonly huge?: (bytes: number) => string
  /** can.steer: given while `endless` runs; the reply contains `text`, and the turn goes on or ends. */
  readonly steer?: { readonly words: string; readonly text: string }
}

export interface HarnessCase {
  readonly title: string
  readonly harness: Harness
  readonly config?: HarnessConfig
  /** The model of ordinary turns. */
  readonly model?: string | null
  readonly words: Words
  /** The prompt travels by standard input or a file, so that `ps` shows none of it. Default true. */
  readonly promptByStdin?: boolean
  /** Every line of its output is text by contract, so there is no such thing as noise. Default false. */
  readonly prose?: boolean
  /** Longest time of one turn. Default 30 s. */
  readonly timeoutMs?: number
  /** Once before the cases: servers, files. `env` is the child's environment besides PATH and a HOME of its own. */
  prepare?(root: string): Promise<Prepared>
}

export interface Prepared {
  readonly env?: Readonly<Record<string, string>>
  readonly program?: Located
  readonly version?: string | null
  close?(): Promise<void>
}

/** Bundles what the cases need; made once in `beforeAll`. */
interface Bench {
  readonly root: string
  readonly env: Readonly<Record<string, string>>
  start(prompt: string, over?: Partial<Start>): Start
  open(prompt: string, over?: Partial<Start>, restartAlways?: boolean): Driven
  /** One whole turn of one process. */
  turn(prompt: string, over?: Partial<Start>, restartAlways?: boolean): Promise<Run>
}

export function harnessSuite(makeCase: () => HarnessCase): void {
  const subject = makeCase()
  const { harness, words } = subject
  const { can } = harness
  describe(`conformance: ${subject.title}`, () => {
    let bench: Bench
    let prepared: Prepared = {}
    const root = mkdtempSync(join(tmpdir(), 'drover-conform-'))
    beforeAll(async () => {
      prepared = (await subject.prepare?.(root)) ?? {}
      bench = await makeBench(subject, prepared, root)
    })
    afterAll(async () => {
      await prepared.close?.()
      rmSync(root, { recursive: true, force: true, maxRetries: 5 })
    })
    const at = (): Bench => bench
    const when = (able: boolean, ability: string) => ifAble(harness, able, ability)

    speaking(subject, at)
    surviving(subject, at)
    failing(subject, at)
    describe('abilities', () => {
      when(can.tools, 'tools')('reports each tool call with its result', () => toolCase(at(), need(words.tool, 'tool')))
      when(can.usage !== 'none', 'usage')('reports usage as deltas over two turns', () => usageCase(at(), can, words))
      when(can.thinking, 'thinking')('reports thinking', async () => {
        const run = await at().turn(need(words.thinking, 'thinking'))
        expect(run.all.some((event) => event.kind === 'thinking' && event.text !== '')).toBe(true)
      })
      when(can.deltas, 'deltas')('streams parts of a message that then arrives whole', async () => {
        const run = await at().turn(words.say('several words that come in several parts'))
        const parts = run.deltas.flatMap((delta) => (delta.kind === 'text' ? [delta.text] : [])).join('')
        expect(parts).toContain('several words that come in several parts')
        expect(textOf(run.all)).toContain('several words that come in several parts')
      })
      when(can.models, 'models')('passes the model on', () => {
        const plan = harness.plan(at().start(words.say('hi'), { model: 'a-model-word' }))
        const spoken = harness.open(at().start(words.say('hi'), { model: 'a-model-word' }), null).begin()
        expect(JSON.stringify([plan, spoken.writes])).toContain('a-model-word')
      })
    })
    remembering(subject, at, when)
    asking(subject, at, when)
    longLived(subject, at, when)
  })
}

type When = (able: boolean, ability: string) => (name: string, body: () => Promise<void> | void) => void

function ifAble(harness: Harness, able: boolean, ability: string): ReturnType<When> {
  return (name, body) => {
    if (able) it(name, body)
    else it.skip(`${name} (${harness.id} does not declare ${ability})`, () => {})
  }
}

function need<T>(word: T | undefined, name: string): T {
  if (word === undefined) throw new Error(`The ability is declared, so the case must give words.${name} to prove it.`)
  return word
}

async function makeBench(subject: HarnessCase, prepared: Prepared, root: string): Promise<Bench> {
  const { harness, config = {} } = subject
  const home = join(root, 'home')
  mkdirSync(home, { recursive: true })
  const env = { PATH: process.env.PATH ?? '', HOME: home, LANG: 'C.UTF-8', ...prepared.env }
  const program = prepared.program ?? (await harness.locate(plainHost(env), config))
  if (program === null) throw new Error(`${harness.id} is not installed: ${harness.install}`)
  const base = { program, config, version: prepared.version ?? null, model: subject.model ?? null, hostEnv: env }
  const start: Bench['start'] = (prompt, over) => makeStart(root, { ...base, prompt, ...over })
  const open: Bench['open'] = (prompt, over, restartAlways = false) =>
    drive(harness, start(prompt, over), { env, restartAlways, timeoutMs: subject.timeoutMs ?? 30_000 })
  const turn: Bench['turn'] = async (prompt, over, restartAlways) => {
    const driven = open(prompt, over, restartAlways)
    if (driven.plan.lifetime === 'session') {
      // A process that ends before its turn did tells so by `done`.
      await Promise.race([driven.untilTurns(1), driven.done]).catch(() => {})
      driven.closeInput()
    }
    return driven.done
  }
  return { root, env, start, open, turn }
}

/** Just enough of a Host to find a program by name on PATH. */
function plainHost(env: Readonly<Record<string, string>>): Parameters<Harness['locate']>[0] {
  const find = (name: string): string | null =>
    (name.includes('/') ? [name] : (env.PATH ?? '').split(':').map((dir) => join(dir, name))).find(existsSync) ?? null
  return {
    env,
    which: async (name) => find(name),
    realpath: async (path) => path,
    isExecutable: async (path) => existsSync(path),
    readText: async (path) => (existsSync(path) ? readFileSync(path, 'utf8') : null),
    exec: () => Promise.reject(new Error('locate must not start a process')),
  }
}

const kinds = (events: readonly Spoken[]): readonly string[] => events.map((event) => event.kind)
const goodResults = (run: Run): number =>
  run.all.filter((event) => event.kind === 'result' && event.isError === false).length

function nativeIdOf(run: Run): string {
  const session = run.all.find((event) => event.kind === 'session')
  if (session?.kind !== 'session') throw new Error(`No session event in ${JSON.stringify(kinds(run.all))}`)
  return session.nativeId
}

function speaking({ harness, words, promptByStdin = true }: HarnessCase, at: () => Bench): void {
  describe('a simple prompt', () => {
    it('is answered, with the native id before any text and exactly one good result', async () => {
      const run = await at().turn(words.say('pelican harbour'))
      expect(textOf(run.all)).toContain('pelican harbour')
      expect(goodResults(run)).toBe(1)
      expect(evidenceOf(run.all)).toEqual([])
      const order = kinds(run.all)
      if (harness.can.resume || order.includes('session')) {
        expect(nativeIdOf(run)).not.toBe('')
        expect(order.indexOf('session')).toBeLessThan(order.indexOf('text'))
      }
      expect(order.lastIndexOf('text')).toBeLessThan(order.lastIndexOf('result'))
    })
    it('ends by itself once its input ends', async () => {
      const driven = at().open(words.say('last words'))
      if (driven.plan.stdin.mode === 'followed') driven.closeInput()
      const run = await driven.done
      expect(textOf(run.all)).toContain('last words')
      expect(goodResults(run)).toBe(1)
    })
    const mayShow = promptByStdin ? it : it.skip
    mayShow(`never shows the prompt in the process list${promptByStdin ? '' : ' (it travels by argv)'}`, async () => {
      const secret = `quiet-${crypto.randomUUID()}`
      const driven = at().open(words.say(secret))
      expect(driven.plan.argv.join('\0')).not.toContain(secret)
      expect(JSON.stringify(driven.plan.env)).not.toContain(secret)
      const shown = `/proc/${driven.pid}/cmdline`
      if (existsSync(shown)) expect(readFileSync(shown, 'utf8')).not.toContain(secret)
      expect(textOf((await finished(driven)).all)).toContain(secret)
    })
  })
}

function surviving({ harness, words, prose }: HarnessCase, at: () => Bench): void {
  describe('a daemon that restarts', () => {
    it('live, between any two lines, loses and repeats nothing', async () => {
      const run = await at().turn(words.tool ?? words.say('over the break'), {}, true)
      expect(goodResults(run)).toBe(1)
      expect(kinds(run.all).filter((kind) => kind === 'session').length).toBeLessThanOrEqual(1)
    })
    it('gives the same events wherever recorded lines are split', async () => {
      for (const prompt of [words.tool, words.usage?.prompt, words.say('again'), words.fail.prompt]) {
        if (prompt === undefined) continue
        const start = at().start(prompt)
        const run = await at().turn(prompt)
        sameWhereverSplit(harness, start, run.lines, run.exit)
      }
    })
  })
  describe('strange output', () => {
    const noisy = prose ? it.skip : it
    noisy(`is counted and changes nothing${prose ? ' (every line is text here)' : ''}`, async () => {
      const run = await at().turn(words.say('through the noise'))
      const clean = replay(harness, at().start('x'), run.lines, run.exit)
      const strange = ['', 'plain words', '{"cut', '[]', '42', 'null', '{}', '{"type":"no-such-type"}', '\u0000\ufffd']
      const mixed = run.lines.flatMap((line) => [...strange, line])
      const got = replay(harness, at().start('x'), mixed, run.exit)
      expect(got.events).toEqual(clean.events)
      expect(got.noise).toBeGreaterThanOrEqual(run.lines.length * 2)
    })
    it('may hold a line of 5 MB', async () => {
      const long = 'x'.repeat(5_000_000)
      const dialogue = harness.open(at().start('x'), null)
      dialogue.begin()
      for (const line of [long, `{"type":"${long}"}`, `{"type":"text","text":"${long}`])
        expect(() => dialogue.hear(line)).not.toThrow()
      if (!words.huge) return
      const run = await at().turn(words.huge(5_000_000))
      expect(Math.max(...run.lines.map((line) => line.length))).toBeGreaterThanOrEqual(5_000_000)
      expect(textOf(run.all).length).toBeGreaterThanOrEqual(5_000_000)
      expect(goodResults(run)).toBe(1)
    })
  })
}

function failing({ harness, words }: HarnessCase, at: () => Bench): void {
  describe('a failure', () => {
    it('gives evidence and no good result', async () => {
      const { prompt, model, evidence = {} } = words.fail
      const run = await at().turn(prompt, model === undefined ? {} : { model })
      expect(goodResults(run)).toBe(0)
      expect(evidenceOf(run.all)).toContainEqual(expect.objectContaining(evidence))
    })
    it('of a process killed in the middle gives evidence and no good result', async () => {
      const endless = need(words.endless, 'endless')
      const driven = at().open(endless.prompt)
      if (endless.after !== undefined) await driven.until('text', (event) => event.text.includes(endless.after ?? ''))
      driven.kill('SIGKILL')
      const run = await driven.done
      expect(resultOf(run.all)).not.toBe('ok')
      expect(evidenceOf(run.all)).toContainEqual(expect.objectContaining({ channel: 'exit', signal: 'SIGKILL' }))
    })
    it('of a process that vanished is a failure too', () => {
      const dialogue = harness.open(at().start(words.say('x')), null)
      dialogue.begin()
      const closing = dialogue.end({ code: null, signal: null, stderrTail: '', how: 'vanished' })
      expect(resultOf(closing)).not.toBe('ok')
      expect(evidenceOf(closing).length).toBeGreaterThan(0)
    })
  })
}

async function toolCase(bench: Bench, prompt: string): Promise<void> {
  const run = await bench.turn(prompt)
  const calls = run.all.flatMap((event) => (event.kind === 'tool' ? [event.callId] : []))
  const results = run.all.flatMap((event) => (event.kind === 'tool_result' ? [event.callId] : []))
  expect(calls.length).toBeGreaterThan(0)
  expect(new Set(calls).size).toBe(calls.length)
  expect([...results].sort()).toEqual([...calls].sort())
  for (const id of calls) {
    const order = run.all.map((event) => ('callId' in event && event.callId === id ? event.kind : null))
    expect(order.indexOf('tool')).toBeLessThan(order.indexOf('tool_result'))
  }
  expect(goodResults(run)).toBe(1)
}

async function usageCase(bench: Bench, can: Abilities, words: Words): Promise<void> {
  const { prompt, each } = need(words.usage, 'usage')
  const first = await bench.turn(prompt)
  // `previous`: what the last launch's dialogue saved, for tools that report totals of the whole conversation.
  const next = { previous: first.saved, ...(can.resume ? { resume: nativeIdOf(first) } : {}) }
  const second = await bench.turn(prompt, next)
  const [one, two] = [usageOf(first.all), usageOf(second.all)]
  expect(one.output).toBeGreaterThan(0)
  if (can.usage === 'tokens+cost') expect(one.costUsd).toBeGreaterThan(0)
  if (each) {
    expect(one).toMatchObject(each)
    expect(two).toMatchObject(each)
  } else {
    // Totals would at least double; a delta of the same work does not.
    expect(two.output).toBeGreaterThan(0)
    expect(two.output!).toBeLessThan(one.output! * 1.9)
    if (one.costUsd !== null) expect(two.costUsd!).toBeLessThan(one.costUsd * 1.9)
  }
}

function remembering({ harness, words }: HarnessCase, at: () => Bench, when: When): void {
  const { can } = harness
  const tell = (word: string): Promise<Run> => at().turn(need(words.remember, 'remember')(word))
  const recall = (over: Partial<Start>): Promise<Run> => at().turn(need(words.recall, 'recall'), over)
  describe('memory', () => {
    when(can.resume, 'resume')('comes back through a resume, and only so', async () => {
      const word = `heron${Date.now() % 100_000}`
      const told = await tell(word)
      const resumed = await recall({ resume: nativeIdOf(told) })
      expect(textOf(resumed.all)).toContain(word)
      expect(nativeIdOf(resumed)).toBe(nativeIdOf(told))
      expect(textOf((await recall({})).all)).not.toContain(word)
    })
    when(can.resume, 'resume')('of an unknown conversation is context lost, not a fresh start', async () => {
      const run = await recall({ resume: crypto.randomUUID() })
      expect(goodResults(run)).toBe(0)
      expect(evidenceOf(run.all)).toContainEqual(expect.objectContaining(words.lost ?? { stated: 'context_lost' }))
    })
    when(can.fork, 'fork')('goes along into a fork and leaves the original as it was', async () => {
      const told = await tell('stork')
      const forked = await recall({ resume: nativeIdOf(told), fork: true })
      expect(textOf(forked.all)).toContain('stork')
      expect(nativeIdOf(forked)).not.toBe(nativeIdOf(told))
      await at().turn(need(words.remember, 'remember')('ibis'), { resume: nativeIdOf(forked) })
      const original = textOf((await recall({ resume: nativeIdOf(told) })).all)
      expect(original).toContain('stork')
      expect(original).not.toContain('ibis')
    })
  })
}

function asking({ harness, words }: HarnessCase, at: () => Bench, when: When): void {
  const { can } = harness
  const answered = async (prompt: string, over: Partial<Start>, decision: string | null, text: string | null) => {
    const driven = at().open(prompt, over, true)
    const request = await driven.until('request')
    driven.say({ type: 'answer', requestId: request.requestId, decision, text })
    const run = await finished(driven)
    return { request, run }
  }
  describe('permissions and questions', () => {
    when(can.questions, 'questions')('asks, waits, and takes the answer in', async () => {
      const { request, run } = await answered(need(words.ask, 'ask'), {}, null, 'the blue one')
      expect(request.type).toBe('question')
      expect(textOf(run.all)).toContain('the blue one')
      expect(goodResults(run)).toBe(1)
    })
    when(can.permissions.includes('ask'), 'ask mode')('acts only once allowed, and not when denied', async () => {
      const write = need(words.write, 'write')
      const file = (run: Run, name: string): boolean => existsSync(join(at().root, 'work', name)) && run.exit !== null
      const yes = await answered(write('allowed.txt'), { permissions: 'ask' }, 'allow', null)
      expect(yes.request).toMatchObject({ type: 'approval' })
      expect(yes.request.options).toEqual(expect.arrayContaining(['allow', 'deny']))
      expect(file(yes.run, 'allowed.txt')).toBe(true)
      const no = await answered(write('denied.txt'), { permissions: 'ask' }, 'deny', null)
      expect(file(no.run, 'denied.txt')).toBe(false)
    })
    when(can.permissions.includes('read-only'), 'read-only mode')('writes nothing in read-only mode', async () => {
      const run = await at().turn(need(words.write, 'write')('forbidden.txt'), { permissions: 'read-only' })
      expect(existsSync(join(at().root, 'work', 'forbidden.txt'))).toBe(false)
      expect(run.turnsEnded + goodResults(run)).toBeGreaterThan(0)
    })
    when(words.write !== undefined, 'writing')('writes in bypass mode without asking', async () => {
      const run = await at().turn(need(words.write, 'write')('plain.txt'))
      expect(kinds(run.all)).not.toContain('request')
      expect(existsSync(join(at().root, 'work', 'plain.txt'))).toBe(true)
    })
  })
}

/** Ends a driven process the polite way, whatever its lifetime. */
async function finished(driven: Driven): Promise<Run> {
  if (driven.plan.lifetime === 'session') {
    await Promise.race([driven.untilTurns(1), driven.done]).catch(() => {})
    driven.closeInput()
  }
  return driven.done
}

function longLived({ harness, words, config = {} }: HarnessCase, at: () => Bench, when: When): void {
  const session = config.lifetime === 'session'
  const { can } = harness
  const prompt = (text: string) => ({ type: 'prompt', text, source: 'operator', model: null }) as const
  describe('a running turn', () => {
    when(session, 'a process for the whole session')('takes a second prompt in the same process', async () => {
      const driven = at().open(words.say('first'), {}, true)
      await driven.untilTurns(1)
      driven.say(prompt(words.say('second')))
      await driven.untilTurns(2)
      driven.closeInput()
      const run = await driven.done
      expect(textOf(run.all)).toMatch(/first[\s\S]*second/)
      expect(goodResults(run)).toBe(2)
      expect(evidenceOf(run.all)).toEqual([])
    })
    when(can.interrupt && session, 'interrupt within a long-lived process')('ends at an interrupt', async () => {
      const endless = need(words.endless, 'endless')
      const driven = at().open(endless.prompt, {}, true)
      if (endless.after !== undefined) await driven.until('text', (event) => event.text.includes(endless.after ?? ''))
      driven.say({ type: 'interrupt' })
      await driven.untilTurns(1)
      driven.say(prompt(words.say('still here')))
      await driven.untilTurns(2)
      driven.closeInput()
      const run = await driven.done
      expect(textOf(run.all)).toContain('still here')
      expect(goodResults(run)).toBe(1)
    })
    when(can.steer, 'steer')('takes words in', async () => {
      const steer = need(words.steer, 'steer')
      const endless = need(words.endless, 'endless')
      const driven = at().open(endless.prompt, {}, true)
      if (endless.after !== undefined) await driven.until('text', (event) => event.text.includes(endless.after ?? ''))
      driven.say({ type: 'steer', text: steer.words })
      await driven.until('text', (event) => event.text.includes(steer.text))
      driven.kill('SIGKILL')
      await driven.done
    })
  })
}
