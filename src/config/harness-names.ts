/**
 * Names that `[harness.NAME]` knows without a command of its own. `builtIn` are translated by Drover itself and cannot be
 * redefined; `expected` are known by name and may be given a command where Drover brings no translator for them.
 */
export const builtIn: readonly string[] = [
  'claude-code',
  'codex',
  'opencode',
  'gemini',
  'qwen',
  'copilot',
  'pi',
  'grok',
  'rehearsal',
]
export const expected: readonly string[] = ['crush', 'antigravity', 'cursor', 'kimi', 'amp', 'goose', 'droid', 'aider']

/** Short names that a spawn takes in their place. */
export const aliases: readonly string[] = ['cc', 'claude', 'cx', 'op', 'ge', 'qw', 'cp', 'cr', 'ag', 'agy', 'rh']

/** Keys that every harness takes. */
export const commonKeys: readonly string[] = ['binary', 'model', 'models', 'env', 'mode', 'check']

/** Keys that one built-in harness takes beyond the common ones. */
export const ownKeys: Readonly<Record<string, readonly string[]>> = {
  'claude-code': ['lifetime'],
  codex: ['lifetime'],
  rehearsal: ['lifetime'],
}

/** Keys that change neither which program runs nor what it is given: a repository may bring them without trust. */
export const harmlessKeys: readonly string[] = ['model', 'models', 'lifetime', 'mode', 'check']
