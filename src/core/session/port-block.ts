/** Each session gets a block of ports of its own: the lowest one that no held workspace has. */
const first = 20_000
const last = 60_000

export function freePortBlock(taken: readonly (number | null)[], size: number): number {
  const used = taken.filter((base): base is number => base !== null).sort((a, b) => a - b)
  let base = first
  for (const other of used) {
    if (base + size <= other) break
    const end = other + size
    if (end > base) base += Math.ceil((end - base) / size) * size
  }
  return base + size <= last ? base : first
}
