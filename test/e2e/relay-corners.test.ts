/** Corners of relays in which work could be lost, a failure look like success, or an effect repeat for ever. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type World, world } from '../support/world.ts'
import { addTask, ended, getTask, relay, untilRelay, whole, words } from './relay-world.ts'

let w: World
beforeEach(async () => {
  w = await world({ config: 'snapshot_max_file = "1MB"\n[relay]\nbackoff = "50ms"\ntries = 2\n' })
  await w.addProject(w.repo, 'shop')
})
afterEach(() => w.end())

const git = (...args: string[]): string => w.repo.git(...args).trim()

it('what did not land is told to the end, by the API and by the shell, and only until it has landed', async () => {
  writeFileSync(join(w.repo.path, 'README.md'), 'changed by hand\n')
  await addTask(w, { title: 'One', body: '@sh echo one >> README.md' })
  await addTask(w, { title: 'Two', body: '@write two.txt 2' })
  const told = await w.cli(['relay', '-p', 'shop', '-a', 'rh:fast', '--land'])
  expect(told.stdout).toContain('Not landed: m-')
  const { relays } = (await w.call('GET', '/api/v1/relays?project=shop')).body
  expect(relays[0]).toMatchObject({ endReason: 'queue_empty', completed: 2 })
  expect(relays[0].notes.join()).toContain('Not landed')
  expect(readFileSync(join(w.repo.path, 'README.md'), 'utf8')).toBe('changed by hand\n')
  expect(existsSync(join(w.repo.path, 'two.txt'))).toBe(false)
})

it('a task that is given up does not take a file with it that no snapshot could hold', async () => {
  const { id: task } = await addTask(w, {
    title: 'Too much',
    body: '@sh head -c 3000000 /dev/urandom > big.bin\n@fail agent_error',
  })
  const { id } = await relay(w, { mix: ['rh:fast'] })
  const stuck = await untilRelay(w, id, (one) => one.notes.some((note) => note.includes('big.bin')))
  const tree = stuck.lanes[0]?.workspace ?? ''
  expect(existsSync(join(tree, 'big.bin'))).toBe(true)
  expect((await getTask(w, task)).state).toBe('claimed')
})

it('a file that is too large is not committed unasked', async () => {
  await addTask(w, { title: 'Large', body: '@sh head -c 3000000 /dev/urandom > big.bin\n@write ok.txt 1' })
  const { id } = await relay(w, { mix: ['rh:fast'] })
  await untilRelay(w, id, (one) => one.notes.some((note) => note.includes('big.bin')))
  const { tries } = (await w.call('GET', `/api/v1/relays/${id}/tries`)).body
  expect(new Set(words(tries))).toEqual(new Set(['rehearsal:fast incomplete incomplete']))
  expect(tries[0].reason).toContain('big.bin')
  expect(git('ls-tree', '--name-only', `drover/relay/${id}/root`)).not.toContain('big.bin')
})

it('work of two lanes that a person must approve to land is joined, lands only with that word, and is done once', async () => {
  for (const n of [1, 2])
    await addTask(w, { title: `Flow ${n}`, body: `@sleep 300\n@write .github/workflows/f${n}.yml on: push` })
  const { relay: end, tries } = await whole(w, { mix: ['rh:fast'], parallel: 2, land: true })
  expect([end.endReason, end.completed, tries.length]).toEqual(['queue_empty', 2, 2])
  expect(end.notes.join()).toContain('Not landed')
  expect(git('ls-tree', '-r', '--name-only', end.branch ?? '')).toContain('.github/workflows/f2.yml')
  expect(git('ls-tree', '-r', '--name-only', 'main')).not.toContain('.github/workflows')
})

it('a prompt with something like a key says that agents get it redacted', async () => {
  const { id } = await relay(w, {
    prompt: `@write a.txt 1\nuse sk-ant-api03-${'aB3dE6gH9j'.repeat(9)}`,
    mix: ['rh:fast'],
  })
  const end = await ended(w, id)
  expect(end.notes.join()).toContain('looks like a key')
  expect(JSON.stringify(end)).not.toContain('aB3dE6gH9jaB3')
})

it('a relay whose branch was taken away says so, and a stop ends it though its try cannot be judged', async () => {
  const { id } = await relay(w, { prompt: '@sleep 500\n@write x.txt 1', iterations: 2, mix: ['rh:fast'] })
  await untilRelay(w, id, (one) => one.lanes.some((lane) => lane.sessionId !== null))
  git('update-ref', '-d', `refs/heads/drover/relay/${id}/root`)
  const told = await untilRelay(w, id, (one) => one.notes.length > 0)
  expect(told.notes.join()).toContain('lane 1')
  expect((await w.call('POST', `/api/v1/relays/${id}/stop`, { now: true })).status).toBe(200)
  const end = await ended(w, id)
  expect([end.endReason, end.notes.join()]).toEqual(['stopped', expect.stringContaining('lane 1')])
  const { tries } = (await w.call('GET', `/api/v1/relays/${id}/tries`)).body
  expect(words(tries)).toEqual(['rehearsal:fast cancelled cancelled'])
})
