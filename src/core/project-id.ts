/** A project's id from its directory, and the next free one when it is taken. */
import { isProjectId, scratchProject } from '#contract/ids'

export function projectIdFrom(path: string): string {
  const base = path.split('/').filter(Boolean).at(-1) ?? 'project'
  const slug = base
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^[^a-z0-9]+/, '')
    .slice(0, 63)
    .replace(/-+$/, '')
  if (slug === '' || slug === scratchProject) return `${slug || 'project'}${slug === scratchProject ? '-repo' : ''}`
  return slug
}

export function suggestId(taken: string, isTaken: (id: string) => boolean): string {
  for (let n = 2; ; n++) {
    const suffix = `-${n}`
    const id = `${taken.slice(0, 63 - suffix.length)}${suffix}`
    if (isProjectId(id) && !isTaken(id)) return id
  }
}
