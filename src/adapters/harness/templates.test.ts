/** The untested templates: each makes a harness that says so, and a launch that shows a prompt only where it must. */
import { expect, test } from 'vitest'
import { createCustom } from './custom/custom.ts'
import { startWith } from './recorded.suite.ts'
import { createRegistry } from './registry.ts'
import { templates } from './templates.ts'

const registry = createRegistry([], createCustom, templates)

test.each(templates.map((template) => [template.id]))('%s is a harness that nobody claims as working', (id) => {
  const harness = registry.get(id)
  expect(harness).toMatchObject({ id, proven: 'untested', testedVersions: 'none' })
  expect(harness?.install).not.toBe('')
  const plan = harness?.plan(startWith({ prompt: 'say hello', resume: null }))
  expect(plan?.lifetime).toBe('turn')
  const carried = JSON.stringify([plan?.argv, plan?.files, plan?.stdin])
  expect(carried.split('say hello')).toHaveLength(2)
})

test.each(templates.filter((template) => template.config.resume !== undefined).map((template) => [template.id]))(
  '%s goes on with the session it is given',
  (id) => {
    const plan = registry.get(id)?.plan(startWith({ resume: 'native-1' }))
    expect(plan?.argv.some((word) => /^(--conversation=)?native-1$/.test(word))).toBe(true)
    expect(JSON.stringify(plan?.argv)).not.toContain('$SESSION')
  },
)

test('a flagged result of a Claude-like CLI is a failure', () => {
  const harness = registry.get('cursor')!
  const dialogue = harness.open(startWith(), null)
  dialogue.hear('{"type":"system","subtype":"init","session_id":"s-1"}')
  const heard = dialogue.hear('{"type":"result","subtype":"error","is_error":true,"result":"429 slow down"}')
  expect(heard.events).toContainEqual(expect.objectContaining({ kind: 'failure', message: '429 slow down' }))
  expect(dialogue.hear('{"type":"result","is_error":false,"result":"fine"}').events).toEqual([])
})
