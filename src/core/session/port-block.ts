/** Each session gets a block of ports of its own: the lowest one that no held workspace has. */
const first = 20_000
const last = 60_000

export function freePortBlock(taken: readonly (number | null)[], size: number): number {
  const used = taken.filter((base): base is number => base !== null)
  for (let base = first; base + size <= last; base += size) {
    if (!used.some((other) => base < other + size && other < base + size)) return base
  }
  return first
}
