/**
 * The agent CLIs that live tests drive, one row each: which version, how a user of it would have set it up so that it talks
 * to the scripted model and to nothing else, and where it keeps what. Owns the rows; who runs on them is told by the tests.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { codexConfig } from './settings.ts'

export interface Cli {
  /** The harness, which is also its name in the cache. */
  readonly name: string
  readonly version: string
  /** Variables of the user's shell. */
  env(url: string): Readonly<Record<string, string>>
  /** Files of the user's own, below the home. */
  files(url: string): Readonly<Record<string, string>>
  /** Where its conversations lie, below the home. */
  readonly transcripts: readonly string[]
  /** The variables of a user whose account has a quota, where that is another way to sign in. */
  readonly subscription?: Readonly<Record<string, string>>
  /** false: it tells no tokens, and the totals stay unknown. */
  readonly usage: boolean
  /** It goes on with an answer that broke off by itself: then that is no failure. */
  readonly continues?: boolean
  /** Failures after which its provider library asks again at once, unseen, and it gives up in seconds. */
  readonly givesUp?: readonly string[]
  /** What one of it takes at its peak, measured, in MB. */
  readonly memory: number
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

const opencodeConfig = (url: string): object => {
  const model = {
    name: 'm',
    reasoning: true,
    limit: { context: 200_000, output: 8000 },
    cost: { input: 1, output: 2 },
    attachment: true,
    modalities: { input: ['text', 'image'], output: ['text'] },
  }
  const options = { baseURL: `${url}/v1`, apiKey: 'fake' }
  const provider = { scripted: { npm: '@ai-sdk/openai-compatible', name: 'scripted', options, models: { m: model } } }
  return { $schema: 'https://opencode.ai/config.json', provider, model: 'scripted/m', small_model: 'scripted/m' }
}

const opencodePlugin = { dependencies: { '@opencode-ai/plugin': '1.18.33' } }

const piModels = (url: string): object => {
  const cost = { input: 1, output: 2, cacheRead: 0, cacheWrite: 0 }
  const model = {
    id: 'm',
    name: 'm',
    reasoning: true,
    input: ['text', 'image'],
    cost,
    contextWindow: 900_000,
    maxTokens: 8000,
  }
  return {
    providers: { scripted: { baseUrl: `${url}/v1`, api: 'openai-completions', apiKey: 'fake', models: [model] } },
  }
}

const claudeCode: Cli = {
  name: 'claude-code',
  version: '2.1.325',
  env: (url) => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'sk-ant-fake' }),
  files: () => ({ '.claude/settings.json': json({ cleanupPeriodDays: 30 }) }),
  transcripts: ['.claude/projects'],
  subscription: { ANTHROPIC_API_KEY: '', CLAUDE_CODE_OAUTH_TOKEN: 'sk-ant-oat01-fake' },
  usage: true,
  memory: 300,
}

const codex: Cli = {
  name: 'codex',
  version: '0.166.0',
  env: () => ({ OPENAI_API_KEY: 'fake' }),
  files: (url) => ({ '.codex/config.toml': codexConfig(url) }),
  transcripts: ['.codex/sessions'],
  usage: true,
  memory: 200,
}

const opencode: Cli = {
  name: 'opencode',
  version: '1.18.33',
  env: () => ({ OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_DEFAULT_PLUGINS: '1' }),
  files: (url) => ({
    '.config/opencode/opencode.json': json(opencodeConfig(url)),
    // At its first start it installs its plugin package here from npm: this user has started it before.
    '.config/opencode/package.json': json(opencodePlugin),
    '.config/opencode/package-lock.json': json({ packages: { '': opencodePlugin } }),
    '.config/opencode/node_modules/.package-lock.json': '{}',
  }),
  transcripts: ['.local/share/opencode'],
  usage: true,
  memory: 1200,
}

const gemini: Cli = {
  name: 'gemini',
  version: '0.61.0',
  env: (url) => ({ GEMINI_API_KEY: 'fake', GOOGLE_GEMINI_BASE_URL: url }),
  files: () => ({
    '.gemini/settings.json': json({
      security: { auth: { selectedType: 'gemini-api-key' } },
      model: { name: 'gemini-2.5-pro' },
    }),
  }),
  transcripts: ['.gemini/tmp', '.gemini/history'],
  usage: true,
  memory: 450,
}

const qwen: Cli = {
  name: 'qwen',
  version: '0.24.4',
  env: (url) => ({ OPENAI_API_KEY: 'fake', OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: 'qwen3-coder' }),
  files: () => ({
    '.qwen/settings.json': json({
      $version: 4,
      security: { auth: { selectedType: 'openai' } },
      model: { generationConfig: { contextWindowSize: 2_000_000 } },
    }),
  }),
  transcripts: ['.qwen/projects', '.qwen/tmp'],
  continues: true,
  usage: true,
  memory: 450,
}

const copilot: Cli = {
  name: 'copilot',
  version: '1.0.102',
  env: (url) => ({
    COPILOT_OFFLINE: 'true',
    COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
    COPILOT_PROVIDER_API_KEY: 'fake',
    COPILOT_MODEL: 'gpt-4.1',
  }),
  files: () => ({ '.copilot/settings.json': json({ banner: 'never' }) }),
  transcripts: ['.copilot/session-state'],
  usage: false,
  memory: 350,
}

const pi: Cli = {
  name: 'pi',
  version: '0.73.1',
  env: () => ({}),
  files: (url) => ({
    '.pi/agent/models.json': json(piModels(url)),
    '.pi/agent/settings.json': json({ defaultProvider: 'scripted', defaultModel: 'm' }),
  }),
  transcripts: ['.pi/agent/sessions'],
  // It retries by words of the message, and a bare 529 has none of them.
  givesUp: ['MODEL fail 529'],
  usage: true,
  memory: 200,
}

/** It can do too little for the cases of the others. */
const grok: Cli = {
  name: 'grok',
  version: '0.0.34',
  env: (url) => ({ GROK_API_KEY: 'fake', GROK_BASE_URL: `${url}/v1` }),
  files: () => ({}),
  transcripts: [],
  usage: false,
  memory: 200,
}

export const clis: readonly Cli[] = [claudeCode, codex, opencode, gemini, qwen, copilot, pi]

/** The row of one CLI. */
export function cliNamed(name: string): Cli {
  const found = [...clis, grok].find((cli) => cli.name === name)
  if (found === undefined) throw new Error(`no such row: ${name}`)
  return found
}

/** Writes the user's files into a home of a test; answers the variables of the user's shell. */
export function settle(cli: Cli, home: string, url: string): Record<string, string> {
  for (const [path, content] of Object.entries(cli.files(url))) {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), content)
  }
  return { ...cli.env(url) }
}

/** The user's files that are not as the user wrote them. */
export const touched = (cli: Cli, home: string, url: string): readonly string[] =>
  Object.entries(cli.files(url)).flatMap(([path, content]) =>
    readFileSync(join(home, path), 'utf8') === content ? [] : [path],
  )
