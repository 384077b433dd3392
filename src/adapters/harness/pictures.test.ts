/** Where each harness puts a picture that a person attached: as it declares, and only where there is one. */
import { describe, expect, it } from 'vitest'
import type { Start } from '#ports/harness'
import { everyHarness } from './every-harness.suite.ts'
import { startWith } from './recorded.suite.ts'

const path = '/drover/sessions/demo-1/attachments/0123456789ab-shot.png'
const data = 'UElDVFVSRQ=='
const pictured: Partial<Start> = { pictures: [{ path, type: 'image/png' }], readPicture: () => data }
const greeting = (image: boolean): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    result: {
      protocolVersion: 1,
      agentCapabilities: { loadSession: true, promptCapabilities: { image } },
      thread: { id: 't' },
    },
  })

/** All that a process is given until its first prompt is said; its answers fit both protocols of long-lived ones. */
function given(harness: (typeof everyHarness)[number][1], over: Partial<Start>, image = true): string {
  const start = startWith(over)
  const dialogue = harness.open(start, null)
  const said = [...dialogue.begin().writes, ...dialogue.hear(greeting(image)).writes]
  const opened = '{"jsonrpc":"2.0","id":2,"result":{"sessionId":"n","thread":{"id":"t"}}}'
  said.push(...dialogue.hear(opened).writes)
  return JSON.stringify([harness.plan(start), said])
}

describe('every harness', () => {
  it.each(everyHarness)('%s: has it where it says, in a new conversation and a resumed one', (_, harness, over) => {
    for (const resume of [null, 'n']) {
      const told = given(harness, { ...over, ...pictured, resume })
      const { pictures } = harness.can
      expect([told.includes(path), told.includes(data)]).toEqual([pictures === 'file', pictures === 'inline'])
    }
  })

  it.each(everyHarness)('%s: without one its launch is as ever', (_, harness, over) => {
    const told = given(harness, over)
    expect(told).not.toMatch(/"-i"|--file|--attachment|include-directories|localImage|"image"/)
  })
})

const named = (name: string): (typeof everyHarness)[number] => {
  const found = everyHarness.find(([one]) => one === name)
  if (found === undefined) throw new Error(name)
  return found
}

it('an agent by ACP that takes no pictures, or one that cannot be read, is left with the words', () => {
  const [, harness, over] = named('acp of a stranger')
  expect(given(harness, { ...over, ...pictured }, false)).not.toContain(data)
  expect(given(harness, { ...over, ...pictured, readPicture: () => null })).not.toContain('"image"')
})

it('an agent by ACP gets as many as a message holds, the first ones', () => {
  const [, harness, over] = named('acp of a stranger')
  const pictures = [1, 2, 3].map((n) => ({ path: `${path}.${n}`, type: 'image/png' }))
  const large = 'A'.repeat(9_000_000)
  const told = given(harness, { ...over, pictures, readPicture: () => large })
  expect(told.split('image/png')).toHaveLength(3)
})

it('the words of a resumed turn of codex stay words behind the files', () => {
  const [, codex] = named('codex')
  expect(codex.plan(startWith({ ...pictured, resume: 't1' })).argv.slice(-6)).toEqual([
    'resume',
    '-i',
    path,
    '--',
    't1',
    '-',
  ])
  // It parts its files at commas.
  const odd = { pictures: [{ path: '/a,b/x.png', type: 'image/png' }] }
  expect(codex.plan(startWith({ ...odd, resume: 't1' })).argv.slice(-3)).toEqual(['resume', 't1', '-'])
})

it.each(['gemini', 'qwen'])('%s: a path that its mark cannot hold stays in the words', (name) => {
  const [, harness, over] = named(name)
  const plan = harness.plan(startWith({ ...over, pictures: [{ path: '/a b/x.png', type: 'image/png' }] }))
  expect(JSON.stringify(plan)).not.toContain('/a b/')
})

it('a process that lives on is shown the pictures of its next prompt', () => {
  const prompt = { type: 'prompt', text: 'and this?', source: 'operator', model: null, ...pictured } as const
  for (const [name, wanted] of [
    ['codex app-server', path],
    ['acp copilot', data],
  ] as const) {
    const [, harness, over] = named(name)
    const start = startWith({ ...over, readPicture: () => data })
    const dialogue = harness.open(start, null)
    dialogue.begin()
    dialogue.hear(greeting(true))
    dialogue.hear('{"jsonrpc":"2.0","id":2,"result":{"sessionId":"n","thread":{"id":"t"}}}')
    dialogue.hear('{"jsonrpc":"2.0","id":3,"result":{"stopReason":"end_turn","turn":{"id":"u1"}}}')
    dialogue.hear('{"method":"turn/completed","params":{"threadId":"t","turn":{"id":"u1","status":"completed"}}}')
    // As after a restart of the daemon.
    const again = harness.open(start, JSON.parse(JSON.stringify(dialogue.save())))
    expect(again.say(prompt).writes.join('')).toContain(wanted)
  }
})
