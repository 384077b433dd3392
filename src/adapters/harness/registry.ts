/**
 * Which harnesses there are, by id and by the short names people type. It knows no harness itself: the composition root
 * gives the list, so a harness is one folder and one line there.
 */
import { DroverError } from '#contract/error'
import type { Harness, HarnessConfig, HarnessRegistry } from '#ports/harness'

/** Short names. An alias counts only while the harness it means is in the list. */
export const aliases: Readonly<Record<string, string>> = {
  cc: 'claude-code',
  claude: 'claude-code',
  cx: 'codex',
  op: 'opencode',
  ge: 'gemini',
  qw: 'qwen',
  cp: 'copilot',
  pi: 'pi',
  cr: 'crush',
  ag: 'antigravity',
  agy: 'antigravity',
  rh: 'rehearsal',
}

/** A harness that is data only: a configuration for the custom harness that nobody has run here. Never claimed as working. */
export interface Template {
  readonly id: string
  readonly name: string
  readonly install: string
  readonly config: HarnessConfig
}

type MakeCustom = (name: string, config: HarnessConfig) => Harness

export function createRegistry(
  harnesses: readonly Harness[],
  makeCustom: MakeCustom,
  templates: readonly Template[] = [],
): HarnessRegistry {
  const known = new Map<string, Harness>()
  for (const harness of [...harnesses, ...templates.map((template) => fromTemplate(template, makeCustom))]) {
    if (known.has(harness.id))
      throw new DroverError('INTERNAL_ERROR', `Two harnesses are called ${harness.id}.`, {
        hint: 'Give one of them another id where the registry is put together.',
      })
    known.set(harness.id, harness)
  }
  const names = (): readonly string[] => [
    ...known.keys(),
    ...Object.keys(aliases).filter((alias) => known.has(aliases[alias] ?? '')),
  ]
  return {
    all: () => [...known.values()],
    get: (id) => known.get(id) ?? known.get(Object.hasOwn(aliases, id) ? (aliases[id] ?? '') : '') ?? null,
    custom: makeCustom,
    nearest: (id) => nearest(id.toLowerCase(), names()),
  }
}

/** The program is found and launched by the template's own configuration, with the user's table on top. */
function fromTemplate({ id, name, install, config }: Template, makeCustom: MakeCustom): Harness {
  const base = makeCustom(id, config)
  const over = (own: HarnessConfig): Harness =>
    Object.keys(own).length === 0 ? base : makeCustom(id, { ...config, ...own })
  return {
    ...base,
    name,
    install,
    proven: 'untested',
    testedVersions: 'none',
    locate: (host, own) => over(own).locate(host, own),
    probe: (host, own, signal) => over(own).probe(host, own, signal),
    refuseModel: (model, own) => over(own).refuseModel(model, own),
    plan: (start) => over(start.config).plan(start),
    open: (start, saved) => over(start.config).open(start, saved),
  }
}

/** The closest name within a third of its length (at least one edit), else null. */
export function nearest(word: string, names: readonly string[]): string | null {
  const ranked = names
    .map((name) => ({ name, edits: editDistance(word, name) }))
    .filter(({ name, edits }) => edits <= Math.max(1, Math.floor(Math.max(name.length, word.length) / 3)))
    .sort((a, b) => a.edits - b.edits || b.name.length - a.name.length)
  return ranked[0]?.name ?? names.find((name) => word.length >= 3 && name.startsWith(word)) ?? null
}

/** Insertions, deletions, substitutions and swaps of neighbours. */
export function editDistance(a: string, b: string): number {
  const rows: number[][] = Array.from({ length: a.length + 1 }, (_, i) => [i])
  for (let j = 1; j <= b.length; j += 1) rows[0]![j] = j
  for (let i = 1; i <= a.length; i += 1)
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min(rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1, rows[i - 1]![j - 1]! + same)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, rows[i - 2]![j - 2]! + 1)
      rows[i]![j] = best
    }
  return rows[a.length]![b.length]!
}
