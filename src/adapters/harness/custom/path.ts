/**
 * Small paths into a JSON line: `message.content[*].text`, `usage`, `items.0.id`, and filters such as
 * `[type=assistant].message`. Finds all values a path leads to. Not JSONPath, only what line formats need.
 */

export type Segment =
  | { readonly key: string }
  | { readonly each: true }
  | { readonly where: string; readonly is: string }
export type Path = readonly Segment[]

/** null: not a path. */
export function readPath(text: string): Path | null {
  const path: Segment[] = []
  let rest = text.trim().replace(/^\$\.?/, '')
  while (rest !== '') {
    const match = /^\.?(?:\[\*\]|\[([\w-]+(?:\.[\w-]+)*)=([^\]]*)\]|\[(\d+)\]|([\w-]+|\*))/.exec(rest)
    if (match === null) return null
    const [whole, where, is, index, key] = match
    if (where !== undefined) path.push({ where, is: is ?? '' })
    else if (index !== undefined) path.push({ key: index })
    else if (key !== undefined && key !== '*') path.push({ key })
    else path.push({ each: true })
    rest = rest.slice(whole.length)
  }
  return path.length === 0 ? null : path
}

/** Every value that one of the paths leads to, in order; nulls and absences left out. */
export function findAll(paths: readonly Path[], line: unknown): readonly unknown[] {
  return paths.flatMap((path) => path.reduce<readonly unknown[]>(step, [line])).filter(isThere)
}

const isThere = (value: unknown): boolean => value !== undefined && value !== null

function step(values: readonly unknown[], segment: Segment): readonly unknown[] {
  if ('each' in segment) return values.flatMap((value) => (isObject(value) ? Object.values(value) : []))
  if ('where' in segment) {
    const way = segment.where.split('.').map((key) => ({ key }))
    return values.filter((value) =>
      way.reduce<readonly unknown[]>(step, [value]).some((at) => String(at) === segment.is),
    )
  }
  return values.flatMap((value) =>
    isObject(value) && Object.hasOwn(value, segment.key) ? [(value as Record<string, unknown>)[segment.key]] : [],
  )
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
