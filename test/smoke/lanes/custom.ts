/** A custom harness: a script of a few lines becomes an agent by configuration alone. */
import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Home } from '../home.ts'
import type { Lane } from '../lane.ts'

/** Speaks the drover line protocol, remembers by id, and fails when told to. Written from docs/harnesses.md alone. */
const scribe = `#!/bin/sh
id=$2
[ -n "$id" ] || id="scribe-$$"
prompt=$(cat "$1")
mkdir -p "$HOME/scribe"
printf '{"type":"session","id":"%s"}\\n' "$id"
case $prompt in
  *fail*) printf '{"type":"error","category":"usage_limit","message":"spent"}\\n{"type":"result","ok":false}\\n'; exit 1 ;;
  remember*) printf %s "\${prompt#remember }" > "$HOME/scribe/$id" ;;
  recall) prompt=$(cat "$HOME/scribe/$id") ;;
  write*) printf 'written\\n' > "\${prompt#write }" ;;
esac
printf '{"type":"text","text":"scribe says %s"}\\n' "$prompt"
printf '{"type":"result","ok":true}\\n'
`

/** Puts the script on the PATH of this home and names it in the configuration. */
export function installScribe(home: Home): void {
  mkdirSync(join(home.dir, 'bin'), { recursive: true })
  const file = join(home.dir, 'bin', 'scribe')
  writeFileSync(file, scribe)
  chmodSync(file, 0o755)
  home.config(
    `[harness.scribe]\ncommand = ["${file}", "$PROMPT_FILE"]\nresume = ["$SESSION"]\noutput = "drover"\n\n[harness.echo]\ncommand = ["cat"]\n`,
  )
}

export const customLane: Lane = {
  name: 'custom',
  shows: 'two harnesses made of configuration: the line protocol, plain text',
  async run({ home, check }) {
    installScribe(home)
    await home.json(['project', 'add', '--path', home.repository('shop')])
    const spawn = (harness: string, prompt: string) =>
      home.json(['spawn', '-p', 'shop', '--harness', harness, '--prompt', prompt, '--wait'])
    await check('the list shows it, ready', async () => {
      const { harnesses } = await home.json(['harness', 'ls'])
      const found = harnesses.find((one: { id: string }) => one.id === 'scribe')
      assert.deepEqual([found.custom, found.readiness.state], [true, 'ready'])
      assert.equal((await home.drover(['config', 'check'])).code, 0)
    })
    await check('it works like any other', async () => {
      const { session } = await spawn('scribe', 'write made.txt')
      assert.equal(session.lastText, 'scribe says write made.txt')
      await home.until(session.id, (one) => one.filesChanged === 1)
    })
    await check('its conversation goes on in the next turn', async () => {
      const { session } = await spawn('scribe', 'remember heron')
      await home.json(['send', '--session', session.id, '--message', 'recall'])
      await home.until(session.id, (one) => one.turn?.n === 2 && one.status === 'idle')
      assert.equal((await home.json(['session', 'get', session.id])).session.lastText, 'scribe says heron')
    })
    await check('its failure keeps the category it stated', async () => {
      const ran = await home.drover([
        'spawn',
        '-p',
        'shop',
        '--harness',
        'scribe',
        '--prompt',
        'fail',
        '--wait',
        '--json',
      ])
      assert.equal(ran.code, 1)
      const { id } = JSON.parse(ran.out).session
      const { events } = await home.json(['session', 'tail', id])
      assert.equal(events.find((row: { kind: string }) => row.kind === 'error').category, 'usage_limit')
    })
    await check('plain text is enough to be an agent', async () => {
      assert.equal((await spawn('echo', 'just words')).session.lastText, 'just words')
    })
  },
}
