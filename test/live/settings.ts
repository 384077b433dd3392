/** The configuration of a user of each CLI that points it at the scripted model, and at nothing else. */

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
