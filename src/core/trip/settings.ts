/**
 * The loop's settings: the table `[afk]` and its variables, by one parser. A blank variable means the table's value; one that
 * cannot be read stops the loop, with words that say which. As shipped the loop is off and nothing is enrolled.
 */
import type { LandingMode } from '#contract/trip'
import { readStage } from './stages.ts'

export interface AfkTable {
  readonly enabled: boolean
  readonly allow: readonly string[]
  readonly readyLabel: string
  readonly inProgressLabel: string
  readonly humanLabel: string
  readonly budgetUsd: number
  readonly fixForwardMaxAttempts: number
  readonly fixForwardMaxSeconds: number
  readonly maxParallel: number
  readonly unlabelledPriority: number
  readonly deadlineSeconds: number
  readonly ciDeadlineSeconds: number
  readonly intervalSeconds: number
  readonly leaseSeconds: number
  readonly landing: LandingMode
  /** `harness[:model]`; null: the project's own. */
  readonly agent: string | null
  /** Build, deploy, rollout, as they are written. */
  readonly ci: readonly string[]
  readonly executor: 'drover' | 't3'
}

export type AfkSettings =
  | { readonly ok: true; readonly values: AfkTable }
  | { readonly ok: false; readonly error: string }

export const shippedAfk: AfkTable = {
  enabled: false,
  allow: [],
  readyLabel: 'ready-for-agent',
  inProgressLabel: 'agent-in-progress',
  humanLabel: 'ready-for-human',
  budgetUsd: 100,
  fixForwardMaxAttempts: 5,
  fixForwardMaxSeconds: 3600,
  maxParallel: 4,
  unlabelledPriority: 0,
  deadlineSeconds: 7200,
  ciDeadlineSeconds: 3600,
  intervalSeconds: 30,
  leaseSeconds: 900,
  landing: 'pr',
  agent: null,
  ci: ['checks'],
  executor: 'drover',
}

type Env = Readonly<Record<string, string | undefined>>
type Read<T> = (word: string) => T | null

const yes = ['1', 'true', 'yes', 'on']
const no = ['0', 'false', 'no', 'off']
/** The switch kills: on means that the loop is not enabled. */
const switchWord: Read<boolean> = (word) =>
  yes.includes(word.toLowerCase()) ? false : no.includes(word.toLowerCase()) ? true : null
const list: Read<readonly string[]> = (word) =>
  word
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
const label: Read<string> = (word) => word
const amount: Read<number> = (word) => (/^\d+(\.\d+)?$/.test(word) ? Number(word) : null)
const whole: Read<number> = (word) => (/^\d{1,9}$/.test(word) ? Number(word) : null)

/** Each variable, the value it sets, how it is read, and what it takes. */
export const afkVariables = [
  ['DROVER_AFK_ALLOWLIST', 'allow', list, 'a comma list of owner/name'],
  ['DROVER_AFK_KILL_SWITCH', 'enabled', switchWord, '1, true, yes or on, or 0, false, no or off'],
  ['DROVER_AFK_READY_LABEL', 'readyLabel', label, 'a label'],
  ['DROVER_AFK_IN_PROGRESS_LABEL', 'inProgressLabel', label, 'a label'],
  ['DROVER_AFK_HUMAN_LABEL', 'humanLabel', label, 'a label'],
  ['DROVER_AFK_BUDGET_USD', 'budgetUsd', amount, 'a number of dollars'],
  ['DROVER_AFK_FIX_FORWARD_MAX_ATTEMPTS', 'fixForwardMaxAttempts', whole, 'a whole number'],
  ['DROVER_AFK_FIX_FORWARD_MAX_SECONDS', 'fixForwardMaxSeconds', whole, 'a whole number of seconds'],
] as const

export function parseAfk(table: Partial<AfkTable>, env: Env): AfkSettings {
  const values: Record<string, unknown> = { ...shippedAfk }
  for (const [key, value] of Object.entries(table)) if (value !== undefined && value !== '') values[key] = value
  for (const [name, key, read, takes] of afkVariables) {
    const word = env[name]?.trim() ?? ''
    if (word === '') continue
    const value = read(word)
    if (value === null) return { ok: false, error: `${name} takes ${takes}, not "${word.slice(0, 60)}".` }
    values[key] = value
  }
  const whole = values as unknown as AfkTable
  const labels = [whole.readyLabel, whole.inProgressLabel, whole.humanLabel]
  if (new Set(labels).size < labels.length)
    return {
      ok: false,
      error: `ready_label, in_progress_label and human_label must be three labels: ${labels.join(', ')}.`,
    }
  const wrong = whole.allow.find((repo) => !/^[A-Za-z0-9._-]+\/[A-Za-z0-9._-]+$/.test(repo))
  if (wrong !== undefined) return { ok: false, error: `"${wrong}" of the allow list is no owner/name.` }
  for (const words of whole.ci) {
    const stage = readStage(words)
    if (!stage.ok) return { ok: false, error: stage.error }
  }
  return { ok: true, values: whole }
}
