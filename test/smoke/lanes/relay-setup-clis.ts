/**
 * What a relay of the real CLIs is set up with: configurations that are wrong, the default route, quotas in the old spelling, the
 * project's instructions as the model reads them, and the predecessor's example of a custom harness around each CLI.
 */
import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ModelServer } from '../../support/model-server/model-server.ts'
import type { Home } from '../home.ts'
import type { Lane } from '../lane.ts'
import { repositoryOf } from './relay-run.ts'
import { withClis } from './with-clis.ts'

type Check = Parameters<Lane['run']>[0]['check']
interface Part {
  readonly home: Home
  readonly check: Check
  readonly cwd: string
  readonly model: ModelServer
}

const aliases: Readonly<Record<string, string>> = { 'claude-code': 'cc', codex: 'cx', opencode: 'op' }

export const relaySetupClisLane: Lane = {
  name: 'relay-setup-clis',
  shows: 'configurations, quotas, instructions and a custom harness around claude-code, codex and opencode',
  clis: true,
  run: (steps) =>
    withClis(steps, async (found, model) => {
      const { home, check } = steps
      const cwd = await repositoryOf(home, 'shop')
      await home.json(['project', 'add', '--path', cwd])
      const part = { home, check, cwd, model }
      await configurations(part, found)
      for (const name of found) await quota(part, name)
      await instructions(part, found)
      for (const name of found) await wrapped(part, name)
    }),
}

const configure = async ({ home }: Part, text: string): Promise<void> => {
  home.config(text)
  await home.json(['restart'])
}

async function ran({ home, cwd }: Part, ...args: string[]) {
  const { code, out, err } = await home.drover(['relay', ...args, '--json'], { cwd })
  assert.equal(code, 0, `${out}${err}`)
  return JSON.parse(out)
}

const configurations = (part: Part, found: readonly string[]) =>
  part.check(`2c 2d routes of ${found.join(', ')}: checked, what is wrong is said, the default is used`, async () => {
    const checked = () => part.home.drover(['routes', 'check'], { cwd: part.cwd })
    await configure(part, `schema_version = 99\n[routes]\nplanner = ${JSON.stringify(found)}\n`)
    const warned = await checked()
    assert.equal(warned.code, 0, `${warned.out}${warned.err}`)
    assert.match(warned.out, /schema_version 99 is not known here/)
    assert.match(warned.out, /no default route/)
    for (const name of found)
      assert.doesNotMatch(warned.out, new RegExp(`${name}.*(not found|not installed|signed out)`))
    await configure(part, '[harness.9lives]\ncommand = ["codex"]\n[routes]\ndefault = ["9lives"]\n')
    const wrong = await checked()
    assert.deepEqual([wrong.code, /9lives/.test(wrong.out + wrong.err)], [1, true])
    await configure(part, `[routes]\ndefault = ${JSON.stringify(found.map((name) => aliases[name]))}\n`)
    const listed = await checked()
    assert.equal(listed.code, 0, `${listed.out}${listed.err}`)
    assert.match(listed.out, new RegExp(`^default +${found.join('[ \\w]*\\n +')} `, 'm'))
    const { tries } = await ran(part, '-n', String(found.length), 'MODEL run echo round >> log.txt')
    assert.deepEqual(
      tries.map((one: { agent: string; route: string }) => `${one.agent} ${one.route}`),
      found.map((name) => `${name} default`),
    )
  })

const quota = (part: Part, name: string) =>
  part.check(`2i \`${aliases[name]}:2\` is ${name} twice in a row`, async () => {
    const args = ['-n', '2', '-a', `${aliases[name]}:2`, '-a', 'rh:b', 'MODEL run echo twice >> log.txt']
    const { tries } = await ran(part, ...args)
    assert.deepEqual(
      tries.map((one: { agent: string; outcome: string }) => `${one.agent} ${one.outcome}`),
      [`${name} completed`, `${name} completed`],
    )
  })

const instructions = (part: Part, found: readonly string[]) =>
  part.check(`2m instructions, or that there are none; the model of ${found.join(', ')} reads them`, async () => {
    const shown = () => part.home.drover(['instructions', 'show'], { cwd: part.cwd })
    assert.equal((await shown()).out, '(no project instructions set)\n')
    const file = join(part.cwd, '.drover', 'instructions.md')
    mkdirSync(join(part.cwd, '.drover'), { recursive: true })
    writeFileSync(file, 'Count the whimbrels first.\n')
    assert.equal((await shown()).out, 'Count the whimbrels first.\n')
    for (const name of found) {
      const before = part.model.requests.length
      await ran(part, '-a', name, `MODEL run echo ${name} >> log.txt`)
      const read = part.model.requests.slice(before).filter(({ helper }) => !helper)
      assert.ok(JSON.stringify(read.map(({ body }) => body)).includes('Count the whimbrels first.'), name)
    }
    rmSync(file)
  })

/** How the program of the predecessor's example hands its words on to each CLI; colours as a terminal would get them. */
const calls: Readonly<Record<string, (program: string) => string>> = {
  'claude-code': (program) => `IS_SANDBOX=1 ${program} -p --dangerously-skip-permissions --model "$4" "$2"`,
  codex: (program) => `${program} exec --dangerously-bypass-approvals-and-sandbox --color always --model "$4" "$2"`,
  opencode: (program) => `${program} run --auto --model "$4" "$2"`,
}
const models: Readonly<Record<string, string>> = { opencode: 'scripted/m' }

const wrapped = (part: Part, name: string) =>
  part.check(
    `2f the predecessor's example around ${name}: its record, its model, no escape codes in the summary`,
    async () => {
      const { home, cwd, model } = part
      const kimi = models[name] ?? 'moonshot/kimi-k2'
      const { harnesses } = await home.json(['harness', 'ls'])
      const program = harnesses.find((one: { id: string }) => one.id === name).readiness.binary
      const needs = Object.entries(home.env).filter(([key]) => /^(ANTHROPIC|OPENAI|OPENCODE|XDG|HOME)/.test(key))
      mkdirSync(join(home.dir, 'mine'), { recursive: true })
      const file = join(home.dir, 'mine', 'mycode')
      const exports = needs.map(([key, value]) => `export ${key}='${value}'`).join('\n')
      const say = `printf '\\033[32mmade by %s\\033[0m\\n' "$4"`
      writeFileSync(file, `#!/bin/sh\n${exports}\n${calls[name]?.(program)} </dev/null || exit 1\n${say}\n`)
      chmodSync(file, 0o755)
      home.env.PATH = `${join(home.dir, 'mine')}:${home.env.PATH}`
      await configure(part, example(kimi))
      const before = model.requests.length
      const { tries } = await ran(part, '-a', 'mycode:kimi', `MODEL run echo ${name} > custom-${name}.txt`)
      const [one] = tries
      assert.deepEqual([one.agent, one.outcome], [`mycode:${kimi}`, 'completed'], JSON.stringify(one))
      assert.match(one.summary, new RegExp(`made by ${kimi}$`))
      assert.ok(!one.summary.includes('\u001b'), 'escape codes in the summary')
      assert.ok(one.filesChanged >= 1 && one.commits.length === 1)
      const asked = model.requests.slice(before).filter(({ helper }) => !helper)
      assert.ok(
        asked.some((request) => kimi.endsWith(request.model)),
        asked.map((request) => request.model).join(),
      )
      home.config(`${example(kimi)}[harness.talks]\ncommand = ["opencode", "$PROMPT"]\n[routes]\ndefault = ["talks"]\n`)
      await home.json(['restart'])
      const told = await home.drover(['routes', 'check'], { cwd })
      assert.match(told.out, /talks[\s\S]*run/, told.out)
    },
  )

const example = (kimi: string): string => `[harness.mycode]
command = ["mycode", "run", "$PROMPT"]
model_flag = "--model"
output_strategy = "tail"
output_lines = 40
tail_stream = "stdout"
[harness.mycode.models]
kimi = "${kimi}"
`
