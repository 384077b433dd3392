/** One-tap prompts from a project's configuration, and for sessions without one from the user's. Reads them leniently: a shape it does not know is no preset. */
import type { ConfigValue } from '#contract/project'
import { getConfig } from '../../api/calls.ts'
import { useRead } from '../../ui/use-read.ts'

export interface Preset {
  readonly label: string
  readonly prompt: string
}

const text = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

function one(value: unknown, name: string | null): Preset | null {
  if (text(value)) return { label: name ?? (value.length > 28 ? `${value.slice(0, 27)}…` : value), prompt: value }
  if (typeof value !== 'object' || value === null) return null
  const fields = value as Record<string, unknown>
  const prompt = fields.prompt ?? fields.text
  const label = fields.label ?? fields.name ?? name
  return text(prompt) ? one(prompt, text(label) ? label : null) : null
}

/** `presets = ["…"]`, `presets = [{label, prompt}]`, or `[presets] name = "…"`, whole or flattened. */
export function presetsOf(config: readonly ConfigValue[]): readonly Preset[] {
  const found: (Preset | null)[] = []
  for (const { key, value } of config) {
    if (key === 'presets' && Array.isArray(value)) found.push(...value.map((part) => one(part, null)))
    else if (key === 'presets' && typeof value === 'object' && value !== null)
      found.push(...Object.entries(value).map(([name, part]) => one(part, name)))
    else if (key.startsWith('presets.')) found.push(one(value, key.slice('presets.'.length)))
  }
  return found.filter((preset) => preset !== null)
}

const none: readonly Preset[] = []
const kept = new Map<string, Promise<readonly Preset[]>>()

export function usePresets(projectId: string): readonly Preset[] {
  const { data } = useRead(projectId, () => {
    const known = kept.get(projectId)
    if (known) return known
    const asked = getConfig(projectId).then(presetsOf)
    kept.set(projectId, asked)
    asked.catch(() => kept.delete(projectId))
    return asked
  })
  return data ?? none
}
