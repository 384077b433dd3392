/**
 * `first-token`, `first-token-warm`: `POST /v1/chat/completions`, streamed, until the first word of Claude Code is there, by a
 * process that is started for it and by one that waits. Floor: the same program with the same flags and the same words, from its
 * start to its first word. The model is the scripted one, which answers at once.
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { createClaudeCode } from '#adapters/harness/claude-code/claude-code'
import { cachedBin, cachedProgram } from '#test/live/cached'
import { cliNamed, settle } from '#test/live/clis'
import { startModelServer } from '#test/support/model-server/model-server'
import { root, type World, world } from '#test/support/world'
import { alternate, type Measurement, type Runs } from '../measure.ts'
import { pause } from '../stage/agents.ts'
import type { Stage } from '../stage/stage.ts'

const cli = cliNamed('claude-code')
const bin = cachedBin(cli.name, cli.version) ?? ''
/** It is measured where the CLI is: `npm run harnesses:install`. */
export const canMeasure = bin !== ''

const words = 'You have no tools.'
const prompt = 'User: a\nMODEL say here I am'
const config = `
[personas.cold]
system = "${words}"
[personas.swift]
system = "${words}"
warm = 1
`
const floorWords = '`claude -p` with the same flags and words'

export const firstToken: Measurement = {
  figures: [
    {
      id: 'first-token',
      unit: 'ms',
      what: "a streamed chat until Claude Code's first word, its process started for it",
      floor: floorWords,
      rule: { type: 'above-at-most', limit: 60 },
    },
    {
      id: 'first-token-warm',
      unit: 'ms',
      what: 'the same by a process that waits (`warm` of a persona)',
      floor: floorWords,
      rule: { type: 'ratio-at-most', limit: 0.2 },
    },
  ],
  async run(stage) {
    stage.say('first-token')
    const model = await startModelServer()
    const signIn = cli.env(model.url)
    const drover = await world({
      env: { ...signIn, PATH: [bin, join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(':') },
      config,
    })
    settle(cli, drover.env.HOME ?? '', model.url)
    const bare = (): Promise<number> => bareOnce(stage, { ...drover.env, ...signIn })
    const cold = (): Promise<number> => askOnce(drover, 'cold')
    const warm = async (): Promise<number> => {
      await waits(drover)
      return askOnce(drover, 'swift')
    }
    try {
      await bare()
      await cold()
      await warm()
      const samples = stage.quick ? 2 : 7
      const runs: Record<string, Runs> = { 'first-token': await alternate(stage.rounds, samples, bare, cold) }
      runs['first-token-warm'] = await alternate(stage.rounds, samples, bare, warm)
      return runs
    } finally {
      await drover.end()
      await model.close()
    }
  },
}

/** As the adapter would start it. */
async function bareOnce(stage: Stage, env: Readonly<Record<string, string | undefined>>): Promise<number> {
  const cwd = stage.dir()
  const claude = createClaudeCode()
  const plan = claude.plan({
    sessionId: 'floor',
    launchId: 'floor',
    launchDir: cwd,
    sessionDir: cwd,
    cwd,
    program: await cachedProgram(claude, bin),
    version: null,
    prompt,
    source: 'operator',
    model: null,
    permissions: 'read-only',
    resume: null,
    fork: false,
    freshId: randomUUID(),
    trusted: true,
    instructions: words,
    mcp: null,
    guard: null,
    persona: { tools: 'none', budgetUsd: null },
    pictures: [],
    config: {},
    hostEnv: env,
  })
  for (const { path, content } of plan.files) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true })
    writeFileSync(join(cwd, path), content)
  }
  const begun = performance.now()
  const [program = '', ...args] = plan.argv
  const child = spawn(program, args, { cwd, env: { ...env, ...plan.env }, stdio: ['pipe', 'pipe', 'ignore'] })
  const over = new Promise<void>((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', () => resolve())
  })
  child.stdin.end(prompt)
  let ms = Number.NaN
  for await (const line of createInterface({ input: child.stdout }))
    if (Number.isNaN(ms) && line.includes('"text_delta"')) ms = performance.now() - begun
  await over
  if (Number.isNaN(ms)) throw new Error('the bare CLI said nothing')
  return ms
}

async function askOnce(drover: World, persona: string): Promise<number> {
  const token = readFileSync(`${drover.home}/token`, 'utf8').trim()
  const begun = performance.now()
  const answer = await fetch(`http://127.0.0.1:${drover.daemon.port}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({
      model: persona,
      stream: true,
      messages: [{ role: 'user', content: 'a\nMODEL say here I am' }],
    }),
  })
  if (!answer.ok || answer.body === null) throw new Error(`answered ${answer.status}: ${await answer.text()}`)
  const decoder = new TextDecoder()
  let ms = Number.NaN
  let said = ''
  for await (const chunk of answer.body) {
    said += decoder.decode(chunk, { stream: true })
    if (Number.isNaN(ms) && /"content":"[^"]/.test(said)) ms = performance.now() - begun
  }
  if (Number.isNaN(ms)) throw new Error(`no word came: ${said}`)
  // What ends the session is not part of it; there is no sign for its end.
  await pause(500)
  return ms
}

/** Until the process that waits has done its own start: what it still does then would be measured as the answer's. */
async function waits(drover: World): Promise<void> {
  for (;;) {
    const { sessions } = (await drover.call('GET', '/api/v1/sessions?includePersonas=true')).body as {
      sessions: readonly { persona?: string; turn: unknown; launch: { pid: number | null } | null }[]
    }
    if (sessions.some(({ persona, turn, launch }) => persona === 'swift' && turn === null && launch?.pid != null)) break
    await pause(50)
  }
  await pause(2000)
}
