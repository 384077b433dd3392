/**
 * Heats on a real daemon with rehearsal agents: all or none, one of them kept, and the corners in which a daemon dies, a
 * verification is red, the base moves, or two people choose at once.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Heat, HeatBoard } from '#contract/heat'
import { ok, type World, world } from '#test/support/world'

let w: World
beforeAll(async () => {
  w = await world({ repo: { 'README.md': '# Test\n' } })
  await w.addProject()
})
afterAll(() => w.end())

const agents = ['rehearsal:fast', 'rehearsal:fast', 'rehearsal:fast']
const start = async (prompt: string, more: object = {}): Promise<Heat> =>
  (await ok<{ heat: Heat }>(w.call('POST', '/api/v1/heats', { projectId: 'demo', prompt, agents, ...more }))).heat
const board = (id: string): Promise<HeatBoard> => ok<HeatBoard>(w.call('GET', `/api/v1/heats/${id}`))
const ids = (heat: Heat): readonly string[] => heat.members.map(({ sessionId }) => sessionId ?? '')
const keep = (heat: Heat, session: string) =>
  w.call<{ heat: Heat; code: string; hint: string }>('POST', `/api/v1/heats/${heat.id}/keep`, { session })
const over = async (heat: Heat): Promise<void> => {
  for (const id of ids(heat)) {
    await w.turnEnd(id)
    await w.until(id, (one) => one.status === 'idle')
  }
}
const untilHeat = async (id: string, fits: (heat: Heat) => boolean): Promise<Heat> => {
  const { lastSeq } = await ok<{ lastSeq: number }>(w.call('GET', '/api/v1/status'))
  const { heat } = await board(id)
  if (fits(heat)) return heat
  return w.change(lastSeq, (change) => {
    if (change.type !== 'heat_updated') return undefined
    const told = change.payload as Heat
    return told.id === id && fits(told) ? told : undefined
  })
}
const phases = (heat: Heat) => Promise.all(ids(heat).map(async (id) => (await w.session(id)).phase))
const sessions = async (): Promise<number> =>
  (await ok<{ sessions: unknown[] }>(w.call('GET', '/api/v1/sessions?includeTerminated=true&limit=500'))).sessions
    .length
const verifyWith = (verify: string) => ok(w.call('PATCH', '/api/v1/projects/demo', { settings: { verify } }))

describe('all or none', () => {
  it('an agent that is missing, a heat of one, an empty prompt: refused, and nothing is there', async () => {
    const before = await sessions()
    const body = { projectId: 'demo', prompt: '@say hi' }
    const refused = async (more: object): Promise<string> =>
      (await w.call<{ code: string }>('POST', '/api/v1/heats', { ...body, ...more })).body.code
    expect(await refused({ agents: ['rehearsal', 'no-such-agent'] })).toBe('UNKNOWN_AGENT_SPEC')
    expect(await refused({ agents: ['rehearsal', 'grok'] })).toBe('HARNESS_BINARY_NOT_FOUND')
    expect(await refused({ agents: ['rehearsal'] })).toBe('HEAT_SIZE')
    expect(await refused({ agents, prompt: ' ' })).toBe('PROMPT_REQUIRED')
    expect(await refused({ agents, base: 'nowhere' })).toBe('BASE_REF_NOT_FOUND')
    expect(await sessions()).toBe(before)
    expect((await ok<{ heats: unknown[] }>(w.call('GET', '/api/v1/heats'))).heats).toEqual([])
  })
})

describe('one prompt, three agents', () => {
  it('side by side from the shell, and the one that is kept lands while the others end with their work', async () => {
    const spawned = await w.cli([
      'spawn',
      '--each',
      'rehearsal:fast rehearsal:fast',
      '--prompt',
      '@write $DROVER_SESSION_ID.txt x\n@write all.txt y',
      '--project',
      'demo',
      '--json',
    ])
    expect(spawned.stderr).toBe('')
    const { heat } = JSON.parse(spawned.stdout) as { heat: Heat }
    await over(heat)
    const [one = '', two = ''] = ids(heat)
    const { sides, files } = await board(heat.id)
    expect(sides.map((side) => [side.sessionId, side.status, side.files.length > 0])).toEqual([
      [one, 'idle', true],
      [two, 'idle', true],
    ])
    expect(files.all).toContain('all.txt')
    const shown = await w.cli(['heat', 'show', heat.id])
    expect(shown.stdout).toContain('touched by all: ')
    expect(shown.stdout.split('\n').every((line) => line.length <= 120)).toBe(true)
    const kept = await w.cli(['heat', 'keep', heat.id, two])
    expect([kept.code, kept.stdout]).toEqual([0, expect.stringContaining(`${two} is kept`)])
    await untilHeat(heat.id, ({ state }) => state === 'kept')
    expect(await phases(heat)).toEqual(['ended', 'live'])
    expect(existsSync(join(w.repo.path, 'all.txt'))).toBe(true)
    const left = await w.session(one)
    expect(existsSync(join(left.workspace ?? '', 'all.txt'))).toBe(true)
    const { snapshots } = await ok<{ snapshots: unknown[] }>(w.call('GET', `/api/v1/sessions/${one}/snapshots`))
    expect(snapshots.length).toBeGreaterThan(0)
    // Asked again it is the same; another one is too late, and its work can still land by itself.
    expect((await keep(heat, two)).body.heat.state).toBe('kept')
    const late = await keep(heat, one)
    expect([late.status, late.body.code, late.body.hint]).toEqual([409, 'HEAT_DECIDED', expect.stringContaining(one)])
    expect((await w.cli(['heat', 'ls'])).stdout).toContain(`kept ${two}`)
    // A member that is restored lives again, and nothing else of the heat changes.
    await ok(w.call('POST', `/api/v1/sessions/${one}/restore`, {}))
    expect([await phases(heat), (await board(heat.id)).heat.state]).toEqual([['live', 'live'], 'kept'])
  })

  it('the base moved between: all began at the same commit, and the kept one lands on the newer base', async () => {
    const heat = await start('@write moved.txt x\n@commit moved')
    w.repo.write('meanwhile.txt', 'mine\n')
    w.repo.commit('meanwhile')
    await over(heat)
    const [one = ''] = ids(heat)
    const bases = ids(heat).map(async (id) =>
      w.repo.git('merge-base', (await w.session(id)).branch ?? '', heat.baseCommit).trim(),
    )
    expect(new Set(await Promise.all(bases))).toEqual(new Set([heat.baseCommit]))
    await ok(keep(heat, one))
    await untilHeat(heat.id, ({ state }) => state === 'kept')
    expect(existsSync(join(w.repo.path, 'moved.txt')) && existsSync(join(w.repo.path, 'meanwhile.txt'))).toBe(true)
  })

  it('two choose at once: the same one is kept once, two different ones are one and a refusal', async () => {
    const heat = await start('@write twice.txt x\n@commit twice')
    await over(heat)
    const [one = '', two = ''] = ids(heat)
    const answers = await Promise.all([keep(heat, one), keep(heat, one), keep(heat, two)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 409])
    expect(answers[0]?.body.heat.merge).toBe(answers[1]?.body.heat.merge)
    await untilHeat(heat.id, ({ state }) => state === 'kept')
    const { merges } = await ok<{ merges: unknown[] }>(w.call('GET', `/api/v1/merges?session=${one}`))
    expect(merges.length).toBe(1)
  })

  it('a red verify keeps nobody and ends nobody; verified on request, and one that holds is kept then', async () => {
    await verifyWith('test ! -f bad.txt')
    const heat = await start('@write bad.txt x\n@commit bad')
    await over(heat)
    const [one = '', two = ''] = ids(heat)
    await ok(w.call('POST', `/api/v1/heats/${heat.id}/verify`, {}))
    const judged = await untilHeat(
      heat.id,
      ({ verifying, members }) => verifying.length === 0 && members.every((m) => m.verify !== null),
    )
    expect(judged.members.map(({ verify }) => verify?.ok)).toEqual([false, false, false])
    const { heat: keeping } = (await keep(heat, one)).body
    await w.until(
      one,
      (session) =>
        session.landing?.merge === keeping.merge && ['rejected', 'needs_human'].includes(session.landing.state ?? ''),
    )
    await ok(w.call('POST', `/api/v1/merges/${keeping.merge}/cancel`, {})).catch(() => undefined)
    const after = await untilHeat(heat.id, ({ state }) => state === 'running')
    expect([after.keeping, after.reason === null]).toEqual([null, false])
    expect(await phases(heat)).toEqual(['live', 'live', 'live'])
    await verifyWith('true')
    await ok(keep(heat, two))
    await untilHeat(heat.id, ({ state }) => state === 'kept')
    expect(await phases(heat)).toEqual(['ended', 'live', 'ended'])
  })
})

describe('the daemon is killed', () => {
  const pair = { agents: agents.slice(1) }
  const points = ['heat:session-made', 'heat:prompt-given']
  it.each(points)('at %s while it starts: each session once, each prompt once', async (point) => {
    const before = await sessions()
    await w.crash()
    await w.start({ DROVER_FAULT: point })
    await start('@write crash.txt x', pair).catch(() => undefined)
    await w.gone()
    await w.start()
    const [newest] = (await ok<{ heats: Heat[] }>(w.call('GET', '/api/v1/heats?limit=1'))).heats
    const heat = await untilHeat(newest?.id ?? '', ({ state }) => state === 'running')
    for (const id of ids(heat)) {
      await w.turnEnd(id)
      const prompts = (await w.rows(id)).filter((row) => row.kind === 'user')
      expect(prompts.length).toBe(1)
    }
    expect([new Set(ids(heat)).size, (await sessions()) - before]).toEqual([2, 2])
    for (const id of ids(heat)) await ok(w.call('POST', `/api/v1/sessions/${id}/kill`, {}))
  })

  it.each(['heat:keeping', 'heat:one-ended'])('at %s while one is kept: nothing is lost', async (point) => {
    const heat = await start(`@write ${point.replace(':', '-')}.txt x\n@commit ${point}`, pair)
    await over(heat)
    const [one = ''] = ids(heat)
    await w.crash()
    await w.start({ DROVER_FAULT: point })
    await keep(heat, one).catch(() => undefined)
    await w.gone()
    await w.start()
    const found = await untilHeat(heat.id, ({ state }) => state === 'running' || state === 'kept')
    // Nothing had been asked for yet: nothing was decided, and asking again does it.
    if (found.state === 'running') {
      expect([point, await phases(heat)]).toEqual(['heat:keeping', ['live', 'live']])
      await ok(keep(heat, one))
      await untilHeat(heat.id, ({ state }) => state === 'kept')
    }
    expect(await phases(heat)).toEqual(['live', 'ended'])
    const { merges } = await ok<{ merges: { state: string }[] }>(w.call('GET', `/api/v1/merges?session=${one}`))
    expect(merges.map(({ state }) => state)).toEqual(['landed'])
  })
})
