/** Reads a configuration file again only when it changed: settings are asked for at every turn. */
import { statSync } from 'node:fs'
import { type Layer, readLayer } from './layer.ts'

const kept = new Map<string, { readonly mark: string; readonly layer: Layer | null }>()
const most = 500

function markOf(file: string): string {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false })
  return stat === undefined ? 'none' : `${stat.dev}:${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}`
}

export function cachedLayer(kind: 'user' | 'repository', file: string): Layer | null {
  const id = `${kind} ${file}`
  const mark = safeMark(file)
  const found = kept.get(id)
  if (found !== undefined && mark !== null && found.mark === mark) return found.layer
  const layer = readLayer(kind, file)
  if (kept.size >= most) kept.clear()
  if (mark !== null) kept.set(id, { mark, layer })
  return layer
}

/** null when the file cannot even be looked at: reading it tells why. */
function safeMark(file: string): string | null {
  try {
    return markOf(file)
  } catch {
    return null
  }
}
