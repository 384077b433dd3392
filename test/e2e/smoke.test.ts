/** The smoke lanes that need nothing but git and curl, by the program of `npm run test:live`; and that it notices what is wrong. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Lane, newTally, runLane } from '../smoke/lane.ts'
import { lanes } from '../smoke/lanes/all.ts'
import { canSeeProcesses } from '../smoke/processes.ts'
import { misfits } from '../smoke/schema.ts'
import { checkoutStatus, newIn } from '../smoke/stray.ts'
import { awaited } from '../support/awaited.ts'
import { tempRepo } from '../support/temp-repo.ts'
import { root } from '../support/world.ts'

function program(...args: string[]): Promise<{ code: number | null; out: string }> {
  const child = spawn(process.execPath, [join(root, 'scripts', 'test-live.mjs'), ...args], { cwd: root })
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  child.stderr.resume()
  const ended = new Promise<{ code: number | null; out: string }>((done) =>
    child.on('close', (code) => done({ code, out })),
  )
  return awaited(() => `the end of test-live.mjs ${args.join(' ')}, which has said: ${out.slice(-1000)}`, ended)
}

/** Far more than it takes: a lane gives up by itself long before. */
const patience = { timeout: 600_000 }

const hasCurl = spawnSync('curl', ['--version']).status === 0

describe.skipIf(!hasCurl)('T02: the lane (needs curl)', () => {
  it.each(lanes.map((lane) => lane.name))('%s holds', patience, async (name) => {
    const { code, out } = await program('--lane', name, '--without-clis', '--beside')
    expect(out).toMatch(/^Failed: 0$/m)
    expect(code, out).toBe(0)
  })

  it('that does not exist is named', async () => {
    expect((await program('--lane', 'no-such-lane', '--beside')).code).toBe(2)
  })
})

const tallyOf = async (run: Lane['run']) => {
  const tally = newTally()
  await runLane({ name: 'mine', shows: 'nothing', run }, false, tally, () => undefined)
  return tally
}

describe('the runner', () => {
  it('counts a step that fails, ends its lane there, and leaves its home nowhere', async () => {
    let dir = ''
    const { passed, failed } = await tallyOf(async ({ home, check }) => {
      dir = home.dir
      await check('first', () => undefined)
      await check('second', () => {
        throw new Error('not so')
      })
      await check('third', () => undefined)
    })
    expect(failed).toEqual(['mine: second: not so'])
    expect(passed).not.toContain('mine: third')
    expect(existsSync(dir)).toBe(false)
  })

  it.skipIf(!canSeeProcesses)('counts a process that stays behind, and ends it', async () => {
    let pid = 0
    const { failed } = await tallyOf(async ({ home }) => {
      pid = Number((await home.run('sh', ['-c', 'sleep 600 >/dev/null 2>&1 & echo $!'])).out)
    })
    expect(failed).toEqual([expect.stringContaining(`stray processes after the daemon stopped: ${pid} sleep 600`)])
  })

  it('T21 A10: sees a stray file in a checkout, and none where there is no git', () => {
    const dir = mkdtempSync(join(tmpdir(), 'drover-stray-'))
    try {
      expect(checkoutStatus(dir)).toBeNull()
      const repo = tempRepo(join(dir, 'repo'), { '.gitignore': 'ignored\n' })
      const before = checkoutStatus(repo.path) ?? []
      writeFileSync(join(repo.path, 'ignored'), '')
      expect(newIn(checkoutStatus(repo.path) ?? [], before)).toEqual([])
      writeFileSync(join(repo.path, 'stray.txt'), '')
      expect(newIn(checkoutStatus(repo.path) ?? [], before)).toEqual(['?? stray.txt'])
    } finally {
      rmSync(dir, { recursive: true, force: true })
    }
  })

  it('tells what of an answer is not as the document says', () => {
    const document = {
      paths: {},
      components: { schemas: { Name: { type: 'string', enum: ['a', 'b'] } }, responses: {} },
    }
    const schema = {
      type: 'object',
      required: ['name', 'list'],
      properties: {
        name: { $ref: '#/components/schemas/Name' },
        list: { type: 'array', items: { type: ['integer', 'null'] } },
        either: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      },
    }
    expect(misfits(document, schema, { name: 'a', list: [1, null], either: null })).toEqual([])
    expect(misfits(document, schema, { name: 'c', list: [1.5] })).toEqual([
      'answer.name: "c" is no choice',
      'answer.list[0]: number, not integer,null',
    ])
    expect(misfits(document, schema, { name: 'a', either: 1 })).toEqual([
      'answer.list is missing',
      'answer.either: number, not string',
    ])
  })
})
