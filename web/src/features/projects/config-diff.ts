/** Two configurations as lines, with what was taken out and what was put in. Pure. */

export interface DiffLine {
  readonly sign: ' ' | '-' | '+'
  readonly text: string
}

function flat(value: unknown, path: string, out: Map<string, string>): void {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    for (const [key, inner] of Object.entries(value)) flat(inner, path === '' ? key : `${path}.${key}`, out)
  } else if (path !== '') out.set(path, JSON.stringify(value) ?? 'null')
}

export function configDiff(before: unknown, after: unknown): readonly DiffLine[] {
  const old = new Map<string, string>()
  const now = new Map<string, string>()
  flat(before ?? {}, '', old)
  flat(after ?? {}, '', now)
  const fresh = before === null || before === undefined
  const lines: DiffLine[] = []
  for (const key of [...new Set([...old.keys(), ...now.keys()])].sort()) {
    const was = old.get(key)
    const is = now.get(key)
    if (was === is || (fresh && is !== undefined)) lines.push({ sign: ' ', text: `${key} = ${is}` })
    else {
      if (was !== undefined) lines.push({ sign: '-', text: `${key} = ${was}` })
      if (is !== undefined) lines.push({ sign: '+', text: `${key} = ${is}` })
    }
  }
  return lines
}
