/**
 * The predecessor's example of a custom harness, its file unchanged: read as any configuration file, found on PATH, run as a
 * real process. The conformance suite passes on it, its short names of models reach the program, its result has no escapes.
 */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCustom } from '#adapters/harness/custom/custom'
import { makeGround, openTrial } from '#adapters/runtime/trial/trial'
import { parseMix } from '#core/relay/agent-spec'
import { knownAgents } from '#core/relay/known-agents'
import type { HarnessConfig, Spoken } from '#ports/harness'
import { loadEffective } from '#src/config/effective'
import { unspawnable } from '#src/config/spawnable'
import { harnessSuite } from './harness.suite.ts'

const file = `
[harness.mycode]
command = ["mycode", "run", "$PROMPT"]
model_flag = "--model"
output_strategy = "tail"
output_lines = 40
tail_stream = "stdout"
[harness.mycode.models]
kimi = "moonshot/kimi-k2"
`
const agent = fileURLToPath(new URL('./agents/mycode.sh', import.meta.url))

function read(text: string) {
  const dir = mkdtempSync(join(tmpdir(), 'drover-mycode-'))
  try {
    writeFileSync(join(dir, 'config.toml'), text)
    return loadEffective({ userFile: join(dir, 'config.toml'), repoPath: null })
  } finally {
    rmSync(dir, { recursive: true })
  }
}

/** A directory on PATH where `mycode` is. */
function installed(root: string): string {
  const bin = join(root, 'mycode-bin')
  mkdirSync(bin)
  symlinkSync(agent, join(bin, 'mycode'))
  return [bin, process.env.PATH ?? ''].join(delimiter)
}

const effective = read(file)
const config = effective.harness('mycode')

harnessSuite(() => ({
  title: "T07: custom, the predecessor's example",
  harness: createCustom('mycode', config),
  config,
  prose: true,
  promptByStdin: false,
  words: {
    say: (text) => text,
    fail: { prompt: 'hello', model: 'no-such-model', evidence: { channel: 'stderr' } },
    endless: { prompt: 'ENDLESS on my way', after: 'on my way' },
    remember: (word) => `REMEMBER ${word}`,
    recall: 'RECALL',
    write: (path) => `WRITE ${path}`,
    huge: () => 'HUGE',
    instructed: 'which codeword?',
  },
  prepare: async (root) => ({ env: { PATH: installed(root) } }),
}))

describe("T07: the predecessor's example", () => {
  let ground: ReturnType<typeof makeGround>
  let path: string
  beforeAll(() => {
    ground = makeGround()
    path = installed(ground.root)
  })
  afterAll(() => ground.remove())

  const run = async (own: HarnessConfig, prompt: string, model: string | null = null): Promise<readonly Spoken[]> => {
    const trial = openTrial({
      root: ground.root,
      harness: createCustom('mycode', own),
      config: own,
      program: { binary: agent, prefix: [] },
      version: null,
      model,
      env: { PATH: path, HOME: ground.root },
      timeoutMs: 30_000,
    })
    try {
      return (await trial.open(prompt).done).all
    } finally {
      await trial.close()
    }
  }
  const resultOf = (spoken: readonly Spoken[]) => spoken.find((event) => event.kind === 'result')
  const texts = (spoken: readonly Spoken[]) => spoken.flatMap((event) => (event.kind === 'text' ? [event.text] : []))

  it('is a configuration without a fault', () => {
    expect(unspawnable(effective)).toEqual([])
    expect(effective.customHarnesses).toEqual(['mycode'])
    expect(config).toMatchObject({ tail_lines: 40, tail_stream: 'stdout', models: { kimi: 'moonshot/kimi-k2' } })
  })

  it('mycode:kimi is its model under the long name, which reaches the program', async () => {
    const harnessModels = { mycode: config.models as Record<string, string> }
    const known = knownAgents({ harnesses: effective.customHarnesses, models: {}, harnessModels })
    const [entry] = parseMix(['mycode:kimi@2'], known).entries
    expect(entry?.spec).toEqual({ harness: 'mycode', model: 'moonshot/kimi-k2' })
    const spoken = await run(config, 'hello', entry!.spec.model)
    expect(resultOf(spoken)).toMatchObject({ isError: false, text: 'mycode with moonshot/kimi-k2\nhello' })
  })

  it('has a result without escapes, of the lines that were asked for', async () => {
    const spoken = await run({ ...config, tail_lines: 1 }, 'hello')
    expect(resultOf(spoken)).toMatchObject({ isError: false, text: 'hello' })
    expect(texts(spoken)).toEqual(['mycode with none', 'hello'])
  })

  it.each([
    ['stdout', 'STDERR', 'mycode with none', ['mycode with none']],
    ['stderr', 'STDERR', 'thinking 100%\nthe answer', ['mycode with none', 'thinking 100%\nthe answer']],
    ['combined', 'hello', 'thinking 100%\nmycode with none\nhello', ['mycode with none', 'hello']],
  ])('tail_stream = %j takes its lines there', async (stream, prompt, result, said) => {
    const spoken = await run({ ...config, tail_stream: stream }, prompt)
    expect(resultOf(spoken)).toMatchObject({ isError: false, text: result })
    expect(texts(spoken)).toEqual(said)
  })

  it('takes the model as an argument of its own where the flag is empty', async () => {
    const own = {
      ...read(file.replace('"--model"', '""')).harness('mycode'),
      command: ['mycode', 'run', '$PROMPT', '-m'],
    }
    expect(resultOf(await run(own, 'hello', 'moonshot/kimi-k2'))).toMatchObject({
      text: 'mycode with moonshot/kimi-k2\nhello',
    })
  })
})
