/** What follows a turn, in its order on the real engine: an idle session that gets mail is at work before anything that can wait. */
import { expect, it } from 'vitest'
import { operator } from '#flows/access/caller'
import { rolesWorld } from './roles-world.ts'

it('a wake by mail comes behind the snapshot, which saves edits made by hand, and before the way to the target is counted', async () => {
  const steps: string[] = []
  const world = await rolesWorld({}, (deps) => ({
    ...deps,
    merging: {
      ...deps.merging,
      targetOf: async () => {
        steps.push('count')
        return null
      },
    },
  }))
  const { id } = await world.spawn({ role: 'builder' })
  await world.mail(id, 'operator', 'worker_done')
  await world.finish(id)
  expect(steps).toContain('count')
  steps.length = 0
  world.home.scheduler.told = (step) => void steps.push(step)
  await world.ask((flows) => flows.sendMail({ to: id, subject: 'also', body: 'Look at this too.' }, operator, null))
  const order = steps.filter((step, at) => steps.indexOf(step) === at)
  expect(order.filter((step) => ['snapshot', 'start', 'count'].includes(step))).toEqual(['snapshot', 'start', 'count'])
})
