/**
 * The program behind `drover harness check`: finds the harness as the user configured it, tries the conformance cases on its
 * real process in a temp repository, and tells every step as a JSON line. A composition root of its own, beside the daemon;
 * it needs no daemon and no home.
 */

import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { builtInHarnesses, configuredHarness } from '#adapters/harness/built-in'
import { createRegistry } from '#adapters/harness/registry'
import { templates } from '#adapters/harness/templates'
import { createHost } from '#adapters/runtime/process/host'
import { makeGround, openTrial } from '#adapters/runtime/trial/trial'
import { DroverError } from '#contract/error'
import type { CheckMessage, CheckRequest } from '#contract/harness-check'
import { nearest } from '#core/nearest'
import { longName } from '#core/relay/known-agents'
import { childEnvironment } from '#core/session/environment'
import { checkHarness, selected, skippedFor } from '#flows/harness/check/check-harness'
import { type Subject, traitsOf } from '#flows/harness/check/subject'
import { splitConfig, wordsFor } from '#flows/harness/check/words'
import type { Harness, HarnessConfig, Located, Readiness } from '#ports/harness'
import { homePath } from './config/home.ts'
import { createSettings } from './config/settings.ts'

const here = dirname(fileURLToPath(import.meta.url))
const probeMs = 15_000

const say = (message: CheckMessage): void => void process.stdout.write(`${JSON.stringify(message)}\n`)

/** By id, by short name, or by a table of the user's own. */
function find(name: string): { readonly harness: Harness; readonly config: HarnessConfig } {
  const bundled = join(here, 'rehearsal.mjs')
  const player = existsSync(bundled) ? bundled : join(here, 'adapters', 'harness', 'rehearsal', 'player.ts')
  const registry = createRegistry(builtInHarnesses({ node: process.execPath, player }), configuredHarness, templates)
  const settings = createSettings({ env: process.env, home: homePath(process.env) }).of(null)
  const known = registry.get(name)
  if (known !== null) return { harness: known, config: settings.harness(known.id) }
  if (settings.customHarnesses.includes(name)) {
    const config = settings.harness(name)
    return { harness: registry.custom(name, splitConfig(config).own), config }
  }
  const near = nearest(name.toLowerCase(), registry.names())
  throw new DroverError('UNKNOWN_HARNESS', `There is no harness "${name}".`, {
    hint: near === null ? 'List harnesses with: drover harness ls' : `Did you mean "${near}"?`,
  })
}

interface Found {
  readonly program: Located
  readonly readiness: Readiness
}

/** Nothing is tried on a program that is not there or cannot work. */
async function look(harness: Harness, config: HarnessConfig): Promise<Found> {
  const host = createHost(process.env)
  const readiness = await harness.probe(host, config, AbortSignal.timeout(probeMs))
  const program = await harness.locate(host, config)
  if (program === null || readiness.state === 'missing')
    throw new DroverError('HARNESS_BINARY_NOT_FOUND', `${harness.id} is not installed: ${readiness.message}`, {
      hint: readiness.hint ?? `Install it: ${harness.install}`,
    })
  if (readiness.state === 'signed-out')
    throw new DroverError('HARNESS_SIGNED_OUT', `${harness.id} is not signed in: ${readiness.message}`, {
      hint: readiness.hint ?? 'Sign in with the CLI itself, then check again.',
    })
  return { program, readiness }
}

async function check(request: CheckRequest): Promise<void> {
  const { harness, config } = find(request.name)
  const { own, table } = splitConfig(config)
  const { program, readiness } = await look(harness, own)
  const ground = makeGround()
  atEnd(() => ground.remove())
  const env = childEnvironment({ host: process.env, passEnv: harness.passEnv, project: {}, plan: {}, drover: {} })
  const { timeoutMs } = request
  const model = request.model === null ? null : longName(own.models, request.model)
  const version = readiness.version
  const trial = openTrial({ root: ground.root, harness, config: own, program, version, model, env, timeoutMs })
  atEnd(async () => {
    await trial.close()
    ground.remove()
  })
  const traits = traitsOf(harness, (prompt) => trial.start(prompt))
  const subject: Subject = { ...traits, harness, config: own, words: wordsFor(harness, table) }
  const only = request.only ?? undefined
  const wanted = selected(only)
  const cases = wanted.filter((one) => skippedFor(one, subject) === null).length
  const models = harness.id !== 'rehearsal'
  const { message } = readiness
  say({ type: 'ready', harness: harness.id, version, message, cases, skipped: wanted.length - cases, models })
  if (!(await told())) return
  let n = 0
  await checkHarness({
    subject,
    trial,
    ...(only === undefined ? {} : { only }),
    endAll: () => trial.endAll(),
    stopped: () => leaving,
    onBegin: ({ group, name }) => say({ type: 'begin', group, name, n: ++n }),
    onEnd: (report) => say({ type: 'case', report }),
  })
}

/** The first line says go on; the end of the input says that nobody is there any more. */
function told(): Promise<boolean> {
  const lines = createInterface({ input: process.stdin })
  return new Promise((resolve) => {
    lines.once('line', () => resolve(true))
    lines.once('close', () => {
      resolve(false)
      void leave()
    })
  })
}

let tidy: () => void | Promise<void> = () => undefined
let leaving = false
const atEnd = (work: () => void | Promise<void>): void => {
  tidy = work
}
/** Interrupted, or left alone: nothing of ours stays behind. */
async function leave(): Promise<void> {
  if (leaving) return
  leaving = true
  await tidy()
  process.exit(130)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void leave())

async function main(): Promise<void> {
  try {
    await check(JSON.parse(process.argv[2] ?? '{}') as CheckRequest)
  } catch (error) {
    const known = error instanceof DroverError ? error : null
    const message = error instanceof Error ? error.message : String(error)
    say({ type: 'refused', code: known?.code ?? 'INTERNAL_ERROR', message, hint: known?.hint ?? null })
  }
  if (leaving) return // its end is on the way
  leaving = true
  await tidy()
  // The input stays open as long as somebody holds it: it keeps nobody here.
  process.stdout.write('', () => process.exit(0))
}

await main()
