/**
 * The rehearsal agent: a real child process that plays the script in its prompt and prints the `drover` line protocol.
 * No model, no key, nothing beyond Node. Owns the life of the process: its conversation, its turns, its exit.
 *
 *   node player --conversations DIR --id ID [--resume ID [--fork]] [--model M] [--permissions P] [--lifetime turn|session] [--guarded]
 *     [--terminal [--prompt-file FILE]]    an interface of its own: keys in, a screen and hooks out
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { act, playSteered, type Scene, type Turned } from './acts.ts'
import { splitBatch } from './batch-lines.ts'
import { type Conversation, freshConversation, loadConversation, saveConversation } from './conversation.ts'
import { stillWaits } from './coordinate.ts'
import { openNotes } from './notes.ts'
import { openScreen } from './screen-stage.ts'
import { readScript, type Source } from './script.ts'
import { Interrupted, openStage, type Prompt, type Stage } from './stage.ts'

interface Role {
  readonly dir: string
  readonly id: string
  readonly resume: string | null
  readonly fork: boolean
  readonly model: string | null
  readonly permissions: Scene['permissions']
  readonly lifetime: 'turn' | 'session'
  readonly guarded: boolean
  readonly terminal: boolean
  readonly promptFile: string | null
}

function readRole(args: readonly string[]): Role {
  const { values } = parseArgs({
    args: [...args],
    options: {
      conversations: { type: 'string' },
      id: { type: 'string' },
      resume: { type: 'string' },
      fork: { type: 'boolean', default: false },
      model: { type: 'string' },
      permissions: { type: 'string', default: 'bypass' },
      lifetime: { type: 'string', default: 'turn' },
      guarded: { type: 'boolean', default: false },
      terminal: { type: 'boolean', default: false },
      'prompt-file': { type: 'string' },
    },
  })
  if (values.conversations === undefined) throw new Error('--conversations DIR is required')
  return {
    dir: values.conversations,
    id: values.id ?? crypto.randomUUID(),
    resume: values.resume ?? null,
    fork: values.fork,
    model: values.model ?? null,
    permissions: values.permissions === 'ask' || values.permissions === 'read-only' ? values.permissions : 'bypass',
    lifetime: values.lifetime === 'session' || values.terminal ? 'session' : 'turn',
    guarded: values.guarded,
    terminal: values.terminal,
    promptFile: values['prompt-file'] ?? null,
  }
}

/** null: the conversation to resume is unknown here. */
function recallConversation(role: Role): Conversation | null {
  if (role.resume === null) return freshConversation(role.id)
  const found = loadConversation(role.dir, role.resume)
  if (found === null || !role.fork) return found
  return { ...found, id: role.id, forkedFrom: found.id }
}

async function refuse(stage: Stage, category: string, message: string): Promise<number> {
  await stage.emit({ type: 'error', category, message })
  await stage.emit({ type: 'result', ok: false, text: message, durationMs: 0 })
  return 1
}

async function play(role: Role, stage: Stage): Promise<number> {
  if (role.model === 'invalid') return refuse(stage, 'invalid_model', 'There is no model called invalid.')
  const conversation = recallConversation(role)
  if (conversation === null)
    return refuse(stage, 'context_lost', `No conversation found with the id ${role.resume ?? ''}`)
  saveConversation(role.dir, conversation)
  await stage.emit({ type: 'session', id: conversation.id, model: role.model })
  for (;;) {
    const prompt = await stage.prompt()
    if (prompt === null) return 0
    const code = await turn(role, stage, conversation, prompt)
    if (code !== null) return code
  }
}

/** One prompt and all that follows. Answers the exit code, or null to stay for the next prompt. */
async function turn(role: Role, stage: Stage, conversation: Conversation, prompt: Prompt): Promise<number | null> {
  const started = performance.now()
  const stop = new AbortController()
  const model = prompt.model ?? role.model
  const { mails, rest } = splitBatch(prompt.text)
  const scene: Scene = {
    stage,
    conversation,
    dir: role.dir,
    cwd: process.cwd(),
    permissions: role.permissions,
    guarded: role.guarded,
    model,
    signal: stop.signal,
    mails,
    said: '',
    steered: [],
    hear: null,
    patience: model === 'slow' ? 600_000 : 10_000,
  }
  stage.onInterrupt(() => stop.abort())
  conversation.turns += 1
  saveConversation(role.dir, conversation)
  const how = await perform(scene, { ...prompt, text: rest })
  stage.onInterrupt(null)
  if (typeof how === 'object' && how.end === 'exit') return how.code
  const durationMs = Math.round(performance.now() - started)
  if (how === 'interrupted') {
    await stage.emit({ type: 'notice', code: 'interrupted', message: 'The turn was interrupted.' })
    await stage.emit({ type: 'result', ok: false, interrupted: true, text: 'Interrupted.', durationMs })
  } else {
    const failed = typeof how === 'object'
    await stage.emit({ type: 'result', ok: !failed, text: failed ? how.message : scene.said, durationMs })
  }
  if (role.lifetime === 'session') return null
  return how === 'on' || how === 'waits' ? 0 : 1
}

async function perform(scene: Scene, prompt: Prompt): Promise<Turned | 'interrupted'> {
  if (scene.model === 'invalid') {
    const message = 'There is no model called invalid.'
    await scene.stage.emit({ type: 'error', category: 'invalid_model', message })
    return { end: 'failed', message }
  }
  scene.stage.onSteer((text) => {
    scene.steered.push(...readScript(text))
    scene.hear?.()
  })
  try {
    const source = prompt.source as Source
    const how = await playAll(
      scene,
      readScript(prompt.text).map((step) => ({ step, source })),
    )
    return how === 'on' ? await playRest(scene) : how
  } catch (error) {
    if (error instanceof Interrupted) return 'interrupted'
    throw error
  } finally {
    scene.stage.onSteer(null)
  }
}

type Lines = NonNullable<Conversation['rest']>

async function playAll(scene: Scene, lines: Lines): Promise<Turned> {
  for (const [at, { step, source }] of lines.entries()) {
    const played = await act(scene, step, source)
    const how = played === 'on' ? await playSteered(scene) : played
    if (how === 'waits') keepRest(scene, [...lines.slice(at + 1), ...(scene.conversation.rest ?? [])])
    if (how !== 'on') return how
  }
  return 'on'
}

/** What a script had still to do when it stopped to wait, once it waits no more. */
async function playRest(scene: Scene): Promise<Turned> {
  const { rest = [] } = scene.conversation
  if (rest.length === 0 || (await stillWaits(scene.signal))) return 'on'
  keepRest(scene, [])
  return playAll(scene, rest)
}

function keepRest(scene: Scene, lines: Lines): void {
  scene.conversation.rest = lines
  saveConversation(scene.dir, scene.conversation)
}

/** In a terminal: the same play on a screen of its own. What cannot begin says so where people look. */
async function playOnScreen(role: Role): Promise<number> {
  const conversation = recallConversation(role)
  if (conversation === null) throw new Error(`no conversation has the id ${role.resume ?? ''}`)
  const { stdin, stdout } = process
  if (!stdin.isTTY || !stdout.isTTY) throw new Error('--terminal needs a terminal')
  const stage = openScreen({
    screen: {
      get cols() {
        return stdout.columns
      },
      get rows() {
        return stdout.rows
      },
      write: (text) => void stdout.write(text),
      onResize: (listener) => void stdout.on('resize', listener),
    },
    notes: openNotes(role.dir, conversation.id, process.env.DROVER_BIN),
    how: role.resume === null ? 'startup' : 'resume',
    model: role.model,
  })
  stdin.setRawMode(true)
  stdin.on('data', (bytes: Buffer) => stage.take(bytes))
  stdin.on('end', () => stage.hangUp())
  if (role.promptFile !== null) stage.give(readFileSync(role.promptFile, 'utf8'))
  const code = await play(role, stage)
  await stage.leave()
  await stage.flush()
  stdin.setRawMode(false)
  return code
}

async function playOnLines(role: Role): Promise<number> {
  const stage = openStage(process.stdin, process.stdout)
  const code = await play(role, stage)
  await stage.flush()
  return code
}

// A reader that went away ends the play; there is nobody left to tell.
process.stdout.on('error', () => process.exit(1))
try {
  const role = readRole(process.argv.slice(2))
  process.exit(await (role.terminal ? playOnScreen(role) : playOnLines(role)))
} catch (error) {
  process.stderr.write(`rehearsal: ${(error as Error).message}\n`, () => process.exit(70))
}
