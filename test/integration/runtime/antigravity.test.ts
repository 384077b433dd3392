/** The runner of Antigravity's template, with a stand-in for the CLI: nobody here has the real one. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createCustom } from '#adapters/harness/custom/custom'
import { startWith } from '#adapters/harness/recorded.suite'
import { createRegistry } from '#adapters/harness/registry'
import { templates } from '#adapters/harness/templates'

const harness = createRegistry([], createCustom, templates).get('agy')!

/** Says which model its settings name, and its arguments; with a gate it waits for somebody to open it. */
const standIn = `#!/bin/sh
for word; do case $word in --log-file=*) echo 'I0101 Print mode: conversation=conv-7' > "\${word#--log-file=}" ;; esac; done
printf 'model %s\\n' "$(sed -n 's/.*"model": *"\\([^"]*\\)".*/\\1/p' "$HOME/.gemini/antigravity-cli/settings.json" 2>/dev/null)"
printf 'args %s\\n' "$*"
[ -z "$GATE" ] || { echo > "$GATE.begun"; read -r word < "$GATE"; }
`

function place() {
  const root = mkdtempSync(join(tmpdir(), 'drover-agy-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const binary = join(root, 'agy')
  writeFileSync(binary, standIn)
  chmodSync(binary, 0o755)
  const settings = join(root, '.gemini', 'antigravity-cli', 'settings.json')
  mkdirSync(join(root, '.gemini', 'antigravity-cli'), { recursive: true })
  let launches = 0
  const begin = (over: { model?: string | null; resume?: string } = {}, gate?: string): ChildProcess => {
    const launchDir = join(root, `launch-${++launches}`)
    mkdirSync(launchDir)
    const plan = harness.plan(
      startWith({ prompt: 'do it', launchDir, program: { binary, prefix: [] }, model: null, resume: null, ...over }),
    )
    const env = { PATH: process.env.PATH ?? '', HOME: root, ...(gate === undefined ? {} : { GATE: gate }) }
    return spawn(plan.argv[0]!, plan.argv.slice(1), { env, stdio: ['ignore', 'pipe', 'inherit'] })
  }
  const gated = (name: string): string => {
    const gate = join(root, name)
    execFileSync('mkfifo', [gate, `${gate}.begun`])
    return gate
  }
  const model = () => (existsSync(settings) ? JSON.parse(readFileSync(settings, 'utf8')).model : 'no file')
  return { root, settings, begin, gated, model }
}

async function output(child: ChildProcess): Promise<{ lines: Record<string, string>[]; code: number | null }> {
  let text = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    lines: text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
    code,
  }
}

const opened = (gate: string) =>
  new Promise<void>((go) => spawn('sh', ['-c', `cat "${gate}.begun"`]).once('close', () => go()))
const open = (gate: string) => execFileSync('sh', ['-c', `echo > "${gate}"`])

test('it can go on and take a model, and is marked untested', () => {
  expect(harness).toMatchObject({ proven: 'untested', can: { resume: true, models: true } })
  expect(harness.refuseModel('Gemini 3.5 Flash (High)', {})).toBeNull()
})

test('the model is set for the run, no flag carries it, and the settings are as before', async () => {
  const { settings, begin } = place()
  const before = '{"theme":"dark","model":"mine"}'
  writeFileSync(settings, before)
  const { lines, code } = await output(begin({ model: 'theirs', resume: 'conv-7' }))
  expect(code).toBe(0)
  expect(lines).toContainEqual({ conversation: 'conv-7' })
  expect(lines).toContainEqual({ text: 'model theirs' })
  const args = lines.find((line) => line.text?.startsWith('args'))?.text ?? ''
  expect(args).toContain('--conversation=conv-7')
  expect(args).not.toContain('--model')
  expect(JSON.parse(readFileSync(settings, 'utf8'))).toEqual(JSON.parse(before))
})

test('settings that were not there are not there afterwards', async () => {
  const { settings, begin } = place()
  await output(begin({ model: 'theirs' }))
  expect(existsSync(settings)).toBe(false)
})

test('asked to end, it puts the model back at once', async () => {
  const { settings, begin, gated, model } = place()
  writeFileSync(settings, '{"model":"mine"}')
  const gate = gated('gate')
  const child = begin({ model: 'theirs' }, gate)
  const ended = output(child)
  await opened(gate)
  expect(model()).toBe('theirs')
  child.kill('SIGTERM')
  await ended
  expect([model(), existsSync(`${settings}.drover`)]).toEqual(['mine', false])
})

test('killed hard, the next run puts it back, with a model or without; what somebody else set stays', async () => {
  const { settings, begin, gated, model } = place()
  for (const [set, next, then] of [
    [null, null, 'mine'],
    [null, 'other', 'mine'],
    ['by the user', null, 'by the user'],
  ] as const) {
    writeFileSync(settings, '{"model":"mine"}')
    const gate = gated(`gate-${set}-${next}`)
    const child = begin({ model: 'theirs' }, gate)
    const ended = output(child)
    await opened(gate)
    child.kill('SIGKILL')
    execFileSync('sh', ['-c', `echo > "${gate}"`])
    await ended
    expect(model()).toBe('theirs')
    if (set !== null) writeFileSync(settings, JSON.stringify({ model: set }))
    const { lines } = await output(begin({ model: next }))
    expect(lines).toContainEqual({ text: `model ${next ?? then}` })
    expect([model(), existsSync(`${settings}.drover`)]).toEqual([then, false])
  }
})

test('two models at once: one after the other, each with its own', async () => {
  const { settings, begin, gated, model } = place()
  writeFileSync(settings, '{"model":"mine"}')
  const gate = gated('gate')
  const first = output(begin({ model: 'one' }, gate))
  await opened(gate)
  const second = output(begin({ model: 'two' }))
  open(gate)
  expect((await first).lines).toContainEqual({ text: 'model one' })
  expect((await second).lines).toContainEqual({ text: 'model two' })
  expect(model()).toBe('mine')
})
