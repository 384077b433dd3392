/** Mail that wakes a session on the real engine: whether it makes a report owed again. */
import { describe, expect, it } from 'vitest'
import { operator } from '#flows/access/caller'
import { type RolesWorld, rolesWorld } from './roles-world.ts'

const deaths = (world: RolesWorld, to: string) => world.mailTo(to).filter((mail) => mail.type === 'worker_died')

async function reported(world: RolesWorld): Promise<{ lead: string; child: string }> {
  const lead = (await world.spawn({ role: 'lead' })).id
  const child = (await world.spawn({ role: 'builder' }, lead)).id
  await world.mail(child, lead, 'worker_done')
  await world.finish(child)
  expect(world.session(child).report?.state).toBe('reported')
  return { lead, child }
}

const writeTo = (world: RolesWorld, to: string) =>
  world.ask((flows) => flows.sendMail({ to, subject: 'also', body: 'Look at this too.' }, operator, null))

describe('one that has reported', () => {
  it('owes nothing for a nudge, and its parent does not hear that it died', async () => {
    const world = await rolesWorld({ reminders: 0 })
    const { lead, child } = await reported(world)
    const before = world.session(child).report
    expect(await world.ask(async (flows) => flows.nudge(child, {}, operator))).toEqual({ nudge: 'started' })
    expect(world.session(child)).toMatchObject({ turn: 2, activity: 'working', report: before })
    await world.finish(child)
    expect(world.session(child).report).toEqual(before)
    expect(deaths(world, lead)).toEqual([])
  })

  it.each([
    ['a nudge with words of its own', 'Write a changelog too.'],
    ['a mail', null],
  ])('owes a new report for %s', async (_, message) => {
    const world = await rolesWorld({ reminders: 0 })
    const { lead, child } = await reported(world)
    if (message === null) await writeTo(world, child)
    else await world.ask(async (flows) => flows.nudge(child, { message }, operator))
    expect(world.session(child)).toMatchObject({ turn: 2, report: { state: 'owed' } })
    await world.finish(child)
    expect(world.session(child).report?.state).toBe('missing')
    expect(deaths(world, lead)).toHaveLength(1)
  })

  it('owes one for what the operator wrote, also where it comes with news of Drover', async () => {
    const world = await rolesWorld({ reminders: 0 })
    const lead = (await world.spawn({ role: 'lead' })).id
    const child = (await world.spawn({ role: 'builder' }, lead)).id
    await world.finish(child)
    expect(deaths(world, lead)).toMatchObject([{ source: 'daemon', state: 'queued' }])
    await writeTo(world, lead)
    await world.mail(lead, 'operator', 'worker_done')
    await world.finish(lead)
    expect(world.mailTo(lead).map(({ source, turn }) => [source, turn])).toEqual([
      ['daemon', 2],
      ['operator', 2],
    ])
    expect(world.session(lead)).toMatchObject({ turn: 2, report: { state: 'owed' } })
  })
})
