/**
 * Plays the steps of a script, one function a directive. Each answers how the turn goes on. Owns pace, permissions and
 * what each directive says; the hands are in `hands.ts`, the wire in `stage.ts`.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { inboxLine, type MailLine } from './batch-lines.ts'
import { type Conversation, saveConversation } from './conversation.ts'
import { inputOf, speakToDrover } from './coordinate.ts'
import { commitCommand, refusedByGuard, type Told } from './guard.ts'
import { commitAll, type Done, leaveOrphan, readInstructions, runShell, writeText } from './hands.ts'
import { type CoordinationStep, failCategories, type Source, type Step } from './script.ts'
import { Interrupted, newId, type Stage } from './stage.ts'

export interface Scene {
  readonly stage: Stage
  readonly conversation: Conversation
  readonly dir: string
  readonly cwd: string
  readonly permissions: 'bypass' | 'ask' | 'read-only'
  /** Drover is asked before each act. */
  readonly guarded: boolean
  readonly model: string | null
  readonly signal: AbortSignal
  /** The mails that the prompt carried. */
  readonly mails: readonly MailLine[]
  /** The last words, which become the result's text. */
  said: string
  /** Words that came into the running turn and wait to be played. */
  steered: Step[]
  /** Set while a pause listens for such words. */
  hear: (() => void) | null
  /** Milliseconds of pace still to spend, so that a prompt of ten thousand lines does not take an hour. */
  patience: number
}

export type Turned =
  | 'on'
  /** The turn ends here; what follows in the script is played once what was agreed has come. */
  | 'waits'
  | { readonly end: 'failed'; readonly message: string }
  | { readonly end: 'exit'; readonly code: number }

export async function act(scene: Scene, step: Step, source: Source): Promise<Turned> {
  const { stage } = scene
  switch (step.do) {
    case 'speak':
    case 'say':
      return speak(scene, 'text', step.text)
    case 'think':
      return speak(scene, 'thinking', step.text)
    case 'bad':
      await stage.emit({ type: 'notice', code: 'bad_directive', message: step.why })
      return speak(scene, 'text', step.text)
    case 'write':
    case 'append':
      return use(
        scene,
        { name: step.do, input: { path: step.path, text: step.text }, what: `${step.do} ${step.path}` },
        { tool: 'write', input: { path: step.path } },
        () => writeText(scene.cwd, step.path, step.text, step.do),
      )
    case 'commit':
      return use(
        scene,
        { name: 'commit', input: { message: step.text }, what: `commit "${step.text}"` },
        { tool: 'commit', input: { command: commitCommand(step.text) } },
        () => commitAll(scene.cwd, step.text, scene.signal),
      )
    case 'sh':
      return shell(scene, step.text, source)
    case 'tool':
      return tool(scene, step.name, step.input, () => ({ ok: true, output: `${step.name} done` }))
    case 'usage':
      await stage.emit({ type: 'usage', input: step.input, output: step.output, costUsd: step.usd })
      return 'on'
    case 'remember':
      scene.conversation.words.push(step.text)
      saveConversation(scene.dir, scene.conversation)
      return speak(scene, 'text', 'I will remember that.')
    case 'recall':
      return speak(scene, 'text', scene.conversation.words.join(' ') || 'I remember nothing.')
    case 'instructions':
      return speak(scene, 'text', readInstructions())
    case 'ask':
      return ask(scene, step.text)
    case 'fail':
      return fail(scene, step)
    case 'mail':
    case 'spawn':
    case 'wait':
    case 'merge-ready':
      return coordinate(scene, step)
    case 'inbox':
      for (const mail of scene.mails) await speak(scene, 'text', inboxLine(mail))
      return scene.mails.length === 0 ? speak(scene, 'text', 'No mail.') : 'on'
    case 'only':
      return step.model === scene.model ? act(scene, step.step, source) : 'on'
    case 'exit':
      return { end: 'exit', code: Math.trunc(step.n) }
    default:
      return stunt(scene, step)
  }
}

/** Words to Drover need nobody's leave: they change no file. */
async function coordinate(scene: Scene, step: CoordinationStep): Promise<Turned> {
  let agreed = false
  await tool(scene, step.do, inputOf(step), async () => {
    const done = await speakToDrover(step, scene.signal)
    agreed = done.ok && step.do === 'wait'
    return done
  })
  return agreed ? 'waits' : 'on'
}

/** The directives that misbehave or take time on purpose. */
async function stunt(
  scene: Scene,
  step: Extract<Step, { do: 'sleep' | 'garbage' | 'orphan' | 'flood' | 'hang' | 'ignore-term' }>,
): Promise<Turned> {
  const { stage } = scene
  switch (step.do) {
    case 'sleep':
      return linger(scene, step.n)
    case 'hang':
      // Without a word and without an end; the timer keeps the process alive.
      return linger(scene, Number.POSITIVE_INFINITY)
    case 'ignore-term':
      process.on('SIGTERM', () => {})
      return 'on'
    case 'orphan': {
      const pid = await leaveOrphan(step.n)
      return speak(scene, 'text', `Left process ${pid} behind for ${step.n} s.`)
    }
    case 'garbage':
      for (let n = 1; n <= step.n; n += 1) await stage.raw(`%% garbage ${n}/${step.n} {"type": not json\n`)
      return 'on'
    case 'flood':
      return flood(scene, step.n, step.bytes)
  }
}

async function speak(scene: Scene, type: 'text' | 'thinking', text: string): Promise<Turned> {
  const ms = paceOf(scene, text)
  if (ms > 0) {
    // Two parts, so that a reader sees the words grow.
    const half = text.lastIndexOf(' ', text.length / 2) + 1 || Math.ceil(text.length / 2)
    await scene.stage.emit({ type: `${type}_delta`, text: text.slice(0, half) })
    await rest(ms, scene.signal)
    await scene.stage.emit({ type: `${type}_delta`, text: text.slice(half) })
  }
  await scene.stage.emit({ type, text })
  if (type === 'text') scene.said = text
  return 'on'
}

function paceOf(scene: Scene, text: string): number {
  if (scene.model === 'fast' || scene.patience <= 0 || text.length > 10_000) return 0
  const ms = scene.model === 'slow' ? 400 + Math.min(text.length * 10, 1_600) : 30 + Math.min(text.length, 50)
  scene.patience -= ms
  return ms
}

interface Shown {
  readonly name: string
  readonly input: object
  /** For whoever is asked to allow it. */
  readonly what: string
}

/** Shows the call, asks where it must, acts, shows the result. */
async function use(scene: Scene, shown: Shown, told: Told, body: () => Done | Promise<Done>): Promise<Turned> {
  return tool(scene, shown.name, shown.input, async () => {
    const guard = scene.guarded ? await refusedByGuard(told, scene.cwd, scene.signal) : null
    const refusal = guard ?? (await refused(scene, shown.what))
    return refusal === null ? body() : { ok: false, output: refusal }
  })
}

async function tool(scene: Scene, name: string, input: unknown, body: () => Done | Promise<Done>): Promise<Turned> {
  const id = newId('call')
  await scene.stage.emit({ type: 'tool', id, name, input })
  const { ok, output } = await body()
  await scene.stage.emit({ type: 'tool_result', id, ok, output })
  if (scene.signal.aborted) throw new Interrupted()
  return 'on'
}

/** null: go ahead; else why not. */
async function refused(scene: Scene, what: string): Promise<string | null> {
  if (scene.permissions === 'bypass') return null
  if (scene.permissions === 'read-only') return `Refused: ${what} in read-only mode.`
  const id = newId('req')
  await scene.stage.emit({ type: 'request', id, kind: 'approval', text: what, options: ['allow', 'deny'] })
  const answer = await scene.stage.answer(id, scene.signal)
  if (answer === null) return 'Nobody is there to allow it.'
  return answer.decision === 'allow' ? null : `Denied: ${what}.`
}

async function shell(scene: Scene, command: string, source: Source): Promise<Turned> {
  if (source !== 'operator') {
    const message = `A shell command was refused: this prompt came from ${source}, not from the operator.`
    await scene.stage.emit({ type: 'notice', code: 'sh_refused', message })
    return speak(scene, 'text', 'I run shell commands for the operator only.')
  }
  const told: Told = { tool: 'sh', input: { command } }
  return use(scene, { name: 'sh', input: { command }, what: `run ${command}` }, told, () =>
    runShell(scene.cwd, command, scene.signal),
  )
}

async function ask(scene: Scene, text: string): Promise<Turned> {
  const id = newId('req')
  await scene.stage.emit({ type: 'request', id, kind: 'question', text, options: [] })
  const answer = await scene.stage.answer(id, scene.signal)
  if (answer !== null) return speak(scene, 'text', answer.text ?? answer.decision ?? '')
  const message = 'The input ended before the question was answered.'
  await scene.stage.emit({ type: 'error', category: 'agent_error', code: 'input_ended', message })
  return { end: 'failed', message }
}

async function fail(scene: Scene, step: Extract<Step, { do: 'fail' }>): Promise<Turned> {
  if (step.category === 'crash') {
    await scene.stage.flush()
    process.kill(process.pid, 'SIGKILL')
    for (;;) await rest(1_000, scene.signal)
  }
  const known = (failCategories as readonly string[]).includes(step.category)
  const message = known ? `Rehearsed failure: ${step.category}` : `No failure category is called ${step.category}`
  await scene.stage.emit({
    type: 'error',
    category: known ? step.category : 'agent_error',
    message,
    ...(step.retryAfter === undefined ? {} : { retryAfterSeconds: step.retryAfter }),
    ...(step.resetsIn === undefined ? {} : { resetsAt: new Date(Date.now() + step.resetsIn * 1_000).toISOString() }),
  })
  return { end: 'failed', message }
}

/** N numbered texts, each padded to the given bytes, as fast as the reader takes them. */
async function flood(scene: Scene, n: number, bytes: number): Promise<Turned> {
  const chunkSize = 64 * 1024
  let chunk = ''
  for (let at = 1; at <= n; at += 1) {
    const text = `flood ${at}/${n}`
    const padded = text.length < bytes ? `${text} ${'.'.repeat(bytes - text.length - 1)}` : text
    scene.said = padded
    chunk += `{"type":"text","text":"${padded}"}\n`
    if (chunk.length < chunkSize) continue
    await scene.stage.raw(chunk)
    chunk = ''
    // Lets an interrupt in.
    await new Promise((resolve) => setImmediate(resolve))
    if (scene.signal.aborted) throw new Interrupted()
  }
  await scene.stage.raw(chunk)
  return 'on'
}

/** Words that came in the meantime are played as if they stood next in the script. They are nobody's but an onlooker's. */
export async function playSteered(scene: Scene): Promise<Turned> {
  for (let step = scene.steered.shift(); step !== undefined; step = scene.steered.shift()) {
    const how = await act(scene, step, 'steer')
    if (how !== 'on') return how
  }
  return 'on'
}

/** A pause that listens: steered words are played at once, then the pause goes on. */
async function linger(scene: Scene, ms: number): Promise<Turned> {
  const until = performance.now() + ms
  for (let left = ms; left > 0; left = until - performance.now()) {
    const turned = await playSteered(scene)
    if (turned !== 'on') return turned
    const heard = new AbortController()
    scene.hear = () => heard.abort()
    await pause(Math.min(left, 2 ** 31 - 1), undefined, {
      signal: AbortSignal.any([scene.signal, heard.signal]),
    }).catch(
      // Ended early: by an interrupt, told apart below, or by words.
      () => {},
    )
    scene.hear = null
    if (scene.signal.aborted) throw new Interrupted()
  }
  return 'on'
}

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await pause(ms, undefined, { signal })
  } catch {
    // The only way a pause fails is the abort of its turn.
    throw new Interrupted()
  }
}
