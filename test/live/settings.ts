/** The configuration of a user of Codex that points it at the scripted model, and at nothing else. Ends inside `[features]`. */

export const codexConfig = (url: string): string => `model = "gpt-5.5"
model_provider = "scripted"
[model_providers.scripted]
name = "scripted"
base_url = "${url}/v1"
env_key = "OPENAI_API_KEY"
wire_api = "responses"
[analytics]
enabled = false
[features]
plugins = false
`
