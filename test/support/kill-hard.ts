/** kill -9 of one process of a test. A number that is missing is an error here: to the system 0 means one's own whole group. */
export function killHard(pid: number | null | undefined): void {
  if (!Number.isInteger(pid) || (pid ?? 0) <= 1) throw new Error(`there is no process ${pid} to end`)
  process.kill(pid as number, 'SIGKILL')
}
