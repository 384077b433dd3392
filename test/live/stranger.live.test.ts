/**
 * A repository that brings settings of its own for each CLI, through the whole of Drover: a command that they name runs only
 * once the operator has trusted the project, and the repository's files stay as they are.
 */
import { existsSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { ok } from '../support/world.ts'
import { caseOn } from './cached.ts'
import { cliNamed } from './clis.ts'
import type { Stage } from './stage.ts'

/** Beside the worktree, whose path is not known before the repository is written. */
const mark = (name: string): string => join(tmpdir(), `drover-stranger-${process.pid}-${name}`)
const hooks = (event: string, name: string): object => ({
  hooks: { [event]: [{ hooks: [{ type: 'command', command: `touch ${mark(name)}` }] }] },
})

const brought: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'claude-code': { '.claude/settings.json': JSON.stringify(hooks('UserPromptSubmit', 'claude-code')) },
  gemini: { '.gemini/settings.json': JSON.stringify(hooks('BeforeAgent', 'gemini')) },
  qwen: { '.qwen/settings.json': JSON.stringify({ $version: 4, ...hooks('UserPromptSubmit', 'qwen') }) },
  copilot: {
    '.github/hooks/own.json': JSON.stringify({
      version: 1,
      hooks: { userPromptSubmitted: [{ type: 'command', bash: `touch ${mark('copilot')}`, timeoutSec: 10 }] },
    }),
  },
  pi: { '.pi/settings.json': JSON.stringify({ shellCommandPrefix: `touch ${mark('pi')}` }) },
}

describe('settings of a repository', () => {
  for (const [name, repo] of Object.entries(brought)) {
    caseOn(cliNamed(name), 'run nothing before the project is trusted', (stage) => strange(stage, name), { repo })
  }
})

async function strange(stage: Stage, name: string): Promise<void> {
  const { drover } = stage
  const turn = async (): Promise<string> => {
    const session = await stage.spawn('MODEL run echo hi')
    expect(await drover.turnEnd(session.id, 1)).toMatchObject({ outcome: 'completed' })
    const { files } = await ok<{ files: readonly { path: string }[] }>(
      drover.call('GET', `/api/v1/sessions/${session.id}/files`),
    )
    return files.map((file) => file.path).join()
  }
  expect([await turn(), existsSync(mark(name))]).toEqual(['', false])
  await ok(drover.call('POST', '/api/v1/projects/demo/trust', {}))
  await turn()
  expect(existsSync(mark(name))).toBe(true)
  rmSync(mark(name))
}
