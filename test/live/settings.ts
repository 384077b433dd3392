/** The configuration of a user of each CLI that points it at the scripted model, and at nothing else. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Answers the path of the file. */
function place(file: string, content: string): string {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
  return file
}

export const codexConfig = (url: string): string => `model = "gpt-5.5"
model_provider = "scripted"
[model_providers.scripted]
name = "scripted"
base_url = "${url}/v1"
env_key = "OPENAI_API_KEY"
wire_api = "responses"
[analytics]
enabled = false
`

export function opencodeEnv(url: string): Record<string, string> {
  const model = { name: 'm', reasoning: true, limit: { context: 200_000, output: 8000 }, cost: { input: 1, output: 2 } }
  const options = { baseURL: `${url}/v1`, apiKey: 'fake' }
  const provider = { scripted: { npm: '@ai-sdk/openai-compatible', name: 'scripted', options, models: { m: model } } }
  return {
    OPENCODE_CONFIG_CONTENT: JSON.stringify({ provider, model: 'scripted/m', small_model: 'scripted/m' }),
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
  }
}

export const geminiEnv = (url: string): Record<string, string> => ({
  GEMINI_API_KEY: 'fake',
  GOOGLE_GEMINI_BASE_URL: url,
})

export function placeGemini(home: string): string {
  const settings = {
    security: { auth: { selectedType: 'gemini-api-key' } },
    privacy: { usageStatisticsEnabled: false },
    model: { name: 'gemini-2.5-pro' },
  }
  return place(join(home, '.gemini', 'settings.json'), JSON.stringify(settings))
}

export const qwenEnv = (url: string): Record<string, string> => ({
  OPENAI_API_KEY: 'fake',
  OPENAI_BASE_URL: `${url}/v1`,
  OPENAI_MODEL: 'qwen3-coder',
})

export function placeQwen(home: string): string {
  const settings = {
    $version: 4,
    security: { auth: { selectedType: 'openai' } },
    privacy: { usageStatisticsEnabled: false },
    general: { enableAutoUpdate: false },
    model: { generationConfig: { contextWindowSize: 2_000_000 } },
  }
  return place(join(home, '.qwen', 'settings.json'), JSON.stringify(settings))
}

/** A model provider of the user's own: no GitHub account is asked. */
export const copilotEnv = (url: string): Record<string, string> => ({
  COPILOT_OFFLINE: 'true',
  COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
  COPILOT_PROVIDER_API_KEY: 'fake',
  COPILOT_MODEL: 'gpt-4.1',
})

/** Answers the path of its settings. */
export function placePi(home: string, url: string): string {
  const folder = join(home, '.pi', 'agent')
  const cost = { input: 1, output: 2, cacheRead: 0, cacheWrite: 0 }
  const model = { id: 'm', name: 'm', reasoning: true, input: ['text'], cost, contextWindow: 900_000, maxTokens: 8000 }
  const provider = { baseUrl: `${url}/v1`, api: 'openai-completions', apiKey: 'fake', models: [model] }
  place(join(folder, 'models.json'), JSON.stringify({ providers: { scripted: provider } }))
  return place(join(folder, 'settings.json'), JSON.stringify({ defaultProvider: 'scripted', defaultModel: 'm' }))
}

export const grokEnv = (url: string): Record<string, string> => ({
  GROK_API_KEY: 'fake',
  GROK_BASE_URL: `${url}/v1`,
})
