/** Applies a text redactor to every string inside a value. Answers the same value when nothing had to change. */
export type Redact = (text: string) => string
/** false: no value that was written as this JSON holds anything to redact. */
export type Suspects = (json: string) => boolean

export function redactDeep<T>(value: T, redact: Redact): T {
  return walk(value, redact) as T
}

function walk(value: unknown, redact: Redact): unknown {
  if (typeof value === 'string') return redact(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return walkList(value, redact)
  const source = value as Record<string, unknown>
  let copy: Record<string, unknown> | null = null
  for (const key of Object.keys(source)) {
    const before = source[key]
    const after = walk(before, redact)
    const name = redact(key)
    if (after === before && name === key) continue
    copy ??= { ...source }
    if (name !== key) delete copy[key]
    copy[name] = after
  }
  return copy ?? value
}

function walkList(list: readonly unknown[], redact: Redact): readonly unknown[] {
  let copy: unknown[] | null = null
  for (let i = 0; i < list.length; i++) {
    const after = walk(list[i], redact)
    if (after === list[i]) continue
    copy ??= [...list]
    copy[i] = after
  }
  return copy ?? list
}
