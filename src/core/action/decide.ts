/** Which action a name means, whether it may run beside what runs, and how much of its output is told. Runs nothing. */
import type { Refusal } from '#contract/error'

export interface Action {
  readonly name: string
  readonly title: string
  readonly argv: readonly string[]
  readonly mutating: boolean
  readonly confirm: string | null
  readonly timeoutMs: number
  readonly before: string | null
}

/** Exact and case-sensitive; whatever else was said is not looked at. */
export function pickAction(
  actions: readonly Action[],
  name: string,
): { readonly action: Action; readonly before: Action | null } | Refusal {
  const action = actions.find((one) => one.name === name)
  if (action !== undefined) return { action, before: actions.find((one) => one.name === action.before) ?? null }
  const known = actions.map((one) => one.name).join(', ')
  return {
    refused: 'ACTION_UNKNOWN',
    message: `No action is called ${JSON.stringify(name.slice(0, 100))}; nothing was run.`,
    hint:
      known === '' ? 'Add [actions.NAME] with argv to your own config.toml.' : `Known, by their exact names: ${known}`,
  }
}

/** Of those that change something one runs at a time; one action never runs twice at once. */
export function refuseBeside(
  action: Pick<Action, 'name' | 'mutating'>,
  running: readonly Pick<Action, 'name' | 'mutating'>[],
): Refusal | null {
  const same = running.find((one) => one.name === action.name)
  const other = same ?? (action.mutating ? running.find((one) => one.mutating) : undefined)
  if (other === undefined) return null
  return {
    refused: 'ACTION_RUNNING',
    message: `"${other.name}" runs; ${same ? 'it runs once at a time' : 'what changes something runs one at a time'}. Nothing was run.`,
    hint: 'Wait for its end (GET /api/v1/actions says since when it runs), then ask again.',
  }
}

/** Of each stream; the end of a long one is left out, and said to be. */
export const toldBytes = 256 * 1024

export const bounded = (text: string): string =>
  text.length <= toldBytes
    ? text
    : `${text.slice(0, toldBytes)}\n[the rest is left out: more than ${toldBytes} characters]`
