/**
 * Named points at which the crash tests end the daemon as a power cut would: `DROVER_FAULT=<name>` or `<name>#<n>` for the
 * n-th time. Without the variable nothing happens.
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
