/**
 * Owns what a repository's own configuration may make git run on Drover's behalf: nothing.
 *
 * Checkout, status and fetch start programs that configuration names (filters, ssh commands, credential helpers …). The
 * operator's system and global settings are theirs and stay in force, so a globally installed git-lfs smudges as usual.
 * A setting from the repository's scope (`.git/config`, `config.worktree`, whatever they include) may come from an agent
 * or from a repository somebody handed over, so each such setting is overridden for Drover's calls by the operator's own
 * value, or by a harmless one. The exact commands that `git lfs install --local` writes are let through. A file whose
 * filter is switched off this way is checked out as its stored content, as if the filter were not installed.
 *
 * Leaves hooks, fsmonitor and the rest of the fixed settings to `git.ts`, and `remote.*.uploadpack` (whose first value
 * wins, so it cannot be overridden here) to the options of each call that speaks to a remote; where a repository sets
 * it, git is told not to fetch missing objects by itself.
 */

export interface Setting {
  readonly scope: string
  readonly key: string
  readonly value: string
}

export interface Override {
  readonly key: string
  readonly value: string
}

interface Rule {
  readonly pattern: RegExp
  /** Takes the place of a repository's value where the operator has set none. */
  readonly harmless: string
}

const rules: readonly Rule[] = [
  { pattern: /^filter\..*\.required$/s, harmless: 'false' },
  { pattern: /^filter\..*\.(clean|smudge|process)$/s, harmless: '' },
  { pattern: /^lfs\.standalonetransferagent$/, harmless: '' },
  { pattern: /^lfs\..*\.standalonetransferagent$/s, harmless: '' },
  { pattern: /^lfs\.customtransfer\..*\.path$/s, harmless: 'false' },
  { pattern: /^lfs\.extension\..*\.(clean|smudge)$/s, harmless: '' },
  { pattern: /^core\.sshcommand$/, harmless: 'ssh' },
  { pattern: /^core\.(gitproxy|askpass)$/, harmless: '' },
  { pattern: /^core\.alternaterefscommand$/, harmless: 'true' },
  { pattern: /^remote\..*\.vcs$/s, harmless: '' },
  { pattern: /^gpg(\..*)?\.program$/s, harmless: 'false' },
  { pattern: /^hook\..*\.command$/s, harmless: 'true' },
  // A merge driver that fails is a conflict for a person; one that does nothing would take one side for both.
  { pattern: /^merge\..*\.driver$/s, harmless: 'false' },
]

const helper = /^credential(\..*)?\.helper$/s

const lfsLocal: Readonly<Record<string, readonly string[]>> = {
  'filter.lfs.clean': ['git-lfs clean -- %f'],
  'filter.lfs.smudge': ['git-lfs smudge -- %f', 'git-lfs smudge --skip -- %f'],
  'filter.lfs.process': ['git-lfs filter-process', 'git-lfs filter-process --skip'],
  'filter.lfs.required': ['true'],
}

const ofRepository = (setting: Setting): boolean => setting.scope === 'local' || setting.scope === 'worktree'

/** Reads `git config -z --show-scope --list`. */
export function parseSettings(output: string): Setting[] {
  const parts = output.split('\0')
  const settings: Setting[] = []
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const entry = parts[at + 1] ?? ''
    const line = entry.indexOf('\n')
    settings.push({
      scope: parts[at] ?? '',
      key: line < 0 ? entry : entry.slice(0, line),
      value: line < 0 ? 'true' : entry.slice(line + 1),
    })
  }
  return settings
}

/** The settings that Drover's calls put above the repository's own. */
export function shieldOf(settings: readonly Setting[]): Override[] {
  const overrides = new Map<string, string>()
  const operator = settings.filter((setting) => !ofRepository(setting))
  for (const setting of settings.filter(ofRepository)) {
    const rule = rules.find((candidate) => candidate.pattern.test(setting.key))
    if (rule === undefined || lfsLocal[setting.key]?.includes(setting.value)) continue
    const own = operator.findLast((candidate) => candidate.key === setting.key)
    overrides.set(setting.key, own?.value ?? rule.harmless)
  }
  const list = [...overrides].map(([key, value]) => ({ key, value }))
  if (!settings.some((setting) => ofRepository(setting) && helper.test(setting.key))) return list
  // An empty value clears the list of helpers; the operator's own are then named again in their order.
  const own = operator.filter((setting) => helper.test(setting.key))
  return [...list, { key: 'credential.helper', value: '' }, ...own.map(({ key, value }) => ({ key, value }))]
}

/** Programs on the way to a remote that no override reaches; only the calls that name their own are safe then. */
export const mayNotFetchBySelf = (settings: readonly Setting[]): boolean =>
  settings.some((setting) => ofRepository(setting) && /^remote\..*\.(uploadpack|vcs)$/s.test(setting.key))
