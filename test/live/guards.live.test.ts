/**
 * Guards on the real CLIs with the scripted model, in bypass mode: what is refused is not run and the model reads why, what is
 * allowed runs, and with nobody to ask nothing does. The judgement is the daemon's own; only its door is a small one.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClaudeCode } from '#adapters/harness/claude-code/claude-code'
import { createCodex } from '#adapters/harness/codex/codex'
import { guardWiring } from '#adapters/harness/guard-wiring'
import { createOpencode } from '#adapters/harness/opencode/opencode'
import { shellParser } from '#adapters/shell/parse'
import { deadPush } from '#core/role/dead-push'
import { judgeCall } from '#core/role/guard'
import type { GuardFacts } from '#core/role/guard-facts'
import { callsOf } from '#core/role/guard-tool'
import type { Harness, LaunchPlan, Start } from '#ports/harness'
import { type Bench, openBench } from './bench.ts'
import { onCached } from './cached.ts'
import { type Cli, clis } from './clis.ts'

/** The plan of the harness with its guard; flags stand where the CLI takes flags. */
function guarded(harness: Harness): Harness {
  const plan = (start: Start): LaunchPlan => {
    const bare = harness.plan(start)
    const config = bare.env.OPENCODE_CONFIG_CONTENT
    const wiring = guardWiring(harness.id, {
      launchDir: start.launchDir,
      cwd: start.cwd,
      trusted: start.trusted,
      nativeSubagents: 'allow',
      ...(config === undefined ? {} : { opencodeConfig: config }),
    })
    if (wiring === 'unguarded') throw new Error(`${harness.id} is unguarded`)
    const at = harness.id === 'codex' ? bare.argv.indexOf('exec') + 1 : bare.argv.length
    return {
      ...bare,
      argv: [...bare.argv.slice(0, at), ...wiring.argv, ...bare.argv.slice(at)],
      env: { ...bare.env, ...wiring.env },
      files: [...bare.files, ...wiring.files],
    }
  }
  return { ...harness, plan }
}

/** A door that judges as the daemon does. */
async function openDoor(socket: string, facts: GuardFacts): Promise<{ server: Server; asked: string[] }> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    request.on('end', () => {
      const body = JSON.parse(text) as Record<string, string>
      const tool = body.tool ?? body.tool_name ?? ''
      const input = body.input ?? body.tool_input
      asked.push(`${tool} ${JSON.stringify(input)}`)
      const calls = callsOf({ tool, input, cwd: body.cwd ?? facts.worktree }) ?? []
      const denied = calls
        .map((call) => judgeCall(facts, call, shellParser.parse))
        .find((one) => one.verdict === 'deny')
      const answer =
        denied === undefined
          ? { decision: 'allow' }
          : { decision: 'deny', reason: 'reason' in denied ? denied.reason : '' }
      response.end(JSON.stringify(answer))
    })
  })
  await new Promise<void>((done) => server.listen(socket, done))
  return { server, asked }
}

const rows: readonly (readonly [string, () => Harness])[] = [
  ['claude-code', createClaudeCode],
  ['codex', createCodex],
  ['opencode', createOpencode],
]

for (const [name, create] of rows) {
  const cli = clis.find((one) => one.name === name)!
  onCached(cli.name, cli.version, (bin) =>
    describe(`${cli.name} ${cli.version} with a guard`, () => cases(cli, create(), bin)),
  )
}

function cases(cli: Cli, harness: Harness, bin: string): void {
  let bench: Bench
  let door: Awaited<ReturnType<typeof openDoor>>
  let socket: string
  beforeAll(async () => {
    bench = await openBench(guarded(harness), bin, cli.version, ({ home, model }) => {
      for (const [path, content] of Object.entries(cli.files(model.url))) {
        mkdirSync(dirname(join(home, path)), { recursive: true })
        writeFileSync(join(home, path), content)
      }
      return { ...cli.env(model.url), ...deadPush() }
    })
    socket = join(bench.root, 'door')
    const facts = {
      mayWriteFiles: true,
      scope: ['src/**'],
      mayPush: false,
      worktree: bench.work,
      branch: null,
      nativeSubagents: 'allow',
    } as const
    door = await openDoor(socket, facts)
  })
  afterAll(async () => {
    await new Promise((done) => door.server.close(done))
    await bench.close()
  })

  const turn = (...commands: string[]) =>
    bench.turn(
      [...commands.map((command) => `MODEL run ${command}`), 'MODEL say done'].join('\n'),
      { permissions: 'bypass' },
      { DROVER_SOCKET: socket, DROVER_TOKEN: 't' },
    )
  /** What the model was shown in the last request. */
  const shown = () => JSON.stringify(bench.model.requests.at(-1)!.body)

  it('allowed runs; refused does not, however it is written, and the model reads why', async () => {
    await turn(
      'mkdir -p src && touch src/allowed',
      'touch refused',
      "sh -c 'touch refused2'",
      'true $(touch refused3)',
      'cd .. && touch refused4',
      'git -C . push origin HEAD',
    )
    expect(door.asked.length).toBeGreaterThanOrEqual(6)
    expect(existsSync(join(bench.work, 'src', 'allowed'))).toBe(true)
    for (const file of ['refused', 'refused2', 'refused3', '../refused4'])
      expect(existsSync(join(bench.work, file)), file).toBe(false)
    expect(shown()).toContain('is outside your files')
    expect(shown()).toContain('Nothing is pushed from here')
  })

  it('with the daemon gone nothing is run', async () => {
    const gone = join(bench.root, 'gone')
    await bench.turn(
      'MODEL run touch src/gone; touch gone\nMODEL say done',
      { permissions: 'bypass' },
      { DROVER_SOCKET: gone, DROVER_TOKEN: 't' },
    )
    expect(existsSync(join(bench.work, 'src', 'gone')) || existsSync(join(bench.work, 'gone'))).toBe(false)
    expect(shown()).toContain('daemon is away')
    rmSync(join(bench.work, 'src'), { recursive: true, force: true })
  })
}
