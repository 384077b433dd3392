/** Small choices this browser remembers: filters, folds, the last harness. Never anything secret. */

export function remembered<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`drover.${key}`)
    return text === null ? otherwise : (JSON.parse(text) as T)
  } catch {
    // Storage may be closed or hold something foreign: the page works without memory.
    return otherwise
  }
}

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(`drover.${key}`, JSON.stringify(value))
  } catch {
    // As above.
  }
}
