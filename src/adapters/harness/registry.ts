/**
 * Which harnesses there are, by id and by the short names people type. It knows no harness itself: the composition root
 * gives the list, so a harness is one folder and one line there.
 */
import { DroverError } from '#contract/error'
import type { Harness, HarnessConfig, HarnessRegistry, LaunchPlan, Start } from '#ports/harness'

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
  /** A model can be chosen although no flag carries it: `run` does. */
  readonly models?: 'without a flag'
  /** For a CLI that needs more than the argv of its table. */
  run?(plan: LaunchPlan, start: Start): LaunchPlan
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
    names,
  }
}

/** The program is found and launched by the template's own configuration, with the user's table on top. */
function fromTemplate(
  { id, name, install, config, models, run = (plan) => plan }: Template,
  makeCustom: MakeCustom,
): Harness {
  const base = makeCustom(id, config)
  const over = (own: HarnessConfig): Harness =>
    Object.keys(own).length === 0 ? base : makeCustom(id, { ...config, ...own })
  return {
    ...base,
    can: { ...base.can, models: base.can.models || models !== undefined },
    name,
    install,
    proven: 'untested',
    testedVersions: 'none',
    locate: (host, own) => over(own).locate(host, own),
    probe: (host, own, signal) => over(own).probe(host, own, signal),
    refuseModel: (model, own) => (models === undefined ? over(own).refuseModel(model, own) : null),
    plan: (start) => run(over(start.config).plan(start), start),
    open: (start, saved) => over(start.config).open(start, saved),
  }
}
