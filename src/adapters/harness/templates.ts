/**
 * CLIs that nobody has run here, as data for the custom harness: argv, where their words are, how to install them. Each is
 * marked untested wherever harnesses are listed and is never claimed as working; `drover harness check NAME` tries one. Read
 * from public documentation. One that is proven gets an adapter and leaves this list.
 */
import type { HarnessConfig } from '#ports/harness'
import { runAntigravity } from './antigravity.ts'
import type { Template } from './registry.ts'

/** Lines in the shape of Claude Code's stream-json, which several CLIs print. */
const claudeLike: HarnessConfig = {
  output: 'ndjson',
  text_path: '[type=assistant].message.content[*].text',
  session_path: 'session_id',
  error_path: '[type=result][is_error=true].result',
}

/** Lines that are messages with a role. */
const messages: HarnessConfig = { output: 'ndjson', text_path: '[role=assistant].content' }

/** It gives up on its own after a few minutes otherwise. */
const agyFlags = ['--dangerously-skip-permissions', '--print-timeout=2h0m0s']

export const templates: readonly Template[] = [
  {
    id: 'cursor',
    name: 'Cursor CLI',
    install: 'curl https://cursor.com/install -fsS | bash',
    config: {
      ...claudeLike,
      command: ['cursor-agent', '-p', '--output-format', 'stream-json', '--force', '--', '$PROMPT'],
      resume: [
        'cursor-agent',
        '-p',
        '--output-format',
        'stream-json',
        '--force',
        '--resume',
        '$SESSION',
        '--',
        '$PROMPT',
      ],
      model_flag: '--model',
      pass_env: ['CURSOR_API_KEY'],
    },
  },
  {
    id: 'kimi',
    name: 'Kimi Code CLI',
    install: 'uv tool install kimi-cli',
    config: {
      ...messages,
      command: ['kimi', '--print', '--output-format=stream-json'],
      model_flag: '--model',
      pass_env: ['KIMI_API_KEY', 'KIMI_BASE_URL', 'KIMI_MODEL_NAME'],
    },
  },
  {
    id: 'antigravity',
    name: 'Antigravity CLI',
    install: 'See https://github.com/google-antigravity/antigravity-cli',
    config: {
      output: 'ndjson',
      text_path: 'text',
      session_path: 'conversation',
      command: ['agy', ...agyFlags, '--print', '$PROMPT'],
      resume: ['agy', ...agyFlags, '--conversation=$SESSION', '--print', '$PROMPT'],
      pass_env: ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_CLOUD_PROJECT'],
    },
    models: 'without a flag',
    run: runAntigravity,
  },
  {
    id: 'amp',
    name: 'Amp',
    install: 'npm install -g @sourcegraph/amp',
    config: {
      ...claudeLike,
      command: ['amp', '--execute', '--stream-json', '--dangerously-allow-all'],
      resume: ['amp', 'threads', 'continue', '$SESSION', '--execute', '--stream-json', '--dangerously-allow-all'],
      env: { AMP_SKIP_UPDATE_CHECK: '1' },
      pass_env: ['AMP_API_KEY', 'AMP_URL'],
    },
  },
  {
    id: 'crush',
    name: 'Crush',
    install: 'npm install -g @charmland/crush',
    config: {
      output: 'text',
      command: ['crush', 'run', '--quiet'],
      model_flag: '--model',
      env: { CRUSH_DISABLE_METRICS: '1', CRUSH_DISABLE_PROVIDER_AUTO_UPDATE: '1' },
      pass_env: ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'OPENROUTER_API_KEY', 'GEMINI_API_KEY', 'GROQ_API_KEY'],
    },
  },
  {
    id: 'goose',
    name: 'goose',
    install: 'See https://block.github.io/goose/docs/getting-started/installation',
    config: {
      output: 'text',
      command: ['goose', 'run', '--quiet', '--no-session', '--instructions', '-'],
      model_flag: '--model',
      env: { GOOSE_MODE: 'auto' },
      pass_env: ['GOOSE_PROVIDER', 'GOOSE_MODEL', 'ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GOOGLE_API_KEY'],
    },
  },
  {
    id: 'droid',
    name: 'Factory Droid',
    install: 'curl -fsSL https://app.factory.ai/cli | sh',
    config: {
      output: 'text',
      command: ['droid', 'exec', '--auto', 'high', '--file', '$PROMPT_FILE'],
      model_flag: '--model',
      pass_env: ['FACTORY_API_KEY'],
    },
  },
  {
    id: 'aider',
    name: 'aider',
    install: 'python -m pip install aider-chat',
    config: {
      output: 'text',
      command: ['aider', '--yes-always', '--no-pretty', '--no-stream', '--message-file', '$PROMPT_FILE'],
      model_flag: '--model',
      env: { AIDER_ANALYTICS: 'false', AIDER_CHECK_UPDATE: 'false', AIDER_SHOW_RELEASE_NOTES: 'false' },
      pass_env: ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'OPENROUTER_API_KEY', 'GEMINI_API_KEY', 'DEEPSEEK_API_KEY'],
    },
  },
]
