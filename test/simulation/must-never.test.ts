/** Lines of docs/must-never.md that need a whole engine and no real process: who belongs to whom, what is counted, how to go on. */
import { describe, expect, it } from 'vitest'
import { operator } from '#flows/access/caller'
import { type RolesWorld, rolesWorld } from './roles-world.ts'

const deaths = (world: RolesWorld, to: string) => world.mailTo(to).filter((mail) => mail.type === 'worker_died')

describe('a child', () => {
  it('that is brought back has its parent, its role and its depth, and its parent hears of it again (must never 46)', async () => {
    const world = await rolesWorld({ reminders: 0 })
    const lead = await world.spawn({ role: 'lead' })
    const { id } = await world.spawn({ role: 'builder', files: ['src/**'] }, lead.id)
    await world.ask((flows) => flows.kill(id, {}))
    await world.pass(4_000)
    expect(world.session(id).phase).toBe('ended')
    expect(deaths(world, lead.id)).toHaveLength(1)
    await world.ask((flows) => flows.restore(id))
    const whose = { parentId: lead.id, role: 'builder', depth: 1, files: ['src/**'], effortId: null }
    expect(world.session(id)).toMatchObject({ phase: 'live', ...whose })
    expect(world.flows.children(lead.id)).toMatchObject([{ id }])
    await world.ask((flows) => flows.startTurn(id, { prompt: 'go on' }, operator))
    expect(world.session(id).report?.state).toBe('owed')
    await world.finish(id)
    expect(world.session(id)).toMatchObject({ report: { state: 'missing' }, ...whose })
    expect(deaths(world, lead.id).map((mail) => mail.from)).toEqual([id, id])
  })

  it('that has ended frees its place at once, also in the eyes of the next daemon: nothing is counted apart (must never 21)', async () => {
    const world = await rolesWorld()
    const lead = await world.spawn({ role: 'lead' })
    const scout = () => world.spawn({ role: 'scout' }, lead.id)
    const [first] = [await scout(), await scout(), await scout()]
    await expect(scout()).rejects.toMatchObject({ code: 'CHILDREN_LIMIT' })
    await world.ask((flows) => flows.dismiss(first.id, operator))
    await scout()
    world.home.crash()
    await world.again()
    await expect(scout()).rejects.toMatchObject({ code: 'CHILDREN_LIMIT' })
    const columns = world.home.store.db.prepare("SELECT name FROM pragma_table_info('effort')").all()
    expect(
      columns.map((column) => (column as { name: string }).name).filter((name) => /count|agents/i.test(name)),
    ).toEqual([])
  })
})

describe('a task', () => {
  it('whose holder died, or that was closed, is made ready by the command that its refusal names (must never 42)', async () => {
    const world = await rolesWorld()
    const { id } = world.flows.addTask({ projectId: 'p', title: 'mend it' }, operator)
    const holder = await world.spawn({})
    const launchId = world.session(holder.id).launchId ?? ''
    const by = { type: 'session', sessionId: holder.id, launchId, projectId: 'p', kind: 'worker' } as const
    world.flows.claimTask(id, by)
    const again = () => world.flows.changeTask(id, { state: 'ready' })
    expect(again).toThrow(
      expect.objectContaining({
        code: 'TASK_CLAIMED',
        hint: expect.stringContaining(`drover session kill ${holder.id}`),
      }),
    )
    expect(() => world.flows.removeTask(id)).toThrow(
      expect.objectContaining({ hint: expect.stringContaining(`drover task set ${id} --cancel`) }),
    )
    await world.ask((flows) => flows.kill(holder.id, {}))
    await world.pass(4_000)
    expect(again()).toMatchObject({ state: 'ready', lease: null })
    world.flows.finishTask(id, { outcome: 'done', summary: 'closed' }, operator)
    expect(again()).toMatchObject({ state: 'ready', result: null })
  })
})

describe('a name', () => {
  it('in the place of an id is answered with the id (must never 43)', async () => {
    const world = await rolesWorld()
    const one = await world.spawn({ name: 'api builder' })
    const refusal = (hint: string) => expect.objectContaining({ code: 'SESSION_NOT_FOUND', hint })
    const id = one.id
    expect(() => world.flows.session('api builder')).toThrow(refusal(`That is a name. Say the id: ${id}`))
    const other = await world.spawn({ name: 'api builder' })
    expect(() => world.flows.session('api builder')).toThrow(
      refusal(`That is a name. Say the id: ${id} or ${other.id}`),
    )
    expect(() => world.flows.session('nobody')).toThrow(refusal('List sessions with: drover session ls --all'))
  })
})
