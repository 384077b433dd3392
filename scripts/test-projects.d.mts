/** Types of test-projects.mjs, for the tests. */
export interface Counts {
  passed: number
  failed: number
  skipped: number
}
export declare function runProject(request: {
  project: string
  files?: readonly string[]
  root: string
  scratch: string
  start(args: string[], env: Record<string, string>): Promise<number>
  say(line: string): void
}): Promise<{ total: Counts; unsteady: string[] }>
