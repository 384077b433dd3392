/** The agent CLIs of the cache, set up in a throw-away home to speak to the scripted model and to nobody else. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import {
  codexConfig,
  copilotEnv,
  geminiEnv,
  grokEnv,
  opencodeEnv,
  placeGemini,
  placePi,
  placeQwen,
  qwenEnv,
} from '../live/settings.ts'

export interface Cli {
  readonly harness: string
  readonly version: string
  /** Where its program is. */
  readonly bin: string
}

const known = ['claude-code', 'codex', 'opencode', 'gemini', 'qwen', 'copilot', 'pi', 'grok']

const cache = (): string => process.env.DROVER_HARNESS_CACHE ?? join(homedir(), '.cache', 'drover', 'harnesses')

const byNumber = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true })

/** The newest of each that is installed. */
export function cachedClis(): readonly Cli[] {
  const found = existsSync(cache()) ? readdirSync(cache()).toSorted(byNumber) : []
  return known.flatMap((harness) => {
    const name = found.findLast((one) => one.startsWith(`${harness}@`))
    const bin = join(cache(), name ?? '', 'node_modules', '.bin')
    return name === undefined || !existsSync(bin) ? [] : [{ harness, version: name.slice(harness.length + 1), bin }]
  })
}

/** Files in the home of this user, and the environment that every one of them needs. */
export function settle(dir: string, url: string, path: string): Record<string, string> {
  mkdirSync(join(dir, '.codex'), { recursive: true })
  writeFileSync(join(dir, '.codex', 'config.toml'), codexConfig(url))
  placeGemini(dir)
  placeQwen(dir)
  placePi(dir, url)
  return {
    PATH: path,
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'sk-ant-fake',
    ...geminiEnv(url),
    ...qwenEnv(url),
    ...copilotEnv(url),
    ...grokEnv(url),
    ...opencodeEnv(url),
  }
}
