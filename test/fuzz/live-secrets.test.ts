/** Keys that an agent says in pieces: whoever watches live never reads one, and the message that follows holds none either. */
import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { keys } from '#core/redact/corpus'
import { awaited } from '#test/support/awaited'
import { frames, type World, world } from '#test/support/world'

const inEnvironment = 'canary-of-the-environment-0123456789'
const config = `
[harness.script]
command = ["/bin/sh", "$PROMPT_FILE"]
output = "drover"
`
let w: World
beforeAll(async () => {
  w = await world({ env: { PLANTED_API_KEY: inEnvironment }, config })
  await w.addProject()
})
afterAll(() => w.end())

/** The live parts of a session's text, from the moment of attaching on. */
function live(id: string): {
  readonly attached: Promise<void>
  read(fits: (text: string) => boolean): Promise<string>
} {
  let text = ''
  let look = (): void => undefined
  const attached = new Promise<void>((done, fail) => {
    const token = readFileSync(join(w.home, 'token'), 'utf8').trim()
    const headers = { authorization: `Bearer ${token}`, host: 'localhost' }
    const req = request({ socketPath: w.daemon.socket, path: `/api/v1/sessions/${id}/stream`, headers }, (res) => {
      res.setEncoding('utf8').on(
        'data',
        frames((frame) => {
          if (frame.event === 'caught-up') done()
          if (frame.event === 'delta') text += JSON.parse(frame.data).text
          look()
        }),
      )
      res.on('error', () => undefined)
    })
    req.on('error', fail)
    req.end()
  })
  const read = (fits: (text: string) => boolean): Promise<string> =>
    awaited(
      () => `live text that fits; so far: ${text}`,
      new Promise((done) => {
        look = () => {
          if (fits(text)) done(text)
        }
        look()
      }),
    )
  return { attached, read }
}

it('never shows a key that arrives in pieces', async () => {
  const said = Object.entries(keys).map(([name, { kept, secret, after = '' }]) => `${name}: ${kept}${secret}${after} .`)
  const text = `${said.join(' ')} and ${inEnvironment} too`
  const go = join(w.dir, 'go')
  const pieces = text.match(/[\s\S]{1,7}/g) ?? []
  const lines = [
    ...pieces.map((piece) => ({ type: 'text_delta', text: piece })),
    { type: 'text_delta', text: ' done ' },
  ]
  writeFileSync(join(w.dir, 'lines'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const script = [
    `until [ -e ${go} ]; do sleep 0.05; done`,
    // A line at a time: each is a read of its own, as from a model that thinks.
    `while IFS= read -r line; do printf '%s\\n' "$line"; sleep 0.003; done < ${join(w.dir, 'lines')}`,
    `until [ -e ${go}-on ]; do sleep 0.05; done`,
    `printf '%s\\n' '${JSON.stringify({ type: 'text', text: 'over' })}'`,
  ].join('\n')
  const { id } = await w.spawn(script, { harness: 'script', model: undefined })
  const watching = live(id)
  await watching.attached
  writeFileSync(go, '')
  const shown = await watching.read((all) => all.includes(' done'))
  writeFileSync(`${go}-on`, '')
  for (const [name, { secret }] of Object.entries(keys)) {
    expect(shown, name).not.toContain(secret.slice(0, 16))
    expect(shown, name).not.toContain(secret.slice(-16))
  }
  expect(shown).not.toContain(inEnvironment.slice(0, 20))
  for (const name of Object.keys(keys)) expect(shown).toContain(`${name}: `)
  expect(shown.match(/\[redacted\]/g)).toHaveLength(Object.keys(keys).length + 1)
  await w.turnEnd(id)
})
