/** The monitor of a relay on a terminal while a real CLI works: header, status line, the sign of silence, keys, sizes. */
import assert from 'node:assert/strict'
import type { Home } from '../home.ts'
import type { Lane } from '../lane.ts'
import { hasTmux, openPane } from '../pane.ts'
import { repositoryOf } from './relay-run.ts'
import { withClis } from './with-clis.ts'

type Check = Parameters<Lane['run']>[0]['check']

export const relayMonitorClisLane: Lane = {
  name: 'relay-monitor-clis',
  shows: 'the monitor in tmux while claude-code, codex and opencode work: status, slowing, keys, 80x24 and 200x50',
  clis: true,
  run: (steps) =>
    withClis(steps, async (found) => {
      const { home, check, observe } = steps
      if (!hasTmux) return observe('no monitor is tried without tmux')
      // Silence is slowing after six seconds here, and nobody is ended while the screen is looked at.
      home.config('[relay]\nstall_threshold = "10s"\nconnected_idle = "5m"\nconnected_kill = "10m"\n')
      const cwd = await repositoryOf(home, 'shop')
      await home.json(['project', 'add', '--path', cwd])
      for (const name of found) await atWork(home, check, name, cwd)
    }),
}

const atWork = (home: Home, check: Check, name: string, cwd: string) =>
  check(`2b ${name}: status line, slowing, a resize, Ctrl+S skips to the next agent, the end is a table`, async () => {
    // The first agent is never answered; the second reads the directive of its own.
    const args = ['relay', '--new', '-a', `${name} rh:good`, `MODEL hang\n@append ${name}.txt x`]
    const pane = openPane(home, cwd, args, [80, 24])
    try {
      await pane.see(new RegExp(`^\\[1\\] ${name} · MODEL hang.* · started \\d\\d:\\d\\d$`, 'm'))
      await pane.see(/^ {2}\d+s · 0 files · /m)
      await pane.see(/Ctrl\+S skip · Ctrl\+P pause · Ctrl\+X stop · Ctrl\+C quit now · d detach/)
      await pane.see(/^ {2}[\dms ]+ · slowing · /m)
      pane.resize(200, 50)
      await pane.see(/Ctrl\+X stop after this try/)
      pane.resize(80, 24)
      await pane.see(/Ctrl\+X stop · /)
      assert.equal(pane.rows().filter((row) => row.includes('Ctrl+S skip')).length, 1, pane.screen())
      pane.press('C-s')
      await pane.see(/press Ctrl\+S again to skip this try/)
      pane.press('C-s')
      await pane.see(new RegExp(`• try \\d+ cancelled · ${name}`))
      await pane.see(/✓ try \d+ completed · rehearsal:good .* [0-9a-f]{12}/)
      await pane.see(/^all +2 +1 +0 +1 /m)
      await pane.see(/Land drover\/relay\//)
      pane.press('n', 'Enter')
      await pane.see(/exit=0/)
    } finally {
      pane.close()
    }
  })
