/** What the tests of the adapters share: a start with plain defaults, and the recorded lines beside an adapter. */
import { readFileSync } from 'node:fs'
import type { AgentInput, Start } from '#ports/harness'
import type { Step } from '#test/conformance/fixtures.suite'

/** Lines of `fixtures/<name>.jsonl` beside the test whose `import.meta.url` is given. */
export const recordedBeside =
  (url: string) =>
  (name: string): readonly string[] =>
    readFileSync(new URL(`./fixtures/${name}.jsonl`, url), 'utf8')
      .trimEnd()
      .split('\n')

/** The same where Drover spoke too: a line `{"say": …}` is what was said at that moment. */
export const stepsBeside =
  (url: string) =>
  (name: string): readonly Step[] =>
    recordedBeside(url)(name).map((line) =>
      line.startsWith('{"say"') ? { say: (JSON.parse(line) as { say: AgentInput }).say } : line,
    )

export const startWith = (over: Partial<Start> = {}): Start => ({
  sessionId: 'demo-1',
  launchId: 'l_000000000000000000000001',
  launchDir: '/drover/sessions/demo-1/launches/1',
  sessionDir: '/drover/sessions/demo-1',
  cwd: '/repo',
  program: { binary: '/opt/agent', prefix: [] },
  version: null,
  prompt: 'the prompt',
  source: 'operator',
  model: null,
  permissions: 'bypass',
  resume: null,
  fork: false,
  freshId: '00000000-0000-4000-8000-000000000001',
  trusted: true,
  instructions: null,
  mcp: null,
  guard: null,
  pictures: [],
  config: {},
  hostEnv: {},
  ...over,
})
