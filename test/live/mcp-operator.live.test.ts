/**
 * An operator's own CLI as the client: `drover mcp install` puts the server into its configuration, the CLI lists the tools to
 * its model, the scripted model calls them, and the daemon does what was asked.
 */
import { execFile } from 'node:child_process'
import { describe, expect } from 'vitest'
import { createClaudeCode } from '#adapters/harness/claude-code/claude-code'
import type { Located } from '#ports/harness'
import { cachedProgram, caseOn } from './cached.ts'
import { cliNamed } from './clis.ts'
import type { Stage } from './stage.ts'

const rows = [{ name: 'claude-code', harness: createClaudeCode(), args: ['-p', '--dangerously-skip-permissions'] }]

function ask(stage: Stage, program: Located, args: readonly string[], prompt: string): Promise<string> {
  const { env, repo } = stage.drover
  return new Promise((resolve, reject) => {
    const options = { env: { ...env, IS_SANDBOX: '1' }, cwd: repo.path, timeout: 90_000 }
    const child = execFile(program.binary, [...program.prefix, ...args, prompt], options, (error, out, err) =>
      error === null ? resolve(out) : reject(new Error(`${error.message}\n${out}\n${err}`)),
    )
    child.stdin?.end()
  })
}

describe.concurrent('drover mcp in an operator’s own CLI', () => {
  for (const { name, harness, args } of rows)
    caseOn(cliNamed(name), 'lists the tools and calls them', async (stage) => {
      const { drover } = stage
      const program = await cachedProgram(harness, drover.env.PATH?.split(':')[0] ?? '')
      expect((await drover.cli(['mcp', 'install', name, '--yes'])).code).toBe(0)
      const spawn = { projectId: 'demo', harness: 'rehearsal', prompt: '@say up', waitSeconds: 20 }
      await ask(stage, program, args, `MODEL door spawn ${JSON.stringify(spawn)}`)
      expect(await drover.session('demo-1')).toMatchObject({ lastText: 'up', status: 'idle' })
      await ask(stage, program, args, `MODEL door session_get ${JSON.stringify({ id: 'demo-1' })}`)
      const requests = stage.model.requests.map(({ body }) => JSON.stringify(body))
      // The tools were offered by name, and the answer of the last one reached the model.
      const offered = requests.join('\n')
      expect(['session_get', 'effort_start', 'pr_list'].filter((word) => !offered.includes(word))).toEqual([])
      expect(/lastText\W+up/.test(requests.at(-1) ?? '')).toBe(true)
      expect((await drover.cli(['mcp', 'uninstall', name, '--yes'])).code).toBe(0)
      expect(stage.touched().filter((file) => !file.endsWith('.claude.json'))).toEqual([])
    })
})
