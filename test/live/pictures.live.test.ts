/**
 * A picture that a person attached, on its way to the model through the real CLIs: its bytes are in the request, whatever way
 * the CLI has for it; in the first turn, after a resume, and in a process that lives on.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAcp } from '#adapters/harness/acp/acp'
import { createClaudeCode } from '#adapters/harness/claude-code/claude-code'
import { createCodex } from '#adapters/harness/codex/codex'
import { createCopilot } from '#adapters/harness/copilot/copilot'
import { createGemini } from '#adapters/harness/gemini/gemini'
import { createOpencode } from '#adapters/harness/opencode/opencode'
import { createPi } from '#adapters/harness/pi/pi'
import { createQwen } from '#adapters/harness/qwen/qwen'
import { nativeIdOf } from '#flows/harness/check/hear'
import type { Harness, HarnessConfig, Start } from '#ports/harness'
import { type Bench, openBench } from './bench.ts'
import { onCached } from './cached.ts'
import { cliNamed, settle } from './clis.ts'

const acp = (...command: readonly string[]): HarnessConfig => ({ protocol: 'acp', lifetime: 'session', command })
const byAcp = (name: string, config: HarnessConfig): readonly [string, Harness, HarnessConfig, boolean] => [
  name,
  createAcp(`${name}-acp`, config),
  config,
  false,
]

/** Which CLI, its harness, its configuration, and whether a second process goes on with the conversation here. */
const ways: readonly (readonly [string, Harness, HarnessConfig, boolean])[] = [
  ['claude-code', createClaudeCode(), {}, true],
  ['codex', createCodex(), {}, true],
  ['codex', createCodex(), { lifetime: 'session' }, true],
  ['opencode', createOpencode(), {}, true],
  ['copilot', createCopilot(), {}, true],
  ['gemini', createGemini(), {}, true],
  ['qwen', createQwen(), {}, true],
  ['pi', createPi(), {}, true],
  byAcp('opencode', acp('opencode', 'acp')),
  byAcp('copilot', acp('copilot', '--acp')),
  byAcp('gemini', { ...acp('gemini', '--acp'), model: 'gemini-2.5-pro', model_flag: '-m' }),
]

/** One white dot. */
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg=='

for (const [name, harness, config, resumes] of ways) {
  const cli = cliNamed(name)
  const how = config.protocol === 'acp' ? ' by ACP' : config.lifetime === 'session' ? ', one process a session' : ''
  onCached(name, cli.version, (bin) => {
    describe(`${name} ${cli.version}${how}`, () => {
      let bench: Bench
      let attached: Pick<Start, 'pictures' | 'readPicture'> & { readonly line: string }
      beforeAll(async () => {
        bench = await openBench(harness, bin, cli.version, ({ home, model }) => ({
          ...settle(cli, home, model.url),
          // Qwen shows pictures to models that it knows to see.
          ...(name === 'qwen' ? { OPENAI_MODEL: 'qwen3-vl-plus' } : {}),
        }))
        const path = join(bench.root, 'sessions', 'conform-1', 'attachments', '0123456789ab-shot.png')
        mkdirSync(join(path, '..'), { recursive: true })
        writeFileSync(path, Buffer.from(dot, 'base64'))
        const pictures = [{ path, type: 'image/png' }]
        const readPicture: Start['readPicture'] = (one) => readFileSync(one.path, 'base64')
        attached = { pictures, readPicture, line: harness.attach?.(path) ?? `Attached file: ${path}` }
      })
      afterAll(() => bench.close())

      const pictured = (words: string): boolean =>
        bench.model.requests.some(
          (request) =>
            JSON.stringify(request.body).includes(words) &&
            /image\/(png|jpeg|webp)/.test(JSON.stringify(request.body)) &&
            /[A-Za-z0-9+/]{60}/.test(JSON.stringify(request.body)),
        )

      it('shows the model the picture', async () => {
        const { line, ...over } = attached
        const first = await bench.turn(`MODEL say looked\n\n${line}`, { config, ...over })
        expect(pictured('MODEL say looked')).toBe(true)
        if (!resumes) return
        const plain = bench.model.requests.length
        const second = { config, resume: nativeIdOf(first), previous: first.saved, ...over }
        await bench.turn(`MODEL say looked again\n\n${line}`, second)
        const said = bench.model.requests.slice(plain).map(({ body }) => JSON.stringify(body))
        // Once from before, once from now.
        expect(said.some((body) => body.split(/image\/(?:png|jpeg|webp)/).length > 2)).toBe(true)
      })
    })
  })
}
