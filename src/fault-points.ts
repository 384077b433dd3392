/**
 * Wiring for the crash tests, and for nobody else; without its variable nothing happens. `DROVER_FAULT=<name>` (or
 * `<name>#<n>` for the n-th time) ends the daemon at a named point as a power cut would. Wrong behaviour on purpose is in the
 * tests' own build only (defects.ts).
 */
export function createFaultPoints(env: NodeJS.ProcessEnv): (name: string) => void {
  const wanted = env.DROVER_FAULT
  if (wanted === undefined || wanted === '') return () => undefined
  const [, name, count] = /^(.*?)(?:#(\d+))?$/.exec(wanted) ?? []
  let left = Number(count ?? 1)
  return (point) => {
    if (point !== name) return
    left -= 1
    if (left === 0) process.kill(process.pid, 'SIGKILL')
  }
}
